//! For each way in which a side may see the board: the accumulator that was last computed without one before it, and the
//! board it was computed for. The next one differs in a few pieces only, and is made from it (*Finny table*, Koivisto).

use arrayvec::ArrayVec;

use super::features::View;
use super::network::Network;
use kurier_rules::board::{Shape, Square};
use kurier_rules::position::{Change, Piece, Position};
use kurier_rules::rules::Color;

/// The table of one game's network.
#[derive(Clone, Debug, Default)]
pub(super) struct RefreshTable {
    /// By view, by square.
    boards: Vec<Option<Piece>>,
    /// By view, by neuron.
    neurons: Vec<i16>,
}

impl RefreshTable {
    /// Starts anew for a network: with empty boards.
    pub fn reset(&mut self, network: &Network) {
        let views = Color::BOTH.len() * network.features.buckets();
        self.boards.clear();
        self.boards.resize(views * network.features.squares(), None);
        self.neurons.clear();
        self.neurons
            .extend(network.parameters.biases.iter().cycle().take(views * network.hidden()));
    }

    /// Computes the accumulator of a position as it is seen in this way. Not inlined: its lists are large, and most nodes do
    /// without.
    #[inline(never)]
    pub fn refresh<const W: usize>(
        &mut self,
        network: &Network,
        position: &Position<W>,
        view: View,
        accumulator: &mut [i16],
    ) {
        let (squares, hidden) = (network.features.squares(), network.hidden());
        let entry = view.perspective.index() * network.features.buckets() + usize::from(view.bucket);
        let board = &mut self.boards[entry * squares..(entry + 1) * squares];
        let neurons = &mut self.neurons[entry * hidden..(entry + 1) * hidden];
        let mut changes = ArrayVec::<Change, { 2 * Shape::MAX_SQUARES }>::new();
        for (square, before) in board.iter_mut().enumerate() {
            let square = Square::new(square);
            let now = position.piece_at(square);
            if now != *before {
                let change = |added| move |piece| Change { piece, square, added };
                changes.extend(before.map(change(false)));
                changes.extend(now.map(change(true)));
                *before = now;
            }
        }
        network.update::<{ Shape::MAX_SQUARES }>(neurons, accumulator, view, &changes);
        neurons.copy_from_slice(accumulator);
    }
}
