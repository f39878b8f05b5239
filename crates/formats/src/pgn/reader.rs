//! Reads the games of a file.

use std::io::BufRead;

use super::error::{Oddity, PgnError, Problem, Warning};
use super::game::{Game, MoveText, append};
use super::lines::Lines;
use super::record::{Annotations, GameResult};
use super::signs;
use super::tags::Tag;
use super::tokens::{Token, Tokens, words_of};

/// The separator after the tags and after the moves of every game.
const BREAK: &str = "\n\n";

/// Iterates over the games of a file; only one game is in memory at a time.
///
/// A game ends with its result or before the tags of the next game. A tag belongs to the next game if it follows a
/// move, or if it follows an empty line and repeats the name of a tag. After an error the reader continues with the
/// next game, at a line that begins with `[Event ` or that begins with `[` after an empty line. Text that is not UTF-8
/// is read as Latin-1; UTF-16 is refused.
///
/// ```
/// use kurier_formats::pgn::Reader;
/// let file = "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3!? *";
/// let game = Reader::new(file.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(game.tag("White"), Some("A"));
/// assert_eq!(game.moves.len(), 3);
/// assert_eq!(game.moves[0].comment, "best by test");
/// ```
pub struct Reader<R> {
    tokens: Tokens<R>,
    /// A tag that belongs to the next game.
    pending: Option<Tag>,
    /// The number of games read so far, including games with errors.
    games: usize,
    /// Whether only tags of the current game have been read.
    in_tags: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// The maximum number of bytes of a game.
    pub const LONGEST_GAME: usize = 1 << 26;

    /// Creates a reader for an open file.
    pub fn new(input: R) -> Self {
        Self {
            tokens: Tokens::new(Lines::new(input, Self::LONGEST_GAME)),
            pending: None,
            games: 0,
            in_tags: true,
            ended: false,
        }
    }

    /// Creates a reader that keeps the bytes of each game for [`take_source`](Self::take_source).
    pub fn with_source(input: R) -> Self {
        let mut reader = Self::new(input);
        reader.tokens.keep_source();
        reader
    }

    /// Takes the bytes of the file that belong to the last game, whether the game could be read or not. Returns no
    /// bytes if the reader was not created by [`with_source`](Self::with_source).
    pub fn take_source(&mut self) -> Vec<u8> {
        self.tokens.take_source(self.pending.is_some())
    }

    /// Returns the number of bytes of the file that belong to the games so far.
    pub fn offset(&self) -> usize {
        self.tokens.offset(self.pending.is_some())
    }

    /// Returns the number of the first line, from 1, that belongs to none of the games so far.
    pub fn next_line(&self) -> usize {
        match self.pending.is_some() || self.tokens.is_fresh() {
            true => self.tokens.last_line(),
            false => self.tokens.last_line() + 1,
        }
    }

    /// Returns the next token, the pending tag first.
    fn token(&mut self) -> Result<Option<Token>, Problem> {
        match self.pending.take() {
            Some(tag) => Ok(Some(Token::Tag(tag))),
            None => self.tokens.next(),
        }
    }

    /// Returns the next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<Game>, Problem> {
        let mut game = Game {
            number: self.games + 1,
            ..Game::default()
        };
        let mut result = None;
        let mut begun = false;
        self.in_tags = true;
        self.tokens.begin();
        while let Some(token) = self.token()? {
            if !begun && !matches!(token, Token::Comment(_)) {
                begun = true;
                game.line = self.tokens.line();
            }
            self.in_tags &= matches!(token, Token::Tag(_));
            match token {
                // The game has no result: the tag is the first of the next game.
                Token::Tag(tag) if self.ends(&game, &tag) => {
                    self.pending = Some(tag);
                    break;
                }
                Token::Tag(tag) => {
                    if tag.unescaped {
                        self.warn(&mut game, Oddity::Unescaped);
                    }
                    game.tags.push((tag.name, tag.value));
                }
                Token::Comment(text) => append(game.last_comment(), &text),
                Token::Move(text) => {
                    if signs::is_null_move(&text) && game.moves.iter().all(|turn| !signs::is_null_move(&turn.text)) {
                        self.warn(&mut game, Oddity::NullMove);
                    }
                    game.moves.push(MoveText {
                        text,
                        line: self.tokens.line(),
                        comment: String::new(),
                        annotations: Annotations::default(),
                    });
                }
                Token::Glyph(text) => match game.moves.last_mut() {
                    Some(turn) => turn.annotations.glyphs.push(text),
                    None => append(&mut game.preamble, &text),
                },
                Token::Variation(text) => match game.moves.last_mut() {
                    Some(turn) if has_moves(&text) => turn.annotations.variations.push(text),
                    // A variation that has no move, or that does not follow a move, becomes a comment.
                    _ => append(game.last_comment(), &words_of(&text)),
                },
                Token::Result(found) => {
                    result = Some(found);
                    break;
                }
            }
        }
        let tagged = || game.tag("Result").and_then(GameResult::parse);
        game.result = result.or_else(tagged).unwrap_or_default();
        Ok(begun.then_some(game))
    }

    /// Tests whether a tag ends the game and belongs to the next one.
    fn ends(&self, game: &Game, tag: &Tag) -> bool {
        !game.moves.is_empty() || self.tokens.is_after_gap() && game.tag(&tag.name).is_some()
    }

    /// Adds a warning with the location of the current token.
    fn warn(&self, game: &mut Game, oddity: Oddity) {
        game.warnings.push(Warning {
            game: game.number,
            line: self.tokens.line(),
            oddity,
        });
    }
}

/// Tests whether a variation has a move outside its comments.
fn has_moves(variation: &str) -> bool {
    let parts = variation.split('{').enumerate();
    let mut outside = parts.map(|(i, part)| match i {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, rest)| rest),
    });
    outside.any(|text| text.contains(char::is_alphabetic) || text.contains("--"))
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.game() {
            Ok(None) => {
                self.ended = true;
                None
            }
            Ok(Some(game)) => {
                self.games += 1;
                Some(Ok(game))
            }
            Err(problem) => {
                self.games += 1;
                let error = PgnError {
                    game: self.games,
                    line: self.tokens.line().max(1),
                    problem,
                };
                self.ended = error.ends_file() || self.tokens.skip_game(self.in_tags).is_err();
                Some(Err(error))
            }
        }
    }
}

/// Counts the bytes of the complete games in a file that was written game by game. The complete games end with the last
/// result that is followed by an empty line; a program that was interrupted may have written a part of another game.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn length_of_whole_games(mut file: impl BufRead) -> std::io::Result<u64> {
    let (mut whole, mut at, mut ended) = (0, 0, false);
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line)? > 0 {
        at += line.len() as u64;
        if line == b"\n" && ended {
            whole = at;
        }
        let last_word = line.rsplit(u8::is_ascii_whitespace).find(|word| !word.is_empty());
        ended = last_word.is_some_and(|word| str::from_utf8(word).is_ok_and(|word| GameResult::parse(word).is_some()));
        line.clear();
    }
    Ok(whole)
}

/// Returns the complete games of a file that was written game by game. The complete games end with the last result that
/// is followed by an empty line.
pub fn whole_games(text: &str) -> &str {
    let is_end = |at: &usize| {
        let last_word = text[..*at].split_whitespace().next_back();
        last_word.is_some_and(|word| GameResult::parse(word).is_some())
    };
    let end = text.rmatch_indices(BREAK).map(|(at, _)| at).find(is_end);
    &text[..end.map_or(0, |at| at + BREAK.len())]
}

#[cfg(test)]
mod tests {
    use super::{length_of_whole_games, whole_games};

    #[test]
    fn incomplete_games_are_cut_off() {
        let one = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[Event x} 1-0\n\n";
        let two = "[Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 0-1\n\n";
        let both = format!("{one}{two}");
        let whole_games = |text: &str| {
            let whole = whole_games(text).to_owned();
            let length = length_of_whole_games(text.as_bytes()).unwrap();
            assert_eq!(length, whole.len() as u64, "{text}");
            whole
        };
        assert_eq!(whole_games(&both), both);
        assert_eq!(whole_games(""), "");
        for end in one.len()..both.len() {
            assert_eq!(whole_games(&both[..end]), one, "cut at {end}");
        }
        for end in 0..one.len() {
            assert_eq!(whole_games(&both[..end]), "", "cut at {end}");
        }
    }
}
