//! What the engine says about its thinking and about the end of the game.

use std::time::Duration;

use kurier_engine::search::{Bound, Progress, Report};
use kurier_engine::session::Value;
use kurier_rules::position::{Outcome, Reason};
use kurier_rules::rules::Color;

/// Returns a line of thinking: `depth score time nodes pv`, time in hundredths of a second. `pv` is spelled for the
/// GUI.
pub fn thinking(report: &Report, pv: &str) -> String {
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => "!",
        Bound::Upper => "?",
    };
    format!(
        "{} {} {} {} {pv}{bound}",
        report.depth,
        score(Value::from_score(report.score)),
        centiseconds(report.elapsed),
        report.nodes,
    )
}

/// Returns the state of an analysis that the GUI asks for with `.`: time, nodes, depth, moves left, moves, the present
/// one.
pub fn progress(progress: &Progress, elapsed: Duration, turn: &str) -> String {
    let Progress {
        depth,
        number,
        turns,
        nodes,
        ..
    } = progress;
    let left = turns - number;
    format!(
        "stat01: {} {nodes} {depth} {left} {turns} {turn}",
        centiseconds(elapsed)
    )
}

/// Returns the same from the last report, before the search has told its progress. `turns` is the number of legal ones.
pub fn first_progress(report: Option<&Report>, elapsed: Duration, turns: usize, best: &str) -> String {
    let (nodes, depth) = report.map_or((0, 0), |report| (report.nodes, report.depth));
    format!("stat01: {} {nodes} {depth} 0 {turns} {best}", centiseconds(elapsed))
}

/// Centipawns, and beyond 100,000 the full moves to the end.
fn score(value: Value) -> i64 {
    match value {
        Value::Centipawns(value) => value.clamp(-99_999, 99_999).into(),
        Value::Mate(moves) if moves < 0 => -100_000 + i64::from(moves),
        Value::Mate(moves) => 100_000 + i64::from(moves),
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// Returns the result as the protocol wants it, with the reason.
pub fn result(outcome: Outcome) -> String {
    let end = match outcome.winner {
        Some(Color::White) => "White wins",
        Some(Color::Black) => "Black wins",
        None => "Draw",
    };
    format!("{} {{{end}: {}}}", outcome.result(), outcome.reason.text())
}

/// Returns whether the engine may claim the result.
///
/// Against a human every claim counts. In a match of programs (`referee`) a wrong claim loses the game, and wrong is what
/// the GUI cannot verify; only the claimant's own loss is always accepted. So there the winner leaves the claim to the
/// loser or to the GUI, and a draw that is not a stalemate is offered instead, which the GUI takes for a claim if it
/// agrees. A checkmate in a game that the GUI knows is safe to claim.
pub fn may_claim(outcome: Outcome, engine: Color, to_move: Color, referee: bool, native: bool) -> bool {
    match outcome.winner {
        _ if !referee => true,
        Some(winner) if winner != engine => true,
        Some(_) => native && outcome.reason == Reason::Checkmate,
        None => outcome.reason == Reason::Stalemate && to_move == engine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_beyond_all_scores() {
        assert_eq!(score(Value::Centipawns(-31)), -31);
        assert_eq!(score(Value::Mate(3)), 100_003);
        assert_eq!(score(Value::Mate(-2)), -100_002);
        assert_eq!(score(Value::Centipawns(1_000_000)), 99_999);
    }

    #[test]
    fn only_own_losses_are_claimed_in_matches_of_programs() {
        let end = |winner, reason| Outcome { winner, reason };
        let claim = |outcome, native| may_claim(outcome, Color::White, Color::White, true, native);
        assert!(claim(end(Some(Color::Black), Reason::BareKing), false));
        assert!(!claim(end(Some(Color::White), Reason::BareKing), true));
        assert!(!claim(end(Some(Color::White), Reason::Checkmate), false));
        assert!(claim(end(Some(Color::White), Reason::Checkmate), true));
        assert!(!claim(end(None, Reason::Repetition), true));
        assert!(claim(end(None, Reason::Stalemate), true));
        assert!(may_claim(
            end(None, Reason::Repetition),
            Color::White,
            Color::Black,
            false,
            false
        ));
    }
}
