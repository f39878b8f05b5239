//! How long engines are waited for.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::connection::{Connection, Received};
use super::fault::{Failure, Fault, FaultKind};
use super::trouble;

/// The most lines (or KiB) that an engine may write while it thinks about one move: ten times what talkative engines
/// need.
pub(super) const MAX_LINES: usize = 100_000;

/// How long engines are waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For starting, getting ready, moving when told to at once, quitting.
    pub answer: Duration,
    /// For a move without a clock.
    pub unlimited: Duration,
    /// How late a move may be without losing on time: allows for the referee's own delays.
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

/// How long one step may take, and whether the tournament goes on.
pub(super) struct Wait<'a> {
    pub timeouts: Timeouts,
    pub cancelled: &'a AtomicBool,
}

impl Wait<'_> {
    /// Reads lines until one is accepted.
    ///
    /// # Errors
    /// A hang, a flood or a crash of the engine; the end of the tournament.
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

    /// [`Wait::until`], where a refusal ends it, and other lines that sound like trouble are taken down.
    ///
    /// # Errors
    /// As there; a refusal.
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

/// Returns what a line counts against [`MAX_LINES`]: long ones count as several.
pub(super) fn weight(line: &str) -> usize {
    1 + line.len() / 1024
}
