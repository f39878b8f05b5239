//! Games as text, and their replay by the rules.

use std::sync::Arc;

use super::error::{PgnError, Problem, Warning};
use super::record::{Annotations, GameRecord, GameResult, MoveRecord, Ply};
use super::signs;
use super::writer::movetext;
use kurier_engine::session::Board;
use kurier_rules::position::Reason;
use kurier_rules::rules::{Catalogue, Definition, XBoard};

/// XBoard's name for chess, the variant of a game without the tag `Variant`.
const ORTHODOX: &str = "normal";

/// Other programs' names for chess.
const ORTHODOX_ALIASES: [&str; 4] = ["standard", "chess", "classical", "from position"];

/// A turn as read from a file, before it is replayed by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// The move as written in the file, with annotation symbols such as `!` but without its number.
    pub text: String,
    /// The number of the line in the file where the move is written, from 1.
    pub line: usize,
    /// The comments after the move, joined by spaces.
    pub comment: String,
    /// The glyphs and variations after the move. The annotation symbols in the text are not among the glyphs; see
    /// [`MoveText::all_annotations`].
    pub annotations: Annotations,
}

impl MoveText {
    /// Returns the move without its annotation symbols.
    pub fn plain(&self) -> &str {
        signs::split_position(signs::split(&self.text).0).0
    }

    /// Returns the glyphs, including the annotation symbols in the text, and the variations. A symbol such as `!` comes
    /// first among the glyphs, because the writer attaches it to the move; other symbols become numeric glyphs.
    pub fn all_annotations(&self) -> Annotations {
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

/// A game as read from a file, before it is replayed by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The number of the first line of the game in the file, from 1.
    pub line: usize,
    /// The names and values of the tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    pub preamble: String,
    /// The turns.
    pub moves: Vec<MoveText>,
    /// The result after the moves; if there is none, the value of the tag `Result`.
    pub result: GameResult,
    /// Violations of the format that did not prevent reading.
    pub warnings: Vec<Warning>,
}

impl Game {
    /// Returns the comment after the last turn; if there is no turn, the comment at the beginning of the game.
    pub(super) fn last_comment(&mut self) -> &mut String {
        match self.moves.last_mut() {
            Some(turn) => &mut turn.comment,
            None => &mut self.preamble,
        }
    }

    /// Returns the value of a tag, or `None` if there is no such tag or its value is empty or `?`, which means unknown.
    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| !["", "?"].contains(&value.trim()))
    }

    /// Returns the value of the first tag with a name; `None` if there is no such tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the variant that is played. The tag `Variant` may contain the variant's name, its title or XBoard's
    /// name, which may begin with the size of the board (`12x8_de-la-dama`). Without the tag the variant is chess.
    ///
    /// # Errors
    /// Fails if the catalogue does not have the variant.
    pub fn definition(&self, catalogue: &Catalogue) -> Result<Arc<Definition>, PgnError> {
        let name = self.known("Variant").unwrap_or(ORTHODOX).trim().to_lowercase();
        let plain = without_size(&name);
        let known = |name: &str| {
            let titled = || catalogue.iter().find(|game| game.title.to_lowercase() == name).cloned();
            catalogue.get(name).or_else(titled)
        };
        let orthodox = || {
            ORTHODOX_ALIASES
                .contains(&plain)
                .then(|| catalogue.get(ORTHODOX))
                .flatten()
        };
        let found = known(&name).or_else(|| known(plain)).or_else(orthodox);
        found.ok_or_else(|| self.error(self.line, Problem::Variant(name.clone())))
    }

    /// Plays the game on a board of its variant and leaves the board at the last position.
    ///
    /// A game without the tag `FEN` begins at the start position of the variant. If the moves are illegal there,
    /// XBoard's start position is tried. XBoard leaves the castling rights out of a `FEN` if it does not know them; if
    /// the moves are illegal from a `FEN` with the pieces and the side to move of the start position, the start
    /// position is tried, rights included. On boards of ten ranks XBoard counts the ranks from 0; if the moves are
    /// illegal otherwise, this numbering is tried.
    ///
    /// Programs disagree on when a bare king loses. Turns after the loss by bare king are not played, and neither are a
    /// null move (`--`, `Z0`) and the turns after it; the turns not played become the [`rest`](GameRecord::rest) of the
    /// record.
    ///
    /// # Errors
    /// Fails if the start position or a move is illegal in all attempts. The error comes from the attempt that played
    /// the most turns.
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

    /// Plays the game from a position, after rewriting the text of each move with `rewritten`.
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
                annotations: text.all_annotations(),
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

    /// Creates an error in this game.
    fn error(&self, line: usize, problem: Problem) -> PgnError {
        PgnError {
            game: self.number,
            line,
            problem,
        }
    }
}

/// Returns the second of two attempts if it succeeded or played more turns, the first one otherwise.
fn farther(first: Result<GameRecord, PgnError>, second: Result<GameRecord, PgnError>) -> Result<GameRecord, PgnError> {
    match (&first, &second) {
        (Err(one), Err(two)) if failed_at(two) <= failed_at(one) => first,
        _ => second,
    }
}

/// Tests whether a variant is chess: the built-in variant of games without the tag `Variant`.
pub fn is_orthodox(definition: &Definition) -> bool {
    let orthodox = Catalogue::built_in().get(ORTHODOX);
    orthodox.is_some_and(|orthodox| orthodox.rules_hash() == definition.rules_hash())
}

/// Converts a move whose ranks count from 0 to ranks that count from 1.
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

/// Returns the number of the turn that is illegal; 0 if the start position is illegal.
fn failed_at(error: &PgnError) -> usize {
    match error.problem {
        Problem::Move { number, .. } => number,
        _ => 0,
    }
}

/// Tests whether a bare king has ended the game.
fn is_bare_king(board: &Board) -> bool {
    board
        .outcome()
        .is_some_and(|outcome| outcome.reason == Reason::BareKing)
}

/// Appends text to a comment, after a space if neither is empty.
pub fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    *text += more;
}

/// Returns a variant's name without the size of the board that XBoard may prepend: `12x8_`, `12x8+0_`.
fn without_size(name: &str) -> &str {
    match name.split_once('_') {
        Some((size, rest)) if size.contains('x') && size.bytes().all(|b| b"0123456789x+".contains(&b)) => rest,
        _ => name,
    }
}
