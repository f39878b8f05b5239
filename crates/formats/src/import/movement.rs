//! Translates the moves of pieces from Fairy-Stockfish's Betza notation to Kurier's. Both spell most moves alike, but
//! not all. Therefore the meaning in Fairy-Stockfish is determined first. If the notation has this meaning in Kurier,
//! too, it is kept; otherwise the moves are spelled out in Kurier's notation.

use std::collections::{BTreeMap, BTreeSet};

use super::error::MovesError;
use super::spelling::{meaning, write};
use super::values::Region;

/// A distance in files and ranks; positive ranks point forward.
pub(super) type Offset = (i8, i8);

/// An atom of the notation: its letter, the longer and the shorter distance of each of its steps, and whether it
/// slides.
type Atom = (char, &'static [Offset], bool);

/// A movement in one direction, as White sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    pub by: Offset,
    pub path: Path,
    pub capture: bool,
}

/// How a piece reaches a square. Numbers are the most steps; `u8::MAX` stands for any number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Path {
    /// Directly, over other pieces.
    Leap,
    /// By a leap that a piece in between blocks.
    Lame,
    /// Through empty squares.
    Slide(u8),
    /// Over exactly one piece.
    Cannon(u8),
    /// To the square behind the first piece.
    Grasshopper,
    /// One step straight, then two steps diagonally, through empty squares: the elephant of Janggi.
    Elephant,
}

/// The meaning of a notation in Fairy-Stockfish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Moves {
    pub usual: BTreeSet<Step>,
    /// Moves that can be made only from the squares of double steps; they never capture.
    pub initial: BTreeSet<Step>,
    /// Whether the notation has the modifier for en passant captures.
    pub en_passant: bool,
    /// The notation without its initial moves.
    text: String,
}

pub(super) const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub(super) const ATOMS: [Atom; 15] = [
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('L', &[(3, 1)], false),
    ('C', &[(3, 1)], false),
    ('J', &[(3, 2)], false),
    ('Z', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The range of one kind of movement, by direction. If a notation has several ranges for a direction, the last one
/// counts.
type Table = BTreeMap<(i8, i8), u8>;

/// In tables of leaps, instead of a range: a leap that a piece in between blocks.
const LAME: u8 = 1;
/// In tables of leaps, instead of a range: a leap over other pieces.
const FREE: u8 = 0;

/// All movements of a notation, either those with capture or those without, as Fairy-Stockfish stores them.
#[derive(Default)]
struct Tables {
    leaps: Table,
    slides: Table,
    hops: Table,
}

/// The modifiers of an atom.
#[derive(Clone, Default)]
struct Modifiers {
    quiet: bool,
    capture: bool,
    hopper: bool,
    lame: bool,
    initial: bool,
    limit: u8,
    directions: Vec<[char; 2]>,
}

impl Moves {
    /// Parses a notation as Fairy-Stockfish does.
    ///
    /// # Errors
    /// Letters without meaning, and movements that Fairy-Stockfish parses but does not play.
    pub fn read(text: &str) -> Result<Self, MovesError> {
        let mut usual = [Tables::default(), Tables::default()];
        let mut initial = Tables::default();
        let mut kept = String::new();
        let letters: Vec<char> = text.trim().chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let start = at;
            let (modifiers, (_, atom, slides)) = term(text, &letters, &mut at)?;
            for capture in [false, true] {
                let meant = if capture { modifiers.capture } else { modifiers.quiet };
                if meant || modifiers.quiet == modifiers.capture {
                    match (modifiers.initial, capture) {
                        (false, _) => usual[usize::from(capture)].add(text, &modifiers, atom, slides)?,
                        (true, false) => initial.add(text, &modifiers, atom, slides)?,
                        // Fairy-Stockfish ignores initial moves that capture.
                        (true, true) => {}
                    }
                }
            }
            if !modifiers.initial {
                kept.extend(letters[start..at].iter().filter(|letter| **letter != 'e'));
            }
        }
        let [quiet, capture] = usual;
        let mut steps = quiet.to_steps(text, false)?;
        steps.extend(capture.to_steps(text, true)?);
        Ok(Self {
            usual: steps,
            initial: initial.to_steps(text, false)?,
            en_passant: text.contains('e'),
            text: kept,
        })
    }

    /// Writes the moves in Kurier's notation, with the initial moves if `initial` is set. Double steps of pawns are not
    /// initial moves there but have a key of their own.
    ///
    /// # Errors
    /// Kurier's notation cannot express a move.
    pub fn write(&self, initial: bool) -> Result<String, MovesError> {
        let mut text = match meaning(&self.text) {
            Some(meaning) if meaning == self.usual => self.text.clone(),
            _ => write(&self.usual, "")?,
        };
        if initial {
            text += &write(&self.initial, "i")?;
        }
        Ok(text)
    }

    /// Returns whether the initial moves are the double step of a pawn and nothing else.
    pub fn double_step(&self) -> bool {
        let step = Step {
            by: (0, 2),
            path: Path::Lame,
            capture: false,
        };
        self.initial.len() == 1 && self.initial.contains(&step)
    }

    /// Returns whether a piece can move on an empty board; `reaches` tests whether a distance in files and ranks, as
    /// White sees them, ends on a square.
    pub fn leaves(&self, reaches: impl Fn(i16, i16) -> bool) -> bool {
        self.usual.iter().filter(|step| !step.capture).any(|step| {
            let most = match step.path {
                Path::Slide(most) | Path::Cannon(most) => i16::from(most.min(Region::FILES)),
                Path::Grasshopper => i16::from(Region::FILES),
                Path::Leap | Path::Lame | Path::Elephant => 1,
            };
            let (files, ranks) = (i16::from(step.by.0), i16::from(step.by.1));
            (1..=most).any(|times| reaches(times * files, times * ranks))
        })
    }

    /// Returns whether the piece can reverse one of its moves without capture.
    pub fn goes_back(&self) -> bool {
        let mut quiet = self.usual.iter().filter(|step| !step.capture);
        let back = |step: &Step| (-step.by.0, -step.by.1);
        quiet.any(|step| self.usual.iter().any(|other| !other.capture && other.by == back(step)))
    }
}

/// Parses a term from `at` on: modifiers, an atom and a range.
fn term(text: &str, letters: &[char], at: &mut usize) -> Result<(Modifiers, Atom), MovesError> {
    let mut modifiers = Modifiers::default();
    while let Some(letter) = letters.get(*at) {
        *at += 1;
        match letter {
            'm' => modifiers.quiet = true,
            'c' => modifiers.capture = true,
            'p' => modifiers.hopper = true,
            'g' => (modifiers.hopper, modifiers.limit) = (true, 1),
            'n' => modifiers.lame = true,
            'i' => modifiers.initial = true,
            'e' => {}
            'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {
                let (ranks, files) = (|c| "fbvh".contains(c), |c| "lrsh".contains(c));
                let next = letters.get(*at).copied();
                let next = next.filter(|c| c == letter || ranks(*letter) && files(*c) || files(*letter) && ranks(*c));
                *at += usize::from(next.is_some());
                modifiers.directions.push([*letter, next.unwrap_or(*letter)]);
            }
            _ => {
                let (own, atom, mut slides) =
                    ATOMS
                        .iter()
                        .find(|(known, ..)| known == letter)
                        .copied()
                        .ok_or_else(|| MovesError::UnknownLetter {
                            letter: *letter,
                            text: text.to_owned(),
                        })?;
                let next = letters.get(*at);
                if let Some(next) = next.filter(|next| next.is_ascii_digit() || *next == letter) {
                    slides = true;
                    if let Some(digit) = next.to_digit(10) {
                        modifiers.limit = digit as u8;
                    }
                    *at += 1;
                }
                return Ok((modifiers, (own, atom, slides)));
            }
        }
    }
    Err(MovesError::NoAtom(text.to_owned()))
}

impl Tables {
    /// Adds the movements of a term.
    fn add(&mut self, text: &str, modifiers: &Modifiers, atom: &[(i8, i8)], slides: bool) -> Result<(), MovesError> {
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

    /// Combines the movements to steps as Fairy-Stockfish plays them. For a whole group of directions at once it looks
    /// up which squares are attacked over the pieces on the board, and restricts the result to the squares within the
    /// range of any movement. So if two movements share a direction, the larger range counts for both.
    fn to_steps(&self, text: &str, capture: bool) -> Result<BTreeSet<Step>, MovesError> {
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
                // Fairy-Stockfish also plays the lame leap in directions with hops, but no slides, of two steps.
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

/// Returns the longer and the shorter distance of an offset.
pub(super) fn sizes((files, ranks): (i8, i8)) -> (i8, i8) {
    let (files, ranks) = (files.abs(), ranks.abs());
    (files.max(ranks), files.min(ranks))
}

/// Returns half of a leap that consists of two equal steps, such as D and A, and (0, 0) for other leaps.
fn half((files, ranks): (i8, i8)) -> (i8, i8) {
    match (files % 2, ranks % 2) {
        (0, 0) => (files / 2, ranks / 2),
        _ => (0, 0),
    }
}

/// Returns the offsets of an atom that pairs of direction letters select; all if there are no letters. `alone` says
/// that the atom has steps of one size only.
fn vectors((long, short): (i8, i8), alone: bool, pairs: &[[char; 2]]) -> Vec<(i8, i8)> {
    let mut wanted: Vec<[char; 2]> = Vec::new();
    for pair in pairs {
        // Before an orthogonal atom each letter of a pair is a direction of its own.
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
