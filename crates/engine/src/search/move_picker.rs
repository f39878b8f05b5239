//! Staged move ordering: the table's move, good captures, killers and countermove, quiet moves by history, bad
//! captures. The moves of a stage are generated only when the stage is reached: most nodes fail high before the last
//! stage.

use super::Parameters;
use super::history::{ContinuationIndex, Histories};
use kurier_rules::position::{Generate, Move, Piece, Position};
use kurier_rules::rules::PieceType;

/// A move and its ordering score. Moves with higher scores come first.
#[derive(Clone, Copy, Debug)]
struct Scored {
    m: Move,
    score: i32,
}

/// The moves of all nodes from the root to the current node. All moves are in one vector, so that no list is allocated
/// for each node. The picker of each node owns a slice of the vector, and the slice of the current node is the last.
#[derive(Default)]
pub(super) struct MoveStack {
    scored: Vec<Scored>,
    generated: Vec<Move>,
}

impl MoveStack {
    /// Removes all moves.
    pub fn clear(&mut self) {
        self.scored.clear();
    }

    /// Returns the legal moves of the class `what`, without scores.
    pub fn list<const W: usize>(&mut self, position: &Position<W>, what: Generate) -> &[Move] {
        self.generated.clear();
        position.generate(what, &mut self.generated);
        &self.generated
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    Refutations,
    GenerateQuiet,
    Quiet,
    Checks,
    BadNoisy,
    Done,
}

/// The quiet moves that are still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quiets {
    /// All quiet moves.
    All,
    /// Only quiet moves that give check.
    Checks,
    /// No quiet moves: they are not even generated.
    None,
}

/// The data that a picker needs to generate and order moves.
pub(super) struct Context<'a, const W: usize> {
    /// The node's position.
    pub position: &'a Position<W>,
    /// The worker's histories.
    pub histories: &'a Histories,
    /// The values of the piece types, in centipawns.
    pub values: &'a [i32],
    /// The search parameters, which include the weights for move ordering.
    pub parameters: &'a Parameters,
}

/// Yields the moves of one node in the order of search.
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Move,
    refutations: [Move; 3],
    continuations: [ContinuationIndex; 3],
    /// Noisy moves that win at least this much by static exchange evaluation, in centipawns, count as good. If `None`,
    /// the threshold is derived from each move's score.
    threshold: Option<i32>,
    quiets: Quiets,
    skip_bad: bool,
    base: usize,
    bad_end: usize,
    next: usize,
    end: usize,
}

impl MovePicker {
    /// Creates a picker of all moves. `tt_move` must be legal or [`Move::NONE`]; the `refutations` (killers and
    /// countermove), which need not be legal, come before the other quiet moves.
    pub fn new(
        stack: &MoveStack,
        tt_move: Move,
        refutations: [Move; 3],
        continuations: [ContinuationIndex; 3],
    ) -> Self {
        let base = stack.scored.len();
        Self {
            stage: Stage::TtMove,
            tt_move,
            refutations,
            continuations,
            threshold: None,
            quiets: Quiets::All,
            skip_bad: false,
            base,
            bad_end: base,
            next: base,
            end: base,
        }
    }

    /// Creates a picker of the noisy moves that win at least `threshold` centipawns by static exchange evaluation.
    /// `tt_move` is yielded without this test.
    pub fn noisy(stack: &MoveStack, tt_move: Move, threshold: i32) -> Self {
        Self {
            threshold: Some(threshold),
            quiets: Quiets::None,
            skip_bad: true,
            ..Self::new(stack, tt_move, [Move::NONE; 3], [ContinuationIndex::NONE; 3])
        }
    }

    /// Limits which quiet moves are yielded from now on.
    pub fn limit_quiets(&mut self, quiets: Quiets) {
        self.quiets = quiets;
    }

    /// Returns whether the last move yielded was a bad noisy move: one that loses too much by static exchange
    /// evaluation.
    pub fn is_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// Releases the node's part of the stack. Must be called after the last `next`.
    pub fn finish(&self, stack: &mut MoveStack) {
        stack.scored.truncate(self.base);
    }

    /// Returns the next move, or `None` if no moves are left.
    pub fn next<const W: usize>(&mut self, stack: &mut MoveStack, context: &Context<W>) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    if !self.tt_move.is_none() {
                        return Some(self.tt_move);
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate_noisy(stack, context);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(stack, context) {
                    Some(m) => return Some(m),
                    None => {
                        self.next = 0;
                        self.stage = Stage::Refutations;
                    }
                },
                Stage::Refutations => match self.refutation(context) {
                    Some(m) => return Some(m),
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    // The good noisy moves have been yielded; the bad ones are kept for the last stage.
                    stack.scored.truncate(self.bad_end);
                    if self.quiets != Quiets::None {
                        self.generate_quiet(stack, context);
                    }
                    self.next = self.bad_end;
                    self.end = stack.scored.len();
                    // If only checks were wanted, only checks have been generated, and no filter is needed.
                    self.stage = match self.quiets {
                        Quiets::Checks => Stage::Checks,
                        _ => Stage::Quiet,
                    };
                }
                Stage::Quiet if self.quiets == Quiets::Checks => {
                    self.keep_checks(stack, context);
                    self.stage = Stage::Checks;
                }
                Stage::Quiet | Stage::Checks => {
                    if self.quiets != Quiets::None
                        && let Some(scored) = self.pick(stack)
                    {
                        return Some(scored.m);
                    }
                    self.next = self.base;
                    self.end = if self.skip_bad { self.base } else { self.bad_end };
                    self.stage = Stage::BadNoisy;
                }
                Stage::BadNoisy => {
                    if self.next < self.end {
                        self.next += 1;
                        return Some(stack.scored[self.next - 1].m);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Returns whether a quiet move is still wanted. Must not be called if `quiets` is [`Quiets::None`].
    #[inline(always)]
    fn wants<const W: usize>(&self, m: Move, context: &Context<W>) -> bool {
        self.quiets == Quiets::All || context.position.gives_check(m)
    }

    /// Removes the remaining quiet moves that do not give check.
    fn keep_checks<const W: usize>(&mut self, stack: &mut MoveStack, context: &Context<W>) {
        let mut kept = self.next;
        if let Some(test) = context.position.check_test() {
            for at in self.next..self.end {
                if test.gives_check(stack.scored[at].m) {
                    stack.scored.swap(kept, at);
                    kept += 1;
                }
            }
        }
        self.end = kept;
    }

    /// Removes and returns the remaining move with the highest score (one step of a selection sort).
    #[inline]
    fn pick(&mut self, stack: &mut MoveStack) -> Option<Scored> {
        let rest = &mut stack.scored[self.next..self.end];
        let mut best = rest.first()?.score;
        let mut place = 0;
        for (i, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > best {
                (best, place) = (scored.score, i);
            }
        }
        rest.swap(0, place);
        self.next += 1;
        Some(rest[0])
    }

    fn good_noisy<const W: usize>(&mut self, stack: &mut MoveStack, context: &Context<W>) -> Option<Move> {
        while let Some(scored) = self.pick(stack) {
            // A noisy move with a high ordering score counts as good even if it loses a little.
            let threshold = self
                .threshold
                .unwrap_or(-scored.score / context.parameters.noisy_see_divisor());
            if context.position.see_at_least(scored.m, threshold, context.values) {
                return Some(scored.m);
            }
            if !self.skip_bad {
                // The slots before `next` are free: the bad noisy moves are collected there, in order.
                stack.scored[self.bad_end] = scored;
                self.bad_end += 1;
            }
        }
        None
    }

    fn refutation<const W: usize>(&mut self, context: &Context<W>) -> Option<Move> {
        while self.next < self.refutations.len() && self.quiets != Quiets::None {
            let m = self.refutations[self.next];
            self.next += 1;
            let fresh = !m.is_none() && m != self.tt_move && !self.refutations[..self.next - 1].contains(&m);
            if fresh && !m.is_noisy() && context.position.is_legal(m) && self.wants(m, context) {
                return Some(m);
            }
            self.refutations[self.next - 1] = Move::NONE;
        }
        None
    }

    fn generate_noisy<const W: usize>(&mut self, stack: &mut MoveStack, context: &Context<W>) {
        let (position, parameters) = (context.position, context.parameters);
        let begin = stack.scored.len();
        stack.generated.clear();
        position.generate(Generate::Noisy, &mut stack.generated);
        for m in stack.generated.iter().copied().filter(|m| *m != self.tt_move) {
            let mut score = 0;
            if let Some(piece) = position.piece_at(m.from()) {
                if let Some(captured) = captured(position, m, piece) {
                    let value = context.values[captured.index()].min(parameters.noisy_value_max());
                    let history = context.histories.capture(piece, m.to(), captured);
                    score += parameters.noisy_value() * value + history / parameters.noisy_history_divisor();
                }
                if let Some(promoted) = m.promoted() {
                    let gain = context.values[promoted.index()] - context.values[piece.piece_type.index()];
                    score += parameters.noisy_value() * gain;
                }
            }
            stack.scored.push(Scored { m, score });
        }
        self.end = stack.scored.len();
        if position.variant().blast.is_some() || position.variant().doubles.is_some() {
            score_mass_captures(&mut stack.scored[begin..], context);
        }
    }

    fn generate_quiet<const W: usize>(&mut self, stack: &mut MoveStack, context: &Context<W>) {
        let (position, histories) = (context.position, context.histories);
        let side = position.side();
        stack.generated.clear();
        match self.quiets {
            Quiets::Checks => position.generate_quiet_checks(&mut stack.generated),
            _ => position.generate(Generate::Quiet, &mut stack.generated),
        }
        for m in stack.generated.iter().copied() {
            if m == self.tt_move || self.refutations.contains(&m) {
                continue;
            }
            let score = match position.moved_piece(m) {
                Some(piece) => {
                    context.parameters.quiet_history() * histories.quiet(side, m)
                        + continuation_score(context, self.continuations, piece, m)
                }
                None => 0,
            };
            stack.scored.push(Scored { m, score });
        }
    }
}

/// Scores the captures that may take several pieces by what they gain.
#[cold]
fn score_mass_captures<const W: usize>(scored: &mut [Scored], context: &Context<W>) {
    let (parameters, most) = (context.parameters, context.parameters.noisy_value_max());
    for Scored { m, score } in scored {
        if let Some(gain) = context.position.mass_capture_value(*m, context.values) {
            *score = parameters.noisy_value() * gain.clamp(-most, most);
        }
    }
}

/// Returns the weighted sum of a quiet move's continuation histories for the moves one, two and four plies earlier.
#[inline(always)]
fn continuation_score<const W: usize>(
    context: &Context<W>,
    last: [ContinuationIndex; 3],
    piece: Piece,
    m: Move,
) -> i32 {
    let (histories, parameters) = (context.histories, context.parameters);
    parameters.quiet_continuation_1() * histories.continuation(last[0], piece, m.to())
        + parameters.quiet_continuation_2() * histories.continuation(last[1], piece, m.to())
        + parameters.quiet_continuation_4() * histories.continuation(last[2], piece, m.to())
}

/// Returns the type of the piece that a move of `piece` captures, or `None` if the move is not a capture.
#[inline(always)]
pub(super) fn captured<const W: usize>(position: &Position<W>, m: Move, piece: Piece) -> Option<PieceType> {
    if !m.is_capture() {
        return None;
    }
    // In an en passant capture the target is empty, and the victim is a pawn of the capturing pawn's type.
    Some(position.victim(m).map_or(piece.piece_type, |taken| taken.piece_type))
}

#[cfg(test)]
mod tests;
