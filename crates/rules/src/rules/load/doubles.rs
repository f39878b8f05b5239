//! Checks moves in two steps that capture where the first step ends.

use crate::board::Vector;
use crate::rules::file::GameFile;
use crate::rules::source::Source;
use crate::rules::{DefinitionError, DoubleMove, Mode, Movement, PieceDefinition, Reach, Rules, ZoneCondition};

/// Checks that the moves in two steps fit the other rules.
///
/// What such a move can capture must be attacked by an ordinary move of the piece too. So whether a square is attacked
/// never depends on double captures, and check and pins are found as in games without them.
pub(super) fn check(source: Source<'_>, file: &GameFile, rules: &Rules) -> Result<(), DefinitionError> {
    for ((_, section), piece) in file.pieces.0.iter().zip(&rules.pieces) {
        if piece.doubles.is_empty() {
            continue;
        }
        let obstacles = [
            (rules.captures.chained, "where captures are chained"),
            (rules.hand.is_some(), "in a game with a hand"),
            (rules.blast.is_some(), "where captures blast"),
            (piece.promotion.is_some(), "of a piece that is promoted"),
        ];
        let start = section.movement.span().start;
        source.refuse(start, "move with `c` before `a`, nor with `ab`,", &obstacles)?;
        let missing = piece.doubles.iter().find_map(|double| uncovered(piece, double));
        if let Some(missing) = missing {
            return Err(source.error(start, missing));
        }
    }
    Ok(())
}

/// Returns what is wrong if a move in two steps can capture on a square that no ordinary move of the piece attacks.
fn uncovered(piece: &PieceDefinition, double: &DoubleMove) -> Option<String> {
    let DoubleMove { first, second, .. } = *double;
    let sum = Vector {
        file: first.file + second.file,
        rank: first.rank + second.rank,
        level: first.level + second.level,
    };
    let attacks_near = |movement: &Movement| {
        matches!(movement.reach, Reach::Leap | Reach::Slide(_)) && movement.vector == first && is_free(movement)
    };
    let attacks_far =
        |movement: &Movement| movement.reach == Reach::Leap && movement.vector == sum && is_free(movement);
    let covered = |attacks: &dyn Fn(&Movement) -> bool| piece.movements.iter().any(attacks);
    if double.passes {
        return None;
    }
    let place = |vector: Vector| format!("({},{})", vector.file, vector.rank);
    if !covered(&attacks_near) {
        return Some(format!(
            "expected a capture by an ordinary step to {} too, because the first step of a move in two steps captures \
             there",
            place(first)
        ));
    }
    if !double.returns() && double.mode != Mode::Quiet && !covered(&attacks_far) {
        return Some(format!(
            "expected a capture by a leap to {} too, because the second step of a move in two steps captures there",
            place(sum)
        ));
    }
    None
}

/// Returns whether a movement can capture from every square of the board, without a condition on zones.
fn is_free(movement: &Movement) -> bool {
    movement.mode != Mode::Quiet
        && movement.zones == ZoneCondition::Any
        && !movement.around
        && movement.initial.is_none()
        && movement.bounds.from.is_none()
}

#[cfg(test)]
mod tests {
    use crate::rules::Definition;

    /// Returns the definition of a small game in which a lion makes the moves `lion`. `rest` is added to the section of
    /// the lion, and `captures` is the content of the section `[captures]`.
    fn parse(lion: &str, rest: &str, captures: &str) -> Result<Definition, String> {
        let text = format!(
            "name = \"small\"\nstart = \"1k2/4/4/K2L w - - 0 1\"\ncaptures = {{ {captures} }}\n[board]\nfiles = 4\n\
             ranks = 4\n[pieces]\nK = {{ name = \"King\", move = \"K\", royal = true }}\n\
             Q = {{ name = \"Queen\", move = \"Q\" }}\nL = {{ name = \"Lion\", move = \"{lion}\"{rest} }}\n"
        );
        Definition::parse(&text, "small.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn moves_in_two_steps_are_read_beside_others() {
        let lion = parse("KNADcaKmcabK", "", "").expect("a game");
        let piece = &lion.pieces[2];
        assert_eq!(piece.movements.len(), 24);
        assert_eq!(piece.doubles.len(), 8 * 7 + 8 + 8);
        assert_eq!(piece.doubles.iter().filter(|double| double.passes).count(), 8);
        assert_eq!(piece.doubles.iter().filter(|double| double.returns()).count(), 16);
    }

    #[test]
    fn double_captures_need_ordinary_captures() {
        for (moves, message) in [
            ("NADcaK", "expected a capture by an ordinary step to (-1,-1) too"),
            ("KADcaK", "expected a capture by a leap to (-2,-1) too"),
            ("mKNADcaK", "expected a capture by an ordinary step"),
            ("QcafF", "expected a capture by a leap to (-2,-2) too"),
        ] {
            let error = parse(moves, "", "").expect_err(moves);
            assert!(error.contains(message), "{moves}: {error}");
        }
        for moves in ["QcamafF", "QcamfF", "FAcafF", "QcabK", "QmabF", "KNADcaK"] {
            let result = parse(moves, "", "");
            assert_eq!(result.is_ok(), moves != "QcamafF", "{moves}: {result:?}");
        }
    }

    #[test]
    fn double_captures_do_not_go_with_everything() {
        for (rest, captures, message) in [
            ("", "mandatory = true, chained = true", "where captures are chained"),
            ("", "blast = \"K\"", "where captures blast"),
            (", promotes-to = \"Q\"", "", "of a piece that is promoted"),
        ] {
            let error = parse("KNADcaK", rest, captures).expect_err(message);
            assert!(error.contains(message), "{error}");
        }
    }
}
