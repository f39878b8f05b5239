use std::collections::BTreeSet;

use super::*;

const FLAT: Setting = Setting {
    levels: false,
    zones: false,
};
const SPATIAL: Setting = Setting {
    levels: true,
    zones: true,
};

fn read(text: &str, setting: Setting) -> Vec<Movement> {
    movements(text, setting).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The steps of a string on a flat board as (file, rank).
fn steps(text: &str) -> BTreeSet<(i8, i8)> {
    read(text, FLAT)
        .iter()
        .map(|m| (m.vector.file, m.vector.rank))
        .collect()
}

fn set<const N: usize>(steps: [(i8, i8); N]) -> BTreeSet<(i8, i8)> {
    steps.into_iter().collect()
}

fn reaches(text: &str) -> Vec<Reach> {
    let mut reaches: Vec<Reach> = read(text, FLAT).iter().map(|m| m.reach).collect();
    reaches.dedup();
    reaches
}

#[test]
fn atoms_are_all_steps_of_their_size() {
    let sizes = [
        ("W", 4, (0, 1)),
        ("F", 4, (1, 1)),
        ("D", 4, (0, 2)),
        ("N", 8, (1, 2)),
        ("A", 4, (2, 2)),
        ("H", 4, (0, 3)),
        ("C", 8, (1, 3)),
        ("L", 8, (1, 3)),
        ("J", 8, (2, 3)),
        ("Z", 8, (2, 3)),
        ("G", 4, (3, 3)),
        ("(4,1)", 8, (1, 4)),
    ];
    for (text, count, (short, long)) in sizes {
        let all = steps(text);
        assert_eq!(all.len(), count, "{text}");
        let size = |(file, rank): &(i8, i8)| (file.abs().min(rank.abs()), file.abs().max(rank.abs()));
        assert!(all.iter().all(|step| size(step) == (short, long)), "{text}");
    }
    assert_eq!(steps("K"), &steps("W") | &steps("F"));
}

#[test]
fn sliders_and_riders() {
    const EDGE: Reach = Reach::Slide(u8::MAX);
    for text in ["R", "B", "Q", "WW", "W0", "FF", "NN", "N0", "K0", "KK", "(3,1)0"] {
        assert_eq!(reaches(text), [EDGE], "{text}");
    }
    for text in ["R3", "W3", "N3", "D3"] {
        assert_eq!(reaches(text), [Reach::Slide(3)], "{text}");
    }
    for text in ["W", "W1", "R1", "N", "A"] {
        assert_eq!(reaches(text), [Reach::Leap], "{text}");
    }
    assert_eq!(reaches("nD"), [Reach::Lame]);
    assert_eq!(read("R", FLAT), read("W0", FLAT));
    assert_eq!(read("Q", FLAT).len(), 8);
}

#[test]
fn directions_of_straight_and_diagonal_steps() {
    assert_eq!(steps("fW"), set([(0, 1)]));
    assert_eq!(steps("bW"), set([(0, -1)]));
    assert_eq!(steps("fsW"), set([(0, 1), (-1, 0), (1, 0)]));
    assert_eq!(steps("vW"), set([(0, 1), (0, -1)]));
    assert_eq!(steps("lrW"), steps("sW"));
    assert_eq!(steps("flW"), set([(0, 1), (-1, 0)]));
    assert_eq!(steps("fF"), set([(-1, 1), (1, 1)]));
    assert_eq!(steps("rF"), set([(1, -1), (1, 1)]));
    assert_eq!(steps("flF"), set([(-1, 1)]));
    assert_eq!(steps("rbA"), set([(2, -2)]));
    assert_eq!(steps("flbrF"), set([(-1, 1), (1, -1)]));
    assert_eq!(steps("sF"), steps("F"));
}

#[test]
fn directions_of_oblique_leaps() {
    assert_eq!(steps("fN"), set([(-1, 2), (1, 2)]));
    assert_eq!(steps("lN"), set([(-2, -1), (-2, 1)]));
    assert_eq!(steps("fhN"), set([(-1, 2), (1, 2), (-2, 1), (2, 1)]));
    assert_eq!(steps("fsN"), set([(-2, 1), (2, 1)]));
    assert_eq!(steps("flN"), set([(-1, 2), (-2, 1)]));
    assert_eq!(steps("vN"), set([(-1, 2), (1, 2), (-1, -2), (1, -2)]));
    assert_eq!(steps("sN"), set([(-2, 1), (2, 1), (-2, -1), (2, -1)]));
    assert_eq!(steps("lvN"), set([(-1, 2), (-1, -2)]));
    assert_eq!(steps("fbN"), steps("vN"));
    assert_eq!(steps("vsN"), steps("N"));
}

#[test]
fn modes_and_rows_of_terms() {
    let pawn = read("mfWcfF", FLAT);
    let modes: Vec<_> = pawn.iter().map(|m| (m.vector.file, m.vector.rank, m.mode)).collect();
    assert_eq!(
        modes,
        [(0, 1, Mode::Quiet), (-1, 1, Mode::Capture), (1, 1, Mode::Capture)]
    );
    assert_eq!(read(" fmW  fcF ", FLAT), pawn);
    assert!(read("mcN", FLAT).iter().all(|m| m.mode == Mode::Both));
    assert_eq!(read("WKW", FLAT).len(), 8);
}

#[test]
fn crooked_sliders_zigzag_along_eight_paths() {
    let paths = read("zF", FLAT);
    assert_eq!(paths.len(), 8);
    for path in &paths {
        let Reach::Crooked(other) = path.reach else {
            panic!("{path:?}")
        };
        let together = (path.vector.file + other.file, path.vector.rank + other.rank);
        assert!([(0, 2), (0, -2), (2, 0), (-2, 0)].contains(&together), "{path:?}");
    }
    assert_eq!(read("zB", FLAT), paths);
    assert_eq!(read("zW", FLAT).len(), 8);
}

#[test]
fn atoms_in_three_dimensions_apply_in_every_orientation() {
    let count = |text| read(text, SPATIAL).len();
    let counts = [
        ("W", 6),
        ("F", 12),
        ("(1,1,1)", 8),
        ("K", 18),
        ("N", 24),
        ("(2,1,1)", 24),
        ("(2,2,1)", 24),
    ];
    for (text, expected) in counts {
        assert_eq!(count(text), expected, "{text}");
    }
    assert_eq!((count("fW"), count("fF"), count("f(1,1,1)"), count("bN")), (1, 4, 4, 8));
    assert_eq!(read("(1,0,0)0", SPATIAL), read("R", SPATIAL));
    assert_eq!(read("fmF[same]", SPATIAL)[0].zones, ZoneCondition::Same);
    assert_eq!(read("fcF[other]", SPATIAL)[0].zones, ZoneCondition::Other);
}

#[test]
fn whatever_is_not_understood_is_refused_where_it_stands() {
    let flat = [
        ("", 0, "expected a move"),
        ("  ", 2, "expected a move"),
        ("X", 0, "expected an atom"),
        ("KX", 1, "expected an atom"),
        ("Rm", 2, "found the end"),
        ("WpR", 1, "`p` is not supported"),
        ("gQ", 0, "`g` is not supported"),
        ("WoF", 1, "`o` is not supported"),
        ("KimD", 1, "`first"),
        ("fmWfceF", 5, "`en-passant"),
        ("mmW", 1, "given twice"),
        ("W é", 2, "expected an atom"),
        ("RR", 1, "slides already"),
        ("W99", 1, "0 to 25"),
        ("W9999999999", 1, "0 to 25"),
        ("(1", 2, "expected `,`"),
        ("(0,0)", 0, "leads somewhere"),
        ("(1,1,1)", 4, "expected `)`"),
        ("ffN", 1, "`fh` for the four"),
        ("ffW", 1, "given twice"),
        ("hN", 0, "`h` goes after"),
        ("fhF", 1, "`h` goes after"),
        ("WfK", 1, "no direction before K"),
        ("nW", 0, "over a cell"),
        ("nN0", 0, "single leaps"),
        ("zN", 0, "crooked bishop"),
        ("fzF", 0, "`m` and `c` only"),
        ("F[same]", 1, "no zones"),
    ];
    let spatial = [
        ("zF", 0, "flat boards"),
        ("lW", 0, "`f` or `b`"),
        ("(1,1)", 4, "expected `,`"),
        ("W[sane]", 1, "`[same]`"),
        ("R[same]", 0, "single"),
    ];
    let all = flat
        .map(|case| (case, FLAT))
        .into_iter()
        .chain(spatial.map(|case| (case, SPATIAL)));
    for ((text, offset, part), setting) in all {
        let error = movements(text, setting).expect_err(text);
        assert_eq!(error.offset, offset, "{text}: {}", error.message);
        assert!(error.message.contains(part), "{text}: {}", error.message);
    }
}
