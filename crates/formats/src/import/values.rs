//! Parses the values of settings.

use super::error::SettingError;

/// A set of squares. Fairy-Stockfish's boards have at most 12 files and 10 ranks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Region(u128);

impl Region {
    pub const FILES: u8 = 12;
    pub const RANKS: u8 = 10;
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self((1 << (Self::FILES as u32 * Self::RANKS as u32)) - 1);

    /// Creates the region of the ranks from `first` to `last`, both included and counted from 1. Ranks outside the
    /// largest board are ignored.
    pub fn ranks(first: u8, last: u8) -> Self {
        let squares =
            (first.max(1)..=last.min(Self::RANKS)).flat_map(|rank| (0..Self::FILES).map(move |file| (file, rank - 1)));
        squares.fold(Self::NONE, |region, (file, rank)| region.with(file, rank))
    }

    /// Returns whether the region contains a square; file and rank count from 0.
    pub fn contains(self, file: u8, rank: u8) -> bool {
        self.0 & Self::bit(file, rank) != 0
    }

    /// Returns the region with one more square.
    fn with(self, file: u8, rank: u8) -> Self {
        Self(self.0 | Self::bit(file, rank))
    }

    /// Returns the bit of a square, or 0 if it is outside the largest board.
    fn bit(file: u8, rank: u8) -> u128 {
        if file < Self::FILES && rank < Self::RANKS {
            1 << (u32::from(rank) * u32::from(Self::FILES) + u32::from(file))
        } else {
            0
        }
    }

    /// Parses a list of squares, ranks and files: `*7 *8`, `d4 e4`, `a*`. A `-` ends the list.
    pub fn parse(value: &str) -> Result<Self, SettingError> {
        let mut region = Self::NONE;
        for word in value.split_whitespace().take_while(|word| *word != "-") {
            let wrong = || SettingError::expected("squares, ranks or files, like `d4 *7 a*`", word);
            let (file, rank) = word.split_at_checked(1).ok_or_else(wrong)?;
            let files = match file {
                "*" => 0..Self::FILES,
                _ => self::file(&file.to_ascii_lowercase())
                    .map_err(|_| wrong())
                    .map(|file| file..file + 1)?,
            };
            let ranks = match (rank, rank.parse()) {
                ("*", _) if file != "*" => 1..=Self::RANKS,
                (_, Ok(rank @ 1..=Self::RANKS)) => rank..=rank,
                _ => return Err(wrong()),
            };
            for file in files {
                region = ranks.clone().fold(region, |region, rank| region.with(file, rank - 1));
            }
        }
        Ok(region)
    }
}

/// Parses `true` or `false`.
pub(super) fn flag(value: &str) -> Result<bool, SettingError> {
    value
        .parse()
        .map_err(|_| SettingError::expected("`true` or `false`", value))
}

/// Parses the result of a game for a player: `win`, `draw` or `loss`.
pub(super) fn result(value: &str) -> Result<&'static str, SettingError> {
    let words = ["win", "draw", "loss"];
    words
        .into_iter()
        .find(|word| *word == value)
        .ok_or_else(|| SettingError::expected("`win`, `draw` or `loss`", value))
}

/// Parses a number from 0 to 255.
pub(super) fn number(value: &str) -> Result<u8, SettingError> {
    value.parse().map_err(|_| SettingError::expected("a number", value))
}

/// Parses a rank, counted from 1.
pub(super) fn rank(value: &str) -> Result<u8, SettingError> {
    match value.parse() {
        Ok(rank @ 1..=Region::RANKS) => Ok(rank),
        _ => Err(SettingError::expected("a rank from 1 to 10", value)),
    }
}

/// Parses a file, as a letter or as a number from 1; the returned file counts from 0.
pub(super) fn file(value: &str) -> Result<u8, SettingError> {
    match (value.as_bytes(), value.parse::<u8>()) {
        ([letter @ b'a'..=b'l'], _) => Ok(letter - b'a'),
        (_, Ok(number @ 1..=Region::FILES)) => Ok(number - 1),
        _ => Err(SettingError::expected("a file from a to l", value)),
    }
}

/// Parses pairs of a piece letter and a number: `q:1 r:2`. The colon may have spaces around it. Letters are returned in
/// upper case.
pub(super) fn limits(value: &str) -> Result<Vec<(char, u8)>, SettingError> {
    let mut limits = Vec::new();
    let mut rest = value.trim_start();
    while !rest.is_empty() {
        let wrong = || SettingError::expected("numbers of pieces, like `q:1 r:2`", rest);
        let (letter, tail) = rest.split_once(':').ok_or_else(wrong)?;
        let tail = tail.trim_start();
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let number = tail[..digits].parse().map_err(|_| wrong())?;
        match letter.trim_end().as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => limits.push((char::from(letter.to_ascii_uppercase()), number)),
            _ => return Err(wrong()),
        }
        rest = tail[digits..].trim_start();
    }
    Ok(limits)
}
