//! Diagrams as text, for terminals.

use super::{Diagram, Mark, is_dark};
use crate::board::Square;
use crate::rules::Color;

/// Columns that a cell takes.
const CELL: usize = 3;
/// Columns between two levels.
const GAP: usize = 2;

// Colours of the palette of 256 that terminals have.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const LIGHT_HIGHLIGHT: u8 = 185;
const DARK_HIGHLIGHT: u8 = 142;
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const MARK: u8 = 22;

impl Diagram {
    /// The board in colours of a terminal, with as many levels side by side as fit into a number of columns. Pieces are
    /// their letters, White's large and white, Black's small and black.
    pub fn colored(&self, columns: usize) -> String {
        self.rows(columns, true)
    }

    /// The same without colours: empty cells are dots.
    pub fn plain(&self, columns: usize) -> String {
        self.rows(columns, false)
    }

    fn rows(&self, columns: usize, colored: bool) -> String {
        let shape = &self.definition.shape;
        let width = CELL * usize::from(shape.files()) + 2 * CELL;
        let fitting = ((columns + GAP) / (width + GAP)).max(1);
        let levels: Vec<u8> = (0..shape.levels()).collect();
        let rows: Vec<String> = levels.chunks(fitting).map(|levels| self.row(levels, colored)).collect();
        rows.join("\n")
    }

    /// Some levels side by side.
    fn row(&self, levels: &[u8], colored: bool) -> String {
        let shape = &self.definition.shape;
        let seen = |count: u8| -> Vec<u8> {
            match self.flipped {
                true => (0..count).rev().collect(),
                false => (0..count).collect(),
            }
        };
        let (files, ranks) = (seen(shape.files()), seen(shape.ranks()));
        let gap = " ".repeat(GAP);
        let join = |part: &dyn Fn(u8) -> String| {
            let parts: Vec<String> = levels.iter().map(|level| part(*level)).collect();
            format!("{}\n", parts.join(&gap).trim_end())
        };
        let letters: String = files
            .iter()
            .map(|file| format!(" {} ", (b'a' + file) as char))
            .collect();
        let mut out = String::new();
        if shape.levels() > 1 {
            out += &join(&|level| {
                format!(
                    "{:^width$}",
                    shape.level_letter(level),
                    width = letters.len() + 2 * CELL
                )
            });
        }
        let heads = join(&|_| format!("   {letters}   "));
        out += &heads;
        for rank in ranks.iter().rev() {
            out += &join(&|level| {
                let cells: String = files
                    .iter()
                    .map(|file| self.cell(*file, *rank, level, colored))
                    .collect();
                let end = if colored { "\x1b[0m" } else { "" };
                format!("{:>2} {cells}{end} {:<2}", rank + 1, rank + 1)
            });
        }
        out += &heads;
        out
    }

    /// Three columns for a cell.
    fn cell(&self, file: u8, rank: u8, level: u8, colored: bool) -> String {
        let shape = &self.definition.shape;
        let Some(square) = shape.square(file.into(), rank.into(), level.into()) else {
            return if colored { "\x1b[0m   ".into() } else { "   ".into() };
        };
        let piece = self.piece_at(square);
        let text = match (piece, self.mark(square)) {
            (Some((kind, color)), None) => format!(" {} ", self.definition.letter(kind, color)),
            (Some((kind, color)), Some(_)) => format!("({})", self.definition.letter(kind, color)),
            (None, Some(Mark::Capture)) => " x ".into(),
            (None, Some(_)) => " • ".into(),
            (None, None) if colored => "   ".into(),
            (None, None) => " . ".into(),
        };
        if !colored {
            return text;
        }
        let back = match (self.highlights.contains(&square), is_dark(shape, square)) {
            (false, false) => LIGHT,
            (false, true) => DARK,
            (true, false) => LIGHT_HIGHLIGHT,
            (true, true) => DARK_HIGHLIGHT,
        };
        let front = match piece {
            Some((_, Color::White)) => WHITE,
            Some((_, Color::Black)) => BLACK,
            None => MARK,
        };
        format!("\x1b[0;1;48;5;{back};38;5;{front}m{text}")
    }

    fn mark(&self, square: Square) -> Option<Mark> {
        self.marks
            .iter()
            .find(|(marked, _)| *marked == square)
            .map(|(_, mark)| *mark)
    }
}
