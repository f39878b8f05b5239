//! Reads and writes Polyglot's format, for chess.
//!
//! An entry has 16 bytes, big-endian: the key of a position, a move, its weight, and a number that only some programs
//! use. A move consists of the file and rank of its target, the file and rank of its origin, and the promotion, with
//! three bits for each, the target's file in the lowest ones. Castling is written as a move of the king to the square
//! of the rook. Entries are sorted by key.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use kurier_engine::session::{Board, Turn};
use kurier_formats::pgn::is_orthodox;
use kurier_rules::rules::Definition;
use polyglot_book_rs::polyglot_hash_from_fen;

use crate::book::Book;
use crate::file::BookError;
use crate::walk::Walk;

/// The length of an entry, in bytes.
const ENTRY: usize = 16;
/// The extension of files in Polyglot's format.
const EXTENSION: &str = "bin";
/// The letters of the pieces to which pawns are promoted, in the order of their numbers, which begin at 1.
const PROMOTIONS: &str = "nbrq";

/// Tests whether a file has the extension of Polyglot's books.
pub fn is_named(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

impl Book {
    /// Reads a book in Polyglot's format. The weight of a move becomes its number of games; since their results are
    /// unknown, they count as drawn. Positions that the book's moves do not reach from the start are left out. Error
    /// messages use `name` as the name of the book.
    ///
    /// # Errors
    /// Fails if the game is not chess, or if the file ends within an entry.
    pub fn from_polyglot(bytes: &[u8], name: &str, definition: &Arc<Definition>) -> Result<Self, BookError> {
        if !is_orthodox(definition) {
            return Err(BookError::NotChess(definition.name.clone()));
        }
        let (entries, []) = bytes.as_chunks::<ENTRY>() else {
            return Err(BookError::Damaged(name.into()));
        };
        let mut known: HashMap<u64, Vec<(u16, u16)>> = HashMap::new();
        for [a, b, c, d, e, f, g, h, high, low, heavy, light, ..] in entries {
            let moves = known.entry(u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]));
            let weight = u16::from_be_bytes([*heavy, *light]);
            moves.or_default().push((u16::from_be_bytes([*high, *low]), weight));
        }
        let mut book = Self::new(definition);
        let mut waiting = vec![Board::new(definition)];
        let mut seen = HashSet::new();
        while let Some(board) = waiting.pop() {
            let Some(moves) = key(&board)
                .filter(|key| seen.insert(*key))
                .and_then(|key| known.get(&key))
            else {
                continue;
            };
            book.entries.entry(board.key()).or_default();
            for turn in board.turns() {
                let code = coded(&board, &turn);
                let Some((_, weight)) = moves.iter().find(|(move_, _)| Some(*move_) == code) else {
                    continue;
                };
                let mut after = board.clone();
                if after.play(&turn).is_ok() {
                    let entry = book.entries.entry(after.key()).or_default();
                    entry.draws = entry.draws.max(u32::from(*weight));
                    waiting.push(after);
                }
            }
        }
        Ok(book)
    }

    /// Returns the book in Polyglot's format. The weight of a move is two for each won game and one for each drawn one.
    ///
    /// # Errors
    /// Fails if the game is not chess.
    pub fn to_polyglot(&self, definition: &Arc<Definition>) -> Result<Vec<u8>, BookError> {
        if !is_orthodox(definition) {
            return Err(BookError::NotChess(definition.name.clone()));
        }
        let walk = Walk::new(self, definition);
        let mut entries: Vec<(u64, std::cmp::Reverse<u16>, u16)> = Vec::new();
        for number in 0..walk.nodes.len() {
            let board = walk.board(number);
            let moves = self.moves(&board);
            let weight = |wins: u32, draws: u32| (2 * u64::from(wins) + u64::from(draws)).max(1);
            let largest = moves.iter().map(|known| weight(known.wins, known.draws)).max();
            let divisor = largest.unwrap_or(1).div_ceil(u16::MAX.into());
            for known in &moves {
                if let (Some(key), Some(code)) = (key(&board), coded(&board, &known.turn)) {
                    let weight = (weight(known.wins, known.draws) / divisor).max(1) as u16;
                    entries.push((key, std::cmp::Reverse(weight), code));
                }
            }
        }
        entries.sort_unstable();
        let mut bytes = Vec::with_capacity(ENTRY * entries.len());
        for (key, std::cmp::Reverse(weight), code) in entries {
            bytes.extend(key.to_be_bytes());
            bytes.extend(code.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        Ok(bytes)
    }
}

/// Returns Polyglot's key of a chess position.
pub(crate) fn key(board: &Board) -> Option<u64> {
    polyglot_hash_from_fen(&board.fen()).ok()
}

/// Returns a chess move in Polyglot's encoding; `None` if the format cannot express it.
pub(crate) fn coded(board: &Board, turn: &Turn) -> Option<u16> {
    let text = board.spell(turn);
    let letters = text.as_bytes();
    let file = |letter: u8| letter.checked_sub(b'a').filter(|file| *file < 8).map(u16::from);
    let rank = |letter: u8| letter.checked_sub(b'1').filter(|rank| *rank < 8).map(u16::from);
    let [from_file, from_rank, to_file, to_rank, promotion @ ..] = letters else {
        return None;
    };
    let castling = board.san(turn);
    let to_file = match castling.trim_end_matches(['+', '#']) {
        "O-O" => 7,
        "O-O-O" => 0,
        _ => file(*to_file)?,
    };
    let promotion = match promotion {
        [] => 0,
        [letter] => PROMOTIONS.find(char::from(*letter))? as u16 + 1,
        _ => return None,
    };
    Some(promotion << 12 | rank(*from_rank)? << 9 | file(*from_file)? << 6 | rank(*to_rank)? << 3 | to_file)
}
