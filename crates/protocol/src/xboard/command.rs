//! The commands of a GUI, parsed line by line.

use std::time::Duration;

/// Longer times are cut to this, in seconds: a year.
const MAX_SECONDS: f64 = 366.0 * 86_400.0;

/// A command of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `protover N`: the version of the protocol.
    Version(u32),
    /// `accepted FEATURE`.
    Accepted(String),
    /// `rejected FEATURE`.
    Rejected(String),
    /// A new game of chess; `variant` may follow.
    New,
    /// Another game than chess, by XBoard's name.
    Variant(String),
    /// The end.
    Quit,
    /// Play neither side.
    Force,
    /// Play the side to move, and move.
    Go,
    /// Play the side that is not to move.
    PlayOther,
    /// `white` and `black` (obsolete): the engine plays the other side. True for `white`.
    Colors {
        /// Whether the opponent plays White.
        opponent_is_white: bool,
    },
    /// `level MPS BASE INC`.
    Level {
        /// Moves until `base` is given again; 0: never.
        moves: u32,
        /// Time on the clock.
        base: Duration,
        /// Gained with every move.
        increment: Duration,
    },
    /// `st`: exactly this long for every move.
    MoveTime(Duration),
    /// `sd`: plies, at most.
    Depth(u32),
    /// `nps`: a second is this many nodes; 0: no such rule.
    NodeRate(u64),
    /// The engine's clock.
    Time(Duration),
    /// The opponent's clock.
    OpponentTime(Duration),
    /// A move, as the GUI spells it.
    Move(String),
    /// `?`.
    MoveNow,
    /// To be answered when everything before it is done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// A position.
    SetBoard(String),
    /// The obsolete way to set up a position: lines follow until `.`.
    Edit,
    /// What would you play?
    Hint,
    /// What is in your book?
    Book,
    /// One ply back.
    Undo,
    /// One move of each side back.
    Remove,
    /// `hard`: think on the opponent's time; `easy`: do not.
    Ponder(bool),
    /// `post`: show thinking; `nopost`: do not.
    Post(bool),
    /// Think about whatever is on the board, until `exit`.
    Analyze,
    /// Leaves analysis.
    Exit,
    /// `.`: how far is the analysis?
    Progress,
    /// The opponent is a program.
    Computer,
    /// Stop the clocks.
    Pause,
    /// And go on.
    Resume,
    /// MiB in all.
    Memory(usize),
    /// Threads.
    Cores(usize),
    /// `option NAME=VALUE`.
    Option {
        /// The option's name as the engine announced it.
        name: String,
        /// Its new value; empty for buttons.
        value: String,
    },
    /// Do not consider the move; `None`: all moves.
    Exclude(Option<String>),
    /// Consider it again.
    Include(Option<String>),
    /// The user has picked up the piece of this square.
    Lift(String),
    /// The user has put it down there.
    Put(String),
    /// Nothing to do: `random`, `name`, `rating` and the like.
    Ignored,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// Not a command of the protocol, or not of what the features promise.
    #[error("unknown command")]
    Unknown,
    /// Something is missing behind it.
    #[error("too few parameters")]
    TooFew,
    /// This word behind it makes no sense.
    #[error("bad parameter '{0}'")]
    Bad(String),
}

impl Command {
    /// Parses a line. Empty lines are [`Command::Ignored`].
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
            "" | "xboard" | "random" | "name" | "rating" | "ics" | "hover" | "egtpath" | "setscore" | "partner"
            | "ptell" | "holding" | "opponent" => Self::Ignored,
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

/// Returns whether a line is a part of the obsolete `edit`: a letter and a square, `c`, `#`, or the `.` that ends it.
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

/// GUIs without `usermove` send the bare move: square, square; or castling.
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

fn number<T: std::str::FromStr>(text: &str) -> Result<T, CommandError> {
    match text.split_whitespace().next() {
        Some(word) => word.parse().map_err(|_| CommandError::Bad(word.to_owned())),
        None => Err(CommandError::TooFew),
    }
}

/// `None` for `NaN`; a negative time, of an overdrawn clock, is none left.
fn duration(seconds: f64) -> Option<Duration> {
    (!seconds.is_nan()).then(|| Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS)))
}

fn seconds(text: &str) -> Result<Duration, CommandError> {
    duration(number(text)?).ok_or_else(|| CommandError::Bad(text.to_owned()))
}

fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    duration(number::<f64>(text)? / 100.0).ok_or_else(|| CommandError::Bad(text.to_owned()))
}

/// `MPS MIN[:SEC] INC`; whatever follows the seconds is for later versions of the protocol.
fn level(text: &str) -> Result<Command, CommandError> {
    let mut words = text.split_whitespace();
    let mut word = || words.next().ok_or(CommandError::TooFew);
    let moves = number(word()?)?;
    let base = word()?;
    let base = base_time(base).ok_or_else(|| CommandError::Bad(base.to_owned()))?;
    let increment = seconds(words.next().unwrap_or("0"))?;
    Ok(Command::Level { moves, base, increment })
}

/// `MIN[:SEC]`, perhaps with something behind it.
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

    fn parse(line: &str) -> Result<Command, CommandError> {
        Command::parse(line)
    }

    #[test]
    fn clocks_are_read_in_all_forms() {
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
    fn edit_ends_with_the_first_foreign_line() {
        for line in ["Pa4", "xa4", "c", "#", ".", "Kl12"] {
            assert!(belongs_to_edit(line), "{line}");
        }
        for line in ["", "ping 1", "quit", "Pa", "a4", "go", "new"] {
            assert!(!belongs_to_edit(line), "{line}");
        }
    }

    #[test]
    fn moves_are_read_with_and_without_usermove() {
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
