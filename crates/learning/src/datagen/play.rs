//! Plays one self-play game.

use std::sync::Arc;

use kurier_engine::search::{Limits, Searcher, Signals};
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, Variant};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::opening::{Opening, random_opening};
use super::{DatagenConfig, Openings};
use crate::archive::{Game, GameResult};
use crate::replay::is_quiet;

/// The number of nodes of the search that judges an opening.
const OPENING_NODES: u64 = 500;
/// The number of random openings after which a game begins from the start position instead. Variants in which random
/// turns end the game at once, or always favour one side, have no balanced openings.
const MAX_ATTEMPTS: u32 = 1000;
/// A game is adjudicated as won if the scores of both sides' searches give the winner at least this advantage, in
/// centipawns, in each of the last [`WIN_TURNS`] turns.
const WIN_SCORE: i32 = 1500;
/// The number of consecutive turns, of both sides together, that must satisfy [`WIN_SCORE`].
const WIN_TURNS: usize = 6;
/// A game is adjudicated as drawn if the scores of both sides' searches are within this many centipawns of equality in
/// each of the last [`DRAW_TURNS`] turns, and if [`DRAW_HALFMOVES`] and [`DRAW_FROM`] allow it.
const DRAW_SCORE: i32 = 12;
/// The number of consecutive turns, of both sides together, that must satisfy [`DRAW_SCORE`].
const DRAW_TURNS: usize = 16;
/// Draws are adjudicated only if at least this many plies have passed since the last capture or pawn move.
const DRAW_HALFMOVES: u32 = 12;
/// Draws are adjudicated only after at least this many turns.
const DRAW_FROM: usize = 100;
/// Games are stopped after this many turns of both sides together.
pub(crate) const MAX_TURNS: usize = 400;
/// A stopped game counts as a draw if each of the last [`DRAW_TURNS`] scores is within this many centipawns of
/// equality.
const UNDECIDED: i32 = 150;

/// Creates the random generator of a game: stream `index` of the generator with this seed.
pub fn game_rng(seed: u64, index: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(index);
    random
}

/// Returns the position of a random opening in which, according to `searcher`, neither side has a large advantage.
pub(crate) fn balanced<const W: usize>(
    variant: &Arc<Variant<W>>,
    searcher: &mut Searcher<W>,
    openings: &Openings,
    random: &mut ChaCha8Rng,
) -> Position<W> {
    balanced_opening(variant, searcher, openings, random).position
}

/// Generates random openings until `searcher` judges one of them to be balanced; otherwise returns the start position.
/// Clears the searcher before and after.
fn balanced_opening<const W: usize>(
    variant: &Arc<Variant<W>>,
    searcher: &mut Searcher<W>,
    openings: &Openings,
    random: &mut ChaCha8Rng,
) -> Opening<W> {
    searcher.clear();
    let mut attempts = (0..MAX_ATTEMPTS).filter_map(|_| random_opening(variant, openings, random));
    let found = attempts.find(|opening| {
        let (_, score) = think(searcher, &opening.position, OPENING_NODES);
        score.abs() <= opening.max_score
    });
    searcher.clear();
    found.unwrap_or_else(|| Opening::start(variant))
}

/// Plays the game with the number `index`. Returns the game, and how many of its positions are quiet.
pub(super) fn play<const W: usize>(
    variant: &Arc<Variant<W>>,
    searcher: &mut Searcher<W>,
    config: &DatagenConfig,
    index: u64,
) -> (Game, usize) {
    let mut random = game_rng(config.search.seed, index);
    let Opening {
        mut position,
        played_out,
        ..
    } = balanced_opening(variant, searcher, &config.openings, &mut random);
    let mut game = Game {
        index,
        fen: position.fen(),
        result: GameResult::Unfinished,
        reason: "turn limit".into(),
        turns: Vec::new(),
    };
    let mut quiet = 0;
    // Scores in centipawns from White's point of view.
    let mut scores = Vec::new();
    while game.turns.len() < MAX_TURNS {
        if let Some(outcome) = position.outcome() {
            game.result = outcome.winner.map_or(GameResult::Draw, GameResult::Win);
            game.reason = outcome.reason.text().into();
            return (game, quiet);
        }
        if let Some(result) = adjudicated(&scores, position.halfmoves(), played_out) {
            game.result = result;
            game.reason = "adjudication".into();
            return (game, quiet);
        }
        let (turn, score) = think(searcher, &position, config.search.nodes);
        let Some(turn) = turn else { break };
        quiet += is_quiet(&position, &turn, score) as usize;
        scores.push(if position.side() == Color::White { score } else { -score });
        game.turns.push((position.spell(&turn), score));
        position.play(&turn);
    }
    if last(&scores, DRAW_TURNS).is_some_and(|last| last.iter().all(|score| score.abs() <= UNDECIDED)) {
        game.result = GameResult::Draw;
    }
    (game, quiet)
}

/// Searches a position. Returns the best turn, or `None` if there is no legal turn, and the score in centipawns from
/// the point of view of the side to move.
pub fn think<const W: usize>(
    searcher: &mut Searcher<W>,
    position: &Position<W>,
    nodes: u64,
) -> (Option<kurier_rules::position::Turn>, i32) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let best = searcher.run(position, &limits, &Signals::default(), &mut |_| ());
    (best.turn, best.score)
}

/// Returns the last `count` scores, or `None` if there are fewer scores.
fn last(scores: &[i32], count: usize) -> Option<&[i32]> {
    scores.get(scores.len().checked_sub(count)?..)
}

/// Returns the result of a game that can be adjudicated, or `None` if the game must continue. `scores` are the scores
/// so far, from White's point of view; `halfmoves` is the number of plies since the last capture or pawn move. If
/// `played_out` is set, the game is never adjudicated as won.
pub(crate) fn adjudicated(scores: &[i32], halfmoves: u32, played_out: bool) -> Option<GameResult> {
    if !played_out {
        let decided = last(scores, WIN_TURNS)?;
        if decided.iter().all(|score| *score >= WIN_SCORE) {
            return Some(GameResult::Win(Color::White));
        }
        if decided.iter().all(|score| *score <= -WIN_SCORE) {
            return Some(GameResult::Win(Color::Black));
        }
    }
    let even = last(scores, DRAW_TURNS)?.iter().all(|score| score.abs() <= DRAW_SCORE);
    (even && halfmoves >= DRAW_HALFMOVES && scores.len() >= DRAW_FROM).then_some(GameResult::Draw)
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;
    use rand::RngCore;

    use super::*;

    #[test]
    fn endgames_have_few_pieces_and_are_played_out() {
        for name in ["chess", "courier", "leap", "shatranj"] {
            let variant = Arc::new(Variant::<2>::compile(
                Catalogue::built_in().get(name).expect("a built-in game"),
            ));
            let openings = Openings {
                endgames: 1.0,
                ..Openings::default()
            };
            let mut random = game_rng(1, 0);
            let opening = std::iter::repeat_with(|| random_opening(&variant, &openings, &mut random))
                .flatten()
                .next();
            let opening = opening.expect("an endgame");
            assert!(opening.position.occupied().count() <= 14, "{name}");
            assert!(opening.played_out, "{name}");
        }
    }

    /// Checks that a seed gives the same games on every machine and in every later version.
    #[test]
    fn random_choices_are_the_recorded_ones() {
        let first = |seed, index| game_rng(seed, index).next_u64();
        assert_eq!(
            [first(1, 0), first(1, 1), first(2, 0)],
            [7424550030962593201, 15715005604373573095, 16257866876066601925]
        );
        let opening = |name: &str, index| {
            let variant = Arc::new(Variant::<2>::compile(
                Catalogue::built_in().get(name).expect("a built-in game"),
            ));
            let mut random = game_rng(1, index);
            let mut openings = std::iter::repeat_with(|| random_opening(&variant, &Openings::default(), &mut random));
            openings.find_map(|opening| opening).expect("an opening").position.fen()
        };
        assert_eq!(
            [opening("courier", 0), opening("courier", 1)],
            [
                "rne1mk1wbe2/1ppp4pp1r/4p1fp2pn/p10p/P5PF3P/E1N9/1PPPPPKPPPPR/3BM2WBEN1 w - - 0 6",
                "rnebmkw1benr/1ppp3p1pp1/4pp2p3/p4fp4p/P5PP3P/6K1P2N/1PPPPP1F1PP1/RNEBM2WBE1R w - - 1 8"
            ]
        );
    }

    #[test]
    fn games_are_adjudicated_only_when_both_sides_agree() {
        assert_eq!(adjudicated(&[1600; 5], 0, false), None);
        assert_eq!(adjudicated(&[1600; 6], 0, false), Some(GameResult::Win(Color::White)));
        assert_eq!(adjudicated(&[-1600; 6], 0, false), Some(GameResult::Win(Color::Black)));
        assert_eq!(adjudicated(&[1600, 1600, 1400, 1600, 1600, 1600], 0, false), None);
        assert_eq!(adjudicated(&[3; 120], 20, false), Some(GameResult::Draw));
        assert_eq!(adjudicated(&[3; 90], 20, false), None);
        assert_eq!(adjudicated(&[3; 120], 2, false), None);
        assert_eq!(adjudicated(&[1600; 6], 0, true), None);
        assert_eq!(adjudicated(&[-1600; 6], 0, true), None);
        assert_eq!(adjudicated(&[3; 120], 20, true), Some(GameResult::Draw));
    }
}
