//! Reads the section `[board]`.

use toml::Spanned;

use crate::board::{Shape, Square};
use crate::rules::DefinitionError;
use crate::rules::file::BoardSection;
use crate::rules::source::Source;

/// Reads the shape of the board.
pub(super) fn shape(source: Source<'_>, board: &BoardSection) -> Result<Shape, DefinitionError> {
    let side = |side: &Spanned<u8>| match *side.get_ref() {
        length @ 1..=Shape::MAX_SIDE => Ok(length),
        _ => Err(source.error_at(side, format!("expected 1 to {}", Shape::MAX_SIDE))),
    };
    let (files, ranks) = (side(&board.files)?, side(&board.ranks)?);
    let levels = board.levels.as_ref().map_or(Ok(1), side)?;
    let squares = files as usize * ranks as usize * levels as usize;
    if squares > Shape::MAX_SQUARES {
        let message = format!(
            "expected at most {} squares on the board, found {squares}",
            Shape::MAX_SQUARES
        );
        return Err(source.error_at(&board.files, message));
    }
    let full = Shape::new(files, ranks, levels);
    let mut shape = full.clone();
    if let Some(opposed) = board.opposed_levels.as_ref().filter(|flag| *flag.get_ref()) {
        if levels == 1 {
            return Err(source.error_at(opposed, "expected a board with levels"));
        }
        shape.oppose_levels();
    }
    for hole in &board.holes {
        let square = full.parse(hole.get_ref());
        let square = square.ok_or_else(|| {
            source.error_at(
                hole,
                format!("expected a square of the board, found `{}`", hole.get_ref()),
            )
        })?;
        shape.punch(square);
    }
    Ok(shape)
}

/// Reads the zone of every square from the map, which has a row for each level and a digit for each file. Without a
/// map, returns an empty list.
pub(super) fn zones(source: Source<'_>, board: &BoardSection, shape: &Shape) -> Result<Vec<u8>, DefinitionError> {
    let Some(rows) = &board.zones else {
        return Ok(Vec::new());
    };
    if rows.get_ref().len() != shape.levels() as usize {
        let message = format!(
            "expected one row a level: {}, found {}",
            shape.levels(),
            rows.get_ref().len()
        );
        return Err(source.error_at(rows, message));
    }
    let mut map = Vec::new();
    for row in rows.get_ref() {
        let digits: Option<Vec<u8>> = row
            .get_ref()
            .chars()
            .map(|c| c.to_digit(10).map(|digit| digit as u8))
            .collect();
        match digits {
            Some(digits) if digits.len() == shape.files() as usize => map.push(digits),
            _ => return Err(source.error_at(row, format!("expected {} digits, one a file", shape.files()))),
        }
    }
    let squares = (0..shape.area()).map(Square::new);
    Ok(squares
        .map(|square| map[shape.level(square) as usize][shape.file(square) as usize])
        .collect())
}
