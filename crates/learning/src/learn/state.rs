//! The state of a run: the finished generations, and the progress of the current one. The state is saved to a file, so
//! that a run can be stopped at any moment and resumed.

use std::path::Path;
use std::time::Duration;

use kurier_rules::files;
use kurier_rules::rules::Definition;
use kurier_series::statistics::{Pentanomial, Strength};
use serde::{Deserialize, Serialize};

use super::LearnError;

/// The version of the format that this program reads and writes.
const FORMAT: u32 = 1;
/// The limit, in either direction, to which the Elo difference of a match is clamped. A short match cannot measure a
/// larger difference.
const MAX_ELO: f64 = 800.0;

/// What a generation learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The weights of the hand-crafted evaluation, fitted to games.
    Weights,
    /// A network that corrects the weights.
    Network,
}

impl Kind {
    /// Returns the file name extension of an evaluation of this kind.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Weights => "toml",
            Self::Network => "net",
        }
    }

    /// Returns the kind as one word, for display.
    pub fn word(self) -> &'static str {
        match self {
            Self::Weights => "weights",
            Self::Network => "network",
        }
    }
}

/// A difference in Elo with the half-width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Elo {
    /// The difference, at most 800 in either direction.
    pub difference: f64,
    /// The half-width of the 95 % interval.
    pub error: f64,
}

impl Elo {
    /// Converts the strength that was estimated from a match.
    fn new(strength: &Strength) -> Self {
        let within = |elo: f64| elo.clamp(-MAX_ELO, MAX_ELO);
        let [low, high] = strength.elo_interval.unwrap_or([-MAX_ELO, MAX_ELO]).map(within);
        Self {
            difference: within(strength.elo),
            error: (high - low) / 2.0,
        }
    }
}

impl std::fmt::Display for Elo {
    fn fmt(&self, text: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(text, "{:+.0} ±{:.0} Elo", self.difference, self.error)
    }
}

/// A finished generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// What the generation learned.
    pub kind: Kind,
    /// The number of its self-play games, including the games of workers.
    pub games: u64,
    /// The number of pairs of games with each result, from 0 to 4 half points, in its match against the previous best
    /// evaluation; all 0 if there were too few games to learn from.
    pub pairs: [u32; 5],
    /// Whether it became the best evaluation.
    pub taken: bool,
    /// The time from the start of the run to the end of the generation, in seconds.
    pub end: f64,
}

impl Generation {
    /// Returns the Elo difference in the generation's match; `None` if there was no match.
    pub fn elo(&self) -> Option<Elo> {
        let strength = Pentanomial(self.pairs).sample().strength()?;
        Some(Elo::new(&strength))
    }
}

/// The generation in progress.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Current {
    /// What the generation learns.
    pub kind: Kind,
    /// The time from the start of the run to the start of the generation, in seconds.
    pub begin: f64,
    /// The time from the start of the run by which the generation should end, in seconds; 0 if the time is not limited.
    pub end: f64,
    /// Whether all its games are played.
    pub played: bool,
    /// Whether its evaluation is learned and written.
    pub learned: bool,
    /// The results of its match so far, without the results of workers; see [`Generation::pairs`].
    pub pairs: [u32; 5],
}

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The version of the format.
    #[serde(rename = "kurier-learn")]
    format: u32,
    /// The name of the game.
    pub game: String,
    /// The hash of the game's rules, in hexadecimal.
    pub rules: String,
    /// The number of nodes searched for each turn, in self-play and in matches.
    pub nodes: u64,
    /// The kind of the evaluation that the run began with.
    pub start: Kind,
    /// The time that the run has taken so far, in seconds.
    pub spent: f64,
    /// The finished generations.
    pub generations: Vec<Generation>,
    /// The generation in progress.
    pub current: Option<Current>,
    /// Whether the run has used up its budget. A larger budget continues it.
    #[serde(default)]
    pub finished: bool,
}

impl State {
    /// Creates the state of a new run.
    pub fn new(definition: &Definition, nodes: u64, start: Kind) -> Self {
        Self {
            format: FORMAT,
            game: definition.name.clone(),
            rules: rules(definition),
            nodes,
            start,
            spent: 0.0,
            generations: Vec::new(),
            current: None,
            finished: false,
        }
    }

    /// Reads the state of a run.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a state of this version.
    pub fn read(path: &Path) -> Result<Self, LearnError> {
        let text = files::read_text(path, files::LARGE).map_err(LearnError::file(path))?;
        let refused = |reason: String| LearnError::State {
            path: path.to_owned(),
            reason,
        };
        let state: Self = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
        if state.format != FORMAT {
            return Err(refused(format!("version {}", state.format)));
        }
        if Duration::try_from_secs_f64(state.spent).is_err() {
            return Err(refused("a time is not valid".into()));
        }
        Ok(state)
    }

    /// Writes the state. An interruption leaves either the old or the new state.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LearnError> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::from);
        text.and_then(|text| files::write(path, text.as_bytes()))
            .map_err(LearnError::file(path))
    }

    /// Checks that the run belongs to a game.
    ///
    /// # Errors
    /// Fails if the run belongs to another game, or to a game of this name with different rules.
    pub fn check(&self, definition: &Definition, folder: &Path) -> Result<(), LearnError> {
        let differ = |what, found: &str, wanted: &str| match found == wanted {
            true => Ok(()),
            false => Err(LearnError::Other {
                path: folder.to_owned(),
                what,
                found: found.into(),
                wanted: wanted.into(),
            }),
        };
        differ("game", &self.game, &definition.name)?;
        differ("hash of the rules", &self.rules, &rules(definition))
    }

    /// Returns the number of the generation in progress, or of the next one; the first generation is 1.
    pub fn number(&self) -> usize {
        self.generations.len() + 1
    }

    /// Returns the number and the kind of the best evaluation: the number of the generation that learned it, or 0 if
    /// the run began with it.
    pub fn best(&self) -> (usize, Kind) {
        let taken = |generation: &Generation| generation.taken;
        match self.generations.iter().rposition(taken) {
            Some(index) => (index + 1, self.generations[index].kind),
            None => (0, self.start),
        }
    }

    /// Returns the Elo gain of the best evaluation over the evaluation that the run began with: the sum of the
    /// differences measured in the matches of all generations that were taken.
    pub fn elo(&self) -> Elo {
        let taken = self.generations.iter().filter(|generation| generation.taken);
        let (sum, squares) = taken
            .filter_map(Generation::elo)
            .fold((0.0, 0.0), |(sum, squares), elo| {
                (sum + elo.difference, squares + elo.error.powi(2))
            });
        Elo {
            difference: sum,
            error: squares.sqrt(),
        }
    }

    /// Chooses what the next generation learns. Two fits come first, because weights need the fewest games; then
    /// networks and fits alternate until a network is taken, after which only networks follow, because a network
    /// corrects specific weights.
    pub fn next_kind(&self) -> Kind {
        let fits = self
            .generations
            .iter()
            .filter(|generation| generation.kind == Kind::Weights)
            .count();
        let last = self.generations.last().map(|generation| generation.kind);
        match (self.best().1, last) {
            (Kind::Network, _) => Kind::Network,
            (Kind::Weights, Some(Kind::Weights)) if fits >= 2 => Kind::Network,
            (Kind::Weights, _) => Kind::Weights,
        }
    }
}

/// Returns the hash of a game's rules, in hexadecimal.
fn rules(definition: &Definition) -> String {
    format!("{:016x}", definition.rules_hash())
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;

    use super::*;

    fn generation(kind: Kind, pairs: [u32; 5], taken: bool) -> Generation {
        Generation {
            kind,
            games: 100,
            pairs,
            taken,
            end: 60.0,
        }
    }

    fn state(start: Kind) -> State {
        State::new(&Catalogue::built_in().get("leap").expect("a built-in game"), 500, start)
    }

    #[test]
    fn weights_come_first_and_then_networks() {
        let mut run = state(Kind::Weights);
        let wanted = [
            Kind::Weights,
            Kind::Weights,
            Kind::Network,
            Kind::Weights,
            Kind::Network,
        ];
        for kind in wanted {
            assert_eq!(run.next_kind(), kind, "{run:?}");
            run.generations.push(generation(kind, [1; 5], false));
        }
        run.generations.push(generation(Kind::Network, [0, 0, 1, 1, 1], true));
        assert_eq!((run.next_kind(), run.best()), (Kind::Network, (6, Kind::Network)));
        assert_eq!(state(Kind::Network).next_kind(), Kind::Network);
    }

    #[test]
    fn gains_add_up_and_a_clean_score_stays_finite() {
        let mut run = state(Kind::Weights);
        assert_eq!(run.elo(), Elo::default());
        run.generations.push(generation(Kind::Weights, [2, 5, 10, 15, 8], true));
        let first = run.elo();
        run.generations.push(generation(Kind::Weights, [9, 5, 0, 0, 0], false));
        assert_eq!(run.elo(), first);
        run.generations.push(generation(Kind::Weights, [0, 0, 0, 0, 4], true));
        let all = run.elo();
        assert_eq!(all.difference, first.difference + 800.0);
        assert!(all.error > first.error && all.error.is_finite());
    }

    #[test]
    fn damaged_states_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state.json");
        let run = state(Kind::Weights);
        run.write(&path).expect("a new file");
        assert_eq!(State::read(&path).expect("a state"), run);
        let text = std::fs::read_to_string(&path).expect("text");
        for damaged in [
            "{}".to_owned(),
            text.replace("\"kurier-learn\": 1", "\"kurier-learn\": 2"),
            text.replace("\"spent\": 0.0", "\"spent\": -5.0"),
            text[..text.len() / 2].to_owned(),
        ] {
            assert_ne!(damaged, text);
            std::fs::write(&path, damaged).expect("a file");
            assert!(matches!(State::read(&path), Err(LearnError::State { .. })));
        }
    }
}
