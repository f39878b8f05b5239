//! Goals other than mate.

use kurier_rules::position::Reason;
use kurier_rules::rules::{Color, Flag, FlagTime, PieceType};

use super::Reference;
use super::ends::{End, winner};

impl Reference {
    /// Returns the end of the game by a goal other than mate, if one is reached.
    pub(super) fn goal(&self) -> Option<End> {
        let flag = || self.definition.ends.flags.iter().find_map(|flag| self.flag_end(flag));
        self.extinct()
            .or_else(flag)
            .or_else(|| self.checked_out())
            .or_else(|| self.row())
    }

    pub(super) fn count(&self, color: Color, of: impl Fn(PieceType) -> bool) -> usize {
        let on_board = self.pieces(color).filter(|(_, piece)| of(*piece)).count();
        let held = self
            .held
            .iter()
            .filter(|((owner, piece), _)| *owner == color && of(*piece));
        on_board + held.map(|(_, count)| count).sum::<usize>()
    }

    fn extinct(&self) -> Option<End> {
        for color in [!self.side, self.side] {
            for rule in &self.definition.ends.extinctions {
                let few = |of: &dyn Fn(PieceType) -> bool| {
                    self.count(color, of) <= usize::from(rule.at_most)
                        && self.count(!color, of) >= usize::from(rule.opponent_at_least)
                };
                let applies = match rule.pieces.is_empty() {
                    true => few(&|_| true),
                    false => rule.pieces.iter().any(|counted| few(&|piece| piece == *counted)),
                };
                if applies {
                    return Some((winner(rule.fate, color), Reason::Extinction));
                }
            }
        }
        None
    }

    fn has_reached(&self, flag: &Flag, color: Color) -> bool {
        let region = &flag.squares[color as usize];
        let there = self
            .pieces(color)
            .filter(|(square, piece)| region.contains(square) && flag.pieces.contains(piece));
        let full = region.iter().all(|square| self.at(*square).is_some());
        match there.count() {
            0 => false,
            count => count >= usize::from(flag.count) || flag.or_full && full,
        }
    }

    fn flag_end(&self, flag: &Flag) -> Option<End> {
        let [white, black] = Color::BOTH.map(|color| self.has_reached(flag, color));
        let by = |color: Color| if color == Color::White { white } else { black };
        let won = |color| Some((Some(color), Reason::Flag));
        match flag.time {
            FlagTime::AtOnce => won(!self.side).filter(|_| by(!self.side)),
            FlagTime::Held => won(self.side).filter(|_| by(self.side)),
            FlagTime::Safe => match Color::BOTH.map(|color| self.is_safe_there(flag, color)) {
                [true, true] => Some((None, Reason::Flag)),
                [true, false] => won(Color::White),
                [false, true] => won(Color::Black),
                [false, false] => None,
            },
            FlagTime::SafeOrHeld if by(self.side) => won(self.side),
            FlagTime::SafeOrHeld => won(!self.side).filter(|_| self.is_safe_there(flag, !self.side)),
            FlagTime::Answered => match (self.side, white, black) {
                (_, false, false) => None,
                (Color::White, true, true) => Some((None, Reason::Flag)),
                (Color::White, true, false) => won(Color::White),
                (Color::White, false, true) | (Color::Black, _, true) => won(Color::Black),
                (Color::Black, true, false) => {
                    let answers = self
                        .legal_steps()
                        .iter()
                        .any(|after| after.has_reached(flag, Color::Black));
                    won(Color::White).filter(|_| !answers)
                }
            },
        }
    }

    /// Returns whether enough pieces of a player stand in the region and remain enough after any capture by the
    /// opponent.
    fn is_safe_there(&self, flag: &Flag, color: Color) -> bool {
        let squares = &flag.squares[color as usize];
        let there: Vec<_> = self
            .pieces(color)
            .filter(|(square, piece)| squares.contains(square) && flag.pieces.contains(piece))
            .collect();
        let needed = there.len() == usize::from(flag.count);
        self.has_reached(flag, color) && !(needed && there.iter().any(|(square, _)| self.attacks(!color, *square)))
    }

    fn checked_out(&self) -> Option<End> {
        let mut sides = [!self.side, self.side].into_iter();
        let counted = self.definition.ends.checks > 0;
        let won = sides.find(|color| counted && self.checks_left[*color as usize] == 0)?;
        Some((Some(won), Reason::ChecksGiven))
    }

    fn row(&self) -> Option<End> {
        let shape = &self.definition.shape;
        for rule in &self.definition.ends.connections {
            let own = |file: i32, rank: i32| {
                let square = shape.square(file, rank, 0);
                square
                    .and_then(|square| self.at(square))
                    .is_some_and(|(color, piece)| color != self.side && rule.pieces.contains(&piece))
            };
            let mut steps = Vec::new();
            if rule.orthogonal {
                steps.extend([(1, 0), (0, 1)]);
            }
            if rule.diagonal {
                steps.extend([(1, 1), (1, -1)]);
            }
            for (file, rank) in steps {
                for square in shape.squares() {
                    let at = |n: i32| {
                        (
                            i32::from(shape.file(square)) + n * file,
                            i32::from(shape.rank(square)) + n * rank,
                        )
                    };
                    if (0..i32::from(rule.count)).map(at).all(|(file, rank)| own(file, rank)) {
                        return Some((winner(rule.fate, !self.side), Reason::Row));
                    }
                }
            }
        }
        None
    }
}
