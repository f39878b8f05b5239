//! A turn: all that a player does before the opponent moves.

use super::{Move, Position};
use crate::board::Square;
use crate::rules::PieceType;

/// The most turns that [`Position::turns`] lists. Real games have a few hundred at most, but a knight among forty pieces
/// could capture them in more orders than fit into memory.
pub const MAX_TURNS: usize = 1 << 14;

/// One move, or in games with chains of captures every step of the chain. Never empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn(Steps);

/// A single step, which nearly all turns are, needs no memory of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Steps {
    Single(Move),
    Chain(Box<[Move]>),
}

impl Turn {
    /// Creates the turn of these steps; `None` if there are none. Whether it is legal is for
    /// [`Position::is_legal_turn`] to say.
    pub fn new(steps: &[Move]) -> Option<Self> {
        match steps {
            [] => None,
            [only] => Some(Self::single(*only)),
            _ => Some(Self(Steps::Chain(steps.into()))),
        }
    }

    /// Returns the turn of one step.
    #[inline]
    pub const fn single(step: Move) -> Self {
        Self(Steps::Single(step))
    }

    /// Returns the steps in their order, at least one.
    #[inline]
    pub fn steps(&self) -> &[Move] {
        match &self.0 {
            Steps::Single(step) => std::slice::from_ref(step),
            Steps::Chain(steps) => steps,
        }
    }

    /// Returns the first step.
    #[inline]
    pub fn first(&self) -> Move {
        self.steps()[0]
    }

    /// Returns the last step.
    #[inline]
    pub fn last(&self) -> Move {
        self.steps()[self.steps().len() - 1]
    }

    /// Returns where the piece comes from.
    #[inline]
    pub fn from(&self) -> Square {
        self.first().from()
    }

    /// Returns where the piece arrives after the last step.
    #[inline]
    pub fn to(&self) -> Square {
        self.last().to()
    }

    /// Returns what the piece is promoted to.
    #[inline]
    pub fn promotion(&self) -> Option<PieceType> {
        self.last().promoted()
    }

    /// Returns whether it is a capture.
    #[inline]
    pub fn is_capture(&self) -> bool {
        self.first().is_capture()
    }
}

impl<const W: usize> Position<W> {
    /// Returns all legal turns: single moves, or where captures are chained every route from beginning to end. At most
    /// [`MAX_TURNS`]. A position that is already decided has none.
    pub fn turns(&self) -> Vec<Turn> {
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

    /// Returns whether the turn is legal here, and whole. Any turn may be asked about, also one of another position.
    pub fn is_legal_turn(&self, turn: &Turn) -> bool {
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

    /// Plays a legal turn.
    pub fn play(&mut self, turn: &Turn) {
        turn.steps().iter().for_each(|step| self.make(*step));
    }

    /// Takes back the turn that was played last.
    pub fn undo(&mut self, turn: &Turn) {
        turn.steps().iter().for_each(|_| self.unmake());
    }

    /// Returns the position without the moves that led to it: for looking ahead, where repetition does not matter.
    pub(super) fn without_history(&self) -> Self {
        Self {
            variant: self.variant.clone(),
            history: Vec::new(),
            state: self.state.clone(),
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
