//! Where pieces reach, and what they attack.

use kurier::board::{Square, Vector};
use kurier::rules::{Color, Mode, Movement, Reach, ZoneCondition};

use super::{Reference, turned, unit};

impl Reference {
    /// The cells that a movement reaches from a square: empty ones, and the first occupied one on each way, whoever
    /// stands there. Whether the movement may capture or must is not looked at.
    pub(super) fn reached(&self, from: Square, color: Color, movement: &Movement) -> Vec<Square> {
        let vector = turned(movement.vector, color);
        let reached = match movement.reach {
            Reach::Leap => self.definition.shape.step(from, vector).into_iter().collect(),
            Reach::Slide(limit) => self.walk(from, [vector, vector], limit as usize),
            Reach::Crooked(second) => self.walk(from, [vector, turned(second, color)], usize::MAX),
            Reach::Lame => {
                let (step, steps) = unit(vector);
                let way = self.walk(from, [step, step], steps as usize);
                way.get(steps as usize - 1).copied().into_iter().collect()
            }
        };
        reached
            .into_iter()
            .filter(|to| self.zones_allow(movement.zones, from, *to))
            .collect()
    }

    /// Goes on by the two steps in turn, up to and including the first occupied cell.
    fn walk(&self, from: Square, steps: [Vector; 2], limit: usize) -> Vec<Square> {
        let mut passed = Vec::new();
        let mut at = from;
        while passed.len() < limit {
            let Some(next) = self.definition.shape.step(at, steps[passed.len() % 2]) else {
                break;
            };
            passed.push(next);
            if self.at(next).is_some() {
                break;
            }
            at = next;
        }
        passed
    }

    fn zones_allow(&self, condition: ZoneCondition, from: Square, to: Square) -> bool {
        let same = || self.definition.zones[from.index()] == self.definition.zones[to.index()];
        match condition {
            ZoneCondition::Any => true,
            ZoneCondition::Same => same(),
            ZoneCondition::Other => !same(),
        }
    }

    /// Whether a player could capture an enemy piece standing on the square right now.
    pub(super) fn attacks(&self, color: Color, target: Square) -> bool {
        self.pieces(color).any(|(from, piece)| {
            let movements = self.kind(piece).movements.iter().chain(self.privilege_of(from));
            movements
                .filter(|movement| movement.mode != Mode::Quiet)
                .any(|movement| self.reached(from, color, movement).contains(&target))
        })
    }

    /// Whether the player's king is attacked. A king that has been taken is not.
    pub(super) fn attacked_king(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.attacks(!color, king))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.attacked_king(self.side)
    }
}
