//! The main search: alpha-beta in negamax form, as principal variation search (Marsland and Campbell 1982).
//!
//! Margins are in centipawns for an army as strong as the chess army (see [`Profile::margin`]).
//!
//! [`Profile::margin`]: super::profile::Profile::margin

use std::ops::ControlFlow;

use super::extensions::SingularExtension;
use super::history_update::{SearchedMoves, history_bonus};
use super::move_picker::MovePicker;
use super::node::{Candidate, Node};
use super::node_start::NodeStart;
use super::score::{INFINITE, MATE, MATE_IN_MAX, NO_SCORE, is_mate};
use super::transposition_table::Entry;
use super::worker::Worker;
use super::{Bound, Score};
use kurier_rules::position::Move;

impl<const W: usize> Worker<'_, W> {
    /// Searches the current position and returns its score: exact between `alpha` and `beta`, otherwise a bound.
    pub fn negamax<const PV: bool>(
        &mut self,
        ply: usize,
        mut depth: i32,
        alpha: Score,
        mut beta: Score,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, alpha, beta, 0);
        }
        let excluded = self.data.stack[ply].excluded;
        let NodeStart {
            mut alpha,
            in_check,
            turns,
            key,
            tt_entry,
        } = match self.begin_node::<PV>(ply, alpha, beta, excluded) {
            ControlFlow::Continue(start) => start,
            ControlFlow::Break(score) => return score,
        };

        // Mate distance pruning: no score of this node is lower than that of a loss now, or higher than that of a win
        // with the next turn.
        alpha = alpha.max(turns - MATE);
        beta = beta.min(MATE - turns - 1);
        if alpha >= beta {
            return alpha;
        }

        if excluded.is_none()
            && let Some(entry) = self.table_cutoff::<PV>(tt_entry, depth, beta)
        {
            let quiet = !entry.best_move.is_none() && !entry.best_move.is_noisy();
            if entry.score >= beta && quiet && self.position.is_legal(entry.best_move) {
                let bonus = history_bonus(depth, &self.profile.parameters);
                self.update_quiet_histories(ply, entry.best_move, bonus);
            }
            return entry.score;
        }
        let tt_move = match tt_entry {
            Some(entry) if excluded.is_none() && self.position.is_legal(entry.best_move) => entry.best_move,
            _ => Move::NONE,
        };

        let chain = self.position.chain().is_some();
        let forced_captures = self.forced_captures();
        let forced = chain || forced_captures > 0;
        // Forced reply extension: a single mandatory capture leaves no choice.
        if forced_captures == 1 && !chain && excluded.is_none() && self.may_extend(ply) {
            depth += 1;
        }

        let (raw_eval, static_eval) = if in_check {
            (NO_SCORE, NO_SCORE)
        } else if !excluded.is_none() {
            (NO_SCORE, self.data.stack[ply].static_eval)
        } else {
            self.evaluate(ply, tt_entry.as_ref())
        };
        self.data.stack[ply].static_eval = static_eval;
        if tt_entry.is_none() && !in_check && excluded.is_none() {
            self.table.store(key, turns, Entry::evaluation_only(raw_eval, PV));
        }
        let mut eval = static_eval;
        if let Some(entry) = tt_entry
            && !in_check
            && entry.allows_cutoff(static_eval + 1)
        {
            eval = entry.score;
        }
        let two_back = self.data.stack.back(ply, 2);
        // In variants with chains, the opponent may have been the side to move two plies earlier.
        let comparable = !in_check && two_back.turns == turns - 2;
        let improving = comparable && (two_back.static_eval == NO_SCORE || static_eval > two_back.static_eval);
        self.data.stack[ply + 1].killers = [Move::NONE; 2];
        self.data.stack[ply + 1].cutoffs = 0;
        self.data.stack[ply + 1].excluded = Move::NONE;

        let previous = self.data.stack.back(ply, 1);
        let (previous_move, previous_reduction) = (previous.current_move, previous.reduction);
        // How much the opponent's last move improved the evaluation from the opponent's point of view.
        let mut eval_delta = 0;
        if !in_check && previous.static_eval != NO_SCORE && !previous_move.is_none() && previous.turns == turns - 1 {
            eval_delta = -(previous.static_eval + static_eval);
            // The search for a singular extension is called with a depth that has already been adjusted.
            if excluded.is_none() {
                self.eval_delta_bonus(previous_move, eval_delta);
                depth = self.hindsight_adjustment(depth, previous_reduction, eval_delta);
            }
        }

        let mut node = Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check,
            forced,
            mate_search: alpha >= MATE_IN_MAX && MATE - turns - alpha <= self.profile.parameters.mate_search_turns(),
            improving,
            opponent_worsening: eval_delta < 0,
            eval,
            tt_entry,
            tt_move,
        };
        if !PV
            && !in_check
            && !forced
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node)
        {
            return if self.stopped { 0 } else { score };
        }
        if (PV || cut_node) && excluded.is_none() {
            node.depth -= self.internal_iterative_reduction(&node);
        }

        let (score, best_move, bound) = self.search_moves::<PV>(&node, excluded);
        if self.stopped {
            return 0;
        }
        if excluded.is_none() {
            let entry = Entry {
                best_move,
                score,
                raw_eval,
                depth: node.depth,
                bound,
                pv: PV || node.tt_pv(),
            };
            self.table.store(key, turns, entry);
            // A bound that the static evaluation satisfies reveals nothing about the evaluation's error.
            let uninformative = match bound {
                Bound::Exact => false,
                Bound::Lower => score <= static_eval,
                Bound::Upper => score >= static_eval,
            };
            if !in_check && !forced && !best_move.is_noisy() && !uninformative && !is_mate(score) {
                let indices = self.correction_indices(ply);
                self.data.corrections.update(indices, score - static_eval, node.depth);
            }
        }
        score
    }

    /// Searches the moves of a node and returns the score, the best move, and whether the score is exact or a bound.
    fn search_moves<const PV: bool>(&mut self, node: &Node, excluded: Move) -> (Score, Move, Bound) {
        let &Node { ply, depth, beta, .. } = node;
        let mut alpha = node.alpha;
        let (mut best_score, mut best_move) = (-INFINITE, Move::NONE);
        let (mut quiets, mut noisies) = (SearchedMoves::new(), SearchedMoves::new());
        let mut move_count = 0;
        let continuations = self.data.stack.continuations(ply);
        let killers = self.data.stack[ply].killers;
        let countermove = self.data.histories.countermove(continuations[0]);
        let refutations = [killers[0], killers[1], countermove];
        let mut picker = MovePicker::new(&self.data.moves, node.tt_move, refutations, continuations);
        // Against a lone king the tree is small, and mates begin with quiet moves that pruning would skip.
        let lone_king = !self.position.of_color(!self.position.side()).more_than_one();
        let may_prune = !node.forced && !node.mate_search && !lone_king && self.has_non_pawn_material();

        while let Some(m) = self.next_move(&mut picker) {
            if m == excluded {
                continue;
            }
            move_count += 1;
            let history = self.history(ply, m);
            let reduction = self.profile.reductions.get(depth, move_count);
            if may_prune && best_score > -MATE_IN_MAX {
                let candidate = Candidate {
                    m,
                    move_count,
                    history,
                    lmr_depth: (depth - 1 - reduction / 1024).max(0),
                    alpha,
                };
                if self.prune_move(node, &mut picker, &candidate) {
                    continue;
                }
            }
            let extension = if m == node.tt_move && excluded.is_none() {
                match self.singular_extension::<PV>(node) {
                    SingularExtension::Extend(plies) => plies,
                    SingularExtension::MultiCut(score) => {
                        picker.finish(&mut self.data.moves);
                        return (score, m, Bound::Lower);
                    }
                }
            } else {
                0
            };
            if self.stopped {
                break;
            }

            let double_extensions = self.data.stack[ply].double_extensions + i32::from(extension >= 2);
            self.data.stack[ply + 1].double_extensions = double_extensions;
            let same_side = self.make(ply, m);
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut researched = false;
            let parameters = &self.profile.parameters;
            if depth >= parameters.lmr_depth()
                && move_count > 1 + usize::from(PV)
                && !node.forced
                && !node.mate_search
                && !same_side
            {
                let refutation = refutations.contains(&m);
                let reduction = reduction + self.late_move_reduction::<PV>(node, m, refutation, picker.is_bad_noisy())
                    - history * 1024 / parameters.lmr_history();
                let reduced_depth = (new_depth - reduction / 1024).clamp(1, new_depth.max(1));
                self.data.stack[ply].reduction = new_depth - reduced_depth;
                score = self.search_child::<false>(ply, same_side, reduced_depth, alpha, alpha + 1, true);
                self.data.stack[ply].reduction = 0;
                if score > alpha && reduced_depth < new_depth && !self.stopped {
                    // If the reduced search beats the best score by a wide margin, search again one ply above full
                    // depth; if by a narrow margin, one ply below full depth (Stockfish).
                    let deeper = score > best_score + self.profile.margin(parameters.lmr_deeper_margin())
                        && reduced_depth < new_depth - 1;
                    let shallower = score < best_score + self.profile.margin(parameters.lmr_shallower_margin());
                    let new_depth = new_depth + i32::from(deeper) - i32::from(shallower);
                    score = self.search_child::<false>(ply, same_side, new_depth, alpha, alpha + 1, !node.cut_node);
                    researched = !m.is_noisy();
                }
            } else if !PV || move_count > 1 {
                score = self.search_child::<false>(ply, same_side, new_depth, alpha, alpha + 1, !node.cut_node);
            }
            if PV && (move_count == 1 || score > alpha) && !self.stopped {
                score = self.search_child::<true>(ply, same_side, new_depth, alpha, beta, false);
            }
            self.unmake();
            if self.stopped {
                break;
            }
            if researched && (score <= alpha || score >= beta) {
                self.lmr_research_bonus(ply, m, depth, score >= beta);
            }

            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = m;
                    if PV {
                        self.data.pv_table.set(ply, m);
                    }
                    if score >= beta {
                        self.data.stack[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            let searched = if m.is_noisy() { &mut noisies } else { &mut quiets };
            // If the list is full, the move receives no malus. A node hardly ever searches enough moves to fill the
            // list.
            let _ = searched.try_push(m);
        }
        picker.finish(&mut self.data.moves);
        if self.stopped {
            return (0, Move::NONE, Bound::Exact);
        }
        if move_count == 0 {
            let score = if excluded.is_none() {
                self.no_legal_moves(ply)
            } else {
                node.alpha
            };
            return (score, Move::NONE, Bound::Exact);
        }
        if best_score >= beta {
            // A score far above beta earns the best move a larger bonus.
            let bonus_depth = depth + i32::from(best_score > beta + self.profile.parameters.history_fail_high_margin());
            self.update_histories(ply, best_move, &quiets, &noisies, bonus_depth);
            return (best_score, best_move, Bound::Lower);
        }
        let bound = if PV && !best_move.is_none() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if bound == Bound::Exact {
            self.update_histories(ply, best_move, &quiets, &noisies, depth);
        } else {
            self.prior_countermove_bonus(ply, depth);
        }
        (best_score, best_move, bound)
    }
}
