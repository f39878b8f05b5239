//! The protocol log of a game: the lines that the referee and an engine send each other.

use std::collections::VecDeque;
use std::time::Instant;

/// The maximum sizes, in bytes, of the beginning and of the end of an engine's log of a game. Together, the two parts
/// can hold ten times as much as the log of a long game.
const CAPACITY: [usize; 2] = [1 << 20, 7 << 20];
/// The maximum number of characters in a line of the log; longer lines are cut. A `position` command with a whole game
/// is shorter.
const MAX_LINE: usize = 1 << 14;

/// The sender of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The referee, on the engine's standard input.
    Referee,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    EngineError,
}

/// A line of the log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The time when the line was sent or received.
    pub at: Instant,
    /// The sender of the line.
    pub speaker: Speaker,
    /// The text of the line.
    pub text: String,
}

/// The log of one engine in one game. If it grows too long, lines from its middle are dropped.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    beginning: Vec<Entry>,
    end: VecDeque<Entry>,
    /// The sizes of `beginning` and `end`, in bytes.
    bytes: [usize; 2],
    dropped: usize,
}

impl Traffic {
    /// Adds a line.
    pub fn add(&mut self, at: Instant, speaker: Speaker, text: &str) {
        let entry = Entry {
            at,
            speaker,
            text: text.chars().take(MAX_LINE).collect(),
        };
        let size = entry.text.len() + size_of::<Entry>();
        if self.end.is_empty() && self.bytes[0] + size <= CAPACITY[0] {
            self.bytes[0] += size;
            self.beginning.push(entry);
            return;
        }
        self.bytes[1] += size;
        self.end.push_back(entry);
        while self.bytes[1] > CAPACITY[1] {
            let Some(oldest) = self.end.pop_front() else { break };
            self.bytes[1] -= oldest.text.len() + size_of::<Entry>();
            self.dropped += 1;
        }
    }

    /// Removes all lines.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.beginning.iter().chain(&self.end)
    }
}

/// Returns the logs of both engines as text, merged in chronological order. Each line has the seconds since the first
/// line, the engine's name, the direction (`<` to the engine, `>` from it, `!` from its standard error) and the text.
pub fn transcript(engines: [(&str, &Traffic); 2]) -> String {
    let mut entries: Vec<(&str, &Entry)> = engines
        .iter()
        .flat_map(|(name, traffic)| traffic.entries().map(move |entry| (*name, entry)))
        .collect();
    entries.sort_by_key(|(_, entry)| entry.at);
    let mut text = String::new();
    for (name, traffic) in engines {
        if traffic.dropped > 0 {
            text += &format!("({} lines of {name} are left out)\n", traffic.dropped);
        }
    }
    let Some(start) = entries.first().map(|(_, entry)| entry.at) else {
        return text;
    };
    for (name, entry) in entries {
        let direction = match entry.speaker {
            Speaker::Referee => '<',
            Speaker::Engine => '>',
            Speaker::EngineError => '!',
        };
        let seconds = (entry.at - start).as_secs_f64();
        text += &format!("{seconds:10.4} {name} {direction} {}\n", entry.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn lines_of_both_engines_are_in_order() {
        let start = Instant::now();
        let after = |millis| start + Duration::from_millis(millis);
        let (mut one, mut two) = (Traffic::default(), Traffic::default());
        one.add(start, Speaker::Referee, "go");
        two.add(after(7), Speaker::EngineError, "help");
        one.add(after(5), Speaker::Engine, "bestmove a2a3");
        let text = transcript([("One", &one), ("Two", &two)]);
        assert_eq!(
            text,
            "    0.0000 One < go\n    0.0050 One > bestmove a2a3\n    0.0070 Two ! help\n"
        );
    }

    #[test]
    fn floods_do_not_fill_the_memory() {
        let mut traffic = Traffic::default();
        traffic.add(Instant::now(), Speaker::Referee, "go");
        let line = "x".repeat(1 << 16);
        (0..1000).for_each(|_| traffic.add(Instant::now(), Speaker::Engine, &line));
        traffic.add(Instant::now(), Speaker::Referee, "quit");
        let text = transcript([("One", &traffic), ("Two", &Traffic::default())]);
        assert!(text.len() < 9 << 20 && text.starts_with('('));
        assert!(
            text.contains("One < go\n") && text.ends_with("One < quit\n"),
            "beginning and end are kept"
        );
    }
}
