//! The hash of the goals and of the other ways in which a game ends.

use super::fnv::Fnv;
use crate::rules::{Connection, CountLimit, Counting, Ends, Extinction, Fate, Flag, Points, Repetition};

impl Fnv {
    pub(super) fn ends(&mut self, ends: &Ends) {
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

    pub(super) fn counting(&mut self, counting: &Counting) {
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

    pub(super) fn flag(&mut self, flag: &Flag) {
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
}
