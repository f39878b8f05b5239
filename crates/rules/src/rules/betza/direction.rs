//! Direction modifiers: which of an atom's steps are meant.

use super::atom::Atom;
use super::{BetzaError, Setting, error_at};
use crate::board::Vector;

/// A choice among the steps of an atom.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    class: Class,
    /// A step is admitted by any of these; all are if there is none.
    parts: Vec<Part>,
}

/// How the letters are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Orthogonal,
    Diagonal,
    /// Neither: the eight steps of a knight.
    Oblique,
    /// Three dimensions: `f` and `b` are any step to a higher or lower rank.
    Spatial,
    /// Three dimensions whose levels are opposed: `f` is a step to a higher rank or a later level, and neither back.
    Opposed,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// `f`: of oblique steps the two nearest to that direction.
    Narrow(char),
    /// `fh`: the four of that half.
    Half(char),
    /// `fl`, `fs`: what two letters at right angles have in common; of oblique steps those nearest to the second.
    Both(char, char),
}

impl Directions {
    /// Understands the direction letters (with their offsets) before an atom, which may be a part of one that joins
    /// several.
    pub fn parse(letters: &[(usize, char)], atom: &Atom, joined: bool, setting: Setting) -> Result<Self, BetzaError> {
        let class = match atom.shape() {
            _ if setting.opposed_levels => Class::Opposed,
            _ if setting.levels => Class::Spatial,
            [_, 0, _] | [0, _, _] => Class::Orthogonal,
            [a, b, _] if a == b => Class::Diagonal,
            _ => Class::Oblique,
        };
        let one_sided = matches!(
            letters,
            [] | [(_, 'f' | 'b' | 'l' | 'r')] | [(_, 'f'), (_, 'b')] | [(_, 'l'), (_, 'r')]
        );
        if let (Some((offset, _)), true) = (letters.first(), joined && !one_sided) {
            let message = "expected one of f b l r before K and Q: for others write one for the W and one for the F, \
                           like `fsWfF`";
            return Err(error_at(*offset, message));
        }
        let mut parts = Vec::new();
        let mut rest = letters;
        while let [(offset, letter), tail @ ..] = rest {
            if setting.levels && !matches!(letter, 'f' | 'b') {
                return Err(error_at(
                    *offset,
                    format!("expected `f` or `b` where the board has levels, found `{letter}`"),
                ));
            }
            let (part, used) = match tail {
                _ if *letter == 'h' => {
                    return Err(error_at(
                        *offset,
                        "`h` goes after f, b, l or r and before an oblique leap, like `fhN`",
                    ));
                }
                [(_, 'h'), ..] if class == Class::Oblique && !matches!(letter, 'v' | 's') => (Part::Half(*letter), 2),
                [(twice, other), ..] if other == letter => {
                    let message = match class {
                        Class::Oblique => format!("expected `{letter}` for the two steps or `{letter}h` for the four"),
                        _ => format!("`{letter}` is given twice"),
                    };
                    return Err(error_at(*twice, message));
                }
                [(place, other), ..]
                    if matches!(class, Class::Diagonal | Class::Oblique)
                        && matches!(letter, 'v' | 's')
                        && at_right_angles(*letter, *other) =>
                {
                    let message = format!(
                        "expected no `{other}` after `{letter}`, which is no direction in other programs: `v` and `s` go \
                         after a letter at right angles, like `fs`"
                    );
                    return Err(error_at(*place, message));
                }
                [(_, other), ..] if !setting.levels && at_right_angles(*letter, *other) => (
                    Part::Both(*letter, *other),
                    if class == Class::Orthogonal { 1 } else { 2 },
                ),
                _ => (Part::Narrow(*letter), 1),
            };
            // Two letters before an orthogonal step have nothing in common: each is meant.
            parts.push(match (part, class) {
                (Part::Both(letter, _), Class::Orthogonal) => Part::Narrow(letter),
                _ => part,
            });
            rest = &rest[used..];
        }
        Ok(Self { class, parts })
    }

    /// Returns whether the step is one of those meant.
    pub fn admit(&self, step: Vector) -> bool {
        self.parts.is_empty()
            || self.parts.iter().any(|part| match *part {
                Part::Narrow(letter) => self.narrow(letter, step),
                Part::Half(letter) => self.half(letter, step),
                Part::Both(a, b) => self.half(a, step) && self.narrow(b, step),
            })
    }

    fn narrow(&self, letter: char, step: Vector) -> bool {
        let upright = step.rank.abs() > step.file.abs();
        match (self.class, letter) {
            (Class::Oblique | Class::Orthogonal, 'f' | 'b' | 'v') => upright && self.half(letter, step),
            (Class::Oblique | Class::Orthogonal, 'l' | 'r' | 's') => !upright && self.half(letter, step),
            _ => self.half(letter, step),
        }
    }

    fn half(&self, letter: char, step: Vector) -> bool {
        let upright = step.rank.abs() > step.file.abs();
        match letter {
            'f' if self.class == Class::Opposed => step.rank.min(step.level) >= 0 && step.rank + step.level > 0,
            'b' if self.class == Class::Opposed => step.rank.max(step.level) <= 0 && step.rank + step.level < 0,
            'f' => step.rank > 0,
            'b' => step.rank < 0,
            'l' => step.file < 0,
            'r' => step.file > 0,
            'v' => self.class == Class::Diagonal || upright,
            _ => self.class == Class::Diagonal || !upright,
        }
    }
}

/// Returns whether one letter speaks of ranks and the other of files.
fn at_right_angles(a: char, b: char) -> bool {
    let ranks = |letter| matches!(letter, 'f' | 'b' | 'v');
    let files = |letter| matches!(letter, 'l' | 'r' | 's');
    ranks(a) && files(b) || files(a) && ranks(b)
}
