//! The directions of kings, queens and later legs in XBetza, which Kurier spells with the atoms `W`, `F`, `R` and `B`.
//!
//! Before `K` and `Q`, one letter stands for one of eight directions, as it does before every later leg of a move: `bK`
//! steps straight back. Two letters that go together stand for the directions between them (`frK`, `fsK`), and `fh`
//! stands for forward and both neighbouring directions.

use std::collections::BTreeSet;

/// A direction letter, the directions that it stands for alone, and the directions that it stands for before `h`, as
/// bits.
type Letter = (char, u8, u8);

/// The letters before all moves but oblique leaps: bit 0 is forward, and the other directions follow clockwise.
const LETTERS: [Letter; 6] = [
    ('f', 0x01, 0x83),
    ('b', 0x10, 0x38),
    ('v', 0x11, 0xbb),
    ('l', 0x40, 0xe0),
    ('r', 0x04, 0x0e),
    ('s', 0x44, 0xee),
];

/// The letters before oblique leaps: bit 0 is the leap that goes farther forward than to the right, and the other leaps
/// follow clockwise.
const OBLIQUE: [Letter; 6] = [
    ('f', 0x81, 0xc3),
    ('b', 0x18, 0x3c),
    ('v', 0x99, 0x99),
    ('l', 0x60, 0xf0),
    ('r', 0x06, 0x0f),
    ('s', 0x66, 0x66),
];

/// The bits of the straight directions.
const STRAIGHT: u8 = 0x55;

/// The ways to spell straight and diagonal directions, as bits. The first one that fits the remaining directions is
/// chosen, until no direction is left.
const SPELLED: [(u8, &str); 14] = [
    (0x55, ""),
    (0xaa, ""),
    (0x11, "v"),
    (0x44, "s"),
    (0x82, "f"),
    (0x28, "b"),
    (0x01, "f"),
    (0x10, "b"),
    (0x40, "l"),
    (0x04, "r"),
    (0x02, "fr"),
    (0x08, "br"),
    (0x20, "bl"),
    (0x80, "fl"),
];

/// The kind of move that direction letters stand before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Straight,
    Diagonal,
    Oblique,
    /// Straight or diagonal, like the moves of a king.
    Either,
}

/// Splits a move of `K` or `Q` into terms with straight and diagonal atoms. Returns the modifiers and the atom of each
/// term, without the range; `None` if the move has no directions.
///
/// # Errors
/// Fails if an `h` does not follow a direction; the error describes this.
pub(super) fn split(modifiers: &str, atom: &str) -> Result<Option<Vec<(String, String)>>, String> {
    // Later legs begin with `a`.
    let (own, later) = modifiers.split_at(modifiers.find('a').unwrap_or(modifiers.len()));
    let (directions, others) = read(own, Line::Either);
    if others.contains('h') {
        return Err(format!("`h` belongs behind a direction: `{own}`"));
    }
    if directions == 0 {
        return Ok(None);
    }
    let [straight, diagonal] = match atom {
        "K" => ["W", "F"],
        _ => ["R", "B"],
    };
    let mut terms = Vec::new();
    for (mut left, atom) in [(directions & STRAIGHT, straight), (directions & !STRAIGHT, diagonal)] {
        while let Some((bits, letters)) = SPELLED.iter().find(|(bits, _)| left & bits == *bits) {
            left &= !bits;
            terms.push((format!("{letters}{others}{later}"), atom.to_owned()));
        }
    }
    Ok(Some(terms))
}

/// Reads the modifiers of a leg. Returns the directions as bits, and the letters that are not directions.
fn read(modifiers: &str, before: Line) -> (u8, String) {
    let letters: Vec<char> = modifiers.chars().collect();
    let table = if before == Line::Oblique { OBLIQUE } else { LETTERS };
    let known = |letter: Option<&char>| table.iter().find(|(own, ..)| Some(own) == letter);
    let (mut directions, mut others) = (0, String::new());
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let next = letters.get(at + 1);
        at += 1;
        let Some((_, alone, wide)) = known(Some(letter)) else {
            others.push(*letter);
            continue;
        };
        if next == Some(&'h') && before != Line::Straight {
            directions |= wide;
            at += 1;
            continue;
        }
        // The directions that the letter and the next one have in common.
        let common = known(next).map_or(0, |(_, other, other_wide)| match before {
            Line::Straight => 0,
            Line::Oblique => wide & other,
            Line::Diagonal => wide & other_wide,
            // A letter that is written twice is one direction.
            Line::Either if alone & other_wide != 0 => *alone,
            Line::Either => wide & other_wide,
        });
        directions |= match (common, before) {
            (0, Line::Diagonal) => *wide,
            (0, _) => *alone,
            _ => common,
        };
        at += usize::from(common != 0);
    }
    (directions, others)
}

/// Returns the leaps, by files and by ranks, that the program that shows diagrams plays for a leaper with these
/// modifiers and one leg; `None` if the modifiers have no directions. `leap` is the leap that goes farthest forward of
/// all leaps without modifiers, or the one to the right if there are two.
pub(super) fn leaps(modifiers: &str, leap: (i8, i8)) -> Option<BTreeSet<(i8, i8)>> {
    let (before, possible) = match leap {
        (0, _) => (Line::Straight, STRAIGHT),
        (aside, ahead) if aside == ahead => (Line::Diagonal, !STRAIGHT),
        _ => (Line::Oblique, u8::MAX),
    };
    let (directions, _) = read(modifiers, before);
    let turned = |bit: u8| {
        let (mut x, mut y) = leap;
        if before == Line::Oblique && bit & 1 == 1 {
            (x, y) = (y, x);
        }
        for _ in 0..bit / 2 {
            (x, y) = (y, -x);
        }
        (x, y)
    };
    let own = (0..8).filter(|bit| (directions & possible) >> bit & 1 == 1);
    (directions != 0).then(|| own.map(turned).collect())
}

/// The maximum number of legs with `v` that are replaced; each doubles the number of strings.
const MOST_V: usize = 4;

/// Replaces the direction `v`, which means forward or back, in later legs by either `f` or `b`. Returns one string for
/// each choice.
pub(super) fn without_v(modifiers: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let few = modifiers.matches('v').count() <= MOST_V;
    for (number, leg) in modifiers.split('a').enumerate() {
        let alone = few && leg.matches(|letter| "fbvlrsh".contains(letter)).eq(["v"]);
        let choices = match number > 0 && alone {
            true => vec![leg.replace('v', "f"), leg.replace('v', "b")],
            false => vec![leg.to_owned()],
        };
        let again = if number > 0 { "a" } else { "" };
        let longer = |before: &String| {
            choices
                .iter()
                .map(move |leg| format!("{before}{again}{leg}"))
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_go_where_the_letters_say() {
        let go = |modifiers: &str, leap| leaps(modifiers, leap).map(Vec::from_iter);
        assert_eq!(go("fr", (0, 1)), Some(vec![(0, 1), (1, 0)]));
        assert_eq!(go("f", (1, 1)), Some(vec![(-1, 1), (1, 1)]));
        assert_eq!(go("bl", (2, 2)), Some(vec![(-2, -2)]));
        assert_eq!(go("f", (1, 2)), Some(vec![(-1, 2), (1, 2)]));
        assert_eq!(go("fh", (1, 2)), Some(vec![(-2, 1), (-1, 2), (1, 2), (2, 1)]));
        assert_eq!(go("fr", (1, 2)), Some(vec![(2, 1)]));
        assert_eq!(go("rf", (1, 2)), Some(vec![(1, 2)]));
        assert_eq!(go("mfs", (1, 3)), Some(vec![(-3, 1), (3, 1)]));
        assert_eq!(go("mc", (1, 2)), None);
    }

    #[test]
    fn letters_before_a_king_are_single_directions() {
        for (modifiers, atom, ours) in [
            ("b", "K", "bW"),
            ("bh", "K", "bW bF"),
            ("fb", "K", "vW"),
            ("v", "K", "vW"),
            ("lr", "K", "sW"),
            ("fr", "K", "frF"),
            ("fs", "K", "fF"),
            ("vs", "K", "F"),
            ("ff", "K", "fW"),
            ("fms", "K", "smW fmW"),
            ("fhm", "Q", "fmR fmB"),
            ("f", "Q", "fR"),
            ("fc", "Q", "fcR"),
            ("rb", "Q", "brB"),
            ("rmbh", "K", "bmW rmW bmF"),
            ("flbr", "K", "brF flF"),
            ("faf", "K", "fafW"),
            ("frcaf", "K", "frcafF"),
        ] {
            let terms = split(modifiers, atom).expect(modifiers).expect("directions");
            let words: Vec<String> = terms.into_iter().map(|(one, other)| one + &other).collect();
            assert_eq!(words.join(" "), ours, "{modifiers}{atom}");
        }
        for plain in ["", "m", "caf", "gm"] {
            assert_eq!(split(plain, "K"), Ok(None), "{plain}");
        }
        assert!(split("h", "K").is_err() && split("frh", "K").is_err());
    }

    #[test]
    fn later_legs_go_forward_or_back() {
        assert_eq!(without_v("fcav"), ["fcaf", "fcab"]);
        assert_eq!(without_v("cavmav"), ["cafmaf", "cafmab", "cabmaf", "cabmab"]);
        assert_eq!(without_v("vcaf"), ["vcaf"]);
        assert_eq!(without_v("afs"), ["afs"]);
        assert_eq!(without_v(&"av".repeat(1000)).len(), 1);
    }
}
