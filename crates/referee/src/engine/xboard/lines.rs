//! Single lines of the XBoard protocol: the command `level`, and the engine's moves and thinking lines.

use std::num::NonZeroU32;

use crate::engine::dialect::{Message, Thinking};
use crate::limits::Session;
use kurier_engine::session::Value;

/// A score of this value plus `n` is a mate in `n` moves.
const MATE: i32 = 100_000;

/// Returns the command `level`. Rounding the base time up to seconds does no harm, because `time` gives the exact time
/// before every move.
pub(super) fn level(session: Session) -> String {
    let moves = session.moves.map_or(0, NonZeroU32::get);
    let seconds = session.base.as_secs_f64().ceil() as u64;
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!(
        "level {moves} {minutes}:{seconds:02} {}",
        session.increment.as_secs_f64()
    )
}

/// Parses the rest of the line `My move is: e2e4`, after `My`. Some old engines send this form.
pub(super) fn old_move(rest: &str) -> Option<Message> {
    let turn = rest.strip_prefix("move is")?.trim_start_matches([' ', ':']).trim();
    Some(Message::BestMove {
        turn: turn.to_owned(),
        ponder: None,
    })
}

/// Parses a thinking line: `depth score time nodes pv`.
pub(super) fn thinking(line: &str) -> Option<Thinking> {
    let mut words = line.split_whitespace();
    // Some engines append a mark to the depth, as in `12&` or `9.`.
    let depth = words
        .next()?
        .trim_end_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _time: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let value = match score {
        MATE.. => Value::Mate((score - MATE).max(1)),
        ..=-100_000 => Value::Mate((score + MATE).min(-1)),
        _ => Value::Centipawns(score),
    };
    Some(Thinking {
        value: Some(value),
        depth: Some(depth),
        nodes: Some(nodes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_lines_are_read() {
        let line = thinking(" 5     16      3      5641  1. Nc3 Nc6").expect("a thinking line");
        assert_eq!(
            (line.depth, line.value, line.nodes),
            (Some(5), Some(Value::Centipawns(16)), Some(5641))
        );
        assert_eq!(
            thinking("9 100003 0 12 a2a3").and_then(|line| line.value),
            Some(Value::Mate(3))
        );
        assert_eq!(
            thinking("9 -100002 0 12 a2a3").and_then(|line| line.value),
            Some(Value::Mate(-2))
        );
        assert_eq!(thinking("# times @ 4166451851: real=52 cpu=50"), None);
        assert_eq!(thinking("8 r n b q"), None);
    }
}
