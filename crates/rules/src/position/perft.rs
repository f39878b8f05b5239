//! Perft: counting the tree of legal moves, to prove move generation and to measure its speed.

use super::{Generate, MoveList, Position};

/// The greatest depth of a count, in turns: it sizes lists and the recursion. Nobody waits for the end of a deeper one.
pub const MAX_PERFT_DEPTH: u32 = 255;

impl<const W: usize> Position<W> {
    /// Returns the number of ways to play `depth` turns from here; depths above [`MAX_PERFT_DEPTH`] count as that.
    /// Draws by rule are ignored; a position that a special rule has decided has no moves. Where turns can be chains,
    /// each route is one turn.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.perft_until(depth, &|| false)
    }

    /// Returns the same, until `stopped` says that it is enough; then the number is none.
    pub fn perft_until(&mut self, depth: u32, stopped: &dyn Fn() -> bool) -> u64 {
        let depth = depth.min(MAX_PERFT_DEPTH);
        let mut lists = vec![MoveList::new(); depth as usize + 1];
        self.count_tree(depth, &mut lists, stopped)
    }

    fn count_tree(&mut self, depth: u32, lists: &mut [MoveList], stopped: &dyn Fn() -> bool) -> u64 {
        if depth == 0 && self.state.chain.is_none() {
            return 1;
        }
        if self.variant_end().is_some() {
            return 0;
        }
        let chained = self.variant.definition.captures.chained;
        if depth == 1 && (!chained || (self.state.chain.is_none() && !self.can_capture())) {
            return self.count_moves();
        }
        let Some((list, rest)) = lists.split_first_mut() else {
            return 0;
        };
        let mut moves = std::mem::take(list);
        moves.clear();
        self.generate(Generate::All, &mut moves);
        let mut nodes = 0;
        for m in &moves {
            // Near the leaves asking would cost more than the answer is worth; chains may go on and on there.
            if (depth > 1 || chained) && stopped() {
                break;
            }
            self.make(*m);
            nodes += match self.state.chain {
                // The turn goes on: its further steps are counted on the same level.
                Some(_) => self.perft_until(depth, stopped),
                None => self.count_tree(depth - 1, rest, stopped),
            };
            self.unmake();
        }
        *list = moves;
        nodes
    }
}
