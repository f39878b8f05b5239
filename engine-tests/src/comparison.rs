//! Compares the engine with the reference.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::position::{MAX_TURNS, Reason};

use crate::games::play;
use crate::reference::Reference;

/// Returns both agree on the position, the legal turns and the end of the game, repetition excepted: the reference does
/// not know the history. Returns the turns and the positions after them.
///
/// # Panics
/// If they disagree.
pub fn compare(board: &Board, reference: &Reference) -> BTreeMap<String, Reference> {
    let fen = reference.fen();
    let name = &board.definition().name;
    assert_eq!(board.fen(), fen, "{name}");
    assert_eq!(board.side(), reference.side(), "{name}: {fen}");
    let turns = reference.turns();
    if turns.len() > MAX_TURNS {
        assert_eq!(board.turns().len(), MAX_TURNS, "{name}: {fen}");
    } else {
        assert_eq!(
            board.spelled_turns(),
            turns.keys().cloned().collect::<Vec<_>>(),
            "{name}: {fen}"
        );
    }
    assert_eq!(board.in_check(), reference.in_check(), "{name}: {fen}");
    let outcome = board.outcome().map(|outcome| (outcome.winner, outcome.reason));
    if outcome.is_none_or(|(_, reason)| reason != Reason::Repetition) {
        assert_eq!(outcome, reference.end(!turns.is_empty()), "{name}: {fen}");
    }
    turns
}

/// Both accept the position or neither does; if they do, they agree on it and on what every turn leads to.
///
/// # Panics
/// If they disagree, or the FEN is malformed.
pub fn compare_everything(board: &mut Board, fen: &str) {
    let definition = Arc::clone(board.definition());
    let reference = Reference::from_fen(&definition, fen).expect("well-formed");
    let accepted = board.set_up(Some(fen));
    assert_eq!(
        accepted.is_ok(),
        reference.is_possible(),
        "{}: {fen}: {accepted:?}",
        definition.name
    );
    if accepted.is_err() {
        return;
    }
    for (turn, after) in compare(board, &reference).into_iter().take(1000) {
        play(board, &turn).expect("a legal turn is taken");
        assert_eq!(board.fen(), after.fen(), "{}: {fen}: {turn}", definition.name);
        assert_eq!(board.in_check(), after.in_check(), "{}: {fen}: {turn}", definition.name);
        assert!(board.undo().is_some());
    }
}
