//! Writes moves of pieces in Kurier's Betza notation, and reads the notation for comparison.

use std::collections::{BTreeMap, BTreeSet};

use super::atoms::{ATOMS, DIAGONAL, Offset, Path, STRAIGHT, Step, sizes};
use super::error::MovesError;
use kurier_rules::board::Vector;
use kurier_rules::rules::betza::{self, Setting};
use kurier_rules::rules::{Bounds, Mode, Movement, PieceType, Reach, ZoneCondition};

/// Returns the meaning of a notation in Kurier; `None` if the notation is invalid or Fairy-Stockfish cannot play the
/// moves.
pub(super) fn meaning(text: &str) -> Option<BTreeSet<Step>> {
    let setting = Setting {
        levels: false,
        opposed_levels: false,
        zones: false,
        piece_type: PieceType(0),
    };
    let terms = betza::parse(text, setting).ok()?;
    if terms.iter().any(|term| !term.doubles.is_empty()) {
        return None;
    }
    let mut steps = BTreeSet::new();
    for movement in terms.iter().flat_map(|term| &term.movements) {
        let (by, path) = step(movement)?;
        for capture in [false, true] {
            if movement.mode != if capture { Mode::Quiet } else { Mode::Capture } {
                steps.insert(Step { by, path, capture });
            }
        }
    }
    Some(steps)
}

/// Returns the offset and the path of a movement; `None` if Fairy-Stockfish cannot play it.
fn step(movement: &Movement) -> Option<((i8, i8), Path)> {
    let Movement {
        vector,
        reach,
        mode: _,
        zones,
        around,
        initial,
        bounds,
    } = *movement;
    let plain = zones == ZoneCondition::Any && !around && initial.is_none() && bounds == Bounds::default();
    let by = (vector.file, vector.rank);
    let path = match reach {
        Reach::Leap => Path::Leap,
        Reach::Slide(1) => Path::Leap,
        Reach::Slide(most) => Path::Slide(most),
        Reach::Lame => Path::Lame,
        Reach::Cannon(most) => Path::Cannon(most),
        Reach::Grasshopper(u8::MAX) => Path::Grasshopper,
        Reach::Legs(legs) if legs.range == 1 && !legs.over => {
            let add = |by: (i8, i8), step: &Vector| (by.0 + step.file, by.1 + step.rank);
            let [second, third] = legs.steps() else { return None };
            let straight = STRAIGHT.contains(&by) && second == third && DIAGONAL.contains(&(second.file, second.rank));
            let end = [second, third].into_iter().fold(by, add);
            return (plain && straight && sizes(end) == (3, 2)).then_some((end, Path::Elephant));
        }
        _ => return None,
    };
    plain.then_some((by, path))
}

/// The combinations of direction letters before an atom, the simplest first.
const DIRECTIONS: [&str; 33] = [
    "", "f", "b", "v", "s", "l", "r", "fb", "lr", "fs", "bs", "fl", "fr", "bl", "br", "vl", "vr", "flbr", "frbl", "fh",
    "bh", "lh", "rh", "fv", "bv", "ff", "bb", "ll", "rr", "lf", "rf", "lb", "rb",
];

/// Writes steps in Kurier's notation; `before` is `i` for initial moves and empty otherwise.
pub(super) fn write(steps: &BTreeSet<Step>, before: &str) -> Result<String, MovesError> {
    let mut text = String::new();
    let mut groups: BTreeMap<(Path, Offset), [BTreeSet<Offset>; 2]> = BTreeMap::new();
    for step in steps {
        let group = groups.entry((step.path, sizes(step.by))).or_default();
        group[usize::from(step.capture)].insert(step.by);
    }
    for ((path, size), [quiet, capture]) in &groups {
        let both: BTreeSet<_> = quiet.intersection(capture).copied().collect();
        let of_mode = [
            ("", both.clone()),
            ("m", quiet.difference(&both).copied().collect()),
            ("c", capture.difference(&both).copied().collect()),
        ];
        for (mode, wanted) in of_mode {
            text += &cover(before, mode, *path, *size, wanted)?;
        }
    }
    Ok(text)
}

/// Returns terms that together stand for exactly the steps `wanted`, all of which have the given path and size. Each
/// term begins with `before` and has the modifier `mode`.
fn cover(
    before: &str,
    mode: &str,
    path: Path,
    size: (i8, i8),
    mut wanted: BTreeSet<(i8, i8)>,
) -> Result<String, MovesError> {
    let (letter, _, _) = ATOMS
        .iter()
        .find(|(_, parts, slides)| *parts == [size] && !slides)
        .ok_or(MovesError::NoAtomOfSize)?;
    let range = |most: u8| {
        if most == u8::MAX {
            "0".to_owned()
        } else {
            most.to_string()
        }
    };
    let (how, range) = match path {
        Path::Leap => ("", String::new()),
        Path::Lame => ("n", String::new()),
        Path::Slide(most) => ("", range(most)),
        Path::Cannon(most) => ("p", range(most)),
        Path::Grasshopper => ("g", "0".to_owned()),
        Path::Elephant => ("", String::new()),
    };
    let candidates = DIRECTIONS.iter().filter_map(|directions| {
        let term = match path {
            // In a move of several legs, the mode modifier (`m`, `c`) stands before the last leg.
            Path::Elephant => format!("{before}{directions}afsaf{mode}W"),
            _ => format!("{before}{mode}{directions}{how}{letter}{range}"),
        };
        let meant: BTreeSet<(i8, i8)> = meaning(term.trim_start_matches('i'))?
            .into_iter()
            .map(|step| step.by)
            .collect();
        Some((term, meant))
    });
    let candidates: Vec<(String, BTreeSet<(i8, i8)>)> = candidates.collect();
    let mut text = String::new();
    while !wanted.is_empty() {
        let fitting = candidates.iter().filter(|(_, meant)| meant.is_subset(&wanted));
        // Among the terms that cover the most steps, take the first, which is the simplest.
        let best = fitting
            .rev()
            .max_by_key(|(_, meant)| meant.len())
            .filter(|(_, meant)| !meant.is_empty());
        let (term, meant) = best.ok_or(MovesError::SingleObliqueStep(*letter))?;
        text += term;
        wanted.retain(|by| !meant.contains(by));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::movement::Moves;
    use super::*;

    /// Translates a notation; returns the text of the error if that is impossible.
    fn translated(text: &str) -> Result<String, String> {
        let written = Moves::read(text).and_then(|moves| moves.write(false));
        written.map_err(|error| error.to_string())
    }

    #[test]
    fn notation_with_equal_meaning_is_kept() {
        for text in [
            "N",
            "QN",
            "FfW",
            "mQcN2",
            "mRcpR",
            "gQ",
            "nN",
            "NN",
            "WfF",
            "fsW",
            "mNcB",
            "fhNsWbWbF",
            "R4",
            "BcpB",
        ] {
            assert_eq!(translated(text).as_deref(), Ok(text));
        }
        assert_eq!(translated("fmWfceFifmnD").as_deref(), Ok("fmWfcF"));
    }

    #[test]
    fn notation_with_other_meaning_is_rewritten() {
        for (text, ours) in [
            // Kurier reads each direction letter before K and Q separately.
            ("sK", "sWF"),
            ("RR", "W0"),
            // In Fairy-Stockfish a hopper with a limit is a cannon; only the limit 1 makes it a grasshopper.
            ("gR4", "pW4"),
            ("pW", "pW0"),
            ("ffN", "fN"),
            ("vvN", "vN"),
            // If two ranges are given for a direction, the last one counts.
            ("RfR2", "sbW0fW2"),
            ("nZ", "afsafW"),
        ] {
            let found = translated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(meaning(&found), meaning(ours), "{text}: {found}");
        }
    }

    #[test]
    fn notation_without_meaning_is_refused() {
        for (text, expected) in [
            ("jR", "`j` in `jR` means nothing to Fairy-Stockfish"),
            ("N!", "`!` in `N!` means nothing to Fairy-Stockfish"),
            ("Wf", "`Wf` ends without an atom"),
            ("nH", "Fairy-Stockfish does not play all of `nH`"),
            ("DD", "Fairy-Stockfish does not play all of `DD`"),
            ("pN", "Fairy-Stockfish does not play all of `pN`"),
        ] {
            assert_eq!(translated(text), Err(expected.to_owned()));
        }
    }
}
