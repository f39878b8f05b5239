//! A game as text, and playing it by the rules.

use std::sync::Arc;

use super::error::{PgnError, Problem, Warning};
use super::record::{Annotations, GameRecord, GameResult, MoveRecord, Ply};
use super::signs;
use super::writer::movetext;
use kurier_engine::session::Board;
use kurier_rules::position::Reason;
use kurier_rules::rules::{Catalogue, Definition, XBoard};

/// What a file without the tag `Variant` means, as XBoard calls it.
const ORTHODOX: &str = "normal";

/// What other programs call it.
const ORTHODOX_TOO: [&str; 4] = ["standard", "chess", "classical", "from position"];

/// A turn as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// The move as written, with signs such as `!` but without its number.
    pub text: String,
    /// The line in the file, from 1.
    pub line: usize,
    /// The comments after it, joined by spaces.
    pub comment: String,
    /// Glyphs and variations after it, without the signs in the text; see [`MoveText::said`].
    pub annotations: Annotations,
}

impl MoveText {
    /// Returns the move without signs.
    pub fn plain(&self) -> &str {
        signs::split_position(signs::split(&self.text).0).0
    }

    /// Returns its glyphs and variations. A sign such as `!` comes first among the glyphs, as it is attached to the move
    /// when that is written; other signs become numeric glyphs.
    pub fn said(&self) -> Annotations {
        let (text, sign) = signs::split(&self.text);
        let (_, position) = signs::split_position(text);
        let written = [sign].into_iter().filter(|sign| !sign.is_empty()).chain(position);
        let all: Vec<&str> = written
            .chain(self.annotations.glyphs.iter().map(String::as_str))
            .collect();
        let attached = all.iter().position(|glyph| signs::is_attached(glyph));
        let others = all.iter().enumerate().filter(|(i, _)| Some(*i) != attached);
        let first = attached.map(|at| all[at]);
        let glyphs = first.into_iter().chain(others.map(|(_, glyph)| signs::numeric(glyph)));
        Annotations {
            glyphs: glyphs.map(str::to_owned).collect(),
            variations: self.annotations.variations.clone(),
        }
    }
}

/// A game as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its first line, from 1.
    pub line: usize,
    /// Names and values of the tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub preamble: String,
    /// The turns.
    pub moves: Vec<MoveText>,
    /// The result after the moves, or else that of the tag.
    pub result: GameResult,
    /// What was read although the format does not have it.
    pub warnings: Vec<Warning>,
}

impl Game {
    /// Returns the comment of the last turn, or the one before the first.
    pub(super) fn last_comment(&mut self) -> &mut String {
        match self.moves.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut self.preamble,
        }
    }

    /// Returns the value of a tag if it says something: `?` and an empty one stand for what is not known.
    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| !["", "?"].contains(&value.trim()))
    }

    /// Returns the value of a tag; the first, if there are several of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the variant that is played. The tag `Variant` may hold its name, its title or XBoard's name, which may
    /// begin with the size of the board (`12x8_de-la-dama`).
    ///
    /// # Errors
    /// A variant that is not in the catalogue.
    pub fn definition(&self, catalogue: &Catalogue) -> Result<Arc<Definition>, PgnError> {
        let name = self.known("Variant").unwrap_or(ORTHODOX).trim().to_lowercase();
        let plain = without_size(&name);
        let known = |name: &str| {
            let titled = || catalogue.iter().find(|game| game.title.to_lowercase() == name).cloned();
            catalogue.get(name).or_else(titled)
        };
        let orthodox = || ORTHODOX_TOO.contains(&plain).then(|| catalogue.get(ORTHODOX)).flatten();
        let found = known(&name).or_else(|| known(plain)).or_else(orthodox);
        found.ok_or_else(|| self.error(self.line, Problem::Variant(name.clone())))
    }

    /// Plays the game on a board of its variant, which is left at the last position.
    ///
    /// A game without `FEN` begins at the start of the variant or, if it is not legal from there, at XBoard's start. A `FEN`
    /// with the pieces of the start may lack the rights: XBoard writes it so where it does not know them. On a board of ten
    /// ranks XBoard counts them from 0: a game that is not legal otherwise may be written so.
    ///
    /// Programs differ in when a bare king loses. Turns after such an end are not played, nor those from a null move on
    /// (`--`, `Z0`); they are the [`rest`](GameRecord::rest) of the record.
    ///
    /// # Errors
    /// An illegal start position or move: the one that most turns lead to.
    pub fn replay(&self, board: &mut Board) -> Result<GameRecord, PgnError> {
        let definition = board.definition().clone();
        let (fen, other) = match self.known("FEN") {
            None => (None, definition.xboard.start.as_deref()),
            Some(fen) => {
                let pieces = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
                let start = definition.start.as_str();
                (Some(fen), (pieces(fen) == pieces(start)).then_some(start))
            }
        };
        let mut best = self.replay_from(board, fen, str::to_owned);
        if best.is_err() && other.is_some() {
            best = farther(best, self.replay_from(board, other, str::to_owned));
        }
        if best.is_err() && definition.shape.ranks() == XBoard::RANKS_FROM_ZERO {
            best = farther(best, self.replay_from(board, fen, ranks_from_one));
        }
        best
    }

    /// Plays the game from a position, its turns rewritten first.
    fn replay_from(
        &self,
        board: &mut Board,
        fen: Option<&str>,
        rewritten: fn(&str) -> String,
    ) -> Result<GameRecord, PgnError> {
        let set_up = board.set_up(fen);
        set_up.map_err(|error| self.error(self.line, Problem::Start(error)))?;
        let start_ply = Ply::of(board);
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut rest = String::new();
        for (i, text) in self.moves.iter().enumerate() {
            if signs::is_null_move(&text.text) || i > 0 && is_bare_king(board) {
                rest = movetext(Ply::of(board), "", &self.moves[i..]);
                break;
            }
            let illegal = |error| self.error(text.line, Problem::Move { number: i + 1, error });
            let turn = board.parse_san(&rewritten(text.plain())).map_err(illegal)?;
            let san = board.san(&turn);
            board.play(&turn).map_err(illegal)?;
            moves.push(MoveRecord {
                turn,
                san,
                comment: text.comment.clone(),
                annotations: text.said(),
            });
        }
        Ok(GameRecord {
            tags: self.tags.clone(),
            variant: board.definition().name.clone(),
            start_fen: fen.map(str::to_owned),
            start_ply,
            preamble: self.preamble.clone(),
            moves,
            rest,
            result: self.result,
            termination: self.tag("Termination").unwrap_or_default().to_owned(),
        })
    }

    fn error(&self, line: usize, problem: Problem) -> PgnError {
        PgnError {
            game: self.number,
            line,
            problem,
        }
    }
}

/// Returns the second of two attempts if it is legal or leads farther, the first otherwise.
fn farther(first: Result<GameRecord, PgnError>, second: Result<GameRecord, PgnError>) -> Result<GameRecord, PgnError> {
    match (&first, &second) {
        (Err(one), Err(two)) if failed_at(two) <= failed_at(one) => first,
        _ => second,
    }
}

/// Returns a turn whose ranks count from 0, as if they counted from 1.
fn ranks_from_one(text: &str) -> String {
    let mut rewritten = String::with_capacity(text.len() + 2);
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(rank) => rewritten += &(rank + 1).to_string(),
            None => rewritten.push(letter),
        }
    }
    rewritten
}

/// Returns the number of the turn that failed; 0 for the start.
fn failed_at(error: &PgnError) -> usize {
    match error.problem {
        Problem::Move { number, .. } => number,
        _ => 0,
    }
}

fn is_bare_king(board: &Board) -> bool {
    board
        .outcome()
        .is_some_and(|outcome| outcome.reason == Reason::BareKing)
}

/// Adds words to a comment.
pub fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    *text += more;
}

/// Returns a variant's name without the size of the board that XBoard may put in front: `12x8_`, `12x8+0_`.
fn without_size(name: &str) -> &str {
    match name.split_once('_') {
        Some((size, rest)) if size.contains('x') && size.bytes().all(|b| b"0123456789x+".contains(&b)) => rest,
        _ => name,
    }
}
