//! The prelude: moves with which each side begins the game, and which its pieces need not be able to make otherwise.

use std::collections::BTreeMap;

use super::{Color, PieceType, Rules};
use crate::board::Square;

/// The moves with which each side begins the game.
///
/// A side's prelude is never longer than its list of moves: after that, its pieces move by their ordinary rules alone.
/// So the position and the move number of a FEN determine how much of a prelude has been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prelude {
    /// By colour: the moves, from one square to another. They neither capture nor promote nor give check.
    pub moves: [Vec<(Square, Square)>; 2],
    /// Whether a side may play its moves in any order; otherwise in the order of the list.
    pub any_order: bool,
    /// Whether a side may play other moves instead.
    pub optional: bool,
    /// By colour: the move number of the side's first move of the game.
    pub first: [u32; 2],
}

impl Prelude {
    /// The maximum number of moves of a side.
    pub const MAX_MOVES: usize = 16;

    /// Returns the first move number at which neither side plays moves of the prelude any more.
    pub fn end(&self) -> u32 {
        let over = |(first, moves): (&u32, &Vec<_>)| first + moves.len() as u32;
        self.first.iter().zip(&self.moves).map(over).max().unwrap_or(1)
    }

    /// Returns the move number of each side's first move in a game that starts with this FEN, in which `mover` is to
    /// move.
    pub(super) fn first_numbers(start: &str, mover: Color) -> [u32; 2] {
        // The counters are the only fields after the side to move that are numbers.
        let fields = start.split_whitespace().skip(2);
        let mut numbers = fields.filter_map(|field| field.parse::<u32>().ok());
        let number = numbers.nth(1).unwrap_or(1).max(1);
        [number + u32::from(mover == Color::Black), number]
    }
}

impl Rules {
    /// Returns the moves of the prelude that a side may play next if `number` is the move number and `own` returns the
    /// type of the side's piece on a square. There are none once the side has made as many moves as its list has, or if
    /// its pieces do not stand as they would after some of these moves. Whether the moves are legal is not tested.
    pub fn prelude_moves(
        &self,
        color: Color,
        number: u32,
        own: &dyn Fn(Square) -> Option<PieceType>,
    ) -> Vec<(Square, Square)> {
        let Some(prelude) = &self.prelude else {
            return Vec::new();
        };
        let moves = &prelude.moves[color.index()];
        let made = number.saturating_sub(prelude.first[color.index()]) as usize;
        if made >= moves.len() {
            return Vec::new();
        }
        let men: Men = self.shape.squares().filter_map(|at| Some((at, own(at)?))).collect();
        let mut expected = self.men_at_start(color);
        if prelude.any_order {
            let is_made = |(from, to): &(Square, Square)| men.contains_key(to) && !men.contains_key(from);
            let (made, left): (Vec<_>, Vec<_>) = moves.iter().copied().partition(is_made);
            made.into_iter().for_each(|step| play(&mut expected, step));
            return if expected == men { left } else { Vec::new() };
        }
        for step in moves {
            if expected == men {
                return vec![*step];
            }
            play(&mut expected, *step);
        }
        Vec::new()
    }

    /// Returns the pieces of a side at the start.
    pub(super) fn men_at_start(&self, color: Color) -> Men {
        let man = |at: Square| match self.array[at.index()] {
            Some((piece_type, owner)) if owner == color => Some((at, piece_type)),
            _ => None,
        };
        self.shape.squares().filter_map(man).collect()
    }

    /// Returns the rules of the game after its prelude; see
    /// [`Definition::after_prelude`](super::Definition::after_prelude).
    pub(super) fn after_prelude(&self) -> Option<Self> {
        let prelude = self.prelude.as_ref().filter(|prelude| !prelude.optional)?;
        let mut array = self.array.clone();
        for (from, to) in prelude.moves.iter().flatten() {
            array[to.index()] = array[from.index()].take();
        }
        let rest = self.start.split_once(' ').map_or("", |(_, rest)| rest);
        let start = format!("{} {rest}", self.spell_placement(|square| array[square.index()]));
        Some(Self {
            start,
            array,
            prelude: None,
            ..self.clone()
        })
    }
}

/// The pieces of a side, by their squares.
pub(super) type Men = BTreeMap<Square, PieceType>;

/// Moves the piece on the first square, if there is one, to the second square.
pub(super) fn play(men: &mut Men, (from, to): (Square, Square)) {
    if let Some(man) = men.remove(&from) {
        men.insert(to, man);
    }
}
