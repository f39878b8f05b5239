//! Writing what a search says.

use vampirc_uci::{Duration, UciInfoAttribute as Info, UciMessage};

use crate::search::Bound;
use crate::session::{Line, Value};

/// An `info` line. Numbers for which vampirc-uci has too narrow a type are passed as text.
pub(super) fn info(line: &Line, show_wdl: bool) -> String {
    let text = |name: &str, value: String| Info::Any(name.into(), value);
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut attributes = vec![
        text("depth", line.depth.to_string()),
        text("seldepth", line.selective_depth.to_string()),
        text("multipv", line.line.to_string()),
        text("score", format!("{}{bound}", score(line.value))),
    ];
    if show_wdl {
        let [win, draw, loss] = line.wdl;
        attributes.push(text("wdl", format!("{win} {draw} {loss}")));
    }
    attributes.extend([
        Info::Nodes(line.nodes),
        Info::Nps(line.speed()),
        text("hashfull", line.hash_full.to_string()),
        Info::Time(Duration::from_std(line.elapsed).unwrap_or(Duration::MAX)),
    ]);
    if !line.pv.is_empty() {
        attributes.push(text("pv", line.pv.join(" ")));
    }
    UciMessage::Info(attributes).to_string()
}

/// The line before the answer to a position without legal moves.
pub(super) fn info_without_moves(lost: bool) -> String {
    let score = if lost { "mate 0" } else { "cp 0" };
    UciMessage::Info(vec![
        Info::Any("depth".into(), "0".into()),
        Info::Any("score".into(), score.into()),
    ])
    .to_string()
}

/// A remark, a line each.
pub(super) fn remark(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| UciMessage::Info(vec![Info::String(line.into())]).to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// `bestmove`, which vampirc-uci can write for 8x8 only.
pub(super) fn best_move(turn: Option<&str>, ponder: Option<&str>) -> String {
    match (turn, ponder) {
        (None, _) => "bestmove (none)".into(),
        (Some(turn), None) => format!("bestmove {turn}"),
        (Some(turn), Some(ponder)) => format!("bestmove {turn} ponder {ponder}"),
    }
}

fn score(value: Value) -> String {
    match value {
        Value::Centipawns(score) => format!("cp {score}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration as Time;

    #[test]
    fn lines_have_all_numbers() {
        let line = Line {
            depth: 300,
            selective_depth: 412,
            line: 2,
            value: Value::Mate(-200),
            bound: Bound::Upper,
            wdl: [0, 0, 1000],
            nodes: 5_000_000_000,
            elapsed: Time::from_millis(2500),
            hash_full: 999,
            pv: vec!["l7l5".into(), "a10a12q".into()],
        };
        assert_eq!(
            info(&line, true),
            "info depth 300 seldepth 412 multipv 2 score mate -200 upperbound wdl 0 0 1000 nodes 5000000000 \
             nps 2000000000 hashfull 999 time 2500 pv l7l5 a10a12q"
        );
    }

    #[test]
    fn answers() {
        assert_eq!(best_move(None, None), "bestmove (none)");
        assert_eq!(best_move(Some("c2e4g6"), Some("a7a6")), "bestmove c2e4g6 ponder a7a6");
        assert_eq!(info_without_moves(true), "info depth 0 score mate 0");
        assert_eq!(remark("one\ntwo"), "info string one\ninfo string two");
    }
}
