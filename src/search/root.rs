//! The root: iterative deepening over whole turns, aspiration windows, several lines.

use super::frame::MAX_PLY;
use super::score::{INFINITE, MATE_IN_MAX, NO_SCORE, is_mate, mate_in};
use super::table::Entry;
use super::time::Course;
use super::worker::Worker;
use super::{Bound, Report, Score, Turn};
use crate::position::Move;

/// The deepest iteration.
pub(super) const MAX_DEPTH: u32 = 127;

/// Bounds are reported only in searches longer than this: before, they come faster than anybody reads.
const BOUND_NODES: u64 = 4_000_000;

/// A turn at the root and what the search found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootTurn {
    /// One move, or the steps of a chain.
    pub turn: Turn,
    /// Of this iteration; `-INFINITE` if the turn is not better than the best.
    pub score: Score,
    /// Of the iteration before.
    pub previous: Score,
    /// Mean of late iterations, for the window.
    average: Score,
    /// The best line, this turn first.
    pub pv: Vec<Move>,
    /// The deepest ply of its search.
    pub selective: usize,
    nodes: u64,
}

impl RootTurn {
    /// A turn not yet searched.
    pub fn new(turn: Turn) -> Self {
        Self {
            pv: turn.clone(),
            turn,
            score: -INFINITE,
            previous: -INFINITE,
            average: NO_SCORE,
            selective: 0,
            nodes: 0,
        }
    }

    /// The last score known.
    pub fn last_score(&self) -> Score {
        if self.score == -INFINITE {
            self.previous
        } else {
            self.score
        }
    }
}

/// What ends the iterations, beside time and signals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The last iteration.
    pub depth: u32,
    /// A win in so many full moves is enough.
    pub mate: Option<u32>,
    /// Lines searched.
    pub lines: usize,
    /// Lines reported.
    pub reported: usize,
}

impl<const W: usize> Worker<'_, W> {
    /// Searches deeper and deeper until the goal is reached or the search is stopped. The root turns are sorted
    /// afterwards, the best first.
    pub fn iterate(&mut self, goal: &Goal, report: &mut dyn FnMut(&Report)) {
        let lines = goal.lines.clamp(1, self.roots.len().max(1));
        let mut stable = 0;
        let mut scores: Vec<Score> = Vec::new();
        // Helpers begin at different depths, so as not to do the same work at the same time.
        for depth in 1 + (self.index as u32 & 1)..=goal.depth.min(MAX_DEPTH) {
            self.root_depth = depth as i32;
            for root in &mut self.roots {
                root.previous = root.last_score();
                root.score = -INFINITE;
                root.nodes = root.nodes / 2 + 1;
            }
            let best_before = self.roots[0].turn.clone();
            for line in 0..lines {
                self.selective = 0;
                self.aspire(line, goal, report);
                if self.stopped {
                    break;
                }
            }
            self.roots[..lines].sort_by_key(|root| std::cmp::Reverse(root.last_score()));
            if self.stopped {
                break;
            }
            self.completed = self.root_depth;
            for line in 0..lines.min(goal.reported) {
                self.report(line, Bound::Exact, report);
            }
            stable = if self.roots[0].turn == best_before {
                stable + 1
            } else {
                0
            };
            scores.push(self.roots[0].score);
            if self.timer.is_some() && self.enough(goal, stable, &scores) {
                break;
            }
        }
        self.publish();
    }

    /// Searches one line of an iteration in a window about its last score, opened until the score is inside.
    fn aspire(&mut self, line: usize, goal: &Goal, report: &mut dyn FnMut(&Report)) {
        let parameters = &self.profile.parameters;
        let mut delta = self.profile.margin(parameters.aspiration_width());
        let average = self.roots[line].average;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth >= parameters.aspiration_depth() && average != NO_SCORE && !is_mate(average) {
            delta += average.abs() / 80;
            (alpha, beta) = ((average - delta).max(-INFINITE), (average + delta).min(INFINITE));
        }
        let mut highs = 0;
        loop {
            let depth = (self.root_depth - highs).max(1);
            let score = self.search_root(line, depth, alpha, beta);
            self.roots[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                highs = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(INFINITE);
                highs = (highs + 1).min(self.root_depth / 3);
                Bound::Lower
            } else {
                break;
            };
            if self.control.nodes() > BOUND_NODES && goal.reported == 1 {
                self.report(line, bound, report);
            }
            delta += delta / 2;
            if delta > 1500 || is_mate(score) {
                (alpha, beta) = if bound == Bound::Upper {
                    (-INFINITE, beta)
                } else {
                    (alpha, INFINITE)
                };
            }
        }
        let root = &mut self.roots[line];
        root.average = if root.average == NO_SCORE {
            root.score
        } else {
            (root.average + root.score * 2) / 3
        };
    }

    /// Searches the turns from `first` on to a depth.
    fn search_root(&mut self, first: usize, depth: i32, mut alpha: Score, beta: Score) -> Score {
        if self.tick() {
            return 0;
        }
        let key = self.position.key();
        let before = alpha;
        let in_check = self.position.in_check();
        let forced = self.position.chain().is_some() || self.obliged() > 0;
        let entry = self.table.probe(key, 0);
        let (raw, standing) = if in_check {
            (NO_SCORE, NO_SCORE)
        } else {
            self.assess(0, entry.as_ref())
        };
        self.memory.frames[0].evaluation = standing;
        let mut best = -INFINITE;
        let mut best_turn = first;

        for index in first..self.roots.len() {
            let turn = self.roots[index].turn.clone();
            let nodes = self.nodes;
            let steps = turn.len().min(MAX_PLY / 2);
            let side = self.position.side();
            for (ply, m) in turn.iter().take(steps).enumerate() {
                self.make(ply, *m);
                self.memory.frames[ply + 1].killers = [Move::NONE; 2];
                self.memory.frames[ply + 1].cutoffs = 0;
            }
            let ply = steps - 1;
            let same = self.position.side() == side;
            let number = index - first + 1;
            let quiet = !turn[0].is_noisy();
            let mut score = -INFINITE;
            let full = depth - 1;
            if number > 1 {
                let mut less = 0;
                if depth >= 3 && number > 2 && quiet && !forced {
                    less = self.profile.reduction(depth, number) - 1024;
                    less -= if self.position.in_check() { 1024 } else { 0 };
                }
                let reduced = (full - less / 1024).clamp(full.min(1), full);
                score = self.descend::<false>(ply, same, reduced, alpha, alpha + 1, true);
                if score > alpha && reduced < full && !self.stopped {
                    score = self.descend::<false>(ply, same, full, alpha, alpha + 1, false);
                }
            }
            if (number == 1 || score > alpha) && !self.stopped {
                score = self.descend::<true>(ply, same, full, alpha, beta, false);
            }
            for _ in 0..steps {
                self.position.unmake();
            }
            if self.stopped {
                return 0;
            }

            let line = self.memory.lines.get(ply + 1);
            let root = &mut self.roots[index];
            root.nodes += self.nodes - nodes;
            if number == 1 || score > alpha {
                root.score = score;
                root.selective = self.selective;
                root.pv.truncate(0);
                root.pv.extend_from_slice(&turn);
                root.pv.extend_from_slice(line);
            } else {
                root.score = -INFINITE;
            }
            if score > best {
                (best, best_turn) = (score, index);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let bound = match () {
            _ if best >= beta => Bound::Lower,
            _ if best > before => Bound::Exact,
            _ => Bound::Upper,
        };
        // With turns left out, the rest says nothing about the position.
        if first == 0 && !self.partial {
            let best_move = self.roots[best_turn].turn[0];
            let entry = Entry {
                best: best_move,
                score: best,
                evaluation: raw,
                depth,
                bound,
                pv: true,
            };
            self.table.store(key, 0, entry);
        }
        best
    }

    /// Whether the first worker may end after an iteration.
    fn enough(&self, goal: &Goal, stable: u32, scores: &[Score]) -> bool {
        let best = &self.roots[0];
        if let (Some(wanted), Some(found)) = (goal.mate, mate_in(best.score))
            && found > 0
            && found as u32 <= wanted
        {
            return true;
        }
        let Some(timer) = &self.timer else { return false };
        if timer.on_clock() && !timer.pondering() {
            // A proven end does not get better by being searched much deeper.
            let distance = super::MATE - best.score.abs();
            if best.score.abs() >= MATE_IN_MAX && self.completed > 2 * distance + 6 {
                return true;
            }
        }
        let total: u64 = self.roots.iter().map(|root| root.nodes).sum();
        let earlier = scores.len().checked_sub(4).map_or(best.score, |at| scores[at]);
        let course = Course {
            stable,
            share: best.nodes as f64 / total.max(1) as f64,
            fallen: (earlier - best.score).clamp(-300, 300),
            single: self.roots.len() == 1,
        };
        timer.soft_reached(course, &self.profile.parameters)
    }

    fn report(&mut self, line: usize, bound: Bound, report: &mut dyn FnMut(&Report)) {
        let Some(timer) = self.timer else { return };
        self.publish();
        let root = &self.roots[line];
        let message = Report {
            depth: self.root_depth as u32,
            selective_depth: root.selective.max(self.root_depth as usize) as u32,
            line: line + 1,
            score: root.last_score(),
            bound,
            nodes: self.control.nodes(),
            elapsed: timer.elapsed(),
            hash_full: self.table.full(),
            pv: self.complete(&root.pv),
        };
        report(&message);
    }

    /// The whole turn that a line begins with after a turn at the root.
    pub fn first_turn(&self, turn: &[Move], line: &[Move]) -> Option<Turn> {
        let mut position = self.position.clone();
        turn.iter().for_each(|m| position.make(*m));
        for (i, m) in line.iter().enumerate() {
            position.make(*m);
            if position.chain().is_none() {
                return Some(line[..=i].to_vec());
            }
        }
        None
    }

    /// A line without moves that cannot be made, and without an unfinished turn at its end: that one is finished by what
    /// the table knows, or left out.
    pub fn complete(&self, line: &[Move]) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut steps = Vec::with_capacity(line.len());
        let mut whole = 0;
        let known = line.iter().copied().map(Some).chain(std::iter::repeat(None));
        for m in known.take(MAX_PLY) {
            let m = match m {
                Some(m) => m,
                None if steps.len() > whole => self
                    .table
                    .probe(position.key(), 0)
                    .map_or(Move::NONE, |entry| entry.best),
                None => break,
            };
            if m.is_none() || position.variant_end().is_some() || !position.is_legal(m) {
                break;
            }
            position.make(m);
            steps.push(m);
            if position.chain().is_none() {
                whole = steps.len();
            }
        }
        steps.truncate(whole);
        steps
    }
}
