//! Tables of movements, as Fairy-Stockfish stores and combines them.

use std::collections::{BTreeMap, BTreeSet};

use super::atoms::{DIAGONAL, Path, Step, sizes};
use super::error::MovesError;

/// The range of one kind of movement, by direction. If a notation has several ranges for a direction, the last one
/// counts.
type Table = BTreeMap<(i8, i8), u8>;

/// In tables of leaps, the entry that stands in place of a range for a leap that any piece in between blocks.
const LAME: u8 = 1;
/// In tables of leaps, the entry that stands in place of a range for a leap over other pieces.
const FREE: u8 = 0;

/// All capturing or all non-capturing movements of a notation, as Fairy-Stockfish stores them.
#[derive(Default)]
pub(super) struct Tables {
    leaps: Table,
    slides: Table,
    hops: Table,
}

/// The modifiers of an atom.
#[derive(Clone, Default)]
pub(super) struct Modifiers {
    pub quiet: bool,
    pub capture: bool,
    pub hopper: bool,
    pub lame: bool,
    pub initial: bool,
    pub limit: u8,
    pub directions: Vec<[char; 2]>,
}

impl Tables {
    /// Adds the movements of a term.
    pub fn add(
        &mut self,
        text: &str,
        modifiers: &Modifiers,
        atom: &[(i8, i8)],
        slides: bool,
    ) -> Result<(), MovesError> {
        let (table, far) = match (modifiers.hopper, slides) {
            (true, _) => (&mut self.hops, modifiers.limit),
            (false, true) => (&mut self.slides, modifiers.limit),
            (false, false) if modifiers.lame => (&mut self.leaps, LAME),
            (false, false) => (&mut self.leaps, FREE),
        };
        for (long, short) in atom {
            let plays = match (modifiers.hopper, slides, modifiers.lame) {
                (true, ..) => *long == 1,
                (false, true, _) => *long == 1 || (*long, *short) == (2, 1),
                (false, false, true) => matches!((long, short), (2, _) | (3, 2)),
                (false, false, false) => true,
            };
            if !plays {
                return Err(MovesError::Unplayed(text.to_owned()));
            }
            for by in vectors((*long, *short), atom.len() == 1, &modifiers.directions) {
                table.insert(by, far);
            }
        }
        Ok(())
    }

    /// Combines the movements into steps as Fairy-Stockfish plays them. Fairy-Stockfish looks up, for a whole group of
    /// directions at once, which squares are attacked over the pieces on the board, and restricts the result to the
    /// squares within the range of any movement. So if two movements share a direction, the larger range counts for
    /// both.
    pub fn to_steps(&self, text: &str, capture: bool) -> Result<BTreeSet<Step>, MovesError> {
        let mut steps = BTreeSet::new();
        let mut add = |by, path| {
            steps.insert(Step { by, path, capture });
        };
        let lame = |by: &(i8, i8)| self.leaps.get(by) == Some(&LAME);
        for (by, far) in &self.leaps {
            if *far == FREE {
                add(*by, Path::Leap);
            }
        }
        let of_size = |size: (i8, i8)| self.leaps.keys().copied().filter(move |by| sizes(*by) == size);
        for size in [(2, 0), (2, 1), (2, 2), (3, 2)] {
            if of_size(size).any(|by| lame(&by)) {
                let path = if size == (3, 2) { Path::Elephant } else { Path::Lame };
                // Fairy-Stockfish also plays the lame leap in directions in which the piece can hop two steps but does
                // not slide.
                let hopping = |by: &(i8, i8)| self.reach(half(*by)) > 1 && !self.slides.contains_key(&half(*by));
                let riding = vectors(size, true, &[]).into_iter().filter(hopping);
                for by in of_size(size).chain(riding).collect::<BTreeSet<_>>() {
                    if self.leaps.get(&by) != Some(&FREE) {
                        add(by, path);
                    }
                }
            }
        }
        let groups: [&[(i8, i8)]; 4] = [
            &[(0, 1), (0, -1)],
            &[(1, 0), (-1, 0)],
            &DIAGONAL,
            &vectors((2, 1), true, &[]),
        ];
        for group in groups {
            let any = |table: &Table, grasshopper: Option<bool>| {
                let wanted = |by: &(i8, i8)| {
                    table
                        .get(by)
                        .is_some_and(|far| grasshopper.is_none_or(|g| g == (*far == 1)))
                };
                group.iter().any(wanted)
            };
            let (slides, cannons, grasshoppers) = (
                any(&self.slides, None),
                any(&self.hops, Some(false)),
                any(&self.hops, Some(true)),
            );
            for by in group {
                let oblique = sizes(*by) == (2, 1);
                let beyond = if oblique {
                    u8::from(self.leaps.contains_key(by))
                } else {
                    0
                };
                let reach = self.reach(*by).max(beyond);
                let twice = (2 * by.0, 2 * by.1);
                if (cannons || grasshoppers) && reach < 2 && lame(&twice) {
                    return Err(MovesError::HopsAndLameLeaps(text.to_owned()));
                }
                let free = self.leaps.get(by) == Some(&FREE);
                if slides && reach > 0 {
                    match reach {
                        1 if free => {}
                        1 => add(*by, Path::Leap),
                        _ => add(*by, Path::Slide(reach)),
                    }
                }
                if cannons && reach > 1 {
                    add(*by, Path::Cannon(reach));
                }
                if grasshoppers && reach > 1 {
                    match reach {
                        u8::MAX => add(*by, Path::Grasshopper),
                        _ => return Err(MovesError::ShortGrasshopper(text.to_owned())),
                    }
                }
            }
        }
        Ok(steps)
    }

    /// Returns the range of slides and hops in a direction; 0 if there are none.
    fn reach(&self, by: (i8, i8)) -> u8 {
        let slide = self.slides.get(&by).map(|far| if *far == 0 { u8::MAX } else { *far });
        let hop = self.hops.get(&by).map(|far| if *far < 2 { u8::MAX } else { *far });
        slide.max(hop).unwrap_or(0)
    }
}

/// Returns half of a leap that consists of two equal steps, such as D and A, and (0, 0) for other leaps.
fn half((files, ranks): (i8, i8)) -> (i8, i8) {
    match (files % 2, ranks % 2) {
        (0, 0) => (files / 2, ranks / 2),
        _ => (0, 0),
    }
}

/// Returns the offsets of an atom that pairs of direction letters select, or all offsets if there are no letters.
/// `alone` says whether all steps of the atom have one size.
fn vectors((long, short): (i8, i8), alone: bool, pairs: &[[char; 2]]) -> Vec<(i8, i8)> {
    let mut wanted: Vec<[char; 2]> = Vec::new();
    for pair in pairs {
        // Before an orthogonal atom each letter of a pair is a separate direction.
        match pair {
            [a, b] if alone && short == 0 && a != b => wanted.extend([[*a, *a], [*b, *b]]),
            _ => wanted.push(*pair),
        }
    }
    let table: [((i8, i8), &str); 8] = [
        ((short, long), "ff vv rf rv fh rh hr"),
        ((-short, -long), "bb vv lb lv bh lh hr"),
        ((long, -short), "rr ss br bs bh rh hr"),
        ((-long, short), "ll ss fl fs fh lh hr"),
        ((long, short), "rr ss fr fs fh rh hl"),
        ((-long, -short), "ll ss bl bs bh lh hl"),
        ((short, -long), "bb vv rb rv bh rh hl"),
        ((-short, long), "ff vv lf lv fh lh hl"),
    ];
    let meant = |names: &str| {
        let mut names = names.split(' ');
        wanted.is_empty() || names.any(|name| wanted.iter().any(|pair| name.chars().eq(*pair)))
    };
    let mut vectors: Vec<(i8, i8)> = table
        .iter()
        .filter(|(_, names)| meant(names))
        .map(|(by, _)| *by)
        .collect();
    vectors.sort_unstable();
    vectors.dedup();
    vectors
}
