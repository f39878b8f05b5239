//! Moves in two steps that capture where the first step ends, and turns that a piece passes by stepping out and back:
//! the moves of a lion. Few games have them, so their moves are generated and tested one by one.

use super::sink::Sink;
use super::{Generate, Move, MoveKind, Piece, Position};
use crate::board::{Bitboard, Square};
use crate::rules::{DoubleTables, DoubleTargets};

impl<const W: usize> Position<W> {
    /// Returns the square where the first step of a move in two steps ends; `None` for other moves.
    #[inline]
    pub fn middle(&self, m: Move) -> Option<Square> {
        match m.kind() {
            MoveKind::Double => self.middle_of_double(m),
            _ => None,
        }
    }

    #[cold]
    fn middle_of_double(&self, m: Move) -> Option<Square> {
        let step = self.variant.doubles.as_ref()?.steps.get(m.first_step())?;
        self.variant.definition.shape.step(m.from(), *step)
    }

    /// Returns whether a move in two steps captures a piece with its second step, too.
    pub(super) fn captures_at_end(&self, m: Move) -> bool {
        m.to() != m.from() && self.piece_at(m.to()).is_some()
    }

    /// Changes the board for a move in two steps, a pass or a swap. Returns, as bits, the rights that survive the move;
    /// `kept` holds the rights that survive any move between its squares.
    #[cold]
    pub(super) fn make_rare(&mut self, m: Move, piece: Piece, kept: u32) -> u32 {
        if m.is_swap() {
            self.make_swap(m, piece);
            return kept;
        }
        if m.is_pass() {
            self.change(piece, m.from(), false);
            self.change(piece, m.to(), true);
            return if self.variant.passes { u32::MAX } else { kept };
        }
        let captured: Bitboard<W> = self.captured_squares(m).collect();
        for square in captured {
            if let Some(victim) = self.piece_at(square) {
                self.change(victim, square, false);
            }
        }
        self.change(piece, m.from(), false);
        self.change(piece, m.to(), true);
        self.state.halfmoves = 0;
        let middle = self.middle(m).map(|middle| self.variant.rights_kept[middle.index()]);
        kept & middle.unwrap_or(u32::MAX)
    }

    /// Returns the piece that a capture takes: on its destination, or if that is empty, where the first of two steps
    /// ends. Returns `None` for a capture en passant.
    #[inline(always)]
    pub fn victim(&self, m: Move) -> Option<Piece> {
        match m.kind() {
            MoveKind::Double => self.victim_of_double(m),
            _ => self.piece_at(m.to()),
        }
    }

    #[cold]
    fn victim_of_double(&self, m: Move) -> Option<Piece> {
        let place = match self.captures_at_end(m) {
            true => Some(m.to()),
            false => self.middle(m),
        };
        place.and_then(|square| self.piece_at(square))
    }

    /// Returns the value, in centipawns, of the piece that a move in two steps captures with its first step; 0 for
    /// other moves. `values` holds the value of every piece type.
    #[inline]
    pub(super) fn value_in_passing(&self, m: Move, values: &[i32]) -> i32 {
        let victim = self.middle(m).and_then(|middle| self.piece_at(middle));
        victim.map_or(0, |piece| values[piece.piece_type.index()])
    }

    /// Returns the value, in centipawns, of all pieces that a move in two steps captures. `values` holds the value of
    /// every piece type.
    #[cold]
    pub(super) fn double_gain(&self, m: Move, values: &[i32]) -> i32 {
        let victims = self.captured_squares(m).filter_map(|square| self.piece_at(square));
        victims.map(|piece| values[piece.piece_type.index()]).sum()
    }

    /// Returns the moves in two steps of the pieces of the side to move, each with the square of its piece.
    fn double_targets<'a>(
        &'a self,
        doubles: &'a DoubleTables<W>,
    ) -> impl Iterator<Item = (Square, &'a DoubleTargets<W>)> {
        let pieces = doubles.pieces[self.side.index()].iter();
        pieces.flat_map(|piece| {
            let squares = self.of(self.side, piece.piece_type).into_iter();
            squares.map(|from| (from, &piece.by_square[from.index()]))
        })
    }

    /// Passes to a sink the legal moves in two steps and the legal passes that are of the kind `what`.
    #[cold]
    pub(super) fn visit_doubles(&self, doubles: &DoubleTables<W>, what: Generate, sink: &mut dyn Sink<W>) {
        let enemies = self.of_color(!self.side);
        for (from, targets) in self.double_targets(doubles) {
            if what != Generate::Quiet {
                let captures = targets.captures.iter();
                for captures in captures.filter(|captures| enemies.contains(captures.middle)) {
                    for to in self.ends(from, captures.quiet, captures.capture) {
                        let m = Move::double(from, to, captures.step);
                        if self.is_safe_double(m) {
                            sink.one(m);
                        }
                    }
                }
            }
            if what != Generate::Noisy && self.can_pass(targets) {
                sink.one(Move::pass(from));
            }
        }
    }

    /// Returns the squares where the second step of a move from `from` may end: the squares in `quiet` that are empty,
    /// and the squares in `capture` with an enemy piece.
    fn ends(&self, from: Square, quiet: Bitboard<W>, capture: Bitboard<W>) -> Bitboard<W> {
        let mut occupied = self.occupied();
        occupied.remove(from);
        quiet.without(occupied) | capture & self.of_color(!self.side)
    }

    /// Returns whether a piece with these moves may pass the turn by stepping out and back.
    fn can_pass(&self, targets: &DoubleTargets<W>) -> bool {
        targets.passes.without(self.occupied()).any() && !self.is_unsafe(self.side)
    }

    /// Returns the squares of the pieces that a capture of the side to move takes.
    pub(super) fn captured_squares(&self, m: Move) -> impl Iterator<Item = Square> {
        let squares = self.middle(m).into_iter().chain([self.captured_on(m)]);
        squares.filter(move |square| *square != m.from() && self.piece_at(*square).is_some())
    }

    /// Returns the squares that are occupied after a capture of the side to move, and the squares of the opponent's
    /// pieces.
    pub(super) fn after_capture(&self, m: Move) -> (Bitboard<W>, Bitboard<W>) {
        let (mut occupied, mut enemies) = (self.occupied(), self.of_color(!self.side));
        for captured in self.captured_squares(m) {
            occupied.remove(captured);
            enemies.remove(captured);
        }
        occupied.remove(m.from());
        occupied.insert(m.to());
        (occupied, enemies)
    }

    /// Returns whether a move in two steps leaves the royal pieces of the side to move safe.
    #[inline(never)]
    fn is_safe_double(&self, m: Move) -> bool {
        let (from, to) = (m.from(), m.to());
        let (occupied, enemies) = self.after_capture(m);
        let mut royal = self.royal_squares(self.side);
        if royal.contains(from) {
            royal.remove(from);
            royal.insert(to);
        }
        self.are_safe(royal, occupied, enemies)
    }

    /// Returns whether a move in two steps or a pass is legal, apart from rules that depend on other moves. The
    /// argument may be any bit pattern whose origin is the square of a piece of the side to move.
    #[cold]
    pub(super) fn is_legal_double(&self, m: Move) -> bool {
        let Some(doubles) = &self.variant.doubles else {
            return false;
        };
        let from = m.from();
        let Some((_, targets)) = self.double_targets(doubles).find(|(square, _)| *square == from) else {
            return false;
        };
        if m.kind() == MoveKind::Rare {
            return m == Move::pass(from) && self.can_pass(targets);
        }
        let step = m.first_step();
        let mut captures = targets.captures.iter();
        let Some(captures) = captures.find(|captures| usize::from(captures.step) == step) else {
            return false;
        };
        m == Move::double(from, m.to(), captures.step)
            && self.of_color(!self.side).contains(captures.middle)
            && self.ends(from, captures.quiet, captures.capture).contains(m.to())
            && self.is_safe_double(m)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::position::{Turn, TurnError};
    use crate::rules::{Definition, Variant};

    fn with_lions(fen: &str) -> Position<1> {
        with_lions_and("", fen)
    }

    /// Returns a chess position in which the queens are lions. `captures` is the content of the section `[captures]`.
    pub(in crate::position) fn with_lions_and(captures: &str, fen: &str) -> Position<1> {
        let chess = include_str!("../../../../variants/chess.toml");
        let text = chess.replacen("move = \"Q\"", "move = \"KNADcaKmcabK\"", 1).replacen(
            "name = \"chess\"",
            "name = \"lions\"",
            1,
        );
        let text = format!("{text}\n[captures]\n{captures}\n");
        let definition = Definition::parse(&text, "lions.toml").expect("a game");
        Position::from_fen(Arc::new(Variant::compile(Arc::new(definition))), fen).expect("the FEN is good")
    }

    /// Returns the spellings of the turns in two steps, and of passes.
    fn doubles(position: &Position<1>) -> Vec<String> {
        let turns = position.turns().into_iter();
        let special = turns.filter(|turn| matches!(turn.first().kind(), MoveKind::Double | MoveKind::Rare));
        let mut spelled: Vec<String> = special.map(|turn| position.spell(&turn)).collect();
        spelled.sort_unstable();
        spelled
    }

    #[test]
    fn a_lion_captures_one_or_two_pieces_and_goes_on_or_returns() {
        let position = with_lions("4k3/8/8/3pp3/4Q3/8/8/4K3 w - - 5 9");
        let mut expected = vec!["e4e4".to_owned()];
        for (middle, ends) in [
            ("e5", ["d4", "d5", "d6", "e6", "f4", "f5", "f6"]),
            ("d5", ["c4", "c5", "c6", "d4", "d6", "e5", "e6"]),
        ] {
            expected.extend(ends.map(|end| format!("e4{middle}{end}")));
            expected.push(format!("e4{middle}e4"));
        }
        expected.sort_unstable();
        assert_eq!(doubles(&position), expected);
        let after = |text: &str| {
            let mut after = position.clone();
            after.play(&position.parse_turn(text).expect("a legal turn"));
            after.fen()
        };
        assert_eq!(after("e4e5d5"), "4k3/8/8/3Q4/8/8/8/4K3 b - - 0 9");
        assert_eq!(after("e4e5f6"), "4k3/8/5Q2/3p4/8/8/8/4K3 b - - 0 9");
        assert_eq!(after("e4d5e4"), "4k3/8/8/4p3/4Q3/8/8/4K3 b - - 0 9");
        assert_eq!(after("e4e4"), "4k3/8/8/3pp3/4Q3/8/8/4K3 b - - 6 9");
    }

    #[test]
    fn two_steps_must_leave_the_king_safe_and_a_pass_needs_it_to_be() {
        let open = with_lions("4r2k/8/8/8/4n3/4Q3/8/4K3 w - - 0 1");
        let turns = doubles(&open);
        assert!(turns.contains(&"e3e4e3".to_owned()) && turns.contains(&"e3e4e5".to_owned()));
        assert!(!turns.contains(&"e3e4d5".to_owned()) && turns.contains(&"e3e3".to_owned()));
        let attacked = with_lions("4r2k/8/8/8/8/3nQ3/8/4K3 w - - 0 1");
        assert!(attacked.in_check());
        assert_eq!(doubles(&attacked), ["e3d3e2", "e3d3e3", "e3d3e4"]);
        let surrounded = with_lions("7k/8/8/8/8/8/RRR5/QRK5 w - - 0 1");
        assert_eq!(doubles(&surrounded), [""; 0]);
    }

    #[test]
    fn checks_by_moves_in_two_steps_are_found() {
        let position = with_lions("4k3/8/4p3/4Q3/8/8/8/K3R3 w - - 0 1");
        let mut checks = BTreeSet::new();
        for turn in position.turns() {
            let mut after = position.clone();
            after.play(&turn);
            assert_eq!(
                position.gives_check(turn.last()),
                after.in_check(),
                "{}",
                position.spell(&turn)
            );
            if after.in_check() && turn.last().kind() == MoveKind::Double {
                checks.insert(position.spell(&turn));
            }
        }
        // The step back to e5 and the step to e7 leave the lion between rook and king, but from e7 the lion checks.
        assert!(checks.contains("e5e6f5") && checks.contains("e5e6e7") && !checks.contains("e5e6e5"));
    }

    #[test]
    fn notation_names_both_steps() {
        let position = with_lions("4k3/8/8/3pp3/4Q3/8/8/4K3 w - - 0 1");
        for (spelled, san) in [
            ("e4e5d5", "Qxe5xd5"),
            ("e4e5e6", "Qxe5-e6#"),
            ("e4e5e4", "Qxe5-e4"),
            ("e4e5", "Qxe5"),
            ("e4e4", "Qe4"),
        ] {
            let turn = position.parse_turn(spelled).expect(spelled);
            assert_eq!(
                (position.spell(&turn).as_str(), position.san(&turn).as_str()),
                (spelled, san)
            );
            assert_eq!(position.parse_san(san), Ok(turn), "{san}");
        }
        let reason = |text: &str| position.parse_turn(text).expect_err(text).to_string();
        assert_eq!(reason("e4e5e5"), "the Queen cannot capture like this");
        assert_eq!(reason("e4d3d2"), "the Queen cannot capture like this");
    }

    #[test]
    fn unmaking_restores_everything_and_only_generated_moves_are_legal() {
        let fens = [
            "r3k2r/pp1ppp1p/2n2n2/2pQ1pP1/4q3/2N2N2/PPPP1PPP/R3K2R w KQkq - 0 1",
            "4r2k/8/8/8/4n3/4Q3/8/4K3 w - - 0 1",
            "r3k2r/1Q6/8/8/8/8/6q1/R3K2R w KQkq - 0 1",
        ];
        for fen in fens {
            let mut position = with_lions(fen);
            let (key, legal) = (position.key(), position.legal_moves());
            for from in 0..64 {
                for to in 0..64 {
                    let (from, to) = (Square::new(from), Square::new(to));
                    let steps = (0..64).map(|step| Move::double(from, to, step));
                    for m in steps.chain([Move::new(from, to, MoveKind::Rare)]) {
                        assert_eq!(position.is_legal(m), legal.contains(&m), "{m:?}");
                    }
                }
            }
            for m in legal {
                position.make(m);
                let read = Position::from_fen(position.variant().clone(), &position.fen()).expect("the FEN is good");
                assert_eq!(position.key(), read.key());
                position.unmake();
                assert_eq!((position.fen().as_str(), position.key()), (fen, key));
            }
        }
    }

    #[test]
    fn the_static_exchange_counts_both_captures() {
        let position = with_lions("4k3/8/8/3rr3/4Q3/8/8/4K3 w - - 0 1");
        let values: Vec<i32> = position.variant.definition.pieces.iter().map(|_| 500).collect();
        let gain = |text: &str| {
            let m = position
                .parse_turn(text)
                .as_ref()
                .map(Turn::last)
                .expect("a legal turn");
            let least = (-1000..=1500)
                .step_by(500)
                .filter(|gain| position.see_at_least(m, *gain, &values));
            least.max()
        };
        assert_eq!(gain("e4e5d5"), Some(1000));
        assert_eq!(gain("e4e5e4"), Some(500));
        assert_eq!(gain("e4e5"), Some(0));
        assert_eq!(position.parse_turn("e4d5"), Err(TurnError::LeavesKingInCheck));
    }
}
