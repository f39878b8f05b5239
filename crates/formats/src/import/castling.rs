//! Castlings of the start.

use super::error::TranslationError;
use super::pieces::Kind;
use super::write::{Game, square};
use kurier_rules::rules::Color;

/// A castling of one side, by files from 0.
#[derive(Clone, Copy)]
struct Way {
    color: Color,
    king: u8,
    rook: u8,
}

/// Returns the sections of the castlings for which the start has rights, and the rights that are left: there are none
/// without a king and a rook in their places.
pub(super) fn castlings(game: &Game, rights: &str) -> Result<(String, String), TranslationError> {
    let settings = game.settings;
    let king = game.piece(Kind::KING).ok_or(TranslationError::NoKing)?.letter;
    if let Some(other) = rights.chars().find(|right| !"KQkq-".contains(*right)) {
        return Err(TranslationError::CastlingRight(other));
    }
    let mut ways: [Vec<Way>; 2] = [Vec::new(), Vec::new()];
    for color in Color::BOTH {
        let rank = game.own_rank(color, settings.castling_rank).wrapping_sub(1);
        let row = || game.squares.iter().filter(move |(_, at, _)| *at == rank);
        let Some((king, ..)) = row().find(|(.., found)| *found == color.case(king)) else {
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
            if !rights.contains(color.case(letter)) {
                continue;
            }
            // The search begins outside and goes on inwards, past the king if need be.
            let from = settings.castling_rook_files[index];
            let rook = match letter {
                'K' => files.iter().filter(|file| **file <= from).max(),
                _ => files.iter().filter(|file| **file >= from).min(),
            };
            let Some(rook) = rook else { continue };
            let way = Way {
                color,
                king: *king,
                rook: *rook,
            };
            ways[usize::from(rook < king)].push(way);
        }
    }
    let mut text = String::new();
    let mut left = String::new();
    for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
        let ways = &mut ways[index];
        ways.dedup_by_key(|way| way.color);
        for way in ways.iter() {
            if settings.castling_kings[way.color.index()] != [Kind::KING] {
                return Err(TranslationError::CastlingPiece);
            }
        }
        match ways[..] {
            [white, black] if (white.king, white.rook) == (black.king, black.rook) => {
                text += &section(game, white, letter, "")?;
            }
            _ => {
                for way in ways.iter() {
                    let suffix = if way.color == Color::White { "-white" } else { "-black" };
                    text += &section(game, *way, letter, suffix)?;
                }
            }
        }
    }
    for color in Color::BOTH {
        for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
            left.extend(
                ways[index]
                    .iter()
                    .filter(|way| way.color == color)
                    .map(|_| color.case(letter)),
            );
        }
    }
    Ok((text, if left.is_empty() { "-".into() } else { left }))
}

fn section(game: &Game, way: Way, letter: char, suffix: &str) -> Result<String, TranslationError> {
    let settings = game.settings;
    let short = letter == 'K';
    let to = settings.castling_files[usize::from(!short)];
    let beside = if short { to.checked_sub(1) } else { to.checked_add(1) };
    let beside = beside.filter(|file| *file < settings.files && to < settings.files);
    let beside = beside.ok_or(TranslationError::CastlingToEdge)?;
    let rank = settings.castling_rank - 1;
    // A step of one square could be a plain move.
    let written = if way.king.abs_diff(to) == 1 {
        "written = \"rook\"\n"
    } else {
        ""
    };
    Ok(format!(
        "\n[castling.{letter}{suffix}]\nking = [\"{}\", \"{}\"]\nrook = [\"{}\", \"{}\"]\nshort = {short}\n{written}",
        square(way.king, rank),
        square(to, rank),
        square(way.rook, rank),
        square(beside, rank),
    ))
}
