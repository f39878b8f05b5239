//! Tables as aligned text, CSV and HTML.

use std::error::Error;
use std::fmt::Write;
use std::ops::Range;

use kurier_rules::sanitize::escape_markup;

/// The maximum width of a table, in characters.
pub(super) const WIDTH: usize = 80;
/// The maximum width, in characters, of the first column in a table that would otherwise be wider than [`WIDTH`].
const FIRST: usize = 24;

/// Formats a table as text, with its first column aligned to the left and all other columns to the right. Columns that
/// exceed the maximum width follow below in further tables, which repeat the first column.
pub(super) fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let mut first = width(0);
    let others: Vec<usize> = (1..columns).map(width).collect();
    if first + others.iter().map(|width| width + 2).sum::<usize>() > WIDTH {
        first = first.min(FIRST);
    }
    let parts: Vec<String> = split(&others, WIDTH - first.min(WIDTH))
        .into_iter()
        .map(|part| {
            let line = |row: &Vec<String>| {
                let name: String = row.first().map_or("", String::as_str).chars().take(first).collect();
                let mut line = format!("{name:<first$}");
                for (cell, width) in row.iter().skip(1).zip(&others).take(part.end).skip(part.start) {
                    let _ = write!(line, "  {cell:>width$}");
                }
                line.truncate(line.trim_end().len());
                line + "\n"
            };
            rows.iter().map(line).collect()
        })
        .collect();
    parts.join("\n")
}

/// Splits columns of the given widths into parts that are at most `most` characters wide, gaps included. Each part has
/// at least one column.
fn split(widths: &[usize], most: usize) -> Vec<Range<usize>> {
    let mut parts = vec![Range::default()];
    let mut used = 0;
    for (column, width) in widths.iter().enumerate() {
        used += width + 2;
        match parts.last_mut() {
            Some(part) if used <= most || part.start == part.end => part.end = column + 1,
            _ => {
                used = width + 2;
                parts.push(column..column + 1);
            }
        }
    }
    parts
}

/// Returns a table as CSV.
pub(super) fn csv_table(rows: &[Vec<String>]) -> String {
    let write = || -> Result<String, Box<dyn Error>> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for row in rows {
            writer.write_record(row)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    };
    write().unwrap_or_else(|_| unreachable!("writing text to memory cannot fail"))
}

/// Returns a table as HTML. The first row is the heading.
pub(super) fn html_table(rows: &[Vec<String>]) -> String {
    let mut text = String::from("<table>\n");
    for (number, row) in rows.iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape_markup(cell)));
        let _ = writeln!(text, "<tr>{}</tr>", cells.collect::<String>());
    }
    text + "</table>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_cells_are_quoted_where_needed() {
        let rows = [
            vec!["engine", "opponent", "points"],
            vec!["Fairy, \"the\" Max", "", "1.5"],
            vec!["two\nlines", "a\rb", " blanks; # + = '"],
            vec!["", "", ""],
            vec!["Größe", "-0.5"],
        ]
        .map(|row| row.into_iter().map(str::to_owned).collect());
        let expected = concat!(
            "engine,opponent,points\n",
            "\"Fairy, \"\"the\"\" Max\",,1.5\n",
            "\"two\nlines\",\"a\rb\", blanks; # + = '\n",
            ",,\n",
            "Größe,-0.5\n",
        );
        assert_eq!(csv_table(&rows), expected);
    }

    #[test]
    fn wide_tables_continue_below() {
        let cell = |text: &str| text.to_owned();
        let rows: Vec<Vec<String>> = (0..3)
            .map(|row| {
                (0..14)
                    .map(|column| {
                        cell(if column == 0 {
                            "an engine with a long name, indeed"
                        } else {
                            ["+12.5", "1000", "7"][row]
                        })
                    })
                    .collect()
            })
            .collect();
        let text = align(&rows);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("+12.5").count(), 13, "every column is there");
        assert!(
            text.lines()
                .all(|line| line.is_empty() || line.starts_with("an engine with a long na"))
        );
        let narrow = align(&rows.iter().map(|row| row[..2].to_vec()).collect::<Vec<_>>());
        assert_eq!(narrow.lines().next(), Some("an engine with a long name, indeed  +12.5"));
    }
}
