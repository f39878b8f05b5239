//! The evaluation: the sum of the hand-crafted terms and the correction of a network.

use std::sync::Arc;

use super::drawish::DrawishEndgames;
use super::explanation::Explanation;
use super::hce::{FULL_SCALE, HandCrafted, PawnHash, PsqtState, Trace};
use super::nnue::{AccumulatorStack, Network};
use super::params::EvalParams;
use super::tapered::LIMIT;
use kurier_rules::board::{same, same_ref};
use kurier_rules::compiled_here;
use kurier_rules::position::{Change, Position};
use kurier_rules::rules::{Color, PieceType, Variant};

/// The evaluation of one variant, compiled once and shared by all threads. [`EvalState`] holds the data that changes
/// with each move.
#[derive(Clone, Debug)]
pub struct Evaluation<const W: usize> {
    params: Arc<EvalParams>,
    hand_crafted: HandCrafted<W>,
    drawish: Option<DrawishEndgames<W>>,
}

/// The incremental state of the evaluation along one line of play. Call [`push`](Self::push) after making a move, and
/// [`pop`](Self::pop) after unmaking one.
#[derive(Clone, Debug, Default)]
pub struct EvalState {
    pub(super) psqt: PsqtState,
    /// The piece-square states of the nodes from the root to the parent of the current node.
    before: Vec<PsqtState>,
    pawns: PawnHash,
    /// The accumulators of the network; unused if there is no network.
    accumulators: AccumulatorStack,
}

impl<const W: usize> Evaluation<W> {
    /// Creates the evaluation of a variant with the given parameters.
    ///
    /// # Panics
    /// May panic if the parameters belong to another variant.
    pub fn new(variant: Arc<Variant<W>>, params: Arc<EvalParams>) -> Self {
        compiled_here!(
            W,
            (variant: Arc<Variant<W>> = same(variant), params: Arc<EvalParams> = params) -> Evaluation<W> {
                Evaluation {
                    drawish: DrawishEndgames::new(&variant, &params.weights),
                    hand_crafted: HandCrafted::new(variant, &params.weights),
                    params,
                }
            }
        )
    }

    /// Creates the evaluation of a variant with the best built-in parameters.
    pub fn built_in(variant: Arc<Variant<W>>) -> Self {
        let params = EvalParams::built_in(&variant.definition);
        Self::new(variant, params.into())
    }

    /// Returns the score of a position in centipawns from the point of view of the side to move, within ±[`LIMIT`].
    /// `state` must belong to the position.
    #[inline]
    pub fn evaluate(&self, position: &Position<W>, state: &mut EvalState) -> i32 {
        let hand_crafted = self.hand_crafted.evaluate(position, &state.psqt, &mut state.pawns);
        let network = match self.network_for(position) {
            None => 0,
            Some(network) => state.correction(network, position),
        };
        let score = match self.scale(position, state) {
            FULL_SCALE => hand_crafted + network,
            // The parts are scaled separately, so that the rounded parts of an explanation add up to the score.
            scale => scaled(hand_crafted, scale) + scaled(network, scale),
        };
        score.clamp(-LIMIT, LIMIT)
    }

    /// Returns the score of a position without an incremental state; see [`Evaluation::evaluate`].
    pub fn evaluate_from_scratch(&self, position: &Position<W>) -> i32 {
        compiled_here!(
            W,
            (evaluation: &Evaluation<W> = same_ref(self), position: &Position<W> = same_ref(position)) -> i32 {
                evaluation.evaluate(position, &mut EvalState::new(evaluation, position))
            }
        )
    }

    /// Returns the network, or `None` if there is no network or a side has only its king. Against a lone king the
    /// mop-up terms guide the play: training games are adjudicated before they reach a lone king, so networks have not
    /// learned these endgames.
    #[inline]
    fn network_for(&self, position: &Position<W>) -> Option<&Network> {
        let network = self.params.network.as_ref()?;
        Color::BOTH
            .iter()
            .all(|color| position.of_color(*color).more_than_one())
            .then_some(network)
    }

    /// Returns the scale for drawish endgames, in 1/[`FULL_SCALE`].
    #[inline]
    fn scale(&self, position: &Position<W>, state: &EvalState) -> i32 {
        self.drawish
            .as_ref()
            .map_or(FULL_SCALE, |drawish| drawish.scale(position, state.psqt.phase))
    }

    /// Returns the evaluation of a position, term by term.
    pub fn explain(&self, position: &Position<W>) -> Explanation {
        compiled_here!(
            W,
            (evaluation: &Evaluation<W> = same_ref(self), position: &Position<W> = same_ref(position)) -> Explanation {
                evaluation.explain_terms(position)
            }
        )
    }

    fn explain_terms(&self, position: &Position<W>) -> Explanation {
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

    /// Returns how often each hand-crafted term counts in a position, for fitting the weights.
    pub fn trace(&self, position: &Position<W>) -> Trace {
        compiled_here!(
            W,
            (evaluation: &Evaluation<W> = same_ref(self), position: &Position<W> = same_ref(position)) -> Trace {
                evaluation.count_terms(position)
            }
        )
    }

    fn count_terms(&self, position: &Position<W>) -> Trace {
        let mut trace = self.hand_crafted.trace(position);
        let scale = self.scale(position, &EvalState::new(self, position)) as f32 / FULL_SCALE as f32;
        for part in [&mut trace.scale, &mut trace.fixed, &mut trace.tempo] {
            *part *= scale;
        }
        trace
    }

    /// Returns the values of all piece types in centipawns, for static exchange evaluation and pruning. The king's
    /// value is 20,000, more than any material that could be won in exchange.
    #[inline]
    pub fn values(&self) -> &[i32] {
        self.hand_crafted.values()
    }

    /// Returns the value of a piece type in centipawns.
    #[inline]
    pub fn value(&self, piece_type: PieceType) -> i32 {
        self.values()[piece_type.index()]
    }

    /// Returns the compiled variant.
    pub fn variant(&self) -> &Arc<Variant<W>> {
        self.hand_crafted.variant()
    }

    /// Returns the parameters that the evaluation was compiled from.
    pub fn params(&self) -> &Arc<EvalParams> {
        &self.params
    }
}

impl EvalState {
    /// Creates a state for searches. The state has a pawn hash table, which saves time if many positions have the same
    /// pawns. Call [`reset`](Self::reset) before the first search.
    pub fn for_search() -> Self {
        Self {
            pawns: PawnHash::new(),
            ..Self::default()
        }
    }

    /// Creates the state of a position, without a pawn hash table.
    pub fn new<const W: usize>(evaluation: &Evaluation<W>, position: &Position<W>) -> Self {
        let mut state = Self::default();
        state.reset(evaluation, position);
        state
    }

    /// Resets the state to a root position. Allocated memory is kept.
    pub fn reset<const W: usize>(&mut self, evaluation: &Evaluation<W>, position: &Position<W>) {
        self.before.clear();
        self.pawns.clear();
        self.psqt = evaluation.hand_crafted.state(position);
        if let Some(network) = &evaluation.params.network {
            self.accumulators.reset(network, position);
        }
    }

    /// Updates the state after a move, given the changes that the move made ([`Position::changes`]). A null move makes
    /// no changes.
    #[inline]
    pub fn push<const W: usize>(&mut self, evaluation: &Evaluation<W>, changes: &[Change]) {
        self.before.push(self.psqt);
        self.psqt = evaluation.hand_crafted.update(self.psqt, changes);
        if let Some(network) = &evaluation.params.network {
            self.accumulators.push(network, changes);
        }
    }

    /// Undoes the last [`push`](Self::push). Does nothing at the root.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(before) = self.before.pop() {
            self.psqt = before;
            self.accumulators.pop();
        }
    }

    /// Returns the correction of the network to the hand-crafted score, in centipawns from the point of view of the
    /// side to move.
    fn correction<const W: usize>(&mut self, network: &Network, position: &Position<W>) -> i32 {
        let accumulators = self.accumulators.current(network, position);
        network.output(accumulators, position.side(), network.bucket(position))
    }
}

/// Multiplies a score, or a part of one, by `scale`/[`FULL_SCALE`].
#[inline(always)]
fn scaled(score: i32, scale: i32) -> i32 {
    score * scale / FULL_SCALE
}
