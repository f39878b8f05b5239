//! The cross table of a Swiss tournament.

use serde::Serialize;

use super::Report;
use super::table::csv_table;
use crate::pairing::Duel;
use crate::schedule::Format;
use crate::swiss::{Placing, placings};

/// The place of an engine in a Swiss tournament, as JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PlacingLine {
    variant: String,
    place: usize,
    engine: String,
    points: f64,
    buchholz: f64,
    sonneborn_berger: f64,
}

/// The result of an engine in one round.
struct Cell {
    /// The opponent; `None` for a bye.
    opponent: Option<usize>,
    /// The points of the engine; `None` while the duel is unfinished.
    points: Option<f64>,
}

impl Report<'_> {
    /// Returns the number of rounds of a Swiss tournament, or 0 for other formats.
    fn rounds(&self) -> usize {
        match self.schedule.format() {
            Format::Swiss { rounds } => rounds,
            _ => 0,
        }
    }

    /// Returns the duels of a variant and the places of its engines.
    fn placings(&self, variant: usize) -> (Vec<Duel>, Vec<Placing>) {
        let duels = self.schedule.duels(variant);
        let placings = placings(self.schedule.participants(variant), &duels, self.schedule.pairs());
        (duels, placings)
    }

    /// Returns the results of an engine in all rounds that have been paired so far.
    fn cells(&self, duels: &[Duel], engine: usize) -> Vec<Cell> {
        let drawn = duels.iter().map(|duel| duel.round + 1).max().unwrap_or(0);
        let cell = |round: usize| {
            let mut of_round = duels.iter().filter(|duel| duel.round == round);
            let found = of_round.find_map(|duel| Some((duel, duel.seen_by(engine)?)));
            match found {
                Some((duel, (opponent, [own, _]))) => Cell {
                    opponent: Some(opponent),
                    points: duel.is_finished().then(|| f64::from(own) / 2.0),
                },
                None => Cell {
                    opponent: None,
                    points: Some(2.0 * self.schedule.pairs() as f64),
                },
            }
        };
        (0..drawn).map(cell).collect()
    }

    /// Returns a table with a row for each engine, the best first. For every round, the row has the place of the
    /// opponent and the engine's points.
    pub(super) fn cross_table(&self, variant: usize) -> Vec<Vec<String>> {
        let (duels, placings) = self.placings(variant);
        let mut head: Vec<String> = ["engine", "points", "Buchholz", "S.-B."].map(str::to_owned).into();
        head.extend((1..=self.rounds()).map(|round| format!("round {round}")));
        let place = |engine: usize| {
            placings
                .iter()
                .position(|placing| placing.engine == engine)
                .map_or(0, |at| at + 1)
        };
        let width = placings.len().to_string().len();
        let line = |placing: &Placing| {
            let mut line = vec![
                format!("{:>width$} {}", place(placing.engine), self.name(placing.engine)),
                format!("{:.1}", placing.points),
                format!("{:.1}", placing.buchholz),
                format!("{:.2}", placing.sonneborn_berger),
            ];
            line.extend(self.cells(&duels, placing.engine).iter().map(|cell| {
                let points = cell.points.map_or("-".to_owned(), |points| points.to_string());
                match cell.opponent {
                    Some(opponent) => format!("{}: {points}", place(opponent)),
                    None => format!("bye: {points}"),
                }
            }));
            line
        };
        std::iter::once(head).chain(placings.iter().map(line)).collect()
    }

    /// Returns the cross tables of all variants as CSV.
    pub(super) fn placings_csv(&self) -> String {
        let mut head: Vec<String> = ["variant", "place", "engine", "points", "buchholz", "sonneborn_berger"]
            .map(str::to_owned)
            .into();
        for round in 1..=self.rounds() {
            head.extend([format!("opponent_{round}"), format!("points_{round}")]);
        }
        let width = head.len();
        let mut rows = vec![head];
        for (variant, spec) in self.tournament.variants.iter().enumerate() {
            let (duels, placings) = self.placings(variant);
            for (place, placing) in (1..).zip(&placings) {
                let mut line = vec![
                    spec.definition.name.clone(),
                    i32::to_string(&place),
                    self.name(placing.engine).to_owned(),
                    placing.points.to_string(),
                    placing.buchholz.to_string(),
                    placing.sonneborn_berger.to_string(),
                ];
                for cell in self.cells(&duels, placing.engine) {
                    let opponent = cell.opponent.map_or("bye", |opponent| self.name(opponent));
                    line.push(opponent.to_owned());
                    line.push(cell.points.map(|points| points.to_string()).unwrap_or_default());
                }
                line.resize(width, String::new());
                rows.push(line);
            }
        }
        csv_table(&rows)
    }

    /// Returns the places for serialisation as JSON; none if the tournament is not Swiss.
    pub(super) fn placing_lines(&self) -> Vec<PlacingLine> {
        if self.rounds() == 0 {
            return Vec::new();
        }
        let variants = self.tournament.variants.iter().enumerate();
        let lines = variants.flat_map(|(variant, spec)| {
            let (_, placings) = self.placings(variant);
            (1..).zip(placings).map(|(place, placing)| PlacingLine {
                variant: spec.definition.name.clone(),
                place,
                engine: self.name(placing.engine).to_owned(),
                points: placing.points,
                buchholz: placing.buchholz,
                sonneborn_berger: placing.sonneborn_berger,
            })
        });
        lines.collect()
    }
}
