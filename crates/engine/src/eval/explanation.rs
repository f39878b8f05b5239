//! The evaluation of a position, term by term, for people.

use std::fmt;

use serde::Serialize;

use super::tapered::Tapered;

/// One term of the hand-crafted evaluation, for both sides.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplainedTerm {
    /// The name of the term, for example `mobility`.
    pub name: &'static str,
    /// White's score for the term, in centipawns.
    pub white: Tapered,
    /// Black's score for the term, in centipawns.
    pub black: Tapered,
}

/// The evaluation of a position, term by term. [`Display`](fmt::Display) formats it as a table.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The hand-crafted terms.
    pub terms: Vec<ExplainedTerm>,
    /// The weight of the middlegame scores in percent. The weight of the endgame scores is 100 minus this number.
    pub middlegame: i32,
    /// The factor applied to the score, in percent: less than 100 if an advantage can hardly be turned into a win.
    pub scale: i32,
    /// The bonus for the side to move, in centipawns.
    pub tempo: i32,
    /// The hand-crafted score, in centipawns from the point of view of the side to move.
    pub hand_crafted: i32,
    /// The correction of the network, in centipawns from the point of view of the side to move. `None` if there is no
    /// network, or if the network is not used because a side has only its king.
    pub network: Option<i32>,
    /// The complete evaluation, in centipawns from the point of view of the side to move.
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
