//! `kurier epd`: solves test positions one by one and prints a summary.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::args::SearchArgs;
use super::error::CliError;
use super::games::Evaluations;
use super::output::{read_file, score_in_json, to_stderr};
use kurier_engine::search::Limits;
use kurier_engine::session::{Board, Engine, Value};
use kurier_formats::epd::Record;
use kurier_rules::files;
use kurier_rules::position::Turn;
use kurier_rules::rules::Catalogue;
use kurier_rules::sanitize::excerpt;

/// The arguments of `kurier epd`.
#[derive(Args, Debug)]
pub(super) struct Epd {
    /// The positions, one per line; '-' is the standard input
    file: PathBuf,
    /// The variant of lines that do not name one ('variant NAME;')
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    #[command(flatten)]
    search: SearchArgs<5>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    /// Exit with code 2 after the last position if there are lines that cannot be used
    #[arg(long)]
    strict: bool,
}

/// A test position.
struct Task {
    board: Board,
    name: String,
    expected: Expected,
}

/// The known solution of a test position.
struct Expected {
    best: Vec<Turn>,
    avoid: Vec<Turn>,
    mate: Option<i32>,
    evaluation: Option<Value>,
}

/// The result of the search of a test position.
struct Answer {
    /// The best move; `None` if there is no legal move.
    turn: Option<Turn>,
    value: Value,
    depth: u32,
    nodes: u64,
    /// The search time after which the best move was always right; `None` if the final move is wrong, or if the test
    /// position names neither moves nor a mate.
    since: Option<Duration>,
    /// Whether the answer is right; `None` if the test position names neither moves nor a mate.
    solved: Option<bool>,
}

/// The maximum width of the column of names, in characters.
const WIDEST_NAME: usize = 24;

/// The test positions of a file.
#[derive(Default)]
struct TestSuite {
    /// The positions, each with its line number.
    records: Vec<(usize, Record)>,
    /// The errors in lines that cannot be used.
    unusable: Vec<CliError>,
    /// The width of the column of names, in characters.
    width: usize,
}

impl TestSuite {
    /// Parses a file. All lines are checked before the first search, so that errors are reported at once. Lines that
    /// are not UTF-8 are read as Latin-1.
    fn read(bytes: &[u8], catalogue: &Catalogue, arguments: &Epd) -> Self {
        let mut suite = Self {
            width: "position".len(),
            ..Self::default()
        };
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let line = match std::str::from_utf8(line) {
                Ok(line) => line.to_owned(),
                Err(_) => line.iter().map(|byte| char::from(*byte)).collect(),
            };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let read = Record::parse(&line)
                .map_err(|error| error.to_string())
                .and_then(|record| {
                    let task = task(catalogue, arguments, &record, number).map_err(|error| error.to_string())?;
                    Ok((task.name.chars().count(), record))
                });
            match read {
                Ok((width, record)) => {
                    suite.width = suite.width.max(width).min(WIDEST_NAME);
                    suite.records.push((number, record));
                }
                Err(problem) => suite.unusable.push(CliError::Line {
                    path: arguments.file.clone(),
                    line: number,
                    problem,
                }),
            }
        }
        suite
    }

    /// Returns a message with the number of lines that cannot be used; `None` if all lines are good.
    fn unusable_lines(&self) -> Option<String> {
        let (unusable, all) = (self.unusable.len(), self.unusable.len() + self.records.len());
        (unusable > 0).then(|| format!("{unusable} of {all} lines cannot be used"))
    }
}

/// Solves all positions of a file.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Epd) -> Result<(), CliError> {
    let mut suite = TestSuite::read(&read_file(&arguments.file, files::LIST)?, catalogue, arguments);
    let unusable_lines = suite.unusable_lines();
    if suite.records.is_empty() && !suite.unusable.is_empty() {
        // Without any usable line, the file is probably not EPD: the first error and the number of errors are enough.
        let count = suite.unusable_lines().unwrap_or_default();
        let first = suite.unusable.swap_remove(0);
        return Err(CliError::Other(format!("{first} ({count})").into()));
    }
    for error in &suite.unusable {
        to_stderr(&format!("warning: {error}"));
    }
    let width = suite.width;
    let mut summary = Summary::default();
    if !arguments.json {
        writeln!(
            out,
            "{:<width$} {:<10} {:>9} {:>5} {:>8}  expected",
            "position", "move", "score", "depth", "since"
        )?;
    }
    let mut evaluations = Evaluations::default();
    for (line, record) in &suite.records {
        let task = task(catalogue, arguments, record, *line)?;
        let params = evaluations.get(task.board.definition());
        let mut engine = Engine::with_evaluation(&task.board, params, arguments.search.settings());
        let answer = solve(&task, &mut engine, &arguments.search.limits())?;
        match arguments.json {
            true => writeln!(out, "{}", in_json(&task, &answer, record))?,
            false => writeln!(out, "{}", in_words(&task, &answer, record, width))?,
        }
        out.flush()?;
        summary.add(&task, &answer);
    }
    if !arguments.json {
        writeln!(out, "{}", summary.text())?;
    }
    match unusable_lines {
        Some(unusable_lines) if arguments.strict => Err(CliError::Other(unusable_lines.into())),
        Some(unusable_lines) => {
            to_stderr(&format!("warning: {unusable_lines}"));
            Ok(())
        }
        None => Ok(()),
    }
}

/// Sets up a test position and parses the moves of its solution. A position without an id is named after its line
/// number `line`.
fn task(catalogue: &Catalogue, arguments: &Epd, record: &Record, line: usize) -> Result<Task, CliError> {
    let definition = catalogue.find(record.variant.as_ref().unwrap_or(&arguments.variant))?;
    let board = Board::from_fen(&definition, &record.fen)?;
    let turns = |texts: &[String]| -> Result<Vec<Turn>, CliError> {
        let turn = |text: &String| Ok(board.parse_san(text)?);
        texts.iter().map(turn).collect()
    };
    let mate = match record.value() {
        Some(Value::Mate(moves)) if moves > 0 => Some(moves),
        _ => None,
    };
    Ok(Task {
        expected: Expected {
            best: turns(&record.best)?,
            avoid: turns(&record.avoid)?,
            mate: record.mate.or(mate),
            evaluation: record.value(),
        },
        name: record
            .id
            .as_deref()
            .map(excerpt)
            .unwrap_or_else(|| format!("line {line}")),
        board,
    })
}

/// Searches a test position and compares the result with the solution.
fn solve(task: &Task, engine: &mut Engine, limits: &Limits) -> Result<Answer, CliError> {
    let expected = &task.expected;
    // If the solution is a mate without a best move, the search for mates proves or refutes it.
    let mate = expected.mate.filter(|_| expected.best.is_empty());
    let limits = &Limits {
        mate: mate.and_then(|moves| u32::try_from(moves).ok()),
        ..limits.clone()
    };
    let (mut depth, mut since) = (0, None);
    let best = engine.search(&task.board, limits, |report| {
        if report.line == 1 {
            depth = report.depth;
            let turn = report.pv.first();
            let right = turn.and_then(|turn| expected.judge(turn, Value::from_score(report.score))) == Some(true);
            since = right.then(|| since.unwrap_or(report.elapsed));
        }
    })?;
    let value = Value::from_score(best.score);
    let solved = best.turn.as_ref().and_then(|turn| expected.judge(turn, value));
    Ok(Answer {
        depth,
        since: (solved == Some(true)).then(|| since.unwrap_or(best.elapsed)),
        turn: best.turn,
        value,
        nodes: best.nodes,
        solved,
    })
}

impl Expected {
    /// Returns whether an answer is right; `None` if the test position names neither moves nor a mate.
    fn judge(&self, turn: &Turn, value: Value) -> Option<bool> {
        let named = |turns: &[Turn]| turns.contains(turn);
        let best = (!self.best.is_empty()).then(|| named(&self.best));
        let avoided = (!self.avoid.is_empty()).then(|| !named(&self.avoid));
        let mate = self
            .mate
            .map(|moves| matches!(value, Value::Mate(found) if (1..=moves).contains(&found)));
        // If a best move is given, an expected mate only explains the best move: a longer mate by the best move counts
        // as solved too.
        let verdicts = [best, avoided, if best.is_none() { mate } else { None }];
        verdicts.into_iter().flatten().reduce(|one, other| one && other)
    }
}

/// Returns a result as a row of the table.
fn in_words(task: &Task, answer: &Answer, record: &Record, width: usize) -> String {
    let mut expected = Vec::new();
    if !record.best.is_empty() {
        expected.push(record.best.join(" "));
    }
    if !record.avoid.is_empty() {
        expected.push(format!("not {}", record.avoid.join(" ")));
    }
    expected.extend(task.expected.mate.map(|moves| format!("mate {moves}")));
    // A winning mate is already printed as the expected mate.
    let said = |value: &Value| task.expected.mate.is_some() && matches!(value, Value::Mate(1..));
    let evaluation = task.expected.evaluation.filter(|value| !said(value));
    expected.extend(evaluation.map(|value| value.to_string()));
    let sign = match answer.solved {
        Some(true) => "right: ",
        Some(false) => "WRONG: ",
        None => "",
    };
    let since = answer
        .since
        .map_or("-".into(), |since| format!("{:.2} s", since.as_secs_f64()));
    format!(
        "{:<width$} {:<10} {:>9} {:>5} {since:>8}  {sign}{}",
        task.name,
        answer
            .turn
            .as_ref()
            .map_or_else(String::new, |turn| task.board.san(turn)),
        answer.value.to_string(),
        answer.depth,
        expected.join(", ")
    )
}

/// Returns a result as a JSON object.
fn in_json(task: &Task, answer: &Answer, record: &Record) -> serde_json::Value {
    let spelled = |turns: &[Turn]| -> Vec<String> { turns.iter().map(|turn| task.board.spell(turn)).collect() };
    json!({
        "id": task.name,
        "variant": task.board.definition().name,
        "move": answer.turn.as_ref().map_or_else(String::new, |turn| task.board.spell(turn)),
        "san": answer.turn.as_ref().map_or_else(String::new, |turn| task.board.san(turn)),
        "score": score_in_json(answer.value),
        "depth": answer.depth,
        "nodes": answer.nodes,
        "since_ms": answer.since.map(|since| since.as_millis() as u64),
        "solved": answer.solved,
        "expected": {
            "bm": spelled(&task.expected.best),
            "am": spelled(&task.expected.avoid),
            "dm": task.expected.mate,
            "ce": record.evaluation,
        },
    })
}

/// The totals over all test positions.
#[derive(Default)]
struct Summary {
    positions: usize,
    judged: usize,
    solved: usize,
    nodes: u64,
    /// The absolute differences between found and expected scores, in centipawns.
    differences: Vec<u32>,
}

impl Summary {
    /// Adds the result of a test position.
    fn add(&mut self, task: &Task, answer: &Answer) {
        self.positions += 1;
        self.judged += usize::from(answer.solved.is_some());
        self.solved += usize::from(answer.solved == Some(true));
        self.nodes += answer.nodes;
        if let (Some(Value::Centipawns(expected)), Value::Centipawns(score)) = (task.expected.evaluation, answer.value)
        {
            self.differences.push(score.abs_diff(expected));
        }
    }

    /// Returns the summary as text.
    fn text(&self) -> String {
        let mut text = format!("{} positions, {} nodes", self.positions, self.nodes);
        if self.judged > 0 {
            let share = 100.0 * self.solved as f64 / self.judged as f64;
            text += &format!("\nsolved {} of {} ({share:.0} %)", self.solved, self.judged);
        }
        if !self.differences.is_empty() {
            let sum: f64 = self.differences.iter().copied().map(f64::from).sum();
            let count = self.differences.len();
            text += &format!(
                "\nscores differ by {:.2} on average of {count}",
                sum / count as f64 / 100.0
            );
        }
        text
    }
}
