//! The start positions from which one is chosen before a game begins: each side has one of several arrays, or pieces
//! are shuffled.

mod arrays;
mod choose;
mod shuffle;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use self::arrays::{Array, Arrays};
pub(super) use self::choose::RANDOM;
pub use self::shuffle::Shuffle;
use super::Color;
use crate::random::SplitMix64;

/// The start positions of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Starts {
    /// Each side has one of these arrays.
    Arrays(Arrays),
    /// Pieces are shuffled among their squares.
    Shuffle(Shuffle),
}

/// A start position: by colour, the number of the side's array, or the number of the order of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Start(pub [u64; 2]);

/// Why a start position cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// The game has one start position only.
    #[error("there is only one start position")]
    Only,
    /// There is no array with the requested name.
    #[error("there is no array '{name}', only {known}")]
    NoArray {
        /// The requested name.
        name: String,
        /// The names of all arrays.
        known: String,
    },
    /// The text is not the number of a shuffled start position.
    #[error("a number from 0 to {last} is expected, found '{text}'")]
    NoNumber {
        /// The text.
        text: String,
        /// The largest number.
        last: u64,
    },
    /// One side could capture the other side's king at once, or the kings face each other where they may not.
    #[error("a king is in danger in the start position '{0}'")]
    Unsafe(String),
    /// A piece has nothing left that it could be promoted to.
    #[error("the {0} has no piece to be promoted to")]
    NoPromotion(String),
}

impl Starts {
    /// Returns the number of choices that each side has.
    pub fn count(&self) -> u64 {
        match self {
            Self::Arrays(arrays) => arrays.all.len() as u64,
            Self::Shuffle(shuffle) => shuffle.count(),
        }
    }

    /// Parses the choice of a start position: the names of two arrays, or two numbers, with `-` between them and
    /// White's first, or one name or number that applies to both sides.
    ///
    /// # Errors
    /// Fails if there is no such array or no such number.
    ///
    /// ```
    /// use kurier_rules::rules::{Catalogue, Start};
    /// let janggi = Catalogue::built_in().get("janggi").unwrap();
    /// let starts = janggi.starts.as_ref().unwrap();
    /// assert_eq!(starts.parse("nbbn-bnnb"), Ok(Start([0, 1])));
    /// assert_eq!(starts.parse("bnnb"), Ok(Start([1, 1])));
    /// assert!(starts.parse("queens").is_err());
    /// ```
    pub fn parse(&self, text: &str) -> Result<Start, StartError> {
        let (white, black) = text.split_once('-').unwrap_or((text, text));
        Ok(Start([self.number(white)?, self.number(black)?]))
    }

    /// Parses the choice of one side, the name of an array or a number, and returns its number.
    fn number(&self, text: &str) -> Result<u64, StartError> {
        match self {
            Self::Arrays(arrays) => match arrays.all.iter().position(|array| array.name == text) {
                Some(index) => Ok(index as u64),
                None => Err(StartError::NoArray {
                    name: text.to_owned(),
                    known: arrays
                        .all
                        .iter()
                        .map(|array| &array.name[..])
                        .collect::<Vec<_>>()
                        .join(", "),
                }),
            },
            Self::Shuffle(shuffle) => match text.parse() {
                Ok(number) if number < shuffle.count() => Ok(number),
                _ => Err(StartError::NoNumber {
                    text: text.to_owned(),
                    last: shuffle.count() - 1,
                }),
            },
        }
    }

    /// Returns the text of a choice, which [`Starts::parse`] parses.
    pub fn name(&self, start: Start) -> String {
        join(start, "-", |number| match self {
            Self::Arrays(arrays) => arrays.all[number as usize].name.clone(),
            Self::Shuffle(_) => number.to_string(),
        })
    }

    /// Returns the description of a choice for readers.
    pub fn title(&self, start: Start) -> String {
        join(start, " against ", |number| match self {
            Self::Arrays(arrays) => arrays.all[number as usize].title.clone(),
            Self::Shuffle(_) => number.to_string(),
        })
    }

    /// Draws a start position at random. All start positions are equally likely.
    pub fn draw(&self, random: &mut SplitMix64) -> Start {
        let white = random.below(self.count());
        let black = match self {
            Self::Shuffle(shuffle) if shuffle.mirrored => white,
            _ => random.below(self.count()),
        };
        Start([white, black])
    }

    /// Returns an iterator over all start positions that [`Starts::draw`] may return: all pairs of arrays, or all
    /// orders of the shuffled pieces, for both sides together or for each side.
    pub fn all(&self) -> impl Iterator<Item = Start> {
        let count = self.count();
        let mirrored = matches!(self, Self::Shuffle(shuffle) if shuffle.mirrored);
        (0..count).flat_map(move |white| {
            let blacks = if mirrored { white..white + 1 } else { 0..count };
            blacks.map(move |black| Start([white, black]))
        })
    }
}

impl Start {
    /// Returns the number of a side's choice.
    fn of(self, color: Color) -> u64 {
        self.0[color.index()]
    }
}

/// Joins both sides' choices as text; equal choices are written once.
fn join(Start([white, black]): Start, separator: &str, text: impl Fn(u64) -> String) -> String {
    match white == black {
        true => text(white),
        false => format!("{}{separator}{}", text(white), text(black)),
    }
}
