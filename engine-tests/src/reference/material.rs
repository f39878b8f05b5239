//! Insufficient material: whether the remaining pieces can decide the game at all. Tries every placement of the two
//! kings and one piece; for pieces that never leave a part of the board, compares the squares that they can reach.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use kurier_rules::board::Square;
use kurier_rules::rules::{BareKing, Color, Definition, Mode, Movement, PieceType, Reach, Stalemate};

use super::Reference;

/// The squares on which a single piece mates a bare king, by colour and piece type, for each definition.
type Mates = Vec<(Arc<Definition>, HashMap<(Color, PieceType), Arc<BTreeSet<Square>>>)>;

static MATES: Mutex<Mates> = Mutex::new(Vec::new());

impl Reference {
    /// Returns whether neither side can mate, because no mating position exists with this material.
    pub(super) fn lacks_material(&self) -> bool {
        let men = |color| {
            let men = self.pieces(color).filter(|(_, piece)| !self.piece_type(*piece).royal);
            men.collect::<Vec<_>>()
        };
        let men = Color::BOTH.map(men);
        let grows = |(_, piece): &(Square, PieceType)| {
            let piece = self.piece_type(*piece);
            piece.promotion.is_some() || piece.multi_step.is_some()
        };
        let ends = &self.definition.ends;
        let kings = Color::BOTH.map(|color| self.definition.king(color));
        let forbidden = self.definition.kings.checks_forbidden
            || self.definition.kings.facing_forbidden.any()
            || self.definition.kings.facing_ends.any()
            || ends.points.is_some();
        if ends.stalemate != Stalemate::Draw
            || ends.bare_king != BareKing::PlaysOn
            || ends.have_goals()
            || forbidden
            || kings[0].is_none()
            || kings[0] != kings[1]
            || self.definition.captures.chained
            || self.definition.blast.is_some()
            || Color::BOTH.iter().any(|color| !self.rest_of_prelude(*color).is_empty())
            || men.iter().flatten().any(grows)
            || self.has_rights_that_matter()
            || !self.kings_move_alike()
        {
            return false;
        }
        let squares: BTreeSet<Square> = self.definition.shape.squares().collect();
        if let ([(square, piece)], []) | ([], [(square, piece)]) = (&men[0][..], &men[1][..]) {
            let color = if men[0].is_empty() { Color::Black } else { Color::White };
            let region = self.region(color, *piece, *square);
            return region.is_disjoint(&self.mates_of(color, *piece));
        }
        let mut ranges = [(); 2].map(|()| (BTreeSet::new(), BTreeSet::new()));
        for color in Color::BOTH {
            let (stand, attacked) = &mut ranges[color.index()];
            for (square, piece) in &men[color.index()] {
                let region = self.region(color, *piece, *square);
                if region == squares {
                    return false;
                }
                attacked.extend(
                    region
                        .iter()
                        .flat_map(|at| self.targets(color, *piece, *at, Mode::Quiet)),
                );
                stand.extend(region);
            }
        }
        !Color::BOTH.into_iter().any(|color| {
            let (attacked, blocked) = (&ranges[color.index()].1, &ranges[(!color).index()].0);
            let guarded_from = self.king_targets_everywhere(color);
            attacked.iter().any(|king| {
                let near = self.king_targets(!color, *king);
                let left: Vec<Square> = near
                    .iter()
                    .filter(|square| !attacked.contains(square) && !blocked.contains(square))
                    .copied()
                    .collect();
                squares.iter().any(|guard| {
                    let guarded = &guarded_from[guard.index()];
                    guard != king && !near.contains(guard) && left.iter().all(|square| guarded.contains(square))
                })
            })
        })
    }

    /// Returns whether a remaining right can change who mates: a castling, or a first move that captures or is not a
    /// king's.
    fn has_rights_that_matter(&self) -> bool {
        let matters = |square: &Square| {
            let royal = self.at(*square).is_some_and(|(_, piece)| self.piece_type(piece).royal);
            let quiet = |movement: &Movement| movement.mode == Mode::Quiet;
            !royal || !self.privilege_of(*square).iter().all(quiet)
        };
        !self.castlings.is_empty() || self.privileges.iter().any(matters)
    }

    fn kings_move_alike(&self) -> bool {
        let king = self.piece_type(self.king_type());
        let plain = |movement: &Movement| movement.reach == Reach::Leap && movement.mode == Mode::Both;
        let squares = || self.definition.shape.squares();
        king.movements.iter().all(plain) && king.promotion.is_none() && king.multi_step.is_none() && {
            let [white, black] = Color::BOTH.map(|color| self.king_targets_everywhere(color));
            squares()
                .all(|from| squares().all(|to| white[from.index()].contains(&to) == black[to.index()].contains(&from)))
        }
    }

    /// Returns the king's targets from each square of the board, indexed by [`Square::index`]; holes have none.
    fn king_targets_everywhere(&self, color: Color) -> Vec<BTreeSet<Square>> {
        let mut targets = vec![BTreeSet::new(); self.placement.len()];
        for from in self.definition.shape.squares() {
            targets[from.index()] = self.king_targets(color, from);
        }
        targets
    }

    /// Returns the piece type of the kings, which must be equal for both sides.
    fn king_type(&self) -> PieceType {
        self.definition.king(Color::White).expect("a game with kings")
    }

    fn king_targets(&self, color: Color, from: Square) -> BTreeSet<Square> {
        self.targets(color, self.king_type(), from, Mode::Quiet)
    }

    /// Returns a copy of the position with an empty board.
    fn cleared(&self) -> Self {
        let mut cleared = self.clone();
        cleared.placement.fill(None);
        cleared.privileges.clear();
        cleared.castlings.clear();
        cleared
    }

    /// Returns the squares that a piece alone on the board can reach by movements of any mode except `but`, including
    /// squares that it could reach if there were one piece to hop over.
    fn targets(&self, color: Color, piece: PieceType, from: Square, but: Mode) -> BTreeSet<Square> {
        let leaps_over = |movement: &Movement| match movement.reach {
            Reach::Cannon(_) | Reach::Grasshopper(_) | Reach::Over => true,
            Reach::Legs(legs) => legs.over,
            _ => false,
        };
        let mut board = self.cleared();
        let mut found = BTreeSet::new();
        for movement in self
            .piece_type(piece)
            .movements
            .iter()
            .filter(|movement| movement.mode != but)
        {
            if !leaps_over(movement) {
                found.extend(board.destinations(from, color, movement));
                continue;
            }
            for hurdle in self.definition.shape.squares().filter(|hurdle| *hurdle != from) {
                board.placement[hurdle.index()] = Some((color, piece));
                found.extend(board.destinations(from, color, movement));
                board.placement[hurdle.index()] = None;
            }
        }
        found
    }

    /// Returns all squares that a piece can ever reach from a square, by any number of moves.
    fn region(&self, color: Color, piece: PieceType, from: Square) -> BTreeSet<Square> {
        let mut region = BTreeSet::from([from]);
        let mut fresh = vec![from];
        while let Some(at) = fresh.pop() {
            let next = [Mode::Quiet, Mode::Capture].map(|but| self.targets(color, piece, at, but));
            fresh.extend(next.into_iter().flatten().filter(|to| region.insert(*to)));
        }
        region
    }

    fn mates_of(&self, color: Color, piece: PieceType) -> Arc<BTreeSet<Square>> {
        let mut known = MATES.lock().expect("no thread has panicked in here");
        let is_own = |(definition, _): &(Arc<Definition>, _)| Arc::ptr_eq(definition, &self.definition);
        let place = known.iter().position(is_own).unwrap_or_else(|| {
            known.push((self.definition.clone(), HashMap::new()));
            known.len() - 1
        });
        let found = known[place].1.entry((color, piece));
        found.or_insert_with(|| self.find_mates(color, piece).into()).clone()
    }

    /// Returns the squares on which a piece mates a bare king with the help of its own king, by trying every placement.
    fn find_mates(&self, color: Color, piece: PieceType) -> BTreeSet<Square> {
        let shape = &self.definition.shape;
        let king_type = self.king_type();
        let mut board = self.cleared();
        let mut mating = BTreeSet::new();
        for at in shape.squares() {
            board.placement[at.index()] = Some((color, piece));
            for king in self.targets(color, piece, at, Mode::Quiet) {
                let near = self.king_targets(!color, king);
                board.placement[king.index()] = Some((!color, king_type));
                for own in shape
                    .squares()
                    .filter(|own| *own != at && *own != king && !near.contains(own))
                {
                    board.placement[own.index()] = Some((color, king_type));
                    if board.attacks(color, king) && !near.iter().any(|to| board.is_safe_flight(color, king, *to)) {
                        mating.insert(at);
                    }
                    board.placement[own.index()] = None;
                }
                board.placement[king.index()] = None;
            }
            board.placement[at.index()] = None;
        }
        mating
    }

    fn is_safe_flight(&mut self, by: Color, king: Square, to: Square) -> bool {
        let (royal, taken) = (self.placement[king.index()].take(), self.at(to));
        self.placement[to.index()] = royal;
        let attacked = self.attacks(by, to);
        self.placement[to.index()] = taken;
        self.placement[king.index()] = royal;
        !attacked
    }
}
