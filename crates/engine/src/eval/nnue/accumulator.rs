//! The stack of accumulators for the nodes from the root to the current node. Making a move only records its changes.
//! An accumulator is computed on demand, from the nearest ancestor whose accumulator has been computed (*lazy
//! updates*), because many nodes never need their accumulators. If the king of a perspective has since moved to another
//! king bucket, or a move has changed many squares, the accumulator is computed from the [`RefreshTable`].

use arrayvec::ArrayVec;

use super::features::View;
use super::network::Network;
use super::refresh_table::RefreshTable;
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::Color;

/// The maximum number of changes (pieces added or removed) in one move for which accumulators are updated
/// incrementally.
const MAX_CHANGES: usize = 4;

/// The accumulators of all nodes from the root to the current node.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    /// The nodes from the root to the current node; empty before the first [`reset`](Self::reset).
    nodes: Vec<Node>,
    /// The accumulators, by node and perspective. The vector grows when deeper nodes are computed, and never shrinks.
    neurons: Vec<i16>,
    /// The number of hidden neurons of each perspective.
    hidden: usize,
    refresh_table: RefreshTable,
}

/// A node of the stack.
#[derive(Clone, Debug)]
struct Node {
    /// The changes made by the move that led to the node.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// Whether the move made more than [`MAX_CHANGES`] changes, as a capture that blasts may do, so that `changes` does
    /// not hold all of them.
    many: bool,
    /// How each side sees the board, by perspective.
    views: [View; 2],
    /// Whether the accumulator has been computed, by perspective.
    computed: [bool; 2],
}

impl AccumulatorStack {
    /// Resets the stack to a root position.
    pub fn reset<const W: usize>(&mut self, network: &Network, position: &Position<W>) {
        self.hidden = network.hidden();
        self.refresh_table.reset(network);
        self.nodes.clear();
        self.nodes.push(Node {
            changes: ArrayVec::new(),
            many: false,
            views: Color::BOTH.map(|color| network.features.view(position, color)),
            computed: [false; 2],
        });
        // Compute the root's accumulators now, so that later nodes can be updated from them.
        self.current(network, position);
    }

    /// Enters the node after a move that made the given changes. Does nothing before the first
    /// [`reset`](Self::reset).
    #[inline]
    pub fn push(&mut self, network: &Network, changes: &[Change]) {
        let Some(before) = self.nodes.last() else { return };
        let [white, black] = before.views;
        let next_view = |view| network.features.next_view(view, changes);
        self.nodes.push(Node {
            changes: ArrayVec::try_from(&changes[..changes.len().min(MAX_CHANGES)]).unwrap_or_default(),
            many: changes.len() > MAX_CHANGES,
            views: [next_view(white), next_view(black)],
            computed: [false; 2],
        });
    }

    /// Returns to the parent node.
    #[inline]
    pub fn pop(&mut self) {
        self.nodes.pop();
    }

    /// Computes the accumulators of the current node if necessary, and returns White's and Black's. `position` must be
    /// the position of the node.
    pub fn current<const W: usize>(&mut self, network: &Network, position: &Position<W>) -> [&[i16]; 2] {
        let (size, count) = (2 * self.hidden, self.nodes.len());
        if self.neurons.len() < count * size {
            self.neurons.resize(count * size, 0);
        }
        for perspective in Color::BOTH {
            self.compute(network, position, perspective);
        }
        let (white, black) = self.neurons[(count - 1) * size..count * size].split_at(self.hidden);
        [white, black]
    }

    /// Computes the accumulator of one perspective at the current node, unless it has been computed already.
    #[inline]
    fn compute<const W: usize>(&mut self, network: &Network, position: &Position<W>, perspective: Color) {
        let (side, hidden) = (perspective.index(), self.hidden);
        let last = self.nodes.len() - 1;
        let view = self.nodes[last].views[side];
        let mut nearest = last;
        while !self.nodes[nearest].computed[side] {
            if nearest == 0 || self.nodes[nearest - 1].views[side] != view || self.nodes[nearest].many {
                let start = (2 * last + side) * hidden;
                let accumulator = &mut self.neurons[start..start + hidden];
                self.refresh_table.refresh(network, position, view, accumulator);
                self.nodes[last].computed[side] = true;
                return;
            }
            nearest -= 1;
        }
        for index in nearest + 1..=last {
            let node = &mut self.nodes[index];
            let (before, after) = self.neurons[(2 * index - 2 + side) * hidden..].split_at_mut(2 * hidden);
            network.update::<MAX_CHANGES>(&before[..hidden], &mut after[..hidden], view, &node.changes);
            node.computed[side] = true;
        }
    }
}

impl Network {
    /// Computes the correction to the hand-crafted score of a position from scratch; see [`Network::output`].
    pub fn correction<const W: usize>(&self, position: &Position<W>) -> i32 {
        let mut stack = AccumulatorStack::default();
        stack.reset(self, position);
        self.output(stack.current(self, position), position.side(), self.bucket(position))
    }
}
