//! The parser of Betza notation: terms, modifiers, atoms, ranges and conditions on zones.

use super::atom::Atom;
use super::direction::Directions;
use super::legs::is_double;
use super::modifiers::{Modifier, Modifiers};
use super::{BetzaError, Setting, Term, error_at, steps};
use crate::board::Vector;
use crate::rules::{Bounds, DoubleMove, Movement, Reach, ZoneCondition};

/// The first step and the reach of each of several movements.
pub(super) type Reaches = Vec<(Vector, Reach)>;

/// A recursive descent parser of the notation.
pub(super) struct Parser<'a> {
    pub text: &'a str,
    /// The byte offset of the next character.
    pub at: usize,
    pub setting: Setting,
}

impl Parser<'_> {
    /// Returns the next character without consuming it.
    pub fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Consumes the next character.
    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Returns whether the next character is `wanted`, and consumes the character if it is.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    pub fn skip_blanks(&mut self) {
        while self.eat(' ') {}
    }

    /// Creates an error at the next character.
    pub fn error(&self, message: impl Into<String>) -> BetzaError {
        error_at(self.at, message)
    }

    /// Describes the next character for an error message.
    fn found(&self) -> String {
        match self.peek() {
            Some(found) => format!("found `{found}`"),
            None => "found the end".into(),
        }
    }

    /// Parses a term: the modifiers of its legs, its atom, its range, and its condition on zones.
    pub fn term(&mut self) -> Result<Term, BetzaError> {
        let start = self.at;
        let mut legs = vec![(start, self.modifiers()?)];
        while self.eat('a') {
            legs.push((self.at, self.modifiers()?));
        }
        let modifiers = &legs[0].1;
        if legs.len() == 1 && modifiers.slides_on {
            return Err(error_at(start, "`y` goes before `a`, like `yafsF`"));
        }
        let mut doubles: Vec<DoubleMove> = Vec::new();
        let (letter, range, reaches) = match modifiers.modifier {
            _ if is_double(&legs) => {
                let atom = self.atom()?;
                let range = self.range(&atom)?;
                doubles = self.doubles(&legs, &atom, range)?;
                (atom.letter, range, Reaches::new())
            }
            _ if legs.len() > 1 => {
                let atom = self.atom()?;
                let range = self.range(&atom)?;
                (atom.letter, range, self.legs(&legs, &atom, range)?)
            }
            Some((offset, Modifier::Bent)) => self.bent(offset, modifiers)?,
            _ => {
                let atom = self.atom()?;
                let range = self.range(&atom)?;
                (atom.letter, range, self.reaches(modifiers, &atom, range)?)
            }
        };
        let zones = self.zones()?;
        let around = legs.iter().any(|(_, leg)| leg.around);
        let initial = legs.iter().any(|(_, leg)| leg.initial);
        let plain = range == 1 && modifiers.modifier.is_none() && !around && legs.len() == 1;
        if zones != ZoneCondition::Any && !plain {
            return Err(error_at(start, "zones go with single, unhindered steps only"));
        }
        if around && self.setting.levels {
            return Err(error_at(start, "`o` is for flat boards"));
        }
        let mode = legs[legs.len() - 1].1.mode();
        let movement = |(vector, reach)| Movement {
            vector,
            reach,
            mode,
            zones,
            around,
            initial: initial.then_some(self.setting.piece_type),
            bounds: Bounds::default(),
        };
        Ok(Term {
            text: self.text[start..self.at].to_owned(),
            directions: modifiers.directions.iter().map(|(_, letter)| letter).collect(),
            mode,
            modifier: modifiers.modifier.map(|(_, modifier)| modifier),
            around,
            initial,
            legs: legs.len(),
            letter,
            range,
            movements: reaches.into_iter().map(movement).collect(),
            doubles,
        })
    }

    /// Parses the modifiers of a leg.
    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut all = Modifiers::default();
        while let Some(letter) = self.peek().filter(|c| c.is_ascii_lowercase() && *c != 'a') {
            all.add(self.at, letter)?;
            self.next();
        }
        Ok(all)
    }

    /// Returns the first steps of a term with one leg, each with the reach of its movement.
    fn reaches(&self, modifiers: &Modifiers, atom: &Atom, range: u8) -> Result<Reaches, BetzaError> {
        if let Some((offset, modifier @ (Modifier::Crooked | Modifier::Circular))) = modifiers.modifier {
            let letter = modifier.letter();
            if self.setting.levels {
                return Err(error_at(offset, format!("`{letter}` is for flat boards")));
            }
            if let Some((direction, _)) = modifiers.directions.first() {
                return Err(error_at(*direction, format!("expected no direction with `{letter}`")));
            }
            if range != atom.usual_range() {
                return Err(error_at(
                    offset,
                    format!("`{letter}` goes to the edge: expected no range"),
                ));
            }
            return match modifier {
                Modifier::Crooked => steps::crooked(offset, atom),
                _ => steps::circular(offset, atom),
            };
        }
        let reach = steps::reach(modifiers.modifier, atom, range)?;
        let vectors = self.vectors(modifiers, atom)?.into_iter();
        Ok(vectors.map(|vector| (vector, reach)).collect())
    }

    /// Returns the steps of an atom that the direction modifiers select.
    pub fn vectors(&self, modifiers: &Modifiers, atom: &Atom) -> Result<Vec<Vector>, BetzaError> {
        let levels = self.setting.levels;
        let mut chosen = Vec::new();
        for part in atom.parts() {
            let directions = Directions::parse(&modifiers.directions, &part, atom.is_compound(), self.setting)?;
            chosen.extend(part.vectors(levels).into_iter().filter(|step| directions.admit(*step)));
        }
        chosen.sort_unstable();
        Ok(chosen)
    }

    /// Parses the brackets of a bent move. Returns the letter and the range of the second atom, and the first step and
    /// the reach of each movement.
    fn bent(&mut self, offset: usize, modifiers: &Modifiers) -> Result<(Option<char>, u8, Reaches), BetzaError> {
        if !self.eat('[') {
            return Err(self.error(format!("expected `[` after `t`, as in `t[FR]`, {}", self.found())));
        }
        self.skip_blanks();
        let before = self.at;
        let first = self.atom()?;
        if first.slides || self.range(&first)? > 1 {
            return Err(error_at(before, "expected a single step first, as in `t[FR]`"));
        }
        self.skip_blanks();
        let second = self.atom()?;
        let range = self.range(&second)?;
        self.skip_blanks();
        if !self.eat(']') {
            return Err(self.error(format!("expected `]` after the second part, {}", self.found())));
        }
        let firsts = self.vectors(modifiers, &first)?;
        let reaches = steps::bent(&firsts, &second, range, self.setting.levels);
        match reaches.is_empty() {
            true => Err(error_at(offset, "expected a bent move that leads somewhere")),
            false => Ok((second.letter, range, reaches)),
        }
    }

    /// Parses an atom: a capital, or a vector in brackets.
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

    /// Parses a vector in brackets: two numbers on a flat board, three on a board with levels.
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

    /// Parses a number from 0 to 25.
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

    /// Parses the range after an atom: a number of steps, or 0 or the letter of the atom again for "to the edge".
    /// Without any of them, returns the usual range of the atom.
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
        Ok(atom.usual_range())
    }

    /// Parses the condition on zones; [`ZoneCondition::Any`] if there is none.
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
}
