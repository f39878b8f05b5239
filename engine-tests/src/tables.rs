//! Tables of the manual, generated from the tab-separated files in `docs/data`.
//!
//! A page contains a directive, an HTML comment that specifies the rows and columns to show; the table is between the
//! directive and a closing comment. The first part of a directive names the file, the second part selects rows
//! (`column=value`, or `column=a/b` for several values), and the third part lists the columns:
//!
//! ```text
//! <!-- table: matches | section=engines game=courier | opponent limit games score Elo -->
//! <!-- /table -->
//! ```
//!
//! `score` combines the columns `won`, `drawn` and `lost`; `Elo` combines `elo`, `low` and `high`. In place of the list
//! of columns, `pivot quantity value: a b` shows the columns `a` and `b`, and one more column for each distinct
//! `quantity`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

const OPENING: &str = "<!-- table: ";
const CLOSING: &str = "<!-- /table -->";

/// Prints the text that `make` returns for the arguments of the program. Programs that generate a file of `docs/data`
/// use this as their main function. An error is printed in one line and ends the program with exit code 2.
pub fn print(make: impl FnOnce(&[String]) -> Result<String, Box<dyn Error>>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match make(&arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The reason why a page or its data could not be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// A data file could not be read.
    #[error("{file}.tsv: {source}")]
    Unreadable {
        /// The file's name without its extension.
        file: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A row of a data file has too few or too many cells.
    #[error("{file}.tsv:{line}: {found} cells, expected {expected}")]
    Cells {
        /// The file's name without its extension.
        file: String,
        /// The line number, counted from 1.
        line: usize,
        /// The number of cells in the row.
        found: usize,
        /// The number of cells in the heading.
        expected: usize,
    },
    /// A directive names a column that the data file does not have.
    #[error("{file}.tsv has no column `{column}`")]
    Column {
        /// The file's name without its extension.
        file: String,
        /// The name of the column.
        column: String,
    },
    /// A directive does not have its three parts, or the table after it is not closed.
    #[error("not a complete table: {0}")]
    Directive(String),
    /// No row of the file matches a directive.
    #[error("no row for: {0}")]
    Empty(String),
}

/// A tab-separated file whose first line names the columns.
#[derive(Debug)]
pub struct Data {
    file: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Data {
    /// Reads the data file in `folder` whose name without the extension `.tsv` is `file`.
    pub fn read(folder: &Path, file: &str) -> Result<Self, TableError> {
        let path = folder.join(file).with_extension("tsv");
        let text = fs::read_to_string(path).map_err(|source| TableError::Unreadable {
            file: file.to_owned(),
            source,
        })?;
        Self::parse(file, &text)
    }

    /// Parses the text of a tab-separated file.
    fn parse(file: &str, text: &str) -> Result<Self, TableError> {
        let cells = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let mut lines = text.lines();
        let columns = lines.next().map(cells).unwrap_or_default();
        let mut rows = Vec::new();
        for (index, line) in lines.enumerate() {
            let row = cells(line);
            if row.len() != columns.len() {
                return Err(TableError::Cells {
                    file: file.to_owned(),
                    line: index + 2,
                    found: row.len(),
                    expected: columns.len(),
                });
            }
            rows.push(row);
        }
        Ok(Self {
            file: file.to_owned(),
            columns,
            rows,
        })
    }

    /// Returns all rows; each has one cell per column.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Returns the index of a column.
    pub fn column(&self, name: &str) -> Result<usize, TableError> {
        let index = self.columns.iter().position(|column| column == name);
        index.ok_or_else(|| TableError::Column {
            file: self.file.clone(),
            column: name.to_owned(),
        })
    }

    /// Returns a cell as a page shows it: the value of a column, or `score` or `Elo`, which combine three columns.
    fn cell(&self, row: &[String], name: &str) -> Result<String, TableError> {
        let get = |name: &str| self.column(name).map(|index| row[index].as_str());
        Ok(match name {
            "score" => match get("won")? {
                "" => String::new(),
                won => format!("+{won} ={} -{}", get("drawn")?, get("lost")?),
            },
            "Elo" => elo(get("elo")?, get("low")?, get("high")?),
            "game" | "commit" if !get(name)?.contains([' ', ',']) => format!("`{}`", get(name)?),
            _ => get(name)?.replace('|', "\\|"),
        })
    }

    /// Returns the rows that satisfy all conditions, each of the form `column=value` or `column=value/other`.
    fn select(&self, conditions: &str) -> Result<Vec<&[String]>, TableError> {
        let mut rows: Vec<&[String]> = self.rows.iter().map(Vec::as_slice).collect();
        for condition in conditions.split_whitespace() {
            let (column, values) = condition
                .split_once('=')
                .ok_or_else(|| TableError::Directive(condition.to_owned()))?;
            let index = self.column(column)?;
            rows.retain(|row| values.split('/').any(|value| value == row[index]));
        }
        Ok(rows)
    }
}

/// Formats an Elo difference with its interval, in bold if the interval does not contain zero.
fn elo(elo: &str, low: &str, high: &str) -> String {
    let zero_outside = low.starts_with('+') || high.starts_with('-');
    match (elo, low, zero_outside) {
        ("", ..) => String::new(),
        (_, "", _) => elo.to_owned(),
        (.., true) => format!("**{elo}** [{low}, {high}]"),
        (.., false) => format!("{elo} [{low}, {high}]"),
    }
}

/// Renders the table of a directive as Markdown: its heading, the separator line and its rows.
fn render(folder: &Path, directive: &str) -> Result<String, TableError> {
    let incomplete = || TableError::Directive(directive.to_owned());
    let [file, conditions, shown] = directive
        .split(" | ")
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| incomplete())?;
    let data = Data::read(folder, file)?;
    let rows = data.select(conditions)?;
    let (heading, cells) = match shown.strip_prefix("pivot ") {
        Some(pivot) => {
            let (names, fixed) = pivot.split_once(": ").ok_or_else(incomplete)?;
            let (quantity, value) = names.split_once(' ').ok_or_else(incomplete)?;
            pivot_rows(&data, &rows, quantity, value, fixed)?
        }
        None => {
            let heading: Vec<String> = shown.split(' ').map(str::to_owned).collect();
            let cells = rows
                .iter()
                .map(|row| heading.iter().map(|name| data.cell(row, name)).collect());
            let cells = cells.collect::<Result<Vec<Vec<String>>, _>>()?;
            (heading, cells)
        }
    };
    if cells.is_empty() {
        return Err(TableError::Empty(directive.to_owned()));
    }
    let kept: Vec<usize> = (0..heading.len())
        .filter(|&column| cells.iter().any(|row| !row[column].is_empty()))
        .collect();
    let line = |row: &[String]| {
        let cells: Vec<&str> = kept.iter().map(|&column| row[column].as_str()).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|{}\n", "---|".repeat(kept.len()));
    let body: String = cells.iter().map(|row| line(row)).collect();
    Ok(line(&heading) + &rule + &body)
}

/// Merges rows with equal `fixed` columns into one row, which has a column for each distinct `quantity`. Returns the
/// heading and the merged rows.
fn pivot_rows(
    data: &Data,
    rows: &[&[String]],
    quantity: &str,
    value: &str,
    fixed: &str,
) -> Result<(Vec<String>, Vec<Vec<String>>), TableError> {
    let mut heading: Vec<String> = fixed.split(' ').map(str::to_owned).collect();
    let fixed = heading.clone();
    let mut cells: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let key = fixed.iter().map(|name| data.cell(row, name));
        let key = key.collect::<Result<Vec<_>, _>>()?;
        let quantity = data.cell(row, quantity)?;
        let column = heading.iter().position(|name| *name == quantity).unwrap_or_else(|| {
            heading.push(quantity);
            heading.len() - 1
        });
        let line = cells.iter().position(|line| line.starts_with(&key)).unwrap_or_else(|| {
            cells.push(key);
            cells.len() - 1
        });
        let line = &mut cells[line];
        line.resize(line.len().max(column + 1), String::new());
        line[column] = data.cell(row, value)?;
    }
    for line in &mut cells {
        line.resize(heading.len(), String::new());
    }
    Ok((heading, cells))
}

/// Returns a page with all its tables regenerated from the data in `folder`.
pub fn refresh(page: &str, folder: &Path) -> Result<String, TableError> {
    let mut result = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(OPENING) {
        let unclosed = || TableError::Directive(after.lines().next().unwrap_or_default().to_owned());
        let (directive, after) = after.split_once(" -->\n").ok_or_else(unclosed)?;
        let (_, after) = after.split_once(CLOSING).ok_or_else(unclosed)?;
        let table = render(folder, directive)?;
        result += &format!("{before}{OPENING}{directive} -->\n\n{table}\n{CLOSING}");
        rest = after;
    }
    Ok(result + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("x.tsv"), text).expect("a file");
        folder
    }

    #[test]
    fn rows_are_selected_and_spelt() {
        let data = folder(
            "game\twon\tdrawn\tlost\telo\tlow\thigh\na\t3\t1\t0\t+9\t+1\t\nb\t\t\t\t-2\t-9\t+5\nc\t1\t1\t1\t0\t\t\n",
        );
        let page = "x\n<!-- table: x | game=a/b | game score Elo -->\nold\n<!-- /table -->\ny\n";
        let fresh = refresh(page, data.path()).expect("a table");
        let table =
            "| game | score | Elo |\n|---|---|---|\n| `a` | +3 =1 -0 | **+9** [+1, ] |\n| `b` |  | -2 [-9, +5] |\n";
        assert_eq!(
            fresh,
            format!("x\n<!-- table: x | game=a/b | game score Elo -->\n\n{table}\n<!-- /table -->\ny\n")
        );
        assert_eq!(refresh(&fresh, data.path()).expect("a table"), fresh);
    }

    #[test]
    fn quantities_become_columns() {
        let data = folder("game\tquantity\tvalue\na\tp\t1\na\tq\t2\nb\tq\t3\n");
        let table = render(data.path(), "x |  | pivot quantity value: game").expect("a table");
        assert_eq!(
            table,
            "| game | p | q |\n|---|---|---|\n| `a` | 1 | 2 |\n| `b` |  | 3 |\n"
        );
    }

    #[test]
    fn mistakes_are_refused() {
        let data = folder("game\tvalue\na\t1\n");
        let refused = |page: &str| refresh(page, data.path()).expect_err("a mistake").to_string();
        let directive = |text: &str| format!("<!-- table: {text} -->\n<!-- /table -->");
        assert_eq!(
            refused(&directive("x | game=b | value")),
            "no row for: x | game=b | value"
        );
        assert_eq!(refused(&directive("x | game=a | worth")), "x.tsv has no column `worth`");
        assert_eq!(refused(&directive("x | game=a")), "not a complete table: x | game=a");
        assert!(refused(&directive("y |  | value")).starts_with("y.tsv: "));
        assert!(refused("<!-- table: x |  | value -->\n").starts_with("not a complete table: x"));
        assert_eq!(
            Data::parse("x", "a\tb\n1\n").expect_err("a mistake").to_string(),
            "x.tsv:2: 1 cells, expected 2"
        );
    }
}
