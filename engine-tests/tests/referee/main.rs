//! Tests of the referee, `kurier match`.

mod faults;
mod files;
mod formats;
mod starts;

use std::fs;
use std::time::{Duration, Instant};

use engine_tests::Process;

const FAULTY: &str = env!("CARGO_BIN_EXE_faulty-engine");

/// The referee's timeout for answers, in seconds: far longer than an answer takes on a busy machine, but short enough
/// for tests of engines that never answer.
const TIMEOUT: &str = "4";

/// A correct opponent that cannot lose on time, because its search is limited by nodes.
const SOUND: &str = "self name=Sound nodes=50 option.Hash=1";

/// Asserts that no process with the tag on its command line is left.
fn assert_nothing_runs(tag: &str) {
    let deadline = Instant::now() + Process::TIMEOUT;
    loop {
        let left = processes_with(tag);
        if left.is_empty() {
            return;
        }
        // Retry, because the system may take a moment to remove finished processes.
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns the command lines of all processes that contain the tag; none on systems that do not show command lines.
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
    // Exclude the referee, which has the tag among its own arguments.
    lines
        .filter(|line| line.contains(tag) && !line.contains("match"))
        .collect()
}

/// A match between two engines whose games are deterministic.
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
