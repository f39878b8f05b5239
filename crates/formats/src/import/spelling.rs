//! Moves of pieces in our Betza notation.

use std::collections::{BTreeMap, BTreeSet};

use super::error::MovesError;
use super::movement::{ATOMS, By, DIAGONAL, STRAIGHT, Step, Way, sizes};
use kurier_rules::board::Vector;
use kurier_rules::rules::betza::{self, Setting};
use kurier_rules::rules::{Mode, Movement, PieceType, Reach, ZoneCondition};

/// Returns what a string means here; nothing if it is wrong or has no counterpart there.
pub(super) fn meaning(text: &str) -> Option<BTreeSet<Step>> {
    let setting = Setting {
        levels: false,
        opposed_levels: false,
        zones: false,
        piece_type: PieceType(0),
    };
    let terms = betza::parse(text, setting).ok()?;
    let mut steps = BTreeSet::new();
    for movement in terms.iter().flat_map(|term| &term.movements) {
        let (by, way) = step(movement)?;
        for capture in [false, true] {
            if movement.mode != if capture { Mode::Quiet } else { Mode::Capture } {
                steps.insert(Step { by, way, capture });
            }
        }
    }
    Some(steps)
}

fn step(movement: &Movement) -> Option<((i8, i8), Way)> {
    let Movement {
        vector,
        reach,
        mode: _,
        zones,
        around,
        initial,
    } = *movement;
    let plain = zones == ZoneCondition::Any && !around && initial.is_none();
    let by = (vector.file, vector.rank);
    let way = match reach {
        Reach::Leap => Way::Leap,
        Reach::Slide(1) => Way::Leap,
        Reach::Slide(most) => Way::Slide(most),
        Reach::Lame => Way::Lame,
        Reach::Cannon(most) => Way::Cannon(most),
        Reach::Grasshopper(u8::MAX) => Way::Grasshopper,
        Reach::Legs(legs) if legs.range == 1 && !legs.over => {
            let add = |by: (i8, i8), step: &Vector| (by.0 + step.file, by.1 + step.rank);
            let [second, third] = legs.steps() else { return None };
            let straight = STRAIGHT.contains(&by) && second == third && DIAGONAL.contains(&(second.file, second.rank));
            let end = [second, third].into_iter().fold(by, add);
            return (plain && straight && sizes(end) == (3, 2)).then_some((end, Way::Elephant));
        }
        _ => return None,
    };
    plain.then_some((by, way))
}

/// Direction letters before an atom, the plainest first.
const DIRECTIONS: [&str; 33] = [
    "", "f", "b", "v", "s", "l", "r", "fb", "lr", "fs", "bs", "fl", "fr", "bl", "br", "vl", "vr", "flbr", "frbl", "fh",
    "bh", "lh", "rh", "fv", "bv", "ff", "bb", "ll", "rr", "lf", "rf", "lb", "rb",
];

/// Returns a string that means these steps.
pub(super) fn write(steps: &BTreeSet<Step>, before: &str) -> Result<String, MovesError> {
    let mut text = String::new();
    let mut groups: BTreeMap<(Way, By), [BTreeSet<By>; 2]> = BTreeMap::new();
    for step in steps {
        let group = groups.entry((step.way, sizes(step.by))).or_default();
        group[usize::from(step.capture)].insert(step.by);
    }
    for ((way, size), [quiet, capture]) in &groups {
        let both: BTreeSet<_> = quiet.intersection(capture).copied().collect();
        let of_mode = [
            ("", both.clone()),
            ("m", quiet.difference(&both).copied().collect()),
            ("c", capture.difference(&both).copied().collect()),
        ];
        for (mode, wanted) in of_mode {
            text += &cover(before, mode, *way, *size, wanted)?;
        }
    }
    Ok(text)
}

/// Terms that together mean the steps of one atom.
fn cover(
    before: &str,
    mode: &str,
    way: Way,
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
    let (how, range) = match way {
        Way::Leap => ("", String::new()),
        Way::Lame => ("n", String::new()),
        Way::Slide(most) => ("", range(most)),
        Way::Cannon(most) => ("p", range(most)),
        Way::Grasshopper => ("g", "0".to_owned()),
        Way::Elephant => ("", String::new()),
    };
    let candidates = DIRECTIONS.iter().filter_map(|directions| {
        let term = match way {
            // The mode is that of the last leg.
            Way::Elephant => format!("{before}{directions}afsaf{mode}W"),
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
        // Of those that say as much, the first is the plainest.
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

    fn translated(text: &str) -> Result<String, String> {
        let written = Moves::read(text).and_then(|moves| moves.write(false));
        written.map_err(|error| error.to_string())
    }

    #[test]
    fn what_means_the_same_is_kept() {
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
    fn what_means_something_else_is_written_anew() {
        for (text, ours) in [
            // Before K and Q each letter here stands alone.
            ("sK", "sWF"),
            ("RR", "W0"),
            // A hopper with a limit is a cannon, one of one square a grasshopper.
            ("gR4", "pW4"),
            ("pW", "pW0"),
            ("ffN", "fN"),
            ("vvN", "vN"),
            // The last one counts.
            ("RfR2", "sbW0fW2"),
            ("nZ", "afsafW"),
        ] {
            let found = translated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(meaning(&found), meaning(ours), "{text}: {found}");
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
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
