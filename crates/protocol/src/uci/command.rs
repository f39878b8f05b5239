//! Parsing of the commands that a GUI sends.
//!
//! The crate vampirc-uci parses the commands of UCI except `position` and `go`, whose moves and numbers it cannot
//! handle: it knows only the squares of an 8x8 board, silently drops or truncates other squares, and panics on large
//! numbers.

use std::time::Duration;

use vampirc_uci::{UciMessage, parse_one};

use kurier_engine::search::{Clock, Limits};
use kurier_rules::position::MAX_PERFT_DEPTH;
use kurier_rules::sanitize::excerpt;

/// A command of a GUI or of a person at a terminal.
#[derive(Debug)]
pub(super) enum Command<'a> {
    /// `uci`: asks for the engine's name and options.
    Uci,
    /// `isready`: asks for a reply after all earlier commands.
    IsReady,
    /// `ucinewgame`: the next position belongs to a new game.
    NewGame,
    /// `setoption`: sets an option.
    SetOption {
        /// The name of the option as the GUI sent it; UCI does not distinguish upper and lower case.
        name: String,
        /// The value as the GUI sent it; empty if there is none.
        value: String,
    },
    /// `position`: sets up a position.
    Position {
        /// The position as a FEN; `None` stands for `startpos`.
        fen: Option<String>,
        /// The moves to play from this position, unparsed.
        turns: Vec<&'a str>,
    },
    /// `go`: starts a search.
    Go {
        /// All limits except `searchmoves`.
        limits: Limits,
        /// The moves after `searchmoves`, unparsed because their meaning depends on the position; empty if all legal
        /// moves are to be searched.
        search_moves: Vec<&'a str>,
        /// The errors for the malformed limits, which were skipped.
        skipped: Vec<CommandError>,
    },
    /// `go perft`: counts move sequences to this depth, in turns.
    Perft(u32),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the opponent has made the expected move.
    PonderHit,
    /// `quit`: ends the conversation.
    Quit,
    /// `d`: shows the position.
    Display,
    /// `eval`: explains the static evaluation.
    Evaluation,
    /// `bench`: runs the benchmark to this depth in turns; `None` stands for a depth that suits the variant.
    Bench(Option<u32>),
    /// `help`: lists the commands that UCI does not have.
    Help,
    /// An empty line, or a command that needs no answer.
    Nothing,
}

/// An error in a line from the GUI.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("Unknown command: '{0}'. Type help for more information.")]
    Unknown(String),
    #[error("{command}: {expected} is expected, not '{found}'")]
    Malformed {
        command: &'static str,
        expected: &'static str,
        found: String,
    },
}

impl<'a> Command<'a> {
    /// Parses a line from the GUI. An empty line is [`Command::Nothing`].
    pub(super) fn parse(line: &'a str) -> Result<Self, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else {
            return Ok(Self::Nothing);
        };
        match first {
            "position" => position(words),
            "go" => go(words),
            "d" => Ok(Self::Display),
            "eval" => Ok(Self::Evaluation),
            "bench" => bench(words.next()),
            "help" | "--help" => Ok(Self::Help),
            "uci" | "isready" | "ucinewgame" | "setoption" | "stop" | "ponderhit" | "quit" | "debug" | "register" => {
                parse_simple(line)
            }
            _ => Err(CommandError::Unknown(excerpt(line))),
        }
    }
}

/// Parses, with vampirc-uci, a command that contains neither moves nor numbers.
fn parse_simple(line: &str) -> Result<Command<'_>, CommandError> {
    match parse_one(line.trim()) {
        UciMessage::Uci => Ok(Command::Uci),
        UciMessage::IsReady => Ok(Command::IsReady),
        UciMessage::UciNewGame => Ok(Command::NewGame),
        UciMessage::SetOption { name, value } => {
            let value = value.unwrap_or_default().trim().to_owned();
            Ok(Command::SetOption {
                name,
                value: if value == "<empty>" { String::new() } else { value },
            })
        }
        UciMessage::Stop => Ok(Command::Stop),
        UciMessage::PonderHit => Ok(Command::PonderHit),
        UciMessage::Quit => Ok(Command::Quit),
        UciMessage::Debug(_) | UciMessage::Register { .. } => Ok(Command::Nothing),
        _ => Err(CommandError::Unknown(excerpt(line))),
    }
}

/// Parses the arguments of `position [startpos | fen FEN] [moves MOVE...]`.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, CommandError> {
    let start = words.next().unwrap_or_default();
    let before_moves = words.by_ref().take_while(|word| *word != "moves");
    let fen: Vec<&str> = before_moves.collect();
    let fen = match (start, fen.as_slice()) {
        ("startpos", []) => None,
        ("fen", [_, ..]) => Some(fen.join(" ")),
        ("fen", []) => return Err(malformed("position", "a FEN", "")),
        ("startpos", [other, ..]) => return Err(malformed("position", "moves", other)),
        (other, _) => return Err(malformed("position", "startpos or fen", other)),
    };
    let turns = words.collect();
    Ok(Command::Position { fen, turns })
}

/// The thinking time for a `go` whose limits are all malformed. Without a limit the search would never end, and the GUI
/// would wait forever.
const FALLBACK_MOVE_TIME: Duration = Duration::from_secs(1);

/// Parses the arguments of `go`, in any order. Unknown words are ignored, as the protocol demands; malformed limits are
/// skipped.
fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, CommandError> {
    let mut limits = Limits::default();
    let mut search_moves = Vec::new();
    let mut clock = Clock::default();
    let mut has_clock = false;
    let mut words = words.peekable();
    let mut skipped = Vec::new();
    while let Some(word) = words.next() {
        let mut number = |expected| {
            // If a number is missing, the next word may be another limit, which must not be consumed.
            let found = words.next_if(|word| !GO_WORDS.contains(word)).unwrap_or_default();
            let number = parse_number(found);
            if number.is_none() {
                skipped.push(malformed("go", expected, found));
            }
            number
        };
        match word {
            "perft" => {
                let found = words.next().unwrap_or_default();
                // A depth beyond the maximum is rejected, not clamped: the count for a clamped depth would answer a
                // different question.
                let depth = parse_number(found).and_then(|depth| u32::try_from(depth).ok());
                return depth
                    .filter(|depth| *depth <= MAX_PERFT_DEPTH)
                    .map(Command::Perft)
                    .ok_or_else(|| malformed("go perft", "a depth from 0 to 255", found));
            }
            "depth" => limits.depth = number("a depth").map(saturate),
            "nodes" => limits.nodes = number("a number of nodes"),
            "mate" => limits.mate = number("a number of moves").map(saturate),
            "movetime" => limits.move_time = number("a time").map(Duration::from_millis),
            "wtime" | "btime" => {
                if let Some(time) = number("a time") {
                    clock.remaining[usize::from(word == "btime")] = Duration::from_millis(time);
                    has_clock = true;
                }
            }
            "winc" | "binc" => {
                let increment = Duration::from_millis(number("a time").unwrap_or(0));
                clock.increment[usize::from(word == "binc")] = increment;
            }
            "movestogo" => clock.moves_to_go = number("a number of moves").map(saturate).filter(|moves| *moves > 0),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(turn) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    search_moves.push(turn);
                }
            }
            _ => {}
        }
    }
    limits.clock = has_clock.then_some(clock);
    if !skipped.is_empty()
        && limits
            == (Limits {
                ponder: limits.ponder,
                ..Limits::default()
            })
    {
        limits.move_time = Some(FALLBACK_MOVE_TIME);
    }
    Ok(Command::Go {
        limits,
        search_moves,
        skipped,
    })
}

/// The keywords of `go`. Each of them ends the list of moves after `searchmoves`.
const GO_WORDS: [&str; 12] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
];

/// Parses the argument of `bench [DEPTH]`.
fn bench(depth: Option<&str>) -> Result<Command<'_>, CommandError> {
    let number = |text| parse_number(text).ok_or_else(|| malformed("bench", "a depth", text));
    let depth = depth.map(number).transpose()?;
    Ok(Command::Bench(depth.map(saturate)))
}

/// Parses an integer and clamps it to the range of `u64`: some GUIs send negative clocks, which become zero. Returns
/// `None` if the text is not an integer.
fn parse_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match text.starts_with('-') {
        true => Some(0),
        false => Some(digits.parse().unwrap_or(u64::MAX)),
    }
}

/// Converts a number to `u32`; larger numbers become `u32::MAX`.
fn saturate(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// Creates a [`CommandError::Malformed`]; `found` is shortened for display.
fn malformed(command: &'static str, expected: &'static str, found: &str) -> CommandError {
    CommandError::Malformed {
        command,
        expected,
        found: excerpt(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limits and the `searchmoves` of a `go` command.
    fn go(line: &str) -> (Limits, Vec<&str>) {
        match Command::parse(line) {
            Ok(Command::Go {
                limits, search_moves, ..
            }) => (limits, search_moves),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Returns the limits of a `go` command.
    fn limits(line: &str) -> Limits {
        go(line).0
    }

    #[test]
    fn go_reads_its_limits_in_any_order() {
        let (all, search_moves) =
            go("go winc 5 searchmoves l2l4  wd1wd2 wtime 300000 btime -20 movestogo 400 depth 300 mate 300");
        assert_eq!(search_moves, ["l2l4", "wd1wd2"]);
        assert_eq!((all.depth, all.mate), (Some(300), Some(300)));
        let clock = all.clock.expect("a clock");
        assert_eq!(clock.remaining, [Duration::from_secs(300), Duration::ZERO]);
        assert_eq!(clock.increment, [Duration::from_millis(5), Duration::ZERO]);
        assert_eq!(clock.moves_to_go, Some(400));

        let ponder = limits("go ponder wtime 1 btime 2");
        assert!(ponder.ponder && ponder.clock.is_some());
        assert!(limits("go infinite").infinite);
        assert_eq!(limits("go movestogo 0 winc 1").clock, None);
        assert_eq!(limits("go nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(
            limits("go movetime 250 nonsense").move_time,
            Some(Duration::from_millis(250))
        );
        assert!(matches!(Command::parse("go perft 4"), Ok(Command::Perft(4))));
    }

    #[test]
    fn malformed_limits_are_skipped_and_reported() {
        let skipped = |line| match Command::parse(line) {
            Ok(Command::Go { limits, skipped, .. }) => (limits, skipped.iter().map(CommandError::to_string).collect()),
            other => panic!("{line}: {other:?}"),
        };
        let (limits, errors): (Limits, Vec<String>) = skipped("go depth x");
        assert_eq!(errors, ["go: a depth is expected, not 'x'"]);
        // Without the fallback time the search would have no limit, and the GUI would wait forever.
        assert_eq!(limits.move_time, Some(FALLBACK_MOVE_TIME));
        let (limits, errors) = skipped("go depth nodes 7 wtime");
        assert_eq!(
            (limits.nodes, limits.move_time, limits.clock, errors.len()),
            (Some(7), None, None, 2)
        );
        assert!(Command::parse("go perft -").is_err());
        let deepest = Command::parse("go perft 255");
        assert!(matches!(deepest, Ok(Command::Perft(MAX_PERFT_DEPTH))));
        for deeper in ["256", "4294967295", "4294967297", "99999999999999999999"] {
            let error = Command::parse(&format!("go perft {deeper}")).expect_err(deeper);
            assert!(error.to_string().contains("from 0 to 255"), "{error}");
        }
    }

    #[test]
    fn position_reads_large_squares_and_short_fens() {
        let Ok(Command::Position { fen, turns }) = Command::parse("position startpos  moves l2l4   a10a12q") else {
            panic!("is a position");
        };
        assert_eq!((fen, turns), (None, vec!["l2l4", "a10a12q"]));
        let Ok(Command::Position { fen, turns }) = Command::parse("position fen 12/k11 w 0 1") else {
            panic!("is a position");
        };
        assert_eq!((fen.as_deref(), turns.len()), (Some("12/k11 w 0 1"), 0));
        for bad in [
            "position",
            "position fen",
            "position fen moves e2e4",
            "position startpos e2e4",
            "position e2e4",
        ] {
            assert!(
                matches!(Command::parse(bad), Err(CommandError::Malformed { .. })),
                "{bad}"
            );
        }
    }

    #[test]
    fn option_names_and_values_may_contain_blanks() {
        for (line, expected) in [
            ("setoption name Hash value 64", ("Hash", "64")),
            ("  setoption  name Move Overhead value 20 ", ("Move Overhead", "20")),
            ("setoption name Clear Hash", ("Clear Hash", "")),
            (
                "setoption name VariantPath value /a b/my games.toml",
                ("VariantPath", "/a b/my games.toml"),
            ),
            ("setoption name VariantPath value <empty>", ("VariantPath", "")),
            ("setoption name VariantPath value", ("VariantPath", "")),
        ] {
            match Command::parse(line) {
                Ok(Command::SetOption { name, value }) => assert_eq!((name.as_str(), value.as_str()), expected),
                other => panic!("{line}: {other:?}"),
            }
        }
    }

    #[test]
    fn garbage_does_not_panic() {
        let long = "x".repeat(100_000);
        for word in [
            "uci",
            "isready",
            "setoption",
            "setoption name",
            "debug",
            "register",
            "stop",
            "quit",
            "go",
            "foo",
        ] {
            for rest in [
                "",
                " ",
                " name",
                " value",
                " name \u{fffd}\0 value \t",
                " on",
                " é",
                " 1 2 3",
                &long,
            ] {
                let _ = Command::parse(&format!("{word}{rest}"));
                let _ = Command::parse(&format!("{word} {rest}"));
            }
        }
        let error = Command::parse(&long).expect_err("no command");
        assert!(error.to_string().len() < 200);
    }
}
