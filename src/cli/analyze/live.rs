//! A live display of a search: the board, and below it the best lines.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use console::{Term, truncate_str};

use super::text::best_in_words;
use crate::cli::error::CliError;
use crate::cli::interrupt::interrupt_flag;
use crate::cli::output::san_line;
use kurier_diagram::Diagram;
use kurier_engine::search::{Bound, Limits, Progress, Report, nps};
use kurier_engine::session::{Board, Engine, Event, Value};

/// The minimum time between two updates of the display.
const REFRESH: Duration = Duration::from_millis(100);
/// The number of terminal rows that are kept free below the display.
const RESERVE: usize = 2;

/// A message from the search thread to the display.
enum SearchMessage {
    Event(Event),
    Progress(Progress),
}

/// Searches a position and displays the search on a terminal. The search ends at its limits, or when the user presses
/// Enter or interrupts the program.
pub(super) fn show(terminal: &Term, board: &Board, mut engine: Engine, limits: &Limits) -> Result<(), CliError> {
    let interrupted = interrupt_flag()?;
    let mut display = Display::new(terminal, board, engine.settings().multipv)?;
    let (sender, receiver) = channel();
    let progress = sender.clone();
    let on_event = move |event| _ = sender.send(SearchMessage::Event(event));
    engine.start_watched(board, limits, on_event, move |at| {
        _ = progress.send(SearchMessage::Progress(at.clone()));
    })?;
    let enter_pressed = on_enter();
    let end = loop {
        match receiver.recv_timeout(REFRESH) {
            Ok(SearchMessage::Event(Event::Report(report))) => display.take(report),
            Ok(SearchMessage::Event(Event::Best(best))) => break Some(best),
            Ok(SearchMessage::Progress(progress)) => display.progress = Some(progress),
            Err(RecvTimeoutError::Timeout) => (),
            Err(RecvTimeoutError::Disconnected) => break None,
        }
        if interrupted.load(Ordering::Relaxed) || enter_pressed.load(Ordering::Relaxed) {
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

/// Returns a flag that is set when the user presses Enter. Starts a thread that waits for the key until the program
/// ends.
fn on_enter() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let flag = pressed.clone();
    thread::spawn(move || {
        // The end of the input does not stop the search: a program may be started without input.
        if matches!(io::stdin().lock().read_line(&mut String::new()), Ok(1..)) {
            flag.store(true, Ordering::Relaxed);
        }
    });
    pressed
}

/// The state of the display.
struct Display<'a> {
    terminal: &'a Term,
    picture: String,
    title: String,
    board: &'a Board,
    /// The latest report about each principal variation, the best first.
    lines: Vec<Option<Report>>,
    /// The latest progress between two reports: the current root move, the nodes and the time.
    progress: Option<Progress>,
    /// The number of rows that the display occupies on the terminal.
    height: usize,
    drawn: Option<Instant>,
}

impl<'a> Display<'a> {
    /// Creates the display of a search with `lines` principal variations.
    fn new(terminal: &'a Term, board: &'a Board, lines: usize) -> Result<Self, CliError> {
        let definition = board.definition().clone();
        let (_, columns) = terminal.size();
        Ok(Self {
            terminal,
            picture: Diagram::new(definition.clone(), &board.fen())?.colored(columns.into()),
            title: definition.title.clone(),
            board,
            lines: vec![None; lines],
            progress: None,
            height: 0,
            drawn: None,
        })
    }

    /// Stores a report in place of the previous report about the same variation.
    fn take(&mut self, report: Report) {
        if let Some(slot) = report.line.checked_sub(1).and_then(|index| self.lines.get_mut(index)) {
            *slot = Some(report);
        }
    }

    /// Draws the display unless it was drawn less than [`REFRESH`] ago.
    fn refresh(&mut self) -> Result<(), CliError> {
        match self.drawn {
            Some(drawn) if drawn.elapsed() < REFRESH => Ok(()),
            _ => self.draw(),
        }
    }

    /// Draws the display over the previous drawing.
    fn draw(&mut self) -> Result<(), CliError> {
        let (rows, columns) = self.terminal.size();
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let mut text: Vec<String> = vec![self.head()];
        text.extend(self.lines.iter().flatten().map(|report| self.line(report)));
        let board: Vec<String> = self.picture.lines().map(str::to_owned).collect();
        // On a small terminal the variations matter more than the board.
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

    /// Returns the first row: the variant, the depth, time, nodes and speed of the search, the fill of the
    /// transposition table, and the current root move.
    fn head(&self) -> String {
        let newest = self.lines.iter().flatten().max_by_key(|line| line.elapsed);
        let reported = newest.map(|line| (line.elapsed, line.nodes));
        let counted = self
            .progress
            .as_ref()
            .map(|progress| (progress.elapsed, progress.nodes));
        let Some((elapsed, nodes)) = reported.max(counted) else {
            return format!("{}  …", self.title);
        };
        let mut head = self.title.clone();
        if let Some(line) = newest {
            head += &format!("  depth {}/{}", line.depth, line.selective_depth);
        }
        let seconds = elapsed.as_secs_f64();
        head += &format!(
            "  {seconds:.1} s  {} nodes  {} nodes/s",
            short(nodes),
            short(nps(nodes, elapsed))
        );
        if let Some(line) = newest {
            head += &format!("  table {}%", line.hash_full / 10);
        }
        if let Some(Progress {
            turn,
            number,
            turns,
            depth,
            ..
        }) = &self.progress
        {
            head += &format!("  {depth}: {} ({number}/{turns})", self.board.san(turn));
        }
        head
    }

    /// Returns the row of a principal variation: number, depth, score and moves.
    fn line(&self, report: &Report) -> String {
        let bound = match report.bound {
            Bound::Exact => ' ',
            Bound::Lower => '+',
            Bound::Upper => '-',
        };
        let turns = san_line(self.board, &report.pv).join(" ");
        let value = Value::from_score(report.score);
        let score = format!("{:>8}", value.to_string());
        let score = match value.wdl(self.board.win_rate()) {
            [win, _, loss] if win > loss => console::style(score).green(),
            [win, _, loss] if win < loss => console::style(score).red(),
            _ => console::style(score),
        };
        format!("{:>2} {:>3} {score}{bound} {turns}", report.line, report.depth)
    }
}

/// Formats a large number with the unit `k` (thousands) or `M` (millions).
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{:.1}M", number as f64 / 1e6),
    }
}
