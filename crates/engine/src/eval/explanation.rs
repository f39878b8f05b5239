//! The evaluation of a position, taken apart.

use std::fmt;

use serde::Serialize;

use super::tapered::Tapered;

/// A term of the hand-crafted evaluation, for both sides.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplainedTerm {
    /// Its name: `mobility`.
    pub name: &'static str,
    /// What it gives White, in centipawns.
    pub white: Tapered,
    /// What it gives Black, in centipawns.
    pub black: Tapered,
}

/// The evaluation of a position, taken apart; as a text it is a table.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The terms.
    pub terms: Vec<ExplainedTerm>,
    /// How much of the middlegame is left, in percent: so the two scores of a term are mixed.
    pub middlegame: i32,
    /// How much of an advantage counts, in percent: less than 100 where it can hardly be turned into a win.
    pub scale: i32,
    /// What the side to move gets for its move, in centipawns.
    pub tempo: i32,
    /// The sum of all that, in centipawns from the side to move.
    pub hand_crafted: i32,
    /// What the network adds, in centipawns from the side to move; `None` where there is none.
    pub network: Option<i32>,
    /// The evaluation, in centipawns from the side to move.
    pub score: i32,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = format!("{:>7}{:>7} ", "mid", "end");
        writeln!(f, "{:<10} |{:^15}|{:^15}|{:^15}", "", "White", "Black", "difference")?;
        writeln!(f, "{:<10} |{head}|{head}|{head}", "term")?;
        let total = ExplainedTerm {
            name: "total",
            white: self.terms.iter().map(|term| term.white).sum(),
            black: self.terms.iter().map(|term| term.black).sum(),
        };
        for ExplainedTerm { name, white, black } in self.terms.iter().chain([&total]) {
            let columns = [*white, *black, *white - *black];
            let columns = columns.map(|score| format!("{:>7}{:>7} ", score.mid, score.end));
            writeln!(f, "{name:<10} |{}", columns.join("|"))?;
        }
        let Self {
            middlegame,
            scale,
            tempo,
            ..
        } = self;
        writeln!(f, "middlegame {middlegame}%, scale {scale}%, tempo {tempo}")?;
        if let Some(network) = self.network {
            writeln!(f, "network {network:+} to {} for the side to move", self.hand_crafted)?;
        }
        writeln!(f, "score {} for the side to move", self.score)
    }
}
