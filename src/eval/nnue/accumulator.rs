//! The accumulators of all nodes from the root on. Making a move only records what it changed; an accumulator is computed
//! when it is asked for, from the nearest computed one (*lazy updates*): many nodes never ask. Where a king has come
//! into another bucket since, that is no help, and it is computed from scratch.

use arrayvec::ArrayVec;

use super::features::View;
use super::network::Network;
use crate::position::{Change, Position};
use crate::rules::Color;

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
}

#[derive(Clone, Debug)]
struct Node {
    /// What the move to it changed.
    changes: ArrayVec<Change, MAX_CHANGES>,
    /// By perspective: how that side sees the board.
    views: [View; 2],
    /// Whether its neurons are up to date.
    computed: bool,
}

impl AccumulatorStack {
    /// Starts anew at a root.
    pub fn reset<const W: usize>(&mut self, network: &Network, position: &Position<W>) {
        self.hidden = network.hidden();
        self.nodes.clear();
        self.nodes.push(Node {
            changes: ArrayVec::new(),
            views: Color::BOTH.map(|color| network.features.view(position, color)),
            computed: false,
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
            computed: false,
        });
    }

    /// Goes back to the node before.
    #[inline]
    pub fn pop(&mut self) {
        self.nodes.pop();
    }

    /// The accumulators of the present node, White's and Black's, brought up to date. The position must be that of the
    /// node.
    pub fn current<const W: usize>(&mut self, network: &Network, position: &Position<W>) -> [&[i16]; 2] {
        let (size, count) = (2 * self.hidden, self.nodes.len());
        if self.neurons.len() < count * size {
            self.neurons.resize(count * size, 0);
        }
        self.compute(network, position);
        let (white, black) = self.neurons[(count - 1) * size..count * size].split_at(self.hidden);
        [white, black]
    }

    #[inline]
    fn compute<const W: usize>(&mut self, network: &Network, position: &Position<W>) {
        let Some((present, before)) = self.nodes.split_last_mut() else {
            return;
        };
        if present.computed {
            return;
        }
        present.computed = true;
        let (size, last, views) = (2 * self.hidden, before.len(), present.views);
        let nearest = before.iter().rposition(|node| node.computed);
        let Some(nearest) = nearest.filter(|nearest| before[*nearest].views == views) else {
            network.refresh(position, views, &mut self.neurons[last * size..(last + 1) * size]);
            return;
        };
        for (index, node) in self.nodes.iter_mut().enumerate().skip(nearest + 1) {
            // No use to the nodes after it if a king is in another bucket there.
            node.computed = node.views == views;
            let (before, after) = self.neurons[(index - 1) * size..(index + 1) * size].split_at_mut(size);
            network.update(before, after, views, &node.changes);
        }
    }
}

impl Network {
    /// What the network adds to the hand-crafted score of a position, from scratch, see [`Network::output`].
    pub fn correction<const W: usize>(&self, position: &Position<W>) -> i32 {
        let mut stack = AccumulatorStack::default();
        stack.reset(self, position);
        self.output(stack.current(self, position), position.side(), self.bucket(position))
    }
}
