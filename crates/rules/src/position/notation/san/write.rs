//! Writing turns in standard algebraic notation.

use super::text::{Origin, capture_mark};
use crate::board::Shape;
use crate::position::{Move, MoveKind, Position, Turn};
use crate::rules::RightKind;

/// The bit for the level in a set of parts of a square's name; [`FILE`] and [`RANK`] are the bits for file and rank.
const LEVEL: u8 = 4;
const FILE: u8 = 2;
const RANK: u8 = 1;

/// The sets of parts that can disambiguate an origin on boards with one level, the most readable first.
const FLAT: [u8; 3] = [FILE, RANK, FILE | RANK];
const DEEP: [u8; 7] = [
    FILE,
    RANK,
    LEVEL,
    LEVEL | FILE,
    FILE | RANK,
    LEVEL | RANK,
    LEVEL | FILE | RANK,
];

impl<const W: usize> Position<W> {
    /// Returns a legal turn in standard algebraic notation: one move, or all steps of a chain. No two legal turns of a
    /// position are written alike, and [`Position::parse_san`] parses the text to an equal turn.
    ///
    /// An illegal turn, or a turn that this notation cannot distinguish from another (castlings with two rooks to one
    /// square), is written in coordinate notation, as by [`Position::spell`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kurier_rules::position::Position;
    /// use kurier_rules::rules::{Catalogue, Variant};
    /// let definition = Catalogue::built_in().get("chess").unwrap();
    /// let position = Position::<1>::start(Arc::new(Variant::compile(definition)));
    /// let turn = position.parse_san("g1-f3!?").unwrap();
    /// assert_eq!(position.san(&turn), "Nf3");
    /// ```
    pub fn san(&self, turn: &Turn) -> String {
        let text = self.algebraic(turn);
        match self.parse_san(&text) {
            Ok(found) if found == *turn => text + self.check_sign(turn),
            _ => self.spell(turn),
        }
    }

    /// Returns a legal turn in long algebraic notation, which names the origin and marks captures: `Ng1-f3`,
    /// `Rb1xb3xb5`. Castling is written as in standard algebraic notation.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kurier_rules::position::Position;
    /// use kurier_rules::rules::{Catalogue, Variant};
    /// let definition = Catalogue::built_in().get("chess").unwrap();
    /// let position = Position::<1>::start(Arc::new(Variant::compile(definition)));
    /// let turn = position.parse_turn("g1f3").unwrap();
    /// assert_eq!(position.long_algebraic(&turn), "Ng1-f3");
    /// ```
    pub fn long_algebraic(&self, turn: &Turn) -> String {
        let first = turn.first();
        let definition = &self.variant.definition;
        if let Some(drop) = self.spell_drop(first) {
            return drop + self.check_sign(turn);
        }
        let Some(piece_type) = self.piece_type_on_origin(first) else {
            return self.spell(turn);
        };
        if first.kind() == MoveKind::Castling {
            return self.san(turn);
        }
        let mut text = String::new();
        if self.unlettered() != Some(piece_type) {
            text.push(definition.pieces[piece_type.index()].letter);
        }
        text += &definition.shape.name(first.from());
        for step in turn.steps() {
            text.push(if step.is_capture() {
                capture_mark(&definition.shape)
            } else {
                '-'
            });
            text += &self.middle_and_mark(*step);
            text += &definition.shape.name(step.to());
        }
        self.with_promotion(turn, text) + self.check_sign(turn)
    }

    /// Appends the piece that a turn promotes to, as in `e8=Q`, or gates, as in `Nc3/H`.
    fn with_promotion(&self, turn: &Turn, mut text: String) -> String {
        if let Some(piece) = turn.promotion() {
            text.push('=');
            text.push(self.variant.definition.pieces[piece.index()].letter);
        }
        if let Some((_, piece)) = self.gated_on(turn.first()) {
            text.push('/');
            text.push(self.variant.definition.pieces[piece.piece_type.index()].letter);
        }
        text
    }

    /// Returns a turn in standard algebraic notation without the check symbol. The text may be ambiguous.
    pub(super) fn algebraic(&self, turn: &Turn) -> String {
        let first = turn.first();
        if first.kind() == MoveKind::Castling {
            let right = self.variant.rights.get(first.right()).map(|right| &right.kind);
            let short = matches!(right, Some(RightKind::Castling { short: true, .. }));
            let text = if short { "O-O" } else { "O-O-O" };
            let shape = &self.variant.definition.shape;
            let text = match self.castlings_to(short) {
                1 => text.to_string(),
                _ => format!("{text}-{}", shape.name(first.to())),
            };
            let square = self.gated_on(first).map(|(square, _)| shape.name(square));
            return self.with_promotion(turn, text) + &square.unwrap_or_default();
        }
        if let Some(drop) = self.spell_drop(first) {
            return drop;
        }
        let definition = &self.variant.definition;
        let Some(piece_type) = self.piece_type_on_origin(first) else {
            return String::new();
        };
        let lettered = self.unlettered() != Some(piece_type);
        let mut text = String::new();
        if lettered {
            text.push(definition.pieces[piece_type.index()].letter);
        }
        text += &self.origin(first, lettered);
        for step in turn.steps() {
            if step.is_capture() {
                text.push(capture_mark(&definition.shape));
            }
            text += &self.middle_and_mark(*step);
            text += &definition.shape.name(step.to());
        }
        self.with_promotion(turn, text)
    }

    /// Returns the square where the first of two steps ends and the mark of the second step: `x` or `:` for a capture,
    /// otherwise `-`. Returns an empty text for other moves.
    fn middle_and_mark(&self, m: Move) -> String {
        let Some(middle) = self.middle(m) else {
            return String::new();
        };
        let shape = &self.variant.definition.shape;
        let mark = match self.captures_at_end(m) {
            true => capture_mark(shape),
            false => '-',
        };
        format!("{}{mark}", shape.name(middle))
    }

    /// Returns the number of castlings written `O-O` (if `side` is `true`) or `O-O-O` that the game defines for the
    /// side to move.
    fn castlings_to(&self, side: bool) -> usize {
        let own = self.variant.rights.iter().filter(|right| right.color == self.side);
        own.filter(|right| matches!(right.kind, RightKind::Castling { short, .. } if short == side))
            .count()
    }

    /// Returns the part of the origin to write: as much as makes the move unambiguous, but at least the file (and the
    /// level) if the move is a capture without a piece letter (`lettered` is `false`).
    fn origin(&self, m: Move, lettered: bool) -> String {
        let shape = &self.variant.definition.shape;
        let piece_type = self.piece_type_on_origin(m);
        let mut rivals = self.legal_moves();
        rivals.retain(|other| {
            other.to() == m.to()
                && self.middle(*other) == self.middle(m)
                && other.from() != m.from()
                && other.kind() != MoveKind::Castling
                && self.piece_type_on_origin(*other) == piece_type
        });
        let column = if shape.levels() > 1 { LEVEL | FILE } else { FILE };
        let least = if !lettered && m.is_capture() { column } else { 0 };
        if least == 0 && rivals.is_empty() {
            return String::new();
        }
        let choices = if shape.levels() > 1 { &DEEP[..] } else { &FLAT[..] };
        let tells = |parts: u8| {
            let (letters, rank) = self.parts(m, parts);
            let origin = Origin::new(&letters, rank);
            !rivals.iter().any(|other| origin.fits(shape, other.from()))
        };
        // A move that began with a digit would look like a move number.
        let readable = |parts: u8| parts & least == least && (lettered || parts != RANK);
        let parts = choices.iter().copied().find(|parts| readable(*parts) && tells(*parts));
        let (letters, rank) = self.parts(m, parts.unwrap_or(LEVEL | FILE | RANK));
        letters + &rank.map_or(String::new(), |rank| (rank + 1).to_string())
    }

    /// Returns the parts in the set `parts` of the name of a move's origin: the letters of level and file, and the rank
    /// counted from 0.
    fn parts(&self, m: Move, parts: u8) -> (String, Option<u8>) {
        let shape = &self.variant.definition.shape;
        let mut letters = String::new();
        if parts & LEVEL != 0 && shape.levels() > 1 {
            letters.push(shape.level_letter(shape.level(m.from())));
        }
        if parts & FILE != 0 {
            letters.push(Shape::file_letter(shape.file(m.from())));
        }
        (letters, (parts & RANK != 0).then(|| shape.rank(m.from())))
    }

    /// Returns `+` if a legal turn gives check, `#` if it mates or captures the king, and nothing otherwise.
    fn check_sign(&self, turn: &Turn) -> &'static str {
        let mut after = self.without_history();
        after.play(turn);
        if after.is_king_taken(!self.side) || after.in_check() && !after.can_move() {
            "#"
        } else if after.in_check() {
            "+"
        } else {
            ""
        }
    }
}
