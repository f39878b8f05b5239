//! Moves as XBoard spells them, and positions as it sends them.
//!
//! A turn of several steps is written as legs: `c2e4g6` is `c2e4,e4g6` there. So is a castling whose king goes one
//! square: `d1b1` (king to own knight) is the king's leg and the rook's leg, `d1c1,b1d1`. All other castlings are the
//! king's way there, however we write them. Boards of exactly ten ranks are numbered from 0.

use crate::board::{Shape, Square};
use crate::rules::{Castling, Color, Definition};

use super::placement::Placement;

/// The longest turn that XBoard can be told: it remembers two squares on the way.
pub const MAX_LEGS: usize = 3;

/// Translates the turns of one game.
#[derive(Clone, Debug)]
pub struct Notation {
    shape: Shape,
    castlings: Vec<Castling>,
    start: String,
    /// What is added to a rank that the GUI names.
    rank_offset: i32,
}

/// The squares of a turn and what follows them.
struct Route {
    squares: Vec<Square>,
    promotion: String,
}

impl Notation {
    /// For a game, with ranks as XBoard or as everybody else counts them.
    pub fn new(definition: &Definition, xboard: bool) -> Self {
        Self {
            shape: definition.shape.clone(),
            castlings: definition.castlings.clone(),
            start: definition.start.clone(),
            rank_offset: i32::from(xboard && definition.shape.ranks() == 10),
        }
    }

    /// A move of the GUI in our spelling. What cannot be understood is handed on as it is, to be refused.
    pub fn read(&self, text: &str) -> String {
        let plain = text.trim().replace('=', "").to_lowercase();
        self.read_legs(&plain).unwrap_or(plain)
    }

    fn read_legs(&self, text: &str) -> Option<String> {
        let legs: Vec<Route> = text.split(',').map(|leg| self.route(leg)).collect::<Option<_>>()?;
        let castling = self.oriented().map(|(_, castling)| castling).find(|castling| {
            let rook_moves = |leg: &Route| leg.squares == [castling.rook.0, castling.rook.1];
            let legs_agree = match &legs[1..] {
                [] => castling.written_to_rook && !self.is_short_step(castling),
                [rook] => rook_moves(rook),
                _ => false,
            };
            legs_agree && legs[0].squares == [castling.king.0, castling.king.1]
        });
        if let Some(castling) = castling {
            let target = if castling.written_to_rook {
                castling.rook.0
            } else {
                castling.king.1
            };
            return Some(self.spell(&[castling.king.0, target], ""));
        }
        let mut squares = legs.first()?.squares.clone();
        for leg in &legs[1..] {
            if leg.squares.first() != squares.last() {
                return None;
            }
            squares.extend(&leg.squares[1..]);
        }
        Some(self.spell(&squares, &legs.last()?.promotion))
    }

    /// What follows `move` in each of the lines that tell XBoard a turn. `fen` is the position before it.
    ///
    /// All legs but the last end with a comma. XBoard 4.9 loses the last square of three legs, so those go as one word.
    pub fn commands(&self, turn: &str, fen: &str) -> Vec<String> {
        match &self.legs(turn, fen)[..] {
            [first, second] => vec![format!("{first},"), second.clone()],
            _ => vec![self.word(turn, fen)],
        }
    }

    /// A turn as one word that XBoard can read, for lines of thinking: `c2e4xg6`, `d1b1-c1`.
    pub fn word(&self, turn: &str, fen: &str) -> String {
        let Some(route) = self.route_of(turn, 0) else {
            return turn.to_owned();
        };
        if let Some(castling) = self.castling(&route, fen)
            && self.is_short_step(&castling)
        {
            let [from, over, to] = [castling.king.0, castling.rook.0, castling.king.1].map(|square| self.name(square));
            return format!("{from}{over}-{to}");
        }
        match &self.legs(turn, fen)[..] {
            [one] => one.clone(),
            _ => {
                let names: Vec<String> = route.squares.iter().map(|square| self.name(*square)).collect();
                format!("{}{}{}", names[0], names[1..].join("x"), route.promotion)
            }
        }
    }

    /// A turn in legs, one for most.
    fn legs(&self, turn: &str, fen: &str) -> Vec<String> {
        let Some(route) = self.route_of(turn, 0) else {
            return vec![turn.to_owned()];
        };
        if let Some(castling) = self.castling(&route, fen) {
            let king = self.name(castling.king.0) + &self.name(castling.king.1);
            if !self.is_short_step(&castling) {
                return vec![king];
            }
            // XBoard joins legs that meet; where the king goes to its rook's square, it has to see the king stay there.
            let rook = match castling.king.1 == castling.rook.0 {
                true => self.name(castling.rook.0).repeat(2),
                false => self.name(castling.rook.0) + &self.name(castling.rook.1),
            };
            return vec![king, rook];
        }
        let mut legs: Vec<String> = route
            .squares
            .windows(2)
            .map(|pair| self.name(pair[0]) + &self.name(pair[1]))
            .collect();
        if let Some(last) = legs.last_mut() {
            last.push_str(&route.promotion);
        }
        legs
    }

    /// How many legs a turn has.
    pub fn count(&self, turn: &str) -> usize {
        self.route_of(turn, 0).map_or(1, |route| route.squares.len() - 1)
    }

    /// The squares that a turn visits, in our names.
    pub fn squares(&self, turn: &str) -> Vec<String> {
        let squares = self.route_of(turn, 0).map(|route| route.squares).unwrap_or_default();
        squares.into_iter().map(|square| self.shape.name(square)).collect()
    }

    /// A square of the GUI in our name.
    pub fn read_cell(&self, text: &str) -> Option<String> {
        match &self
            .route_of(&text.trim().replace(',', "").to_lowercase(), self.rank_offset)?
            .squares[..]
        {
            [square] => Some(self.shape.name(*square)),
            _ => None,
        }
    }

    /// The castling that a turn is, if it is one that is written king + rook.
    fn castling(&self, route: &Route, fen: &str) -> Option<Castling> {
        let rights = fen.split_whitespace().nth(2).unwrap_or("-");
        self.oriented()
            .find(|(color, castling)| {
                let letter = match color {
                    Color::White => castling.letter,
                    Color::Black => castling.letter.to_ascii_lowercase(),
                };
                castling.written_to_rook
                    && route.squares == [castling.king.0, castling.rook.0]
                    && rights.contains(letter)
            })
            .map(|(_, castling)| castling)
    }

    /// Whether the king goes one square only, so that its way alone is no castling to XBoard.
    fn is_short_step(&self, castling: &Castling) -> bool {
        self.shape
            .file(castling.king.0)
            .abs_diff(self.shape.file(castling.king.1))
            < 2
    }

    /// The castlings of both sides.
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

    /// Completes a FEN of a game with castling that comes without its third field: as usual in such a case, a king and
    /// rook that stand where they stood in the array may castle.
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
            .map(|(color, castling)| match color {
                Color::White => castling.letter,
                Color::Black => castling.letter.to_ascii_lowercase(),
            })
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

    fn spell(&self, squares: &[Square], promotion: &str) -> String {
        let names: String = squares.iter().map(|square| self.shape.name(*square)).collect();
        names + promotion
    }

    fn route(&self, leg: &str) -> Option<Route> {
        self.route_of(leg, self.rank_offset)
    }

    /// Splits a text into squares and the promotion letter.
    fn route_of(&self, text: &str, offset: i32) -> Option<Route> {
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
            squares.push(self.shape.parse(&format!("{}{}", &rest[..head], rank + offset))?);
            rest = &rest[head + digits..];
        }
        let promotion = rest.to_owned();
        (!squares.is_empty() && promotion.len() <= 1).then_some(Route { squares, promotion })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Catalogue;

    fn notation(game: &str) -> (Notation, String) {
        let definition = Catalogue::built_in().get(game).expect("a built-in game");
        (Notation::new(&definition, true), definition.start.clone())
    }

    #[test]
    fn plain_moves_stay_as_they_are() {
        let (notation, start) = notation("courier");
        for turn in ["a2a3", "l7l8f", "l1k12"] {
            assert_eq!(notation.read(turn), turn);
            assert_eq!(notation.commands(turn, &start), [turn]);
        }
        assert_eq!(notation.read("L7L8=F"), "l7l8f");
        assert_eq!(notation.read("nonsense"), "nonsense");
    }

    #[test]
    fn chains_come_and_go_in_legs() {
        let (notation, start) = notation("leap-multi");
        assert_eq!(notation.read("c2e4,e4c6"), "c2e4c6");
        assert_eq!(notation.read("c4d5,d5e6,e6d8q"), "c4d5e6d8q");
        assert_eq!(notation.commands("c2e4c6", &start), ["c2e4,", "e4c6"]);
        assert_eq!(notation.commands("c4d5e6d8q", &start), ["c4d5xe6xd8q"]);
        assert_eq!(notation.word("c2e4c6", &start), "c2e4xc6");
        assert_eq!(notation.count("c4d5e6d8q"), 3);
        assert_eq!(notation.read("c2e4,f1g2"), "c2e4,f1g2");
    }

    #[test]
    fn castling_beside_the_king_has_two_legs() {
        let (notation, start) = notation("leap");
        for (turn, commands, read) in [
            ("d1b1", ["d1c1,", "b1d1"], "d1c1,b1d1"),
            ("d1e1", ["d1e1,", "e1e1"], "d1e1,e1d1"),
            ("d8b8", ["d8c8,", "b8d8"], "d8c8,b8d8"),
        ] {
            assert_eq!(notation.commands(turn, &start), commands);
            assert_eq!(notation.read(read), turn);
        }
        let without_rights = start.replace("KQkq", "-");
        assert_eq!(notation.commands("d1e1", &without_rights), ["d1e1"]);
        assert_eq!(notation.word("d1b1", &start), "d1b1-c1");
    }

    #[test]
    fn castling_far_away_is_the_way_of_the_king() {
        let (notation, start) = notation("normal");
        assert_eq!(notation.commands("e1g1", &start), ["e1g1"]);
        assert_eq!(notation.read("e1c1"), "e1c1");
    }

    #[test]
    fn missing_rights_are_found_on_the_board() {
        let (notation, start) = notation("leap");
        let board = start.split(' ').next().expect("a board");
        assert_eq!(
            notation.complete(&format!("{board} w 0 1")),
            format!("{board} w KQkq - 0 1")
        );
        let moved = board.replace("*NQKN*", "*1QKN*");
        assert_eq!(
            notation.complete(&format!("{moved} b 3 9")),
            format!("{moved} b Kkq - 3 9")
        );
        for whole in [&start, "9z/8 w", "nonsense", ""] {
            assert_eq!(notation.complete(whole), whole);
        }
        let (notation, _) = self::notation("courier");
        assert_eq!(notation.complete("12/12 w 0 1"), "12/12 w 0 1");
    }

    #[test]
    fn nonsense_is_handed_on() {
        let (notation, start) = notation("leap-multi");
        for text in ["", ",", "a", "é9", "c2e4,", "a1a2", "c2e99999999999", "@@@@", "c2e4qq"] {
            assert_eq!(notation.read(text), text);
            assert!(!notation.commands(text, &start).is_empty());
        }
    }
}
