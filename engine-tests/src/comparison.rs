//! Compares the engine with the reference implementation of the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::position::MAX_TURNS;

use crate::games::play;
use crate::reference::Reference;

/// Asserts that engine and reference agree on the position, the legal turns and the end of the game. Repetition is not
/// compared, because the reference has no history. Returns the turns and the positions after them.
///
/// # Panics
/// Panics if engine and reference disagree.
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
    if outcome.is_none_or(|(_, reason)| !reason.is_repetition()) {
        assert_eq!(outcome, reference.end(!turns.is_empty()), "{name}: {fen}");
    }
    turns
}

/// Asserts that engine and reference both accept or both refuse a position and, if they accept it, that they agree on
/// the position and on the position after every turn.
///
/// # Panics
/// Panics if engine and reference disagree, or if the FEN is malformed.
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
