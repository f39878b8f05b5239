//! Reading and writing positions as FEN, in all the forms that GUIs send.

use std::sync::Arc;

use super::hand::Holdings;
use super::{Change, Piece, Position, State};
use crate::board::width::compiled_natively;
use crate::board::{Bitboard, Shape, Square, Vector, same, same_ref};
use crate::rules::{Color, Definition, PieceType, RightKind, Variant, seen_by};

/// Why a FEN is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FenError {
    #[error("the FEN is empty")]
    Empty,
    #[error(
        "the board has {found} levels instead of {expected}: they come in the order {order}, separated by '|', each from its \
         last rank to its first"
    )]
    Levels {
        found: usize,
        expected: usize,
        order: String,
    },
    #[error(
        "{level}the board has {found} ranks instead of {expected}: they come from the last to the first, separated by '/'"
    )]
    Ranks {
        level: String,
        found: usize,
        expected: usize,
    },
    #[error("{place}: {found} squares instead of {expected}{holes}")]
    Files {
        place: String,
        found: usize,
        expected: usize,
        /// On boards with holes, a hint that holes count as squares; otherwise empty.
        holes: &'static str,
    },
    #[error("{square}: unknown piece '{letter}'")]
    Letter { square: String, letter: char },
    #[error("{square} is a hole in the board: a '*' stands for it, and no number counts it")]
    Hole { square: String },
    #[error("{square} is not a hole in the board, so `*` cannot stand for it")]
    NoHole { square: String },
    #[error("pieces in hand: unknown letter '{0}'")]
    Held(char),
    #[error("{square}: there is no single promotion of '{letter}'")]
    Promoted { square: String, letter: char },
    #[error("a {piece} cannot stand on {square}, its last rank")]
    LastRank { piece: String, square: String },
    #[error("{color:?} has {found} kings instead of one")]
    Kings { color: Color, found: u32 },
    #[error("{color:?} has a royal piece, but has none in this game")]
    Royal { color: Color },
    #[error("checks left to give: expected numbers for White and Black like '3+3', found '{0}'")]
    Checks(String),
    #[error("{color:?} is in check, but it is not {color:?}'s turn")]
    OtherSideInCheck { color: Color },
    #[error("side to move: expected 'w' or 'b', found '{0}'")]
    Side(String),
    #[error("rights: unknown letter '{letter}' in '{field}'")]
    Rights { letter: char, field: String },
    #[error("en-passant square: '{0}' is neither a square nor several squares")]
    EnPassant(String),
    #[error("{field}: expected a number, found '{found}'")]
    Number { field: &'static str, found: String },
    #[error("unexpected '{0}' at the end")]
    Trailing(String),
}

/// Strips the list of pieces in hand from the board field of a FEN (`R8R[Qn-]`). In games where pieces promote to lost
/// pieces, XBoard lists the lost pieces there, although they follow from the board. In all other games without a hand
/// only an empty list is stripped, so that a list with pieces is refused.
fn without_holdings<'a>(definition: &Definition, board: &'a str) -> &'a str {
    let come_back = definition.pieces.iter().any(|piece| piece.promotes_to_lost);
    match board.strip_suffix(']').and_then(|board| board.rsplit_once('[')) {
        Some((alone, list)) if come_back || matches!(list, "" | "-") => alone,
        _ => board,
    }
}

/// What stands in place of the en-passant squares if the side to move may not capture pieces that must not be traded.
/// In that case the last move was a capture, so there are no en-passant squares.
const NO_COUNTER: &str = "x";

/// What stands in place of the en-passant squares if the last turn was passed.
const PASSED: &str = "pass";

impl<const W: usize> Position<W> {
    /// Creates the start position of the game.
    ///
    /// # Panics
    /// Panics if the definition's start is not a legal position; loading a definition from a file refuses such a start.
    pub fn start(variant: Arc<Variant<W>>) -> Self {
        let fen = variant.definition.start.clone();
        Self::from_fen(variant, &fen).unwrap_or_else(|error| panic!("the start of a loaded definition: {error}"))
    }

    /// Parses a position from a FEN. All fields after the board are optional; the fields for the rights and the
    /// en-passant square may be left out even if the counters follow (`w 0 1`, `w Ff 0 1`).
    ///
    /// # Errors
    /// Fails if the FEN is not a legal position of the game; the error says what is wrong, and where.
    pub fn from_fen(variant: Arc<Variant<W>>, fen: &str) -> Result<Self, FenError> {
        compiled_natively!(W, (variant: Arc<Variant<W>> = same(variant), fen: &str = fen) -> Result<Position<W>, FenError> {
            Position::parse(variant, fen)
        })
    }

    fn parse(variant: Arc<Variant<W>>, fen: &str) -> Result<Self, FenError> {
        let mut fields = fen.split_whitespace().peekable();
        let board = fields.next().ok_or(FenError::Empty)?;
        let (board, held) = match variant.hand.is_some() {
            true => variant.definition.split_holdings(board),
            false => (without_holdings(&variant.definition, board), ""),
        };
        let held = variant.definition.parse_held(held).map_err(FenError::Held)?;
        let mut position = Self::empty(variant);
        position.read_board(board)?;
        position.hold(held);
        position.side = match fields.next() {
            None | Some("w" | "W") => Color::White,
            Some("b" | "B") => Color::Black,
            Some(other) => return Err(FenError::Side(other.to_string())),
        };
        let counts_checks = position.variant.counts_checks;
        let is_number = |field: &&str| field.bytes().all(|b| b.is_ascii_digit());
        let shape = position.variant.definition.shape.clone();
        let squares = |field: &str| shape.parse_several(&field.to_ascii_lowercase());
        let mut passed = Vec::new();
        let is_checks = |field: &&str| counts_checks && field.contains('+');
        let is_other = |field: &&str| !is_number(field) && !is_checks(field);
        if let Some(field) = fields.next_if(|field| is_other(field) && squares(field).is_none()) {
            match position.variant.definition.castling_anywhere {
                true => position.read_castlings(field)?,
                false => position.read_rights(field)?,
            }
        }
        if let Some(field) = fields.next_if(is_other)
            && field != "-"
        {
            if field == NO_COUNTER && position.variant.trades.is_some() {
                position.state.no_counter = true;
            } else if field == PASSED && position.variant.passes {
                position.state.passes = 1;
            } else {
                passed = squares(field).ok_or_else(|| FenError::EnPassant(field.to_string()))?;
            }
        }
        // A running count has its limit in front of the two counters, and takes the place of the half-move counter.
        let counts = position.variant.counts_moves && fields.clone().filter(is_number).count() > 2;
        let limit = fields.next_if(|field| counts && is_number(field)).unwrap_or("0");
        let limit = limit.parse::<u32>().map_err(|_| FenError::Number {
            field: "limit of the count",
            found: limit.to_string(),
        })?;
        if let Some(field) = fields.next_if(is_checks) {
            position.read_checks(field)?;
        }
        let mut number = |field, least: u32| match fields.next() {
            None => Ok(least),
            Some(text) => match text.parse::<u32>() {
                Ok(n) => Ok(n.max(least)),
                _ => Err(FenError::Number {
                    field,
                    found: text.to_string(),
                }),
            },
        };
        // Clamp both counters far above what a game can reach, so that incrementing them later cannot overflow.
        let clock = number("half-move counter", 0)?;
        match limit {
            0 => position.state.halfmoves = clock.min(u16::MAX.into()) as u16,
            _ => position.set_count(clock, limit),
        }
        position.fullmove = number("move number", 1)?.min(u32::MAX / 2);
        if let Some(field) = fields.next_if(is_checks) {
            position.read_checks(field)?;
        }
        if let Some(rest) = fields.next() {
            return Err(FenError::Trailing(rest.to_string()));
        }
        position.accept_en_passant(&passed);
        position.check_kings()?;
        position.state.key ^= position.computed_key();
        position.refresh_checks();
        position.refresh_prelude();
        position.count_facing();
        Ok(position)
    }

    fn empty(variant: Arc<Variant<W>>) -> Self {
        let nothing = Piece {
            piece_type: PieceType(0),
            color: Color::White,
        };
        let state = State {
            key: 0,
            pawn_key: 0,
            piece_keys: [0; 2],
            rights: 0,
            en_passant: Bitboard::EMPTY,
            chain: None,
            halfmoves: 0,
            reversible: 0,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            changes: [Change {
                piece: nothing,
                square: Square(0),
                added: false,
            }; 4],
            change_count: 0,
            ended_black_turn: false,
            prelude: false,
            no_counter: false,
            passes: 0,
            faced: 0,
            checks_left: [variant.definition.ends.checks; 2],
            count_limit: 0,
            count: 0,
            hand: 0,
        };
        Self {
            hand: Holdings::new(&variant),
            variant,
            piece_types: [Bitboard::EMPTY; PieceType::MAX + 1],
            colors: [Bitboard::EMPTY; 2],
            board: [0; Shape::MAX_SQUARES],
            side: Color::White,
            fullmove: 1,
            state,
            history: Vec::new(),
            blasted: Vec::new(),
        }
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let definition = self.variant.definition.clone();
        let shape = &definition.shape;
        let levels: Vec<&str> = text.split('|').collect();
        if levels.len() != shape.levels() as usize {
            return Err(FenError::Levels {
                found: levels.len(),
                expected: shape.levels() as usize,
                order: (0..shape.levels()).map(|level| shape.level_letter(level)).collect(),
            });
        }
        for (level, text) in levels.into_iter().enumerate() {
            let place = match shape.levels() {
                1 => String::new(),
                _ => format!("level {}: ", shape.level_letter(level as u8)),
            };
            let ranks: Vec<&str> = text.split('/').collect();
            if ranks.len() != shape.ranks() as usize {
                return Err(FenError::Ranks {
                    level: place,
                    found: ranks.len(),
                    expected: shape.ranks() as usize,
                });
            }
            for (row, text) in ranks.into_iter().enumerate() {
                let rank = shape.ranks() as usize - 1 - row;
                self.read_rank(&definition, text, level, rank, &place)?;
            }
        }
        Ok(())
    }

    fn read_rank(
        &mut self,
        definition: &Definition,
        text: &str,
        level: usize,
        rank: usize,
        place: &str,
    ) -> Result<(), FenError> {
        let shape = &definition.shape;
        let files = shape.files() as usize;
        let wrong = |found| FenError::Files {
            place: format!("{place}rank {}", rank + 1),
            found,
            expected: files,
            holes: match shape.squares().count() < shape.area() {
                true => "; a hole is a '*' and counts",
                false => "",
            },
        };
        let square_at = |file: usize| Square::new((level * shape.ranks() as usize + rank) * files + file);
        let mut file = 0;
        let mut rest = text.chars().peekable();
        while let Some(letter) = rest.next() {
            if let Some(digit) = letter.to_digit(10) {
                let mut run = digit as usize;
                while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                    run = (run * 10 + digit as usize).min(1000);
                    rest.next();
                }
                for at in file..(file + run).min(files) {
                    if shape.is_hole(square_at(at)) {
                        return Err(FenError::Hole {
                            square: shape.name(square_at(at)),
                        });
                    }
                }
                file += run;
                continue;
            }
            if file >= files {
                return Err(wrong(file + 1 + rest.count()));
            }
            let square = square_at(file);
            file += 1;
            match (letter, shape.is_hole(square)) {
                ('*', true) => continue,
                ('*', false) => {
                    return Err(FenError::NoHole {
                        square: shape.name(square),
                    });
                }
                (_, true) => {
                    return Err(FenError::Hole {
                        square: shape.name(square),
                    });
                }
                (_, false) => {}
            }
            let plus = letter == '+' && self.hand.is_some();
            let letter = if plus { rest.next().unwrap_or('+') } else { letter };
            let upper = letter.to_ascii_uppercase();
            let Some(piece_type) = definition.pieces.iter().position(|piece| piece.letter == upper) else {
                return Err(FenError::Letter {
                    square: shape.name(square),
                    letter,
                });
            };
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let origin = PieceType(piece_type as u8);
            let promoted = definition.only_promotion(origin).filter(|_| plus);
            if plus && promoted.is_none() {
                return Err(FenError::Promoted {
                    square: shape.name(square),
                    letter,
                });
            }
            let piece = Piece {
                piece_type: promoted.unwrap_or(origin),
                color,
            };
            let piece_type = piece.piece_type.index();
            if !self.variant.may_stand(color, piece.piece_type, square) {
                let name = definition.pieces[piece_type].name.clone();
                return Err(FenError::LastRank {
                    piece: name,
                    square: shape.name(square),
                });
            }
            self.put(piece, square);
            // Without a hand, no rule depends on whether a piece is promoted, and the mark is skipped.
            if rest.next_if_eq(&'~').is_some() || plus || definition.is_dropped_promoted(piece.piece_type) {
                self.mark_promoted(square, promoted.map(|_| origin), piece);
            }
        }
        if file == files { Ok(()) } else { Err(wrong(file)) }
    }

    /// Parses the field of castling and first-move rights; rights whose pieces are not in place are dropped. Unknown
    /// letters are refused unless they name a file, because some GUIs list the file of every piece that has not moved.
    fn read_rights(&mut self, field: &str) -> Result<(), FenError> {
        let variant = self.variant.clone();
        let files = variant.definition.shape.files();
        for letter in field.chars().filter(|letter| *letter != '-') {
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let file = (letter.to_ascii_lowercase() as u32).wrapping_sub('a' as u32);
            let by_letter = |n: &usize| variant.rights[*n].letter == letter;
            let by_file = |n: &usize| match &variant.rights[*n].kind {
                // Shredder-FEN names a castling right by the file of its rook.
                RightKind::Castling { rook, .. } => {
                    variant.rights[*n].color == color && variant.definition.shape.file(rook.0) as u32 == file
                }
                RightKind::Leaps { .. } | RightKind::Gate { .. } => false,
            };
            let holds = self.holdings().is_some_and(|held| self.gates_forever(color, held));
            let open = |n: &usize| holds || !matches!(variant.rights[*n].kind, RightKind::Gate { .. });
            let all = (0..variant.rights.len()).filter(open);
            let found = all.clone().find(by_letter).or_else(|| all.clone().find(by_file));
            match found {
                // A castling of several lengths has several rights with one common letter.
                Some(found) => {
                    let letter = variant.rights[found].letter;
                    let same = all.filter(|n| variant.rights[*n].letter == letter && self.right_is_intact(*n));
                    let bits = same.fold(0, |bits, n| bits | 1 << n);
                    self.state.rights |= bits | if holds { self.gates_beside(bits) } else { 0 };
                }
                None if file < files as u32 => {}
                None => {
                    return Err(FenError::Rights {
                        letter,
                        field: field.to_string(),
                    });
                }
            }
        }
        Ok(())
    }

    fn read_checks(&mut self, field: &str) -> Result<(), FenError> {
        let read = self.variant.definition.parse_checks(field);
        self.state.checks_left = read.ok_or_else(|| FenError::Checks(field.to_string()))?;
        Ok(())
    }

    pub(super) fn right_is_intact(&self, right: usize) -> bool {
        let right = &self.variant.rights[right];
        let own = |square: Square| self.piece_at(square).filter(|piece| piece.color == right.color);
        match &right.kind {
            RightKind::Castling {
                king,
                rook,
                king_type,
                rook_type,
                ..
            } => {
                own(king.0).is_some_and(|piece| piece.piece_type == *king_type)
                    && own(rook.0).is_some_and(|piece| piece.piece_type == *rook_type)
            }
            RightKind::Leaps { square, piece, .. } => own(*square).is_some_and(|found| found.piece_type == *piece),
            RightKind::Gate { square } => own(*square).is_some(),
        }
    }

    /// Sets the en-passant squares: the `named` squares that the last multi-step could have passed and that a pawn of
    /// the side to move attacks. If the squares belong to the multi-steps of different pieces, only the squares of the
    /// first piece count.
    fn accept_en_passant(&mut self, named: &[Square]) {
        let (us, them) = (self.side, !self.side);
        let mut common: Option<Square> = None;
        for passed in named.iter().copied() {
            let victim = self.en_passant_victim(passed, us);
            if common.is_none_or(|common| common == victim)
                && self.can_have_passed(victim, passed, them)
                && self.en_passant_takers(passed, us).any()
            {
                common = Some(victim);
                self.state.en_passant.insert(passed);
            }
        }
    }

    /// Returns whether the piece on `victim` could have come there by a multi-step over `passed`.
    fn can_have_passed(&self, victim: Square, passed: Square, color: Color) -> bool {
        let shape = &self.variant.definition.shape;
        let Some(piece) = self.piece_at(victim).filter(|piece| piece.color == color) else {
            return false;
        };
        let steps = &self.variant.multi_steps[color.index()][piece.piece_type.index()];
        let backward = seen_by(shape, Vector::flat(0, -1), color);
        let came_from = std::iter::successors(Some(victim), |square| shape.step(*square, backward));
        let open = came_from.skip(1).take_while(|square| self.piece_at(*square).is_none());
        let mut over = false;
        for (number, square) in (1..).zip(open) {
            if over && steps.most[square.index()] >= number {
                return steps.en_passant.contains(passed);
            }
            over |= square == passed;
        }
        false
    }

    fn check_kings(&self) -> Result<(), FenError> {
        for color in Color::BOTH {
            let found = self.count_royal(color);
            // A chain of captures or a blast may have taken the king of the side to move: such a position is legal, but
            // the game is over.
            let takes_kings = self.variant.definition.captures.chained || self.variant.blast.is_some();
            let captured = found == 0 && color == self.side && takes_kings;
            if !self.may_have_royal(color, found) && !captured {
                return Err(match !self.variant.starts_with_royal[color.index()] && found > 0 {
                    true => FenError::Royal { color },
                    false => FenError::Kings { color, found },
                });
            }
        }
        // A side that has blasted the enemy king has won, even if its own king is attacked.
        let has_won = self.variant.blast.is_some() && self.is_king_taken(self.side);
        match !has_won && self.is_unsafe(!self.side) {
            true => Err(FenError::OtherSideInCheck { color: !self.side }),
            false => Ok(()),
        }
    }

    /// Computes the position's Zobrist key from scratch. Also computes the keys of the pawns and of the other pieces,
    /// which must be 0 beforehand.
    pub(super) fn computed_key(&mut self) -> u64 {
        let zobrist = &self.variant.zobrist;
        let mut key = zobrist.rights(self.state.rights) ^ self.en_passant_key() ^ zobrist.chain(self.state.chain);
        if self.side == Color::Black {
            key ^= zobrist.side;
        }
        if self.variant.counts_checks {
            key ^= Color::BOTH
                .iter()
                .fold(0, |key, color| key ^ zobrist.checks(*color, self.checks_left(*color)));
        }
        if self.state.no_counter {
            key ^= zobrist.no_counter;
        }
        key ^= self.pass_key(&self.state);
        key ^= self.held_key();
        for square in self.occupied() {
            let Some(piece) = self.piece_at(square) else { continue };
            let one = self.variant.zobrist.piece(piece.piece_type, piece.color, square);
            key ^= one ^ self.mark_key(square, piece.color);
            if self.variant.pawns >> piece.piece_type.0 & 1 != 0 {
                self.state.pawn_key ^= one;
            } else {
                self.state.piece_keys[piece.color.index()] ^= one;
            }
        }
        key
    }

    /// Returns the position as a FEN with all six fields. In place of the en-passant squares, `x` means that pieces
    /// that must not be traded may not be captured now, and `pass` that the last turn was passed. In games that count
    /// checks, the checks left to give come before the counters. A running count of moves replaces the half-move
    /// counter, and its limit the en-passant squares, as in Fairy-Stockfish. An unfinished chain is left out, because a
    /// FEN cannot express it.
    pub fn fen(&self) -> String {
        compiled_natively!(W, (position: &Position<W> = same_ref(self)) -> String { position.write() })
    }

    fn write(&self) -> String {
        let definition = &self.variant.definition;
        let piece_on = |square| self.piece_at(square).map(|piece| (piece.piece_type, piece.color));
        let mut text = definition.spell_marked(piece_on, |square| self.promoted_from(square));
        if let Some(held) = self.holdings() {
            text += &format!("[{}]", definition.spell_held(held));
        }
        let side = self.side.letter();
        let written = self.written_rights();
        let mut rights: Vec<char> = self
            .variant
            .rights
            .iter()
            .enumerate()
            .filter(|(n, _)| written >> n & 1 != 0)
            .map(|(_, right)| self.letter_of_right(right))
            .collect();
        rights.dedup();
        let rights: String = if rights.is_empty() {
            "-".into()
        } else {
            rights.into_iter().collect()
        };
        let passed: String = self
            .state
            .en_passant
            .into_iter()
            .map(|square| definition.shape.name(square))
            .collect();
        let passed = match passed.as_str() {
            "" if self.state.no_counter => NO_COUNTER,
            "" if self.state.passes == 1 => PASSED,
            "" => "-",
            squares => squares,
        };
        let checks = match self.variant.counts_checks {
            true => format!(" {}+{}", self.state.checks_left[0], self.state.checks_left[1]),
            false => String::new(),
        };
        match self.count() {
            None => format!(
                "{text} {side} {rights} {passed}{checks} {} {}",
                self.state.halfmoves, self.fullmove
            ),
            Some((count, limit)) => format!("{text} {side} {rights} {limit}{checks} {count} {}", self.fullmove),
        }
    }

    /// Returns the letter of a piece: upper case for White, lower case for Black.
    pub fn letter(&self, piece: Piece) -> char {
        self.variant.definition.letter(piece.piece_type, piece.color)
    }
}
