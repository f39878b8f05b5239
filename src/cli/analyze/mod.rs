//! `kurier analyze`: a search, its lines for people or programs.

mod live;

use std::io::Write;
use std::sync::mpsc::channel;

use console::Term;
use serde_json::{Value as Json, json};

use super::CliError;
use super::arguments::Analyze;
use crate::search::Bound;
use crate::session::{Event, Line, Session, Value};

/// Turns of a line in algebraic notation.
const LINE: usize = 20;

/// Searches. On a terminal that is a live display, else (and with `--json`) every line of thinking is printed, at last
/// the best move.
pub(super) fn analyze(
    out: &mut impl Write,
    mut session: Box<dyn Session>,
    arguments: &Analyze,
) -> Result<(), CliError> {
    let terminal = Term::stdout();
    if terminal.is_term() && !arguments.json && !arguments.plain {
        return live::show(&terminal, session, &arguments.request());
    }
    let (sender, receiver) = channel();
    session.start(&arguments.request(), Box::new(move |event| _ = sender.send(event)))?;
    for event in receiver {
        let text = match arguments.json {
            true => in_json(&event, &*session).to_string(),
            false => in_words(&event, &*session),
        };
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    Ok(())
}

fn in_words(event: &Event, session: &dyn Session) -> String {
    match event {
        Event::Line(line) => {
            let bound = match line.bound {
                Bound::Exact => ' ',
                Bound::Lower => '+',
                Bound::Upper => '-',
            };
            let number = match session.settings().multipv {
                1 => String::new(),
                _ => format!("{:>2}) ", line.line),
            };
            format!(
                "{number}depth {:>2}/{:<2} {:>8}{bound} {:>10} nodes {:>7.2} s {:>9} nps  {}",
                line.depth,
                line.selective_depth,
                line.value,
                line.nodes,
                line.elapsed.as_secs_f64(),
                line.speed(),
                line.pv.join(" ")
            )
        }
        Event::Best {
            turn: Some(turn),
            ponder,
            ..
        } => match ponder {
            Some(ponder) => format!("best: {turn} (then {ponder})"),
            None => format!("best: {turn}"),
        },
        Event::Best { turn: None, .. } => match session.outcome() {
            Some(outcome) => format!("best: none, {} ({})", outcome.result(), outcome.reason.text()),
            None => "best: none".into(),
        },
    }
}

fn in_json(event: &Event, session: &dyn Session) -> Json {
    match event {
        Event::Line(line) => line_in_json(line),
        Event::Best {
            turn,
            ponder,
            value,
            nodes,
            elapsed,
        } => json!({
            "best": turn,
            "ponder": ponder,
            "score": score(*value),
            "nodes": nodes,
            "time_ms": elapsed.as_millis() as u64,
            "result": session.outcome().map(|outcome| outcome.result()),
            "reason": session.outcome().map(|outcome| outcome.reason.text()),
        }),
    }
}

fn line_in_json(line: &Line) -> Json {
    let bound = match line.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "depth": line.depth,
        "seldepth": line.selective_depth,
        "multipv": line.line,
        "score": score(line.value),
        "bound": bound,
        "wdl": line.wdl,
        "nodes": line.nodes,
        "nps": line.speed(),
        "hashfull": line.hash_full,
        "time_ms": line.elapsed.as_millis() as u64,
        "pv": line.pv,
    })
}

pub(super) fn score(value: Value) -> Json {
    match value {
        Value::Centipawns(score) => json!({ "cp": score }),
        Value::Mate(moves) => json!({ "mate": moves }),
    }
}

/// The beginning of a line in algebraic notation. The session is left where it was.
pub(super) fn san_line(session: &mut dyn Session, line: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for turn in line.iter().take(LINE) {
        let Some(san) = session.san(turn) else { break };
        if session.push(turn).is_err() {
            break;
        }
        words.push(san);
    }
    words.iter().for_each(|_| _ = session.pop());
    words
}
