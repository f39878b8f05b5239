//! A search as a live display: the board, and below it the lines as they grow.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use super::text::in_words;
use crate::cli::error::CliError;
use crate::cli::games::without_search;
use crate::cli::interrupt::interrupt_flag;
use crate::cli::output::san_line;
use crate::diagram::Diagram;
use crate::search::Bound;
use crate::session::{Event, Line, Request, Session, open};

/// The time between two pictures.
const REFRESH: Duration = Duration::from_millis(100);
/// Lines that are kept free below the display.
const RESERVE: usize = 2;

/// Searches and shows it on a terminal until the search ends or the user interrupts it.
pub(super) fn show(terminal: &Term, mut session: Box<dyn Session>, request: &Request) -> Result<(), CliError> {
    let interrupted = interrupt_flag()?;
    let mut display = Display::new(terminal, &*session)?;
    let (sender, receiver) = channel();
    session.start(request, Box::new(move |event| _ = sender.send(event)))?;
    let end = loop {
        match receiver.recv_timeout(REFRESH) {
            Ok(Event::Line(line)) => display.take(line),
            Ok(end) => break Some(end),
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
        if interrupted.load(Ordering::Relaxed) {
            session.stop();
        }
        display.refresh()?;
    };
    display.draw()?;
    if let Some(end) = end {
        terminal.write_line(&in_words(&end, &*session))?;
    }
    Ok(())
}

/// What is on the screen.
struct Display<'a> {
    terminal: &'a Term,
    board: String,
    title: String,
    /// A second session at the same position, for the algebraic notation: the first one is busy.
    reader: Box<dyn Session>,
    /// The newest of each line, the best first.
    lines: Vec<Option<Line>>,
    /// The lines that the last picture took on the screen.
    height: usize,
    drawn: Option<Instant>,
}

impl<'a> Display<'a> {
    fn new(terminal: &'a Term, session: &dyn Session) -> Result<Self, CliError> {
        let definition = session.definition().clone();
        let fen = session.fen();
        let mut reader = open(definition.clone(), without_search());
        reader.set_position(Some(&fen), &[])?;
        let (_, columns) = terminal.size();
        Ok(Self {
            terminal,
            board: Diagram::new(definition.clone(), &fen)?.colored(columns.into()),
            title: definition.title.clone(),
            reader,
            lines: vec![None; session.settings().multipv],
            height: 0,
            drawn: None,
        })
    }

    fn take(&mut self, line: Line) {
        if let Some(place) = line.line.checked_sub(1).and_then(|index| self.lines.get_mut(index)) {
            *place = Some(line);
        }
    }

    /// Draws, unless it was done just now.
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
        let lines: Vec<Line> = self.lines.iter().flatten().cloned().collect();
        text.extend(lines.iter().map(|line| self.line(line)));
        let board: Vec<String> = self.board.lines().map(str::to_owned).collect();
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
            short(line.speed()),
            line.hash_full / 10
        )
    }

    /// Depth, score and turns of a line.
    fn line(&mut self, line: &Line) -> String {
        let bound = match line.bound {
            Bound::Exact => ' ',
            Bound::Lower => '+',
            Bound::Upper => '-',
        };
        let turns = san_line(&mut *self.reader, &line.pv).join(" ");
        let score = format!("{:>8}", line.value.to_string());
        let score = match line.wdl {
            [win, _, loss] if win > loss => console::style(score).green(),
            [win, _, loss] if win < loss => console::style(score).red(),
            _ => console::style(score),
        };
        format!("{:>2} {:>3} {score}{bound} {turns}", line.line, line.depth)
    }
}

/// A large number in three digits or four.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}
