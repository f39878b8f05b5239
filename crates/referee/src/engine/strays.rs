//! Stray processes: processes that engines have started and that have left the engine's process group, for example to
//! run in the background.
//!
//! All processes of an engine inherit an environment variable with a mark, and Linux shows the environment of a
//! process in `/proc`. On Windows no process can leave the job object of its engine. On other systems stray processes
//! are not found.
//!
//! The background programs of Wine are left alone, because all programs that run under Wine share them. They end by
//! themselves soon after the last program under Wine has ended.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::process::{self, Command};

/// The environment variable with the mark of an engine's processes.
const VARIABLE: &str = "KURIER_ENGINE";

/// The mark of all processes of an engine. On Linux, dropping the mark kills the processes that still have it, except
/// programs of Wine.
pub struct Strays {
    mark: String,
}

impl Strays {
    /// Creates a mark that differs from the marks of all other engines.
    pub fn new() -> Self {
        let number = RandomState::new().hash_one(process::id());
        Self {
            mark: format!("{}-{number:016x}", process::id()),
        }
    }

    /// Marks a program that is about to be started, and all processes that it will start.
    pub fn mark(&self, command: &mut Command) {
        command.env(VARIABLE, &self.mark);
    }
}

#[cfg(target_os = "linux")]
impl Drop for Strays {
    fn drop(&mut self) {
        // A process may start another process while the list is read; the next pass finds the new process.
        for _ in 0..ROUNDS {
            let strays = with_variable(&format!("{VARIABLE}={}", self.mark));
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                // Killing fails if the process has ended in the meantime, which does no harm.
                let _ = nix::sys::signal::kill(stray, nix::sys::signal::Signal::SIGKILL);
            }
        }
    }
}

/// The maximum number of passes over the list of processes.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 10;

/// Returns the processes that have `variable`, as `NAME=VALUE`, in their environment, except programs of Wine and
/// processes whose environment cannot be read.
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
        .filter(|number| has_it(*number) && !belongs_to_wine(*number))
        .map(nix::unistd::Pid::from_raw)
        .collect()
}

/// Returns whether a process runs a program of Wine: one whose name begins with `wine`, such as `wineserver64`.
#[cfg(target_os = "linux")]
fn belongs_to_wine(number: i32) -> bool {
    let program = std::fs::read_link(format!("/proc/{number}/exe")).unwrap_or_default();
    let name = program.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b"wine")
}
