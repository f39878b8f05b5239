//! One game of a file: a line of five fields (see [`super`]).

use std::hash::{DefaultHasher, Hash, Hasher};

use kurier_rules::rules::Color;

/// One game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The number of the game. A self-play game is determined by this number and the settings in the file's header,
    /// such as the seed.
    pub index: u64,
    /// The start position as FEN.
    pub fen: String,
    /// The result of the game.
    pub result: GameResult,
    /// The reason why the game ended, as human-readable text.
    pub reason: String,
    /// The turns in coordinate notation, each with the score that the mover's search assigned to it, in centipawns from
    /// the mover's point of view.
    pub turns: Vec<(String, i32)>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// One side won.
    Win(Color),
    /// A draw.
    Draw,
    /// The game was stopped before it was decided.
    Unfinished,
}

impl GameResult {
    /// Returns the result in PGN notation, such as `1-0`.
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

    /// Returns White's score, from 0 (loss) to 1 (win), or `None` if the game is unfinished.
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
    /// Formats the game as a line of a file, with the line break.
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

    /// Parses a line of a file. Returns `None` if the line is damaged.
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

    /// Returns a hash of the start position and the turns. The scores are left out, so duplicates of a game have equal
    /// hashes even if their scores differ.
    pub(super) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        self.turns.iter().for_each(|(turn, _)| turn.hash(&mut hasher));
        hasher.finish()
    }
}
