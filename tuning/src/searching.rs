//! How positions are searched for data, and where their scores are kept.

use std::path::PathBuf;
use std::sync::Arc;

use kurier_engine::eval::{EvalParams, Evaluation, EvaluationSource};
use kurier_engine::search::{Searcher, Settings};
use kurier_rules::rules::{Definition, Variant};

use crate::archive::Header;

/// How positions are searched for data, and where their scores are kept.
#[derive(Clone, Debug)]
pub struct Searching {
    /// The evaluation.
    pub evaluation: EvaluationSource,
    /// Nodes for every search.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// Searches at the same time.
    pub threads: usize,
    /// Transposition table of every thread, MiB.
    pub hash: usize,
    /// The file; what it already has is not searched again.
    pub out: PathBuf,
}

impl Searching {
    /// Returns the header of the file. `openings`: how its positions came about.
    pub(crate) fn header(&self, definition: &Definition, params: &EvalParams, openings: String) -> Header {
        let evaluation = (&params.weights, params.network.is_some());
        Header::new(definition, evaluation, self.seed, self.nodes, openings)
    }

    /// Returns a searcher of one thread.
    pub(crate) fn searcher<const W: usize>(&self, variant: &Arc<Variant<W>>, params: &Arc<EvalParams>) -> Searcher<W> {
        let settings = Settings {
            hash: self.hash,
            ..Settings::default()
        };
        Searcher::with_evaluation(Evaluation::new(variant.clone(), params.clone()), settings)
    }
}
