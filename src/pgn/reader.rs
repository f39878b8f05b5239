//! Reads a file game by game.

use std::io::BufRead;

use super::error::{PgnError, Problem};
use super::game::{Game, MoveText, append};
use super::lines::Lines;
use super::record::{Annotations, GameResult};
use super::tokens::{Token, Tokens};

/// What follows the tags and the moves of every game.
const BREAK: &str = "\n\n";

/// The games of a file, one after the other; only one is in memory at a time.
///
/// After an error reading goes on with the next game, which is taken to begin at a line with `[Event ` or, after an empty
/// line, with `[`. Text that is not UTF-8 is read as Latin-1.
///
/// ```
/// use kurier::pgn::Reader;
/// let file = "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3!? *";
/// let game = Reader::new(file.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(game.tag("White"), Some("A"));
/// assert_eq!(game.moves.len(), 3);
/// assert_eq!(game.moves[0].comment, "best by test");
/// ```
pub struct Reader<R> {
    tokens: Tokens<R>,
    /// A token that belongs to the next game.
    pending: Option<Token>,
    games: usize,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// The most bytes of a game.
    pub const LONGEST_GAME: usize = 1 << 26;

    /// Reads from an open file.
    pub fn new(input: R) -> Self {
        Self {
            tokens: Tokens::new(Lines::new(input, Self::LONGEST_GAME)),
            pending: None,
            games: 0,
            ended: false,
        }
    }

    /// The first line of the file, from 1, that belongs to none of the games so far.
    pub fn next_line(&self) -> usize {
        match self.pending.is_some() || self.tokens.is_fresh() {
            true => self.tokens.last_line(),
            false => self.tokens.last_line() + 1,
        }
    }

    fn token(&mut self) -> Result<Option<Token>, Problem> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    /// The next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<Game>, Problem> {
        let mut game = Game::default();
        let mut result = None;
        let mut begun = false;
        self.tokens.begin();
        while let Some(token) = self.token()? {
            if !begun && !matches!(token, Token::Comment(_)) {
                begun = true;
                game.line = self.tokens.line();
            }
            match token {
                // The previous game has no result.
                Token::Tag(ref name, _) if !game.moves.is_empty() || name == "Event" && !game.tags.is_empty() => {
                    self.pending = Some(token);
                    break;
                }
                Token::Tag(name, value) => game.tags.push((name, value)),
                Token::Comment(text) => {
                    let place = game
                        .moves
                        .last_mut()
                        .map_or(&mut game.preamble, |turn| &mut turn.comment);
                    append(place, &text);
                }
                Token::Move(text) => game.moves.push(MoveText {
                    text,
                    line: self.tokens.line(),
                    comment: String::new(),
                    annotations: Annotations::default(),
                }),
                // Before the first move there is nothing that they could be about.
                Token::Glyph(text) => {
                    if let Some(turn) = game.moves.last_mut() {
                        turn.annotations.glyphs.push(text);
                    }
                }
                Token::Variation(text) => {
                    if let Some(turn) = game.moves.last_mut() {
                        turn.annotations.variations.push(text);
                    }
                }
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
            Ok(Some(mut game)) => {
                self.games += 1;
                game.number = self.games;
                Some(Ok(game))
            }
            Err(problem) => {
                self.games += 1;
                let error = PgnError {
                    game: self.games,
                    line: self.tokens.line(),
                    problem,
                };
                self.ended = matches!(error.problem, Problem::Read(_)) || self.tokens.skip_game().is_err();
                Some(Err(error))
            }
        }
    }
}

/// The complete games of a file that was written game by game: all up to the last result that an empty line follows.
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
    use super::whole_games;

    #[test]
    fn incomplete_games_are_cut_off() {
        let one = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {[Event x} 1-0\n\n";
        let two = "[Event \"b\"]\n[Result \"*\"]\n\n1. d4 d5 0-1\n\n";
        let both = format!("{one}{two}");
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
