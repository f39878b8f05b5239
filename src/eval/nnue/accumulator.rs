//! The hidden layers of all nodes from the root on. Making a move only notes what it changed; a layer is brought up to
//! date when it is asked for, from the nearest one that is (*lazy updates*): many nodes never ask.

use super::Network;
use crate::board::Square;
use crate::position::{Change, Piece, Position};
use crate::rules::{Color, PieceType};

/// The hidden layers by ply, each as both sides see the board.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    nodes: Vec<Node>,
    /// By ply and perspective.
    neurons: Vec<i16>,
    hidden: usize,
}

/// What a move changed.
#[derive(Clone, Copy, Debug)]
struct Node {
    changes: [Change; MOST_CHANGES],
    count: u8,
    fresh: bool,
}

/// The squares that one move changes, at most.
const MOST_CHANGES: usize = 4;

const STALE: Node = Node {
    changes: [Change {
        piece: Piece {
            piece_type: PieceType(0),
            color: Color::White,
        },
        square: Square::new(0),
        added: false,
    }; MOST_CHANGES],
    count: 0,
    fresh: false,
};

impl AccumulatorStack {
    /// Accumulators for `plies` nodes after the one at ply 0, which is at this position.
    pub fn begin<const W: usize>(&mut self, network: &Network, position: &Position<W>, plies: usize) {
        self.hidden = network.hidden();
        self.nodes.clear();
        self.nodes.resize(plies + 1, STALE);
        self.neurons.resize((plies + 1) * 2 * self.hidden, 0);
        for perspective in Color::BOTH {
            let from = perspective.index() * self.hidden;
            network.fill(position, perspective, &mut self.neurons[from..from + self.hidden]);
        }
        self.nodes[0].fresh = true;
    }

    /// Notes what the move to this ply, 1 or more, has changed. Whatever was known of the ply is out of date.
    #[inline]
    pub fn note(&mut self, ply: usize, changes: &[Change]) {
        let node = &mut self.nodes[ply];
        node.fresh = false;
        node.count = changes.len().min(MOST_CHANGES) as u8;
        for (noted, change) in node.changes.iter_mut().zip(changes) {
            *noted = *change;
        }
    }

    /// The layers of a ply, White's view and Black's, brought up to date.
    pub fn at(&mut self, network: &Network, ply: usize) -> [&[i16]; 2] {
        let stale = self.nodes[..=ply].iter().rev().take_while(|node| !node.fresh).count();
        for ply in ply + 1 - stale..=ply {
            self.refresh(network, ply);
        }
        let (white, black) = self.neurons[ply * 2 * self.hidden..(ply + 1) * 2 * self.hidden].split_at(self.hidden);
        [white, black]
    }

    /// Makes the layers of a ply from those of the ply before, which are up to date.
    fn refresh(&mut self, network: &Network, ply: usize) {
        let size = 2 * self.hidden;
        let node = &mut self.nodes[ply];
        node.fresh = true;
        let (before, after) = self.neurons[(ply - 1) * size..(ply + 1) * size].split_at_mut(size);
        network.update(before, after, &node.changes[..usize::from(node.count)]);
    }
}
