//! Writes games.

use super::game::MoveText;
use super::record::{Annotations, GameRecord, Ply};
use super::signs;
use super::tokens::{is_in_name, words_of};
use kurier_rules::rules::Color;

/// The longest line of the export format.
const WIDTH: usize = 79;

/// The Seven Tag Roster, with the values for the unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the other fields of a record.
const DERIVED: [&str; 6] = ["Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"];

/// Returns a game in the export format, with the empty line that separates it from the next.
///
/// Braces in comments become parentheses, since the format cannot escape them; white space becomes single spaces. Moves
/// are numbered from [`GameRecord::start_ply`]. What a [`Reader`](super::Reader) has read is read again as the same.
pub fn text(record: &GameRecord) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        text += &format!("[{name} \"{}\"]\n", escaped(&value));
    }
    text.push('\n');
    let mut lines = Lines::default();
    comment(&record.preamble).iter().for_each(|words| lines.word(words));
    let mut moves = Moves::from(record.start_ply);
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

/// Writes turns with their annotations, from a place in a game on, and a comment before them.
pub fn movetext(from: Ply, preamble: &str, turns: &[MoveText]) -> String {
    let mut moves = Moves::from(from);
    let mut words = comment(preamble);
    for turn in turns {
        words.extend(moves.words(turn.plain(), &turn.said(), &turn.comment));
    }
    words.join(" ")
}

/// Numbers the turns of a line.
struct Moves {
    ply: Ply,
    /// Whether the number of the next turn is plain from the one before it.
    numbered: bool,
}

impl Moves {
    fn from(ply: Ply) -> Self {
        Self { ply, numbered: false }
    }

    /// Returns the words of the next turn, which must not be broken.
    fn words(&mut self, san: &str, said: &Annotations, words: &str) -> Vec<String> {
        let mut turn = Vec::new();
        if self.ply.side == Color::White || !self.numbered {
            turn.push(self.ply.to_string());
        }
        let (attached, glyphs) = match said.glyphs.split_first() {
            Some((first, rest)) if signs::is_attached(first) => (first.as_str(), rest),
            _ => ("", &said.glyphs[..]),
        };
        turn.push(format!("{san}{attached}"));
        turn.extend(glyphs.iter().map(|glyph| signs::numeric(glyph).to_owned()));
        let before = turn.len();
        turn.extend(comment(words));
        turn.extend(said.variations.iter().flat_map(|text| variation(text)));
        self.numbered = turn.len() == before;
        self.ply = self.ply.next();
        turn
    }
}

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

/// Returns a comment in braces, in parts that must not be broken; none if it is empty.
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

/// Returns a variation in parentheses, in parts that must not be broken.
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

fn without_control(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Words, and what belongs together: a command such as `[%eval 0.35,12]`, and what means something else at the beginning of
/// a line.
fn unbroken(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut inside = false;
    for word in text.split_whitespace() {
        match parts.last_mut() {
            // Readers skip lines that begin with a percent sign, and take tags for the beginning of a game.
            Some(last) if inside || word.starts_with(['%', '[']) && !word.starts_with("[%") => {
                *last += &format!(" {word}")
            }
            _ => parts.push(word.to_owned()),
        }
        // A bracket that nobody closes holds nothing together.
        inside = (inside || word.contains("[%"))
            && !word.contains(']')
            && parts.last().is_some_and(|part| part.len() < WIDTH);
    }
    parts
}

/// Fills words into lines.
#[derive(Default)]
struct Lines {
    text: String,
    /// Characters in the last line.
    column: usize,
}

impl Lines {
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
