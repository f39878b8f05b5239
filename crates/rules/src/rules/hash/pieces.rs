//! The hash of pieces.

use super::fnv::Fnv;
use crate::board::Shape;
use crate::rules::{
    BoundChoice, DoubleMove, FirstMove, Hurdles, MultiStep, Passage, PieceDefinition, PromotesLeaving, Promotion,
};

impl Fnv {
    pub(super) fn piece(&mut self, piece: &PieceDefinition, shape: &Shape) {
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

    pub(super) fn promotion(&mut self, promotion: &Promotion) {
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

    pub(super) fn multi_step(&mut self, multi_step: Option<&MultiStep>) {
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

    pub(super) fn first_move(&mut self, first_move: &FirstMove) {
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

    pub(super) fn double(&mut self, double: &DoubleMove) {
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
}
