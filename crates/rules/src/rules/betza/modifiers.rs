//! The modifiers of Betza notation: the lower-case letters before an atom.

use super::{BetzaError, error_at};
use crate::rules::Mode;

/// How the path of a term differs from a plain leap or slide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// `n`: a leap that pieces on its path block.
    Lame,
    /// `z`: a slider in a zigzag.
    Crooked,
    /// `q`: a slider along a circle.
    Circular,
    /// `j`: a leaper that must leap over a piece, or a slider that leaps over its first square.
    Jumping,
    /// `p`: a slider over exactly one piece, to any square beyond.
    Cannon,
    /// `g`: a slider over the first piece, to the square right behind it.
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
    /// Whether the first and the last file are neighbours (`o`).
    pub around: bool,
    /// Whether the move is made only from squares where such a piece stands at the start (`i`).
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

/// Returns the error message for an unknown letter, with what to write instead if there is something.
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
