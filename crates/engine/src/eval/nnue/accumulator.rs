//! The accumulators of all nodes from the root on. Making a move only records what it changed; an accumulator is computed
//! when it is asked for, from the nearest computed one (*lazy updates*): many nodes never ask. Where a side's king has come
//! into another bucket since, that is no help to this side's half, which is made from the [`RefreshTable`].

use arrayvec::ArrayVec;

use super::features::View;
use super::network::Network;
use super::refresh_table::RefreshTable;
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::Color;

/// The squares that one move changes, at most.
const MAX_CHANGES: usize = 4;

/// The accumulators of the root and of the nodes after it.
#[derive(Clone, Debug, Default)]
pub struct AccumulatorStack {
    /// The root and the nodes after it; empty before the first [`reset`](Self::reset).
    nodes: Vec<Node>,
    /// By node, by perspective. It grows as deep nodes are computed, and does not shrink.
    neurons: Vec<i16>,
    hidden: usize,
    refresh_table: RefreshTable,
}

#[derive(Clone, Debug)]
struct Node {
    /// What the move to it changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// By perspective: how that side sees the board.
    views: [View; 2],
    /// By perspective: whether its neurons are up to date.
    computed: [bool; 2],
}

impl AccumulatorStack {
    /// Starts anew at a root.
    pub fn reset<const W: usize>(&mut self, network: &Network, position: &Position<W>) {
        self.hidden = network.hidden();
        self.refresh_table.reset(network);
        self.nodes.clear();
        self.nodes.push(Node {
            changes: ArrayVec::new(),
            views: Color::BOTH.map(|color| network.features.view(position, color)),
            computed: [false; 2],
        });
        // The nodes after it start from there.
        self.current(network, position);
    }

    /// Goes to the node after a move that changed these squares, at most four.
    #[inline]
    pub fn push(&mut self, network: &Network, changes: &[Change]) {
        let Some(before) = self.nodes.last() else { return };
        self.nodes.push(Node {
            changes: changes.iter().copied().take(MAX_CHANGES).collect(),
            views: before.views.map(|view| network.features.next_view(view, changes)),
            computed: [false; 2],
        });
    }

    /// Goes back to the node before.
    #[inline]
    pub fn pop(&mut self) {
        self.nodes.pop();
    }

    /// Returns the accumulators of the present node, White's and Black's, brought up to date. The position must be that
    /// of the node.
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

    /// Brings one side's half of the present node up to date.
    #[inline]
    fn compute<const W: usize>(&mut self, network: &Network, position: &Position<W>, perspective: Color) {
        let (side, hidden) = (perspective.index(), self.hidden);
        let last = self.nodes.len() - 1;
        let view = self.nodes[last].views[side];
        let mut nearest = last;
        while !self.nodes[nearest].computed[side] {
            if nearest == 0 || self.nodes[nearest - 1].views[side] != view {
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
    /// Returns what the network adds to the hand-crafted score of a position, from scratch, see [`Network::output`].
    pub fn correction<const W: usize>(&self, position: &Position<W>) -> i32 {
        let mut stack = AccumulatorStack::default();
        stack.reset(self, position);
        self.output(stack.current(self, position), position.side(), self.bucket(position))
    }
}
