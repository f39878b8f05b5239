//! The refresh table (*Finny table*, introduced by Koivisto). For each view it stores the accumulator of the last
//! refresh and the board for which the accumulator was computed. The next refresh of a view starts from the stored
//! accumulator, because the boards usually differ in only a few pieces.

use arrayvec::ArrayVec;

use super::features::View;
use super::network::Network;
use kurier_rules::board::{Shape, Square};
use kurier_rules::position::{Change, Piece, Position};
use kurier_rules::rules::Color;

/// The refresh table for one network.
#[derive(Clone, Debug, Default)]
pub(super) struct RefreshTable {
    /// The boards of the last refreshes, by view and square.
    boards: Vec<Option<Piece>>,
    /// The accumulators of the last refreshes, by view and neuron.
    neurons: Vec<i16>,
}

impl RefreshTable {
    /// Resets the table for a network: all boards are empty, and all accumulators hold the biases.
    pub fn reset(&mut self, network: &Network) {
        let views = Color::BOTH.len() * network.features.buckets();
        self.boards.clear();
        self.boards.resize(views * network.features.squares(), None);
        self.neurons.clear();
        self.neurons
            .extend(network.parameters.biases.iter().cycle().take(views * network.hidden()));
    }

    /// Computes the accumulator of a position for a view. Not inlined, because its lists are large and most nodes need
    /// no refresh.
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
