//! Finds the positions from which a quiet move within the class may have led to a position. Superfluous positions do no
//! harm, since the solver examines all of them with the rules.

use kurier_rules::board::Bitboard;
use kurier_rules::position::Piece;
use kurier_rules::rules::{Color, Moves, Variant};

use crate::index::Squares;
use crate::reach::targets;

/// The squares from which the pieces of a class may have come.
pub(super) struct Sources<const W: usize> {
    slots: Vec<Source<W>>,
}

/// The squares from which one piece may have come.
struct Source<const W: usize> {
    color: Color,
    /// For each square of the piece, the squares from which it may have come. Empty for pawns, since a pawn move
    /// changes the arrangement of pawns.
    squares: Vec<Bitboard<W>>,
    /// The quiet moves, to test whether other pieces block them; `None` if nothing can block them or the piece has
    /// multi-steps, which are not tested.
    blocked: Option<Moves<W>>,
}

impl<const W: usize> Sources<W> {
    /// Creates the sets of source squares for the pieces of a class.
    pub fn new(variant: &Variant<W>, slots: &[Piece]) -> Self {
        let area = variant.definition.shape.area();
        let source = |piece: &Piece| {
            let quiet = &variant.piece_tables[piece.color.index()][piece.piece_type.index()].quiet;
            let mut squares = vec![Bitboard::EMPTY; area];
            let is_pawn = variant.pawns >> piece.piece_type.0 & 1 != 0;
            for from in variant.squares.into_iter().filter(|_| !is_pawn) {
                let targets = targets(variant, *piece, from);
                targets.into_iter().for_each(|to| squares[to.index()].insert(from));
            }
            let steps = variant.multi_stepping >> piece.piece_type.0 & 1 != 0;
            Source {
                color: piece.color,
                squares,
                blocked: (quiet.leaps_alone().is_none() && !steps).then(|| quiet.clone()),
            }
        };
        Self {
            slots: slots.iter().map(source).collect(),
        }
    }

    /// Calls `visit` for each position from which a quiet move of `mover` may have led to `squares`.
    pub fn visit(&self, variant: &Variant<W>, mover: Color, squares: &mut Squares, mut visit: impl FnMut(&Squares)) {
        let occupied: Bitboard<W> = squares.iter().copied().collect();
        for (slot, source) in self.slots.iter().enumerate() {
            if source.color != mover {
                continue;
            }
            let to = squares[slot];
            for from in source.squares[to.index()].without(occupied) {
                if let Some(moves) = &source.blocked {
                    let mut before = occupied;
                    before.remove(to);
                    before.insert(from);
                    if !variant.reached(moves, from, before).contains(to) {
                        continue;
                    }
                }
                squares[slot] = from;
                visit(squares);
            }
            squares[slot] = to;
        }
    }
}
