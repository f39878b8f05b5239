//! Translates the moves of pieces from Fairy-Stockfish's Betza notation to Kurier's. The two notations agree on most
//! moves, but not on all. So the meaning in Fairy-Stockfish is determined first. If the notation has this meaning in
//! Kurier, too, it is kept; otherwise the moves are spelled out in Kurier's notation.

use std::collections::BTreeSet;

use super::atoms::{ATOMS, Atom, Path, Step};
use super::error::MovesError;
use super::spelling::{meaning, write};
use super::tables::{Modifiers, Tables};
use super::values::Region;

/// The moves that a notation means in Fairy-Stockfish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    pub usual: BTreeSet<Step>,
    /// Moves that can be made only from the squares of double steps; they never capture.
    pub initial: BTreeSet<Step>,
    /// Whether the notation has the modifier for en passant captures.
    pub en_passant: bool,
    /// The notation without its initial moves.
    text: String,
}

impl Moves {
    /// Parses a notation as Fairy-Stockfish does.
    ///
    /// # Errors
    /// Fails if the notation has letters without meaning, or movements that Fairy-Stockfish parses but does not play.
    pub fn read(text: &str) -> Result<Self, MovesError> {
        let mut usual = [Tables::default(), Tables::default()];
        let mut initial = Tables::default();
        let mut kept = String::new();
        let letters: Vec<char> = text.trim().chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let start = at;
            let (modifiers, (_, atom, slides)) = term(text, &letters, &mut at)?;
            for capture in [false, true] {
                let meant = if capture { modifiers.capture } else { modifiers.quiet };
                if meant || modifiers.quiet == modifiers.capture {
                    match (modifiers.initial, capture) {
                        (false, _) => usual[usize::from(capture)].add(text, &modifiers, atom, slides)?,
                        (true, false) => initial.add(text, &modifiers, atom, slides)?,
                        // Fairy-Stockfish ignores initial moves that capture.
                        (true, true) => {}
                    }
                }
            }
            if !modifiers.initial {
                kept.extend(letters[start..at].iter().filter(|letter| **letter != 'e'));
            }
        }
        let [quiet, capture] = usual;
        let mut steps = quiet.to_steps(text, false)?;
        steps.extend(capture.to_steps(text, true)?);
        Ok(Self {
            usual: steps,
            initial: initial.to_steps(text, false)?,
            en_passant: text.contains('e'),
            text: kept,
        })
    }

    /// Writes the moves in Kurier's notation, with the initial moves if `initial` is set. A pawn's double step is not
    /// an initial move in Kurier's notation; the definition file has a separate key for it.
    ///
    /// # Errors
    /// Fails if Kurier's notation cannot express a move.
    pub fn write(&self, initial: bool) -> Result<String, MovesError> {
        let mut text = match meaning(&self.text) {
            Some(meaning) if meaning == self.usual => self.text.clone(),
            _ => write(&self.usual, "")?,
        };
        if initial {
            text += &write(&self.initial, "i")?;
        }
        Ok(text)
    }

    /// Returns whether the initial moves are the double step of a pawn and nothing else.
    pub fn double_step(&self) -> bool {
        let step = Step {
            by: (0, 2),
            path: Path::Lame,
            capture: false,
        };
        self.initial.len() == 1 && self.initial.contains(&step)
    }

    /// Returns whether a piece can move on an empty board. `reaches` tests whether a distance in files and ranks, from
    /// White's point of view, leads to a square of the board.
    pub fn leaves(&self, reaches: impl Fn(i16, i16) -> bool) -> bool {
        self.usual.iter().filter(|step| !step.capture).any(|step| {
            let most = match step.path {
                Path::Slide(most) | Path::Cannon(most) => i16::from(most.min(Region::FILES)),
                Path::Grasshopper => i16::from(Region::FILES),
                Path::Leap | Path::Lame | Path::Elephant => 1,
            };
            let (files, ranks) = (i16::from(step.by.0), i16::from(step.by.1));
            (1..=most).any(|times| reaches(times * files, times * ranks))
        })
    }

    /// Returns whether the piece has no moves at all.
    pub fn is_empty(&self) -> bool {
        self.usual.is_empty() && self.initial.is_empty()
    }
}

/// Parses a term that begins at `at`: modifiers, an atom and a range. Moves `at` to the end of the term.
fn term(text: &str, letters: &[char], at: &mut usize) -> Result<(Modifiers, Atom), MovesError> {
    let mut modifiers = Modifiers::default();
    while let Some(letter) = letters.get(*at) {
        *at += 1;
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.capture = true,
            'p' => modifiers.hopper = true,
            'g' => (modifiers.hopper, modifiers.limit) = (true, 1),
            'n' => modifiers.lame = true,
            'i' => modifiers.initial = true,
            'e' => {}
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                let (ranks, files) = (|c| "fbvh".contains(c), |c| "lrsh".contains(c));
                let next = letters.get(*at).copied();
                let next = next.filter(|c| c == letter || ranks(*letter) && files(*c) || files(*letter) && ranks(*c));
                *at += usize::from(next.is_some());
                modifiers.directions.push([*letter, next.unwrap_or(*letter)]);
            }
            _ => {
                let (own, atom, mut slides) =
                    ATOMS
                        .iter()
                        .find(|(known, ..)| known == letter)
                        .copied()
                        .ok_or_else(|| MovesError::UnknownLetter {
                            letter: *letter,
                            text: text.to_owned(),
                        })?;
                let next = letters.get(*at);
                if let Some(next) = next.filter(|next| next.is_ascii_digit() || *next == letter) {
                    slides = true;
                    if let Some(digit) = next.to_digit(10) {
                        modifiers.limit = digit as u8;
                    }
                    *at += 1;
                }
                return Ok((modifiers, (own, atom, slides)));
            }
        }
    }
    Err(MovesError::NoAtom(text.to_owned()))
}
