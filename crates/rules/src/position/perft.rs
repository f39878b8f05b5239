//! Perft: counting the leaves of the tree of legal moves, to verify move generation and to measure its speed.

use super::{Generate, MoveList, Position};
use crate::board::same_mut;
use crate::board::width::compiled_natively;

/// The maximum depth of a count, in turns. Limits the memory for move lists and the recursion; deeper counts would
/// never finish anyway.
pub const MAX_PERFT_DEPTH: u32 = 255;

impl<const W: usize> Position<W> {
    /// Counts the ways to play `depth` turns from this position; the depth is capped at [`MAX_PERFT_DEPTH`]. Draws by
    /// rule are ignored; a position that a special rule has decided has no moves. Each route of a chain of captures
    /// counts as one turn.
    pub fn perft(&mut self, depth: u32) -> u64 {
        self.perft_until(depth, &|| false)
    }

    /// Counts as [`Position::perft`] does, but aborts once `stopped` returns `true`; the result is then meaningless.
    pub fn perft_until(&mut self, depth: u32, stopped: &dyn Fn() -> bool) -> u64 {
        compiled_natively!(
            W,
            (position: &mut Position<W> = same_mut(self), depth: u32 = depth, stopped: &dyn Fn() -> bool = stopped) -> u64 {
                position.count_turns(depth, stopped)
            }
        )
    }

    fn count_turns(&mut self, depth: u32, stopped: &dyn Fn() -> bool) -> u64 {
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
            return self.number_of_moves();
        }
        let Some((list, rest)) = lists.split_first_mut() else {
            return 0;
        };
        let mut moves = std::mem::take(list);
        moves.clear();
        self.generate(Generate::All, &mut moves);
        let mut nodes = 0;
        for m in &moves {
            // Just above the leaves, polling `stopped` would slow the count down. In games with chains, `stopped` is
            // polled even there, because a chain can be long.
            if (depth > 1 || chained) && stopped() {
                break;
            }
            self.make(*m);
            nodes += match self.state.chain {
                // A chain continues: its further steps belong to the current turn, so the depth does not decrease.
                Some(_) => self.count_turns(depth, stopped),
                None => self.count_tree(depth - 1, rest, stopped),
            };
            self.unmake();
        }
        *list = moves;
        nodes
    }
}
