//! Quiescence: captures and promotions until nothing more hangs.

use super::frame::MAX_PLY;
use super::picker::{Context, Picker, Quiets, captured};
use super::score::{INFINITE, MATE_IN_MAX, NO_SCORE, is_mate};
use super::table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use crate::position::Move;

/// Plies into quiescence after which a player may stand still even with a capture to make.
const FORCED_PLIES: i32 = 10;

impl<const W: usize> Worker<'_, W> {
    /// Searches until the position is quiet. `depth` is 0 at first and falls.
    pub fn quiescence<const PV: bool>(&mut self, ply: usize, mut alpha: Score, beta: Score, depth: i32) -> Score {
        if self.tick() {
            return 0;
        }
        if PV {
            self.memory.lines.clear(ply);
            self.selective = self.selective.max(ply);
        }
        if let Some(score) = self.ended(ply) {
            return score;
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.assess(ply, None).1 };
        }

        let turns = self.memory.frames[ply].turns;
        let key = self.position.key();
        let entry = self.table.probe(key, turns);
        if !PV
            && let Some(entry) = entry
            && entry.decides(beta)
            && self.table_holds()
        {
            return entry.score;
        }

        // In a chain the piece must go on, whatever comes of it.
        let chain = self.position.chain().is_some();
        let forced = chain || self.profile.forced && depth > -FORCED_PLIES && self.position.can_capture();
        let mut raw = NO_SCORE;
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if !in_check && !forced {
            let standing;
            (raw, standing) = self.assess(ply, entry.as_ref());
            best = standing;
            if let Some(entry) = entry
                && !is_mate(entry.score)
                && entry.decides(best + 1)
            {
                best = entry.score;
            }
            if best >= beta {
                if entry.is_none() {
                    self.table.store(key, turns, Entry::evaluation_only(raw, false));
                }
                return if is_mate(best) { best } else { (best + beta) / 2 };
            }
            alpha = alpha.max(best);
            futility = standing + self.profile.margin(self.profile.parameters.quiescence_margin());
        }

        let best_known = entry.map_or(Move::NONE, |entry| entry.best);
        let all = in_check || forced;
        let first = if (all || best_known.is_noisy()) && self.position.is_legal(best_known) {
            best_known
        } else {
            Move::NONE
        };
        let rows = self.memory.frames.rows(ply);
        let mut picker = if all {
            Picker::new(&self.memory.moves, first, [Move::NONE; 3], rows)
        } else {
            Picker::noisy(&self.memory.moves, first, 0)
        };
        let mut best_move = Move::NONE;
        let mut count = 0;
        let before = alpha;

        while let Some(m) = self.pick(&mut picker) {
            count += 1;
            if !all && count > 1 && depth <= -self.profile.broad_plies {
                break;
            }
            if !all && !is_mate(best) && m.promoted().is_none() {
                // Even winning the piece for nothing would not reach alpha.
                let gain = self.gain(m);
                if futility + gain <= alpha {
                    best = best.max(futility + gain);
                    continue;
                }
            }
            if in_check && !forced && best > -MATE_IN_MAX {
                // Some way out has been found: quiet ways and losing captures are left to deeper searches.
                picker.limit_quiets(Quiets::None);
                if picker.is_bad() {
                    continue;
                }
            }
            let same = self.make(ply, m);
            let score = if same {
                self.quiescence::<PV>(ply + 1, alpha, beta, depth)
            } else {
                -self.quiescence::<PV>(ply + 1, -beta, -alpha, depth - 1)
            };
            self.position.unmake();
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.memory.lines.set(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.finish(&mut self.memory.moves);
        if self.stopped {
            return 0;
        }
        if count == 0 && all {
            return self.stuck_score(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let pv = entry.is_some_and(|entry| entry.pv);
        self.table.store(
            key,
            turns,
            Entry {
                best: best_move,
                score: best,
                evaluation: raw,
                depth: 0,
                bound,
                pv,
            },
        );
        best
    }

    /// The next move of a picker at the current position.
    #[inline]
    pub fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        let context = Context {
            position: &self.position,
            histories: &self.memory.histories,
            values: self.evaluation.values(),
        };
        picker.next(&mut self.memory.moves, &context)
    }

    /// The value of what a move takes, 0 if nothing.
    #[inline]
    pub fn gain(&self, m: Move) -> Score {
        let taken = self
            .position
            .piece_at(m.from())
            .and_then(|piece| captured(&self.position, m, piece));
        taken.map_or(0, |piece_type| self.evaluation.value(piece_type))
    }
}
