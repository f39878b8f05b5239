//! The hash of a game's rules. Training data and network files contain the hash, so that they are never used with
//! different rules.

mod ends;
mod fnv;
mod hand;
mod movement;
mod pieces;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use fnv::fingerprint;

use self::fnv::Fnv;
use super::{Blast, Captures, Castling, Facing, Kings, PieceType, Prelude, Region, Rules, Trades};
use crate::board::{Square, Vector};

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

    fn region(&mut self, region: &BTreeSet<Square>) {
        self.number(region.len() as i64);
        region.iter().for_each(|square| self.square(*square));
    }

    fn prelude(&mut self, prelude: &Prelude) {
        // The numbers of the first moves are not hashed, because they follow from the start position.
        let Prelude {
            moves,
            any_order,
            optional,
            first: _,
        } = prelude;
        self.text("prelude");
        for moves in moves {
            self.number(moves.len() as i64);
            for (from, to) in moves {
                self.square(*from);
                self.square(*to);
            }
        }
        self.number(*any_order);
        self.number(*optional);
    }

    fn castling(&mut self, castling: &Castling, anywhere: bool) {
        // `king_types` and `rook_types` are not hashed, because they follow from the start position, nor is `short`,
        // which only affects notation. A game whose kings castle from anywhere has the hash of the game whose kings
        // castle from their squares in the array: like the choice of the start position, it only changes with which
        // positions a game begins. So Chess960 has the evaluation of chess.
        let Castling {
            letter,
            king,
            rook,
            king_types: _,
            rook_types: _,
            written_to_rook,
            short: _,
            only,
        } = castling;
        self.number(*letter as u32);
        for square in [king.0, king.1, rook.0, rook.1] {
            self.square(square);
        }
        self.number(*written_to_rook && !anywhere);
        if let Some(color) = only {
            self.text("only");
            self.number(*color as i64);
        }
    }

    fn piece_types(&mut self, piece_types: &[PieceType]) {
        self.number(piece_types.len() as i64);
        piece_types.iter().for_each(|piece_type| self.number(piece_type.0));
    }

    fn lines(&mut self, facing: Facing) {
        let Facing {
            files,
            ranks,
            diagonals,
        } = facing;
        [files, ranks, diagonals].into_iter().for_each(|line| self.number(line));
    }
}

impl Rules {
    /// Returns a number that changes when the rules change; see
    /// [`Definition::rules_hash`](super::Definition::rules_hash).
    ///
    /// All fields are named in the patterns of this function and of the functions that it calls. So the code does not
    /// compile after a field is added until somebody decides whether the hash depends on the field.
    pub fn hash(&self) -> u64 {
        // Four fields are not hashed: `array` and `held` follow from the start position, and `privileged` and the types
        // of the kings follow from the start position and the pieces.
        let Self {
            shape,
            zones: _,
            regions,
            pieces,
            start,
            castlings,
            castling_anywhere,
            captures: Captures { mandatory, chained },
            trades: Trades { no_exposed, no_counter },
            blast,
            kings:
                Kings {
                    types: _,
                    checks_forbidden,
                    facing_forbidden,
                    facing_ends,
                    royal_up_to,
                    successors,
                },
            hand,
            prelude,
            passing,
            ends,
            array: _,
            privileged: _,
            held: _,
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
        for Region { squares, written: _ } in regions {
            hash.text("bounds");
            squares.iter().for_each(|squares| hash.region(squares));
        }
        pieces.iter().for_each(|piece| hash.piece(piece, shape));
        // In early versions of Kurier, Black's left was White's left. The marker changes the hash of games with pieces
        // that move differently to the left and to the right, so that data from early versions is not used.
        if self.tells_left_from_right() {
            hash.text("turned");
        }
        hash.text(start);
        castlings
            .iter()
            .for_each(|castling| hash.castling(castling, *castling_anywhere));
        hash.number(*mandatory);
        hash.number(*chained);
        hash.ends(ends);
        for (types, word) in [(no_exposed, "no exposed trade"), (no_counter, "no counter-capture")] {
            if !types.is_empty() {
                hash.text(word);
                hash.piece_types(types);
            }
        }
        for (rule, word) in [(*checks_forbidden, "no checks"), (facing_forbidden.any(), "no facing")] {
            if rule {
                hash.text(word);
            }
        }
        if facing_forbidden.any() && *facing_forbidden != Facing::FILES_AND_RANKS {
            hash.lines(*facing_forbidden);
        }
        if facing_ends.any() {
            hash.text("facing ends");
            hash.lines(*facing_ends);
        }
        if let Some(most) = royal_up_to {
            hash.text("royal together up to");
            hash.number(*most);
        }
        if *successors != 0 {
            hash.text("successors");
            hash.number(*successors);
        }
        if let Some(hand) = hand {
            hash.hand(hand);
        }
        if let Some(Blast { betza: _, vectors }) = blast {
            hash.text("blast");
            vectors.iter().for_each(|vector| hash.vector(*vector));
        }
        if let Some(prelude) = prelude {
            hash.prelude(prelude);
        }
        if self.has_passing() {
            hash.text("passing");
            passing.iter().for_each(|when| hash.number(*when as i64));
        }
        hash.finish()
    }
}
