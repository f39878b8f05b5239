//! What the player types, line by line: with editing, history and completion on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::command::WORDS;

/// A line, or why there is none.
pub enum Line {
    /// What was typed.
    Text(String),
    /// Bytes that are no text.
    NoText,
    /// The end.
    End,
}

/// Where lines come from.
pub enum Lines {
    /// A terminal.
    Edited(Box<Editor<Words, MemHistory>>),
    /// A file, a pipe, or a terminal that cannot be edited on.
    Plain,
}

impl Lines {
    /// Returns the standard input.
    pub fn open() -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match terminal.then(|| Editor::with_history(Config::default(), MemHistory::new())) {
            Some(Ok(editor)) => Self::Edited(Box::new(editor)),
            _ => Self::Plain,
        }
    }

    /// Returns the next line. `moves` are offered to complete it.
    ///
    /// # Errors
    /// The input cannot be read, or the prompt not written.
    pub fn next(&mut self, out: &mut impl Write, prompt: &str, moves: &dyn Fn() -> Vec<String>) -> io::Result<Line> {
        match self {
            Self::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(Line::End);
                }
                Ok(String::from_utf8(bytes).map_or(Line::NoText, Line::Text))
            }
            Self::Edited(editor) => {
                out.flush()?;
                editor.set_helper(Some(Words(moves())));
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Ok(Line::Text(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(Line::End),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(_) => Ok(Line::NoText),
                }
            }
        }
    }
}

/// The words that a line may begin with: moves and commands.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = &line[..at];
        let words = self.0.iter().map(String::as_str).chain(WORDS);
        let fitting = words.filter(|word| word.starts_with(begun) && !begun.is_empty());
        Ok((0, fitting.map(str::to_owned).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
