//! Diagrams as text, for terminals.

use super::{Diagram, Mark, is_dark};
use kurier_rules::board::{Shape, Square};
use kurier_rules::rules::Color;

/// The width of a square, in columns of the terminal.
const SIDE: usize = 3;
/// The gap between two levels, in columns of the terminal.
const GAP: usize = 2;

// Indices into the 256-colour palette of terminals.
const LIGHT: u8 = 137;
const DARK: u8 = 95;
const LIGHT_HIGHLIGHT: u8 = 142;
const DARK_HIGHLIGHT: u8 = 100;
const WHITE: u8 = 231;
const BLACK: u8 = 16;
const MARK: u8 = 194;

impl Diagram {
    /// Returns the board as text with ANSI colours for a terminal `columns` wide, with as many levels side by side as
    /// fit. Pieces are letters, upper case and white for White, lower case and black for Black; a piece that can be
    /// captured is in parentheses.
    pub fn colored(&self, columns: usize) -> String {
        let shape = &self.definition.shape;
        let width = SIDE * usize::from(shape.files()) + 2 * SIDE;
        let fitting = ((columns + GAP) / (width + GAP)).max(1);
        let levels: Vec<u8> = (0..shape.levels()).collect();
        // Spread the levels evenly over the rows: six levels where five fit become 3 + 3, not 5 + 1.
        let per_row = levels.len().div_ceil(levels.len().div_ceil(fitting));
        let rows: Vec<String> = levels.chunks(per_row).map(|levels| self.colored_row(levels)).collect();
        rows.join("\n") + &self.hands()
    }

    /// Returns a line with the pieces in hand; an empty string in games without a hand.
    fn hands(&self) -> String {
        let Some(held) = &self.held else {
            return String::new();
        };
        let side = |color: Color| {
            let own = self.definition.piece_types().filter_map(|(piece_type, _)| {
                let letter = self.definition.letter(piece_type, color);
                match held[color.index()][piece_type.index()] {
                    0 => None,
                    1 => Some(letter.to_string()),
                    count => Some(format!("{count}{letter}")),
                }
            });
            let own: Vec<String> = own.collect();
            match own.is_empty() {
                true => "nothing".to_owned(),
                false => own.join(" "),
            }
        };
        format!("In hand: White {}, Black {}\n", side(Color::White), side(Color::Black))
    }

    /// Returns the board as plain text, all levels side by side. Pieces are shown as letters, empty squares as dots,
    /// and holes as spaces. A reachable empty square is shown as `*`; a piece that can be captured has a `*` before its
    /// letter.
    pub fn plain(&self) -> String {
        let shape = &self.definition.shape;
        let width = 2 * usize::from(shape.files()) - 1;
        let line = |rank: &str, part: &dyn Fn(u8) -> String| {
            let parts: Vec<String> = (0..shape.levels()).map(part).collect();
            let line = format!("{rank:>2} {}  {rank}", parts.join("   "));
            format!("{}\n", line.trim_end())
        };
        let files: String = self
            .files()
            .iter()
            .map(|file| format!(" {}", Shape::file_letter(*file)))
            .collect();
        let mut out = String::new();
        if shape.levels() > 1 {
            out += &line("", &|level| format!(" {:^width$}", shape.level_letter(level)));
        }
        out += &line("", &|_| files.clone());
        for rank in self.ranks() {
            let row = |level| {
                self.files()
                    .iter()
                    .map(|file| self.plain_cell(*file, rank, level))
                    .collect()
            };
            out += &line(&(rank + 1).to_string(), &row);
        }
        out += &line("", &|_| files.clone());
        out + &self.hands()
    }

    fn plain_cell(&self, file: u8, rank: u8, level: u8) -> String {
        let Some(square) = self.definition.shape.square(file.into(), rank.into(), level.into()) else {
            return "  ".into();
        };
        let mark = self.mark(square);
        match self.piece_at(square) {
            Some((piece_type, color)) => {
                let before = if mark.is_some() { '*' } else { ' ' };
                format!("{before}{}", self.definition.letter(piece_type, color))
            }
            None if mark.is_some() => " *".into(),
            None => " .".into(),
        }
    }

    /// Returns the files in the order in which they are shown, from left to right.
    fn files(&self) -> Vec<u8> {
        let files = 0..self.definition.shape.files();
        if self.flipped {
            files.rev().collect()
        } else {
            files.collect()
        }
    }

    /// Returns the ranks in the order in which they are shown, from top to bottom.
    fn ranks(&self) -> Vec<u8> {
        let ranks = 0..self.definition.shape.ranks();
        if self.flipped {
            ranks.collect()
        } else {
            ranks.rev().collect()
        }
    }

    /// Returns one row of levels, side by side, with their letters and coordinates.
    fn colored_row(&self, levels: &[u8]) -> String {
        let shape = &self.definition.shape;
        let gap = " ".repeat(GAP);
        let join = |part: &dyn Fn(u8) -> String| {
            let parts: Vec<String> = levels.iter().map(|level| part(*level)).collect();
            format!("{}\n", parts.join(&gap).trim_end())
        };
        let files = self.files();
        let letters: String = files
            .iter()
            .map(|file| format!(" {} ", Shape::file_letter(*file)))
            .collect();
        let width = letters.len() + 2 * SIDE;
        let mut out = String::new();
        if shape.levels() > 1 {
            out += &join(&|level| format!("{:^width$}", shape.level_letter(level)));
        }
        let heads = join(&|_| format!("   {letters}   "));
        out += &heads;
        for rank in self.ranks() {
            out += &join(&|level| {
                let squares: String = files
                    .iter()
                    .map(|file| self.colored_square(*file, rank, level))
                    .collect();
                format!("{:>2} {squares}\x1b[0m {:<2}", rank + 1, rank + 1)
            });
        }
        out += &heads;
        out
    }

    fn colored_square(&self, file: u8, rank: u8, level: u8) -> String {
        let shape = &self.definition.shape;
        let Some(square) = shape.square(file.into(), rank.into(), level.into()) else {
            return "\x1b[0m   ".into();
        };
        let piece = self.piece_at(square);
        let text = match (piece, self.mark(square)) {
            (Some((piece_type, color)), None) => format!(" {} ", self.definition.letter(piece_type, color)),
            (Some((piece_type, color)), Some(_)) => format!("({})", self.definition.letter(piece_type, color)),
            (None, Some(Mark::Capture)) => " x ".into(),
            (None, Some(_)) => " • ".into(),
            (None, None) => "   ".into(),
        };
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
        let found = self.marks.iter().find(|(marked, _)| *marked == square);
        found.map(|(_, mark)| *mark)
    }
}
