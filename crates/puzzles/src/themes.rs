//! Names what happens in a solution.

use kurier_engine::session::{Board, Turn};
use kurier_rules::rules::Color;

use crate::proof::{Goal, Proof};

/// The smallest loss of material after the reply, in centipawns, that counts as a sacrifice.
const SACRIFICE: i32 = 150;
/// The smallest gain, in centipawns, that counts as a win of material.
const GAIN: i32 = 150;
/// The smallest number of the solver's turns in a solution that counts as long.
const LONG: usize = 3;

/// Returns the themes of a puzzle, the goal first.
pub(crate) fn of(board: &Board, proof: &Proof) -> Vec<String> {
    let mut themes = Vec::new();
    let side = board.side();
    let start = balance(board, side);
    let (after_first, after_reply, end) = milestones(board, proof);
    match proof.goal {
        Goal::Mate(moves) => themes.extend(["mate".to_owned(), format!("mate in {moves}")]),
        Goal::Win if balance(&end, side) - start >= GAIN => themes.push("win of material".to_owned()),
        Goal::Win => themes.push("advantage".to_owned()),
    }
    let mut add = |name: &str, found: bool| {
        if found {
            themes.push(name.to_owned());
        }
    };
    if let Some(first) = proof.line.first() {
        let checks = after_first.in_check();
        add(
            "quiet move",
            !first.is_capture() && !checks && first.promotion().is_none(),
        );
        add("chain of captures", first.steps().len() > 1);
        add("double attack", is_double_attack(&after_first, first, side));
        let checkers = after_first.checkers();
        add("double check", checkers.len() > 1);
        add(
            "discovered check",
            checks && checkers.len() == 1 && !checkers.contains(&first.to()),
        );
    }
    add("sacrifice", start - balance(&after_reply, side) >= SACRIFICE);
    add(
        "promotion",
        proof.line.iter().step_by(2).any(|turn| turn.promotion().is_some()),
    );
    add("long", proof.line.len().div_ceil(2) >= LONG);
    add("endgame", is_endgame(board));
    themes
}

/// Returns the boards after the first turn, after the first reply, and after all turns of the proof.
fn milestones(board: &Board, proof: &Proof) -> (Board, Board, Board) {
    let mut boards = vec![board.clone()];
    let mut along = board.clone();
    for turn in proof.line.iter().chain(&proof.rest) {
        if along.play(turn).is_err() {
            break;
        }
        boards.push(along.clone());
    }
    let at = |ply: usize| boards[ply.min(boards.len() - 1)].clone();
    (at(1), at(2), along)
}

/// Returns how much more material a side has, in centipawns.
fn balance(board: &Board, side: Color) -> i32 {
    let values = board.piece_values();
    let pieces = board
        .definition()
        .shape
        .squares()
        .filter_map(|square| board.piece_at(square));
    pieces
        .map(|piece| {
            let value = values[piece.piece_type.index()];
            if piece.color == side { value } else { -value }
        })
        .sum()
}

/// Tests whether the piece that has moved attacks two pieces that are worth more than itself.
fn is_double_attack(after: &Board, turn: &Turn, side: Color) -> bool {
    let values = after.piece_values();
    let Some(attacker) = after.piece_at(turn.to()) else {
        return false;
    };
    let own = values[attacker.piece_type.index()];
    let victims = after.attacks_from(turn.to()).into_iter().filter(|square| {
        after
            .piece_at(*square)
            .is_some_and(|victim| victim.color != side && values[victim.piece_type.index()] > own)
    });
    victims.count() >= 2
}

/// Tests whether few pieces are left: at most a third of those in the start position.
fn is_endgame(board: &Board) -> bool {
    let count = |board: &Board| {
        let squares = board.definition().shape.squares();
        squares.filter(|square| board.piece_at(*square).is_some()).count()
    };
    let mut start = board.clone();
    start.set_up(None).is_ok() && 3 * count(board) <= count(&start)
}
