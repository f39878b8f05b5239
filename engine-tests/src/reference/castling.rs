//! Castling, and the rights to it.

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Castling, Color};

use super::fen::cased;
use super::step::{Step, plain};
use super::{Reference, unit};

impl Reference {
    /// Returns the castlings of a king.
    pub(super) fn castlings(&self, king: Square, color: Color) -> Vec<Step> {
        let all = self.known_castlings.iter().enumerate();
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
            let to = self.relative_square(color, self.known_castlings[number].king.1);
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

    /// Returns the castlings that a position with this field of rights may have: the castlings of the game or, if kings
    /// and rooks castle from anywhere, the ones that the field names.
    pub(super) fn castlings_named(&self, field: &str) -> Vec<Castling> {
        let (definition, shape) = (&self.definition, &self.definition.shape);
        if !definition.castling_anywhere {
            return definition.castlings.clone();
        }
        let mut named = Vec::new();
        for (color, castling) in definition
            .castlings
            .iter()
            .flat_map(|castling| [(Color::White, castling), (Color::Black, castling)])
        {
            let standing = |piece_type| {
                let square = move |file: u8| shape.square(file.into(), shape.rank(castling.king.0).into(), 0);
                (0..shape.files())
                    .filter_map(square)
                    .filter(move |square| self.at(self.relative_square(color, *square)) == Some((color, piece_type)))
                    .collect::<Vec<Square>>()
            };
            let Some(king) = standing(castling.king_types[color as usize]).first().copied() else {
                continue;
            };
            let rooks = standing(castling.rook_types[color as usize]);
            let outermost = self.outermost_rook(color, castling, king);
            let meant = rooks.into_iter().filter(|rook| {
                let beyond = (shape.file(*rook) > shape.file(king)) == is_right(self, castling);
                let file = cased((b'A' + shape.file(*rook)) as char, color);
                let letter = cased(castling.letter, color);
                beyond
                    && castling.is_for(color)
                    && (field.contains(file) || field.contains(letter) && outermost == Some(*rook))
            });
            named.extend(meant.map(|rook| Castling {
                king: (king, castling.king.1),
                rook: (rook, castling.rook.1),
                only: Some(color),
                ..*castling
            }));
        }
        named
    }

    /// Returns the letter of a castling in the field of rights: the castling's own letter or, if another rook stands
    /// farther outside now, the letter of the rook's file.
    pub(super) fn castling_letter(&self, color: Color, castling: &Castling) -> char {
        let anywhere = self.definition.castling_anywhere;
        if anywhere && self.outermost_rook(color, castling, castling.king.0) != Some(castling.rook.0) {
            return cased((b'A' + self.definition.shape.file(castling.rook.0)) as char, color);
        }
        cased(castling.letter, color)
    }

    /// Returns the rook that is farthest from a king on the king's rank, on the side of a castling.
    fn outermost_rook(&self, color: Color, castling: &Castling, king: Square) -> Option<Square> {
        let step = match is_right(self, castling) {
            true => 1,
            false => -1,
        };
        let shape = &self.definition.shape;
        let beyond = (1..).map_while(|n| shape.step(king, Vector::flat(step * n, 0)));
        let rook = (color, castling.rook_types[color as usize]);
        beyond
            .filter(|square| self.at(self.relative_square(color, *square)) == Some(rook))
            .last()
    }

    /// Removes the rights that depend on a square, after a piece has left it or been captured on it.
    pub(super) fn lose_rights(&mut self, square: Square) {
        self.privileges.remove(&square);
        self.gates.retain(|(_, gate)| *gate != square);
        let (known, shape) = (&self.known_castlings, &self.definition.shape);
        self.castlings.retain(|(color, number)| {
            let castling = &known[*number];
            let needed = [castling.king.0, castling.rook.0];
            needed.iter().all(|needed| match color {
                Color::White => *needed != square,
                Color::Black => shape.mirror(*needed) != square,
            })
        });
    }
}

/// Tests whether the rook of a castling stands on White's right of the king.
fn is_right(reference: &Reference, castling: &Castling) -> bool {
    let shape = &reference.definition.shape;
    shape.file(castling.rook.0) > shape.file(castling.king.0)
}
