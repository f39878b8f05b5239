//! Translates castling.

use super::error::TranslationError;
use super::pieces::Kind;
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// A castling of one side.
#[derive(Clone, Copy)]
struct Castling {
    color: Color,
    /// The file of the king, from 0.
    king: u8,
    /// The file of the rook, from 0.
    rook: u8,
}

/// Writes the sections of the castlings for which the start position has rights. Also returns the rights, including the
/// files of pieces that may gate, but without the rights whose king or rook is not in place.
pub(super) fn castlings(game: &Game, rights: &str) -> Result<(String, String), TranslationError> {
    let settings = game.settings;
    if settings.drops.pieces && settings.drops.castle && settings.castling {
        return dropped(game, rights);
    }
    let is_gate = |right: char| settings.drops.gating && !"KQkq-".contains(right) && right.is_ascii_alphabetic();
    if let Some(other) = rights
        .chars()
        .find(|right| !"KQkq-".contains(*right) && !is_gate(*right))
    {
        return Err(TranslationError::CastlingRight(other));
    }
    let mut castlings_by_side: [Vec<Castling>; 2] = [Vec::new(), Vec::new()];
    for color in Color::BOTH {
        let rank = game.own_rank(color, settings.castling_rank).wrapping_sub(1);
        let row = || game.squares.iter().filter(move |(_, at, _)| *at == rank);
        let kings = &settings.castling_kings[color.index()];
        let kings: Vec<char> = kings
            .iter()
            .filter_map(|kind| Some(color.case(game.piece(*kind)?.letter)))
            .collect();
        let Some((king, ..)) = row().find(|(.., found)| kings.contains(found)) else {
            continue;
        };
        let rooks = &settings.castling_rooks[color.index()];
        let is_rook = |letter: char| {
            let piece = settings.pieces.iter().find(|piece| color.case(piece.letter) == letter);
            piece.is_some_and(|piece| rooks.contains(&piece.kind))
        };
        let files: Vec<u8> = row()
            .filter(|(.., found)| is_rook(*found))
            .map(|(file, ..)| *file)
            .collect();
        for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
            if !settings.castling || !rights.contains(color.case(letter)) {
                continue;
            }
            // As in Fairy-Stockfish, the search for the rook proceeds from the edge inwards, and may pass the king.
            let from = settings.castling_rook_files[index];
            let rook = match letter {
                'K' => files.iter().filter(|file| **file <= from).max(),
                _ => files.iter().filter(|file| **file >= from).min(),
            };
            let Some(rook) = rook else { continue };
            let castling = Castling {
                color,
                king: *king,
                rook: *rook,
            };
            castlings_by_side[usize::from(rook < king)].push(castling);
        }
    }
    let mut text = String::new();
    let mut left = String::new();
    for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
        let both_colors = &mut castlings_by_side[index];
        both_colors.dedup_by_key(|castling| castling.color);
        match both_colors[..] {
            [white, black] if (white.king, white.rook) == (black.king, black.rook) => {
                text += &section(game, white, letter, "")?;
            }
            _ => {
                for castling in both_colors.iter() {
                    let suffix = if castling.color == Color::White {
                        "-white"
                    } else {
                        "-black"
                    };
                    text += &section(game, *castling, letter, suffix)?;
                }
            }
        }
    }
    for color in Color::BOTH {
        for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
            left.extend(
                castlings_by_side[index]
                    .iter()
                    .filter(|castling| castling.color == color)
                    .map(|_| color.case(letter)),
            );
        }
        let of_color = |right: &char| is_gate(*right) && right.is_ascii_uppercase() == (color == Color::White);
        left.extend(rights.chars().filter(of_color));
    }
    Ok((text, if left.is_empty() { "-".into() } else { left }))
}

/// Writes the castlings of a king and rooks that are dropped. The king castles from the file in the settings, with
/// rooks on the first and the last file.
fn dropped(game: &Game, rights: &str) -> Result<(String, String), TranslationError> {
    let settings = game.settings;
    let rank = settings.castling_rank.saturating_sub(1);
    let both = |kinds: &[Vec<Kind>; 2], wanted: Kind| kinds.iter().all(|kinds| kinds[..] == [wanted]);
    let stands = game
        .squares
        .iter()
        .any(|(_, at, _)| [rank, settings.ranks - 1 - rank].contains(at));
    let usual = both(&settings.castling_kings, Kind::KING) && both(&settings.castling_rooks, Kind::ROOK);
    let rook = game.piece(Kind::ROOK).filter(|_| usual && !stands && rights == "-");
    let (Some(rook), true) = (
        rook,
        Color::BOTH
            .into_iter()
            .all(|color| game.held_at_start(Kind::KING, color) == 1),
    ) else {
        return Err(TranslationError::Drops("`castlingDroppedPiece = true`"));
    };
    let mut text = String::new();
    for (letter, file) in [('K', settings.files - 1), ('Q', 0)] {
        let castling = Castling {
            color: Color::White,
            king: settings.castling_king_file,
            rook: file,
        };
        text += &section(game, castling, letter, "")?;
        text += &format!("with = \"{}\"\n", rook.letter);
    }
    Ok((text, "-".into()))
}

/// Writes the section of a castling; `suffix` restricts it to one colour.
fn section(game: &Game, castling: Castling, letter: char, suffix: &str) -> Result<String, TranslationError> {
    let settings = game.settings;
    let short = letter == 'K';
    let to = settings.castling_files[usize::from(!short)];
    let rook_to = if short { to.checked_sub(1) } else { to.checked_add(1) };
    let rook_to = rook_to.filter(|file| *file < settings.files && to < settings.files);
    let rook_to = rook_to.ok_or(TranslationError::CastlingToEdge)?;
    let rank = settings.castling_rank - 1;
    // If the king moves by only one square, coordinate notation could not tell castling from an ordinary king move. So
    // the file specifies `written = "rook"`: castling is written as the squares of king and rook.
    let written = if castling.king.abs_diff(to) == 1 {
        "written = \"rook\"\n"
    } else {
        ""
    };
    Ok(format!(
        "\n[castling.{letter}{suffix}]\nking = [\"{}\", \"{}\"]\nrook = [\"{}\", \"{}\"]\nshort = {short}\n{written}",
        square(castling.king, rank),
        square(to, rank),
        square(castling.rook, rank),
        square(rook_to, rank),
    ))
}
