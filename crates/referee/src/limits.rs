//! Limits on how long an engine may think: time controls, nodes and depth.

use std::fmt;
use std::iter::Peekable;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;

/// The longest time that is accepted. A thousand hours is more than any game needs, and its milliseconds fit into every
/// integer type that engines use.
const LONGEST: Duration = Duration::from_secs(3_600_000);

/// A time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock for the game.
    Clock(Sessions),
    /// A fixed time for every move.
    PerMove(Duration),
}

/// The sessions of a clock, one after the other. The last session has no end, or repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sessions {
    /// All sessions but the last. Each has a number of moves.
    before: Vec<Session>,
    last: Session,
}

/// One session of a clock: the time for a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Session {
    /// The number of moves in the session; `None` for all moves to the end of the game.
    pub moves: Option<NonZeroU32>,
    /// The time that is added at the start of the session.
    pub base: Duration,
    /// The time that is added after every move.
    pub increment: Duration,
}

impl Sessions {
    /// Returns the session if all sessions are equal, or `None` if they differ.
    pub fn only(&self) -> Option<Session> {
        self.before
            .iter()
            .all(|session| *session == self.last)
            .then_some(self.last)
    }

    /// Returns the session of the move that follows `moves_made` moves, and the number of moves until this session
    /// ends, which is `None` if it does not end.
    pub(super) fn at(&self, moves_made: u32) -> (Session, Option<u32>) {
        let mut made = moves_made;
        for session in &self.before {
            let moves = session.moves.map_or(u32::MAX, NonZeroU32::get);
            if made < moves {
                return (*session, Some(moves - made));
            }
            made -= moves;
        }
        (self.last, self.last.moves.map(|moves| moves.get() - made % moves))
    }
}

/// The error for a time control that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a time control; expected seconds, seconds+increment or moves/seconds+increment, as in 40/60+0.5; 1:30:00 stands \
     for seconds too, and sessions follow each other, as in 40/5400+30:1800+30"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses `10`, `10+0.1`, `1:30+1`, `1:30:00`, `40/60`, `40/60+0.5` or `40/5400+30:1800+30`: the number of moves,
    /// the time in seconds (or with minutes and hours), the increment, and after a colon the next session.
    ///
    /// A field after a colon is the minutes or seconds of the time before the colon, unless that time has an increment
    /// or already has hours, minutes and seconds. In a session with a number of moves, the field must also have two
    /// digits and be less than 60. Otherwise, the field begins the next session.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = || {
            let mut fields = text.split(':').peekable();
            let mut sessions = Vec::new();
            while fields.peek().is_some() {
                sessions.push(Session::read(&mut fields)?);
            }
            let last = sessions.pop()?;
            let lead_on = sessions.iter().all(|session| session.moves.is_some());
            lead_on.then_some(Self::Clock(Sessions { before: sessions, last }))
        };
        read().ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl Session {
    /// Parses one session. Consumes the fields that belong to it; returns `None` if they are not valid.
    fn read<'a>(fields: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<Self> {
        let first = fields.next()?;
        let (moves, mut field) = match first.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
            None => (None, first),
        };
        let mut base = Duration::ZERO;
        let mut increment = None;
        for parts in 1.. {
            let (time, added) = field
                .split_once('+')
                .map_or((field, None), |(time, added)| (time, Some(added)));
            base = base.checked_mul(60)?.checked_add(seconds_of(time)?)?;
            increment = added;
            let more = fields.next_if(|next| parts < 3 && added.is_none() && (moves.is_none() || is_sixtieth(next)));
            let Some(next) = more else { break };
            field = next;
        }
        Some(Self {
            moves,
            base: Some(base).filter(|base| (Duration::from_nanos(1)..=LONGEST).contains(base))?,
            increment: increment.map_or(Some(Duration::ZERO), seconds_of)?,
        })
    }
}

/// Tests whether a field can be the minutes or the seconds after a colon: two digits, less than 60, which may be
/// followed by decimals and an increment.
fn is_sixtieth(field: &str) -> bool {
    let time = field.split_once('+').map_or(field, |(time, _)| time);
    let whole = time.split_once('.').map_or(time, |(whole, _)| whole);
    whole.len() == 2 && whole.parse::<u8>().is_ok_and(|number| number < 60)
}

/// Parses a number of seconds, with or without decimals. Returns `None` if the text is not a number, or if the number
/// is negative or greater than a thousand hours.
pub fn seconds_of(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=LONGEST.as_secs_f64())
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    /// Formats the time control as in PGN's tag `TimeControl`. A fixed time of 5 seconds for every move is `1/5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(sessions) => {
                sessions.before.iter().try_for_each(|session| write!(f, "{session}:"))?;
                sessions.last.fmt(f)
            }
            Self::PerMove(time) => write!(f, "1/{}", time.as_secs_f64()),
        }
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The limits of an engine. The search ends at the first limit that it reaches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The time control; `None` for no limit.
    pub time: Option<TimeControl>,
    /// The number of nodes per move; `None` for no limit.
    pub nodes: Option<u64>,
    /// The search depth per move, in plies; `None` for no limit.
    pub depth: Option<u32>,
}

impl Limits {
    /// Returns whether no limit is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.as_ref().map(|time| match time {
            TimeControl::PerMove(time) => format!("{} s a move", time.as_secs_f64()),
            clock @ TimeControl::Clock(_) => clock.to_string(),
        });
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<_> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl Serialize for Limits {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("10", None, 10_000, 0),
            ("10+0.1", None, 10_000, 100),
            ("0.01+0.001", None, 10, 1),
            ("40/60", Some(40), 60_000, 0),
            ("40/60+0.5", Some(40), 60_000, 500),
        ] {
            let session = Session {
                moves: moves.and_then(NonZeroU32::new),
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            };
            let control: TimeControl = text.parse().expect("a time control");
            assert!(
                matches!(&control, TimeControl::Clock(sessions) if sessions.only() == Some(session)),
                "{text}"
            );
            assert_eq!(control.to_string(), text);
        }
        for (text, standard) in [
            ("1:30+1", "90+1"),
            ("1:5", "65"),
            ("1:30:00+30", "5400+30"),
            ("40/90:00", "40/5400"),
            ("40/1:30:00", "40/5400"),
            ("40/5400+30:1800+30", "40/5400+30:1800+30"),
            ("40/1:30:00+30:30:00+30", "40/5400+30:1800+30"),
            ("40/5400:20/1800:600", "40/5400:20/1800:600"),
            ("40/5400+0:30", "40/5400:30"),
            ("2/10:2/10", "2/10:2/10"),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), standard, "{text}");
        }
        assert_eq!(TimeControl::PerMove(Duration::from_millis(500)).to_string(), "1/0.5");
        for text in [
            "",
            "x",
            "0",
            "-1",
            "10+",
            "0/10",
            "40/",
            "inf",
            "nan",
            "1e300",
            "10+-1",
            "99999999999:00",
            "1:00:00:00",
            "1800+30:40/5400",
            "40/5400+30:",
            ":40/60",
            "40/60:x",
            "1000:00:01",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
