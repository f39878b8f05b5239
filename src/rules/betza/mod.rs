//! Betza's notation for the moves of pieces, as `docs/variants.md` describes it for users.
//!
//! A string is a row of *terms*. A term is modifiers (lower case), an atom (a capital, or a vector in brackets), how
//! far it goes, and on which zones: `fmW`, `NN`, `R3`, `zF`, `fc(1,1,1)`, `fmF[same]`. Whatever is not understood is
//! an error; nothing is skipped.

mod atom;
mod direction;
#[cfg(test)]
mod tests;

use super::{Mode, Movement, Reach, ZoneCondition};
use crate::board::Vector;
use atom::Atom;
use direction::Directions;

/// What is wrong with a string, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BetzaError {
    /// Byte in the string.
    pub offset: usize,
    /// What was expected there.
    pub message: String,
}

/// What the notation needs to know about the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    /// Whether there is a third dimension: atoms then apply in every orientation.
    pub levels: bool,
    /// Whether there are zones.
    pub zones: bool,
}

/// One term of a string.
#[derive(Clone, Debug)]
pub(super) struct Term {
    /// The direction letters, in the order given.
    pub directions: String,
    /// `m`, `c`, or neither.
    pub mode: Mode,
    /// Whether it is lame (`n`).
    pub lame: bool,
    /// Whether it is crooked (`z`).
    pub crooked: bool,
    /// The letter of the atom; `None` for a vector in brackets.
    pub letter: Option<char>,
    /// Steps it may make at most: 1 for a leaper, `u8::MAX` to the edge.
    pub range: u8,
    /// What it means: one movement a direction.
    pub movements: Vec<Movement>,
}

/// Reads a whole string.
pub(super) fn parse(text: &str, setting: Setting) -> Result<Vec<Term>, BetzaError> {
    let mut parser = Parser { text, at: 0, setting };
    let mut terms = Vec::new();
    parser.skip_blanks();
    while parser.peek().is_some() {
        terms.push(parser.term()?);
        parser.skip_blanks();
    }
    match terms.is_empty() {
        true => Err(parser.error("expected a move in Betza notation, like `K` or `fmWfcF`")),
        false => Ok(terms),
    }
}

/// The movements of a whole string.
pub(super) fn movements(text: &str, setting: Setting) -> Result<Vec<Movement>, BetzaError> {
    let mut all: Vec<Movement> = Vec::new();
    for movement in parse(text, setting)?.into_iter().flat_map(|term| term.movements) {
        if !all.contains(&movement) {
            all.push(movement);
        }
    }
    Ok(all)
}

/// The lower-case letters before an atom.
#[derive(Default)]
struct Modifiers {
    quiet: bool,
    capture: bool,
    lame: bool,
    crooked: bool,
    directions: Vec<(usize, char)>,
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    setting: Setting,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    fn skip_blanks(&mut self) {
        while self.eat(' ') {}
    }

    fn error(&self, message: impl Into<String>) -> BetzaError {
        error_at(self.at, message)
    }

    fn found(&self) -> String {
        match self.peek() {
            Some(found) => format!("found `{found}`"),
            None => "found the end".into(),
        }
    }

    fn term(&mut self) -> Result<Term, BetzaError> {
        let start = self.at;
        let modifiers = self.modifiers()?;
        let atom = self.atom()?;
        let range = self.range(&atom)?;
        let zones = self.zones()?;
        if zones != ZoneCondition::Any && (range > 1 || modifiers.lame || modifiers.crooked) {
            return Err(error_at(start, "zones go with single, unhindered steps only"));
        }
        let mode = match (modifiers.quiet, modifiers.capture) {
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        };
        let steps = if modifiers.crooked {
            self.crooked_steps(start, &modifiers, &atom)?
        } else {
            let directions = Directions::parse(&modifiers.directions, &atom, self.setting.levels)?;
            let reach = match (modifiers.lame, range) {
                (false, 1) => Reach::Leap,
                (false, _) => Reach::Slide(range),
                (true, 1) if atom.longest() > 1 => Reach::Lame,
                (true, _) => {
                    return Err(error_at(
                        start,
                        "`n` goes with single leaps over a cell, like `nD` or `nN`",
                    ));
                }
            };
            let vectors = atom.vectors(self.setting.levels).into_iter();
            vectors
                .filter(|vector| directions.admit(*vector))
                .map(|vector| (vector, reach))
                .collect()
        };
        Ok(Term {
            directions: modifiers.directions.iter().map(|(_, letter)| letter).collect(),
            mode,
            lame: modifiers.lame,
            crooked: modifiers.crooked,
            letter: atom.letter,
            range,
            movements: steps
                .into_iter()
                .map(|(vector, reach)| Movement {
                    vector,
                    reach,
                    mode,
                    zones,
                })
                .collect(),
        })
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut all = Modifiers::default();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            let flag = match letter {
                'm' => Some(&mut all.quiet),
                'c' => Some(&mut all.capture),
                'n' => Some(&mut all.lame),
                'z' => Some(&mut all.crooked),
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => None,
                'i' => return Err(self.error("`i` is not used here: a first move is written `first = \"...\"`")),
                'e' => {
                    return Err(self.error("`e` is not used here: en passant is written `en-passant = true`"));
                }
                _ => {
                    return Err(self.error(format!(
                        "`{letter}` is not supported: expected one of the modifiers m c n z f b l r v s h, or an atom"
                    )));
                }
            };
            match flag {
                Some(true) => return Err(self.error(format!("`{letter}` is given twice"))),
                Some(flag) => *flag = true,
                None => all.directions.push((self.at, letter)),
            }
            self.next();
        }
        Ok(all)
    }

    fn atom(&mut self) -> Result<Atom, BetzaError> {
        if self.peek() == Some('(') {
            return self.vector();
        }
        let atom = self.peek().and_then(Atom::of_letter).ok_or_else(|| {
            self.error(format!(
                "expected an atom, one of W F D N A H C L J Z G K R B Q or a vector like (3,1), {}",
                self.found()
            ))
        })?;
        self.next();
        Ok(atom)
    }

    fn vector(&mut self) -> Result<Atom, BetzaError> {
        let start = self.at;
        let wanted = if self.setting.levels { 3 } else { 2 };
        let mut numbers = Vec::new();
        let mut opening = '(';
        while numbers.len() < wanted {
            if !self.eat(opening) {
                return Err(self.error(format!("expected `{opening}` and a number, {}", self.found())));
            }
            self.skip_blanks();
            numbers.push(self.number()?);
            self.skip_blanks();
            opening = ',';
        }
        if !self.eat(')') {
            return Err(self.error(format!("expected `)` after {wanted} numbers, {}", self.found())));
        }
        if numbers.iter().all(|n| *n == 0) {
            return Err(error_at(start, "expected a vector that leads somewhere"));
        }
        numbers.resize(3, 0);
        Ok(Atom::of_vector([numbers[0], numbers[1], numbers[2]]))
    }

    /// A number from 0 to 25.
    fn number(&mut self) -> Result<u8, BetzaError> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.next();
        }
        match self.text[start..self.at].parse() {
            Ok(number @ 0..=25) => Ok(number),
            _ => Err(error_at(start, "expected a number from 0 to 25")),
        }
    }

    fn range(&mut self, atom: &Atom) -> Result<u8, BetzaError> {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(match self.number()? {
                0 => u8::MAX,
                steps => steps,
            });
        }
        if atom.letter.is_some() && self.peek() == atom.letter {
            if atom.slides {
                return Err(self.error("this atom slides already: it is not written twice"));
            }
            self.next();
            return Ok(u8::MAX);
        }
        Ok(if atom.slides { u8::MAX } else { 1 })
    }

    fn zones(&mut self) -> Result<ZoneCondition, BetzaError> {
        let start = self.at;
        let rest = &self.text[start..];
        let condition = [("[same]", ZoneCondition::Same), ("[other]", ZoneCondition::Other)];
        match condition.into_iter().find(|(word, _)| rest.starts_with(word)) {
            Some(_) if !self.setting.zones => Err(self.error("this board has no zones: expected `zones` in [board]")),
            Some((word, condition)) => {
                self.at += word.len();
                Ok(condition)
            }
            None if rest.starts_with('[') => Err(self.error("expected `[same]` or `[other]`")),
            None => Ok(ZoneCondition::Any),
        }
    }

    /// Every ordered pair of directions at right angles: the first step, and the other one.
    fn crooked_steps(
        &self,
        start: usize,
        modifiers: &Modifiers,
        atom: &Atom,
    ) -> Result<Vec<(Vector, Reach)>, BetzaError> {
        if self.setting.levels {
            return Err(error_at(start, "`z` is for flat boards"));
        }
        if modifiers.lame || !modifiers.directions.is_empty() {
            return Err(error_at(start, "`z` goes with `m` and `c` only"));
        }
        if !matches!(atom.letter, Some('F' | 'B' | 'W' | 'R')) {
            return Err(error_at(
                start,
                "`z` goes with F (the crooked bishop) and W (the crooked rook) only",
            ));
        }
        let vectors = atom.vectors(false);
        let mut steps = Vec::new();
        for first in &vectors {
            for second in &vectors {
                if first.file * second.file + first.rank * second.rank == 0 {
                    steps.push((*first, Reach::Crooked(*second)));
                }
            }
        }
        Ok(steps)
    }
}

fn error_at(offset: usize, message: impl Into<String>) -> BetzaError {
    BetzaError {
        offset,
        message: message.into(),
    }
}
