//! What was said between the referee and an engine during a game.

use std::collections::VecDeque;
use std::time::Instant;

/// The most that is kept of one engine's lines in one game, in bytes. Ten times what long games take.
const CAPACITY: usize = 8 << 20;

/// Who has spoken.
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
    /// Whose it is.
    pub speaker: Speaker,
    /// The line.
    pub text: String,
}

/// The lines of one engine in one game. If they become too many the oldest are dropped.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    entries: VecDeque<Entry>,
    bytes: usize,
    dropped: usize,
}

impl Traffic {
    /// Keeps a line.
    pub fn add(&mut self, at: Instant, speaker: Speaker, text: &str) {
        self.bytes += text.len();
        self.entries.push_back(Entry {
            at,
            speaker,
            text: text.to_owned(),
        });
        while self.bytes > CAPACITY {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.text.len();
            self.dropped += 1;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Both engines' lines in the order of time, for people: seconds since the first one, name, direction, line.
pub fn transcript(engines: [(&str, &Traffic); 2]) -> String {
    let mut entries: Vec<(&str, &Entry)> = engines
        .iter()
        .flat_map(|(name, traffic)| traffic.entries.iter().map(move |entry| (*name, entry)))
        .collect();
    entries.sort_by_key(|(_, entry)| entry.at);
    let mut text = String::new();
    for (name, traffic) in engines {
        if traffic.dropped > 0 {
            text += &format!("({} earlier lines of {name} were dropped)\n", traffic.dropped);
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
        let line = "x".repeat(1 << 16);
        (0..1000).for_each(|_| traffic.add(Instant::now(), Speaker::Engine, &line));
        assert!(traffic.bytes <= CAPACITY && traffic.dropped > 0);
        assert!(transcript([("One", &traffic), ("Two", &Traffic::default())]).starts_with("("));
    }
}
