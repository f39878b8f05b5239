use std::collections::BTreeSet;

use super::*;
use crate::board::Vector;
use crate::rules::{Reach, ZoneCondition};

const FLAT: Setting = Setting {
    levels: false,
    opposed_levels: false,
    zones: false,
    piece_type: PieceType(0),
};
const SPATIAL: Setting = Setting {
    levels: true,
    opposed_levels: false,
    zones: true,
    piece_type: PieceType(0),
};

fn read(text: &str, setting: Setting) -> Vec<Movement> {
    movements(text, setting).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Returns the steps of a string on a flat board as (file, rank).
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
    // Two letters select one step, the one that is nearest to the direction of the second letter. Other programs and
    // the authors of the notation agree on this.
    for (text, step) in [
        ("flN", (-2, 1)),
        ("lfN", (-1, 2)),
        ("brN", (2, -1)),
        ("rbC", (1, -3)),
        ("lfZ", (-2, 3)),
    ] {
        assert_eq!(steps(text), set([step]), "{text}");
    }
    assert_eq!(steps("lffrN"), set([(-1, 2), (2, 1)]));
    assert_eq!(steps("vN"), set([(-1, 2), (1, 2), (-1, -2), (1, -2)]));
    assert_eq!(steps("sN"), set([(-2, 1), (2, 1), (-2, -1), (2, -1)]));
    assert_eq!(steps("lvN"), set([(-1, 2), (-1, -2)]));
    assert_eq!(steps("fbN"), steps("vN"));
}

#[test]
fn modes_and_sequences_of_terms() {
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
fn hops_over_pieces() {
    assert_eq!(reaches("pR"), [Reach::Cannon(u8::MAX)]);
    assert_eq!(reaches("pR4"), [Reach::Cannon(4)]);
    assert_eq!(reaches("gNN"), [Reach::Grasshopper(u8::MAX)]);
    assert_eq!(reaches("gQ3"), [Reach::Grasshopper(3)]);
    assert_eq!(reaches("jB"), [Reach::Ski(u8::MAX)]);
    assert_eq!(reaches("jR3"), [Reach::Ski(2)]);
    assert_eq!(reaches("jD"), [Reach::Over]);
    let cannon = read("mRcpR", FLAT);
    assert_eq!(cannon.len(), 8);
    assert!(
        cannon[4..]
            .iter()
            .all(|m| m.mode == Mode::Capture && m.reach == Reach::Cannon(u8::MAX))
    );
    assert_eq!(read("fpR", FLAT).len(), 1);
}

#[test]
fn bent_paths_continue_outwards() {
    let paths = |text: &str| -> BTreeSet<[i8; 4]> {
        let path = |m: &Movement| match m.reach {
            Reach::Bent(then, _) => [m.vector.file, m.vector.rank, then.file, then.rank],
            _ => panic!("{m:?}"),
        };
        read(text, FLAT).iter().map(path).collect()
    };
    assert_eq!(paths("t[FR]").len(), 8);
    assert!(paths("t[FR]").is_superset(&[[1, 1, 1, 0], [1, 1, 0, 1], [-1, 1, -1, 0]].into()));
    assert_eq!(paths("ft[WB]"), [[0, 1, 1, 1], [0, 1, -1, 1]].into());
    assert_eq!(paths("ft[FB]"), [[1, 1, 1, 1], [-1, 1, -1, 1]].into());
    assert_eq!(paths("frt[N R]"), [[2, 1, 1, 0]].into());
    assert_eq!(
        reaches("frt[FR3]"),
        [Reach::Bent(Vector::flat(0, 1), 3), Reach::Bent(Vector::flat(1, 0), 3)]
    );
    assert_eq!(read("t[FR]", SPATIAL).len(), 24);
}

/// Returns the paths of a term: the squares relative to the origin, and the number of squares before the first landing.
fn leg_paths(text: &str) -> BTreeSet<(Vec<(i8, i8)>, usize)> {
    let of = |m: &Movement| {
        let Reach::Legs(legs) = m.reach else { panic!("{m:?}") };
        let mut at = (0, 0);
        let steps = [&[m.vector], legs.steps()].concat();
        let squares = steps.iter().map(|step| {
            at = (at.0 + step.file, at.1 + step.rank);
            at
        });
        (squares.collect(), legs.steps().len())
    };
    read(text, FLAT).iter().map(of).collect()
}

#[test]
fn legs_turn_from_the_previous_leg() {
    let all =
        |paths: &[&[(i8, i8)]]| -> BTreeSet<_> { paths.iter().map(|path| (path.to_vec(), path.len() - 1)).collect() };
    assert_eq!(leg_paths("fafW"), all(&[&[(0, 1), (0, 2)]]));
    assert_eq!(leg_paths("fafsW"), all(&[&[(0, 1), (1, 2)], &[(0, 1), (-1, 2)]]));
    assert_eq!(leg_paths("frafsF"), all(&[&[(1, 1), (1, 2)], &[(1, 1), (2, 1)]]));
    assert_eq!(leg_paths("rasW"), all(&[&[(1, 0), (1, 1)], &[(1, 0), (1, -1)]]));
    assert_eq!(leg_paths("fabrW"), all(&[&[(0, 1), (1, 0)]]));
    assert_eq!(leg_paths("faflD"), all(&[&[(0, 2), (-2, 4)]]));
    assert_eq!(leg_paths("frafA"), all(&[&[(2, 2), (4, 4)]]));
    assert_eq!(
        leg_paths("bafafsW"),
        all(&[&[(0, -1), (0, -2), (1, -3)], &[(0, -1), (0, -2), (-1, -3)]])
    );
    // Two sideways turns in a row: the second may undo the first, or turn further.
    assert_eq!(
        leg_paths("fasasW"),
        all(&[
            &[(0, 1), (1, 1), (1, 2)],
            &[(0, 1), (1, 1), (1, 0)],
            &[(0, 1), (-1, 1), (-1, 2)],
            &[(0, 1), (-1, 1), (-1, 0)]
        ])
    );
    // 8 first steps with 7 turns each: every turn except straight back.
    assert_eq!(leg_paths("aK").len(), 56);
    assert_eq!(leg_paths("afsW").len(), 8);
}

#[test]
fn the_last_leg_captures_slides_or_needs_a_piece_before_it() {
    let legs = |text: &str| {
        let all = read(text, FLAT);
        let of = |m: &Movement| match m.reach {
            Reach::Legs(legs) => (m.mode, legs.range, legs.over),
            _ => panic!("{m:?}"),
        };
        let mut all: Vec<_> = all.iter().map(of).collect();
        all.dedup();
        all
    };
    assert_eq!(legs("afW"), [(Mode::Both, 1, false)]);
    assert_eq!(legs("mafW"), legs("afW"));
    assert_eq!(legs("afcW"), [(Mode::Capture, 1, false)]);
    assert_eq!(legs("afmW"), [(Mode::Quiet, 1, false)]);
    assert_eq!(legs("yafsF"), [(Mode::Both, u8::MAX, false)]);
    assert_eq!(legs("pafcW"), [(Mode::Capture, 1, true)]);
    assert!(read("oafsW", FLAT).iter().all(|m| m.around));
}

#[test]
fn initial_moves_belong_to_their_piece_type() {
    let setting = Setting {
        piece_type: PieceType(7),
        ..FLAT
    };
    let all = read("WimDifmW2afiW", setting);
    let initial: Vec<bool> = all.iter().map(|m| m.initial == Some(PieceType(7))).collect();
    assert_eq!(
        initial,
        [[false; 4], [true; 4]]
            .concat()
            .into_iter()
            .chain([true; 5])
            .collect::<Vec<_>>()
    );
    assert!(read("W", setting).iter().all(|m| m.initial.is_none()));
}

#[test]
fn roses_turn_both_ways_from_every_leap() {
    let rose = read("qN", FLAT);
    assert_eq!(rose.len(), 16);
    let second = |file, rank| -> BTreeSet<(i8, i8)> {
        let of_leap = rose.iter().filter(|m| m.vector == Vector::flat(file, rank));
        of_leap
            .map(|m| match m.reach {
                Reach::Circular(other) => (other.file, other.rank),
                _ => panic!("{m:?}"),
            })
            .collect()
    };
    assert_eq!(second(1, 2), set([(2, 1), (-1, 2)]));
    assert_eq!(second(-2, -1), set([(-1, -2), (-2, 1)]));
    assert_eq!(read("qC", FLAT).len(), 16);
}

#[test]
fn moves_around_the_board_are_marked() {
    assert!(
        read("oR", FLAT)
            .iter()
            .all(|m| m.around && m.reach == Reach::Slide(u8::MAX))
    );
    assert!(read("ocpR", FLAT).iter().all(|m| m.around));
    assert!(read("R", FLAT).iter().all(|m| !m.around));
}

#[test]
fn kings_and_queens_by_directions() {
    assert_eq!(read("fK", FLAT), {
        let mut parts = read("fWfF", FLAT);
        parts.sort_by_key(|m| m.vector);
        parts
    });
    assert_eq!(steps("lrQ"), steps("sWF"));
    assert_eq!(read("bQ", FLAT).len(), 3);
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
fn forward_includes_later_levels_where_levels_are_opposed() {
    let opposed = Setting {
        opposed_levels: true,
        ..SPATIAL
    };
    let steps = |text: &str| -> BTreeSet<[i8; 3]> {
        let of = |m: &Movement| [m.vector.file, m.vector.rank, m.vector.level];
        read(text, opposed).iter().map(of).collect()
    };
    assert_eq!(steps("fW"), [[0, 1, 0], [0, 0, 1]].into());
    let captures = [[1, 1, 0], [-1, 1, 0], [1, 0, 1], [-1, 0, 1], [0, 1, 1]];
    assert_eq!(steps("fF"), captures.into());
    assert_eq!(
        steps("bF"),
        captures.map(|[file, rank, level]| [file, -rank, -level]).into()
    );
    assert_eq!(steps("f(1,1,1)"), [[1, 1, 1], [-1, 1, 1]].into());
    assert_eq!((steps("F").len(), steps("fbW").len()), (12, 4));
}

#[test]
fn the_first_of_two_steps_may_capture() {
    let read = |text: &str| moves(text, FLAT).expect(text);
    let count = |text: &str| {
        let (movements, doubles) = read(text);
        let count = |some: fn(&DoubleMove) -> bool| doubles.iter().filter(|double| some(double)).count();
        let (back, passes) = (count(DoubleMove::returns), count(|double| double.passes));
        (movements.len(), doubles.len(), back, passes)
    };
    assert_eq!(count("KNADcaKmcabK"), (24, 72, 16, 8));
    assert_eq!(count("KNADcaKmabKcabK"), (24, 72, 16, 8));
    assert_eq!(count("caK"), (0, 56, 0, 0));
    assert_eq!(count("cabF"), (0, 4, 4, 0));
    assert_eq!(count("abW"), (0, 4, 4, 4));
    assert_eq!(count("fcafsW"), (0, 2, 0, 0));
    assert_eq!(count("aKaK"), (56, 0, 0, 0));
    let (_, doubles) = read("fcafrmW");
    let turned = DoubleMove {
        first: Vector::flat(0, 1),
        second: Vector::flat(1, 1),
        mode: Mode::Quiet,
        passes: false,
    };
    assert_eq!(doubles, [turned]);
    let (_, doubles) = read("rcafcF");
    let modes: Vec<Mode> = doubles.iter().map(|double| double.mode).collect();
    assert_eq!(modes, [Mode::Capture, Mode::Capture]);
}

#[test]
fn mistakes_are_reported_at_their_position() {
    let flat = [
        ("", 0, "expected a move"),
        ("  ", 2, "expected a move"),
        ("X", 0, "expected an atom"),
        ("KX", 1, "expected an atom"),
        ("Rm", 2, "found the end"),
        ("WpN", 1, "`p` goes with sliders"),
        ("gF", 0, "`g` goes with sliders"),
        ("pgR", 1, "`g` does not go with `p`"),
        ("ppR", 1, "given twice"),
        ("WooF", 2, "given twice"),
        ("jN", 0, "straight leaps"),
        ("dR", 0, "captures its own"),
        ("xW", 0, "lends its moves"),
        ("yW", 0, "before `a`"),
        ("aW", 1, "expected directions"),
        ("afN", 0, "single straight steps"),
        ("afR", 0, "single straight steps"),
        ("afW2", 0, "single straight steps"),
        ("KmcafW", 1, "`c` without `m`"),
        ("afcafW", 1, "two steps only"),
        ("cafafW", 0, "two steps only"),
        ("ocafW", 0, "none of `o`, `i` and `y`"),
        ("caifW", 2, "none of `o`, `i` and `y`"),
        ("cabN", 0, "single straight steps"),
        ("cabR", 0, "single straight steps"),
        ("cpafW", 1, "does not go with `a`"),
        ("cavK", 2, "leads back"),
        ("KcabK", 1, "no double capture here"),
        ("yafafW", 0, "before the last `a`"),
        ("yafsD", 0, "`t[DB]`"),
        ("afyW", 1, "before the last `a`"),
        ("mpafW", 1, "without `m`"),
        ("pafafW", 0, "first of two"),
        ("ypafW", 1, "first of two"),
        ("afpW", 2, "first of two"),
        ("nafW", 0, "does not go with `a`"),
        ("t[FaR]", 3, "expected an atom"),
        ("afabW", 3, "leads back"),
        ("avK", 1, "leads back"),
        ("ahW", 1, "does not go after `a`"),
        ("affW", 2, "given twice"),
        ("aslW", 2, "given twice"),
        ("afarW", 3, "a second `a`"),
        ("afafafW", 5, "at most 3 legs"),
        ("iimW", 1, "given twice"),
        ("kW", 0, "expected one of the modifiers"),
        ("qW", 0, "the rose"),
        ("qG", 0, "the rose"),
        ("qN3", 0, "expected no range"),
        ("zF3", 0, "expected no range"),
        ("tF", 1, "expected `[`"),
        ("t[RF]", 2, "single step first"),
        ("t[F]", 3, "expected an atom"),
        ("t[FRB]", 4, "expected `]`"),
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
        ("sfN", 1, "like `fs`"),
        ("vlF", 1, "like `fs`"),
        ("fvsN", 2, "like `fs`"),
        ("hN", 0, "`h` goes after"),
        ("fhF", 1, "`h` goes after"),
        ("WvK", 1, "one of f b l r before K"),
        ("nW", 0, "over a square"),
        ("nN0", 0, "single leaps"),
        ("zN", 0, "crooked bishop"),
        ("fzF", 0, "no direction with `z`"),
        ("F[same]", 1, "no zones"),
    ];
    let spatial = [
        ("zF", 0, "flat boards"),
        ("oW", 0, "flat boards"),
        ("afW", 0, "flat boards"),
        ("pR[same]", 0, "single"),
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
