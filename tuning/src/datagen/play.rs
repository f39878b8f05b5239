//! One game of the engine against itself.

use std::sync::Arc;

use kurier::position::Position;
use kurier::rules::{Color, Variant};
use kurier::search::{Limits, Searcher, Signals};
use rand::SeedableRng;
use rand::rngs::SmallRng;

use super::Recipe;
use super::opening;
use crate::archive::{Game, GameResult};
use crate::replay::is_quiet;

/// Nodes for looking whether an opening is worth playing.
const GLANCE: u64 = 500;
/// Openings are within this, in centipawns; with changed material within twice as much.
const BAND: i32 = 250;
/// A game is won if both sides have agreed on so many centipawns ...
const WON: i32 = 1500;
/// ... for so many turns of both together.
const WON_TURNS: usize = 6;
/// A game is drawn if both sides have agreed on no more than so many centipawns ...
const EVEN: i32 = 12;
/// ... for so many turns of both together ...
const EVEN_TURNS: usize = 16;
/// ... of which so many at least went without progress, ...
const EVEN_WAITED: u32 = 12;
/// ... and so many turns have been played.
const EVEN_AFTER: usize = 100;
/// A game that is longer is broken off.
const LONGEST: usize = 400;
/// A broken game is drawn if it looks no more decided than this, in centipawns.
const UNDECIDED: i32 = 150;

/// Plays the game of a number. Also answers how many of its positions are quiet.
pub(super) fn play<const W: usize>(
    variant: &Arc<Variant<W>>,
    searcher: &mut Searcher<W>,
    recipe: &Recipe,
    index: u64,
) -> (Game, usize) {
    // Neighbouring seeds must not give similar games.
    let mixed = (recipe.seed ^ index.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut random = SmallRng::seed_from_u64(mixed);
    searcher.clear();
    let mut position = loop {
        if let Some(opening) = opening::draw(variant, &recipe.openings, &mut random) {
            let band = if opening.changed { 2 * BAND } else { BAND };
            let look = think(searcher, &opening.position, GLANCE);
            if look.1.abs() <= band {
                break opening.position;
            }
        }
    };
    searcher.clear();
    let mut game = Game {
        index,
        fen: position.fen(),
        result: GameResult::Unfinished,
        reason: "turn limit".into(),
        turns: Vec::new(),
    };
    let mut quiet = 0;
    // As White sees them.
    let mut scores = Vec::new();
    while game.turns.len() < LONGEST {
        if let Some(outcome) = position.outcome() {
            game.result = outcome.winner.map_or(GameResult::Draw, GameResult::Win);
            game.reason = outcome.reason.text().into();
            return (game, quiet);
        }
        if let Some(result) = adjudged(&scores, position.halfmoves()) {
            game.result = result;
            game.reason = "adjudication".into();
            return (game, quiet);
        }
        let (turn, score) = think(searcher, &position, recipe.nodes);
        let Some(turn) = turn else { break };
        quiet += is_quiet(&position, &turn, score) as usize;
        scores.push(if position.side() == Color::White { score } else { -score });
        game.turns.push((position.spell(&turn), score));
        position.play(&turn);
    }
    if last(&scores, EVEN_TURNS).is_some_and(|last| last.iter().all(|score| score.abs() <= UNDECIDED)) {
        game.result = GameResult::Draw;
    }
    (game, quiet)
}

fn think<const W: usize>(
    searcher: &mut Searcher<W>,
    position: &Position<W>,
    nodes: u64,
) -> (Option<kurier::position::Turn>, i32) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let best = searcher.run(position, &limits, &Signals::default(), &mut |_| ());
    (best.turn, best.score)
}

fn last(scores: &[i32], count: usize) -> Option<&[i32]> {
    scores.get(scores.len().checked_sub(count)?..)
}

/// The result on which both sides have agreed for long enough.
fn adjudged(scores: &[i32], waited: u32) -> Option<GameResult> {
    let decided = last(scores, WON_TURNS)?;
    if decided.iter().all(|score| *score >= WON) {
        return Some(GameResult::Win(Color::White));
    }
    if decided.iter().all(|score| *score <= -WON) {
        return Some(GameResult::Win(Color::Black));
    }
    let even = last(scores, EVEN_TURNS)?.iter().all(|score| score.abs() <= EVEN);
    (even && waited >= EVEN_WAITED && scores.len() >= EVEN_AFTER).then_some(GameResult::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_cut_short_only_when_both_sides_agree() {
        assert_eq!(adjudged(&[1600; 5], 0), None);
        assert_eq!(adjudged(&[1600; 6], 0), Some(GameResult::Win(Color::White)));
        assert_eq!(adjudged(&[-1600; 6], 0), Some(GameResult::Win(Color::Black)));
        assert_eq!(adjudged(&[1600, 1600, 1400, 1600, 1600, 1600], 0), None);
        assert_eq!(adjudged(&[3; 120], 20), Some(GameResult::Draw));
        assert_eq!(adjudged(&[3; 90], 20), None);
        assert_eq!(adjudged(&[3; 120], 2), None);
    }
}
