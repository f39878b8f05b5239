//! What engines do wrong.

use std::fmt;

use serde::Serialize;

/// Kinds of faults. Each loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that is not legal, or no move at all.
    IllegalMove,
    /// A move too late.
    TimeLoss,
    /// No answer, not even when told to move at once.
    Hang,
    /// The process has ended, has closed its output, or cannot be started.
    Crash,
    /// Endless output.
    Flood,
    /// A legal move or a position is called illegal.
    Refusal,
    /// The game is claimed to have ended in a way that it has not.
    FalseClaim,
}

impl FaultKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::IllegalMove,
        Self::TimeLoss,
        Self::Hang,
        Self::Crash,
        Self::Flood,
        Self::Refusal,
        Self::FalseClaim,
    ];

    /// The words of the PGN tag `Termination`.
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

    /// Whether the engine can go on afterwards; if not it is started anew.
    pub const fn is_survived(self) -> bool {
        matches!(self, Self::TimeLoss)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Something that an engine has done wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} ({detail})")]
pub struct Fault {
    /// What it was.
    pub kind: FaultKind,
    /// The particulars, for people.
    pub detail: String,
}

impl Fault {
    /// A fault.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: detail.into(),
        }
    }
}

/// Why an engine has not replied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It did something wrong.
    Fault(Fault),
    /// The tournament is being stopped.
    Cancelled,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}
