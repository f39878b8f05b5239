//! Spells the moves of a piece in XBetza, the notation of Interactive Diagrams. Most moves are spelled as in Kurier's
//! notation. Rules that have keys of their own in Kurier's files become terms: double steps, captures en passant, first
//! moves and castling.

use kurier_rules::rules::betza::{self, Term};
use kurier_rules::rules::{Mode, PieceDefinition, PieceType, Rules};

use crate::import::FLAT_BOARD;

/// Returns the moves of a piece type in XBetza.
///
/// # Errors
/// Fails if the notation has no term for a rule about the moves; the error names the rule in words.
pub(super) fn moves(rules: &Rules, piece_type: PieceType) -> Result<String, String> {
    let piece = rules.piece(piece_type);
    let takes_en_passant = piece.pawn && rules.pieces.iter().any(has_en_passant);
    let unknown = || format!("the moves of the {}", piece.name);
    let terms = betza::parse(&piece.betza, FLAT_BOARD).map_err(|_| unknown())?;
    let mut text: String = terms.iter().map(|term| spelled(term, takes_en_passant)).collect();
    text += &steps(piece)?;
    if let Some(first) = &piece.first_move {
        let terms = betza::parse(&first.betza, FLAT_BOARD).map_err(|_| unknown())?;
        text.extend(terms.iter().map(|term| format!("i{}", spelled(term, false))));
    }
    text += &castlings(rules, piece_type);
    if piece.royal && rules.kings.successors != 0 {
        text += "dU";
    }
    Ok(text)
}

/// Returns whether pawns may capture the piece en passant after its multi-step.
pub(super) fn has_en_passant(piece: &PieceDefinition) -> bool {
    piece.multi_step.as_ref().is_some_and(|steps| steps.en_passant)
}

/// Spells a term of Kurier's notation in XBetza. If the piece captures en passant, captures are marked with `e`.
fn spelled(term: &Term, takes_en_passant: bool) -> String {
    let text = term.text.trim();
    if let Some((directions, legs)) = text.split_once("t[") {
        // This is a bent move: one step, then a slide outwards.
        let legs = legs.trim_end_matches(']');
        let split = legs.char_indices().nth(1).map_or(legs.len(), |(place, _)| place);
        let (step, slide) = legs.split_at(split);
        return format!("[{directions}{step}?fs{slide}]");
    }
    let text = &with_plain_atoms(text);
    match takes_en_passant && term.mode == Mode::Capture && term.doubles.is_empty() {
        true => text.replacen('c', "ce", 1),
        false => text.to_owned(),
    }
}

/// Returns a term in which no direction letter stands before `K` or `Q`. In diagrams, a letter before these atoms
/// stands for one of eight directions; in Kurier's notation, it applies separately to `W` and `F`, or to `R` and `B`.
fn with_plain_atoms(text: &str) -> String {
    let Some((modifiers, range)) = text.split_once(['K', 'Q']) else {
        return text.to_owned();
    };
    let first_leg = modifiers.split('a').next().unwrap_or_default();
    if !first_leg.contains(|letter| "fblrvsh".contains(letter)) {
        return text.to_owned();
    }
    let atoms = if text.contains('K') { ["W", "F"] } else { ["R", "B"] };
    atoms.map(|atom| format!("{modifiers}{atom}{range}")).concat()
}

/// Spells the multi-step of a piece; the text is empty if it has none.
fn steps(piece: &PieceDefinition) -> Result<String, String> {
    let Some(steps) = &piece.multi_step else {
        return Ok(String::new());
    };
    if steps.en_passant_on.is_some() {
        return Err(format!("the squares where the {} is captured en passant", piece.name));
    }
    let mut all = steps.steps.values();
    match (all.next(), all.next()) {
        (Some(2), None) => Ok("ifmnD".into()),
        (Some(3), None) => Ok("ifmnDifmnH".into()),
        (Some(2), Some(2)) if all.all(|steps| *steps == 2) => Ok("fmnnD".into()),
        _ => Err(format!("the multi-step of the {}", piece.name)),
    }
}

/// Spells the castlings of a piece, one term for each number of squares that the piece moves.
fn castlings(rules: &Rules, piece_type: PieceType) -> String {
    let own = rules
        .castlings
        .iter()
        .filter(|castling| castling.king_types.contains(&piece_type));
    let mut distances: Vec<u8> = own
        .map(|castling| {
            rules
                .shape
                .file(castling.king.0)
                .abs_diff(rules.shape.file(castling.king.1))
        })
        .collect();
    distances.sort_unstable();
    distances.dedup();
    distances.iter().map(|distance| format!("isO{distance}")).collect()
}
