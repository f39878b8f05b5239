//! Reads and writes full FENs of six fields. Shortened and faulty FENs are tested elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kurier_rules::board::Square;
use kurier_rules::rules::{Captured, Color, Definition, PieceType, Promotion};

use super::Reference;
use super::drops::front_of;
use super::turns::is_open;

impl Reference {
    /// Creates the start position of a game.
    ///
    /// # Panics
    /// Panics if the definition's start position cannot be parsed.
    pub fn start(definition: &Arc<Definition>) -> Self {
        Self::from_fen(definition, &definition.start).expect("the start position can be read")
    }

    /// Parses a FEN; `None` if it is malformed. Ignores rights whose piece is not in place, and impossible en-passant
    /// squares. Does not check kings and checks, see [`Reference::is_possible`].
    pub fn from_fen(definition: &Arc<Definition>, fen: &str) -> Option<Self> {
        let fields: Vec<_> = fen.split_whitespace().collect();
        // In games that count checks, a field before the counters has the checks that are left to give.
        let all = [definition.ends.checks; 2];
        let (fields, checks_left) = match &fields[..] {
            [first @ .., checks, halfmoves, number] if all != [0; 2] && checks.contains('+') => {
                let (white, black) = checks.split_once('+')?;
                let rest: Vec<_> = first.iter().chain([halfmoves, number]).copied().collect();
                (rest, [white.parse().ok()?, black.parse().ok()?])
            }
            _ => (fields, all),
        };
        let [board, side, rights, passed, halfmoves, number] = fields[..] else {
            return None;
        };
        let (board, held) = match definition.hand {
            Some(_) if board.contains('[') => board.strip_suffix(']')?.split_once('[')?,
            _ => (board, ""),
        };
        let (placement, origins) = read_board(definition, board)?;
        let mut position = Self {
            definition: Arc::clone(definition),
            placement,
            held: read_hand(definition, held)?,
            origins,
            side: if side == "w" { Color::White } else { Color::Black },
            known_castlings: Vec::new(),
            castlings: BTreeSet::new(),
            privileges: BTreeSet::new(),
            gates: BTreeSet::new(),
            passed: read_squares(definition, passed),
            halfmoves: halfmoves.parse().ok()?,
            number: number.parse().ok()?,
            has_promoted: false,
            checks_left,
            captured: None,
            no_counter: passed == "x" && !definition.trades.is_empty(),
            passes: u32::from(passed == "pass"),
            faced: 0,
            count: None,
        };
        // A limit in place of the squares means that the next number is a count.
        if let (true, Ok(limit)) = (definition.ends.counting.is_some(), passed.parse()) {
            position.count = Some((position.halfmoves, limit));
            position.halfmoves = 0;
        }
        position.known_castlings = position.castlings_named(rights);
        position.castlings = position.possible_castlings(rights);
        position.faced = u32::from(position.kings_face_to_the_end());
        position.privileges = position.possible_privileges(rights);
        position.gates = position.possible_gates(rights);
        let possible = position
            .passed
            .iter()
            .copied()
            .filter(|at| position.can_have_passed(*at));
        position.passed = possible.collect();
        Some(position)
    }

    /// Returns whether the engine must accept a FEN of this position: each side has one king, on the board or in hand
    /// (in variants with chains or blasts, the side to move may have lost its king), no pawn is on its last rank, and
    /// the side not to move is not in check.
    pub fn is_possible(&self) -> bool {
        let fits = |color: Color| {
            let own: Vec<PieceType> = self
                .pieces(color)
                .map(|(_, piece)| piece)
                .filter(|piece| self.piece_type(*piece).royal)
                .chain(self.royal_in_hand(color))
                .collect();
            match (self.royal_at_start(color), self.definition.king(color)) {
                (0, _) => own.is_empty(),
                (_, Some(king)) => own == [king],
                (_, None) => !own.is_empty(),
            }
        };
        let blasts = self.definition.blast.is_some();
        let lost = self.royal(self.side).is_empty() && (self.definition.captures.chained || blasts);
        let has_won = blasts && self.has_lost_king(self.side);
        let stuck_pawn = Color::BOTH.into_iter().any(|color| {
            self.pieces(color).any(|(square, piece)| {
                self.must_promote(color, piece, square) && !self.piece_type(piece).must_promote_leaving
            })
        });
        let held_promoted = self
            .held
            .keys()
            .any(|(_, piece)| front_of(&self.definition, *piece) != *piece);
        (fits(self.side) || lost)
            && fits(!self.side)
            && !stuck_pawn
            && !held_promoted
            && (has_won || !self.attacked_king(!self.side))
    }

    /// Returns the position as a FEN of six fields.
    pub fn fen(&self) -> String {
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let (board, rights, passed) = (self.board_field(), self.rights_field(), self.en_passant_field());
        let board = board + &self.hand_field();
        let checks = match self.definition.ends.checks {
            0 => String::new(),
            _ => format!(" {}+{}", self.checks_left[0], self.checks_left[1]),
        };
        let (passed, clock) = match self.count {
            Some((count, limit)) => (limit.to_string(), count),
            None => (passed, self.halfmoves),
        };
        format!("{board} {side} {rights} {passed}{checks} {clock} {}", self.number)
    }

    fn board_field(&self) -> String {
        let shape = &self.definition.shape;
        let rank = |level: u8, rank: u8| {
            let mut text = String::new();
            let mut empty = 0;
            for file in 0..shape.files() {
                let square = shape.square(file.into(), rank.into(), level.into());
                let piece = square.and_then(|square| self.at(square));
                if square.is_some() && piece.is_none() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &piece.map_or("*".to_owned(), |(color, piece)| {
                    self.marked_letter(color, piece, square)
                });
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let level = |level| {
            (0..shape.ranks())
                .rev()
                .map(|r| rank(level, r))
                .collect::<Vec<_>>()
                .join("/")
        };
        (0..shape.levels()).map(level).collect::<Vec<_>>().join("|")
    }

    /// Returns the letter of a piece, with the mark of a promoted one.
    fn marked_letter(&self, color: Color, piece: PieceType, square: Option<Square>) -> String {
        match square.and_then(|square| self.origins.get(&square)) {
            None => self.letter(color, piece).to_string(),
            Some(origin) if self.is_only_promotion(*origin, piece) => format!("+{}", self.letter(color, *origin)),
            Some(_) => format!("{}~", self.letter(color, piece)),
        }
    }

    fn is_only_promotion(&self, origin: PieceType, piece: PieceType) -> bool {
        matches!(&self.piece_type(origin).promotion, Some(Promotion::Choice(choice)) if choice[..] == [piece])
    }

    /// Returns the list of pieces in hand with its brackets; nothing in a game without a hand.
    fn hand_field(&self) -> String {
        let mut list = String::new();
        for ((color, piece), count) in &self.held {
            list.extend(std::iter::repeat_n(self.letter(*color, *piece), *count));
        }
        self.definition.hand.map_or(String::new(), |_| format!("[{list}]"))
    }

    fn letter(&self, color: Color, piece: PieceType) -> char {
        cased(self.piece_type(piece).letter, color)
    }

    fn rights_field(&self) -> String {
        let castlings = |color| self.castlings.iter().filter(move |(owner, _)| *owner == color);
        let castling_letter =
            |(color, number): &(Color, usize)| self.castling_letter(*color, &self.known_castlings[*number]);
        let shape = &self.definition.shape;
        let mut text = String::new();
        for color in Color::BOTH {
            for letter in castlings(color).map(castling_letter) {
                // A castling of several lengths is written as one letter.
                if !text.contains(letter) {
                    text.push(letter);
                }
            }
            let own = self
                .privileges
                .iter()
                .filter(|square| self.at(**square).is_some_and(|(owner, _)| owner == color));
            text.extend(own.map(|square| cased((b'A' + shape.file(*square)) as char, color)));
            // The letter of a castling stands for its king and its rook, too.
            let alone = self
                .gates
                .iter()
                .filter(|(owner, square)| *owner == color && !self.castles_from(color, *square));
            let mut files: Vec<u8> = alone.map(|(_, square)| shape.file(*square)).collect();
            files.sort_unstable();
            text.extend(files.into_iter().map(|file| cased((b'A' + file) as char, color)));
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// Returns, as text, everything that repetition compares: board, side to move, rights, checks left to give and, at
    /// the end, the en-passant squares on which a capture is legal.
    pub fn identity(&self) -> String {
        let own: Vec<Square> = self.pieces(self.side).map(|(square, _)| square).collect();
        let open = |passed: &&Square| own.iter().any(|from| self.captures_en_passant(*from, **passed));
        let open: BTreeSet<&Square> = self.passed.iter().filter(open).collect();
        format!(
            "{}{} {:?} {:?} {} {:?} {} {open:?}",
            self.board_field(),
            self.hand_field(),
            self.origins,
            self.side,
            self.rights_field(),
            self.checks_left,
            self.no_counter
        )
    }

    /// Returns the en-passant field: the passed squares with a pseudo-legal capture en passant, or `-` if there are
    /// none.
    fn en_passant_field(&self) -> String {
        let mut open: Vec<Square> = self.passed.clone();
        open.retain(|passed| self.captures_in_passing(*passed));
        open.sort();
        let names: String = open.iter().map(|square| self.definition.shape.name(*square)).collect();
        match names.is_empty() {
            true if self.no_counter => "x".to_owned(),
            true if self.passes == 1 => "pass".to_owned(),
            true => "-".to_owned(),
            false => names,
        }
    }

    fn captures_in_passing(&self, passed: Square) -> bool {
        self.pieces(self.side).any(|(from, piece)| {
            let captures = self
                .piece_type(piece)
                .movements
                .iter()
                .filter(|m| m.mode != kurier_rules::rules::Mode::Quiet);
            self.piece_type(piece).pawn
                && captures
                    .into_iter()
                    .any(|m| self.destinations(from, self.side, m).contains(&passed))
        })
    }

    fn possible_castlings(&self, field: &str) -> BTreeSet<(Color, usize)> {
        let numbered = self.known_castlings.iter().enumerate();
        let both = numbered
            .flat_map(|(number, castling)| Color::BOTH.map(|color| (color, number, castling)))
            .filter(|(color, _, castling)| castling.is_for(*color));
        let kept = both.filter(|(color, _, castling)| {
            let stays = |square: Square, types: [PieceType; 2]| {
                self.at(self.relative_square(*color, square)) == Some((*color, types[*color as usize]))
            };
            (self.definition.castling_anywhere || field.contains(cased(castling.letter, *color)))
                && stays(castling.king.0, castling.king_types)
                && stays(castling.rook.0, castling.rook_types)
        });
        kept.map(|(color, number, _)| (color, number)).collect()
    }

    fn possible_privileges(&self, field: &str) -> BTreeSet<Square> {
        let both =
            self.definition.privileged.iter().flat_map(|(square, piece)| {
                Color::BOTH.map(|color| (color, self.relative_square(color, *square), *piece))
            });
        let kept = both.filter(|(color, square, piece)| {
            let letter = cased((b'A' + self.definition.shape.file(*square)) as char, *color);
            field.contains(letter) && self.at(*square) == Some((*color, *piece))
        });
        kept.map(|(_, square, _)| square).collect()
    }

    /// Returns whether an enemy pawn may just have passed a square by a multi-step: the pawn stands beyond the square,
    /// and on the other side there is a square from which it could have come.
    fn can_have_passed(&self, square: Square) -> bool {
        let (shape, enemy) = (&self.definition.shape, !self.side);
        let Some((pawn, (owner, piece))) = self
            .en_passant_victim(self.side, square)
            .and_then(|pawn| self.at(pawn).map(|piece| (pawn, piece)))
        else {
            return false;
        };
        let Some(long) = self.piece_type(piece).multi_step.as_ref() else {
            return false;
        };
        let rank = |square| i32::from(self.relative_rank(enemy, square));
        let origins = shape.squares().filter(|from| {
            let line = (shape.file(*from), shape.level(*from)) == (shape.file(pawn), shape.level(pawn));
            line && rank(*from) < rank(square)
        });
        let mut possible = origins.filter(|from| {
            let steps = self.longest_step(*from, enemy, long);
            rank(pawn) - rank(*from) <= i32::from(steps)
                && shape.squares().all(|square| {
                    let between = (shape.file(square), shape.level(square)) == (shape.file(pawn), shape.level(pawn))
                        && (rank(*from)..rank(pawn)).contains(&rank(square));
                    !between || self.at(square).is_none()
                })
        });
        owner == enemy && is_open(long, enemy, square) && possible.next().is_some()
    }
}

/// Parses square names written one after the other; returns no squares if the text is malformed.
fn read_squares(definition: &Definition, field: &str) -> Vec<Square> {
    let mut rest = field.to_ascii_lowercase();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let lengths = (1..=rest.len()).rev();
        let names = lengths.filter_map(|length| Some((length, definition.shape.parse(rest.get(..length)?)?)));
        let Some((length, square)) = names.into_iter().next() else {
            return Vec::new();
        };
        found.push(square);
        rest.drain(..length);
    }
    found
}

pub(super) fn cased(letter: char, color: Color) -> char {
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// What stands on each square, and what the promoted pieces were before, by square.
type Board = (Vec<Option<(Color, PieceType)>>, BTreeMap<Square, PieceType>);

fn read_board(definition: &Definition, board: &str) -> Option<Board> {
    let shape = &definition.shape;
    let mut origins = BTreeMap::new();
    let marks = definition
        .hand
        .is_some_and(|hand| hand.captured == Captured::ChangesSides && !hand.keeps_promotion);
    let mut placement = vec![None; shape.area()];
    let levels: Vec<_> = board.split('|').collect();
    if levels.len() != shape.levels() as usize {
        return None;
    }
    for (level, ranks) in levels.into_iter().enumerate() {
        let ranks: Vec<_> = ranks.split('/').collect();
        if ranks.len() != shape.ranks() as usize {
            return None;
        }
        for (rank, text) in ranks.into_iter().rev().enumerate() {
            let mut file = 0;
            let mut digits = String::new();
            let mut plus = false;
            for letter in text.chars().chain([' ']) {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                if !digits.is_empty() {
                    file += digits.parse::<i32>().ok()?;
                    digits.clear();
                }
                if letter == ' ' {
                    break;
                }
                if letter == '~' {
                    let square = shape.square(file - 1, rank as i32, level as i32)?;
                    let (_, piece) = placement[square.index()]?;
                    origins.extend(
                        origin_of(definition, piece)
                            .filter(|_| marks)
                            .map(|origin| (square, origin)),
                    );
                    continue;
                }
                if letter == '+' {
                    plus = true;
                    continue;
                }
                if letter != '*' {
                    let square = shape.square(file, rank as i32, level as i32)?;
                    let piece_type = definition
                        .pieces
                        .iter()
                        .position(|piece_type| piece_type.letter.eq_ignore_ascii_case(&letter))?;
                    let color = if letter.is_ascii_uppercase() {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let mut piece = PieceType(piece_type as u8);
                    if plus {
                        let Some(Promotion::Choice(choice)) = &definition.pieces[piece_type].promotion else {
                            return None;
                        };
                        if marks {
                            origins.insert(square, piece);
                        }
                        piece = *choice.first()?;
                        plus = false;
                    }
                    placement[square.index()] = Some((color, piece));
                }
                file += 1;
            }
            if file != shape.files() as i32 {
                return None;
            }
        }
    }
    if definition.hand.is_some_and(|hand| hand.drops_promoted) {
        // The type alone shows whether a piece is promoted.
        let front = |square: Square| {
            let (_, piece) = placement[square.index()]?;
            Some((square, front_of(definition, piece))).filter(|(_, front)| *front != piece)
        };
        origins = shape.squares().filter_map(front).collect();
    }
    Some((placement, origins))
}

/// Returns what a promoted piece was, judging by its type: a pawn that is promoted to it, otherwise the first type.
fn origin_of(definition: &Definition, promoted: PieceType) -> Option<PieceType> {
    let becomes = |piece: &&(PieceType, bool)| match &definition.pieces[piece.0.index()].promotion {
        Some(Promotion::Choice(types) | Promotion::ByFile(types)) => types.contains(&promoted),
        Some(Promotion::ByColor([white, black])) => white.contains(&promoted) || black.contains(&promoted),
        None => false,
    };
    let types: Vec<(PieceType, bool)> = definition
        .pieces
        .iter()
        .enumerate()
        .map(|(number, piece)| (PieceType(number as u8), piece.pawn))
        .collect();
    let origins: Vec<_> = types.iter().filter(becomes).collect();
    origins
        .iter()
        .find(|(_, pawn)| *pawn)
        .or(origins.first())
        .map(|(piece, _)| *piece)
}

/// Reads a list of pieces in hand.
fn read_hand(definition: &Definition, list: &str) -> Option<BTreeMap<(Color, PieceType), usize>> {
    let mut held = BTreeMap::new();
    for letter in list.chars() {
        let mut types = definition.pieces.iter();
        let piece_type = types.position(|piece| piece.letter.eq_ignore_ascii_case(&letter))?;
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        *held.entry((color, PieceType(piece_type as u8))).or_default() += 1;
    }
    Some(held)
}
