//! Reports on a tournament: text and HTML for people, CSV for spreadsheets, and JSON for programs.

mod bracket;
mod cross_table;
mod table;
mod text;

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use self::bracket::DuelLine;
use self::cross_table::PlacingLine;
use self::table::{csv_table, html_table};
use self::text::elo;
use super::engine::FaultKind;
use super::schedule::{Format, Schedule};
use super::standings::Standings;
use super::tournament::Tournament;
use kurier_rules::sanitize::escape_markup;
use kurier_series::sprt::{Sprt, Verdict};
use kurier_series::statistics::{Pentanomial, Strength, Tally};

/// The heading of the results of all variants together.
const OVERALL: &str = "overall";

/// A report on a tournament.
pub struct Report<'a> {
    /// The tournament, which has the names of engines and variants.
    pub tournament: &'a Tournament,
    /// The results so far.
    pub standings: &'a Standings,
    /// The schedule of the games.
    pub schedule: &'a Schedule,
    /// The test that may end the tournament early; `None` for no test.
    pub sprt: Option<Sprt>,
}

/// The results of one engine in one variant, or in all variants together, as JSON.
#[derive(Clone, Debug, Serialize)]
struct Line {
    engine: String,
    /// The opponent; `None` for all opponents.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent: Option<String>,
    variant: String,
    games: u32,
    #[serde(flatten)]
    tally: Tally,
    points: f64,
    draw_rate: f64,
    pentanomial: Pentanomial,
    #[serde(flatten)]
    strength: Option<Strength>,
}

/// The state of the SPRT, as JSON.
#[derive(Clone, Copy, Debug, Serialize)]
struct SprtState {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    bounds: [f64; 2],
    verdict: Option<Verdict>,
}

/// The whole report, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    games: usize,
    scheduled: usize,
    white: Tally,
    engines: Vec<Line>,
    meetings: Vec<Line>,
    faults: BTreeMap<String, BTreeMap<&'static str, u32>>,
    /// The final ranking of a Swiss tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    placings: Vec<PlacingLine>,
    /// The duels of a Swiss or knockout tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    duels: Vec<DuelLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtState>,
}

impl Report<'_> {
    /// Returns the index and the name of each variant. If there are several, the list ends with an item for all
    /// variants together, with the index `None`.
    fn variants(&self) -> Vec<(Option<usize>, &str)> {
        let variants = &self.tournament.variants;
        let mut list: Vec<_> = variants
            .iter()
            .enumerate()
            .map(|(index, variant)| (Some(index), variant.definition.name.as_str()))
            .collect();
        if variants.len() != 1 {
            list.push((None, OVERALL));
        }
        list
    }

    /// Returns the name of an engine.
    fn name(&self, engine: usize) -> &str {
        &self.tournament.participants[engine].name
    }

    /// Returns the state of the SPRT, or `None` if there is no SPRT.
    fn sprt_state(&self) -> Option<SprtState> {
        let sprt = self.sprt?;
        let llr = sprt.llr(&self.standings.versus(0, 1, None).pairs.sample());
        Some(SprtState {
            sprt,
            llr,
            bounds: sprt.bounds(),
            verdict: sprt.verdict(llr),
        })
    }

    /// Returns the verdict of the SPRT, or `None` if the SPRT is undecided or there is none.
    pub fn verdict(&self) -> Option<Verdict> {
        self.sprt_state()?.verdict
    }

    /// Returns the report for serialisation as JSON.
    pub fn summary(&self) -> Summary {
        let engines = 0..self.tournament.participants.len();
        let line = |engine: usize, opponent: Option<usize>, (variant, name): (Option<usize>, &str)| {
            let score = match opponent {
                Some(opponent) => self.standings.versus(engine, opponent, variant),
                None => self.standings.of(engine, variant),
            };
            Line {
                engine: self.name(engine).to_owned(),
                opponent: opponent.map(|opponent| self.name(opponent).to_owned()),
                variant: name.to_owned(),
                games: score.tally.games(),
                tally: score.tally,
                points: score.tally.points(),
                draw_rate: score.tally.draw_rate(),
                pentanomial: score.pairs,
                strength: score.strength(),
            }
        };
        let variants = self.variants();
        let pairs = engines
            .clone()
            .flat_map(|first| (first + 1..engines.end).map(move |second| (first, second)));
        let faults = engines.clone().map(|engine| {
            let counts = FaultKind::ALL.map(|kind| (kind.text(), self.standings.faults(engine, kind)));
            let counts = counts.into_iter().filter(|(_, count)| *count > 0).collect();
            (self.name(engine).to_owned(), counts)
        });
        Summary {
            games: self.standings.games(),
            scheduled: self.schedule.planned(),
            white: self.standings.whites(),
            engines: engines
                .clone()
                .flat_map(|engine| variants.iter().map(move |variant| (engine, *variant)))
                .map(|(engine, variant)| line(engine, None, variant))
                .collect(),
            meetings: pairs
                .flat_map(|pair| variants.iter().map(move |variant| (pair, *variant)))
                .map(|((first, second), variant)| line(first, Some(second), variant))
                .filter(|line| line.games > 0)
                .collect(),
            faults: faults.collect(),
            placings: self.placing_lines(),
            duels: self.duel_lines(),
            sprt: self.sprt_state(),
        }
    }

    /// Returns the report as CSV: for a Swiss tournament the cross tables, for a knockout the duels, and for other
    /// formats the results of each engine in total and against each opponent.
    pub fn csv(&self) -> String {
        match self.schedule.format() {
            Format::RoundRobin | Format::Gauntlet => self.meetings_csv(),
            Format::Swiss { .. } => self.placings_csv(),
            Format::Knockout { .. } => self.duels_csv(),
        }
    }

    /// Returns the results of each engine, in total and against each opponent, as CSV.
    fn meetings_csv(&self) -> String {
        let head = [
            "engine", "opponent", "variant", "games", "wins", "draws", "losses", "points", "elo", "low", "high",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        let Summary { engines, meetings, .. } = self.summary();
        for line in engines.iter().chain(&meetings) {
            let interval = line.strength.and_then(|strength| strength.elo_interval);
            let rounded = |value: Option<f64>| value.map(|value| format!("{value:.2}")).unwrap_or_default();
            let Tally { wins, draws, losses } = line.tally;
            rows.push(vec![
                line.engine.clone(),
                line.opponent.clone().unwrap_or_default(),
                line.variant.clone(),
                line.games.to_string(),
                wins.to_string(),
                draws.to_string(),
                losses.to_string(),
                line.points.to_string(),
                rounded(line.strength.map(|strength| strength.elo)),
                rounded(interval.map(|[low, _]| low)),
                rounded(interval.map(|[_, high]| high)),
            ]);
        }
        csv_table(&rows)
    }

    /// Returns an HTML page with the tables of each variant, and of all variants together if there are several.
    pub fn html(&self) -> String {
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}</title>\n<style>body {{ font-family: sans-serif }} \
             table {{ border-collapse: collapse; margin-bottom: 1em }} td, th {{ border: 1px solid #999; padding: 0.3em 0.6em; \
             text-align: right }} th:first-child, td:first-child, .bracket td {{ text-align: left }}</style>\n<h1>{0}</h1>\n",
            escape_markup(&self.tournament.event)
        );
        for (variant, name) in self.variants() {
            let _ = writeln!(text, "<h2>{}</h2>", escape_markup(name));
            if let Some(variant) = variant {
                text += &match self.schedule.format() {
                    Format::RoundRobin | Format::Gauntlet => String::new(),
                    Format::Swiss { .. } => html_table(&self.cross_table(variant)),
                    Format::Knockout { .. } => self.html_bracket(variant),
                };
            }
            text += &html_table(&self.table(variant));
        }
        text + "</html>\n"
    }

    /// Returns the score of a match of two engines, the state of the SPRT and the number of faults, for a progress bar.
    pub fn brief(&self) -> String {
        let mut parts = Vec::new();
        if self.tournament.participants.len() == 2 {
            let score = self.standings.of(0, None);
            let Tally { wins, draws, losses } = score.tally;
            parts.push(format!("+{wins} ={draws} -{losses}"));
            parts.extend(score.strength().map(|strength| format!("Elo {}", elo(&strength))));
        }
        if let Some(SprtState { llr, bounds, .. }) = self.sprt_state() {
            parts.push(format!("LLR {llr:.2} [{:.2}, {:.2}]", bounds[0], bounds[1]));
        }
        let faults: u32 = (0..self.tournament.participants.len())
            .map(|engine| self.faults(engine))
            .sum();
        if faults > 0 {
            parts.push(format!("{faults} faults"));
        }
        parts.join(", ")
    }

    /// Returns the number of faults of an engine.
    fn faults(&self, engine: usize) -> u32 {
        FaultKind::ALL
            .iter()
            .map(|kind| self.standings.faults(engine, *kind))
            .sum()
    }
}
