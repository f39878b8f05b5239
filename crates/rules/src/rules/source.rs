//! The text of a game's file, and the positions of mistakes in it.

use toml::Spanned;

use super::DefinitionError;

/// A text with the name of its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// The name of the file in error messages.
    pub file: &'a str,
    /// The text of the file.
    pub text: &'a str,
}

impl Source<'_> {
    /// Returns the line and the column of a byte of the text, both from 1. A byte inside a character is rounded down to
    /// the start of the character, and a byte beyond the end to the end.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let boundary = (0..=byte.min(self.text.len()))
            .rev()
            .find(|at| self.text.is_char_boundary(*at));
        let before = &self.text[..boundary.unwrap_or(0)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// Creates an error at a byte of the text; see [`Source::place`].
    pub fn error(&self, byte: usize, message: impl Into<String>) -> DefinitionError {
        let (line, column) = self.place(byte);
        DefinitionError {
            file: self.file.to_owned(),
            line,
            column,
            message: message.into(),
        }
    }

    /// Creates an error at the beginning of a value.
    pub fn error_at<T>(&self, value: &Spanned<T>, message: impl Into<String>) -> DefinitionError {
        self.error(value.span().start, message)
    }

    /// Returns an error at `byte` if any obstacle is met. An obstacle consists of a flag that says whether it is met,
    /// and the words that follow `what` in the error message, such as `where captures blast`.
    ///
    /// # Errors
    /// Fails if an obstacle is met; the error names the first one.
    pub fn refuse(&self, byte: usize, what: &str, obstacles: &[(bool, &str)]) -> Result<(), DefinitionError> {
        match obstacles.iter().find(|(met, _)| *met) {
            Some((_, why)) => Err(self.error(byte, format!("expected no {what} {why}"))),
            None => Ok(()),
        }
    }

    /// Creates an error at byte `offset` of a string; at the beginning of the string if escapes precede that byte.
    pub fn error_in(&self, value: &Spanned<String>, offset: usize, message: impl Into<String>) -> DefinitionError {
        let span = value.span();
        let raw = &self.text[span.clone()];
        let inside = place_in_literal(raw, value.get_ref(), offset).unwrap_or(0);
        self.error(span.start + inside, message)
    }
}

/// Returns the position in the string literal `raw` where byte `offset` of its value is written; `None` if escapes
/// precede that byte.
fn place_in_literal(raw: &str, value: &str, offset: usize) -> Option<usize> {
    let mut at = 1;
    if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
        at = 3;
        let rest = raw.get(at..)?;
        at += rest.len()
            - rest
                .strip_prefix('\r')
                .unwrap_or(rest)
                .strip_prefix('\n')
                .map_or(rest.len(), str::len);
    }
    for letter in value.get(..offset)?.chars() {
        at += continuation(raw.get(at..)?);
        if !raw.get(at..)?.starts_with(letter) {
            return None;
        }
        at += letter.len_utf8();
    }
    Some(at + continuation(raw.get(at..)?))
}

/// Returns the length of the line continuation (a backslash, a line break, spaces) at the beginning of `rest`, or 0.
fn continuation(rest: &str) -> usize {
    match rest.strip_prefix('\\') {
        Some(after) if after.starts_with(char::is_whitespace) => rest.len() - after.trim_start().len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_multi_line_strings_are_found() {
        let raw = "\"\"\"\\\nab|\\\n  cd\"\"\"";
        assert_eq!(place_in_literal(raw, "ab|cd", 1), raw.find('b'));
        assert_eq!(place_in_literal(raw, "ab|cd", 3), raw.find('c'));
        assert_eq!(place_in_literal("\"a\\tb\"", "a\tb", 2), None);
    }

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let source = Source {
            file: "f",
            text: "é\nàb",
        };
        assert_eq!(source.error(0, "x").to_string(), "f:1:1: x");
        assert_eq!(source.error(5, "x").to_string(), "f:2:2: x");
        assert_eq!(source.error(99, "x").to_string(), "f:2:3: x");
    }
}
