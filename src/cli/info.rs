//! `kurier variants`, `kurier moves`, `kurier status`: what the rules say.

use std::io::Write;

use super::error::CliError;
use super::output::board_size;
use crate::rules::{Catalogue, Definition};
use crate::session::Board;

/// Lists the games.
pub(super) fn variants(out: &mut impl Write, catalogue: &Catalogue) -> Result<(), CliError> {
    let width = catalogue
        .iter()
        .map(|definition| definition.name.len())
        .max()
        .unwrap_or(0);
    for definition in catalogue.iter() {
        let Definition {
            name, title, summary, ..
        } = &**definition;
        writeln!(
            out,
            "{name:<width$}  {:<5}  {title}. {summary}",
            board_size(&definition.shape)
        )?;
    }
    Ok(())
}

/// Lists the legal moves.
pub(super) fn moves(out: &mut impl Write, board: &Board) -> Result<(), CliError> {
    for turn in board.spelled_turns() {
        writeln!(out, "{turn}")?;
    }
    Ok(())
}

/// Tells whether the game is over.
pub(super) fn status(out: &mut impl Write, board: &Board) -> Result<(), CliError> {
    if let Some(outcome) = board.outcome() {
        writeln!(out, "{} ({})", outcome.result(), outcome.reason.text())?;
        return Ok(());
    }
    let side = board.side().name();
    let check = if board.in_check() { ", in check" } else { "" };
    writeln!(
        out,
        "ongoing\n{side} to move{check}, {} legal moves",
        board.turns().len()
    )?;
    Ok(())
}
