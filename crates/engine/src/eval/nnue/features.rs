//! The inputs of a network. Each perspective has one input for each piece type of each side on each square.

use kurier_rules::board::Square;
use kurier_rules::position::{Change, Piece, Position};
use kurier_rules::rules::{Color, Definition, PieceType};

/// The number of king buckets of a network that has them.
const KING_BUCKETS: usize = 4;

/// The way in which a side sees the board: its perspective and king bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The side that sees the board.
    pub perspective: Color,
    /// The king bucket, which is the region of the side's king; 0 if the network has no king buckets.
    pub bucket: u8,
}

impl View {
    /// Creates the view of a side in king bucket 0.
    pub const fn plain(perspective: Color) -> Self {
        Self { perspective, bucket: 0 }
    }
}

/// The numbering of the inputs for one variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    piece_types: usize,
    squares: usize,
    kings: [PieceType; 2],
    /// The mirror image of each square, for Black's point of view.
    black_view: Box<[Square]>,
    /// The king bucket by square, as the king's side sees the board; empty without king buckets.
    king_buckets: Box<[u8]>,
}

impl Features {
    /// Creates the numbering for a variant. With `king_buckets` each perspective has a separate set of inputs for each
    /// of four regions of its king: the left, middle and right third of the files within the first quarter of the
    /// ranks, and all ranks beyond.
    pub fn new(definition: &Definition, king_buckets: bool) -> Self {
        let shape = &definition.shape;
        let squares = || (0..shape.area()).map(Square::new);
        let bucket = |square: Square| {
            let (file, files) = (shape.file(square), shape.files());
            if shape.rank(square) >= shape.ranks().div_ceil(4) {
                3
            } else if 3 * file < files {
                0
            } else if 3 * (files - 1 - file) < files {
                2
            } else {
                1
            }
        };
        Self {
            piece_types: definition.pieces.len(),
            squares: shape.area(),
            kings: Color::BOTH.map(|color| definition.king(color).unwrap_or(PieceType::NONE)),
            black_view: definition.black_view(),
            king_buckets: squares().filter(|_| king_buckets).map(bucket).collect(),
        }
    }

    /// Returns the number of inputs of a perspective, in all king buckets together.
    pub fn count(&self) -> usize {
        self.buckets() * self.count_per_bucket()
    }

    /// Returns the number of king buckets: 1 for a network without king buckets.
    pub fn buckets(&self) -> usize {
        if self.has_king_buckets() { KING_BUCKETS } else { 1 }
    }

    /// Returns the number of squares of the board.
    pub fn squares(&self) -> usize {
        self.squares
    }

    /// Returns the views of a side for all king buckets.
    pub fn views(&self, perspective: Color) -> impl Iterator<Item = View> {
        (0..self.buckets() as u8).map(move |bucket| View { perspective, bucket })
    }

    /// Returns the number of inputs of a perspective in one king bucket.
    pub fn count_per_bucket(&self) -> usize {
        2 * self.piece_types * self.squares
    }

    fn has_king_buckets(&self) -> bool {
        !self.king_buckets.is_empty()
    }

    /// Returns the index of the input for a piece on a square in a view. Inputs are ordered by king bucket, then by
    /// side (own pieces first), then by piece type, then by square.
    #[inline(always)]
    pub fn index(&self, view: View, piece: Piece, square: Square) -> usize {
        let enemy = usize::from(piece.color != view.perspective);
        let set = 2 * usize::from(view.bucket) + enemy;
        (set * self.piece_types + piece.piece_type.index()) * self.squares + self.seen(view.perspective, square).index()
    }

    #[inline(always)]
    fn seen(&self, perspective: Color, square: Square) -> Square {
        match perspective {
            Color::White => square,
            Color::Black => self.black_view[square.index()],
        }
    }

    /// Returns the view of a side in a position.
    pub fn view<const W: usize>(&self, position: &Position<W>, perspective: Color) -> View {
        self.view_of_king(perspective, position.king(perspective))
    }

    fn view_of_king(&self, perspective: Color, king: Option<Square>) -> View {
        let bucket = king.and_then(|king| self.king_buckets.get(self.seen(perspective, king).index()));
        View {
            perspective,
            bucket: bucket.copied().unwrap_or(0),
        }
    }

    /// Returns the view of a side after a move, given the side's view before the move and the changes made by the move.
    #[inline]
    pub fn next_view(&self, view: View, changes: &[Change]) -> View {
        if !self.has_king_buckets() {
            return view;
        }
        let king = Piece {
            piece_type: self.kings[view.perspective.index()],
            color: view.perspective,
        };
        let mut of_king = changes.iter().filter(|change| change.piece == king);
        match (of_king.clone().find(|change| change.added), of_king.next()) {
            (None, None) => view,
            // A king that was removed but not added has been captured within a chain of captures, or by a blast.
            (arrived, _) => self.view_of_king(view.perspective, arrived.map(|change| change.square)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::{Catalogue, PieceType};

    #[test]
    fn every_piece_on_every_square_has_its_own_input() {
        for game in Catalogue::built_in().menu() {
            let features = Features::new(game, true);
            let pieces = || {
                let piece_types = (0..game.pieces.len()).map(|piece_type| PieceType(piece_type as u8));
                piece_types.flat_map(|piece_type| Color::BOTH.map(|color| Piece { piece_type, color }))
            };
            for perspective in Color::BOTH {
                let mut seen = vec![false; features.count()];
                for view in features.views(perspective) {
                    for piece in pieces() {
                        for square in (0..game.shape.area()).map(Square::new) {
                            let index = features.index(view, piece, square);
                            assert!(!std::mem::replace(&mut seen[index], true), "{}", game.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn perspectives_mirror_each_other() {
        let game = Catalogue::built_in()
            .get("courierleapale")
            .expect("a game in three dimensions");
        let features = Features::new(&game, false);
        for (piece_type, square) in [(0, 0), (1, 77), (3, 215)] {
            let (piece_type, square) = (PieceType(piece_type), Square::new(square));
            let white = Piece {
                piece_type,
                color: Color::White,
            };
            let black = Piece {
                piece_type,
                color: Color::Black,
            };
            assert_eq!(
                features.index(View::plain(Color::White), white, square),
                features.index(View::plain(Color::Black), black, game.shape.mirror(square))
            );
        }
    }

    #[test]
    fn kings_are_in_the_buckets_of_their_side() {
        let catalogue = Catalogue::built_in();
        let buckets = |name: &str, squares: &[&str]| -> Vec<u8> {
            let game = catalogue.get(name).expect("a built-in game");
            let features = Features::new(&game, true);
            let bucket = |square: &&str| {
                let square = game.shape.parse(square).expect("a square");
                let [white, black] = [(Color::White, square), (Color::Black, game.shape.mirror(square))]
                    .map(|(side, square)| features.view_of_king(side, Some(square)).bucket);
                assert_eq!(white, black, "{name}");
                white
            };
            squares.iter().map(bucket).collect()
        };
        assert_eq!(
            buckets("chess", &["b1", "c2", "d1", "e2", "f1", "h2", "a3", "g8"]),
            [0, 0, 1, 1, 2, 2, 3, 3]
        );
        assert_eq!(buckets("courier", &["d1", "e1", "h2", "i1", "f3"]), [0, 1, 1, 2, 3]);
    }
}
