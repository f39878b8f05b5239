//! A live display of a search: the board, and below it the best lines.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use super::text::best_in_words;
use crate::cli::error::CliError;
use crate::cli::interrupt::interrupt_flag;
use crate::cli::output::san_line;
use crate::diagram::Diagram;
use crate::search::{Bound, Limits, Report};
use crate::session::{Board, Engine, Event, Value};

/// The time between two updates.
const REFRESH: Duration = Duration::from_millis(100);
/// Lines that are kept free below the display.
const RESERVE: usize = 2;

/// Searches, and shows the search on a terminal until it ends or the user interrupts it.
pub(super) fn show(terminal: &Term, board: &Board, mut engine: Engine, limits: &Limits) -> Result<(), CliError> {
    let interrupted = interrupt_flag()?;
    let mut display = Display::new(terminal, board, engine.settings().multipv)?;
    let (sender, receiver) = channel();
    engine.start(board, limits, move |event| _ = sender.send(event))?;
    let end = loop {
        match receiver.recv_timeout(REFRESH) {
            Ok(Event::Report(report)) => display.take(report),
            Ok(Event::Best(best)) => break Some(best),
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
        if interrupted.load(Ordering::Relaxed) {
            engine.stop();
        }
        display.refresh()?;
    };
    display.draw()?;
    if let Some(best) = end {
        terminal.write_line(&best_in_words(&best, board))?;
    }
    Ok(())
}

/// What is on the screen.
struct Display<'a> {
    terminal: &'a Term,
    picture: String,
    title: String,
    board: &'a Board,
    /// The latest report of each line, the best first.
    lines: Vec<Option<Report>>,
    /// The lines of the screen that are in use.
    height: usize,
    drawn: Option<Instant>,
}

impl<'a> Display<'a> {
    fn new(terminal: &'a Term, board: &'a Board, lines: usize) -> Result<Self, CliError> {
        let definition = board.definition().clone();
        let (_, columns) = terminal.size();
        Ok(Self {
            terminal,
            picture: Diagram::new(definition.clone(), &board.fen())?.colored(columns.into()),
            title: definition.title.clone(),
            board,
            lines: vec![None; lines],
            height: 0,
            drawn: None,
        })
    }

    fn take(&mut self, report: Report) {
        if let Some(slot) = report.line.checked_sub(1).and_then(|index| self.lines.get_mut(index)) {
            *slot = Some(report);
        }
    }

    /// Draws, unless it did so just now.
    fn refresh(&mut self) -> Result<(), CliError> {
        match self.drawn {
            Some(drawn) if drawn.elapsed() < REFRESH => Ok(()),
            _ => self.draw(),
        }
    }

    fn draw(&mut self) -> Result<(), CliError> {
        let (rows, columns) = self.terminal.size();
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let mut text: Vec<String> = vec![self.head()];
        text.extend(self.lines.iter().flatten().map(|report| self.line(report)));
        let board: Vec<String> = self.picture.lines().map(str::to_owned).collect();
        // On a small screen the lines matter more than the board.
        if board.len() + text.len() + RESERVE <= rows {
            text.splice(0..0, board);
        }
        text.truncate(rows.saturating_sub(RESERVE).max(1));
        if self.height > 0 {
            self.terminal.clear_last_lines(self.height)?;
        }
        for line in &text {
            self.terminal.write_line(&truncate_str(line, columns, "…"))?;
        }
        self.terminal.flush()?;
        self.height = text.len();
        self.drawn = Some(Instant::now());
        Ok(())
    }

    /// Game, depth, time and speed.
    fn head(&self) -> String {
        let newest = self.lines.iter().flatten().max_by_key(|line| line.elapsed);
        let Some(line) = newest else {
            return format!("{}  …", self.title);
        };
        format!(
            "{}  depth {}/{}  {:.1} s  {} nodes  {} nodes/s  table {}%",
            self.title,
            line.depth,
            line.selective_depth,
            line.elapsed.as_secs_f64(),
            short(line.nodes),
            short(line.nps()),
            line.hash_full / 10
        )
    }

    /// Depth, score and turns of a line.
    fn line(&self, report: &Report) -> String {
        let bound = match report.bound {
            Bound::Exact => ' ',
            Bound::Lower => '+',
            Bound::Upper => '-',
        };
        let turns = san_line(self.board, &report.pv).join(" ");
        let value = Value::from_score(report.score);
        let score = format!("{:>8}", value.to_string());
        let score = match value.wdl() {
            [win, _, loss] if win > loss => console::style(score).green(),
            [win, _, loss] if win < loss => console::style(score).red(),
            _ => console::style(score),
        };
        format!("{:>2} {:>3} {score}{bound} {turns}", report.line, report.depth)
    }
}

/// A large number, shortened.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}
