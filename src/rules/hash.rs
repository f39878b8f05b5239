//! A hash of a game's rules, kept in the files of data made with it.

use super::{Definition, FirstMove, Mode, Movement, Passage, Promotion, Reach, ZoneCondition};
use crate::board::{Square, Vector};

/// 64-bit FNV-1a (Fowler, Noll, Vo): simple, and the same everywhere and for ever.
struct Fnv(u64);

/// The number of some bytes, for telling data apart.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut fnv = Fnv::new();
    fnv.bytes(bytes);
    fnv.0
}

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn number(&mut self, number: impl Into<i64>) {
        self.bytes(&number.into().to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as i64);
        self.bytes(text.as_bytes());
    }

    fn vector(&mut self, vector: Vector) {
        for coordinate in [vector.file, vector.rank, vector.level] {
            self.number(coordinate);
        }
    }

    fn square(&mut self, square: Square) {
        self.number(square.0);
    }

    fn movements(&mut self, movements: &[Movement]) {
        self.number(movements.len() as i64);
        for movement in movements {
            self.vector(movement.vector);
            match movement.reach {
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
                    legs.steps().iter().for_each(|step| self.vector(*step));
                    self.number(legs.range);
                    self.number(legs.over);
                }
            }
            // Later additions to the rules change the hash only of games that use them.
            if movement.around {
                self.text("around");
            }
            if movement.initial.is_some() {
                self.text("initial");
            }
            self.number(match movement.mode {
                Mode::Quiet => 0,
                Mode::Capture => 1,
                Mode::Both => 2,
            });
            self.number(match movement.zones {
                ZoneCondition::Any => 0,
                ZoneCondition::Same => 1,
                ZoneCondition::Other => 2,
            });
        }
    }
}

impl Definition {
    /// A number that changes when the rules change, and not with names, descriptions or pictures. It is the same on
    /// every machine and in every version of the program that knows the same rules.
    pub fn rules_hash(&self) -> u64 {
        let mut hash = Fnv::new();
        for side in [self.shape.files(), self.shape.ranks(), self.shape.levels()] {
            hash.number(side);
        }
        if self.shape.opposed_levels() {
            hash.text("opposed");
        }
        for square in self.shape.squares() {
            hash.square(square);
            hash.number(self.zone(square));
        }
        for piece in &self.pieces {
            hash.number(piece.letter as u32);
            hash.movements(&piece.movements);
            hash.number(piece.royal);
            hash.number(piece.pawn);
            match &piece.promotion {
                None => hash.number(0),
                Some(Promotion::Choice(piece_types)) => {
                    hash.number(1);
                    piece_types.iter().for_each(|piece_type| hash.number(piece_type.0));
                }
                Some(Promotion::ByFile(piece_types)) => {
                    hash.number(2);
                    piece_types.iter().for_each(|piece_type| hash.number(piece_type.0));
                }
            }
            if piece.promotion.is_some() && (piece.promotion_rank < self.shape.farthest() || piece.promotes_to_lost) {
                hash.text("promotion");
                hash.number(piece.promotion_rank);
                hash.number(piece.promotes_to_lost);
            }
            match piece.multi_step.as_ref().map(|long| (long, long.double())) {
                None => hash.number(-1),
                Some((_, Some((first, last)))) => {
                    hash.number(first);
                    if last != first {
                        hash.text("ranks");
                        hash.number(last);
                    }
                }
                Some((long, None)) => {
                    hash.text("steps");
                    for (rank, steps) in &long.steps {
                        hash.number(*rank);
                        hash.number(*steps);
                    }
                }
            }
            hash.number(piece.multi_step.as_ref().is_some_and(|long| long.en_passant));
            if let Some(FirstMove {
                movements,
                safe_passage,
                passage,
                ..
            }) = &piece.first_move
            {
                hash.movements(movements);
                hash.number(*safe_passage);
                match passage {
                    Passage::OverFriends => {}
                    Passage::OverAll => hash.text("over enemies"),
                    Passage::BySteps => hash.text("by steps"),
                }
            }
        }
        // In old data Black's left was White's.
        if self.tells_left_from_right() {
            hash.text("turned");
        }
        hash.text(&self.start);
        for castling in &self.castlings {
            hash.number(castling.letter as u32);
            for square in [castling.king.0, castling.king.1, castling.rook.0, castling.rook.1] {
                hash.square(square);
            }
            hash.number(castling.written_to_rook);
            if let Some(color) = castling.only {
                hash.text("only");
                hash.number(color as i64);
            }
        }
        hash.number(self.captures.mandatory);
        hash.number(self.captures.chained);
        hash.number(self.ends.stalemate as i64);
        hash.number(self.ends.bare_king as i64);
        hash.number(self.ends.move_limit);
        for (piece_type, count) in &self.ends.promotion_set {
            hash.number(piece_type.0);
            hash.number(*count);
        }
        hash.0
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{Catalogue, Definition};

    #[test]
    fn hashes_differ_by_game_but_not_by_description() {
        let catalogue = Catalogue::built_in();
        let mut all: Vec<u64> = catalogue.iter().map(|game| game.rules_hash()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), catalogue.iter().count());

        let text = include_str!("../../variants/shatranj.toml");
        let hash = |text: &str| Definition::parse(text, "f").expect("a correct file").rules_hash();
        assert_eq!(
            hash(text),
            hash(&text.replace("Shah", "King").replace("The chess of", "A chess of"))
        );
        assert_ne!(hash(text), hash(&text.replace("move-limit = 70", "move-limit = 71")));
        assert_ne!(hash(text), hash(&text.replace("move = \"A\"", "move = \"nA\"")));
    }

    #[test]
    fn the_hash_of_chess_never_changes() {
        let chess = Catalogue::built_in().get("chess").expect("chess");
        assert_eq!(
            chess.rules_hash(),
            CHESS,
            "data made with other versions would be refused"
        );
    }

    const CHESS: u64 = 0xc8d8_1406_e184_9a65;
}
