//! Formats thinking output and results, and decides which results to claim.

use std::time::Duration;

use kurier_books::BookMove;
use kurier_engine::search::{Bound, Progress, Report};
use kurier_engine::session::Value;
use kurier_rules::position::{Outcome, Reason};
use kurier_rules::rules::Color;

/// Returns a line of thinking output: `depth score time nodes pv`, with the time in hundredths of a second. `pv` is
/// already in the notation of the GUI.
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

/// Returns the line that shows a move of the opening book, spelled as `word`: the number of games with the move, the
/// percentage of points that it scored, and its score in pawns. The line begins with a space, as XBoard expects.
pub fn book_move(word: &str, known: &BookMove) -> String {
    let mut line = format!(" {word:<7} {:>5} games", known.games());
    if let Some(percent) = known.percent() {
        line += &format!(" {percent:>3.0} %");
    }
    if let Some(score) = known.score {
        line += &format!(" {:+.2}", f64::from(score) / 100.0);
    }
    line
}

/// Returns the `stat01` line, which answers `.` during an analysis: time, nodes, depth, number of moves left, number of
/// moves, and the current move `turn`.
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

/// Returns the `stat01` line for a search that has not yet reported its current move. Nodes and depth are taken from
/// the last report, `turns` is the number of legal moves, and `best` takes the place of the current move.
pub fn first_progress(report: Option<&Report>, elapsed: Duration, turns: usize, best: &str) -> String {
    let (nodes, depth) = report.map_or((0, 0), |report| (report.nodes, report.depth));
    format!("stat01: {} {nodes} {depth} 0 {turns} {best}", centiseconds(elapsed))
}

/// Converts a score to XBoard's numbers: centipawns, or 100,000 plus the number of moves to a mate, negative if the
/// side to move is mated.
fn score(value: Value) -> i64 {
    match value {
        Value::Centipawns(value) => value.clamp(-99_999, 99_999).into(),
        Value::Mate(moves) if moves < 0 => -100_000 + i64::from(moves),
        Value::Mate(moves) => 100_000 + i64::from(moves),
    }
}

/// Converts a time to hundredths of a second.
fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// Returns the line that claims a result, with the reason in braces.
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
/// Against a human every result is claimed. In a match between programs the GUI is the `referee`: a claim that the GUI
/// cannot verify loses the game, unless the engine claims its own loss. Therefore a winner leaves the claim to the
/// loser or to the GUI, unless the winner has checkmated in a game that the GUI knows (`native`). Draws other than
/// stalemate are offered, not claimed; the GUI treats an offer as a claim if the GUI sees a draw too.
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
    fn mate_scores_exceed_all_other_scores() {
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
