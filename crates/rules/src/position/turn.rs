//! A turn: all moves of a player before the opponent moves again.

use super::{Move, Position, State};
use crate::board::width::compiled_natively;
use crate::board::{Square, same_mut, same_ref};
use crate::rules::PieceType;

/// The maximum number of turns that [`Position::turns`] lists. Positions of real games have a few hundred at most, but
/// a knight among forty enemy pieces could capture them in more orders than fit into memory.
pub const MAX_TURNS: usize = 1 << 14;

/// One move, or in games with chains of captures all steps of the chain. Never empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn(Steps);

/// The steps of a turn. Nearly all turns have a single step, which is stored without an allocation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Steps {
    Single(Move),
    Chain(Box<[Move]>),
}

impl Turn {
    /// Creates a turn that consists of `steps`; `None` if `steps` is empty. The turn need not be legal, see
    /// [`Position::is_legal_turn`].
    pub fn new(steps: &[Move]) -> Option<Self> {
        match steps {
            [] => None,
            [only] => Some(Self::single(*only)),
            _ => Some(Self(Steps::Chain(steps.into()))),
        }
    }

    /// Creates a turn of one step.
    #[inline]
    pub const fn single(step: Move) -> Self {
        Self(Steps::Single(step))
    }

    /// Returns the steps of the turn in order; there is at least one.
    #[inline]
    pub fn steps(&self) -> &[Move] {
        match &self.0 {
            Steps::Single(step) => std::slice::from_ref(step),
            Steps::Chain(steps) => steps,
        }
    }

    /// Returns the first step of the turn.
    #[inline]
    pub fn first(&self) -> Move {
        self.steps()[0]
    }

    /// Returns the last step of the turn; the only one, if the turn is a single move.
    #[inline]
    pub fn last(&self) -> Move {
        self.steps()[self.steps().len() - 1]
    }

    /// Returns the square that the piece leaves with its first step.
    #[inline]
    pub fn from(&self) -> Square {
        self.first().from()
    }

    /// Returns the square where the piece arrives with its last step.
    #[inline]
    pub fn to(&self) -> Square {
        self.last().to()
    }

    /// Returns the piece type that the piece promotes to; `None` if it does not promote.
    #[inline]
    pub fn promotion(&self) -> Option<PieceType> {
        self.last().promoted()
    }

    /// Returns the type of the piece that the turn puts from the hand on the square that a piece leaves; `None` if
    /// there is no such piece.
    #[inline]
    pub fn gated(&self) -> Option<PieceType> {
        self.first().gated()
    }

    /// Returns the piece type whose letter ends the turn in coordinate notation: the type that a piece promotes to, or
    /// the type of a gated piece.
    #[inline]
    pub fn suffix(&self) -> Option<PieceType> {
        self.promotion().or(self.gated())
    }

    /// Returns whether the turn captures. Every step of a chain captures.
    #[inline]
    pub fn is_capture(&self) -> bool {
        self.first().is_capture()
    }
}

impl<const W: usize> Position<W> {
    /// Returns all legal turns: single moves, and in games with chains of captures every complete route of a chain.
    /// Returns at most [`MAX_TURNS`], and none if a special rule has decided the game.
    pub fn turns(&self) -> Vec<Turn> {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> Vec<Turn> { position.list_turns() })
    }

    fn list_turns(&self) -> Vec<Turn> {
        if self.variant_end().is_some() {
            return Vec::new();
        }
        if !self.variant.definition.captures.chained {
            return self.legal_moves().into_iter().map(Turn::single).collect();
        }
        let mut turns = Vec::new();
        self.without_history().extend_turns(&mut Vec::new(), &mut turns);
        turns
    }

    fn extend_turns(&mut self, begun: &mut Vec<Move>, turns: &mut Vec<Turn>) {
        for m in self.legal_moves() {
            if turns.len() >= MAX_TURNS {
                return;
            }
            begun.push(m);
            self.make(m);
            match self.chain() {
                Some(_) => self.extend_turns(begun, turns),
                None => turns.extend(Turn::new(begun)),
            }
            self.unmake();
            begun.pop();
        }
    }

    /// Returns whether a turn is legal in this position and complete. The argument may be any turn, even one from
    /// another position.
    pub fn is_legal_turn(&self, turn: &Turn) -> bool {
        compiled_natively!(W, (position: &Position<W> = same_ref(self), turn: &Turn = turn) -> bool {
            position.is_turn(turn)
        })
    }

    fn is_turn(&self, turn: &Turn) -> bool {
        if self.variant_end().is_some() {
            return false;
        }
        if !self.variant.definition.captures.chained {
            return matches!(turn.0, Steps::Single(step) if self.is_legal(step));
        }
        let mut position = self.without_history();
        let mut steps = turn.steps().iter().enumerate();
        let legal = steps.all(|(number, step)| {
            let goes_on = number == 0 || position.chain().is_some();
            let legal = goes_on && position.is_legal(*step);
            if legal {
                position.make(*step);
            }
            legal
        });
        legal && position.chain().is_none()
    }

    /// Plays a legal turn: makes all its steps.
    pub fn play(&mut self, turn: &Turn) {
        compiled_natively!(W, (position: &mut Position<W> = same_mut(self), turn: &Turn = turn) -> () {
            turn.steps().iter().for_each(|step| position.make(*step));
        })
    }

    /// Undoes the turn that was played last, which must be `turn`.
    pub fn undo(&mut self, turn: &Turn) {
        compiled_natively!(W, (position: &mut Position<W> = same_mut(self), turn: &Turn = turn) -> () {
            turn.steps().iter().for_each(|_| position.unmake());
        })
    }

    /// Returns a copy of the position without its history: cheaper for looking ahead if repetitions do not matter.
    pub(super) fn without_history(&self) -> Self {
        Self {
            variant: self.variant.clone(),
            history: Vec::new(),
            state: State {
                hand: 0,
                ..self.state.clone()
            },
            hand: self.hand.as_deref().map(|hand| hand.alone(self.state.hand)),
            blasted: match usize::from(self.state.change_count) > self.state.changes.len() {
                true => self.changes().to_vec(),
                false => Vec::new(),
            },
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{Catalogue, Variant};

    fn position(game: &str, fen: &str) -> Position<1> {
        let definition = Catalogue::built_in().get(game).expect("the game is built in");
        Position::from_fen(Arc::new(Variant::compile(definition)), fen).expect("the FEN is good")
    }

    #[test]
    fn a_turn_is_never_empty() {
        assert_eq!(Turn::new(&[]), None);
    }

    #[test]
    fn turns_played_and_undone_leave_the_position_as_it_was() {
        for (game, fen) in [
            ("chess", "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
            ("leap64-multi", "4k3/8/3p4/8/1p1p4/8/1p6/R3K3 w - - 0 1"),
        ] {
            let mut position = position(game, fen);
            let (before, key) = (position.fen(), position.key());
            for turn in position.turns() {
                assert!(position.is_legal_turn(&turn));
                position.play(&turn);
                assert_ne!(position.fen(), before);
                assert!(!position.is_legal_turn(&turn));
                position.undo(&turn);
                assert_eq!((position.fen(), position.key()), (before.clone(), key));
            }
        }
    }

    #[test]
    fn half_a_chain_and_more_than_a_chain_are_no_turns() {
        let position = position("leap64-multi", "4k3/8/8/1p6/8/1p6/8/1R3K2 w - - 0 1");
        let chain = position.turns().into_iter().max_by_key(|turn| turn.steps().len());
        let chain = chain.expect("there are turns");
        assert_eq!(chain.steps().len(), 2);
        let begun = Turn::single(chain.first());
        let longer = Turn::new(&[chain.steps(), &[chain.last()]].concat()).expect("it has steps");
        assert!(position.is_legal_turn(&chain));
        assert!(!position.is_legal_turn(&begun));
        assert!(!position.is_legal_turn(&longer));
    }

    #[test]
    fn a_decided_game_has_no_turns() {
        let bare = position("leap64", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
        assert!(bare.variant_end().is_some());
        assert!(bare.turns().is_empty());
        let move_of_king = bare.legal_moves()[0];
        assert!(!bare.is_legal_turn(&Turn::single(move_of_king)));
    }
}
