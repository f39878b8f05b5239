//! Drops: their generation, and whether they are legal and give check.

use super::sink::{AnyMove, Filtered, Sink};
use super::{Move, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{Color, HandTables, PieceType};

impl<const W: usize> Position<W> {
    /// Passes the legal drops to a sink, without enforcing a general ban on moves that give check.
    #[cold]
    pub(super) fn visit_drops(&self, sink: &mut dyn Sink<W>) {
        let Some(tables) = self.variant.hand.as_deref() else {
            return;
        };
        let held = self.hand(self.side).map(|(held, _)| held);
        for piece_type in held.flat_map(|held| [Some(held), tables.promoted[held.index()]].into_iter().flatten()) {
            let mut open = self.drop_targets(piece_type, tables);
            if tables.evenly != 0 {
                open = open
                    .into_iter()
                    .filter(|to| self.stays_even(piece_type, *to, tables))
                    .collect();
            }
            let legal = match self.tests_drops(piece_type, tables) {
                false => open,
                true => open
                    .into_iter()
                    .filter(|to| self.is_drop_allowed(piece_type, *to, tables))
                    .collect(),
            };
            sink.drops(piece_type, legal);
            if sink.is_done() {
                return;
            }
        }
    }

    /// Returns the empty squares where the side to move may drop a piece, regardless of the rules about drops that give
    /// check or mate.
    fn drop_targets(&self, piece_type: PieceType, tables: &HandTables<W>) -> Bitboard<W> {
        let us = self.side;
        let mut targets = tables.zones[us.index()][piece_type.index()].without(self.occupied());
        if let Some(most) = tables.per_file[piece_type.index()] {
            let own: Bitboard<W> = self
                .of(us, piece_type)
                .into_iter()
                .filter(|square| self.promoted_from(*square).is_none())
                .collect();
            for square in own {
                let file = tables.files[square.index()];
                if (own & file).count() >= most.into() {
                    targets = targets.without(file);
                }
            }
        }
        targets
    }

    /// Returns whether a drop on `to` leaves it possible to divide the pieces of each type that must be dropped evenly
    /// between light and dark squares. If there is an odd number of pieces of such a type, one of them may stand
    /// anywhere.
    #[cold]
    fn stays_even(&self, piece_type: PieceType, to: Square, tables: &HandTables<W>) -> bool {
        let us = self.side;
        let light = self.variant.squares.without(tables.dark);
        self.piece_type_range()
            .filter(|other| tables.evenly >> other.0 & 1 != 0)
            .all(|other| {
                let own = self.of(us, other);
                let all = own.count() + self.held(us, other);
                if other == piece_type {
                    let like = if tables.dark.contains(to) { tables.dark } else { light };
                    return (own & like).count() < all.div_ceil(2);
                }
                let mut places = own | self.drop_targets(other, tables);
                places.remove(to);
                [tables.dark, light]
                    .into_iter()
                    .all(|shade| (places & shade).count() >= all / 2)
            })
    }

    /// Returns whether each drop of a piece must be tested: whether it leaves the king safe, gives check or mates. With
    /// hoppers on the board, even a piece that is put on the board can open an attack on its own king.
    fn tests_drops(&self, piece_type: PieceType, tables: &HandTables<W>) -> bool {
        let (us, them) = (self.side, !self.side);
        self.in_check()
            || !self.variant.hoppers[them.index()].is_empty()
            || self.of(us, self.variant.plain_kings[us.index()]).is_empty()
            || tables.checks_forbidden
            || tables.mate_forbidden >> piece_type.0 & 1 != 0
    }

    fn is_drop_allowed(&self, piece_type: PieceType, to: Square, tables: &HandTables<W>) -> bool {
        let is_safe = match self.variant.definition.piece(piece_type).royal {
            true => self.drops_safely(to),
            false if self.variant.hurdles => self.royals_are_safe_after_drop(piece_type, to),
            false => self.is_safe(to, to, None),
        };
        if !is_safe {
            return false;
        }
        let m = Move::drop(piece_type, to);
        let no_mate =
            tables.mate_forbidden >> piece_type.0 & 1 != 0 && !self.hand.as_ref().is_some_and(|h| h.is_judging());
        if !(tables.checks_forbidden || no_mate) || !self.gives_check(m) {
            return true;
        }
        !tables.checks_forbidden && !self.mates(m)
    }

    /// Returns whether a drop that gives check mates. Replies that are drops count as moves even if the rules forbid
    /// them because they mate.
    fn mates(&self, m: Move) -> bool {
        let mut after = self.without_history();
        if let Some(hand) = &mut after.hand {
            hand.judge();
        }
        after.make(m);
        !after.can_move()
    }

    /// Returns whether a move of unknown origin that begins on an empty square is a legal drop.
    #[cold]
    pub(super) fn is_legal_drop(&self, m: Move) -> bool {
        let (Some(tables), Some(piece_type)) = (self.variant.hand.as_deref(), m.dropped()) else {
            return false;
        };
        let to = m.to();
        m == Move::drop(piece_type, to)
            && tables
                .held_as
                .get(piece_type.index())
                .is_some_and(|held| self.held(self.side, *held) > 0)
            && self.drop_targets(piece_type, tables).contains(to)
            && (tables.evenly == 0 || self.stays_even(piece_type, to, tables))
            && (!self.tests_drops(piece_type, tables) || self.is_drop_allowed(piece_type, to, tables))
    }

    /// Returns whether a legal drop gives check.
    #[cold]
    pub(super) fn drop_gives_check(&self, m: Move) -> bool {
        self.dropped_piece(m).is_some_and(|piece| self.opens_check(m, piece))
    }

    /// Returns the piece that a move moves or drops; `None` if it moves nothing.
    #[inline(always)]
    pub fn moved_piece(&self, m: Move) -> Option<Piece> {
        match self.piece_at(m.from()) {
            Some(piece) => Some(piece),
            None => self.dropped_piece(m),
        }
    }

    #[cold]
    fn dropped_piece(&self, m: Move) -> Option<Piece> {
        m.dropped().map(|piece_type| Piece {
            piece_type,
            color: self.side,
        })
    }

    /// Returns whether the side to move must drop a piece, because the rules require a drop and one is possible.
    #[cold]
    pub(super) fn drops_come_first(&self) -> bool {
        let must = self.variant.definition.hand.is_some_and(|hand| hand.must_drop);
        let mut any = AnyMove::default();
        if must {
            self.visit_permitted_drops(&mut any);
        }
        any.found
    }

    /// Passes the legal drops to a sink, without those that give check if checks are forbidden.
    pub(super) fn visit_permitted_drops(&self, sink: &mut dyn Sink<W>) {
        match self.forbidden_checks() {
            Some(test) => {
                let keeps = |m: Move| !test.gives_check(m);
                self.visit_drops(&mut Filtered { keeps, sink });
            }
            None => self.visit_drops(sink),
        }
    }

    /// Returns the number of pieces that a side has, on the board and in hand.
    pub(super) fn count_with_hand(&self, color: Color) -> u32 {
        let held: u32 = self.hand(color).map(|(_, count)| u32::from(count)).sum();
        self.of_color(color).count() + held
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Reason;
    use super::*;
    use crate::rules::{Catalogue, Definition, Variant};

    fn position<const W: usize>(game: &str, fen: Option<&str>) -> Position<W> {
        let definition = Catalogue::built_in().get(game).expect("the game is built in");
        let variant = Arc::new(Variant::compile(definition));
        match fen {
            Some(fen) => Position::from_fen(variant, fen).expect("the FEN is good"),
            None => Position::start(variant),
        }
    }

    /// Plays turns given in coordinate notation.
    fn play<const W: usize>(position: &mut Position<W>, turns: &[&str]) {
        for text in turns {
            let turn = position
                .parse_turn(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play(&turn);
        }
    }

    #[test]
    fn published_counts_are_met() {
        assert_eq!(
            [1, 2, 3].map(|depth| position::<1>("crazyhouse", None).perft(depth)),
            [20, 400, 8902]
        );
        assert_eq!(
            [1, 2, 3].map(|depth| position::<2>("shogi", None).perft(depth)),
            [30, 900, 25470]
        );
        let counts = [1, 2, 3, 4].map(|depth| position::<1>("minishogi", None).perft(depth));
        assert_eq!(counts, [14, 181, 2512, 35401]);
        // Wikipedia: the largest known number of moves in a position of shogi.
        let most = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3[RBGSNLPPPgggnnnppppppppppppppp] w - - 0 1";
        assert_eq!(position::<2>("shogi", Some(most)).perft(1), 593);
    }

    #[test]
    fn captured_men_change_sides_and_promoted_ones_revert() {
        let mut position = position::<1>("crazyhouse", Some("k6r/6P1/8/8/8/8/8/K7[] w - - 0 1"));
        let (fen, key) = (position.fen(), position.key());
        play(&mut position, &["g7h8q", "a8a7"]);
        assert_eq!(position.fen(), "7Q~/k7/8/8/8/8/8/K7[R] w - - 1 2");
        play(&mut position, &["R@h1", "a7a6", "h8h7", "a6a5"]);
        assert_eq!(position.fen(), "8/7Q~/8/k7/8/8/8/K6R[] w - - 3 4");
        for _ in 0..6 {
            position.unmake();
        }
        assert_eq!((position.fen(), position.key()), (fen, key));
        let mut other = self::position::<1>("crazyhouse", Some("k2r4/8/8/3Q~4/8/8/8/K7[] b - - 0 1"));
        play(&mut other, &["d8d5"]);
        assert_eq!(other.fen(), "k7/8/8/3r4/8/8/8/K7[p] w - - 0 2");
    }

    #[test]
    fn positions_repeat_over_captures() {
        let mut position = position::<1>("crazyhouse", Some("kn6/8/8/8/8/8/8/KN6[Nn] w - - 0 1"));
        let cycle = [
            "N@c6", "b8c6", "a1a2", "N@c3", "b1c3", "a8a7", "c3b1", "a7a8", "a2a1", "c6b8",
        ];
        play(&mut position, &cycle);
        assert!(position.outcome().is_none());
        play(&mut position, &cycle);
        assert_eq!(
            position.outcome().map(|outcome| outcome.reason),
            Some(Reason::Repetition)
        );
    }

    #[test]
    fn refusals_of_drops_say_why() {
        let position = position::<2>("shogi", Some("8k/6S2/7G1/9/9/9/9/9/K1P6[P] w - - 0 1"));
        for (text, why) in [
            ("P@i8", "the Pawn cannot be dropped on i8"),
            ("p@c5", "the Pawn cannot be dropped on c5"),
            ("P@a9", "the Pawn cannot be dropped on a9"),
            ("R@a5", "there is no Rook in hand"),
            ("K@a5", "there is no piece 'K' to drop in this game"),
            ("P@z5", "there is no square z5"),
        ] {
            let error = position.parse_turn(text).expect_err(text).to_string();
            assert_eq!(error, why, "{text}");
            assert_eq!(position.parse_san(text).expect_err(text).to_string(), why, "{text}");
        }
        let drop = position.parse_turn("p@h8").expect("a legal drop");
        assert_eq!(position.spell(&drop), "P@h8");
        assert_eq!(position.san(&drop), "P@h8");
        assert_eq!(position.parse_san("@h8"), Ok(drop));
        // Other programs write `+` for a promotion if the piece has only one.
        assert_eq!(position.parse_turn("g8g9+"), position.parse_turn("g8g9g"));
        assert_ne!(position.parse_turn("g8g9+"), position.parse_turn("g8g9"));
        assert!(position.parse_turn("a1b1+").is_err());
    }

    #[test]
    fn pieces_are_dropped_on_either_side_and_turn_over_with_each_move() {
        // Fairy-Stockfish has found these counts.
        let counts = [1, 2, 3].map(|depth| position::<1>("kyoto", None).perft(depth));
        assert_eq!(counts, [12, 137, 1636]);
        let fen = "2k2/5/5/5/P1K1+P[Ln] w - - 0 1";
        let mut position = position::<1>("kyoto", Some(fen));
        assert_eq!(position.perft(1), 53);
        let (before, key) = (position.fen(), position.key());
        assert_eq!(before, fen);
        let plain = position.parse_turn("L@b3").expect("the lance is in hand");
        let promoted = position.parse_turn("+L@b3").expect("it may be dropped as a tokin");
        assert_ne!(plain, promoted);
        assert_eq!(
            (position.spell(&promoted), position.san(&promoted)),
            ("+L@b3".into(), "+L@b3".into())
        );
        assert_eq!(position.parse_san("+L@b3"), Ok(promoted));
        for (text, why) in [
            ("T@b3", "there is no piece 'T' to drop in this game"),
            ("+K@b3", "there is no piece '+K' to drop in this game"),
            ("+N@b3", "there is no Knight in hand"),
        ] {
            assert_eq!(position.parse_turn(text).expect_err(text).to_string(), why);
        }
        play(&mut position, &["+L@b3", "+N@e2", "b3b4"]);
        assert_eq!(position.fen(), "2k2/1L3/5/4+n/P1K1+P[] b - - 1 2");
        // A rook that has turned over is captured as the pawn that it was, whichever side was up.
        play(&mut position, &["e2e1", "c1c2"]);
        assert_eq!(position.fen(), "2k2/1L3/5/2K2/P3n[p] b - - 1 3");
        for _ in 0..5 {
            position.unmake();
        }
        assert_eq!((position.fen(), position.key()), (before, key));
        // Without a mark in the FEN, the type alone shows that the rook was a pawn.
        let unmarked = self::position::<1>("kyoto", Some("2k2/5/5/5/P1K1R[Ln] w - - 0 1"));
        assert_eq!((unmarked.fen(), unmarked.key()), (fen.to_owned(), key));
    }

    /// Returns a position of a small game in which both sides begin with king and rook in hand.
    fn placed(fen: Option<&str>) -> Position<1> {
        let text = "name = \"placed\"\nstart = \"4/4/4/4/4/4[KRkr] w - - 0 1\"\n[board]\nfiles = 4\nranks = 6\n[pieces]\n\
             K = { name = \"King\", move = \"K\", royal = true }\nR = { name = \"Rook\", move = \"R\" }\n\
             [hand]\ncaptured = \"lost\"\nmust-drop = true\n";
        let definition = Arc::new(Definition::parse(text, "placed.toml").expect("a game"));
        let variant = Arc::new(Variant::compile(definition));
        match fen {
            Some(fen) => Position::from_fen(variant, fen).expect("the FEN is good"),
            None => Position::start(variant),
        }
    }

    #[test]
    fn kings_are_dropped_but_not_into_check() {
        let mut position = placed(None);
        assert_eq!((position.perft(1), position.perft(2)), (48, 48 * 46 - 136 - 24 * 8));
        play(&mut position, &["R@a1"]);
        assert!(position.parse_turn("K@a6").is_err(), "the rook attacks the file");
        assert!(!position.is_king_taken(Color::White) && !position.is_king_taken(Color::Black));
        let (fen, key) = (position.fen(), position.key());
        play(&mut position, &["r@a6"]);
        assert!(
            !position.in_check() && position.outcome().is_none(),
            "a king in hand is not in check"
        );
        play(&mut position, &["K@b2", "k@c6"]);
        assert_eq!(position.fen(), "r1k1/4/4/4/1K2/R3[] w - - 0 3");
        assert_eq!(position.king(Color::White).map(|king| king.index()), Some(5));
        for _ in 0..3 {
            position.unmake();
        }
        assert_eq!((position.fen(), position.key()), (fen, key));
    }

    #[test]
    fn a_side_has_one_king_on_the_board_or_in_hand() {
        let variant = placed(None).variant().clone();
        let error = |fen: &str| {
            Position::from_fen(variant.clone(), fen)
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(error("4/4/4/4/4/K3[k] w - - 0 1"), None);
        for (fen, found) in [
            ("4/4/4/4/4/K3[Kk] w", 2),
            ("4/4/4/4/4/4[k] w", 0),
            ("4/4/4/4/4/KK2[k] w", 2),
        ] {
            assert_eq!(
                error(fen),
                Some(format!("White has {found} kings instead of one")),
                "{fen}"
            );
        }
        // With its king in hand, a side can give check and mate, but cannot be checked or mated.
        let mut position = placed(Some("k3/4/4/4/4/4[KRR] w - - 0 1"));
        play(&mut position, &["R@b1", "a6a5", "R@a1"]);
        assert!(position.in_check() && !position.can_move());
    }
}
