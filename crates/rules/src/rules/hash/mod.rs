//! The hash of a game's rules. Training data and network files contain the hash, so that they are never used with other
//! rules.

mod fnv;
#[cfg(test)]
mod tests;

pub use fnv::fingerprint;

use self::fnv::Fnv;
use super::{
    Captures, Castling, Ends, FirstMove, Legs, Mode, Movement, MultiStep, Passage, PieceDefinition, Promotion, Reach,
    Rules, ZoneCondition,
};
use crate::board::{Shape, Square, Vector};

impl Fnv {
    fn vector(&mut self, vector: Vector) {
        let Vector { file, rank, level } = vector;
        for coordinate in [file, rank, level] {
            self.number(coordinate);
        }
    }

    fn square(&mut self, square: Square) {
        self.number(square.0);
    }

    fn movements(&mut self, movements: &[Movement]) {
        self.number(movements.len() as i64);
        for movement in movements {
            self.movement(movement);
        }
    }

    fn movement(&mut self, movement: &Movement) {
        let Movement {
            vector,
            reach,
            mode,
            zones,
            around,
            initial,
        } = movement;
        self.vector(*vector);
        self.reach(reach);
        // Rules that Kurier did not have when the first hashes were recorded are hashed only if a game uses them, so
        // that the hashes of older games do not change.
        if *around {
            self.text("around");
        }
        if initial.is_some() {
            self.text("initial");
        }
        self.number(match mode {
            Mode::Quiet => 0,
            Mode::Capture => 1,
            Mode::Both => 2,
        });
        self.number(match zones {
            ZoneCondition::Any => 0,
            ZoneCondition::Same => 1,
            ZoneCondition::Other => 2,
        });
    }

    fn reach(&mut self, reach: &Reach) {
        match *reach {
            Reach::Leap => self.number(0),
            Reach::Slide(steps) => {
                self.number(1);
                self.number(steps);
            }
            Reach::Lame => self.number(2),
            Reach::Crooked(other) => {
                self.number(3);
                self.vector(other);
            }
            Reach::Circular(other) => {
                self.number(4);
                self.vector(other);
            }
            Reach::Bent(other, steps) => {
                self.number(5);
                self.vector(other);
                self.number(steps);
            }
            Reach::Ski(steps) => {
                self.number(6);
                self.number(steps);
            }
            Reach::Cannon(steps) => {
                self.number(7);
                self.number(steps);
            }
            Reach::Grasshopper(steps) => {
                self.number(8);
                self.number(steps);
            }
            Reach::Over => self.number(9),
            Reach::Legs(legs) => {
                self.number(10);
                // The array `steps` is padded to a fixed length, so only its part in use, `steps()`, is hashed.
                let Legs {
                    steps: _,
                    count: _,
                    range,
                    over,
                } = legs;
                legs.steps().iter().for_each(|step| self.vector(*step));
                self.number(range);
                self.number(over);
            }
        }
    }

    fn promotion(&mut self, promotion: &Promotion) {
        let (kind, piece_types) = match promotion {
            Promotion::Choice(piece_types) => (1, piece_types),
            Promotion::ByFile(piece_types) => (2, piece_types),
        };
        self.number(kind);
        piece_types.iter().for_each(|piece_type| self.number(piece_type.0));
    }

    fn piece(&mut self, piece: &PieceDefinition, shape: &Shape) {
        let PieceDefinition {
            letter,
            name: _,
            betza: _,
            movements,
            royal,
            pawn,
            promotion,
            promotion_rank,
            promotes_to_lost,
            promotes_up_to,
            multi_step,
            first_move,
            picture: _,
            drawing: _,
            shapes: _,
        } = piece;
        self.number(*letter as u32);
        self.movements(movements);
        self.number(*royal);
        self.number(*pawn);
        match promotion {
            None => self.number(0),
            Some(promotion) => self.promotion(promotion),
        }
        if promotion.is_some() && (*promotion_rank < shape.farthest() || *promotes_to_lost) {
            self.text("promotion");
            self.number(*promotion_rank);
            self.number(*promotes_to_lost);
        }
        if !promotes_up_to.is_empty() {
            self.text("up to");
            for (piece_type, count) in promotes_up_to {
                self.number(piece_type.0);
                self.number(*count);
            }
        }
        self.multi_step(multi_step.as_ref());
        if let Some(first_move) = first_move {
            self.first_move(first_move);
        }
    }

    fn multi_step(&mut self, multi_step: Option<&MultiStep>) {
        let Some(MultiStep { steps, en_passant }) = multi_step else {
            self.number(-1);
            self.number(false);
            return;
        };
        match multi_step.and_then(MultiStep::double) {
            Some((first, last)) => {
                self.number(first);
                if last != first {
                    self.text("ranks");
                    self.number(last);
                }
            }
            None => {
                self.text("steps");
                for (rank, steps) in steps {
                    self.number(*rank);
                    self.number(*steps);
                }
            }
        }
        self.number(*en_passant);
    }

    fn first_move(&mut self, first_move: &FirstMove) {
        let FirstMove {
            betza: _,
            movements,
            safe_passage,
            passage,
        } = first_move;
        self.movements(movements);
        self.number(*safe_passage);
        match passage {
            Passage::OverFriends => {}
            Passage::OverAll => self.text("over enemies"),
            Passage::BySteps => self.text("by steps"),
        }
    }

    fn castling(&mut self, castling: &Castling) {
        // Two fields are not hashed: `rook_types` follows from the start position, and `short` only affects notation.
        let Castling {
            letter,
            king,
            rook,
            rook_types: _,
            written_to_rook,
            short: _,
            only,
        } = castling;
        self.number(*letter as u32);
        for square in [king.0, king.1, rook.0, rook.1] {
            self.square(square);
        }
        self.number(*written_to_rook);
        if let Some(color) = only {
            self.text("only");
            self.number(*color as i64);
        }
    }
}

impl Rules {
    /// Returns a number that changes when the rules change; see
    /// [`Definition::rules_hash`](super::Definition::rules_hash).
    ///
    /// All fields are named in the patterns of this function and of the functions that it calls. So the code does not
    /// compile after a field is added until somebody decides whether the hash depends on the field.
    pub fn hash(&self) -> u64 {
        // Two fields are not hashed: `array` follows from the start position, and `privileged` from the start position
        // and the pieces.
        let Self {
            shape,
            zones: _,
            pieces,
            start,
            castlings,
            captures: Captures { mandatory, chained },
            ends:
                Ends {
                    stalemate,
                    bare_king,
                    move_limit,
                    promotion_set,
                },
            array: _,
            privileged: _,
        } = self;
        let mut hash = Fnv::new();
        let (sides, opposed_levels, _holes) = shape.parts();
        sides.into_iter().for_each(|side| hash.number(side));
        if opposed_levels {
            hash.text("opposed");
        }
        for square in shape.squares() {
            hash.square(square);
            hash.number(self.zone(square));
        }
        pieces.iter().for_each(|piece| hash.piece(piece, shape));
        // In early versions of Kurier, Black's left was White's left. The marker changes the hash of games with pieces
        // that move differently to the left and to the right, so that data from early versions is not used.
        if self.tells_left_from_right() {
            hash.text("turned");
        }
        hash.text(start);
        castlings.iter().for_each(|castling| hash.castling(castling));
        hash.number(*mandatory);
        hash.number(*chained);
        hash.number(*stalemate as i64);
        hash.number(*bare_king as i64);
        hash.number(*move_limit);
        for (piece_type, count) in promotion_set {
            hash.number(piece_type.0);
            hash.number(*count);
        }
        hash.finish()
    }
}
