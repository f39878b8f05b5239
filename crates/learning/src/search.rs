//! The search settings that self-play shares with the scoring of siblings, the positions after moves that a game did
//! not play.

use std::path::PathBuf;
use std::sync::Arc;

use kurier_engine::eval::{EvalParams, Evaluation, EvaluationSource};
use kurier_engine::search::{Searcher, Settings};
use kurier_rules::rules::{Definition, Variant};

use crate::archive::Header;

/// The settings for searching positions, and the file to which the scores are written.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// The evaluation that the searches use.
    pub evaluation: EvaluationSource,
    /// The number of nodes of each search.
    pub nodes: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of concurrent searches.
    pub threads: usize,
    /// The size of each thread's transposition table, in MiB.
    pub hash: usize,
    /// The file to which the scores are appended. Games or positions that the file already contains are not searched
    /// again.
    pub out: PathBuf,
}

impl SearchConfig {
    /// Creates the header of the file `out`. `openings` describes how the start positions were chosen.
    pub fn header(&self, definition: &Definition, params: &EvalParams, openings: String) -> Header {
        let evaluation = (&params.weights, params.network.is_some());
        Header::new(definition, evaluation, self.seed, self.nodes, openings)
    }

    /// Creates a searcher for one thread.
    pub fn searcher<const W: usize>(&self, variant: &Arc<Variant<W>>, params: &Arc<EvalParams>) -> Searcher<W> {
        let settings = Settings {
            hash: self.hash,
            ..Settings::default()
        };
        Searcher::with_evaluation(Evaluation::new(variant.clone(), params.clone()), settings)
    }
}
