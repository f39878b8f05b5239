//! From settings to a file of our own.

use std::fmt::Write;

use super::settings::{Piece, Settings};
use crate::board::Shape;
use crate::rules::{Color, Definition};

/// A square by file and rank, from 0, and the letter that stands there; `*` for a hole.
type Cell = (u8, u8, char);

/// The text of the file, which has been read once to make sure that it is correct.
///
/// # Errors
/// What cannot be said in such a file.
pub(super) fn file(name: &str, settings: &Settings) -> Result<String, String> {
    let mut fields = settings.start.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let side = fields.next().unwrap_or("w");
    let rights = fields.next().filter(|_| settings.castling).unwrap_or("-");
    let squares = squares(board, settings)?;
    let castlings = castlings(settings, rights, &squares)?;
    let kept: String = rights.chars().filter(|right| "KQkq".contains(*right)).collect();
    let rights = if castlings.is_empty() { "-" } else { &kept };
    let name = name.to_ascii_lowercase();
    let mut text = String::new();
    let failed = |error: std::fmt::Error| error.to_string();
    writeln!(
        text,
        "name = \"{name}\"\nstart = \"{board} {side} {rights} - 0 1\"\n\n[board]\nfiles = {}\nranks = {}",
        settings.files, settings.ranks
    )
    .map_err(failed)?;
    let holes = squares.iter().filter(|(.., letter)| *letter == '*');
    let holes: Vec<String> = holes
        .map(|(file, rank, _)| format!("\"{}\"", square(*file, *rank)))
        .collect();
    if !holes.is_empty() {
        writeln!(text, "holes = [{}]", holes.join(", ")).map_err(failed)?;
    }
    for piece in &settings.pieces {
        let present = |letter: char| letter.eq_ignore_ascii_case(&piece.letter);
        if squares.iter().any(|(.., letter)| present(*letter)) || settings.promotes_to.chars().any(present) {
            text += &section(settings, piece, &squares)?;
        }
    }
    text += &castlings;
    if settings.must_capture {
        text += "\n[captures]\nmandatory = true\n";
    }
    text += "\n[ends]\n";
    if settings.stalemate_loses {
        text += "stalemate = \"loss\"\n";
    }
    if let Some(bare_king) = settings.extinction.bare_king()? {
        writeln!(text, "bare-king = \"{bare_king}\"").map_err(failed)?;
    }
    writeln!(text, "move-limit = {}", settings.move_limit).map_err(failed)?;
    match Definition::parse(&text, "") {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("the game cannot be played here: {}", error.message)),
    }
}

fn square(file: u8, rank: u8) -> String {
    format!("{}{}", Shape::file_letter(file), rank + 1)
}

/// What stands on the board at the start.
fn squares(board: &str, settings: &Settings) -> Result<Vec<Cell>, String> {
    let mut squares = Vec::new();
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != usize::from(settings.ranks) {
        return Err(format!(
            "expected {} ranks in the start, found {}",
            settings.ranks,
            rows.len()
        ));
    }
    for (rank, row) in (0..settings.ranks).rev().zip(rows) {
        let (mut file, mut run) = (0u8, 0u8);
        // The mark of a promoted piece means nothing here.
        for letter in row.chars().filter(|letter| *letter != '~') {
            match letter.to_digit(10) {
                Some(digit) => run = run.saturating_mul(10).saturating_add(digit as u8),
                None => {
                    file = file.saturating_add(run);
                    run = 0;
                    if !letter.is_ascii_alphabetic() && letter != '*' {
                        return Err(format!("`{letter}` in the start is not supported"));
                    }
                    squares.push((file, rank, letter));
                    file = file.saturating_add(1);
                }
            }
        }
    }
    Ok(squares)
}

/// The section of a piece.
fn section(settings: &Settings, piece: &Piece, squares: &[Cell]) -> Result<String, String> {
    let is_pawn = settings.pawns.contains(piece.letter);
    let moves = Moves::of(piece)?;
    let mut text = format!(
        "\n[pieces.{}]\nname = \"{}\"\nmove = \"{}\"\n",
        piece.letter, piece.name, moves.betza
    );
    if piece.key == "king" {
        text += "royal = true\n";
    }
    if is_pawn {
        text += "pawn = true\n";
        text += &promotion(settings, squares)?;
    }
    if moves.double_step && settings.double_step {
        text += &multi_step(settings)?;
        text += &format!("en-passant = {}\n", moves.en_passant && is_pawn);
    }
    Ok(text)
}

/// The key of the double and triple steps.
fn multi_step(settings: &Settings) -> Result<String, String> {
    let [double, triple] = [&settings.double_step_ranks, &settings.triple_step_ranks];
    let alike = |[white, black]: &[Vec<u8>; 2]| {
        let mirrored = white
            .iter()
            .rev()
            .map(|rank| (settings.ranks + 1).saturating_sub(*rank));
        mirrored.eq(black.iter().copied())
    };
    let within = triple[0].iter().all(|rank| double[0].contains(rank));
    if double[0].is_empty() || !alike(double) || !alike(triple) || !within {
        return Err(
            "double and triple steps from other than the same whole ranks for both sides are not supported".into(),
        );
    }
    Ok(match double[0][..] {
        [rank] if triple[0].is_empty() => format!("double-step = {rank}\n"),
        _ => {
            let steps = |rank: &u8| format!("{rank} = {}", if triple[0].contains(rank) { 3 } else { 2 });
            let table: Vec<String> = double[0].iter().map(steps).collect();
            format!("multi-step = {{ {} }}\n", table.join(", "))
        }
    })
}

/// The keys of promotion.
fn promotion(settings: &Settings, squares: &[Cell]) -> Result<String, String> {
    let known = |letter: &char| settings.pieces.iter().any(|piece| piece.letter == *letter);
    let choice: String = settings.promotes_to.chars().filter(known).collect();
    let [white, black] = &settings.promotion_ranks;
    let Some(first) = white.first().filter(|_| !choice.is_empty()) else {
        return Ok(String::new());
    };
    let own: Vec<u8> = (*first..=settings.ranks).collect();
    let mirrored: Vec<u8> = (1..=settings.ranks + 1 - first.min(&settings.ranks)).collect();
    if own.is_empty() || *white != own || *black != mirrored {
        return Err("a promotion region other than the last ranks, alike for both sides, is not supported".into());
    }
    let early = own.len() > 1;
    if early && (settings.mandatory_promotion || !settings.immobility_illegal) {
        let message = "promotion before the last rank is supported only with `mandatoryPawnPromotion = false` and \
                       `immobilityIllegal = true`";
        return Err(message.into());
    }
    if !early && !settings.mandatory_promotion {
        return Err("`mandatoryPawnPromotion = false` is not supported where there is one rank of promotion".into());
    }
    let mut text = format!("promotes-to = \"{choice}\"\n");
    if early {
        text += &format!("promotion-rank = {first}\n");
    }
    if !settings.promotion_limits.is_empty() {
        let limited = |letter: char| {
            let limit = settings.promotion_limits.iter().find(|(other, _)| *other == letter);
            let count = |letter: char| squares.iter().filter(|(.., other)| *other == letter).count() as u32;
            limit.is_some_and(|(_, limit)| *limit == count(letter) && *limit == count(letter.to_ascii_lowercase()))
        };
        if !choice.chars().all(limited) {
            return Err("`promotionLimit` is supported only as the numbers of the start".into());
        }
        text += "promotes-to-lost = true\n";
    }
    Ok(text)
}

/// The moves of a piece without those that have a key of their own here.
struct Moves {
    betza: String,
    double_step: bool,
    en_passant: bool,
}

impl Moves {
    fn of(piece: &Piece) -> Result<Self, String> {
        let mut moves = Self {
            betza: String::new(),
            double_step: false,
            en_passant: false,
        };
        for term in terms(&piece.betza) {
            let modifiers = term.chars().take_while(char::is_ascii_lowercase);
            let (atom, mut modifiers) = (
                term.trim_start_matches(|c: char| c.is_ascii_lowercase()),
                modifiers.collect::<String>(),
            );
            if modifiers.contains('e') {
                moves.en_passant = true;
                modifiers = modifiers.replace('e', "");
            }
            if modifiers.contains('i') {
                let mut letters: Vec<char> = modifiers.chars().collect();
                letters.sort_unstable();
                if letters != ['f', 'i', 'm', 'n'] || atom != "D" {
                    return Err(format!(
                        "the initial move `{term}` of `{}` is not supported",
                        piece.betza
                    ));
                }
                moves.double_step = true;
                continue;
            }
            moves.betza += &modifiers;
            moves.betza += atom;
        }
        Ok(moves)
    }
}

/// The terms of a string: modifiers, atom, range.
fn terms(betza: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut start = 0;
    let mut atom = false;
    for (offset, letter) in betza.char_indices() {
        let doubled = atom && betza[..offset].ends_with(letter);
        if atom && !letter.is_ascii_digit() && !doubled {
            terms.push(&betza[start..offset]);
            (start, atom) = (offset, false);
        }
        atom |= !letter.is_ascii_lowercase();
    }
    terms.push(&betza[start..]);
    terms.retain(|term| !term.is_empty());
    terms
}

/// The sections of the castlings that the start has.
fn castlings(settings: &Settings, rights: &str, squares: &[Cell]) -> Result<String, String> {
    let king_letter = settings.pieces.iter().find(|piece| piece.key == "king");
    let king_letter = king_letter.ok_or("a game without a king is not supported")?.letter;
    let mut text = String::new();
    if let Some(other) = rights.chars().find(|right| !"KQkq-".contains(*right)) {
        return Err(format!("the right `{other}` in the start is not supported"));
    }
    for (index, letter) in ['K', 'Q'].into_iter().enumerate() {
        let mut ways = Vec::new();
        for color in Color::BOTH {
            if !rights.contains(color.case(letter)) {
                continue;
            }
            let rank = match color {
                Color::White => settings.castling_rank.saturating_sub(1),
                Color::Black => settings.ranks.saturating_sub(settings.castling_rank),
            };
            let row = || squares.iter().filter(move |(_, at, _)| *at == rank);
            let king = row().find(|(.., found)| *found == color.case(king_letter));
            let king = king.ok_or("castling with a king elsewhere is not supported")?.0;
            let rooks = row().filter(|(file, _, found)| {
                let side = if index == 0 { *file > king } else { *file < king };
                side && settings.castling_rooks.chars().any(|rook| color.case(rook) == *found)
            });
            let files = rooks.map(|(file, ..)| *file);
            let rook = if index == 0 { files.max() } else { files.min() };
            let rook = rook.ok_or("castling without a rook is not supported")?;
            ways.push((color, king, rook));
        }
        let to = settings.castling_files[index];
        let beside = if index == 0 {
            to.checked_sub(1)
        } else {
            to.checked_add(1)
        };
        let beside = beside.ok_or("castling to the edge is not supported")?;
        let mut write = |suffix: &str, king: u8, rook: u8| {
            let rank = settings.castling_rank.saturating_sub(1);
            text += &format!(
                "\n[castling.{letter}{suffix}]\nking = [\"{}\", \"{}\"]\nrook = [\"{}\", \"{}\"]\nshort = {}\n{}",
                square(king, rank),
                square(to, rank),
                square(rook, rank),
                square(beside, rank),
                index == 0,
                // A step of one square could be a plain move.
                if king.abs_diff(to) == 1 {
                    "written = \"rook\"\n"
                } else {
                    ""
                }
            );
        };
        match ways[..] {
            [(_, king, rook), (_, other_king, other_rook)] if (king, rook) == (other_king, other_rook) => {
                write("", king, rook);
            }
            _ => {
                for (color, king, rook) in ways {
                    write(if color == Color::White { "-white" } else { "-black" }, king, rook);
                }
            }
        }
    }
    Ok(text)
}
