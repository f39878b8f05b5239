//! Tests of the move picker: limits on quiet moves.

use std::sync::Arc;

use super::*;
use kurier_rules::rules::{Catalogue, Variant};

/// Returns the quiet moves that a picker yields if its quiet moves are limited to `quiets` after the first move.
fn quiets(position: &Position<2>, quiets: Quiets) -> Vec<Move> {
    let definition = &position.variant().definition;
    let histories = Histories::new(definition.shape.area(), definition.pieces.len());
    let values = vec![100; definition.pieces.len()];
    let context = Context {
        position,
        histories: &histories,
        values: &values,
        parameters: &Parameters::default(),
    };
    let mut stack = MoveStack::default();
    let legal = position.legal_moves();
    let mut picker = MovePicker::new(
        &stack,
        legal[0],
        [legal[1], Move::NONE, Move::NONE],
        [ContinuationIndex::NONE; 3],
    );
    assert_eq!(picker.next(&mut stack, &context), Some(legal[0]));
    picker.limit_quiets(quiets);
    let mut yielded: Vec<Move> = std::iter::from_fn(|| picker.next(&mut stack, &context)).collect();
    picker.finish(&mut stack);
    yielded.retain(|m| !m.is_noisy());
    yielded
}

#[test]
fn quiet_filter_yields_only_wanted_quiets() {
    let definition = Catalogue::built_in().get("courier").expect("a built-in game");
    let variant = Arc::new(Variant::compile(definition));
    let fen = "5k6/12/12/4N1F5/12/12/R10p/R4K6 w - - 0 1";
    let position = Position::from_fen(variant, fen).expect("a FEN");
    let first = position.legal_moves()[0];
    let legal = |wanted: &dyn Fn(Move) -> bool| {
        let mut moves = position.legal_moves();
        moves.retain(|m| *m != first && !m.is_noisy() && wanted(*m));
        moves
    };
    let assert_same_moves = |mut given: Vec<Move>, mut expected: Vec<Move>| {
        given.sort_by_key(|m| m.bits());
        expected.sort_by_key(|m| m.bits());
        assert_eq!(given, expected);
    };
    let checks = legal(&|m| position.gives_check(m));
    assert!(checks.len() >= 3, "{}", checks.len());
    assert_same_moves(quiets(&position, Quiets::All), legal(&|_| true));
    assert_same_moves(quiets(&position, Quiets::Checks), checks);
    assert_same_moves(quiets(&position, Quiets::None), Vec::new());
}
