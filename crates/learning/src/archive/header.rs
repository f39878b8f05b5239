//! The first line of a file of games: the settings that all its games have in common.

use std::path::Path;

use kurier_engine::eval::Weights;
use kurier_rules::rules::Definition;
use serde::{Deserialize, Serialize};

use super::{ArchiveError, FORMAT};

/// The header of a file: the settings that all games of the file have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "kurier-games")]
    pub format: u32,
    /// The name of the variant.
    pub variant: String,
    /// The hash of the variant's rules, in hexadecimal.
    pub rules: String,
    /// The version of the engine.
    pub engine: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The fingerprint of the evaluation's weights, in hexadecimal; empty in older files.
    #[serde(default)]
    pub weights: String,
    /// Whether a network corrected the weights.
    #[serde(default)]
    pub network: bool,
    /// The number of nodes searched for each turn.
    pub nodes: u64,
    /// A description of the random openings, see [`crate::datagen::Openings`].
    #[serde(default = "default_openings")]
    pub openings: String,
}

/// Returns the description of the openings in older files, whose headers do not contain a description.
fn default_openings() -> String {
    "6-14 plies, 0.5 changed".into()
}

impl Header {
    /// Creates the header for games of a variant that this version of the engine plays. The pair describes the
    /// evaluation: the weights, and whether a network corrects them.
    pub fn new(
        definition: &Definition,
        (weights, network): (&Weights, bool),
        seed: u64,
        nodes: u64,
        openings: String,
    ) -> Self {
        Self {
            format: FORMAT,
            variant: definition.name.clone(),
            rules: hash(definition),
            engine: env!("CARGO_PKG_VERSION").into(),
            weights: fingerprint(weights),
            network,
            seed,
            nodes,
            openings,
        }
    }

    /// Checks that the games of the file `path`, which has this header, belong to a variant.
    pub(super) fn check_variant(&self, definition: &Definition, path: &Path) -> Result<(), ArchiveError> {
        check(path, "variant", &self.variant, &definition.name)?;
        check(path, "hash of the rules", &self.rules, &hash(definition))
    }

    fn evaluation(&self) -> String {
        let network = if self.network { " with a network" } else { "" };
        format!("{}{network}", self.weights)
    }

    /// Checks that games with the header `other` were made with the settings of this header. `path` is the file whose
    /// header is `other`.
    pub(super) fn check_same(&self, other: &Self, path: &Path) -> Result<(), ArchiveError> {
        check(path, "variant", &other.variant, &self.variant)?;
        check(path, "hash of the rules", &other.rules, &self.rules)?;
        check(path, "engine", &other.engine, &self.engine)?;
        check(path, "evaluation", &other.evaluation(), &self.evaluation())?;
        check(path, "seed", &other.seed.to_string(), &self.seed.to_string())?;
        check(
            path,
            "number of nodes",
            &other.nodes.to_string(),
            &self.nodes.to_string(),
        )?;
        check(path, "openings", &other.openings, &self.openings)
    }
}

/// Returns the fingerprint of weights in the form that headers use: 16 hexadecimal digits.
pub(super) fn fingerprint(weights: &Weights) -> String {
    format!("{:016x}", weights.fingerprint())
}

fn hash(definition: &Definition) -> String {
    format!("{:016x}", definition.rules_hash())
}

/// Checks that the property `what` of a file has the expected value.
fn check(path: &Path, what: &'static str, found: &str, expected: &str) -> Result<(), ArchiveError> {
    if found == expected {
        return Ok(());
    }
    Err(ArchiveError::Mismatch {
        path: path.to_owned(),
        what,
        found: found.into(),
        expected: expected.into(),
    })
}
