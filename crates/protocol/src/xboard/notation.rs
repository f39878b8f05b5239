//! The notation of moves and positions in XBoard, which differs from Kurier's own notation in some ways:
//!
//! - A move of several steps is written in legs: `c2e4g6` is `c2e4,e4g6`.
//! - A castling whose king moves one square is written as a king's leg and a rook's leg: `d1b1` (king takes own knight)
//!   is `d1c1,b1d1`. Any other castling is written as the move of the king, even if Kurier writes it as king takes
//!   rook.
//! - The ranks of a board with exactly ten ranks are numbered from 0.
//! - The move of a pawn to a promotion rank without promotion is written with the letter of the pawn (`g6g7p`);
//!   otherwise XBoard would turn the pawn into a queen.
//! - A drop is written as Kurier writes it: `P@e4`.
//! - A castling is `O-O` or `O-O-O` in games where kings and rooks castle from anywhere.
//! - A FEN may come without castling rights; see [`Notation::complete`].

use kurier_engine::session::{Board, IllegalMove};
use kurier_rules::board::{Shape, Square};
use kurier_rules::position::{MoveKind, Turn};
use kurier_rules::rules::{Castling, Color, Definition, XBoard};

use super::placement::Placement;

/// The maximum number of legs of a move that XBoard understands: XBoard stores at most two intermediate squares.
pub const MAX_LEGS: usize = 3;

/// A translator between the notations of Kurier and XBoard for one game.
#[derive(Clone, Debug)]
pub struct Notation {
    shape: Shape,
    castlings: Vec<Castling>,
    /// Whether kings and rooks castle from wherever they stand at the start.
    castling_anywhere: bool,
    start: String,
    /// The number to add to a rank of the GUI to get the rank in Kurier's notation: 0 or 1.
    rank_offset: i32,
    /// Whether a move to a promotion rank without promotion is written with the letter of the piece.
    names_unpromoted: bool,
}

/// One leg of a move in the notation of the GUI: its squares and the letter of the promotion, if any.
struct Leg {
    squares: Vec<Square>,
    promotion: String,
}

/// The parts of a move from which its notation is built.
struct TurnParts {
    squares: Vec<Square>,
    promotion: String,
    /// The castling, if Kurier writes the move as king takes rook.
    castling: Option<Castling>,
}

impl Notation {
    /// Creates the notation of a game. `xboard` says whether the GUI is XBoard, which differs from other GUIs in how it
    /// numbers ranks and in how it writes moves without promotion.
    pub fn new(definition: &Definition, xboard: bool) -> Self {
        Self {
            shape: definition.shape.clone(),
            castlings: definition.castlings.clone(),
            castling_anywhere: definition.castling_anywhere,
            start: definition.start.clone(),
            rank_offset: i32::from(xboard && definition.shape.ranks() == XBoard::RANKS_FROM_ZERO),
            names_unpromoted: xboard,
        }
    }

    /// Parses a move in the notation of the GUI.
    ///
    /// # Errors
    /// Fails if the text does not denote a legal move.
    pub fn read(&self, board: &Board, text: &str) -> Result<Turn, IllegalMove> {
        let plain = text.trim().replace('=', "").to_lowercase();
        if let Some((piece, square)) = plain.split_once('@') {
            let square = self
                .read_square(square)
                .map_or(square.to_owned(), |square| self.shape.name(square));
            return board.parse(&format!("{piece}@{square}"));
        }
        // If another piece stands where the king stood, the text is one of its moves.
        let castling = self.read_castling(&plain).and_then(|text| board.parse(&text).ok());
        let castling = castling.filter(|turn| turn.first().kind() == MoveKind::Castling);
        if let Some(turn) = castling.or_else(|| self.read_unpromoted(board, &plain)) {
            return Ok(turn);
        }
        board.parse(&self.join_legs(&plain).unwrap_or(plain))
    }

    /// Parses a move to a promotion rank without promotion, which is written with the letter of the moving piece.
    /// Returns `None` for any other text.
    fn read_unpromoted(&self, board: &Board, text: &str) -> Option<Turn> {
        let leg = self.read_leg(text).filter(|leg| !leg.promotion.is_empty())?;
        let turn = board.parse(&self.spell(&leg.squares, "")).ok()?;
        (self.unpromoted(board, &turn)?.to_string() == leg.promotion).then_some(turn)
    }

    /// Returns the letter that marks a move to a promotion rank without promotion; `None` for other moves.
    fn unpromoted(&self, board: &Board, turn: &Turn) -> Option<char> {
        if !self.names_unpromoted || turn.promotion().is_some() {
            return None;
        }
        let definition = board.definition();
        let piece = board.piece_at(turn.from())?;
        definition
            .promotes_on(piece.piece_type, piece.color, turn.to())
            .then(|| definition.letter(piece.piece_type, Color::Black))
    }

    /// Translates a king's leg, alone or with a rook's leg, to a castling in Kurier's notation. Returns `None` if the
    /// text is not a castling, or is already in Kurier's notation.
    fn read_castling(&self, text: &str) -> Option<String> {
        let legs = self.read_legs(text)?;
        let castling = self.oriented().map(|(_, castling)| castling).find(|castling| {
            let (from, to) = castling.rook;
            let legs_agree = match &legs[1..] {
                [] => castling.written_to_rook && !self.is_short_step(castling),
                // If the king goes to the square of the rook, the GUI writes the rook's leg from this square to itself;
                // see [`Notation::legs`].
                [rook] => rook.squares == [from, to] || castling.king.1 == from && rook.squares == [from, from],
                _ => false,
            };
            legs_agree && legs[0].squares == [castling.king.0, castling.king.1]
        })?;
        let target = if castling.written_to_rook {
            castling.rook.0
        } else {
            castling.king.1
        };
        Some(self.spell(&[castling.king.0, target], ""))
    }

    /// Joins legs to one move in Kurier's notation. Returns `None` if a leg does not begin where the previous leg ends.
    fn join_legs(&self, text: &str) -> Option<String> {
        let legs = self.read_legs(text)?;
        let mut squares = legs.first()?.squares.clone();
        for leg in &legs[1..] {
            if leg.squares.first() != squares.last() {
                return None;
            }
            squares.extend(&leg.squares[1..]);
        }
        Some(self.spell(&squares, &legs.last()?.promotion))
    }

    /// Parses legs that are separated by commas.
    fn read_legs(&self, text: &str) -> Option<Vec<Leg>> {
        text.split(',').map(|leg| self.read_leg(leg)).collect()
    }

    /// Returns the arguments of the `move` commands that send a move to XBoard, one for each line.
    ///
    /// Every leg except the last ends with a comma. A move of three legs is sent as one word instead, because XBoard
    /// 4.9 loses the last square of the third leg.
    pub fn commands(&self, board: &Board, turn: &Turn) -> Vec<String> {
        if turn.first().dropped().is_some() || self.castles_anywhere(turn) {
            return vec![self.word(board, turn)];
        }
        match &self.legs(&self.turn_parts(board, turn))[..] {
            [first, second] => vec![format!("{first},"), second.clone()],
            _ => vec![self.word(board, turn)],
        }
    }

    /// Returns a move as one word that XBoard can parse in thinking output: `c2e4xg6`, `d1b1-c1`.
    pub fn word(&self, board: &Board, turn: &Turn) -> String {
        if let Some(piece) = turn.first().dropped() {
            return format!("{}@{}", board.definition().spell_dropped(piece), self.name(turn.to()));
        }
        if self.castles_anywhere(turn) {
            return board.san(turn).trim_end_matches(['+', '#']).to_owned();
        }
        let parts = self.turn_parts(board, turn);
        if let Some(castling) = &parts.castling
            && self.is_short_step(castling)
        {
            let [from, over, to] = [castling.king.0, castling.rook.0, castling.king.1].map(|square| self.name(square));
            return format!("{from}{over}-{to}");
        }
        match &self.legs(&parts)[..] {
            [one] => one.clone(),
            _ => {
                let names: Vec<String> = parts.squares.iter().map(|square| self.name(*square)).collect();
                let (first, others) = names
                    .split_first()
                    .map_or(("", &[][..]), |(first, others)| (first, others));
                format!("{first}{}{}", others.join("x"), parts.promotion)
            }
        }
    }

    /// Returns whether a turn is a castling in a game where kings and rooks castle from anywhere.
    fn castles_anywhere(&self, turn: &Turn) -> bool {
        self.castling_anywhere && turn.first().kind() == MoveKind::Castling
    }

    /// Returns the legs of a move; most moves have one leg.
    fn legs(&self, parts: &TurnParts) -> Vec<String> {
        if let Some(castling) = &parts.castling {
            let king = self.name(castling.king.0) + &self.name(castling.king.1);
            if !self.is_short_step(castling) {
                return vec![king];
            }
            // XBoard joins two legs if the second begins where the first ends, as the rook's leg does if the king goes
            // to the rook's square. A second leg from this square to itself makes XBoard leave the king there.
            let rook = match castling.king.1 == castling.rook.0 {
                true => self.name(castling.rook.0).repeat(2),
                false => self.name(castling.rook.0) + &self.name(castling.rook.1),
            };
            return vec![king, rook];
        }
        let mut legs: Vec<String> = parts
            .squares
            .windows(2)
            .map(|pair| self.name(pair[0]) + &self.name(pair[1]))
            .collect();
        if let Some(last) = legs.last_mut() {
            last.push_str(&parts.promotion);
        }
        legs
    }

    /// Returns the parts from which the notation of a move is built.
    fn turn_parts(&self, board: &Board, turn: &Turn) -> TurnParts {
        let squares = board.route(turn);
        let castles = turn.first().kind() == MoveKind::Castling;
        let has_these_squares =
            |castling: &Castling| castling.written_to_rook && squares == [castling.king.0, castling.rook.0];
        TurnParts {
            castling: castles
                .then(|| self.oriented().map(|(_, castling)| castling).find(has_these_squares))
                .flatten(),
            promotion: turn
                .promotion()
                .map(|piece| board.definition().letter(piece, Color::Black))
                .or_else(|| self.unpromoted(board, turn))
                .map_or_else(String::new, String::from),
            squares,
        }
    }

    /// Parses a square in the notation of the GUI. Returns `None` if the board has no such square.
    pub fn read_square(&self, text: &str) -> Option<Square> {
        match self.read_leg(&text.trim().replace(',', "").to_lowercase())?.squares[..] {
            [square] => Some(square),
            _ => None,
        }
    }

    /// Returns whether the king moves at most one file in a castling, so that XBoard would not recognise the move as a
    /// castling.
    fn is_short_step(&self, castling: &Castling) -> bool {
        self.shape
            .file(castling.king.0)
            .abs_diff(self.shape.file(castling.king.1))
            < 2
    }

    /// Returns the castlings of White and, mirrored, of Black.
    fn oriented(&self) -> impl Iterator<Item = (Color, Castling)> + '_ {
        let mirror = |(from, to)| (self.shape.mirror(from), self.shape.mirror(to));
        self.castlings.iter().flat_map(move |castling| {
            let black = Castling {
                king: mirror(castling.king),
                rook: mirror(castling.rook),
                ..*castling
            };
            [(Color::White, *castling), (Color::Black, black)]
                .into_iter()
                .filter(|(color, castling)| castling.is_for(*color))
        })
    }

    /// Completes a FEN without a castling field in a game with castling: a king and a rook on their initial squares get
    /// the right to castle. Returns any other text unchanged.
    pub fn complete(&self, fen: &str) -> String {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let missing = fields.len() >= 2
            && fields
                .get(2)
                .is_none_or(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        let boards = (
            Placement::read(fen, &self.shape),
            Placement::read(&self.start, &self.shape),
        );
        let (true, false, (Some(now), Some(start))) = (missing, self.castlings.is_empty(), boards) else {
            return fen.to_owned();
        };
        let mut rights: Vec<char> = [Color::White, Color::Black]
            .into_iter()
            .flat_map(|side| self.oriented().filter(move |(color, _)| *color == side))
            .filter(|(_, castling)| {
                [castling.king.0, castling.rook.0]
                    .iter()
                    .all(|square| now.at(*square).is_some() && now.at(*square) == start.at(*square))
            })
            .map(|(color, castling)| color.case(castling.letter))
            .collect();
        rights.dedup();
        if rights.is_empty() {
            rights.push('-');
        }
        let rights = String::from_iter(rights);
        let mut full = vec![fields[0], fields[1], &rights, "-"];
        full.extend(&fields[2..]);
        full.join(" ")
    }

    /// Returns the name of a square in the notation of the GUI.
    fn name(&self, square: Square) -> String {
        let name = self.shape.name(square);
        if self.rank_offset == 0 {
            return name;
        }
        let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        format!(
            "{}{}",
            &name[..digits],
            i32::from(self.shape.rank(square)) + 1 - self.rank_offset
        )
    }

    /// Returns a move in Kurier's notation.
    fn spell(&self, squares: &[Square], promotion: &str) -> String {
        let names: String = squares.iter().map(|square| self.shape.name(*square)).collect();
        names + promotion
    }

    /// Parses a leg: one or more squares and an optional promotion letter. Returns `None` if the text is not a leg.
    fn read_leg(&self, text: &str) -> Option<Leg> {
        let letters = if self.shape.levels() > 1 { 2 } else { 1 };
        let mut squares = Vec::new();
        let mut rest = text;
        loop {
            let head = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest[head..].bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 || head != letters {
                break;
            }
            let rank: i32 = rest[head..head + digits].parse().ok()?;
            let name = format!("{}{}", &rest[..head], rank.checked_add(self.rank_offset)?);
            squares.push(self.shape.parse(&name)?);
            rest = &rest[head + digits..];
        }
        let promotion = rest.to_owned();
        (!squares.is_empty() && promotion.len() <= 1).then_some(Leg { squares, promotion })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use kurier_rules::rules::Catalogue;

    /// Returns the XBoard notation of a game, and a board with the position `fen`; `None` stands for the start
    /// position.
    fn open(game: &str, fen: Option<&str>) -> (Notation, Board) {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        let mut board = Board::new(&definition);
        board.set_up(fen).expect("the FEN is good");
        (Notation::new(&definition, true), board)
    }

    /// Returns the commands for a move, and asserts that parsing the commands yields the original move.
    fn commands(notation: &Notation, board: &Board, text: &str) -> Vec<String> {
        let turn = board.parse(text).expect("a legal turn");
        let commands = notation.commands(board, &turn);
        assert_eq!(
            notation.read(board, &commands.concat().replace('x', "")),
            Ok(turn),
            "{text}"
        );
        commands
    }

    #[test]
    fn plain_moves_are_sent_in_coordinates() {
        let (notation, board) = open("courier", None);
        for turn in ["b2b3", "b1c3"] {
            assert_eq!(commands(&notation, &board, turn), [turn]);
        }
        let (notation, board) = open("chess", Some("8/4P3/8/k7/8/8/8/K7 w - - 0 1"));
        assert_eq!(commands(&notation, &board, "e7e8q"), ["e7e8q"]);
        assert_eq!(notation.read(&board, "E7E8=Q"), board.parse("e7e8q"));
    }

    #[test]
    fn castlings_from_anywhere_are_sent_as_letters() {
        let (notation, board) = open("fischer-random", Some("4k3/8/8/8/8/8/8/R2K1R2 w FA - 0 1"));
        assert_eq!(commands(&notation, &board, "d1f1"), ["O-O"]);
        assert_eq!(commands(&notation, &board, "d1a1"), ["O-O-O"]);
        // A rook on the square of the king in the array of chess.
        let (notation, rook) = open("fischer-random", Some("1k2r3/8/8/8/8/8/8/R2K1R2 b FA - 0 1"));
        assert_eq!(commands(&notation, &rook, "e8g8"), ["e8g8"]);
        let check = open("fischer-random", Some("5k2/8/8/8/8/8/8/R2KR3 w EA - 0 1")).1;
        assert_eq!(commands(&notation, &check, "d1e1"), ["O-O"]);
    }

    #[test]
    fn unpromoted_pawns_are_named() {
        // In Grand Chess a pawn promotes only to a lost piece; here White has lost everything but its queen.
        let (notation, mut board) = open("grand", Some("10/9k/10/5QP3/10/3b6/10/6p3/10/K9 w - - 0 1"));
        assert_eq!(commands(&notation, &board, "g7g8"), ["g6g7p"]);
        assert_eq!(commands(&notation, &board, "g7g8r"), ["g6g7r"]);
        assert_eq!(notation.read(&board, "g6g7"), board.parse("g7g8"));
        assert!(notation.read(&board, "g6g7q").is_err());
        assert!(notation.read(&board, "f6g6p").is_err());
        board
            .play(&board.parse("a1b1").expect("a legal turn"))
            .expect("it is legal");
        assert_eq!(commands(&notation, &board, "g3g2"), ["g2g1p"]);
        let definition = Arc::clone(board.definition());
        let elsewhere = Notation::new(&definition, false);
        assert_eq!(commands(&elsewhere, &board, "g3g2"), ["g3g2"]);
        let (notation, board) = open("shatranj", Some("8/4P3/8/k7/8/8/8/K7 w - - 0 1"));
        assert!(notation.read(&board, "e7e8p").is_err());
    }

    #[test]
    fn chains_of_captures_are_written_in_legs() {
        let fen = "4k3/8/8/1p6/8/1p6/8/1R3K2 w - - 0 1";
        let (notation, board) = open("leap64-multi", Some(fen));
        let turn = board.parse("b1b3b5").expect("a legal turn");
        assert_eq!(commands(&notation, &board, "b1b3b5"), ["b1b3,", "b3b5"]);
        assert_eq!(notation.word(&board, &turn), "b1b3xb5");
        assert_eq!(notation.read(&board, "b1b3,b3b5"), Ok(turn));
        assert!(notation.read(&board, "b1b3,f1g2").is_err());
        let three = "4k3/1p6/8/1p6/8/1p6/8/1R3K2 w - - 0 1";
        let (notation, board) = open("leap64-multi", Some(three));
        assert_eq!(commands(&notation, &board, "b1b3b5b7"), ["b1b3xb5xb7"]);
    }

    #[test]
    fn castling_with_a_king_step_of_one_square_has_two_legs() {
        let (notation, board) = open(
            "leap",
            Some("*nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*N1KN* w KQkq - 0 1"),
        );
        for (turn, sent, read) in [
            ("d1b1", ["d1c1,", "b1d1"], "d1c1,b1d1"),
            ("d1e1", ["d1e1,", "e1e1"], "d1e1,e1d1"),
        ] {
            assert_eq!(commands(&notation, &board, turn), sent);
            assert_eq!(notation.read(&board, read), board.parse(turn));
        }
    }

    #[test]
    fn other_castlings_are_moves_of_the_king() {
        let (notation, board) = open("chess", Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"));
        assert_eq!(commands(&notation, &board, "e1g1"), ["e1g1"]);
        assert_eq!(notation.read(&board, "e1c1"), board.parse("e1c1"));
    }

    #[test]
    fn missing_castling_rights_follow_from_the_board() {
        let (notation, start) = open("leap", None);
        let start = start.fen();
        let placement = start.split(' ').next().expect("a board");
        assert_eq!(
            notation.complete(&format!("{placement} w 0 1")),
            format!("{placement} w KQkq - 0 1")
        );
        let moved = placement.replace("*NQKN*", "*1QKN*");
        assert_eq!(
            notation.complete(&format!("{moved} b 3 9")),
            format!("{moved} b Kkq - 3 9")
        );
        for whole in [start.as_str(), "9z/8 w", "nonsense", ""] {
            assert_eq!(notation.complete(whole), whole);
        }
        let (notation, _) = open("courier", None);
        assert_eq!(notation.complete("12/12 w 0 1"), "12/12 w 0 1");
    }

    #[test]
    fn malformed_moves_are_refused() {
        let (notation, board) = open("leap-multi", None);
        for text in ["", ",", "a", "é9", "c2e4,", "a1a2", "c2e99999999999", "@@@@", "c2e4qq"] {
            assert!(notation.read(&board, text).is_err(), "{text}");
        }
    }
}
