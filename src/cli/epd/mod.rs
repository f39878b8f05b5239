//! `kurier epd`: positions whose solution is known, solved one by one, and a summary.

mod record;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use self::record::Record;
use super::args::SearchArgs;
use super::error::CliError;
use super::games::{find, without_search};
use super::output::score_in_json;
use crate::rules::Catalogue;
use crate::search::Settings;
use crate::session::{self, Event, Request, Session, Value, open};

/// The arguments of `kurier epd`.
#[derive(Args, Debug)]
pub(super) struct Epd {
    /// The positions, one a line
    file: PathBuf,
    /// The game, where a line does not name one ('variant NAME;')
    #[arg(long, value_name = "NAME", default_value = "chess")]
    variant: String,
    #[command(flatten)]
    search: SearchArgs<5>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// A position to solve.
struct Task {
    session: Box<dyn Session>,
    name: String,
    expected: Expected,
}

/// What is right.
struct Expected {
    /// Turns in coordinates.
    best: Vec<String>,
    avoid: Vec<String>,
    mate: Option<i32>,
    evaluation: Option<i32>,
}

/// What came out.
struct Answer {
    turn: String,
    value: Value,
    depth: u32,
    nodes: u64,
    /// Since when the answer has been right, for good.
    since: Option<Duration>,
    /// `None` where nothing says what is right.
    solved: Option<bool>,
}

/// Solves all positions of a file.
pub(super) fn run(out: &mut impl Write, catalogue: &Catalogue, arguments: &Epd) -> Result<(), CliError> {
    let path = &arguments.file;
    let file = |source| CliError::File {
        path: path.clone(),
        source,
    };
    let text = fs::read_to_string(path).map_err(file)?;
    let mut records = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |problem: String| CliError::Line {
            path: path.clone(),
            line: i + 1,
            problem,
        };
        let record = Record::parse(line).map_err(wrong)?;
        // All are looked through before the first is searched, which may take long.
        task(catalogue, arguments, &record, i + 1, without_search()).map_err(|error| wrong(error.to_string()))?;
        records.push((i + 1, record));
    }
    let mut summary = Summary::default();
    if !arguments.json {
        writeln!(
            out,
            "{:<24} {:<10} {:>9} {:>5} {:>8}  expected",
            "position", "move", "score", "depth", "since"
        )?;
    }
    for (line, record) in &records {
        let mut task = task(catalogue, arguments, record, *line, arguments.search.settings())?;
        let answer = solve(&mut task, &arguments.search.request())?;
        match arguments.json {
            true => writeln!(out, "{}", in_json(&task, &answer))?,
            false => writeln!(out, "{}", in_words(&task, &answer, record))?,
        }
        out.flush()?;
        summary.add(&task, &answer);
    }
    match arguments.json {
        true => Ok(()),
        false => Ok(writeln!(out, "{}", summary.text())?),
    }
}

/// Opens a position, and finds out which turns are meant.
fn task(
    catalogue: &Catalogue,
    arguments: &Epd,
    record: &Record,
    line: usize,
    settings: Settings,
) -> Result<Task, CliError> {
    let definition = find(catalogue, record.variant.as_ref().unwrap_or(&arguments.variant))?;
    let mut session = open(definition, settings);
    session.set_position(Some(&record.fen), &[])?;
    let turns = |texts: &[String]| -> Result<Vec<String>, CliError> {
        let turn = |text: &String| Ok(session.parse_san(text)?);
        texts.iter().map(turn).collect()
    };
    Ok(Task {
        expected: Expected {
            best: turns(&record.best)?,
            avoid: turns(&record.avoid)?,
            mate: record.mate,
            evaluation: record.evaluation,
        },
        name: record.id.clone().unwrap_or_else(|| format!("line {line}")),
        session,
    })
}

fn solve(task: &mut Task, request: &Request) -> Result<Answer, CliError> {
    let mut answer = Answer {
        turn: String::new(),
        value: Value::Centipawns(0),
        depth: 0,
        nodes: 0,
        since: None,
        solved: None,
    };
    let Task { session, expected, .. } = task;
    session::search(&mut **session, request, |event| match event {
        Event::Line(line) if line.line == 1 => {
            answer.depth = line.depth;
            let right = line.pv.first().and_then(|turn| expected.judge(turn, line.value)) == Some(true);
            answer.since = right.then(|| answer.since.unwrap_or(line.elapsed));
        }
        Event::Line(_) => (),
        Event::Best {
            turn,
            value,
            nodes,
            elapsed,
            ..
        } => {
            answer.value = value;
            answer.nodes = nodes;
            if let Some(turn) = turn {
                answer.solved = expected.judge(&turn, value);
                answer.turn = turn;
            }
            let right = answer.solved == Some(true);
            answer.since = right.then(|| answer.since.unwrap_or(elapsed));
        }
    })?;
    Ok(answer)
}

impl Expected {
    /// Whether an answer is right; `None` if nothing says what is.
    fn judge(&self, turn: &str, value: Value) -> Option<bool> {
        let named = |turns: &[String]| turns.iter().any(|known| known == turn);
        let best = (!self.best.is_empty()).then(|| named(&self.best));
        let avoided = (!self.avoid.is_empty()).then(|| !named(&self.avoid));
        let mate = self
            .mate
            .map(|moves| matches!(value, Value::Mate(found) if (1..=moves).contains(&found)));
        // Where a best move is named the mate is only its reason, and a longer one will do.
        let verdicts = [best, avoided, if best.is_none() { mate } else { None }];
        verdicts.into_iter().flatten().reduce(|one, other| one && other)
    }
}

impl Task {
    fn san(&self, turn: &str) -> String {
        self.session.san(turn).unwrap_or_else(|| turn.to_owned())
    }
}

fn in_words(task: &Task, answer: &Answer, record: &Record) -> String {
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
        "{:<24} {:<10} {:>9} {:>5} {since:>8}  {sign}{}",
        task.name,
        task.san(&answer.turn),
        answer.value.to_string(),
        answer.depth,
        expected.join(", ")
    )
}

fn in_json(task: &Task, answer: &Answer) -> serde_json::Value {
    json!({
        "id": task.name,
        "variant": task.session.definition().name,
        "move": answer.turn,
        "san": task.san(&answer.turn),
        "score": score_in_json(answer.value),
        "depth": answer.depth,
        "nodes": answer.nodes,
        "since_ms": answer.since.map(|since| since.as_millis() as u64),
        "solved": answer.solved,
        "expected": {
            "bm": task.expected.best,
            "am": task.expected.avoid,
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
    /// How far scores were from those expected, in centipawns.
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
