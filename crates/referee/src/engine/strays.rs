//! Programs that engines have started and that have left their groups, as those do that are to run in the background.
//!
//! All programs that come from a tournament have its mark among their environment variables, and Linux shows these. On Windows no
//! program leaves the job of its engine.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::{self, Command};

/// The environment variable with the mark.
const VARIABLE: &str = "KURIER_MATCH";

/// The mark of the engines of a tournament. Whatever still has it is ended with the value.
pub struct Strays {
    mark: String,
}

impl Strays {
    /// Creates a mark that nobody has.
    pub fn new() -> Self {
        let number = RandomState::new().hash_one(process::id());
        Self {
            mark: format!("{}-{number:016x}", process::id()),
        }
    }

    /// Marks a program that is to be started, and all that it will start.
    pub fn mark(&self, command: &mut Command) {
        command.env(VARIABLE, &self.mark);
    }
}

#[cfg(target_os = "linux")]
impl Drop for Strays {
    fn drop(&mut self) {
        // What starts others meanwhile is met in the next round.
        for _ in 0..ROUNDS {
            let strays = with_variable(&format!("{VARIABLE}={}", self.mark));
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                // It may have ended by itself.
                let _ = nix::sys::signal::kill(stray, nix::sys::signal::Signal::SIGKILL);
            }
        }
    }
}

/// How often is looked for programs that are left.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 10;

/// Returns the processes with an environment variable, as far as they show it.
#[cfg(target_os = "linux")]
fn with_variable(variable: &str) -> Vec<nix::unistd::Pid> {
    let has_it = |number: i32| {
        let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|entry| entry == variable.as_bytes())
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|number| has_it(*number))
        .map(nix::unistd::Pid::from_raw)
        .collect()
}
