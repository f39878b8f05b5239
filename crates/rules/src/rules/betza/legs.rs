//! Moves in several legs (`a`): each step is turned from the previous step by a multiple of 45 degrees.

use super::atom::Atom;
use super::modifiers::{Modifier, Modifiers};
use super::parser::{Parser, Reaches};
use super::{BetzaError, error_at};
use crate::board::Vector;
use crate::rules::{DoubleMove, Legs, Mode, Reach};

/// The eight directions, clockwise.
const COMPASS: [Vector; 8] = [
    Vector::flat(0, 1),
    Vector::flat(1, 1),
    Vector::flat(1, 0),
    Vector::flat(1, -1),
    Vector::flat(0, -1),
    Vector::flat(-1, -1),
    Vector::flat(-1, 0),
    Vector::flat(-1, 1),
];

/// An angle in units of 45 degrees, clockwise; 0 is straight on.
type Turn = usize;

impl Parser<'_> {
    /// Returns the first steps of a move in several legs, each with the steps that follow it. `legs` holds the
    /// modifiers of each leg, with the offset where they begin.
    pub(super) fn legs(&self, legs: &[(usize, Modifiers)], atom: &Atom, range: u8) -> Result<Reaches, BetzaError> {
        let [(start, first), further @ ..] = legs else {
            return Ok(Reaches::new());
        };
        check(*start, legs, atom, range, self.setting.levels)?;
        let mut paths: Vec<Vec<Vector>> = self.vectors(first, atom)?.into_iter().map(|step| vec![step]).collect();
        for (number, (offset, leg)) in further.iter().enumerate() {
            let turns = turns(*offset, leg, atom, number > 0)?;
            let turned = |path: &Vec<Vector>| {
                let onward = turns.iter().map(|turn| turned(path[path.len() - 1], *turn));
                onward.map(|step| [&path[..], &[step]].concat()).collect::<Vec<_>>()
            };
            paths = paths.iter().flat_map(turned).collect();
        }
        let slides = legs.iter().any(|(_, leg)| leg.slides_on);
        let range = if slides { u8::MAX } else { 1 };
        let over = first.modifier.is_some();
        let reach = |path: &Vec<Vector>| Some((path[0], Reach::Legs(Legs::new(&path[1..], range, over)?)));
        Ok(paths.iter().filter_map(reach).collect())
    }
}

/// Returns whether a move with these legs captures where its first step ends, or steps out and back.
pub(super) fn is_double(legs: &[(usize, Modifiers)]) -> bool {
    matches!(legs, [(_, first), further @ ..] if further.len() == 1 && (first.capture || leads_back(&further[0].1)))
}

/// Returns whether a leg after the first leads back to where the piece came from.
fn leads_back(leg: &Modifiers) -> bool {
    matches!(leg.directions[..], [(_, 'b')])
}

impl Parser<'_> {
    /// Returns the moves in two steps that capture where the first step ends, or that step out and back. `legs` holds
    /// the modifiers of both legs, with the offset where they begin.
    pub(super) fn doubles(
        &self,
        legs: &[(usize, Modifiers)],
        atom: &Atom,
        range: u8,
    ) -> Result<Vec<DoubleMove>, BetzaError> {
        let [(start, first), (onward, second)] = legs else {
            return Ok(Vec::new());
        };
        check_atom(*start, atom, range, self.setting.levels)?;
        for (offset, leg) in legs {
            if let Some((place, modifier)) = leg.modifier {
                let letter = modifier.letter();
                return Err(error_at(place, format!("`{letter}` does not go with `a`")));
            }
            if leg.around || leg.initial || leg.slides_on {
                let message =
                    "expected none of `o`, `i` and `y` where the first step captures or the second leads back";
                return Err(error_at(*offset, message));
            }
        }
        let firsts = self.vectors(first, atom)?;
        if leads_back(second) {
            let kinds = [(first.capture, false), (first.quiet || !first.capture, true)];
            let chosen = kinds.into_iter().filter(|(chosen, _)| *chosen);
            let back = |passes: bool| {
                firsts.iter().map(move |step| DoubleMove {
                    first: *step,
                    second: step.opposite(),
                    mode: Mode::Quiet,
                    passes,
                })
            };
            return Ok(chosen.flat_map(|(_, passes)| back(passes)).collect());
        }
        if first.quiet {
            let message =
                "expected `c` without `m` before `a`: write the two moves one after the other, like `cafKafK`";
            return Err(error_at(*start, message));
        }
        let turns = turns(*onward, second, atom, false)?;
        let pairs = firsts
            .iter()
            .flat_map(|step| turns.iter().map(|turn| (*step, turned(*step, *turn))));
        let onward_mode = second.mode();
        let double = |(first, second)| DoubleMove {
            first,
            second,
            mode: onward_mode,
            passes: false,
        };
        Ok(pairs.map(double).collect())
    }
}

/// Checks that the modifiers of the legs, the atom and the range can be combined on this kind of board.
fn check(start: usize, legs: &[(usize, Modifiers)], atom: &Atom, range: u8, levels: bool) -> Result<(), BetzaError> {
    check_atom(start, atom, range, levels)?;
    if let Some((offset, _)) = legs.get(Legs::MAX + 1) {
        return Err(error_at(*offset, format!("expected at most {} legs", Legs::MAX + 1)));
    }
    let last = legs.len() - 1;
    for (number, (offset, leg)) in legs.iter().enumerate() {
        if number < last && leg.capture {
            let message = "`c` before `a` is supported in moves of two steps only";
            return Err(error_at(*offset, message));
        }
        if leg.slides_on && (number + 1 != last || atom.longest() > 1) {
            let message = "`y` goes before the last `a` only, and with W, F or K: for others write like `t[DB]`";
            return Err(error_at(*offset, message));
        }
        let first_of_two = number == 0 && last == 1 && !leg.slides_on && !leg.quiet;
        match leg.modifier {
            None => (),
            Some((_, Modifier::Cannon)) if first_of_two => (),
            Some((place, Modifier::Cannon)) => {
                let message = "`p` goes with the first of two single steps only, and without `m`";
                return Err(error_at(place, message));
            }
            Some((place, modifier)) => {
                let letter = modifier.letter();
                return Err(error_at(place, format!("`{letter}` does not go with `a`")));
            }
        }
    }
    Ok(())
}

/// Checks that an atom with its range can be the step of a move in several legs.
fn check_atom(start: usize, atom: &Atom, range: u8, levels: bool) -> Result<(), BetzaError> {
    if levels {
        return Err(error_at(start, "`a` is for flat boards"));
    }
    let straight = matches!(atom.letter, Some('W' | 'F' | 'K' | 'D' | 'A' | 'H' | 'G'));
    if !straight || range > 1 {
        let message = "`a` goes with single straight steps: W, F, K, D, A, H or G; for a last leg that slides write \
                       `y` before it, like `yafsF`";
        return Err(error_at(start, message));
    }
    Ok(())
}

/// Returns the turns from the previous leg that the direction modifiers of a leg allow. `later` is `true` if the leg
/// follows a second `a`.
fn turns(offset: usize, leg: &Modifiers, atom: &Atom, later: bool) -> Result<Vec<Turn>, BetzaError> {
    let mut all = Vec::new();
    let mut rest = &leg.directions[..];
    if rest.is_empty() {
        return match atom.is_compound() {
            true => Ok(vec![0, 1, 2, 3, 5, 6, 7]),
            false => Err(error_at(offset, "expected directions after `a`, like `afsW` or `afW`")),
        };
    }
    while let [(place, letter), tail @ ..] = rest {
        let (turns, used): (&[Turn], usize) = match (letter, tail.first().map(|(_, next)| *next)) {
            ('f', Some('s')) | ('s', Some('f')) => (&[1, 7], 2),
            ('f', Some('r')) | ('r', Some('f')) => (&[1], 2),
            ('f', Some('l')) | ('l', Some('f')) => (&[7], 2),
            ('b', Some('s')) | ('s', Some('b')) => (&[3, 5], 2),
            ('b', Some('r')) | ('r', Some('b')) => (&[3], 2),
            ('b', Some('l')) | ('l', Some('b')) => (&[5], 2),
            ('f', _) => (&[0], 1),
            ('s', _) => (&[2, 6], 1),
            ('r', _) => (&[2], 1),
            ('l', _) => (&[6], 1),
            ('b' | 'v', _) => {
                let message = format!("`{letter}` after `a` leads back to where the piece came from");
                return Err(error_at(*place, message));
            }
            _ => return Err(error_at(*place, format!("`{letter}` does not go after `a`"))),
        };
        // After a second `a`, other programs disagree on `l` and `r`: some relate them to the side of the first turn,
        // some to the opposite side.
        if later && rest[..used].iter().any(|(_, letter)| matches!(letter, 'l' | 'r')) {
            let message = "`l` and `r` after a second `a` are not supported: expected `f` or `s`";
            return Err(error_at(*place, message));
        }
        if turns.iter().any(|turn| all.contains(turn)) {
            return Err(error_at(*place, "this direction is given twice"));
        }
        all.extend_from_slice(turns);
        rest = &rest[used..];
    }
    Ok(all)
}

/// Returns an orthogonal or diagonal step turned clockwise by `turn`. The number of squares that the step crosses does
/// not change.
fn turned(step: Vector, turn: Turn) -> Vector {
    let size = step.file.abs().max(step.rank.abs());
    let unit = Vector::flat(step.file.signum(), step.rank.signum());
    let heading = COMPASS
        .iter()
        .position(|direction| *direction == unit)
        .unwrap_or_default();
    COMPASS[(heading + turn) % COMPASS.len()].times(size)
}
