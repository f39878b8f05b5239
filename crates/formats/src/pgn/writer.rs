//! Writes games in the export format of PGN.

use super::game::MoveText;
use super::record::{Annotations, GameRecord, Ply};
use super::signs;
use super::tags::is_in_name;
use super::tokens::words_of;
use kurier_rules::rules::Color;

/// The maximum number of characters of a line in the export format.
const WIDTH: usize = 79;

/// The Seven Tag Roster: the name of each tag, and the value that is written if the value of the tag is unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags whose values follow from the other fields of a record.
const DERIVED: [&str; 6] = ["Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"];

/// Writes a game in the export format, with the empty line that separates it from the next game.
///
/// Braces in comments become parentheses, because the format cannot escape them; white space becomes single spaces.
/// Moves are numbered from [`GameRecord::start_ply`]. A game that a [`Reader`](super::Reader) has read does not change
/// when it is written and read again.
pub fn text(record: &GameRecord) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        text += &format!("[{name} \"{}\"]\n", escaped(&value));
    }
    text.push('\n');
    let mut lines = Lines::default();
    comment(&record.preamble).iter().for_each(|words| lines.word(words));
    let mut moves = MoveWriter::from(record.start_ply);
    for turn in &record.moves {
        let words = moves.words(&turn.san, &turn.annotations, &turn.comment);
        words.iter().for_each(|word| lines.word(word));
    }
    unbroken(&record.rest).iter().for_each(|words| lines.word(words));
    lines.word(record.result.text());
    text += &lines.text;
    text += "\n\n";
    text
}

/// Writes a comment, then turns with their annotations, numbered from `from`.
pub fn movetext(from: Ply, preamble: &str, turns: &[MoveText]) -> String {
    let mut moves = MoveWriter::from(from);
    let mut words = comment(preamble);
    for turn in turns {
        words.extend(moves.words(turn.plain(), &turn.all_annotations(), &turn.comment));
    }
    words.join(" ")
}

/// Writes turns and numbers them.
struct MoveWriter {
    /// The number of the next turn.
    ply: Ply,
    /// Whether neither a comment nor a variation separates the next turn from the previous turn, so that a turn of
    /// Black needs no number; `false` before the first turn.
    numbered: bool,
}

impl MoveWriter {
    /// Creates a writer whose first turn has this number.
    fn from(ply: Ply) -> Self {
        Self { ply, numbered: false }
    }

    /// Returns the next turn with its annotations and its comment, in parts that must not be broken across lines.
    fn words(&mut self, san: &str, annotations: &Annotations, words: &str) -> Vec<String> {
        let mut turn = Vec::new();
        if self.ply.side == Color::White || !self.numbered {
            turn.push(self.ply.to_string());
        }
        let (attached, glyphs) = match annotations.glyphs.split_first() {
            Some((first, rest)) if signs::is_attached(first) => (first.as_str(), rest),
            _ => ("", &annotations.glyphs[..]),
        };
        turn.push(format!("{san}{attached}"));
        turn.extend(glyphs.iter().map(|glyph| signs::numeric(glyph).to_owned()));
        let before = turn.len();
        turn.extend(comment(words));
        turn.extend(annotations.variations.iter().flat_map(|text| variation(text)));
        self.numbered = turn.len() == before;
        self.ply = self.ply.next();
        turn
    }
}

/// Returns the names and values of the tags: first the Seven Tag Roster, then the variant and the start position, then
/// all other tags.
fn tags(record: &GameRecord) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, value: &str| {
        let name: String = name.chars().filter(|c| is_in_name(*c)).collect();
        if !name.is_empty() && tags.iter().all(|(known, _)| *known != name) {
            tags.push((name, value.to_owned()));
        }
    };
    for (name, unknown) in ROSTER {
        let value = record.tag(name).filter(|value| !value.is_empty()).unwrap_or(unknown);
        add(name, if name == "Result" { record.result.text() } else { value });
    }
    if !record.variant.is_empty() {
        add("Variant", &record.variant);
    }
    if let Some(fen) = &record.start_fen {
        add("SetUp", "1");
        add("FEN", fen);
    }
    for (name, value) in &record.tags {
        if !DERIVED.contains(&name.as_str()) {
            add(name, value);
        }
    }
    add("PlyCount", &record.moves.len().to_string());
    if !record.termination.is_empty() {
        add("Termination", &record.termination);
    }
    tags
}

/// Escapes the value of a tag. Control characters become spaces.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}

/// Splits a comment, with its braces, into parts that must not be broken across lines; empty for an empty comment.
fn comment(text: &str) -> Vec<String> {
    let mut parts = unbroken(&words_of(text));
    if let Some(first) = parts.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = parts.last_mut() {
        last.push('}');
    }
    parts
}

/// Splits a variation, with its parentheses, into parts that must not be broken across lines.
fn variation(text: &str) -> Vec<String> {
    let mut parts = unbroken(&without_control(text));
    if let Some(first) = parts.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = parts.last_mut() {
        last.push(')');
    }
    parts
}

/// Replaces control characters by spaces.
fn without_control(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Splits text into parts that must not be broken across lines: words, commands such as `[%eval 0.35,12]`, and words
/// that would mean something else at the beginning of a line, with the word before them.
fn unbroken(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut inside = false;
    for word in text.split_whitespace() {
        match parts.last_mut() {
            // Readers skip lines that begin with `%`, and a line that begins with `[` looks like the tags of another
            // game.
            Some(last) if inside || word.starts_with(['%', '[']) && !word.starts_with("[%") => {
                *last += &format!(" {word}")
            }
            _ => parts.push(word.to_owned()),
        }
        // A bracket that is never closed must not make the rest of the text one long part.
        inside = (inside || word.contains("[%"))
            && !word.contains(']')
            && parts.last().is_some_and(|part| part.len() < WIDTH);
    }
    parts
}

/// Fills lines with words.
#[derive(Default)]
struct Lines {
    text: String,
    /// The number of characters in the last line.
    column: usize,
}

impl Lines {
    /// Appends a word, on a new line if the current line has no room.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column + 1 + length > WIDTH && self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += length;
    }
}
