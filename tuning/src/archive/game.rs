//! One game of a file: a line of five fields.

use std::hash::{DefaultHasher, Hash, Hasher};

use kurier_rules::rules::Color;

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number: together with the seed of the file it determines the game.
    pub index: u64,
    /// The position it was played from.
    pub fen: String,
    /// How it ended.
    pub result: GameResult,
    /// Why it ended, to be read by people.
    pub reason: String,
    /// The turns, spelled, each with the mover's score in centipawns.
    pub turns: Vec<(String, i32)>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// One side won.
    Win(Color),
    /// A draw.
    Draw,
    /// It was stopped undecided.
    Unfinished,
}

impl GameResult {
    /// As in PGN.
    pub fn text(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let all = [
            Self::Win(Color::White),
            Self::Win(Color::Black),
            Self::Draw,
            Self::Unfinished,
        ];
        all.into_iter().find(|result| result.text() == text)
    }

    /// Returns what White scored, from 0 to 1.
    pub fn score(self) -> Option<f64> {
        match self {
            Self::Win(Color::White) => Some(1.0),
            Self::Win(Color::Black) => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Unfinished => None,
        }
    }
}

impl Game {
    pub(super) fn line(&self) -> String {
        let turns: Vec<String> = self
            .turns
            .iter()
            .map(|(turn, score)| format!("{turn} {score}"))
            .collect();
        let Self { index, fen, reason, .. } = self;
        format!(
            "{index}\t{fen}\t{}\t{reason}\t{}\n",
            self.result.text(),
            turns.join(" ")
        )
    }

    pub(super) fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [index, fen, result, reason, turns] = fields.as_slice() else {
            return None;
        };
        let words: Vec<&str> = turns.split_whitespace().collect();
        let (pairs, []) = words.as_chunks::<2>() else {
            return None;
        };
        Some(Self {
            index: index.parse().ok()?,
            fen: fen.to_string(),
            result: GameResult::parse(result)?,
            reason: reason.to_string(),
            turns: pairs
                .iter()
                .map(|[turn, score]| Some((turn.to_string(), score.parse().ok()?)))
                .collect::<Option<_>>()?,
        })
    }

    /// Returns a hash of what was played, for finding duplicates.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        self.turns.iter().for_each(|(turn, _)| turn.hash(&mut hasher));
        hasher.finish()
    }
}
