//! The display of a running tournament.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::Match;
use kurier_referee::report::Report;
use kurier_referee::tournament::FinishedGame;

/// Prints games and standings as text or JSON, with a progress bar on a terminal.
pub(super) struct Display {
    bar: Option<ProgressBar>,
    json: bool,
    every: usize,
    /// The number of games that this or an earlier run has finished.
    done: usize,
}

impl Display {
    /// Creates the display of a tournament. `done` games are already finished.
    pub(super) fn new(arguments: &Match, done: usize) -> Self {
        let template = "{bar:30} {pos}/{len} {elapsed} gone, {eta} left  {msg}";
        let bar = (io::stderr().is_terminal() && !arguments.json).then(|| {
            let bar = ProgressBar::no_length().with_position(done as u64);
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        Self {
            bar,
            json: arguments.json,
            every: arguments.report as usize,
            done,
        }
    }

    /// Prints a line above the progress bar.
    fn print(&self, text: &str) -> io::Result<()> {
        let print = || writeln!(io::stdout(), "{text}");
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Prints a game, and the standings after every `every` games. `total` is the number of games of this run.
    pub(super) fn game(&mut self, game: &FinishedGame, total: usize, report: &Report) -> io::Result<()> {
        self.done += 1;
        let [white, black] =
            [game.slot.white, game.slot.black].map(|number| &report.tournament.participants[number].name);
        if self.json {
            self.print(
                &json!({
                    "event": "game",
                    "game": game.slot.index,
                    "variant": game.record.variant,
                    "white": white,
                    "black": black,
                    "result": game.record.result.text(),
                    "termination": game.record.termination,
                    "ending": game.ending.to_string(),
                    "plies": game.record.moves.len(),
                    "seconds": game.elapsed.as_secs_f64(),
                })
                .to_string(),
            )?;
        } else {
            self.print(&format!(
                "{:>width$}/{} {}: {white} - {black} {} ({}, {} plies, {:.1} s)",
                self.done,
                total,
                game.record.variant,
                game.record.result,
                game.ending,
                game.record.moves.len(),
                game.elapsed.as_secs_f64(),
                width = total.to_string().len(),
            ))?;
        }
        if let Some(bar) = &self.bar {
            bar.set_length(total as u64);
            bar.set_message(report.brief());
            bar.inc(1);
        }
        if self.done.is_multiple_of(self.every) && self.done < total {
            self.standings("standings", report)?;
        }
        Ok(())
    }

    /// Prints the standings. `event` names the reason in the JSON.
    fn standings(&self, event: &str, report: &Report) -> io::Result<()> {
        if self.json {
            self.print(&json!({ "event": event, "standings": report.summary() }).to_string())
        } else {
            self.print(&format!("\n{}", report.text()))
        }
    }

    /// Prints the standings at the end.
    pub(super) fn end(self, report: &Report) -> io::Result<()> {
        if let Some(bar) = &self.bar {
            bar.abandon();
        }
        self.standings("end", report)
    }
}
