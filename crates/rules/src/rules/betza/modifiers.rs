//! The modifiers of Betza notation: the lower-case letters before an atom.

use super::{BetzaError, error_at};
use crate::rules::Mode;

/// How the path of a term differs from a plain leap or slide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// `n`: a leap that is blocked by any piece on its path.
    Lame,
    /// `z`: a slider that moves in a zigzag.
    Crooked,
    /// `q`: a slider that moves along a circle.
    Circular,
    /// `j`: a leaper that must leap over a piece, or a slider that leaps over its first square.
    Jumping,
    /// `p`: a slider that must leap over exactly one piece and may land on any square beyond that piece.
    Cannon,
    /// `g`: a slider that must leap over the first piece on its way and lands on the square right behind that piece.
    Grasshopper,
    /// `t`: a step, then a slide outwards in another direction.
    Bent,
}

impl Modifier {
    /// Returns the letter of the modifier.
    pub fn letter(self) -> char {
        match self {
            Modifier::Lame => 'n',
            Modifier::Crooked => 'z',
            Modifier::Circular => 'q',
            Modifier::Jumping => 'j',
            Modifier::Cannon => 'p',
            Modifier::Grasshopper => 'g',
            Modifier::Bent => 't',
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        [
            Modifier::Lame,
            Modifier::Crooked,
            Modifier::Circular,
            Modifier::Jumping,
            Modifier::Cannon,
            Modifier::Grasshopper,
            Modifier::Bent,
        ]
        .into_iter()
        .find(|modifier| modifier.letter() == letter)
    }
}

/// The modifiers of one leg of a term.
#[derive(Default)]
pub(super) struct Modifiers {
    /// Whether the leg moves without capturing (`m`).
    pub quiet: bool,
    /// Whether the leg captures (`c`).
    pub capture: bool,
    /// Whether the leg may pass between the first and the last file, as on a cylinder (`o`).
    pub around: bool,
    /// Whether the move is possible only from squares where a piece of the same type and side stands at the start
    /// (`i`).
    pub initial: bool,
    /// Whether the next leg slides (`y`).
    pub slides_on: bool,
    /// The modifier of the path, with the offset of its letter.
    pub modifier: Option<(usize, Modifier)>,
    /// The direction letters, with their offsets.
    pub directions: Vec<(usize, char)>,
}

impl Modifiers {
    /// Adds the modifier of a letter.
    pub fn add(&mut self, offset: usize, letter: char) -> Result<(), BetzaError> {
        let flag = match letter {
            'm' => &mut self.quiet,
            'c' => &mut self.capture,
            'o' => &mut self.around,
            'i' => &mut self.initial,
            'y' => &mut self.slides_on,
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                self.directions.push((offset, letter));
                return Ok(());
            }
            _ => return self.add_modifier(offset, letter),
        };
        if *flag {
            return Err(error_at(offset, format!("`{letter}` is given twice")));
        }
        *flag = true;
        Ok(())
    }

    fn add_modifier(&mut self, offset: usize, letter: char) -> Result<(), BetzaError> {
        let Some(modifier) = Modifier::of_letter(letter) else {
            return Err(error_at(offset, refusal(letter)));
        };
        match self.modifier.replace((offset, modifier)) {
            None => Ok(()),
            Some((_, earlier)) if earlier == modifier => Err(error_at(offset, format!("`{letter}` is given twice"))),
            Some((_, earlier)) => {
                let message = format!("`{letter}` does not go with `{}`", earlier.letter());
                Err(error_at(offset, message))
            }
        }
    }

    /// Returns whether the leg may or must capture.
    pub fn mode(&self) -> Mode {
        match (self.quiet, self.capture) {
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        }
    }
}

/// Returns the error message for a letter that is not supported. If there is an alternative, the message names it.
fn refusal(letter: char) -> String {
    let why = match letter {
        'e' => "is not used here: en passant is written `en-passant = true`",
        'd' => "is not supported: no piece captures its own side's",
        'u' => "is not supported: no piece is put on the square that another leaves",
        'x' => "is not supported: no piece lends its moves to others",
        _ => "is not supported: expected one of the modifiers m c i o n z q j p g t a y f b l r v s h, or an atom",
    };
    format!("`{letter}` {why}")
}
