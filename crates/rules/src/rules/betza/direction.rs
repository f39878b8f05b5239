//! Direction modifiers: the selection among the steps of an atom.

use super::atom::Atom;
use super::{BetzaError, Setting, error_at};
use crate::board::Vector;

/// A selection among the steps of an atom.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    class: Class,
    /// A step is selected if any of the parts selects it. Without parts, every step is selected.
    parts: Vec<Part>,
}

/// The kind of step, on which the meaning of the direction letters depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Orthogonal,
    Diagonal,
    /// Neither orthogonal nor diagonal, like the eight steps of a knight.
    Oblique,
    /// Any step on a board with levels: `f` and `b` select the steps to higher and to lower ranks.
    Spatial,
    /// Any step on a board with opposed levels: `f` selects the steps to a higher rank or a later level that do not go
    /// back in either.
    Opposed,
}

/// One or two letters that select steps together.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// `f`: the steps in the direction of the letter; among oblique steps, the two nearest to that direction.
    Narrow(char),
    /// `fh`: the four oblique steps into the half of the board that the letter names.
    Half(char),
    /// `fl`, `fs`: the steps in both directions, which are at right angles; among oblique steps, the steps nearest to
    /// the second direction.
    Both(char, char),
}

impl Directions {
    /// Parses the direction letters before an atom, given with their offsets. `joined` is `true` if the atom is a part
    /// of an atom that joins several kinds of steps.
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
                        "expected no `{other}` after `{letter}`, which is not a direction in other programs: `v` and `s` go \
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
            // No orthogonal step goes in two directions at right angles: the letters are separate parts.
            parts.push(match (part, class) {
                (Part::Both(letter, _), Class::Orthogonal) => Part::Narrow(letter),
                _ => part,
            });
            rest = &rest[used..];
        }
        Ok(Self { class, parts })
    }

    /// Returns whether the step is selected.
    pub fn admit(&self, step: Vector) -> bool {
        self.parts.is_empty()
            || self.parts.iter().any(|part| match *part {
                Part::Narrow(letter) => self.narrow(letter, step),
                Part::Half(letter) => self.half(letter, step),
                Part::Both(a, b) => self.half(a, step) && self.narrow(b, step),
            })
    }

    /// Returns whether the step goes in the direction of a letter and, if it is oblique, is nearest to that direction.
    fn narrow(&self, letter: char, step: Vector) -> bool {
        let upright = step.rank.abs() > step.file.abs();
        match (self.class, letter) {
            (Class::Oblique | Class::Orthogonal, 'f' | 'b' | 'v') => upright && self.half(letter, step),
            (Class::Oblique | Class::Orthogonal, 'l' | 'r' | 's') => !upright && self.half(letter, step),
            _ => self.half(letter, step),
        }
    }

    /// Returns whether the step lies in the half of the board that a letter names.
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

/// Returns whether one letter refers to ranks and the other to files.
fn at_right_angles(a: char, b: char) -> bool {
    let ranks = |letter| matches!(letter, 'f' | 'b' | 'v');
    let files = |letter| matches!(letter, 'l' | 'r' | 's');
    ranks(a) && files(b) || files(a) && ranks(b)
}
