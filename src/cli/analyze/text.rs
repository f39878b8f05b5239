//! Search reports and results as text and as JSON.

use serde_json::{Value as Json, json};

use crate::cli::output::score_in_json;
use kurier_engine::search::{Best, Bound, Report};
use kurier_engine::session::{Board, Value};
use kurier_rules::position::Turn;

/// Returns a report as a line of text, with the number of the variation if `multipv` is above one. `board` is the
/// position that is being searched.
pub(super) fn report_in_words(report: &Report, board: &Board, multipv: usize) -> String {
    let bound = match report.bound {
        Bound::Exact => ' ',
        Bound::Lower => '+',
        Bound::Upper => '-',
    };
    let number = match multipv {
        1 => String::new(),
        _ => format!("{:>2}) ", report.line),
    };
    format!(
        "{number}depth {:>2}/{:<2} {:>8}{bound} {:>10} nodes {:>7.2} s {:>9} nps  {}",
        report.depth,
        report.selective_depth,
        Value::from_score(report.score),
        report.nodes,
        report.elapsed.as_secs_f64(),
        report.nps(),
        board.spell_line(&report.pv).join(" ")
    )
}

/// Returns the result of a search as a line of text: the best move and the expected reply, or the outcome of the game
/// if there is no move.
pub(super) fn best_in_words(best: &Best, board: &Board) -> String {
    // The report shows a mate that was found, but not that there is no mate.
    let remark = match best.no_win {
        Some(moves) if !matches!(Value::from_score(best.score), Value::Mate(1..)) => {
            format!("no mate in {moves}\n")
        }
        _ => String::new(),
    };
    let best = match (&spelled(best, board)[..], board.outcome()) {
        ([turn, ponder], _) => format!("best: {turn} (then {ponder})"),
        ([turn], _) => format!("best: {turn}"),
        (_, Some(outcome)) => format!("best: none, {} ({})", outcome.result(), outcome.reason.text()),
        (_, None) => "best: none".into(),
    };
    remark + &best
}

/// Returns a report as a JSON object.
pub(super) fn report_in_json(report: &Report, board: &Board) -> Json {
    let bound = match report.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    let value = Value::from_score(report.score);
    json!({
        "depth": report.depth,
        "seldepth": report.selective_depth,
        "multipv": report.line,
        "score": score_in_json(value),
        "bound": bound,
        "wdl": value.wdl(board.win_rate()),
        "nodes": report.nodes,
        "nps": report.nps(),
        "hashfull": report.hash_full,
        "time_ms": report.elapsed.as_millis() as u64,
        "pv": board.spell_line(&report.pv),
    })
}

/// Returns the result of a search as a JSON object.
pub(super) fn best_in_json(best: &Best, board: &Board) -> Json {
    let line = spelled(best, board);
    json!({
        "best": line.first(),
        "no_mate_in": best.no_win,
        "ponder": line.get(1),
        "score": score_in_json(Value::from_score(best.score)),
        "nodes": best.nodes,
        "time_ms": best.elapsed.as_millis() as u64,
        "result": board.outcome().map(|outcome| outcome.result()),
        "reason": board.outcome().map(|outcome| outcome.reason.text()),
    })
}

/// Returns the best move and the expected reply in coordinate notation, if they exist.
fn spelled(best: &Best, board: &Board) -> Vec<String> {
    let line: Vec<Turn> = best.turn.iter().chain(&best.ponder).cloned().collect();
    board.spell_line(&line)
}
