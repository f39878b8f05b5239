//! Parsing of the commands that a GUI sends.

use std::time::Duration;

/// The maximum value of a time, in seconds: about a year. Longer times are clamped.
const MAX_SECONDS: f64 = 366.0 * 86_400.0;

/// A command of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `protover N`: the version of the protocol.
    Version(u32),
    /// `accepted FEATURE`: the GUI supports a feature that the engine has announced.
    Accepted(String),
    /// `rejected FEATURE`: the GUI does not support a feature that the engine has announced.
    Rejected(String),
    /// `new`: a new game of chess; `variant` may follow.
    New,
    /// `variant NAME`: a variant other than chess, by its name in XBoard.
    Variant(String),
    /// `quit`: ends the conversation.
    Quit,
    /// `force`: the engine plays neither side.
    Force,
    /// `go`: the engine plays the side to move and starts to think.
    Go,
    /// `playother`: the engine plays the side that is not to move.
    PlayOther,
    /// `white` and `black` (obsolete): the engine plays the opponent of the named side.
    Colors {
        /// True for `white`, false for `black`.
        opponent_is_white: bool,
    },
    /// `level MPS BASE INC`: the time control.
    Level {
        /// The number of moves in a session, after which `base` is added to the clock; 0 means that the whole game is
        /// one session.
        moves: u32,
        /// The time on the clock for each session.
        base: Duration,
        /// The time added after every move.
        increment: Duration,
    },
    /// `st`: a fixed time for every move.
    MoveTime(Duration),
    /// `sd`: the maximum depth in plies.
    Depth(u32),
    /// `nps`: the number of nodes that count as a second; 0 means real time.
    NodeRate(u64),
    /// `time`: the remaining time of the engine.
    Time(Duration),
    /// `otim`: the remaining time of the opponent.
    OpponentTime(Duration),
    /// `usermove`, or a move without a command word: the move in the spelling of the GUI.
    Move(String),
    /// `?`: the engine must move now.
    MoveNow,
    /// `ping`, with its number: to be answered when all earlier commands have been executed.
    Ping(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result`: the game is over.
    Result,
    /// `setboard FEN`: a position to set up.
    SetBoard(String),
    /// `edit`: an obsolete way to set up a position, in several lines, the last of which is `.`.
    Edit,
    /// `hint`: the user asks for a suggested move.
    Hint,
    /// `bk`: the user asks for the moves in the opening book.
    Book,
    /// `undo`: take back one ply.
    Undo,
    /// `remove`: take back a move of each side.
    Remove,
    /// `hard` switches pondering on, `easy` switches it off.
    Ponder(bool),
    /// `post` switches thinking output on, `nopost` switches it off.
    Post(bool),
    /// `analyze`: analyse every position on the board until `exit`.
    Analyze,
    /// `exit`: leave analysis mode.
    Exit,
    /// `.`: the GUI asks for the progress of the analysis.
    Progress,
    /// `computer`: the opponent is a program.
    Computer,
    /// `pause`: stop thinking and the clocks.
    Pause,
    /// `resume`: continue after `pause`.
    Resume,
    /// `memory`: the memory that the engine may use, in MiB.
    Memory(usize),
    /// `cores`: the number of search threads.
    Cores(usize),
    /// `option NAME=VALUE`: the user has set an option.
    Option {
        /// The name of the option.
        name: String,
        /// The new value; empty for buttons.
        value: String,
    },
    /// `egtpath`: the folder of the endgame tables.
    TablePath(String),
    /// `exclude`: do not search this move; `None` excludes all moves.
    Exclude(Option<String>),
    /// `include`: search this move again; `None` includes all moves.
    Include(Option<String>),
    /// `lift`: the user has picked up the piece on this square.
    Lift(String),
    /// `put`: the user has put a lifted piece down on this square.
    Put(String),
    /// A command that needs no action, such as `random`, `name` or `rating`, or an empty line.
    Ignored,
}

/// An error in a line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The protocol has no such command, or the command belongs to a feature that the engine does not announce.
    #[error("unknown command")]
    Unknown,
    /// A parameter is missing.
    #[error("too few parameters")]
    TooFew,
    /// A parameter cannot be parsed or is out of range.
    #[error("bad parameter '{0}'")]
    Bad(String),
}

impl Command {
    /// Parses a line. An empty line is [`Command::Ignored`].
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = || match rest {
            "" => Err(CommandError::TooFew),
            _ => Ok(rest.to_owned()),
        };
        let all_or_one = || Ok((text()? != "all").then(|| rest.to_owned()));
        Ok(match name {
            "" | "xboard" | "random" | "name" | "rating" | "ics" | "hover" | "setscore" | "partner" | "ptell"
            | "holding" | "opponent" => Self::Ignored,
            // The name of the folder may contain spaces. Tables in other formats are ignored.
            "egtpath" => match rest.split_once(char::is_whitespace) {
                Some((format, folder)) if format == super::TABLE_FORMAT => Self::TablePath(folder.trim().to_owned()),
                _ => Self::Ignored,
            },
            "protover" => Self::Version(number(rest)?),
            "accepted" => Self::Accepted(rest.to_owned()),
            "rejected" => Self::Rejected(rest.to_owned()),
            "new" => Self::New,
            "variant" => Self::Variant(text()?),
            "quit" => Self::Quit,
            "force" => Self::Force,
            "go" => Self::Go,
            "playother" => Self::PlayOther,
            "white" => Self::Colors {
                opponent_is_white: true,
            },
            "black" => Self::Colors {
                opponent_is_white: false,
            },
            "level" => level(rest)?,
            "st" => Self::MoveTime(seconds(rest)?),
            "sd" | "depth" => Self::Depth(number(rest)?),
            "nps" => Self::NodeRate(number(rest)?),
            "time" => Self::Time(centiseconds(rest)?),
            "otim" => Self::OpponentTime(centiseconds(rest)?),
            "usermove" => Self::Move(text()?),
            "?" => Self::MoveNow,
            "ping" => Self::Ping(rest.to_owned()),
            "draw" => Self::Draw,
            "result" => Self::Result,
            "setboard" => Self::SetBoard(text()?),
            "edit" => Self::Edit,
            "hint" => Self::Hint,
            "bk" => Self::Book,
            "undo" => Self::Undo,
            "remove" => Self::Remove,
            "hard" => Self::Ponder(true),
            "easy" => Self::Ponder(false),
            "post" => Self::Post(true),
            "nopost" => Self::Post(false),
            "analyze" | "analyse" => Self::Analyze,
            "exit" => Self::Exit,
            "." => Self::Progress,
            "computer" => Self::Computer,
            "pause" => Self::Pause,
            "resume" => Self::Resume,
            "memory" => Self::Memory(number(rest)?),
            "cores" => Self::Cores(number(rest)?),
            "option" => {
                let text = text()?;
                let (name, value) = text.split_once('=').unwrap_or((&text, ""));
                Self::Option {
                    name: name.trim().to_owned(),
                    value: value.trim().to_owned(),
                }
            }
            "exclude" => Self::Exclude(all_or_one()?),
            "include" => Self::Include(all_or_one()?),
            "lift" => Self::Lift(text()?),
            "put" => Self::Put(text()?),
            _ if rest.is_empty() && looks_like_a_move(name) => Self::Move(name.to_owned()),
            _ => return Err(CommandError::Unknown),
        })
    }
}

/// Returns whether a line belongs to the obsolete command `edit`: a piece letter and a square, `c`, `#`, or the final
/// `.`.
pub fn belongs_to_edit(line: &str) -> bool {
    let line = line.trim();
    let mut letters = line.chars();
    match line {
        "c" | "#" | "." => true,
        _ => {
            letters.next().is_some_and(|c| c.is_ascii_alphabetic())
                && letters.next().is_some_and(|c| c.is_ascii_lowercase())
                && letters.clone().count() > 0
                && letters.all(|c| c.is_ascii_digit())
        }
    }
}

/// Returns whether a word begins with two squares or is a castling move. GUIs that do not know `usermove` send moves
/// without a command word.
fn looks_like_a_move(word: &str) -> bool {
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let mut letters = word.bytes().peekable();
    let mut square = || {
        letters.next_if(u8::is_ascii_lowercase).is_some()
            && letters.next_if(u8::is_ascii_digit).is_some()
            && letters.next_if(u8::is_ascii_digit).is_none_or(|_| true)
    };
    square() && square()
}

/// Parses the first word of a string as a number.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, CommandError> {
    match text.split_whitespace().next() {
        Some(word) => word.parse().map_err(|_| CommandError::Bad(word.to_owned())),
        None => Err(CommandError::TooFew),
    }
}

/// Converts seconds to a duration of at most [`MAX_SECONDS`]. Negative times of an overdrawn clock become zero. Returns
/// `None` for NaN.
fn duration(seconds: f64) -> Option<Duration> {
    (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS)))
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, CommandError> {
    duration(number(text)?).ok_or_else(|| CommandError::Bad(text.to_owned()))
}

/// Parses a time in hundredths of a second.
fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    duration(number::<f64>(text)? / 100.0).ok_or_else(|| CommandError::Bad(text.to_owned()))
}

/// Parses the arguments of `level`, which are `MPS MIN[:SEC] INC`.
fn level(text: &str) -> Result<Command, CommandError> {
    let mut words = text.split_whitespace();
    let mut word = || words.next().ok_or(CommandError::TooFew);
    let moves = number(word()?)?;
    let base = word()?;
    let base = base_time(base).ok_or_else(|| CommandError::Bad(base.to_owned()))?;
    let increment = seconds(words.next().unwrap_or("0"))?;
    Ok(Command::Level { moves, base, increment })
}

/// Parses a time as `MIN[:SEC]`. Characters after the time are ignored, because the protocol reserves them for later
/// versions.
fn base_time(text: &str) -> Option<Duration> {
    let plain = text
        .find(|c: char| !matches!(c, '0'..='9' | ':' | '.'))
        .unwrap_or(text.len());
    let (minutes, seconds) = text[..plain].split_once(':').unwrap_or((&text[..plain], "0"));
    duration(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a line.
    fn parse(line: &str) -> Result<Command, CommandError> {
        Command::parse(line)
    }

    #[test]
    fn times_are_parsed_in_all_forms() {
        let level = |moves, base, increment| {
            Ok(Command::Level {
                moves,
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            })
        };
        assert_eq!(parse("level 40 5 0"), level(40, 300_000, 0));
        assert_eq!(parse("level 0 0:05 0.05"), level(0, 5_000, 50));
        assert_eq!(parse("level 40 0:30 0"), level(40, 30_000, 0));
        assert_eq!(parse("level 40 25+5 0"), level(40, 1_500_000, 0));
        assert_eq!(parse("level 0 2 12"), level(0, 120_000, 12_000));
        assert_eq!(parse("st 3"), Ok(Command::MoveTime(Duration::from_secs(3))));
        assert_eq!(parse("time -25"), Ok(Command::Time(Duration::ZERO)));
        assert_eq!(
            parse("otim 1025"),
            Ok(Command::OpponentTime(Duration::from_millis(10_250)))
        );
    }

    #[test]
    fn malformed_lines_are_refused() {
        for line in [
            "level",
            "level 40",
            "level 40 5:x 0",
            "level x 5 0",
            "level 0 : 0",
            "st",
            "st x",
            "st NaN",
            "time",
            "sd -1",
            "memory lots",
            "nps 1.5",
            "cores -2",
        ] {
            assert!(
                matches!(parse(line), Err(CommandError::TooFew | CommandError::Bad(_))),
                "{line}"
            );
        }
        for (line, word) in [
            ("level 40 five 0", "five"),
            ("level 0 2 soon", "soon"),
            ("sd deep", "deep"),
        ] {
            assert_eq!(parse(line), Err(CommandError::Bad(word.into())), "{line}");
        }
        for line in ["foo", "e2e4 e7e5", "uci", "go! now", "é2é4", "e2", "4e"] {
            assert_eq!(parse(line), Err(CommandError::Unknown), "{line}");
        }
        assert!(parse("st 1e300").is_ok() && parse("level 0 99999999999999999999 1e99").is_ok());
    }

    #[test]
    fn lines_of_edit_are_told_from_commands() {
        for line in ["Pa4", "xa4", "c", "#", ".", "Kl12"] {
            assert!(belongs_to_edit(line), "{line}");
        }
        for line in ["", "ping 1", "quit", "Pa", "a4", "go", "new"] {
            assert!(!belongs_to_edit(line), "{line}");
        }
    }

    #[test]
    fn moves_are_parsed_with_and_without_usermove() {
        for text in ["e2e4", "a10a12", "l7l8q", "e4d5,d5e4", "O-O", "0-0-0"] {
            assert_eq!(parse(text), Ok(Command::Move(text.into())));
            assert_eq!(parse(&format!("usermove {text}")), Ok(Command::Move(text.into())));
        }
    }

    #[test]
    fn option_names_and_values_may_contain_blanks() {
        let option = |name: &str, value: &str| {
            Ok(Command::Option {
                name: name.into(),
                value: value.into(),
            })
        };
        assert_eq!(parse("option Move Overhead=30"), option("Move Overhead", "30"));
        assert_eq!(
            parse("option Variant File=/a b/c=d.toml"),
            option("Variant File", "/a b/c=d.toml")
        );
        assert_eq!(parse("option Clear Hash"), option("Clear Hash", ""));
    }
}
