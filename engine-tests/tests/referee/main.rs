//! The referee.

mod faults;
mod files;
mod formats;
mod starts;

use std::fs;
use std::time::{Duration, Instant};

const FAULTY: &str = env!("CARGO_BIN_EXE_faulty-engine");

/// Far more than an answer takes on a busy machine, and not too long to wait for those that never come.
const TIMEOUT: &str = "4";

/// A sound opponent that cannot lose on time: it has no clock.
const SOUND: &str = "self name=Sound nodes=50 option.Hash=1";

/// No process may be left that has the tag on its command line.
fn assert_nothing_runs(tag: &str) {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let left = processes_with(tag);
        if left.is_empty() {
            return;
        }
        // The system may take a moment to reap processes.
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the command lines of the processes that have the tag on them; none where the system does not show them.
fn processes_with(tag: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let own = std::process::id().to_string();
    let lines = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy() != own.as_str());
    let lines = lines.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    // The referee has the tag among its own arguments.
    lines
        .filter(|line| line.contains(tag) && !line.contains("match"))
        .collect()
}

/// Two engines that play the same games each time.
const SELF_MATCH: [&str; 12] = [
    "-e",
    "self name=A",
    "-e",
    "self name=B option.Hash=1",
    "--variant",
    "leap,courierleapale",
    "--nodes",
    "60",
    "--random-plies",
    "4",
    "--each",
    "option.Hash=2",
];
