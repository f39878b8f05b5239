//! The accumulators of all nodes from the root on. Making a move only records what it changed; an accumulator is computed
//! when it is asked for, from the nearest computed one (*lazy updates*): many nodes never ask.

use arrayvec::ArrayVec;

use super::network::Network;
use crate::position::{Change, Position};
use crate::rules::Color;

/// The squares that one move changes, at most.
const MAX_CHANGES: usize = 4;

/// The accumulators of the root and of the nodes after it.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    /// The nodes after the root.
    nodes: Vec<Node>,
    /// By node, the root first, by perspective. It grows as deep nodes are computed, and does not shrink.
    neurons: Vec<i16>,
    hidden: usize,
}

#[derive(Clone, Debug)]
struct Node {
    /// What the move to it changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Whether its neurons are up to date.
    computed: bool,
}

impl AccumulatorStack {
    /// Starts anew at a root.
    pub fn reset<const W: usize>(&mut self, network: &Network, position: &Position<W>) {
        self.hidden = network.hidden();
        self.nodes.clear();
        self.neurons.resize(2 * self.hidden, 0);
        for (perspective, neurons) in Color::BOTH.into_iter().zip(self.neurons.chunks_exact_mut(self.hidden)) {
            network.refresh(position, perspective, neurons);
        }
    }

    /// Goes to the node after a move that changed these squares, at most four.
    #[inline]
    pub fn push(&mut self, changes: &[Change]) {
        self.nodes.push(Node {
            changes: changes.iter().copied().take(MAX_CHANGES).collect(),
            computed: false,
        });
    }

    /// Goes back to the node before.
    #[inline]
    pub fn pop(&mut self) {
        self.nodes.pop();
    }

    /// The accumulators of the present node, White's and Black's, brought up to date.
    pub fn current(&mut self, network: &Network) -> [&[i16]; 2] {
        let (size, depth) = (2 * self.hidden, self.nodes.len());
        if self.neurons.len() < (depth + 1) * size {
            self.neurons.resize((depth + 1) * size, 0);
        }
        let stale = self.nodes.iter().rev().take_while(|node| !node.computed).count();
        for index in depth - stale..depth {
            let node = &mut self.nodes[index];
            node.computed = true;
            let (before, after) = self.neurons[index * size..(index + 2) * size].split_at_mut(size);
            network.update(before, after, &node.changes);
        }
        let (white, black) = self.neurons[depth * size..(depth + 1) * size].split_at(self.hidden);
        [white, black]
    }
}

impl Network {
    /// What the network adds to the hand-crafted score of a position, from scratch, see [`Network::output`].
    pub fn correction<const W: usize>(&self, position: &Position<W>) -> i32 {
        let mut stack = AccumulatorStack::default();
        stack.reset(self, position);
        self.output(stack.current(self), position.side(), position.occupied().count())
    }
}
