//! Arrays, one of which each side chooses.

use std::collections::BTreeMap;

use crate::board::Square;
use crate::rules::{PieceType, Promotion};

/// The arrays between which each side chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrays {
    /// The arrays, at least two, in the order of the file.
    pub all: Vec<Array>,
    /// By piece type: the promotion before an array is chosen, which may lead to pieces of all arrays.
    pub(in crate::rules) promotions: Vec<Option<Promotion>>,
}

/// One of the arrays between which a side chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// The name in the choice of a start position: lower-case letters and digits.
    pub name: String,
    /// The name for readers.
    pub title: String,
    /// White's pieces by their squares; Black's are mirrored.
    pub pieces: BTreeMap<Square, PieceType>,
    /// The letters of the castlings that a side with the array has. If `None`, these are the castlings of the game's
    /// start position for which pieces of the array stand on the squares of both the king and the rook.
    pub castlings: Option<String>,
}
