//! Reads regions of squares: names of squares, and rectangles such as `a6-h8`.

use std::collections::BTreeSet;

use crate::board::{Shape, Square};
use crate::rules::DefinitionError;
use crate::rules::file::Texts;
use crate::rules::source::Source;

/// Reads a region from its squares and rectangles.
///
/// # Errors
/// Fails if an item is neither a square nor a rectangle of the board, or if there are no items.
fn read(source: Source<'_>, items: &Texts, shape: &Shape) -> Result<BTreeSet<Square>, DefinitionError> {
    let mut region = BTreeSet::new();
    for item in items.get_ref() {
        let squares = squares(item.get_ref(), shape).filter(|squares| !squares.is_empty());
        let squares = squares.ok_or_else(|| {
            let message = format!(
                "expected a square, or a rectangle such as `a6-c8`, found `{}`",
                item.get_ref()
            );
            source.error_at(item, message)
        })?;
        region.extend(squares);
    }
    match region.is_empty() {
        true => Err(source.error_at(items, "expected at least one square")),
        false => Ok(region),
    }
}

/// Reads a region by colour. Black's squares mirror White's unless they are given too. With `one_sided`, one side may
/// have no squares if the other side's are given.
///
/// # Errors
/// Fails if [`read`] fails for the squares of either side.
pub(super) fn both(
    source: Source<'_>,
    white: &Texts,
    black: Option<&Texts>,
    shape: &Shape,
    one_sided: bool,
) -> Result<[BTreeSet<Square>; 2], DefinitionError> {
    let region = |squares: &Texts, may_be_empty: bool| match squares.get_ref().is_empty() {
        true if may_be_empty => Ok(BTreeSet::new()),
        _ => read(source, squares, shape),
    };
    let own = region(white, one_sided && black.is_some())?;
    let other = match black {
        Some(squares) => region(squares, one_sided && !own.is_empty())?,
        None => mirrored(&own, shape),
    };
    Ok([own, other])
}

/// Returns the region on Black's side of the board that mirrors a region of White's.
fn mirrored(region: &BTreeSet<Square>, shape: &Shape) -> BTreeSet<Square> {
    region.iter().map(|square| shape.mirror(*square)).collect()
}

/// Reads a square or a rectangle; `None` if the text is neither. The corners of a rectangle may be holes. The result
/// has no holes, and is empty if the corners are in the wrong order.
fn squares(text: &str, shape: &Shape) -> Option<Vec<Square>> {
    let Some((first, last)) = text.split_once('-') else {
        return Some(vec![shape.parse(text)?]);
    };
    let (first, last) = (shape.parse_corner(first)?, shape.parse_corner(last)?);
    let between = |of: &dyn Fn(Square) -> u8, square: Square| (of(first)..=of(last)).contains(&of(square));
    let inside = |square: &Square| {
        between(&|square| shape.file(square), *square)
            && between(&|square| shape.rank(square), *square)
            && between(&|square| shape.level(square), *square)
    };
    Some(shape.squares().filter(inside).collect())
}
