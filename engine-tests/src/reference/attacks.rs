//! Destinations and attacks of the pieces, derived from the definition alone.

use std::collections::BTreeSet;

use kurier_rules::board::{Square, Vector};
use kurier_rules::rules::{Color, Facing, Mode, Movement, PieceType, Reach, ZoneCondition};

use super::{Reference, unit};

/// Walks the path of one piece over the board.
struct Walker<'a> {
    position: &'a Reference,
    /// Whether the left and the right edge of the board are joined.
    around: bool,
    from: Square,
    /// The squares that the path does not leave; `None` if it may lead anywhere.
    inside: Option<&'a BTreeSet<Square>>,
}

impl Walker<'_> {
    fn step(&self, at: Square, vector: Vector) -> Option<Square> {
        let shape = &self.position.definition.shape;
        if !self.around {
            return shape.step(at, vector);
        }
        let files = i32::from(shape.files());
        let mut file = i32::from(shape.file(at)) + i32::from(vector.file);
        while file < 0 {
            file += files;
        }
        while file >= files {
            file -= files;
        }
        let rank = i32::from(shape.rank(at)) + i32::from(vector.rank);
        shape.square(file, rank, 0).filter(|to| *to != self.from)
    }

    /// Returns at most `limit` squares of the path, occupied or not. The path ends at the edge of the board or before a
    /// square that it has already visited.
    fn walk(&self, vector: impl Fn(usize) -> Vector, limit: usize) -> Vec<Square> {
        let mut passed = Vec::new();
        let mut at = self.from;
        while passed.len() < limit {
            let allowed = |to: &Square| self.inside.is_none_or(|region| region.contains(to));
            let unseen = |to: &Square| *to != self.from && !passed.contains(to) && allowed(to);
            let Some(next) = self.step(at, vector(passed.len())).filter(unseen) else {
                break;
            };
            passed.push(next);
            at = next;
        }
        passed
    }

    /// Returns the path up to and including its first occupied square.
    fn until_blocked(&self, mut path: Vec<Square>) -> Vec<Square> {
        if let Some(blocked) = path.iter().position(|square| self.position.at(*square).is_some()) {
            path.truncate(blocked + 1);
        }
        path
    }
}

/// Returns the eight orientations of an oblique leap in the order of a rotation that begins with `first` and `second`.
fn circle(first: Vector, second: Vector) -> Vec<Vector> {
    let (a, b) = (first.file, first.rank);
    let mut all = Vec::new();
    for (file, rank) in [(a, b), (b, a)] {
        for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            all.push(Vector::flat(file * right, rank * up));
        }
    }
    let angle = |vector: &Vector| f64::from(vector.rank).atan2(f64::from(vector.file));
    all.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
    let place = |vector: Vector| all.iter().position(|other| *other == vector).unwrap_or_default();
    let onward = if place(second) == (place(first) + 1) % 8 { 1 } else { 7 };
    (0..8).map(|n| all[(place(first) + n * onward) % 8]).collect()
}

/// Splits a leap into the steps of its path: a straight step and its count, then a diagonal step and its count.
fn legs(leap: Vector) -> ((Vector, i8), (Vector, i8)) {
    let (step, steps) = unit(leap);
    if leap.level != 0 || step.file.abs().max(step.rank.abs()) == 1 {
        return ((step, steps), (step, 0));
    }
    let (file, rank) = (leap.file.signum(), leap.rank.signum());
    let straight = match leap.file.abs() > leap.rank.abs() {
        true => Vector::flat(file, 0),
        false => Vector::flat(0, rank),
    };
    let diagonal = leap.file.abs().min(leap.rank.abs());
    let count = leap.file.abs().max(leap.rank.abs()) - diagonal;
    ((straight, count), (Vector::flat(file, rank), diagonal))
}

impl Reference {
    /// Returns the squares that a movement reaches from a square: empty squares, and the first occupied square of each
    /// path, whichever side occupies it. Ignores whether the movement may or must capture.
    pub(super) fn destinations(&self, from: Square, color: Color, movement: &Movement) -> Vec<Square> {
        if movement
            .initial
            .is_some_and(|piece| !self.starts_on(from, color, piece))
        {
            return Vec::new();
        }
        let region = |number: Option<u8>| number.map(|number| self.squares_of(number, color));
        if region(movement.bounds.from).is_some_and(|starts| !starts.contains(&from)) {
            return Vec::new();
        }
        let ends = region(movement.bounds.to);
        let vector = self.relative_vector(movement.vector, color);
        let walker = Walker {
            position: self,
            around: movement.around,
            from,
            inside: region(movement.bounds.within),
        };
        let straight = |limit: u8| walker.walk(|_| vector, limit.into());
        let destinations: Vec<Square> = match movement.reach {
            Reach::Leap => walker.walk(|_| vector, 1),
            Reach::Slide(limit) => walker.until_blocked(straight(limit)),
            Reach::Crooked(second) => {
                let second = self.relative_vector(second, color);
                walker.until_blocked(walker.walk(|n| if n % 2 == 0 { vector } else { second }, usize::MAX))
            }
            Reach::Circular(second) => {
                let circle = circle(vector, self.relative_vector(second, color));
                walker.until_blocked(walker.walk(|n| circle[n % 8], 7))
            }
            Reach::Bent(then, limit) => {
                let then = self.relative_vector(then, color);
                let steps = usize::from(limit) + 1;
                walker.until_blocked(walker.walk(|n| if n == 0 { vector } else { then }, steps))
            }
            Reach::Ski(limit) => {
                let all = walker.walk(|n| if n == 0 { vector.times(2) } else { vector }, limit.into());
                walker.until_blocked(all)
            }
            Reach::Cannon(limit) => {
                let path = straight(limit);
                let hurdle = self.hurdle(from, &path);
                let beyond = hurdle.map_or(&[][..], |hurdle| &path[hurdle + 1..]);
                walker.until_blocked(beyond.to_vec())
            }
            Reach::Grasshopper(limit) => {
                let path = straight(limit);
                let hurdle = self.hurdle(from, &path);
                hurdle
                    .and_then(|hurdle| path.get(hurdle + 1))
                    .copied()
                    .into_iter()
                    .collect()
            }
            Reach::Legs(legs) => {
                let mut steps = vec![vector];
                steps.extend(legs.steps().iter().map(|step| self.relative_vector(*step, color)));
                let before = legs.steps().len();
                let squares = walker.walk(|n| steps[n.min(before)], before + usize::from(legs.range));
                let (passed, last_leg) = squares.split_at(before.min(squares.len()));
                let barred = legs.over && passed.iter().any(|square| self.bars(from, *square));
                let free = !barred && passed.iter().all(|square| self.at(*square).is_some() == legs.over);
                if free {
                    walker.until_blocked(last_leg.to_vec())
                } else {
                    Vec::new()
                }
            }
            Reach::Lame | Reach::Over => {
                let ((straight, count), (diagonal, rest)) = legs(vector);
                let steps = count + rest;
                let path = walker.walk(|n| if n < count as usize { straight } else { diagonal }, steps as usize);
                let between = path.iter().rev().skip(1);
                let all: Vec<Square> = between.copied().collect();
                let hurdles = all.iter().filter(|square| self.at(**square).is_some()).count();
                let barred = all.iter().any(|square| self.bars(from, *square));
                let free = if movement.reach == Reach::Lame {
                    hurdles == 0
                } else {
                    hurdles == 1 && !barred
                };
                path.get(steps as usize - 1)
                    .copied()
                    .filter(|_| free)
                    .into_iter()
                    .collect()
            }
        };
        let hops = match movement.reach {
            Reach::Cannon(_) | Reach::Grasshopper(_) | Reach::Over => true,
            Reach::Legs(legs) => legs.over,
            _ => false,
        };
        let spared = |to: &Square| {
            let mover = self.at(from).map(|(_, piece)| &self.piece_type(piece).hurdles.not_onto);
            let victim = self.at(*to).map(|(_, piece)| piece);
            hops && victim.is_some_and(|victim| mover.is_some_and(|spared| spared.contains(&victim)))
        };
        destinations
            .into_iter()
            .filter(|to| !spared(to))
            .filter(|to| self.zones_allow(movement.zones, from, *to))
            .filter(|to| ends.is_none_or(|region| region.contains(to)))
            .collect()
    }

    /// Returns whether the piece on `from` is forbidden to hop over the piece on `over`.
    fn bars(&self, from: Square, over: Square) -> bool {
        let barred = self.at(from).map(|(_, piece)| &self.piece_type(piece).hurdles.not_over);
        let hurdle = self.at(over).map(|(_, piece)| piece);
        hurdle.is_some_and(|hurdle| barred.is_some_and(|barred| barred.contains(&hurdle)))
    }

    /// Returns the index of the first occupied square on a path, if the piece on `from` may hop over the piece there.
    fn hurdle(&self, from: Square, path: &[Square]) -> Option<usize> {
        let first = path.iter().position(|square| self.at(*square).is_some())?;
        (!self.bars(from, path[first])).then_some(first)
    }

    /// Returns the squares of a region as a player sees it.
    pub(super) fn squares_of(&self, region: u8, color: Color) -> &BTreeSet<Square> {
        &self.definition.regions[usize::from(region)].squares[color as usize]
    }

    /// Returns whether a player has a piece of this type on the square in the start position.
    fn starts_on(&self, square: Square, color: Color, piece: PieceType) -> bool {
        let board = self.definition.start.split(' ').next().unwrap_or_default();
        let start = self.definition.placement(board).expect("a definition has a start");
        start[square.index()] == Some((piece, color))
    }

    fn zones_allow(&self, condition: ZoneCondition, from: Square, to: Square) -> bool {
        let same = || self.definition.zones[from.index()] == self.definition.zones[to.index()];
        match condition {
            ZoneCondition::Any => true,
            ZoneCondition::Same => same(),
            ZoneCondition::Other => !same(),
        }
    }

    /// Returns whether a player could capture an enemy piece on `target` if there were one.
    pub(super) fn attacks(&self, color: Color, target: Square) -> bool {
        !self.attackers(color, target).is_empty()
    }

    /// Returns the squares of the pieces with which a player could capture an enemy piece on `target` if there were
    /// one.
    pub(super) fn attackers(&self, color: Color, target: Square) -> Vec<Square> {
        let attack = |(from, piece): &(Square, PieceType)| {
            let movements = self.piece_type(*piece).movements.iter().chain(self.privilege_of(*from));
            movements
                .filter(|movement| movement.mode != Mode::Quiet)
                .any(|movement| self.destinations(*from, color, movement).contains(&target))
        };
        self.pieces(color).filter(attack).map(|(from, _)| from).collect()
    }

    /// Returns whether a royal piece of the player is attacked, or faces the other king where that is forbidden;
    /// `false` if the king has been captured.
    pub(super) fn attacked_king(&self, color: Color) -> bool {
        self.is_in_check(color) || self.kings_face()
    }

    /// Returns whether a royal piece of the player is attacked.
    pub(super) fn is_in_check(&self, color: Color) -> bool {
        self.royal(color).iter().any(|square| self.threatens(!color, *square))
    }

    /// Returns whether the kings face each other where that is forbidden.
    fn kings_face(&self) -> bool {
        self.face(self.definition.kings.facing_forbidden)
    }

    /// Returns whether the kings face each other where that ends the game.
    pub(super) fn kings_face_to_the_end(&self) -> bool {
        self.face(self.definition.kings.facing_ends)
    }

    /// Returns whether the kings face each other along one of these lines.
    fn face(&self, lines: Facing) -> bool {
        let kings = Color::BOTH.map(|color| self.royal(color).first().copied());
        match (lines.any(), kings) {
            (true, [Some(white), Some(black)]) => self.face_along(lines, white, black),
            _ => false,
        }
    }

    /// Returns whether a king on one square would face a king on the other along a line where that is forbidden.
    pub(super) fn faces(&self, one: Square, other: Square) -> bool {
        self.face_along(self.definition.kings.facing_forbidden, one, other)
    }

    /// Returns whether a king on one square would face a king on the other along one of these lines.
    fn face_along(&self, lines: Facing, one: Square, other: Square) -> bool {
        let shape = &self.definition.shape;
        let vector = Vector {
            file: shape.file(other) as i8 - shape.file(one) as i8,
            rank: shape.rank(other) as i8 - shape.rank(one) as i8,
            level: shape.level(other) as i8 - shape.level(one) as i8,
        };
        let along = match (vector.file.abs(), vector.rank.abs()) {
            (0, _) => lines.files,
            (_, 0) => lines.ranks,
            (files, ranks) => lines.diagonals && files == ranks,
        };
        let straight = vector.level == 0 && along && one != other;
        let (step, steps) = unit(vector);
        let mut between = (1..steps).map(|n| shape.step(one, step.times(n)));
        straight && between.all(|square| square.is_some_and(|square| self.at(square).is_none()))
    }

    /// Returns whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.is_in_check(self.side)
    }
}
