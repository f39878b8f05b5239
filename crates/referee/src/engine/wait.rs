//! Waiting for engines, with time limits.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::connection::{Connection, Received};
use super::fault::{Failure, Fault, FaultKind};
use super::trouble;

/// The maximum number of lines that an engine may write during one wait, as counted by [`weight`]: ten times as many as
/// talkative engines write.
pub(super) const MAX_LINES: usize = 100_000;

/// How long the referee waits for engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// The maximum time for an engine to start, to become ready, to move when told to move at once, and to quit.
    pub answer: Duration,
    /// The maximum time for a move without a time control.
    pub unlimited: Duration,
    /// How late a move may be before the engine loses on time. The margin makes up for delays of the referee.
    pub margin: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(10),
            unlimited: Duration::from_secs(120),
            margin: Duration::from_millis(50),
        }
    }
}

/// The context of a wait: its time limits, and whether the tournament is being stopped.
pub(super) struct Wait<'a> {
    pub timeouts: Timeouts,
    pub cancelled: &'a AtomicBool,
}

impl Wait<'_> {
    /// Reads lines until `accept` returns a value for a line, and returns the value. `what` names the expected line in
    /// errors.
    ///
    /// # Errors
    /// Fails if the engine hangs, sends too many lines or crashes, or if the tournament is being stopped.
    pub fn until<T>(
        &self,
        engine: &mut Connection,
        what: &str,
        mut accept: impl FnMut(&mut Connection, &str) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + self.timeouts.answer;
        let mut lines = 0;
        loop {
            match engine.receive(deadline, self.cancelled)? {
                Received::Line(line, at) if at <= deadline => {
                    lines += weight(&line);
                    if let Some(answer) = accept(engine, &line) {
                        return Ok(answer);
                    }
                }
                Received::Line(..) | Received::Nothing => {
                    return Err(Fault::new(FaultKind::Hang, format!("no {what}")).into());
                }
                Received::Cancelled => return Err(Failure::Cancelled),
            }
            if lines > MAX_LINES {
                return Err(Fault::new(FaultKind::Flood, format!("{lines} lines and no {what}")).into());
            }
        }
    }

    /// Reads lines as [`Wait::until`] does, but also stops at a line that refuses a setting. Adds other lines that seem
    /// to report a problem to `remarks`.
    ///
    /// # Errors
    /// Fails if the engine refuses a setting, or for one of the reasons that [`Wait::until`] lists.
    pub fn until_unless_refused<T>(
        &self,
        engine: &mut Connection,
        what: &str,
        remarks: &mut Vec<String>,
        mut accept: impl FnMut(&mut Connection, &str) -> Option<T>,
    ) -> Result<T, Failure> {
        let answer = self.until(engine, what, |engine, line| {
            if let Some(text) = trouble::refusal(line) {
                return Some(Err(Fault::new(FaultKind::Refusal, text)));
            }
            remarks.extend(trouble::remark(line));
            accept(engine, line).map(Ok)
        })?;
        Ok(answer?)
    }
}

/// Returns the weight of a line in the count towards [`MAX_LINES`]: one, and one more for each whole KiB.
pub(super) fn weight(line: &str) -> usize {
    1 + line.len() / 1024
}
