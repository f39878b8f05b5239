//! How each kind moves and captures.

use super::{seen_by, transposed};
use crate::board::{Bitboard, DIRECTIONS, Rays, Shape, Square, Vector};
use crate::rules::{Color, Definition, Mode, Movement, Mover, Moves, Path, PieceType, Reach, ZoneCondition};

pub(super) fn mover<const W: usize>(
    definition: &Definition,
    rays: &Rays<W>,
    kind: PieceType,
    color: Color,
) -> Mover<W> {
    let movements = &definition.piece(kind).movements;
    let of_mode = |other: Mode| {
        let chosen = movements.iter().filter(|movement| movement.mode != other);
        Walked::new(definition, color, chosen)
    };
    let (quiet, capture) = (of_mode(Mode::Capture), of_mode(Mode::Quiet));
    let slides = capture.slides.clone();
    let walks = capture.walks.clone();
    let (quiet, capture) = (quiet.moves(rays), capture.moves(rays));
    Mover {
        uniform: movements.iter().all(|movement| movement.mode == Mode::Both),
        leap_sources: transposed(&capture.leaps),
        slide_sources: transposed(&slides),
        path_sources: transposed(&walks),
        plain_pawn: definition.shape.levels() == 1 && is_plain_pawn(movements),
        quiet,
        capture,
    }
}

/// Straight forward to move, diagonally forward to capture, nothing else.
fn is_plain_pawn(movements: &[Movement]) -> bool {
    let plain = |file: i8, mode: Mode| Movement {
        vector: Vector::flat(file, 1),
        reach: Reach::Leap,
        mode,
        zones: ZoneCondition::Any,
    };
    let expected = [plain(-1, Mode::Capture), plain(0, Mode::Quiet), plain(1, Mode::Capture)];
    movements.len() == expected.len() && expected.iter().all(|movement| movements.contains(movement))
}

/// The movements of one mode, walked over an empty board.
struct Walked<const W: usize> {
    leaps: Vec<Bitboard<W>>,
    directions: Vec<u8>,
    /// By square: the cells reached by the slides.
    slides: Vec<Bitboard<W>>,
    paths: Vec<Vec<Path>>,
    /// By square: the cells where a path may end.
    walks: Vec<Bitboard<W>>,
}

impl<const W: usize> Walked<W> {
    fn new<'a>(definition: &Definition, color: Color, movements: impl Iterator<Item = &'a Movement>) -> Self {
        let cells = definition.shape.cells();
        let mut walked = Self {
            leaps: vec![Bitboard::EMPTY; cells],
            directions: Vec::new(),
            slides: vec![Bitboard::EMPTY; cells],
            paths: vec![Vec::new(); cells],
            walks: vec![Bitboard::EMPTY; cells],
        };
        for movement in movements {
            walked.add(definition, color, movement);
        }
        walked.directions.sort_unstable();
        walked
    }

    fn add(&mut self, definition: &Definition, color: Color, movement: &Movement) {
        let shape = &definition.shape;
        let vector = seen_by(movement.vector, color);
        let ray = DIRECTIONS.iter().position(|direction| *direction == vector);
        for from in shape.squares() {
            match (movement.reach, ray) {
                (Reach::Leap, _) => {
                    let to = shape.step(from, vector);
                    if let Some(to) = to.filter(|to| zones_admit(definition, movement.zones, from, *to)) {
                        self.leaps[from.index()].insert(to);
                    }
                }
                (Reach::Slide(steps), Some(direction)) => {
                    if !self.directions.contains(&(direction as u8)) {
                        self.directions.push(direction as u8);
                    }
                    for to in walk(shape, from, steps, |_| vector) {
                        self.slides[from.index()].insert(to);
                    }
                }
                (Reach::Slide(steps), None) => self.add_path(from, walk(shape, from, steps, |_| vector), 0),
                (Reach::Crooked(other), _) => {
                    let other = seen_by(other, color);
                    let zigzag = walk(shape, from, u8::MAX, |step| if step % 2 == 0 { vector } else { other });
                    self.add_path(from, zigzag, 0);
                }
                (Reach::Lame, _) => {
                    let way: Option<Vec<Square>> = straight_way(vector)
                        .into_iter()
                        .map(|passed| shape.step(from, passed))
                        .collect();
                    if let Some(way) = way {
                        let last = way.len() - 1;
                        self.add_path(from, way, last);
                    }
                }
            }
        }
    }

    fn add_path(&mut self, from: Square, squares: Vec<Square>, landing: usize) {
        if squares.is_empty() {
            return;
        }
        for to in &squares[landing..] {
            self.walks[from.index()].insert(*to);
        }
        self.paths[from.index()].push(Path {
            squares: squares.into(),
            landing,
        });
    }

    fn moves(self, rays: &Rays<W>) -> Moves<W> {
        let to_the_edge = |from: usize| {
            let lines = self
                .directions
                .iter()
                .map(|direction| rays.ray(*direction as usize, Square::new(from)));
            super::union(lines)
        };
        let limited = (0..self.slides.len()).any(|from| self.slides[from] != to_the_edge(from));
        let pairs = self.slides.iter().zip(&self.walks);
        let open = pairs.map(|(slides, walks)| *slides | *walks).collect();
        let has_paths = self.paths.iter().any(|paths| !paths.is_empty());
        Moves {
            leaps: self.leaps.into(),
            directions: self.directions.into(),
            range: limited.then(|| self.slides.into()),
            paths: match has_paths {
                true => self.paths.into_iter().map(Vec::into_boxed_slice).collect(),
                false => Box::default(),
            },
            open,
        }
    }
}

/// The cells passed by so many steps at most, until the edge or a hole; step `n` (from 0) is `vector(n)`.
fn walk(shape: &Shape, from: Square, steps: u8, vector: impl Fn(u8) -> Vector) -> Vec<Square> {
    let mut passed = Vec::new();
    let mut at = from;
    for step in 0..steps {
        let Some(next) = shape.step(at, vector(step)) else {
            break;
        };
        passed.push(next);
        at = next;
    }
    passed
}

/// The way of a lame leap, as steps from its origin: straight along the longest coordinate first, then diagonally;
/// the last is the leap itself.
fn straight_way(leap: Vector) -> Vec<Vector> {
    let longest = leap.file.abs().max(leap.rank.abs()).max(leap.level.abs());
    let part = |whole: i8, step: i8| (whole.abs() - (longest - step)).max(0) * whole.signum();
    let at = |step: i8| Vector {
        file: part(leap.file, step),
        rank: part(leap.rank, step),
        level: part(leap.level, step),
    };
    (1..=longest).map(at).collect()
}

fn zones_admit(definition: &Definition, condition: ZoneCondition, from: Square, to: Square) -> bool {
    let same = definition.zone(from) == definition.zone(to);
    match condition {
        ZoneCondition::Any => true,
        ZoneCondition::Same => same,
        ZoneCondition::Other => !same,
    }
}
