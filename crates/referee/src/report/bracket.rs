//! The bracket of a knockout tournament, and the duels of Swiss and knockout tournaments.

use std::fmt::Write;

use serde::Serialize;

use super::Report;
use super::table::{WIDTH, csv_table};
use crate::knockout::{self, Slot};
use crate::pairing::Duel;
use crate::schedule::Format;
use kurier_rules::sanitize::escape_markup;

/// The minimum width of a column of the bracket, in characters. It leaves room for part of a name, and the points.
const NARROWEST: usize = 8;
/// The width of the lines between two columns of the bracket, in characters.
const GAP: usize = 5;

/// A duel, as JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DuelLine {
    variant: String,
    /// The number of the round, from 1.
    round: usize,
    engines: [String; 2],
    points: [f64; 2],
    /// The winner, if the tournament is a knockout and the duel is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

impl Report<'_> {
    /// Returns the maximum number of pairs of games that prolong a duel, or `None` if the tournament is not a knockout.
    fn deciders(&self) -> Option<usize> {
        match self.schedule.format() {
            Format::Knockout { deciders } => Some(deciders),
            _ => None,
        }
    }

    /// Returns the duels of all rounds of a Swiss or knockout tournament, for serialisation as JSON. Returns an empty
    /// list for other formats.
    pub(super) fn duel_lines(&self) -> Vec<DuelLine> {
        if matches!(self.schedule.format(), Format::RoundRobin | Format::Gauntlet) {
            return Vec::new();
        }
        let line = |variant: &str, duel: &Duel| DuelLine {
            variant: variant.to_owned(),
            round: duel.round + 1,
            engines: duel.players.map(|engine| self.name(engine).to_owned()),
            points: duel.half_points.map(|points| f64::from(points) / 2.0),
            winner: self
                .deciders()
                .and_then(|deciders| knockout::winner(duel, self.schedule.pairs(), deciders))
                .map(|engine| self.name(engine).to_owned()),
        };
        let variants = self.tournament.variants.iter().enumerate();
        let lines = variants.flat_map(|(variant, spec)| {
            let duels = self.schedule.duels(variant).into_iter();
            duels.map(move |duel| line(&spec.definition.name, &duel))
        });
        lines.collect()
    }

    /// Returns the duels as CSV.
    pub(super) fn duels_csv(&self) -> String {
        let head = [
            "variant",
            "round",
            "engine",
            "opponent",
            "points",
            "opponent_points",
            "winner",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for line in self.duel_lines() {
            let [engine, opponent] = line.engines;
            let [points, others] = line.points;
            rows.push(vec![
                line.variant,
                line.round.to_string(),
                engine,
                opponent,
                points.to_string(),
                others.to_string(),
                line.winner.unwrap_or_default(),
            ]);
        }
        csv_table(&rows)
    }

    /// Returns the columns of a variant's bracket. Each slot has the name of its engine and the engine's points in the
    /// round. A slot is `None` if it is not drawn, because it is vacant or its engine has a bye.
    fn columns(&self, variant: usize) -> Vec<Vec<Option<[String; 2]>>> {
        let duels = self.schedule.duels(variant);
        let deciders = self.deciders().unwrap_or(0);
        let participants = self.schedule.participants(variant);
        let columns = knockout::bracket(participants, &duels, self.schedule.pairs(), deciders);
        let points = |round: usize, engine: usize| {
            let mut seen = duels.iter().filter(|duel| duel.round == round);
            let points = seen.find_map(|duel| Some(duel.seen_by(engine)?.1[0]));
            points
                .map(|points| (f64::from(points) / 2.0).to_string())
                .unwrap_or_default()
        };
        let label = |round: usize, slots: &[Slot], index: usize| match slots[index] {
            Slot::Vacant => None,
            // An engine with a bye appears in the next round only.
            _ if slots.get(index ^ 1) == Some(&Slot::Vacant) => None,
            Slot::Open => Some(["?".to_owned(), String::new()]),
            Slot::Engine(engine) => Some([self.name(engine).to_owned(), points(round, engine)]),
        };
        let column =
            |(round, slots): (usize, &Vec<Slot>)| (0..slots.len()).map(|index| label(round, slots, index)).collect();
        columns.iter().enumerate().map(column).collect()
    }

    /// Returns the bracket as text with box-drawing characters.
    pub(super) fn bracket(&self, variant: usize) -> String {
        draw(&self.columns(variant))
    }

    /// Returns the bracket as an HTML table. Each slot is as high as the two slots to its left together.
    pub(super) fn html_bracket(&self, variant: usize) -> String {
        let columns = self.columns(variant);
        let mut text = String::from("<table class=\"bracket\">\n");
        for row in 0..columns[0].len() {
            text += "<tr>";
            for (round, column) in columns.iter().enumerate().filter(|(round, _)| row % (1 << round) == 0) {
                let label = column[row >> round]
                    .as_ref()
                    .map(|label| label.join(" "))
                    .unwrap_or_default();
                let _ = write!(
                    text,
                    "<td rowspan=\"{}\">{}</td>",
                    1 << round,
                    escape_markup(label.trim())
                );
            }
            text += "</tr>\n";
        }
        text + "</table>\n"
    }
}

/// Draws the columns of a bracket from left to right.
fn draw(columns: &[Vec<Option<[String; 2]>>]) -> String {
    let widest = columns.iter().flatten().flatten().map(width).max().unwrap_or(0);
    let room = ((WIDTH + GAP) / columns.len()).saturating_sub(GAP);
    let width = widest.min(room).max(NARROWEST);
    let mut canvas: Vec<Vec<char>> = vec![Vec::new(); 2 * columns[0].len() - 1];
    let row = |round: usize, index: usize| ((2 * index + 1) << round) - 1;
    for (round, column) in columns.iter().enumerate() {
        let left = round * (width + GAP);
        let is_last = round + 1 == columns.len();
        for (index, label) in column.iter().enumerate() {
            let Some(label) = label else { continue };
            let line = &mut canvas[row(round, index)];
            put(line, left, &fitted(label, width));
            if is_last {
                continue;
            }
            let end = line.len();
            put(line, end, &format!(" {}", "─".repeat(left + width + 1 - end)));
            put(line, left + width + 2, if index % 2 == 0 { "┐" } else { "┘" });
            let middle = row(round + 1, index / 2);
            let between = match index % 2 {
                0 => row(round, index) + 1..middle,
                _ => middle + 1..row(round, index),
            };
            for line in &mut canvas[between] {
                put(line, left + width + 2, "│");
            }
            put(&mut canvas[middle], left + width + 2, "├─ ");
        }
    }
    let lines = canvas
        .into_iter()
        .map(|line| line.into_iter().collect::<String>() + "\n");
    lines.collect()
}

/// Returns the width of a label: the name and, if there are any points, a space and the points.
fn width(label: &[String; 2]) -> usize {
    let [name, points] = label.each_ref().map(|text| text.chars().count());
    name + usize::from(points > 0) + points
}

/// Returns the label as text, with the name cut so that the label is at most `most` characters wide.
fn fitted(label: &[String; 2], most: usize) -> String {
    let [name, points] = label;
    let room = most.saturating_sub(width(&[String::new(), points.clone()]));
    let name: String = name.chars().take(room).collect();
    format!("{name} {points}").trim_end().to_owned()
}

/// Writes `text` into `line`, beginning at `column`. Pads the line with spaces if it is too short.
fn put(line: &mut Vec<char>, column: usize, text: &str) {
    for (offset, letter) in text.chars().enumerate() {
        if line.len() <= column + offset {
            line.resize(column + offset + 1, ' ');
        }
        line[column + offset] = letter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str, points: &str) -> Option<[String; 2]> {
        Some([name.to_owned(), points.to_owned()])
    }

    #[test]
    fn brackets_are_drawn() {
        let columns = [
            vec![None, None, label("Berta", "0.5"), label("Caesar", "1.5")],
            vec![label("Anton", "2"), label("Caesar", "0")],
            vec![label("Anton", "")],
        ];
        let expected = "
               Anton 2 ────┐
                           │
                           ├─ Anton
Berta 0.5 ──┐              │
            ├─ Caesar 0 ───┘
Caesar 1.5 ─┘
";
        let drawn = draw(&columns);
        let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
        assert_eq!(lines, expected.lines().collect::<Vec<_>>());
    }

    #[test]
    fn wide_brackets_are_cut_to_the_page() {
        let columns: Vec<Vec<_>> = (0..6)
            .map(|round| vec![label("an engine with a long name", "2.5"); 32 >> round])
            .collect();
        let drawn = draw(&columns);
        assert!(drawn.lines().all(|line| line.chars().count() <= WIDTH), "{drawn}");
        assert!(drawn.contains("an en 2.5"), "{drawn}");
    }
}
