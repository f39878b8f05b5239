//! The atoms of Betza notation: letters or vectors, and the steps that they stand for.

use std::collections::BTreeSet;

use crate::board::Vector;

/// A capital letter or a vector that stands for a set of steps.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    /// The letter; `None` if the atom is written as a vector.
    pub letter: Option<char>,
    /// Whether the letter stands for a slider (R, B, Q).
    pub slides: bool,
    /// The absolute coordinates of each kind of step. The atom stands for all permutations of the coordinates, with all
    /// combinations of signs.
    steps: Vec<[u8; 3]>,
}

impl Atom {
    /// Returns the atom of a capital letter; `None` if the letter is not an atom.
    pub fn of_letter(letter: char) -> Option<Self> {
        let steps = match letter {
            'W' | 'R' => vec![[1, 0, 0]],
            'F' | 'B' => vec![[1, 1, 0]],
            'K' | 'Q' => vec![[1, 0, 0], [1, 1, 0]],
            'D' => vec![[2, 0, 0]],
            'N' => vec![[2, 1, 0]],
            'A' => vec![[2, 2, 0]],
            'H' => vec![[3, 0, 0]],
            'C' | 'L' => vec![[3, 1, 0]],
            'J' | 'Z' => vec![[3, 2, 0]],
            'G' => vec![[3, 3, 0]],
            _ => return None,
        };
        Some(Self {
            letter: Some(letter),
            slides: matches!(letter, 'R' | 'B' | 'Q'),
            steps,
        })
    }

    /// Creates the atom of a vector, whose numbers must be below 128.
    pub fn of_vector(numbers: [u8; 3]) -> Self {
        Self {
            letter: None,
            slides: false,
            steps: vec![numbers],
        }
    }

    /// Returns whether the atom joins several kinds of steps, like K and Q.
    pub fn is_compound(&self) -> bool {
        self.steps.len() > 1
    }

    /// Returns the range that applies if none is written: 1, or `u8::MAX` (to the edge) for a slider.
    pub fn usual_range(&self) -> u8 {
        if self.slides { u8::MAX } else { 1 }
    }

    /// Returns the kinds of steps that the atom joins, each as a separate atom.
    pub fn parts(&self) -> impl Iterator<Item = Self> {
        self.steps.iter().map(|step| Self {
            steps: vec![*step],
            ..self.clone()
        })
    }

    /// Returns the largest absolute coordinate of the steps.
    pub fn longest(&self) -> u8 {
        self.steps.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Returns the absolute coordinates of the first kind of step.
    pub fn shape(&self) -> [u8; 3] {
        self.steps[0]
    }

    /// Returns all steps of the atom, on a board with or without levels.
    pub fn vectors(&self, levels: bool) -> Vec<Vector> {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]];
        let orders = if levels { &ORDERS[..] } else { &ORDERS[..2] };
        let mut all = BTreeSet::new();
        for step in &self.steps {
            for order in orders {
                for signs in 0..8 {
                    let sized = |axis: usize| {
                        let size = step[order[axis]] as i8;
                        if signs >> axis & 1 == 0 { size } else { -size }
                    };
                    all.insert(Vector {
                        file: sized(0),
                        rank: sized(1),
                        level: sized(2),
                    });
                }
            }
        }
        all.into_iter().collect()
    }
}
