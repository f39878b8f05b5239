//! The root of the search: iterative deepening over whole turns, aspiration windows, several lines.

use super::root_move::RootMove;
use super::score::{INFINITE, MATE, MATE_IN_MAX, NO_SCORE, is_mate};
use super::stack::MAX_PLY;
use super::time::TimeFactors;
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Report, Score};
use kurier_rules::position::Move;

/// The maximum depth of an iteration, in plies.
pub(super) const MAX_DEPTH: u32 = 127;

/// The number of nodes after which a search also reports bounds. At the beginning of a search, bounds would change
/// faster than anyone could read.
const BOUND_NODES: u64 = 4_000_000;

/// The conditions, apart from time and signals, that end the iterations, and the numbers of lines to search and to
/// report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The number of lines searched.
    pub lines: usize,
    /// The number of lines reported.
    pub reported: usize,
}

impl<const W: usize> Worker<'_, W> {
    /// Runs iterative deepening until the goal is reached or the search is stopped. Afterwards the root moves are
    /// sorted, the best first.
    pub fn iterate(&mut self, goal: &Goal, report: &mut dyn FnMut(&Report)) {
        let lines = goal.lines.clamp(1, self.root_moves.len().max(1));
        let nodes_kept = self.profile.parameters.time_nodes_kept() as u64;
        let mut stability = 0;
        let mut scores: Vec<Score> = Vec::new();
        // Every other worker begins one ply deeper, so that workers do not search the same tree at the same time.
        for depth in 1 + (self.index as u32 & 1)..=goal.depth.min(MAX_DEPTH) {
            self.root_depth = depth as i32;
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.last_score();
                root_move.score = -INFINITE;
                root_move.nodes = root_move.nodes * nodes_kept / 100 + 1;
            }
            let previous_best = self.root_moves[0].clone();
            for line in 0..lines {
                self.sel_depth = 0;
                self.aspiration_window(line, goal, report);
                if self.stopped {
                    break;
                }
            }
            RootMove::sort(&mut self.root_moves[..lines], RootMove::last_score);
            if self.stopped {
                self.discard_unproven_loss(previous_best);
                break;
            }
            self.completed_depth = self.root_depth;
            self.report_lines(goal, report);
            stability = if self.root_moves[0].turn == previous_best.turn {
                stability + 1
            } else {
                0
            };
            scores.push(self.root_moves[0].score);
            if self.timer.is_some() && self.is_done(stability, &scores) {
                break;
            }
        }
        if self.completed_depth == 0 {
            // A user who stops the first iteration still expects a line.
            self.report(0, Bound::Lower, report);
        }
        self.publish();
    }

    /// Restores the best turn of the previous iteration if the best turn of the stopped iteration has the score of a
    /// forced loss. A forced loss is proven only once the window has been widened and the other turns have been
    /// searched.
    fn discard_unproven_loss(&mut self, previous_best: RootMove) {
        let score = self.root_moves[0].score;
        if self.completed_depth > 0
            && (1 - INFINITE..=-MATE_IN_MAX).contains(&score)
            && let Some(index) = self
                .root_moves
                .iter()
                .position(|root_move| root_move.turn == previous_best.turn)
        {
            self.root_moves[..=index].rotate_right(1);
            self.root_moves[0] = previous_best;
        }
    }

    /// Returns `score`, the score of a root move, or the static evaluation if the search was stopped before the move
    /// had a score. If endgame tables contain the root position, returns their score instead, until the search finds a
    /// mate for the same side.
    pub(super) fn score_or_evaluation(&mut self, score: Score) -> Score {
        if let Some(known) = self.endgame_score
            && !(known != 0 && is_mate(score) && (score > 0) == (known > 0))
        {
            return known;
        }
        if score == -INFINITE {
            self.evaluate(0, None).1
        } else {
            score
        }
    }

    /// Searches one line of an iteration with an aspiration window, which is centred on the average of the line's
    /// earlier scores and widened until the score lies inside the window.
    fn aspiration_window(&mut self, line: usize, goal: &Goal, report: &mut dyn FnMut(&Report)) {
        let parameters = &self.profile.parameters;
        let mut delta = self.profile.margin(parameters.aspiration_width());
        let average = self.root_moves[line].average_score;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= parameters.aspiration_depth() && average != NO_SCORE && !is_mate(average) {
            delta += average.abs() / parameters.aspiration_score_divisor();
            (alpha, beta) = ((average - delta).max(-INFINITE), (average + delta).min(INFINITE));
        }
        let mut fail_highs = 0;
        loop {
            let depth = (self.root_depth - fail_highs).max(1);
            let score = self.search_root(line, depth, alpha, beta);
            RootMove::sort(&mut self.root_moves[line..], |root_move| root_move.score);
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                fail_highs = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                fail_highs = (fail_highs + 1).min(self.root_depth / parameters.aspiration_fail_high_divisor());
                Bound::Lower
            } else {
                break;
            };
            if self.control.nodes() > BOUND_NODES && goal.reported == 1 {
                self.report(line, bound, report);
            }
            delta += delta * parameters.aspiration_growth() / 100;
            if delta > parameters.aspiration_max() || is_mate(score) {
                (alpha, beta) = if bound == Bound::Upper {
                    (-INFINITE, beta)
                } else {
                    (alpha, INFINITE)
                };
            }
        }
        let root_move = &mut self.root_moves[line];
        root_move.average_score = if root_move.average_score == NO_SCORE {
            root_move.score
        } else {
            let weight = parameters.aspiration_average();
            (root_move.average_score + root_move.score * weight) / (1 + weight)
        };
    }

    /// Searches the root moves from index `first` onwards to a depth, and returns the best score.
    fn search_root(&mut self, first: usize, depth: i32, mut alpha: Score, beta: Score) -> Score {
        if self.tick() {
            return 0;
        }
        let key = self.profile.table_key(&self.position);
        let original_alpha = alpha;
        let in_check = self.position.in_check();
        let forced = self.position.chain().is_some() || self.forced_captures() > 0;
        let tt_entry = self.table.probe(key, 0);
        let (raw_eval, static_eval) = if in_check {
            (NO_SCORE, NO_SCORE)
        } else {
            self.evaluate(0, tt_entry.as_ref())
        };
        self.data.stack[0].static_eval = static_eval;
        let mut best_score = -INFINITE;
        let mut best_index = first;

        for index in first..self.root_moves.len() {
            self.root_index = index;
            let turn = self.root_moves[index].turn.clone();
            let nodes = self.nodes;
            let steps = turn.steps().len().min(MAX_PLY / 2);
            let side = self.position.side();
            for (ply, m) in turn.steps().iter().take(steps).enumerate() {
                self.make(ply, *m);
                self.data.stack[ply + 1].killers = [Move::NONE; 2];
                self.data.stack[ply + 1].cutoffs = 0;
            }
            let ply = steps - 1;
            let same_side = self.position.side() == side;
            let move_count = index - first + 1;
            let quiet = !turn.first().is_noisy();
            let mut score = -INFINITE;
            let new_depth = depth - 1;
            if move_count > 1 {
                let parameters = &self.profile.parameters;
                let late = move_count > parameters.root_lmr_moves() as usize;
                let mut reduction = 0;
                if depth >= parameters.root_lmr_depth() && late && quiet && !forced {
                    reduction = self.profile.reductions.get(depth, move_count) - parameters.root_lmr_base();
                    if self.position.in_check() {
                        reduction -= parameters.root_lmr_check();
                    }
                }
                let reduced_depth = (new_depth - reduction / 1024).clamp(new_depth.min(1), new_depth);
                score = self.search_child::<false>(ply, same_side, reduced_depth, alpha, alpha + 1, true);
                if score > alpha && reduced_depth < new_depth && !self.stopped {
                    score = self.search_child::<false>(ply, same_side, new_depth, alpha, alpha + 1, false);
                }
            }
            if (move_count == 1 || score > alpha) && !self.stopped {
                score = self.search_child::<true>(ply, same_side, new_depth, alpha, beta, false);
            }
            for _ in 0..steps {
                self.unmake();
            }
            if self.stopped {
                return 0;
            }

            let line = self.data.pv_table.get(ply + 1);
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes;
            if move_count == 1 || score > alpha {
                root_move.score = score;
                root_move.sel_depth = self.sel_depth;
                root_move.pv.truncate(0);
                root_move.pv.extend_from_slice(turn.steps());
                root_move.pv.extend_from_slice(line);
            } else {
                root_move.score = -INFINITE;
            }
            if score > best_score {
                (best_score, best_index) = (score, index);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let bound = if best_score >= beta {
            Bound::Lower
        } else if best_score > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // If some legal turns were left out, the best score of the searched turns is not a score of the position.
        if first == 0 && !self.restricted_root {
            let best_move = self.root_moves[best_index].turn.first();
            let entry = Entry {
                best_move,
                score: best_score,
                raw_eval,
                depth,
                bound,
                pv: true,
            };
            self.table.store(key, 0, entry);
        }
        best_score
    }

    /// Returns whether the main worker ends the search after this iteration.
    fn is_done(&self, stability: u32, scores: &[Score]) -> bool {
        let best = &self.root_moves[0];
        let Some(timer) = &self.timer else { return false };
        let parameters = &self.profile.parameters;
        if timer.on_clock() && !timer.pondering() {
            // A forced win or loss counts as proven if the completed depth is well above its length in turns.
            let distance = MATE - best.score.abs();
            let proven_depth = parameters.time_mate_slope() * distance + parameters.time_mate_base();
            if best.score.abs() >= MATE_IN_MAX && self.completed_depth > proven_depth {
                return true;
            }
        }
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let iterations_back = parameters.time_falling_iterations() as usize;
        let earlier = scores.iter().rev().nth(iterations_back).copied().unwrap_or(best.score);
        let factors = TimeFactors {
            stability,
            node_share: best.nodes as f64 / total.max(1) as f64,
            score_drop: earlier - best.score,
            single_move: self.root_moves.len() == 1,
        };
        timer.soft_reached(factors, parameters)
    }
}
