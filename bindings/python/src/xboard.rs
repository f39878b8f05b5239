//! The notation of XBoard, for the Python module that drives engines with its protocol. It differs from ours in three
//! ways: a move of several steps is written in legs (`c2e4,e4g6`), the ranks of a board with ten ranks are numbered
//! from 0, and a pawn that reaches a promotion rank without promoting is written with its letter (`g6g7p`).

use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::{Color, XBoard};
use pyo3::prelude::*;

use crate::board::PyBoard;
use crate::errors;
use crate::moves::PyMove;
use crate::variant::PyVariant;

/// Returns XBoard's name for a variant, and XBoard's start position if it differs.
#[pyfunction]
pub fn _xboard_variant(variant: &Bound<'_, PyVariant>) -> (String, Option<String>) {
    let xboard = &variant.get().game.definition().xboard;
    (xboard.name.clone(), xboard.start.clone())
}

/// Returns XBoard's number for the first rank: 0 on a board with ten ranks, otherwise 1.
fn first_rank(shape: &Shape) -> u32 {
    u32::from(shape.ranks() != XBoard::RANKS_FROM_ZERO)
}

/// Returns the name of a square in XBoard.
fn name(shape: &Shape, square: Square) -> String {
    let rank = u32::from(shape.rank(square)) + first_rank(shape);
    format!("{}{rank}", Shape::file_letter(shape.file(square)))
}

/// Writes a legal move in the notation of XBoard.
#[pyfunction]
pub fn _xboard_move(board: &Bound<'_, PyBoard>, r#move: &Bound<'_, PyMove>) -> PyResult<String> {
    let this = board.get();
    let board = this.at();
    let turn = this.legal(&board, r#move.get())?;
    let definition = this.game.definition();
    let shape = &definition.shape;
    if let Some(piece) = turn.first().dropped() {
        return Ok(format!(
            "{}@{}",
            definition.spell_dropped(piece),
            name(shape, turn.to())
        ));
    }
    let legs = turn
        .steps()
        .iter()
        .map(|step| name(shape, step.from()) + &name(shape, step.to()));
    let text = legs.collect::<Vec<_>>().join(",");
    let unpromoted = || {
        let piece = board.piece_at(turn.from())?.piece_type;
        let reaches = definition.promotes_on(piece, board.side(), turn.to());
        reaches.then_some(piece)
    };
    let letter = turn.promotion().or_else(unpromoted);
    Ok(letter.map_or(text.clone(), |piece| {
        format!("{text}{}", definition.letter(piece, Color::Black))
    }))
}

/// Parses a legal move in the notation of XBoard.
#[pyfunction]
pub fn _xboard_parse(board: &Bound<'_, PyBoard>, text: &str) -> PyResult<PyMove> {
    let this = board.get();
    let shape = &this.game.definition().shape;
    let mut ours = String::new();
    for leg in text.trim().split(',') {
        let leg = with_ranks_from_one(leg, 1 - first_rank(shape));
        // A leg begins on the square on which the previous leg ended.
        let (first, rest) = shape.leading_name(&leg).unwrap_or(("", &leg));
        ours += if ours.ends_with(first) { rest } else { &leg };
    }
    let board = this.at();
    let parsed = board.parse(&ours);
    let unpromoted = || {
        board
            .parse(ours.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()))
            .ok()
    };
    let turn = parsed
        .or_else(|error| unpromoted().ok_or(error))
        .map_err(errors::illegal)?;
    Ok(this.wrap(turn))
}

/// Adds `more` to all numbers in a string, so that its ranks are numbered from 1.
fn with_ranks_from_one(text: &str, more: u32) -> String {
    let mut shifted = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let digits = rest[at..].bytes().take_while(u8::is_ascii_digit).count();
        shifted += &rest[..at];
        match rest[at..at + digits].parse::<u32>() {
            Ok(rank) => shifted += &rank.saturating_add(more).to_string(),
            Err(_) => shifted += &rest[at..at + digits],
        }
        rest = &rest[at + digits..];
    }
    shifted + rest
}
