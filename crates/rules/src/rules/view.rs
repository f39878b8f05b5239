//! The symmetry between the sides: how Black's squares correspond to White's.

use super::{DoubleMove, Legs, Movement, Reach, Rules};
use crate::board::{Square, Vector};

impl Rules {
    /// Returns, by square, the corresponding square for Black, such that both sides' pieces move alike. If every piece
    /// moves alike to the left and to the right, the ranks are mirrored and the files do not change; otherwise the
    /// board is turned by 180 degrees.
    pub fn black_view(&self) -> Box<[Square]> {
        let turned = self.tells_left_from_right();
        let squares = (0..self.shape.area()).map(Square::new);
        squares
            .map(|square| match turned {
                true => self.shape.turn(square),
                false => self.shape.mirror(square),
            })
            .collect()
    }

    /// Returns whether some piece moves differently to the left and to the right.
    pub(super) fn tells_left_from_right(&self) -> bool {
        let one_sided = |movements: &[Movement]| {
            !movements
                .iter()
                .all(|movement| movements.contains(&reflected(movement)))
        };
        let unequal = |doubles: &[DoubleMove]| {
            let reflected = |double: &DoubleMove| DoubleMove {
                first: across(double.first),
                second: across(double.second),
                ..*double
            };
            !doubles.iter().all(|double| doubles.contains(&reflected(double)))
        };
        self.pieces.iter().any(|piece| {
            let first = piece.first_move.as_ref().map_or(&[][..], |first| &first.movements);
            one_sided(&piece.movements) || one_sided(first) || unequal(&piece.doubles)
        })
    }
}

/// Returns the step with left and right swapped.
fn across(step: Vector) -> Vector {
    Vector {
        file: -step.file,
        ..step
    }
}

/// Returns the movement with left and right swapped.
fn reflected(movement: &Movement) -> Movement {
    let reach = match movement.reach {
        Reach::Crooked(other) => Reach::Crooked(across(other)),
        Reach::Circular(other) => Reach::Circular(across(other)),
        Reach::Bent(other, steps) => Reach::Bent(across(other), steps),
        Reach::Legs(legs) => {
            let steps: Vec<Vector> = legs.steps().iter().map(|step| across(*step)).collect();
            Reach::Legs(Legs::new(&steps, legs.range, legs.over).unwrap_or(legs))
        }
        same @ (Reach::Leap
        | Reach::Slide(_)
        | Reach::Lame
        | Reach::Ski(_)
        | Reach::Cannon(_)
        | Reach::Grasshopper(_)
        | Reach::Over) => same,
    };
    Movement {
        vector: across(movement.vector),
        reach,
        ..*movement
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Catalogue, Definition};

    #[test]
    fn built_in_games_do_not_tell_left_from_right() {
        for game in Catalogue::built_in().iter() {
            assert!(!game.tells_left_from_right(), "{}", game.name);
        }
    }

    #[test]
    fn a_one_sided_piece_turns_the_board() {
        let chess = include_str!("../../../../variants/chess.toml");
        let game = |knight: &str| {
            let text = chess.replacen("move = \"N\"", &format!("move = \"{knight}\""), 1);
            Definition::parse(&text, "x.toml").expect("a game")
        };
        for knight in [
            "sW",
            "flFfrF",
            "afsF",
            "aK",
            "qN",
            "zF",
            "oR",
            "lhNrhN",
            "st[WB]",
            "pafsF",
            "KNADcaKmcabK",
        ] {
            assert!(!game(knight).tells_left_from_right(), "{knight}");
        }
        for knight in ["lW", "fmWrcF", "frN", "lR3", "falF", "afrW", "lt[WB]", "rgR", "WNcafrW"] {
            let game = game(knight);
            assert!(game.tells_left_from_right(), "{knight}");
            let square = |name: &str| game.shape.parse(name).expect("a square");
            assert_eq!(game.black_view()[square("b1").index()], square("g8"), "{knight}");
        }
    }
}
