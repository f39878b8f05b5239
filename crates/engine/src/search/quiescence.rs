//! Quiescence search: captures and promotions only (in check, all evasions), until the position is quiet enough for
//! static evaluation.

use std::ops::ControlFlow;

use super::move_picker::{Context, MovePicker, Quiets, captured};
use super::node_start::NodeStart;
use super::score::{INFINITE, MATE_IN_MAX, NO_SCORE, is_mate};
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use kurier_rules::position::Move;

impl<const W: usize> Worker<'_, W> {
    /// Searches captures and promotions (all moves in check, or if a capture or a chain is forced) until the position
    /// is quiet, and returns the score. `depth` is 0 at first and decreases with each turn.
    pub fn quiescence<const PV: bool>(&mut self, ply: usize, alpha: Score, beta: Score, depth: i32) -> Score {
        let NodeStart {
            mut alpha,
            in_check,
            turns,
            key,
            tt_entry,
        } = match self.begin_node::<PV>(ply, alpha, beta, Move::NONE) {
            ControlFlow::Continue(start) => start,
            ControlFlow::Break(score) => return score,
        };
        if let Some(entry) = self.table_cutoff::<PV>(tt_entry, 0, beta) {
            return entry.score;
        }

        // A chain must be continued, even if it loses material.
        let chain = self.position.chain().is_some();
        let forced_plies = self.profile.parameters.quiescence_forced_plies();
        let forced = chain || self.profile.forced && depth > -forced_plies && self.position.can_capture();
        let mut raw_eval = NO_SCORE;
        let mut best_score = -INFINITE;
        let mut futility_base = -INFINITE;
        if !in_check && !forced {
            let static_eval;
            (raw_eval, static_eval) = self.evaluate(ply, tt_entry.as_ref());
            best_score = static_eval;
            if let Some(entry) = tt_entry
                && !is_mate(entry.score)
                && entry.allows_cutoff(best_score + 1)
            {
                best_score = entry.score;
            }
            if best_score >= beta {
                if tt_entry.is_none() {
                    self.table.store(key, turns, Entry::evaluation_only(raw_eval, false));
                }
                return if is_mate(best_score) {
                    best_score
                } else {
                    (best_score + beta) / 2
                };
            }
            alpha = alpha.max(best_score);
            futility_base = static_eval + self.profile.margin(self.profile.parameters.quiescence_margin());
        }

        let known_move = tt_entry.map_or(Move::NONE, |entry| entry.best_move);
        let all = in_check || forced;
        let tt_move = if (all || known_move.is_noisy()) && self.position.is_legal(known_move) {
            known_move
        } else {
            Move::NONE
        };
        let continuations = self.data.stack.continuations(ply);
        let mut picker = if all {
            MovePicker::new(&self.data.moves, tt_move, [Move::NONE; 3], continuations)
        } else {
            MovePicker::noisy(&self.data.moves, tt_move, 0)
        };
        let mut best_move = Move::NONE;
        let mut move_count = 0;
        // Deep in the quiescence search, only the best capture and recaptures are searched.
        let only_recaptures = !all && depth <= -self.profile.quiescence_wide_plies;
        let original_alpha = alpha;

        while let Some(m) = self.next_move(&mut picker) {
            move_count += 1;
            if only_recaptures && move_count > 1 && !self.is_recapture(ply, m) {
                continue;
            }
            if !all && !is_mate(best_score) && m.promoted().is_none() {
                // Delta pruning: even capturing the piece without any loss would not raise the score above alpha.
                let futility_value = futility_base + self.captured_value(m);
                if futility_value <= alpha {
                    best_score = best_score.max(futility_value);
                    continue;
                }
                if self.profile.crowded && self.gains_too_little(m, futility_base, alpha) {
                    best_score = best_score.max(futility_base);
                    continue;
                }
            }
            if in_check && !forced && best_score > -MATE_IN_MAX {
                // An evasion that avoids mate has been found: skip the remaining quiet evasions and losing captures.
                picker.limit_quiets(Quiets::None);
                if picker.is_bad_noisy() {
                    continue;
                }
            }
            let same_side = self.make(ply, m);
            let score = if same_side {
                self.quiescence::<PV>(ply + 1, alpha, beta, depth)
            } else {
                -self.quiescence::<PV>(ply + 1, -beta, -alpha, depth - 1)
            };
            self.unmake();
            if self.stopped {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.data.pv_table.set(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.finish(&mut self.data.moves);
        if self.stopped {
            return 0;
        }
        if move_count == 0 && all {
            return self.no_legal_moves(ply);
        }
        let bound = if best_score >= beta {
            Bound::Lower
        } else if PV && best_score > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let pv = tt_entry.is_some_and(|entry| entry.pv);
        self.table.store(
            key,
            turns,
            Entry {
                best_move,
                score: best_score,
                raw_eval,
                depth: 0,
                bound,
                pv,
            },
        );
        best_score
    }

    /// Returns the next move of a picker at the current position, and prefetches the table's bucket for the position
    /// after the move. Memory access takes longer than making a move, so the prefetch begins before it is known whether
    /// the move will be searched.
    #[inline]
    pub fn next_move(&mut self, picker: &mut MovePicker) -> Option<Move> {
        let context = Context {
            position: &self.position,
            histories: &self.data.histories,
            values: self.evaluation.values(),
            parameters: &self.profile.parameters,
        };
        let m = picker.next(&mut self.data.moves, &context)?;
        self.table.prefetch(self.position.key_after(m));
        Some(m)
    }

    /// Returns whether a move is a recapture: its target is the target of the previous move.
    #[inline]
    fn is_recapture(&self, ply: usize, m: Move) -> bool {
        let previous = self.data.stack.back(ply, 1).current_move;
        !previous.is_none() && m.to() == previous.to()
    }

    /// Returns whether a capture wins too little by static exchange evaluation to raise the evaluation `base` above
    /// alpha (Stockfish).
    #[inline]
    pub fn gains_too_little(&self, m: Move, base: Score, alpha: Score) -> bool {
        base <= alpha
            && !self
                .position
                .see_at_least(m, alpha - base + 1, self.evaluation.values())
    }

    /// Returns the value of the piece that a move captures, in centipawns; 0 if the move is not a capture. In games
    /// where captures blast, returns what the blast gains.
    #[inline]
    pub fn captured_value(&self, m: Move) -> Score {
        if let Some(gain) = self.position.mass_capture_value(m, self.evaluation.values()) {
            return gain;
        }
        let captured_type = self
            .position
            .piece_at(m.from())
            .and_then(|piece| captured(&self.position, m, piece));
        captured_type.map_or(0, |piece_type| self.evaluation.value(piece_type))
    }
}
