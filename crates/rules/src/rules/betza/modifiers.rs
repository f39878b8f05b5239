//! The lower-case letters before an atom.

use super::{BetzaError, error_at};
use crate::rules::Mode;

/// How a term goes, if not simply straight to its square or from square to square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modifier {
    /// `n`: a leap that pieces on its path block.
    Lame,
    /// `z`: in a zigzag.
    Crooked,
    /// `q`: along a circle.
    Circular,
    /// `j`: a leaper must leap over a piece, a slider leaps over its first square.
    Jumping,
    /// `p`: over one piece, and on.
    Cannon,
    /// `g`: over one piece, to the next square.
    Grasshopper,
    /// `t`: a step, then on outwards in another direction.
    Bent,
}

impl Modifier {
    /// Returns its letter.
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

/// The modifiers of a term.
#[derive(Default)]
pub(super) struct Modifiers {
    /// `m`.
    pub quiet: bool,
    /// `c`.
    pub capture: bool,
    /// Whether the board's first and last file are neighbours (`o`).
    pub around: bool,
    /// Whether it is made only from where such a piece stands at the start (`i`).
    pub initial: bool,
    /// Whether what follows slides (`y`).
    pub slides_on: bool,
    /// With the place of its letter.
    pub modifier: Option<(usize, Modifier)>,
    /// With their places.
    pub directions: Vec<(usize, char)>,
}

impl Modifiers {
    /// Takes one more letter.
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

    /// Returns whether it may move, capture, or both.
    pub fn mode(&self) -> Mode {
        match (self.quiet, self.capture) {
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Capture,
            _ => Mode::Both,
        }
    }
}

/// Returns why a letter is refused, and what to write instead, if anything.
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
