//! The protocol log of a game: the lines between the referee and an engine.

use std::collections::VecDeque;
use std::time::Instant;

/// The most that is kept of one engine's lines in one game, in bytes: at the beginning and at the end. Ten times what
/// long games take.
const CAPACITY: [usize; 2] = [1 << 20, 7 << 20];
/// The most that is kept of a line, in characters. Whole games fit.
const MAX_LINE: usize = 1 << 14;

/// Who wrote a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The referee to the engine.
    Referee,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    EngineError,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Entry {
    /// When it was written or read.
    pub at: Instant,
    /// Who wrote it.
    pub speaker: Speaker,
    /// The line.
    pub text: String,
}

/// The lines of one engine in one game. If there are too many, those in the middle are dropped.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    beginning: Vec<Entry>,
    end: VecDeque<Entry>,
    /// Sizes of the beginning and the end.
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

    /// Drops all lines.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.beginning.iter().chain(&self.end)
    }
}

/// Returns both engines' lines in order of time, for people: seconds since the first, name, direction, line.
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
