//! A position and the turns that led to it, for one board width.

use std::sync::Arc;

use crate::eval::WinRateModel;
use kurier_rules::board::{Square, WidthFamily};
use kurier_rules::position::{FenError, Position, Turn};
use kurier_rules::rules::{Definition, RightKind, Variant};

/// The family of [`History`] for all board widths.
#[derive(Clone, Debug)]
pub(super) struct Histories;

impl WidthFamily for Histories {
    type Of<const W: usize> = Box<History<W>>;
}

/// A position on a board of `W` words, and the turns that led to it.
#[derive(Clone, Debug)]
pub(super) struct History<const W: usize> {
    pub position: Position<W>,
    pub turns: Vec<Turn>,
    /// The model that translates scores of this variant into the chances of a win, a draw and a loss.
    pub win_rate: WinRateModel,
}

impl<const W: usize> History<W> {
    /// Creates the start position of a variant, with no turns played.
    pub fn start(definition: &Arc<Definition>) -> Box<Self> {
        let variant = Arc::new(Variant::compile(definition.clone()));
        Box::new(Self {
            position: Position::start(variant),
            turns: Vec::new(),
            win_rate: WinRateModel::of(definition),
        })
    }

    /// Sets up another position of the variant and clears the history; see [`Board::set_up`](super::Board::set_up).
    pub fn set_up(&mut self, fen: Option<&str>) -> Result<(), FenError> {
        let variant = self.position.variant().clone();
        self.position = match fen {
            Some(fen) => Position::from_fen(variant, fen)?,
            None => Position::start(variant),
        };
        self.turns.clear();
        Ok(())
    }

    /// Returns the sorted squares of the pieces that may castle, make a special first move, or gate.
    pub fn rights(&self) -> Vec<Square> {
        let held = self.position.rights();
        let rights = self.position.variant().rights.iter().enumerate();
        let rights = rights.filter(|(number, _)| held >> number & 1 != 0);
        let mut squares: Vec<Square> = rights
            .map(|(_, right)| match &right.kind {
                RightKind::Castling { rook, .. } => rook.0,
                RightKind::Leaps { square, .. } | RightKind::Gate { square } => *square,
            })
            .collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Plays a turn if it is legal. Returns whether the turn was legal.
    pub fn play(&mut self, turn: &Turn) -> bool {
        let legal = self.position.is_legal_turn(turn);
        if legal {
            self.position.play(turn);
            self.turns.push(turn.clone());
        }
        legal
    }

    /// Takes back the last turn and returns it, or `None` if no turn has been played.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.position.undo(&turn);
        Some(turn)
    }
}
