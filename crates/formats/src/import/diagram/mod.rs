//! Translates the Interactive Diagrams of the Chess Variant Pages to Kurier's definition files.
//!
//! A diagram is translated completely or not at all; if not, everything unsupported is reported with its line.

mod brackets;
mod castling;
mod directions;
mod error;
mod game;
mod holes;
mod known;
mod moves;
mod page;
mod promotion;
mod royals;
mod settings;
mod squares;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use self::moves::FLAT_BOARD;
use self::page::Sheet;
use super::FairyError;

/// The Interactive Diagrams of a page, or the single diagram of a file that is only a diagram.
#[derive(Clone, Debug)]
pub struct Diagrams {
    file: String,
    /// The names of the games with their diagrams, in the order of the page.
    games: Vec<(String, Sheet)>,
}

impl Diagrams {
    /// Returns whether `text` is a page with an Interactive Diagram, or the text of an Interactive Diagram.
    pub fn are_in(text: &str) -> bool {
        page::has_diagram(text)
    }

    /// Finds the diagrams in `text`. Error messages use `file` as its name. The games are named after the title of the
    /// page or, if it has none, after the file.
    pub fn read(text: &str, file: &str) -> Self {
        let sheets = page::sheets(text);
        let name = page::name(text, file);
        let numbered = |(number, sheet): (usize, Sheet)| match number {
            1 => (name.clone(), sheet),
            _ => (format!("{name}-{number}"), sheet),
        };
        Self {
            file: file.to_owned(),
            games: (1..).zip(sheets).map(numbered).collect(),
        }
    }

    /// Returns the names of the games, in the order of the page.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|(name, _)| name.as_str())
    }

    /// Translates a game to the text of a Kurier definition file. Returns `None` if there is no game of this name.
    ///
    /// # Errors
    /// Fails if the diagram cannot be translated; the errors are about the lines that prevent the translation.
    pub fn translate(&self, name: &str) -> Option<Result<String, Vec<FairyError>>> {
        let (name, sheet) = self.games.iter().find(|(own, _)| own == name)?;
        let located = |(line, error): &(usize, _)| FairyError::new(&self.file, *line, error);
        Some(game::translate(name, sheet).map_err(|errors| errors.iter().map(located).collect()))
    }
}
