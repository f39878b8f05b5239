//! Faults of engines.

use std::fmt;

use serde::Serialize;

use kurier_rules::outside::shown;

/// Kinds of faults. Each of them loses the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// An illegal move, or none.
    IllegalMove,
    /// A move after the time has run out.
    TimeLoss,
    /// No answer, even when told to move at once.
    Hang,
    /// The process ended, closed its output, or could not be started.
    Crash,
    /// Endless output.
    Flood,
    /// A legal move or position called illegal.
    Refusal,
    /// A claimed result that is not true.
    FalseClaim,
}

impl FaultKind {
    /// All kinds, in the order of the reports.
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

    /// Returns whether the engine can play on; otherwise it is restarted.
    pub const fn is_survived(self) -> bool {
        matches!(self, Self::TimeLoss)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Something that an engine did wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} ({detail})")]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// Details, for people.
    pub detail: String,
}

impl Fault {
    /// Creates a fault.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            detail: shown(&detail.into()),
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
