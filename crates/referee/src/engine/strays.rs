//! Stray processes: processes that an engine has started and that have left its process group, for example to run in
//! the background.
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
            let found = with_variable(&format!("{VARIABLE}={}", self.mark));
            for stray in &found.marked {
                // Killing fails if the process has ended in the meantime, which does no harm.
                let _ = nix::sys::signal::kill(*stray, nix::sys::signal::Signal::SIGKILL);
            }
            match found {
                Found { marked, .. } if !marked.is_empty() => {}
                Found { starting: true, .. } => std::thread::sleep(START),
                Found { .. } => return,
            }
        }
    }
}

/// The maximum number of passes over the list of processes.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 20;

/// How long to wait for processes that are about to run another program.
#[cfg(target_os = "linux")]
const START: std::time::Duration = std::time::Duration::from_millis(5);

/// The processes found in one pass over the list of processes.
#[cfg(target_os = "linux")]
struct Found {
    /// The processes with the mark.
    marked: Vec<nix::unistd::Pid>,
    /// Whether some process shows no environment. While a process starts to run another program, the system shows an
    /// empty environment for a moment, so the process may have the mark.
    starting: bool,
}

/// Finds the processes that have `variable`, as `NAME=VALUE`, in their environment, except programs of Wine and
/// processes whose environment cannot be read.
#[cfg(target_os = "linux")]
fn with_variable(variable: &str) -> Found {
    let mut found = Found {
        marked: Vec::new(),
        starting: false,
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    for number in numbers.filter(|number| !belongs_to_wine(*number)) {
        let Ok(environment) = std::fs::read(format!("/proc/{number}/environ")) else {
            continue;
        };
        let mut entries = environment.split(|byte| *byte == 0);
        if entries.any(|entry| entry == variable.as_bytes()) {
            found.marked.push(nix::unistd::Pid::from_raw(number));
        }
        // Threads of the kernel and processes that have ended run no program.
        found.starting |= environment.is_empty() && std::fs::read_link(format!("/proc/{number}/exe")).is_ok();
    }
    found
}

/// Returns whether a process runs a program of Wine: one whose name begins with `wine`, such as `wineserver64`.
#[cfg(target_os = "linux")]
fn belongs_to_wine(number: i32) -> bool {
    let program = std::fs::read_link(format!("/proc/{number}/exe")).unwrap_or_default();
    let name = program.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b"wine")
}
