//! `kurier epd`: solves test positions one by one, with a summary.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::args::SearchArgs;
use super::error::CliError;
use super::games::Evaluations;
use super::output::{read_file, score_in_json};
use crate::epd::Record;
use crate::files;
use crate::outside::shown;
use crate::position::Turn;
use crate::rules::Catalogue;
use crate::search::Limits;
use crate::session::{Board, Engine, Value};

/// The arguments of `kurier epd`.
#[derive(Args, Debug)]
pub(super) struct Epd {
    /// The positions, one per line; '-' is the standard input
    file: PathBuf,
    /// The game, where a line does not name one ('variant NAME;')
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    #[command(flatten)]
    search: SearchArgs<5>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

/// A position to solve.
struct Task {
    board: Board,
    name: String,
    expected: Expected,
}

/// The known solution.
struct Expected {
    best: Vec<Turn>,
    avoid: Vec<Turn>,
    mate: Option<i32>,
    evaluation: Option<i32>,
}

/// What the search answered.
struct Answer {
    /// `None` if there is no legal turn.
    turn: Option<Turn>,
    value: Value,
    depth: u32,
    nodes: u64,
    /// The time since which the answer has been right.
    since: Option<Duration>,
    /// `None` without a known solution.
    solved: Option<bool>,
}

/// The widest column of names, in characters.
const WIDEST_NAME: usize = 24;

/// Solves all positions of a file.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Epd) -> Result<(), CliError> {
    let path = &arguments.file;
    let text = String::from_utf8(read_file(path, files::LIST)?).map_err(|_| CliError::File {
        path: path.clone(),
        source: io::Error::new(ErrorKind::InvalidData, "not a text in UTF-8"),
    })?;
    let mut records = Vec::new();
    let mut width = "position".len();
    for (i, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem: String| CliError::Line {
            path: path.clone(),
            line: i + 1,
            problem,
        };
        let record = Record::parse(line).map_err(|error| wrong(error.to_string()))?;
        // All are checked before the first search, which may take long.
        let task = task(catalogue, arguments, &record, i + 1).map_err(|error| wrong(error.to_string()))?;
        width = width.max(task.name.chars().count()).min(WIDEST_NAME);
        records.push((i + 1, record));
    }
    let mut summary = Summary::default();
    if !arguments.json {
        writeln!(
            out,
            "{:<width$} {:<10} {:>9} {:>5} {:>8}  expected",
            "position", "move", "score", "depth", "since"
        )?;
    }
    let mut evaluations = Evaluations::default();
    for (line, record) in &records {
        let task = task(catalogue, arguments, record, *line)?;
        let params = evaluations.get(task.board.definition());
        let mut engine = Engine::with_evaluation(&task.board, params, arguments.search.settings());
        let answer = solve(&task, &mut engine, &arguments.search.limits())?;
        match arguments.json {
            true => writeln!(out, "{}", in_json(&task, &answer))?,
            false => writeln!(out, "{}", in_words(&task, &answer, record, width))?,
        }
        out.flush()?;
        summary.add(&task, &answer);
    }
    match arguments.json {
        true => Ok(()),
        false => Ok(writeln!(out, "{}", summary.text())?),
    }
}

/// Sets up a position and reads the moves of its solution.
fn task(catalogue: &Catalogue, arguments: &Epd, record: &Record, line: usize) -> Result<Task, CliError> {
    let definition = catalogue.find(record.variant.as_ref().unwrap_or(&arguments.variant))?;
    let board = Board::from_fen(&definition, &record.fen)?;
    let turns = |texts: &[String]| -> Result<Vec<Turn>, CliError> {
        let turn = |text: &String| Ok(board.parse_san(text)?);
        texts.iter().map(turn).collect()
    };
    Ok(Task {
        expected: Expected {
            best: turns(&record.best)?,
            avoid: turns(&record.avoid)?,
            mate: record.mate,
            evaluation: record.evaluation,
        },
        name: record
            .id
            .as_deref()
            .map(shown)
            .unwrap_or_else(|| format!("line {line}")),
        board,
    })
}

fn solve(task: &Task, engine: &mut Engine, limits: &Limits) -> Result<Answer, CliError> {
    let expected = &task.expected;
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
    /// Whether an answer is right; `None` without a known solution.
    fn judge(&self, turn: &Turn, value: Value) -> Option<bool> {
        let named = |turns: &[Turn]| turns.contains(turn);
        let best = (!self.best.is_empty()).then(|| named(&self.best));
        let avoided = (!self.avoid.is_empty()).then(|| !named(&self.avoid));
        let mate = self
            .mate
            .map(|moves| matches!(value, Value::Mate(found) if (1..=moves).contains(&found)));
        // With a best move, the mate is only its reason, and a longer one will do.
        let verdicts = [best, avoided, if best.is_none() { mate } else { None }];
        verdicts.into_iter().flatten().reduce(|one, other| one && other)
    }
}

fn in_words(task: &Task, answer: &Answer, record: &Record, width: usize) -> String {
    let mut expected = Vec::new();
    if !record.best.is_empty() {
        expected.push(record.best.join(" "));
    }
    if !record.avoid.is_empty() {
        expected.push(format!("not {}", record.avoid.join(" ")));
    }
    expected.extend(record.mate.map(|moves| format!("mate {moves}")));
    expected.extend(record.evaluation.map(|score| Value::Centipawns(score).to_string()));
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

fn in_json(task: &Task, answer: &Answer) -> serde_json::Value {
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
            "ce": task.expected.evaluation,
        },
    })
}

/// All results together.
#[derive(Default)]
struct Summary {
    positions: usize,
    judged: usize,
    solved: usize,
    nodes: u64,
    /// Distances of scores from those expected, in centipawns.
    differences: Vec<u32>,
}

impl Summary {
    fn add(&mut self, task: &Task, answer: &Answer) {
        self.positions += 1;
        self.judged += usize::from(answer.solved.is_some());
        self.solved += usize::from(answer.solved == Some(true));
        self.nodes += answer.nodes;
        if let (Some(expected), Value::Centipawns(score)) = (task.expected.evaluation, answer.value) {
            self.differences.push(score.abs_diff(expected));
        }
    }

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
