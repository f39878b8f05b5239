//! The events of a search as text and as JSON.

use serde_json::{Value as Json, json};

use crate::cli::output::score_in_json;
use crate::search::Bound;
use crate::session::{Event, Line, Session};

/// An event as a line of text.
pub(super) fn in_words(event: &Event, session: &dyn Session) -> String {
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

/// An event as a JSON object.
pub(super) fn in_json(event: &Event, session: &dyn Session) -> Json {
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
            "score": score_in_json(*value),
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
        "score": score_in_json(line.value),
        "bound": bound,
        "wdl": line.wdl,
        "nodes": line.nodes,
        "nps": line.speed(),
        "hashfull": line.hash_full,
        "time_ms": line.elapsed.as_millis() as u64,
        "pv": line.pv,
    })
}
