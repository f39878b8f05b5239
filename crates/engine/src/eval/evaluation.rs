//! The evaluation: hand-crafted terms and a network that corrects them, behind one door.

use std::sync::Arc;

use super::drawish::DrawishEndgames;
use super::explanation::Explanation;
use super::hce::{FULL_SCALE, HandCrafted, PawnHash, PsqtState, Trace};
use super::nnue::{AccumulatorStack, Network};
use super::params::EvalParams;
use super::tapered::LIMIT;
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::{Color, PieceType, Variant};

/// The evaluation of one game, compiled once and shared by all threads. [`EvalState`] has what changes move by move.
#[derive(Clone, Debug)]
pub struct Evaluation<const W: usize> {
    params: Arc<EvalParams>,
    hand_crafted: HandCrafted<W>,
    drawish: Option<DrawishEndgames<W>>,
}

/// What the evaluation keeps up to date while moves are made and unmade: [`push`](Self::push) after each move made,
/// [`pop`](Self::pop) after each one unmade.
#[derive(Clone, Debug, Default)]
pub struct EvalState {
    pub(super) psqt: PsqtState,
    /// Those of the nodes before, the root first.
    before: Vec<PsqtState>,
    pawns: PawnHash,
    /// Unused without a network.
    accumulators: AccumulatorStack,
}

impl<const W: usize> Evaluation<W> {
    /// Creates the evaluation of a game with these numbers.
    ///
    /// # Panics
    /// If they are those of another game.
    pub fn new(variant: Arc<Variant<W>>, params: Arc<EvalParams>) -> Self {
        Self {
            drawish: DrawishEndgames::new(&variant, &params.weights),
            hand_crafted: HandCrafted::new(variant, &params.weights),
            params,
        }
    }

    /// Returns the evaluation of a game with the best numbers that the program has.
    pub fn built_in(variant: Arc<Variant<W>>) -> Self {
        let params = EvalParams::built_in(&variant.definition);
        Self::new(variant, params.into())
    }

    /// Returns the score of a position, in centipawns from the side to move, within ±[`LIMIT`]. The state must be that
    /// of the position.
    #[inline]
    pub fn evaluate(&self, position: &Position<W>, state: &mut EvalState) -> i32 {
        let hand_crafted = self.hand_crafted.evaluate(position, &state.psqt, &mut state.pawns);
        let network = match self.network_for(position) {
            None => 0,
            Some(network) => state.correction(network, position),
        };
        let score = match self.scale(position, state) {
            FULL_SCALE => hand_crafted + network,
            // Each for itself, so that the parts of an explanation add up.
            scale => scaled(hand_crafted, scale) + scaled(network, scale),
        };
        score.clamp(-LIMIT, LIMIT)
    }

    /// Returns the score of a position from scratch, see [`Evaluation::evaluate`].
    pub fn evaluate_from_scratch(&self, position: &Position<W>) -> i32 {
        self.evaluate(position, &mut EvalState::new(self, position))
    }

    /// Returns the network, where it may correct a position. Against a lone king the mop-up alone shows the way: the
    /// games that networks learn from are adjudicated before they come to it.
    #[inline]
    fn network_for(&self, position: &Position<W>) -> Option<&Network> {
        let network = self.params.network.as_ref()?;
        Color::BOTH
            .iter()
            .all(|color| position.of_color(*color).more_than_one())
            .then_some(network)
    }

    /// Returns the part of the whole that remains, in 1/[`FULL_SCALE`].
    #[inline]
    fn scale(&self, position: &Position<W>, state: &EvalState) -> i32 {
        self.drawish
            .as_ref()
            .map_or(FULL_SCALE, |drawish| drawish.scale(position, state.psqt.phase))
    }

    /// Returns the evaluation of a position, taken apart.
    pub fn explain(&self, position: &Position<W>) -> Explanation {
        let mut state = EvalState::new(self, position);
        let scale = self.scale(position, &state);
        let hand_crafted = self.hand_crafted.evaluate(position, &state.psqt, &mut state.pawns);
        let explained = self
            .hand_crafted
            .explain(position, &state.psqt, scaled(hand_crafted, scale));
        Explanation {
            scale: scaled(explained.scale, scale),
            network: self
                .network_for(position)
                .map(|network| scaled(state.correction(network, position), scale)),
            score: self.evaluate(position, &mut state),
            ..explained
        }
    }

    /// Takes the hand-crafted evaluation of a position apart, for a fit.
    pub fn trace(&self, position: &Position<W>) -> Trace {
        self.hand_crafted.trace(position)
    }

    /// Values by piece type in centipawns, for exchanges and pruning; the king's is above everything else.
    #[inline]
    pub fn values(&self) -> &[i32] {
        self.hand_crafted.values()
    }

    /// Returns the value of a piece type in centipawns.
    #[inline]
    pub fn value(&self, piece_type: PieceType) -> i32 {
        self.values()[piece_type.index()]
    }

    /// Returns the game.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        self.hand_crafted.variant()
    }

    /// Returns the numbers in use.
    pub fn params(&self) -> &Arc<EvalParams> {
        &self.params
    }
}

impl EvalState {
    /// Creates a state for searches, not yet [`reset`](Self::reset) to a position: with a pawn hash table, which pays
    /// where many positions have the same pawns.
    pub fn for_search() -> Self {
        Self {
            pawns: PawnHash::new(),
            ..Self::default()
        }
    }

    /// Creates the state of a position.
    pub fn new<const W: usize>(evaluation: &Evaluation<W>, position: &Position<W>) -> Self {
        let mut state = Self::default();
        state.reset(evaluation, position);
        state
    }

    /// Starts anew with a position. Memory is kept.
    pub fn reset<const W: usize>(&mut self, evaluation: &Evaluation<W>, position: &Position<W>) {
        self.before.clear();
        self.pawns.clear();
        self.psqt = evaluation.hand_crafted.state(position);
        if let Some(network) = &evaluation.params.network {
            self.accumulators.reset(network, position);
        }
    }

    /// Follows a move that changed these squares ([`Position::changes`]); a null move changes none.
    #[inline]
    pub fn push<const W: usize>(&mut self, evaluation: &Evaluation<W>, changes: &[Change]) {
        self.before.push(self.psqt);
        self.psqt = evaluation.hand_crafted.update(self.psqt, changes);
        if let Some(network) = &evaluation.params.network {
            self.accumulators.push(network, changes);
        }
    }

    /// Takes the last move back. At the root nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(before) = self.before.pop() {
            self.psqt = before;
            self.accumulators.pop();
        }
    }

    /// Returns what the network adds to the hand-crafted score, in centipawns from the side to move.
    fn correction<const W: usize>(&mut self, network: &Network, position: &Position<W>) -> i32 {
        let accumulators = self.accumulators.current(network, position);
        network.output(accumulators, position.side(), network.bucket(position))
    }
}

/// Returns a score, or a part of one, times 1/[`FULL_SCALE`] of its size.
#[inline(always)]
fn scaled(score: i32, scale: i32) -> i32 {
    score * scale / FULL_SCALE
}
