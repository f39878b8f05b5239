//! Runs tournaments with `kurier match` and examines their results.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A finished tournament and the temporary folder in which it was played.
pub struct Tournament {
    folder: TempDir,
    /// The JSON objects of all finished games.
    pub games: Vec<Value>,
    /// The final standings, as JSON.
    pub standings: Value,
}

impl Tournament {
    /// Plays a tournament: runs `kurier match` with `arguments` in a new temporary folder.
    ///
    /// # Panics
    /// Panics if the program fails or prints a line that is not JSON.
    pub fn play(arguments: &[&str]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        Self::play_in(folder, arguments)
    }

    /// Plays a tournament in an existing folder, for example to resume an earlier tournament.
    ///
    /// # Panics
    /// Panics if the program fails or prints a line that is not JSON.
    pub fn play_in(folder: TempDir, arguments: &[&str]) -> Self {
        let output = match_command(folder.path()).args(arguments).arg("--json").output();
        let output = output.expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        let lines = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let mut events: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect();
        let standings = events.pop().expect("the standings at the end")["standings"].take();
        events.retain(|event| event["event"] == "game");
        Self {
            folder,
            games: events,
            standings,
        }
    }

    /// Returns the path of a file in the tournament's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Consumes the tournament and returns its folder, for use by another tournament.
    pub fn into_folder(self) -> TempDir {
        self.folder
    }

    /// Returns the results of an engine, summed over all variants.
    ///
    /// # Panics
    /// Panics if no engine has this name.
    pub fn engine(&self, name: &str) -> &Value {
        let lines = self.standings["engines"].as_array().expect("a list of engines");
        // The last line of each engine is the sum over all variants.
        let mut own = lines.iter().filter(|line| line["engine"] == name);
        own.next_back()
            .unwrap_or_else(|| panic!("no engine {name} in {}", self.standings))
    }

    /// Returns the wins, draws and losses of an engine, summed over all variants.
    pub fn tally(&self, name: &str) -> [u64; 3] {
        let line = self.engine(name);
        ["wins", "draws", "losses"].map(|kind| count(&line[kind]))
    }

    /// Returns the faults of an engine: each kind, and how often it occurred.
    pub fn faults(&self, name: &str) -> Vec<(String, u64)> {
        let faults = self.standings["faults"][name]
            .as_object()
            .expect("faults of every engine");
        faults
            .iter()
            .map(|(kind, number)| (kind.clone(), count(number)))
            .collect()
    }

    /// Asserts that no game ended by a fault.
    ///
    /// # Panics
    /// Panics and shows the games that ended by a fault, if there are any.
    pub fn assert_faultless(&self) {
        self.assert_faultless_but(|_| false);
    }

    /// Asserts that no game ended by a fault, apart from faults that `known` accepts.
    ///
    /// # Panics
    /// Panics and shows the games that ended by faults that `known` does not accept, if there are any.
    pub fn assert_faultless_but(&self, known: impl Fn(&Value) -> bool) {
        let faults = self.standings["faults"].as_object().expect("faults of every engine");
        let is_faulty = |game: &&Value| !["normal", "adjudication"].iter().any(|end| game["termination"] == *end);
        let (known, others): (Vec<&Value>, Vec<&Value>) =
            self.games.iter().filter(is_faulty).partition(|game| known(game));
        let of_engine = |counts: &Value| {
            counts
                .as_object()
                .expect("faults by kind")
                .values()
                .map(count)
                .sum::<u64>()
        };
        let total: u64 = faults.values().map(of_engine).sum();
        assert!(
            others.is_empty() && total == known.len() as u64,
            "{faults:?}\n{others:#?}"
        );
    }
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Returns the command `kurier match`, set up to run in a folder.
pub fn match_command(folder: &Path) -> Command {
    let mut command = Command::new(crate::kurier_binary());
    command.arg("match").current_dir(folder);
    command
}
