//! Runs the tests that a game's file contains.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Board, IllegalMove};
use kurier_rules::on_width;
use kurier_rules::position::{SanError, TurnError};
use kurier_rules::rules::{Definition, ExpectedResult, Placed, TestCase};
use kurier_rules::sanitize::excerpt;

/// The maximum number of moves to make for the perft counts in a game's file when nobody waits for the result after
/// each change to the file. Making that many moves takes a few seconds.
pub const MOST_TEST_MOVES: u64 = 100_000_000;

/// An expectation in a game's file that does not hold, with its line and column.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct TestFailure {
    /// The line in the game's file, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The name of the test, and what is wrong.
    pub message: String,
}

/// The result of running all tests of a game's file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TestReport {
    /// The number of tests.
    pub tests: usize,
    /// The number of tests with at least one failure.
    pub failed: usize,
    /// All failures, in the order of the tests in the file.
    pub failures: Vec<TestFailure>,
    /// The number of perft counts that were left out because they would take too many moves.
    pub uncounted: usize,
}

impl TestReport {
    /// Returns a sentence about the perft counts that were left out; `None` if none were.
    pub fn omission(&self) -> Option<String> {
        match self.uncounted {
            0 => None,
            1 => Some("1 perft count was left out, because it takes too many moves".into()),
            count => Some(format!(
                "{count} perft counts were left out, because they take too many moves"
            )),
        }
    }
}

/// Runs all tests of a game's file. All perft counts together make at most about `most_moves` moves; counts that would
/// take more are left out.
pub fn run_tests(definition: &Arc<Definition>, most_moves: u64) -> TestReport {
    let mut report = TestReport {
        tests: definition.tests.len(),
        ..TestReport::default()
    };
    let moves_left = Cell::new(most_moves);
    for test in &definition.tests {
        let mut run = Run {
            test,
            moves_left: &moves_left,
            report: &mut report,
        };
        let before = run.report.failures.len();
        run.all(definition);
        report.failed += usize::from(report.failures.len() > before);
    }
    report
}

/// A test that is being run.
struct Run<'a> {
    test: &'a TestCase,
    moves_left: &'a Cell<u64>,
    report: &'a mut TestReport,
}

impl Run<'_> {
    fn fail<T>(&mut self, at: &Placed<T>, message: &str) {
        self.report.failures.push(TestFailure {
            line: at.line,
            column: at.column,
            message: format!("test `{}`: {message}", self.test.name.value),
        });
    }

    /// Checks every expectation of the test. If the position cannot be reached, that is the only failure of the test.
    fn all(&mut self, definition: &Arc<Definition>) {
        let Some(board) = self.board(definition) else { return };
        self.moves(&board);
        self.targets(&board);
        self.state(&board);
        self.counts(&board);
    }

    /// Sets up the position and plays the first moves. Returns `None` after a failure.
    fn board(&mut self, definition: &Arc<Definition>) -> Option<Board> {
        let begun = self
            .test
            .start
            .as_ref()
            .map(|start| (start, definition.with_start(&start.value)));
        let mut board = match begun {
            None => Board::new(definition),
            Some((_, Ok(begun))) => Board::new(&Arc::new(begun)),
            Some((start, Err(error))) => {
                self.fail(start, &error.to_string());
                return None;
            }
        };
        if let Some(fen) = &self.test.fen
            && let Err(error) = board.set_up(Some(&fen.value))
        {
            self.fail(fen, &error.to_string());
            return None;
        }
        for text in &self.test.moves {
            let played = board.parse_san(&text.value).and_then(|turn| board.play(&turn));
            if let Err(error) = played {
                self.fail(text, &error.to_string());
                return None;
            }
        }
        Some(board)
    }

    fn moves(&mut self, board: &Board) {
        for text in &self.test.legal {
            if let Err(error) = board.parse_san(&text.value) {
                self.fail(text, &error.to_string());
            }
        }
        for text in &self.test.illegal {
            match board.parse_san(&text.value) {
                Ok(turn) => self.fail(text, &format!("{} is legal", board.san(&turn))),
                // Text that stands for no move, or for several, would pass in every position.
                Err(error) if is_meaningless(&error) => self.fail(text, &error.to_string()),
                Err(_) => {}
            }
        }
    }

    fn targets(&mut self, board: &Board) {
        let shape = &board.definition().shape;
        for (from, targets) in &self.test.targets {
            let Some(origin) = shape.parse(&from.value) else {
                self.fail(from, &format!("there is no square {}", excerpt(&from.value)));
                continue;
            };
            let routes = board.turns().into_iter().map(|turn| board.route(&turn));
            let of_piece = routes.filter(|route| route.first() == Some(&origin));
            let found: BTreeSet<_> = of_piece.filter_map(|route| route.last().copied()).collect();
            let mut expected = BTreeSet::new();
            for target in targets {
                match shape.parse(&target.value) {
                    None => self.fail(target, &format!("there is no square {}", excerpt(&target.value))),
                    Some(square) if !found.contains(&square) => {
                        let message = format!("no legal move leads from {} to {}", from.value, target.value);
                        self.fail(target, &message);
                    }
                    Some(square) => _ = expected.insert(square),
                }
            }
            let further: Vec<String> = found.difference(&expected).map(|square| shape.name(*square)).collect();
            if !further.is_empty() {
                let message = format!("legal moves lead from {} also to {}", from.value, further.join(" "));
                self.fail(from, &message);
            }
        }
    }

    /// Checks whether the side to move is in check, and the result of the game, against the expectations.
    fn state(&mut self, board: &Board) {
        if let Some(check) = self.test.check.as_ref().filter(|check| check.value != board.in_check()) {
            let not = if check.value { " not" } else { "" };
            self.fail(check, &format!("{} is{not} in check", board.side().name()));
        }
        let Some(expected) = &self.test.result else { return };
        let outcome = board.outcome();
        let found = match outcome.map(|outcome| outcome.winner) {
            None => ExpectedResult::Open,
            Some(None) => ExpectedResult::Drawn,
            Some(Some(winner)) => ExpectedResult::Won(winner),
        };
        if found != expected.value {
            let why = outcome.map_or("the game continues", |outcome| outcome.reason.text());
            let (expected_text, text) = (expected.value.text(), found.text());
            self.fail(expected, &format!("expected {expected_text}, found {text} ({why})"));
        }
    }

    /// Checks the perft counts, up to the first one that differs.
    fn counts(&mut self, board: &Board) {
        for (depth, expected) in (1..).zip(&self.test.perft) {
            let Some(found) = count(board, depth, self.moves_left) else {
                self.report.uncounted += 1;
                continue;
            };
            if found != expected.value {
                self.fail(
                    expected,
                    &format!("expected perft {depth} = {}, found {found}", expected.value),
                );
                return;
            }
        }
    }
}

/// Counts the sequences of `depth` legal turns. Returns `None` if that takes more moves than are left.
fn count(board: &Board, depth: u32, moves_left: &Cell<u64>) -> Option<u64> {
    let exhausted = || {
        moves_left.set(moves_left.get().saturating_sub(1));
        moves_left.get() == 0
    };
    let found = on_width!(&board.0, history => history.position.clone().perft_until(depth, &exhausted));
    (moves_left.get() > 0).then_some(found)
}

/// Returns whether a move was refused for a reason other than being illegal: its text cannot stand for a move of this
/// game, or it stands for several legal moves.
fn is_meaningless(error: &IllegalMove) -> bool {
    match &*error.reason {
        SanError::Syntax | SanError::Piece(_) | SanError::Square(_) => true,
        SanError::Unfinished(_) | SanError::Promotion(_) | SanError::Ambiguous(_) => true,
        SanError::Coordinates(
            TurnError::Syntax | TurnError::Square(_) | TurnError::Empty(_) | TurnError::NoDrop(_),
        ) => true,
        // A text without a letter at its end stands for all promotions.
        SanError::Coordinates(TurnError::Promotion { .. }) => !error.text.ends_with(char::is_alphabetic),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    /// Runs tests that are added to the definition file of chess.
    fn run(tests: &str) -> TestReport {
        let chess = Catalogue::file_of("chess").expect("it is built in");
        let (rules, _) = chess.split_once("[tests").unwrap_or((chess, ""));
        let text = format!("{rules}\n{tests}");
        let lines = rules.matches('\n').count() + 1;
        let definition = Definition::parse(&text, "x.toml").unwrap_or_else(|error| panic!("{error}"));
        let mut report = run_tests(&Arc::new(definition), 100_000);
        report.failures.iter_mut().for_each(|failure| failure.line -= lines);
        report
    }

    /// Returns the failures of tests that are added to the definition file of chess; line numbers count from the first
    /// added line.
    fn failures(tests: &str) -> Vec<String> {
        run(tests).failures.iter().map(TestFailure::to_string).collect()
    }

    #[test]
    fn tests_of_built_in_games_pass() {
        let mut tested = 0;
        for game in Catalogue::built_in().iter() {
            let report = run_tests(game, 200_000);
            assert_eq!(report.failures, [], "{}", game.name);
            assert_eq!(report.uncounted, 0, "{}", game.name);
            tested += usize::from(report.tests > 0);
        }
        assert!(tested >= 5, "{tested} games have tests");
    }

    #[test]
    fn expectations_that_hold_pass() {
        let report = run(
            "[tests.all]\nfen = \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"\nmoves = [\"Rxh8+\"]\n\
                          legal = [\"Kd7\", \"e8d7\"]\nillegal = [\"O-O-O\", \"Ra7\"]\n\
                          targets = { e8 = [\"d7\", \"e7\", \"f7\"] }\ncheck = true\nresult = \"*\"\nperft = [3]\n\
                          [tests.\"a mate\"]\nmoves = [\"f3\", \"e5\", \"g4\", \"Qh4#\"]\nresult = \"0-1\"\n",
        );
        let passed = TestReport {
            tests: 2,
            ..TestReport::default()
        };
        assert_eq!(report, passed);
    }

    #[test]
    fn expectations_that_fail_are_reported_where_they_are_written() {
        let test = "[tests.t]\nlegal = [\"Nf3\", \"Ne2\"]\nillegal = [\"e5\", \"e4\"]\n\
                    targets = { b1 = [\"a3\", \"d2\"] }\ncheck = true\nresult = \"1/2-1/2\"\nperft = [20, 401, 1]\n";
        assert_eq!(
            failures(test),
            [
                "2:17: test `t`: illegal move (it is not legal): Ne2",
                "3:18: test `t`: e4 is legal",
                "4:25: test `t`: no legal move leads from b1 to d2",
                "4:13: test `t`: legal moves lead from b1 also to c3",
                "5:9: test `t`: White is not in check",
                "6:10: test `t`: expected 1/2-1/2, found * (the game continues)",
                "7:14: test `t`: expected perft 2 = 401, found 400",
            ]
        );
    }

    #[test]
    fn a_position_that_cannot_be_reached_is_one_failure() {
        for (test, at) in [
            ("[tests.t]\nfen = \"8/8 w - - 0 1\"\nperft = [1]\n", "2:7: "),
            ("[tests.t]\nmoves = [\"e4\", \"e4\"]\nlegal = [\"a6\"]\n", "2:16: "),
        ] {
            let found = failures(test);
            assert!(found.len() == 1 && found[0].starts_with(at), "{found:?}");
        }
    }

    #[test]
    fn a_text_that_is_no_move_is_not_illegal() {
        for text in ["Xe4", "e4e9", "nonsense", "e5e6"] {
            let found = failures(&format!("[tests.t]\nillegal = [\"{text}\"]\n"));
            assert_eq!(found.len(), 1, "{text}");
        }
        let promotion = |text: &str| {
            let fen = "k7/4P3/8/8/8/8/8/K7 w - - 0 1";
            failures(&format!("[tests.t]\nfen = \"{fen}\"\nillegal = [\"{text}\"]\n"))
        };
        assert_eq!(
            promotion("e7e8"),
            ["3:12: test `t`: illegal move (the Pawn is promoted to one of q r b n): e7e8"]
        );
        assert_eq!(promotion("e7e8k"), [""; 0]);
    }

    #[test]
    fn long_counts_are_left_out() {
        let report = run("[tests.t]\nperft = [20, 400, 8902, 197281, 4865609, 119060324]\n");
        assert_eq!((report.failures.len(), report.uncounted), (0, 2));
        let omission = report.omission().expect("some are left out");
        assert!(omission.starts_with("2 perft counts were left out"), "{omission}");
        assert_eq!(run("[tests.t]\nperft = [20]\n").omission(), None);
    }
}
