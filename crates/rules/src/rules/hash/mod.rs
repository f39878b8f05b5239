//! The hash of a game's rules. Training data and network files contain the hash, so that they are never used with other
//! rules.

mod fnv;
mod hand;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

pub use fnv::fingerprint;

use self::fnv::Fnv;
use super::{
    Blast, BoundChoice, Bounds, Captures, Castling, Connection, CountLimit, Counting, DoubleMove, Ends, Extinction,
    Facing, Fate, FirstMove, Flag, Hurdles, Kings, Legs, Mode, Movement, MultiStep, Passage, PieceDefinition,
    PieceType, Points, Prelude, PromotesLeaving, Promotion, Reach, Region, Repetition, Rules, Trades, ZoneCondition,
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

    fn region(&mut self, region: &BTreeSet<Square>) {
        self.number(region.len() as i64);
        region.iter().for_each(|square| self.square(*square));
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
            bounds: Bounds { from, within, to },
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
        for (region, word) in [(from, "from"), (within, "within"), (to, "to")] {
            if let Some(number) = region {
                self.text(word);
                self.number(*number);
            }
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
            Promotion::ByColor([white, black]) => {
                self.number(3);
                for piece_types in [white, black] {
                    self.number(piece_types.len() as i64);
                    piece_types.iter().for_each(|piece_type| self.number(piece_type.0));
                }
                return;
            }
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
            doubles,
            stays_in,
            hurdles: Hurdles { not_over, not_onto },
            royal,
            royal_up_to,
            pawn,
            promotion,
            promotes_to_in,
            promotion_rank,
            promotes_in,
            must_promote_from,
            promotes_leaving,
            must_promote_leaving,
            promotes_to_lost,
            promotes_up_to,
            promotes_standing,
            blast_proof,
            drops,
            multi_step,
            first_move,
            picture: _,
            drawing: _,
            shapes: _,
        } = piece;
        self.number(*letter as u32);
        self.movements(movements);
        if !doubles.is_empty() {
            self.text("doubles");
            self.number(doubles.len() as i64);
            doubles.iter().for_each(|double| self.double(double));
        }
        if let Some(number) = stays_in {
            self.text("stays in");
            self.number(*number);
        }
        for (types, word) in [(not_over, "no hop over"), (not_onto, "no hop onto")] {
            if !types.is_empty() {
                self.text(word);
                self.piece_types(types);
            }
        }
        self.number(*royal);
        if let Some(most) = royal_up_to {
            self.text("royal up to");
            self.number(*most);
        }
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
        if let Some(regions) = promotes_in {
            self.text("region");
            regions.iter().for_each(|region| self.region(region));
        }
        if *must_promote_from != Some(shape.farthest()) {
            self.text("compulsory");
            self.number(must_promote_from.map_or(-1, i64::from));
        }
        match promotes_leaving {
            PromotesLeaving::Never => {}
            PromotesLeaving::Capturing => self.text("capturing"),
            PromotesLeaving::Always => self.text("leaving"),
        }
        if *must_promote_leaving {
            self.text("must leaving");
        }
        if !promotes_to_in.is_empty() {
            self.text("to in");
            self.number(promotes_to_in.len() as i64);
            for BoundChoice { piece_type, squares } in promotes_to_in {
                self.number(piece_type.0);
                squares.iter().for_each(|region| self.region(region));
            }
        }
        if !promotes_up_to.is_empty() {
            self.text("up to");
            for (piece_type, count) in promotes_up_to {
                self.number(piece_type.0);
                self.number(*count);
            }
        }
        if *promotes_standing {
            self.text("standing");
        }
        if let Some(proof) = blast_proof {
            self.text("blast-proof");
            self.number(*proof as i64);
        }
        self.drops(drops);
        self.multi_step(multi_step.as_ref());
        if let Some(first_move) = first_move {
            self.first_move(first_move);
        }
    }

    fn double(&mut self, double: &DoubleMove) {
        let DoubleMove {
            first,
            second,
            mode,
            passes,
        } = double;
        self.vector(*first);
        self.vector(*second);
        self.number(*mode as i64);
        self.number(*passes);
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

    fn multi_step(&mut self, multi_step: Option<&MultiStep>) {
        let Some(MultiStep {
            steps,
            squares,
            en_passant,
            en_passant_on,
        }) = multi_step
        else {
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
        for (word, regions) in [("step squares", squares), ("en passant", en_passant_on)] {
            if let Some(regions) = regions {
                self.text(word);
                regions.iter().for_each(|region| self.region(region));
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
        // `king_types` and `rook_types` are not hashed, because they follow from the start position, nor is `short`,
        // which only affects notation.
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
        self.number(*written_to_rook);
        if let Some(color) = only {
            self.text("only");
            self.number(*color as i64);
        }
    }

    fn ends(&mut self, ends: &Ends) {
        let Ends {
            checkmate,
            stalemate,
            bare_king,
            move_limit,
            promotions_reset,
            promotion_set,
            flags,
            extinctions,
            connections,
            checks,
            repetition:
                Repetition {
                    times,
                    fate,
                    of_white,
                    perpetual_check_loses,
                },
            counting,
            points,
        } = ends;
        self.number(*stalemate as i64);
        self.number(*bare_king as i64);
        self.number(*move_limit);
        for (piece_type, count) in promotion_set {
            self.number(piece_type.0);
            self.number(*count);
        }
        if *checkmate != Fate::Loses {
            self.text("mated");
            self.number(*checkmate as i64);
        }
        flags.iter().for_each(|flag| self.flag(flag));
        for Extinction {
            pieces,
            at_most,
            opponent_at_least,
            fate,
        } in extinctions
        {
            self.text("extinct");
            self.piece_types(pieces);
            self.number(*at_most);
            self.number(*opponent_at_least);
            self.number(*fate as i64);
        }
        for Connection {
            pieces,
            count,
            orthogonal,
            diagonal,
            fate,
        } in connections
        {
            self.text("row");
            self.piece_types(pieces);
            self.number(*count);
            self.number(*orthogonal);
            self.number(*diagonal);
            self.number(*fate as i64);
        }
        if *checks > 0 {
            self.text("checks");
            self.number(*checks);
        }
        if (*times, *fate, *perpetual_check_loses) != (Some(3), Fate::Draws, false) {
            self.text("repetition");
            self.number(times.unwrap_or(0));
            self.number(*fate as i64);
            self.number(*perpetual_check_loses);
        }
        if *of_white {
            self.text("repetition of white");
        }
        if *promotions_reset {
            self.text("promotions reset");
        }
        if let Some(counting) = counting {
            self.counting(counting);
        }
        if let Some(Points { pieces, extra, ties }) = points {
            self.text("points");
            self.number(pieces.len() as i64);
            for (piece_type, each) in pieces {
                self.number(piece_type.0);
                self.number(*each);
            }
            extra.iter().for_each(|points| self.number(*points));
            self.number(ties.map_or(2, |color| color as i64));
        }
    }

    fn counting(&mut self, counting: &Counting) {
        let Counting {
            board,
            board_men,
            alone,
            counts_men,
        } = counting;
        self.text("counting");
        self.number(*board);
        self.number(board_men.unwrap_or(0));
        self.number(*counts_men);
        for CountLimit {
            pieces,
            at_least,
            moves,
        } in alone
        {
            self.text("alone");
            self.piece_types(pieces);
            self.number(*at_least);
            self.number(*moves);
        }
    }

    fn flag(&mut self, flag: &Flag) {
        let Flag {
            pieces,
            squares,
            count,
            or_full,
            time,
        } = flag;
        self.text("flag");
        self.piece_types(pieces);
        squares.iter().for_each(|region| self.region(region));
        self.number(*count);
        self.number(*or_full);
        self.number(*time as i64);
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
        // Four fields are not hashed: `array` and `held` follow from the start position, and `privileged` and the types of
        // the kings follow from the start position and the pieces.
        let Self {
            shape,
            zones: _,
            regions,
            pieces,
            start,
            castlings,
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
        castlings.iter().for_each(|castling| hash.castling(castling));
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
