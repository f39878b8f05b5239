//! Parses lists of White's and Black's squares, which may contain single squares such as `b1`, ranges such as `a2-j2`
//! and rectangles such as `a1-c2`.

use super::error::DiagramError;

/// A square: file and rank, from 0.
pub(super) type Square = (u8, u8);

/// The board on which squares lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub files: u8,
    pub ranks: u8,
    /// The number of the first rank in the names of squares, 0 or 1.
    pub first_rank: u8,
}

/// The squares of a piece at the start.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Squares {
    pub white: Vec<Square>,
    /// Black's squares; `None` if only White's are listed.
    pub black: Option<Vec<Square>>,
}

impl Squares {
    /// Reads a list. An empty item separates White's squares from Black's; a comma alone stands for no squares.
    pub fn read(text: &str, board: Board) -> Result<Self, DiagramError> {
        let wrong = || DiagramError::Squares(text.to_owned());
        let mut sides: Vec<Vec<Square>> = vec![Vec::new()];
        for (place, item) in text.split(',').enumerate() {
            if item.is_empty() {
                if place > 0 {
                    sides.push(Vec::new());
                }
                continue;
            }
            let squares = range(item, board).ok_or_else(wrong)?;
            sides.iter_mut().last().ok_or_else(wrong)?.extend(squares);
        }
        let mut sides = sides.into_iter();
        let white = sides.next().unwrap_or_default();
        let black = sides.next();
        // A trailing comma adds an empty list.
        match sides.all(|side| side.is_empty()) {
            true => Ok(Self { white, black }),
            false => Err(wrong()),
        }
    }
}

/// Reads a square or a rectangle of squares; `None` if the text is neither.
fn range(text: &str, board: Board) -> Option<Vec<Square>> {
    let Some((first, last)) = text.split_once('-') else {
        return Some(vec![square(text, board)?]);
    };
    let ((file, rank), (last_file, last_rank)) = (square(first, board)?, square(last, board)?);
    let along = |rank| (file..=last_file).map(move |file| (file, rank));
    (file <= last_file && rank <= last_rank).then(|| (rank..=last_rank).flat_map(along).collect())
}

/// Reads the name of a square; `None` if the board has no such square.
fn square(text: &str, board: Board) -> Option<Square> {
    let mut letters = text.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
    let rank: u8 = letters.as_str().parse().ok()?;
    let rank = rank.checked_sub(board.first_rank)?;
    (file < board.files && rank < board.ranks).then_some((file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_squares_are_read() {
        let mut board = Board {
            files: 8,
            ranks: 10,
            first_rank: 1,
        };
        let read = |text: &str| Squares::read(text, board).map(|squares| (squares.white, squares.black));
        assert_eq!(
            read("b1,c1-e1,h10"),
            Ok((vec![(1, 0), (2, 0), (3, 0), (4, 0), (7, 9)], None))
        );
        assert_eq!(read("a1,,a10"), Ok((vec![(0, 0)], Some(vec![(0, 9)]))));
        assert_eq!(read("a1-a3"), Ok((vec![(0, 0), (0, 1), (0, 2)], None)));
        assert_eq!(read("a1-b2"), Ok((vec![(0, 0), (1, 0), (0, 1), (1, 1)], None)));
        assert_eq!(read(""), Ok((vec![], None)));
        assert_eq!(read(",,a2"), Ok((vec![], Some(vec![(0, 1)]))));
        assert_eq!(read(","), Ok((vec![], Some(vec![]))));
        for wrong in ["i1", "a0", "a11", "c1-a1", "b2-a3", "A1", "a1,,b1,,c1", "x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        board.first_rank = 0;
        let counted = Squares::read("b0,,h9", board).map(|squares| (squares.white, squares.black));
        assert_eq!(counted, Ok((vec![(1, 0)], Some(vec![(7, 9)]))));
    }
}
