//! The engine beside the reference.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurier::position::{MAX_TURNS, Reason};
use kurier::session::Session;

use crate::reference::Reference;

/// Both see the same position, the same legal turns and the same end. Repetition is left out: the reference does not
/// know the history. Answers the turns and the positions after them.
///
/// # Panics
/// If they disagree.
pub fn compare(engine: &dyn Session, reference: &Reference) -> BTreeMap<String, Reference> {
    let fen = reference.fen();
    let name = &engine.definition().name;
    assert_eq!(engine.fen(), fen, "{name}");
    assert_eq!(engine.side(), reference.side(), "{name}: {fen}");
    let turns = reference.turns();
    if turns.len() > MAX_TURNS {
        assert_eq!(engine.turns().len(), MAX_TURNS, "{name}: {fen}");
    } else {
        assert_eq!(
            engine.turns(),
            turns.keys().cloned().collect::<Vec<_>>(),
            "{name}: {fen}"
        );
    }
    assert_eq!(engine.in_check(), reference.in_check(), "{name}: {fen}");
    let outcome = engine.outcome().map(|outcome| (outcome.winner, outcome.reason));
    if outcome.is_none_or(|(_, reason)| reason != Reason::Repetition) {
        assert_eq!(outcome, reference.end(!turns.is_empty()), "{name}: {fen}");
    }
    turns
}

/// Both accept the position or neither does; if they do, they agree on it and on what every turn leads to.
///
/// # Panics
/// If they disagree, or the FEN is malformed.
pub fn compare_everything(engine: &mut dyn Session, fen: &str) {
    let definition = Arc::clone(engine.definition());
    let reference = Reference::from_fen(&definition, fen).expect("well-formed");
    let accepted = engine.set_position(Some(fen), &[]);
    assert_eq!(
        accepted.is_ok(),
        reference.is_possible(),
        "{}: {fen}: {accepted:?}",
        definition.name
    );
    if accepted.is_err() {
        return;
    }
    for (turn, after) in compare(engine, &reference).into_iter().take(1000) {
        engine.push(&turn).expect("a legal turn is taken");
        assert_eq!(engine.fen(), after.fen(), "{}: {fen}: {turn}", definition.name);
        assert_eq!(
            engine.in_check(),
            after.in_check(),
            "{}: {fen}: {turn}",
            definition.name
        );
        assert!(engine.pop());
    }
}
