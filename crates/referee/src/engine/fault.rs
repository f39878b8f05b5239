//! The faults by which engines lose games other than on the board.

use std::fmt;

use serde::Serialize;

use kurier_rules::sanitize::excerpt;

/// The kinds of faults, each of which loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// An illegal or unreadable move, or a reply without a move.
    IllegalMove,
    /// A move after the time has run out.
    TimeLoss,
    /// No answer in time. An engine that exceeds its time control hangs only if it does not move even when told to.
    Hang,
    /// A process that ended, closed its output, or could not be started.
    Crash,
    /// Too much output without an answer.
    Flood,
    /// A refusal of a legal move, a legal position or a valid option.
    Refusal,
    /// A claim of a result that the game does not have.
    FalseClaim,
}

impl FaultKind {
    /// All kinds of faults, in the order in which reports list them.
    pub const ALL: [Self; 7] = [
        Self::IllegalMove,
        Self::TimeLoss,
        Self::Hang,
        Self::Crash,
        Self::Flood,
        Self::Refusal,
        Self::FalseClaim,
    ];

    /// Returns the value of the PGN tag `Termination`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal move",
            Self::TimeLoss => "time forfeit",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::Flood => "flood",
            Self::Refusal => "refusal",
            Self::FalseClaim => "false claim",
        }
    }

    /// Returns whether the engine can play the next game after this fault. If not, the engine is restarted.
    pub const fn is_survived(self) -> bool {
        matches!(self, Self::TimeLoss)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// A fault of an engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} ({detail})")]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// The details, as text for the user.
    pub detail: String,
}

impl Fault {
    /// Creates a fault. Control characters are removed from `detail`, and long text is cut.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: excerpt(&detail.into()),
        }
    }
}

/// The reason why an engine has not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The engine committed a fault.
    Fault(Fault),
    /// The tournament is being stopped.
    Cancelled,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
