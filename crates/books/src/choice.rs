//! Chooses one of the moves of a book.

use kurier_engine::session::{Board, Level, Value};
use kurier_rules::random::SplitMix64;

use crate::book::{Book, BookMove};

/// The number of games that weigh as much as the score of a search.
const SCORE_IS_WORTH: f64 = 20.0;
/// The number of games that make a move without a score trustworthy.
const ENOUGH_GAMES: u64 = 2;
/// The largest loss of expected points (0 to 1), compared to the best move, with which a move can still be chosen.
const WORST: f64 = 0.1;
/// The loss of expected points (0 to 1) that makes a move e times less likely to be chosen, at full variety.
const TOLERANCE: f64 = 0.05;

/// How much the choice of a book's moves varies, from 0 (always the best move) to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variety(u8);

impl Variety {
    /// The largest variety.
    pub const MOST: u8 = 100;

    /// Creates a variety; `None` if the number is larger than [`MOST`](Self::MOST).
    pub fn new(number: u8) -> Option<Self> {
        (number <= Self::MOST).then_some(Self(number))
    }

    /// Returns the number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl Default for Variety {
    fn default() -> Self {
        Self(50)
    }
}

impl From<Level> for Variety {
    /// Returns the variety for a game against a person: the largest at the lowest level, a tenth of it at full
    /// strength, where two games should still differ.
    fn from(level: Level) -> Self {
        let above = level.number() - Level::RANGE.start();
        Self(Self::MOST - above * (Self::MOST / Level::RANGE.end()))
    }
}

impl Book {
    /// Chooses one of the book's moves in a position; `None` if the book has no move there that can be trusted.
    pub fn choose(&self, board: &Board, variety: Variety, random: &mut SplitMix64) -> Option<BookMove> {
        let trusted = |known: &BookMove| known.score.is_some() || known.games() >= ENOUGH_GAMES;
        let moves: Vec<BookMove> = self.moves(board).into_iter().filter(trusted).collect();
        let promises: Vec<f64> = moves.iter().map(|known| promise(board, known)).collect();
        let best = promises.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let tolerance = TOLERANCE * f64::from(variety.0) / f64::from(Variety::MOST);
        let weight = |(known, promise): (&BookMove, &f64)| match best - promise {
            loss if loss <= 0.0 => 1.0 + known.games() as f64,
            loss if tolerance > 0.0 && loss <= WORST => (1.0 + known.games() as f64) * (-loss / tolerance).exp(),
            _ => 0.0,
        };
        let weights: Vec<f64> = moves.iter().zip(&promises).map(weight).collect();
        let mut point = random.below(1 << 32) as f64 / (1_u64 << 32) as f64 * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        moves.into_iter().nth(chosen?)
    }
}

/// Returns the expected points, from 0 to 1, of the side that makes a move, estimated from the move's games and score.
fn promise(board: &Board, known: &BookMove) -> f64 {
    let expected = known.score.map(Value::Centipawns);
    let expected = expected.map_or(0.5, |value| value.expectation(board.win_rate()));
    let points = f64::from(known.wins) + f64::from(known.draws) / 2.0;
    (points + SCORE_IS_WORTH * expected) / (known.games() as f64 + SCORE_IS_WORTH)
}
