//! The report as text.

use std::fmt::Write;

use super::table::align;
use super::{Report, SprtState};
use crate::engine::FaultKind;
use crate::schedule::Format;
use crate::standings::Score;
use kurier_series::sprt::Verdict;
use kurier_series::statistics::{Strength, Tally};

impl Report<'_> {
    /// Returns the whole report as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (variant, spec) in self.tournament.variants.iter().enumerate() {
            let name = &spec.definition.name;
            text += &match self.schedule.format() {
                Format::RoundRobin | Format::Gauntlet => continue,
                Format::Swiss { rounds } => {
                    format!("{name}, {rounds} rounds\n{}\n", align(&self.cross_table(variant)))
                }
                Format::Knockout { .. } => format!("{name}\n{}\n", self.bracket(variant)),
            };
        }
        text += &match self.tournament.participants.len() {
            2 => self.match_table(),
            _ => self.tournament_tables(),
        };
        let white = self.standings.whites();
        if white.games() > 0 {
            let _ = writeln!(
                text,
                "White: +{} ={} -{}, {:.1} %",
                white.wins,
                white.draws,
                white.losses,
                100.0 * white.points() / f64::from(white.games())
            );
        }
        let mut clean = true;
        for engine in 0..self.tournament.participants.len() {
            let counts = FaultKind::ALL.map(|kind| (kind, self.standings.faults(engine, kind)));
            let counts = counts.iter().filter(|(_, count)| *count > 0);
            let list: Vec<String> = counts.map(|(kind, count)| format!("{count} {kind}")).collect();
            if !list.is_empty() {
                clean = false;
                let _ = writeln!(text, "Faults of {}: {}", self.name(engine), list.join(", "));
            }
        }
        if clean {
            text += "Faults: none\n";
        }
        if let Some(SprtState {
            sprt,
            llr,
            bounds: [lower, upper],
            verdict,
        }) = self.sprt_state()
        {
            let verdict = match verdict {
                Some(Verdict::H0) => format!("the difference is {} rather than {}", sprt.elo0, sprt.elo1),
                Some(Verdict::H1) => format!("the difference is {} rather than {}", sprt.elo1, sprt.elo0),
                None => "undecided".to_owned(),
            };
            let _ = writeln!(
                text,
                "SPRT [{}, {}]: LLR {llr:.2} [{lower:.2}, {upper:.2}], {verdict}",
                sprt.elo0, sprt.elo1
            );
        }
        text
    }

    /// Returns the table of a match of two engines, with a row for each variant, and a row for all variants together if
    /// there are several.
    fn match_table(&self) -> String {
        let mut rows = vec![header("variant")];
        for (variant, name) in self.variants() {
            rows.push(row(name, self.standings.of(0, variant)));
        }
        format!("{} against {}\n{}", self.name(0), self.name(1), align(&rows))
    }

    /// Returns the table of a variant, or of all variants together (`None`): a row for each engine, the best first. In
    /// a round robin or gauntlet, the row includes the results against every opponent.
    pub(super) fn table(&self, variant: Option<usize>) -> Vec<Vec<String>> {
        let mut scores: Vec<(usize, Score)> = (0..self.tournament.participants.len())
            .map(|engine| (engine, self.standings.of(engine, variant)))
            .filter(|(_, score)| score.tally.games() > 0)
            .collect();
        // The order is by mean score, because some engines may have played fewer games.
        let mean = |score: &Score| score.tally.points() / f64::from(score.tally.games().max(1));
        scores.sort_by(|(_, a), (_, b)| mean(b).total_cmp(&mean(a)));
        let all_meet = matches!(self.schedule.format(), Format::RoundRobin | Format::Gauntlet);
        let opponents = if all_meet { scores.as_slice() } else { &[] };
        let mut first = header("engine");
        first.extend(opponents.iter().map(|(engine, _)| format!("v {}", self.name(*engine))));
        let mut rows = vec![first];
        for (engine, score) in &scores {
            let mut line = row(self.name(*engine), *score);
            line.extend(opponents.iter().map(|(other, _)| {
                let tally = self.standings.versus(*engine, *other, variant).tally;
                match tally.games() {
                    0 => "-".to_owned(),
                    games => format!("{}/{games}", tally.points()),
                }
            }));
            rows.push(line);
        }
        rows
    }

    /// Returns a table for each variant, and a table for all variants together if there are several. A table has a row
    /// for each engine, the best first.
    fn tournament_tables(&self) -> String {
        let mut text = String::new();
        for (variant, name) in self.variants() {
            let rows = self.table(variant);
            let _ = write!(text, "{name}\n{}\n", align(&rows));
        }
        text
    }
}

/// Returns the heading of a table whose first column is named `first`.
fn header(first: &str) -> Vec<String> {
    let columns = [
        "games",
        "+",
        "=",
        "-",
        "score",
        "Elo",
        "95 %",
        "nElo",
        "LOS",
        "draws",
        "pairs 0 to 2",
    ];
    std::iter::once(first).chain(columns).map(str::to_owned).collect()
}

/// Returns the row of a table of results whose first cell is `name`.
fn row(name: &str, score: Score) -> Vec<String> {
    let Tally { wins, draws, losses } = score.tally;
    let strength = score.strength();
    let column = |format: &dyn Fn(&Strength) -> String| optional(strength.as_ref(), format);
    vec![
        name.to_owned(),
        score.tally.games().to_string(),
        wins.to_string(),
        draws.to_string(),
        losses.to_string(),
        match score.tally.games() {
            0 => "-".to_owned(),
            games => format!("{:.1} %", 100.0 * score.tally.points() / f64::from(games)),
        },
        column(&elo),
        column(&|strength| optional(strength.elo_interval, |[low, high]| format!("{low:+.1} to {high:+.1}"))),
        column(&|strength| optional(strength.normalised_elo, |elo| format!("{elo:+.1}"))),
        column(&|strength| optional(strength.superiority, |chance| format!("{:.1} %", 100.0 * chance))),
        format!("{:.1} %", 100.0 * score.tally.draw_rate()),
        score.pairs.0.map(|count| count.to_string()).join(" "),
    ]
}

/// Formats a value, or returns a dash for `None`.
fn optional<T>(value: Option<T>, format: impl Fn(T) -> String) -> String {
    value.map_or("-".to_owned(), format)
}

/// Formats a difference in Elo.
pub(super) fn elo(strength: &Strength) -> String {
    format!("{:+.1}", strength.elo)
}
