//! Points of the pieces, which decide games that would otherwise be drawn.

use super::{Outcome, Position, Reason};
use crate::rules::{Color, Points};

impl<const W: usize> Position<W> {
    /// Returns the outcome of a game that ends without mate or another goal: a draw, unless points decide.
    #[cold]
    pub(super) fn undecided(&self, reason: Reason) -> Outcome {
        let points = self.variant.definition.ends.points.as_ref();
        Outcome {
            winner: points.and_then(|points| self.winner_by_points(points)),
            reason,
        }
    }

    /// Returns the side that wins by points; `None` for a draw.
    fn winner_by_points(&self, points: &Points) -> Option<Color> {
        let [white, black] = Color::BOTH.map(|color| {
            let pieces = points.pieces.iter();
            let of_pieces = pieces.map(|(piece_type, each)| self.of(color, *piece_type).count() * u32::from(*each));
            of_pieces.sum::<u32>() + u32::from(points.extra[color.index()])
        });
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Color::White),
            std::cmp::Ordering::Less => Some(Color::Black),
            std::cmp::Ordering::Equal => points.ties,
        }
    }
}
