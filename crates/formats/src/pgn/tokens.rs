//! Splits a file into tokens: tags, comments, moves, results, glyphs, variations. Everything else is skipped.

use std::io::BufRead;

use super::error::Problem;
use super::lines::Lines;
use super::record::GameResult;
use super::signs;
use super::tags::{Tag, parse_tag};

/// The maximum number of bytes of an unreadable game that are kept.
const MOST_KEPT: usize = 1 << 26;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A tag: `[Name "value"]`.
    Tag(Tag),
    /// A comment without its braces, with white space reduced to single spaces.
    Comment(String),
    /// A move as written in the file.
    Move(String),
    /// A result, which ends the game.
    Result(GameResult),
    /// A glyph: `$1`, or an annotation symbol that is not attached to a move, such as `!`.
    Glyph(String),
    /// A variation without its parentheses, with white space reduced to single spaces.
    Variation(String),
}

/// A file that is read token by token.
pub(super) struct Tokens<R> {
    lines: Lines<R>,
    /// The number of the line where the last token began.
    line: usize,
    /// The number of bytes from the beginning of the last token to the end of its line.
    unread: usize,
    /// Whether the last token begins a line that follows an empty line or is the first one.
    after_gap: bool,
}

impl<R: BufRead> Tokens<R> {
    /// Creates a reader of the tokens of a file.
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self {
            lines,
            line: 0,
            unread: 0,
            after_gap: true,
        }
    }

    /// Returns the number of the line where the last token or error began.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// Returns the number of the line that is being read.
    pub(super) fn last_line(&self) -> usize {
        self.lines.number()
    }

    /// Returns whether the cursor is at the start of the line that is being read.
    pub(super) fn is_fresh(&self) -> bool {
        self.lines.is_fresh()
    }

    /// Tests whether the last token begins a line that follows an empty line or is the first one.
    pub(super) fn is_after_gap(&self) -> bool {
        self.after_gap
    }

    /// Keeps the bytes of the file for [`take_source`](Self::take_source).
    pub(super) fn keep_source(&mut self) {
        self.lines.keep_source();
    }

    /// Takes the bytes of the file that were read since the last call. If `pending` is set, the last token, which is a
    /// tag, is left for the next call.
    pub(super) fn take_source(&mut self, pending: bool) -> Vec<u8> {
        self.lines.take_source(self.left(pending))
    }

    /// Returns the number of bytes of the file before the cursor or, if `pending` is set, before the last token.
    pub(super) fn offset(&self, pending: bool) -> usize {
        self.lines.end() - self.left(pending)
    }

    /// Returns the number of bytes of the current line after the cursor or, if `pending` is set, from the last token
    /// on.
    fn left(&self, pending: bool) -> usize {
        if pending { self.unread } else { self.lines.unread() }
    }

    /// Begins a new game: its bytes are counted from the current line on.
    pub(super) fn begin(&mut self) {
        self.lines.begin();
    }

    /// Skips to the line where the next game is likely to begin, or to the end of the file. Stops early if too many
    /// bytes of the file are kept. `in_tags` says whether only tags of the current game have been read, so that more of
    /// its tags may follow.
    pub(super) fn skip_game(&mut self, mut in_tags: bool) -> Result<(), Problem> {
        while !(self.lines.is_fresh() && self.lines.begins_game(in_tags)) && self.lines.kept() < MOST_KEPT {
            in_tags &= self.lines.is_tag();
            self.lines.begin();
            if !self.lines.next()? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the next token; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Problem> {
        loop {
            let rest = self.lines.rest();
            let Some(c) = rest.chars().next() else {
                if !self.lines.next()? {
                    return Ok(None);
                }
                continue;
            };
            self.line = self.lines.number();
            self.unread = self.lines.unread();
            self.after_gap = self.lines.is_fresh() && self.lines.is_after_gap();
            match c {
                '%' if self.lines.is_fresh() => self.lines.advance_to_end(),
                c if c.is_whitespace() || c == '.' || c == '\u{2026}' => self.lines.advance(c.len_utf8()),
                '[' => return self.tag().map(Some),
                '{' => return self.comment().map(Some),
                ';' => {
                    let text = words_of(&rest[1..]);
                    self.lines.advance_to_end();
                    return Ok(Some(Token::Comment(text)));
                }
                '(' => return self.variation().map(Some),
                ')' => return Err(Problem::Variation("beginning")),
                // The PGN standard reserves angle brackets for later extensions.
                '<' => match rest.find('>') {
                    Some(end) => self.lines.advance(end + 1),
                    None => return Err(Problem::Stray('<')),
                },
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    let glyph = rest[..=digits].to_owned();
                    self.lines.advance(1 + digits);
                    if digits > 0 {
                        return Ok(Some(Token::Glyph(glyph)));
                    }
                }
                ']' | '}' | '>' | '"' => return Err(Problem::Stray(c)),
                _ => {
                    if let Some(token) = self.word() {
                        return Ok(Some(token));
                    }
                }
            }
        }
    }

    /// Reads a word: a move, a result or an annotation symbol. Returns `None` for move numbers and words without
    /// meaning.
    fn word(&mut self) -> Option<Token> {
        let rest = self.lines.rest();
        let word = &rest[..length_of_word(rest)];
        if let Some(result) = result(word) {
            self.lines.advance(word.len());
            return Some(Token::Result(result));
        }
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let castling = word.starts_with("0-0") || word.starts_with("00");
        if digits > 0 && !castling {
            self.lines.advance(digits);
            return None;
        }
        let token = match word {
            "e.p." | "ep" => None,
            _ if signs::is_null_move(word) || word.contains(char::is_alphanumeric) => {
                Some(Token::Move(word.to_owned()))
            }
            _ => signs::glyph(word).map(Token::Glyph),
        };
        self.lines.advance(word.len());
        token
    }

    /// Reads a tag: `[Name "value"]`.
    fn tag(&mut self) -> Result<Token, Problem> {
        match parse_tag(self.lines.rest()) {
            Some((tag, length)) => {
                self.lines.advance(length);
                Ok(Token::Tag(tag))
            }
            None => {
                // Move the cursor off the start of the line: otherwise the search for the next game would find this
                // line.
                self.lines.advance(1);
                Err(Problem::Tag)
            }
        }
    }

    /// Reads a comment, `{...}`, over any number of lines.
    fn comment(&mut self) -> Result<Token, Problem> {
        self.lines.advance(1);
        let mut text = String::new();
        loop {
            let rest = self.lines.rest();
            if let Some(end) = rest.find('}') {
                text += &rest[..end];
                self.lines.advance(end + 1);
                return Ok(Token::Comment(words_of(&text)));
            }
            text += rest;
            if !self.lines.next()? || self.lines.has_event() {
                return Err(Problem::Comment);
            }
        }
    }

    /// Reads a variation, `(...)`, with its comments and nested variations, over any number of lines.
    fn variation(&mut self) -> Result<Token, Problem> {
        let mut depth = 0_usize;
        let mut text = String::new();
        loop {
            let rest = match self.lines.is_fresh() && self.lines.rest().starts_with('%') {
                true => "",
                false => self.lines.rest(),
            };
            let Some(at) = rest.find(['(', ')', '{', ';']) else {
                text += rest;
                if !self.lines.next()? || self.lines.has_event() {
                    return Err(Problem::Variation("end"));
                }
                continue;
            };
            let sign = rest.as_bytes()[at];
            text += &rest[..at];
            self.lines.advance(at);
            match sign {
                b'{' => {
                    if let Token::Comment(comment) = self.comment()? {
                        text += &format!("{{{comment}}}");
                    }
                    continue;
                }
                // A comment after a semicolon ends with its line. Put it in braces, so that the lines can be joined.
                b';' => {
                    let comment = words_of(&self.lines.rest()[1..]);
                    text += &format!("{{{comment}}} ");
                    self.lines.advance_to_end();
                    continue;
                }
                b'(' => depth += 1,
                _ => depth -= 1,
            }
            text.push(char::from(sign));
            self.lines.advance(1);
            if depth == 0 {
                let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
                return Ok(Token::Variation(tidy(inside.unwrap_or_default())));
            }
        }
    }
}

/// Replaces each run of white space and control characters by a single space.
fn tidy(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a comment with single spaces. Braces become parentheses, because the format cannot escape them.
pub(super) fn words_of(text: &str) -> String {
    tidy(text).replace('{', "(").replace('}', ")")
}

/// Returns the length in bytes of the word at the beginning of the text. A word ends at white space or where another
/// token begins; a promotion such as `(Q)` belongs to the word.
fn length_of_word(text: &str) -> usize {
    let mut from = 0;
    loop {
        let found = text[from..].find(|c: char| c.is_whitespace() || "{}();[]<>$\"".contains(c));
        let end = found.map_or(text.len(), |at| from + at);
        match text.as_bytes().get(end..end + 3) {
            Some([b'(', letter, b')']) if letter.is_ascii_alphabetic() && end > 0 => from = end + 3,
            _ => return end.max(text.chars().next().map_or(0, char::len_utf8)),
        }
    }
}

/// Parses a result, including the spellings of other programs; `None` for any other word.
fn result(word: &str) -> Option<GameResult> {
    match word {
        "1/2" | "\u{bd}-\u{bd}" | "\u{bd}" => Some(GameResult::Draw),
        "1:0" => Some(GameResult::WhiteWins),
        "0:1" => Some(GameResult::BlackWins),
        _ => GameResult::parse(word),
    }
}
