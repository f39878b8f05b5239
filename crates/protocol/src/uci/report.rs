//! Formatting of the lines that the engine sends during and after a search.

use vampirc_uci::{Duration, UciInfoAttribute as Info, UciMessage};

use kurier_engine::eval::WinRateModel;
use kurier_engine::search::{Best, Bound, Progress, Report, nps};
use kurier_engine::session::Value;

/// Returns an `info` line with the principal variation `pv`, whose moves are in coordinate notation. Numbers are passed
/// as text where vampirc-uci has too narrow a type. With `win_rate`, the line also contains the probabilities of a win,
/// a draw and a loss (`wdl`).
pub(super) fn info(report: &Report, pv: &[String], win_rate: Option<WinRateModel>) -> String {
    let value = Value::from_score(report.score);
    let text = |name: &str, value: String| Info::Any(name.into(), value);
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut attributes = vec![
        text("depth", report.depth.to_string()),
        text("seldepth", report.selective_depth.to_string()),
        text("multipv", report.line.to_string()),
        text("score", format!("{}{bound}", score(value))),
    ];
    if let Some(model) = win_rate {
        let [win, draw, loss] = value.wdl(model);
        attributes.push(text("wdl", format!("{win} {draw} {loss}")));
    }
    attributes.extend([
        Info::Nodes(report.nodes),
        Info::Nps(report.nps()),
        text("hashfull", report.hash_full.to_string()),
        Info::Time(Duration::from_std(report.elapsed).unwrap_or(Duration::MAX)),
    ]);
    if !pv.is_empty() {
        attributes.push(text("pv", pv.join(" ")));
    }
    UciMessage::Info(attributes).to_string()
}

/// Returns the `info currmove` line of a long search; `turn` is the current root move in the spelling of the GUI.
pub(super) fn current_move(progress: &Progress, turn: &str) -> String {
    UciMessage::Info(vec![
        Info::Any("depth".into(), progress.depth.to_string()),
        Info::Any("currmove".into(), turn.to_owned()),
        Info::Any("currmovenumber".into(), progress.number.to_string()),
    ])
    .to_string()
}

/// Returns the last `info` line of a search: its depth, score, nodes, speed and time.
pub(super) fn totals(best: &Best) -> String {
    UciMessage::Info(vec![
        Info::Any("depth".into(), best.depth.to_string()),
        Info::Any("score".into(), score(Value::from_score(best.score))),
        Info::Nodes(best.nodes),
        Info::Nps(nps(best.nodes, best.elapsed)),
        Info::Time(Duration::from_std(best.elapsed).unwrap_or(Duration::MAX)),
    ])
    .to_string()
}

/// Returns the `info` line that precedes `bestmove (none)` in a position without legal moves. `lost` says whether the
/// side to move has lost; if it has not, the score is zero.
pub(super) fn info_without_moves(lost: bool) -> String {
    let score = if lost { "mate 0" } else { "cp 0" };
    UciMessage::Info(vec![
        Info::Any("depth".into(), "0".into()),
        Info::Any("score".into(), score.into()),
    ])
    .to_string()
}

/// Returns the `info string` line that reports, after a `go mate` that found no mate, within how many moves there is
/// certainly none. `wanted` is the number of moves in the command. Returns `None` if a mate was found, or if the
/// command was not `go mate`.
pub(super) fn no_mate(best: &Best, wanted: Option<u32>) -> Option<String> {
    let (none, wanted) = (best.no_win?, wanted?);
    let text = match Value::from_score(best.score) {
        Value::Mate(1..) => return None,
        _ if none == 0 => "the search ended before it knew whether there is a mate in 1".into(),
        _ if none < wanted => format!("no mate in {none}; longer ones were not searched to the end"),
        _ => format!("no mate in {none}"),
    };
    Some(remark(&text))
}

/// Returns one `info string` line for each line of `text`.
pub(super) fn remark(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| UciMessage::Info(vec![Info::String(line.into())]).to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the `bestmove` line, which vampirc-uci can write for 8x8 boards only.
pub(super) fn best_move(turn: Option<&str>, ponder: Option<&str>) -> String {
    match (turn, ponder) {
        (None, _) => "bestmove (none)".into(),
        (Some(turn), None) => format!("bestmove {turn}"),
        (Some(turn), Some(ponder)) => format!("bestmove {turn} ponder {ponder}"),
    }
}

/// Returns the arguments of `info score`.
fn score(value: Value) -> String {
    match value {
        Value::Centipawns(score) => format!("cp {score}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_engine::search::MATE;
    use std::time::Duration as Time;

    const MODEL: WinRateModel = WinRateModel {
        even: 250.0,
        spread: 200.0,
    };

    #[test]
    fn a_search_for_a_mate_says_what_was_proven() {
        let answer = |score, no_win, wanted| {
            let best = Best {
                score,
                no_win,
                ..Best::default()
            };
            no_mate(&best, wanted).unwrap_or_default()
        };
        assert_eq!(answer(MATE - 3, Some(1), Some(2)), "");
        assert_eq!(answer(100, None, None), "");
        assert_eq!(answer(100, Some(2), Some(2)), "info string no mate in 2");
        let nothing = answer(100, Some(0), Some(4));
        assert!(nothing.ends_with("whether there is a mate in 1"), "{nothing}");
        let partly = answer(100, Some(2), Some(4));
        assert!(partly.starts_with("info string no mate in 2; "), "{partly}");
    }

    #[test]
    fn info_lines_have_all_fields() {
        let report = Report {
            depth: 300,
            selective_depth: 412,
            line: 2,
            score: -(MATE - 400),
            bound: Bound::Upper,
            nodes: 5_000_000_000,
            elapsed: Time::from_millis(2500),
            hash_full: 999,
            pv: Vec::new(),
        };
        let pv = ["l7l5".to_owned(), "a10a12q".to_owned()];
        assert_eq!(
            info(&report, &pv, Some(MODEL)),
            "info depth 300 seldepth 412 multipv 2 score mate -200 upperbound wdl 0 0 1000 nodes 5000000000 \
             nps 2000000000 hashfull 999 time 2500 pv l7l5 a10a12q"
        );
    }

    #[test]
    fn lines_follow_the_protocol() {
        assert_eq!(best_move(None, None), "bestmove (none)");
        assert_eq!(best_move(Some("c2e4g6"), Some("a7a6")), "bestmove c2e4g6 ponder a7a6");
        assert_eq!(info_without_moves(true), "info depth 0 score mate 0");
        assert_eq!(remark("one\ntwo"), "info string one\ninfo string two");
    }
}
