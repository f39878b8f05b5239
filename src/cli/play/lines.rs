//! Reads the player's input line by line, with editing, history and completion on a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::command::WORDS;

/// A line of input, or the reason why there is none.
pub enum InputLine {
    /// The text of the line.
    Text(String),
    /// The line is not valid UTF-8.
    InvalidUtf8,
    /// The input has ended.
    End,
}

/// A reader of lines from the standard input.
pub enum LineReader {
    /// A terminal with a line editor.
    Edited(Box<Editor<Words, MemHistory>>),
    /// A file, a pipe, or a terminal without editing.
    Plain,
}

impl LineReader {
    /// Opens the standard input, with a line editor if it is a terminal.
    pub fn open() -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        match terminal.then(|| Editor::with_history(Config::default(), MemHistory::new())) {
            Some(Ok(editor)) => Self::Edited(Box::new(editor)),
            _ => Self::Plain,
        }
    }

    /// Prints the prompt and reads a line. On a terminal, `moves` and the commands are offered as completions.
    ///
    /// # Errors
    /// Fails if the input cannot be read or the prompt cannot be written.
    pub fn next(
        &mut self,
        out: &mut impl Write,
        prompt: &str,
        moves: &dyn Fn() -> Vec<String>,
    ) -> io::Result<InputLine> {
        match self {
            Self::Plain => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                    return Ok(InputLine::End);
                }
                Ok(String::from_utf8(bytes).map_or(InputLine::InvalidUtf8, InputLine::Text))
            }
            Self::Edited(editor) => {
                out.flush()?;
                editor.set_helper(Some(Words(moves())));
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Ok(InputLine::Text(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(InputLine::End),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(_) => Ok(InputLine::InvalidUtf8),
                }
            }
        }
    }
}

/// The moves that complete a line, in addition to the commands.
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let prefix = &line[..at];
        let words = self.0.iter().map(String::as_str).chain(WORDS);
        let matching = words.filter(|word| word.starts_with(prefix) && !prefix.is_empty());
        Ok((0, matching.map(str::to_owned).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}
