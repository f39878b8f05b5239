//! Castling, and the rights to it.

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Castling, Color};

use super::step::{Step, plain};
use super::{Reference, unit};

impl Reference {
    /// Returns the castlings of a king.
    pub(super) fn castlings(&self, king: Square, color: Color) -> Vec<Step> {
        let all = self.definition.castlings.iter().enumerate();
        let kept = all.filter(|(number, castling)| {
            self.castlings.contains(&(color, *number)) && self.relative_square(color, castling.king.0) == king
        });
        let allowed = kept.filter(|(_, castling)| {
            let seen = |(a, b)| (self.relative_square(color, a), self.relative_square(color, b));
            let (own, rook) = (seen(castling.king), seen(castling.rook));
            let mut ways = self.line(own.0, own.1);
            let enemy = self
                .royal(!color)
                .first()
                .copied()
                .filter(|_| self.definition.kings.facing_forbidden.any());
            let mut alone = self.clone();
            alone.placement[king.index()] = None;
            let attacked = |square: Square| match self.definition.blast {
                None => self.attacks(!color, square),
                Some(_) => {
                    let mut there = alone.clone();
                    there.placement[square.index()] = self.at(king);
                    there.threatens(!color, square)
                }
            };
            let unsafe_on =
                |square: &Square| attacked(*square) || enemy.is_some_and(|enemy| alone.faces(*square, enemy));
            let safe = !self.royal(color).contains(&king) || !ways.iter().any(unsafe_on);
            ways.extend(self.line(rook.0, rook.1));
            ways.extend(self.line(own.0, rook.0));
            ways.retain(|square| *square != own.0 && *square != rook.0);
            safe && ways.into_iter().all(|square| self.at(square).is_none())
        });
        let step = |(number, _): (usize, &Castling)| {
            let to = self.relative_square(color, self.definition.castlings[number].king.1);
            Step {
                castling: Some(number),
                ..plain(king, to)
            }
        };
        allowed.map(step).collect()
    }

    /// Returns the squares of the straight line between two squares, including both.
    pub(super) fn line(&self, from: Square, to: Square) -> Vec<Square> {
        let shape = &self.definition.shape;
        let way = Vector {
            file: shape.file(to) as i8 - shape.file(from) as i8,
            rank: shape.rank(to) as i8 - shape.rank(from) as i8,
            level: shape.level(to) as i8 - shape.level(from) as i8,
        };
        let (step, steps) = unit(way);
        (0..=steps).filter_map(|n| shape.step(from, step.times(n))).collect()
    }

    /// Removes the rights that depend on a square, after a piece has left it or been captured on it.
    pub(super) fn lose_rights(&mut self, square: Square) {
        self.privileges.remove(&square);
        self.gates.retain(|(_, gate)| *gate != square);
        let (definition, shape) = (&self.definition, &self.definition.shape);
        self.castlings.retain(|(color, number)| {
            let castling = &definition.castlings[*number];
            let needed = [castling.king.0, castling.rook.0];
            needed.iter().all(|needed| match color {
                Color::White => *needed != square,
                Color::Black => shape.mirror(*needed) != square,
            })
        });
    }
}
