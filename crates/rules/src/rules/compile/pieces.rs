//! Compiles the moves and captures of each piece type.

use super::transposed;
use crate::board::{Bitboard, DIRECTIONS, Rays, Square, Vector};
use crate::rules::path::{Path, seen_by};
use crate::rules::{
    Bounds, Color, Definition, Hop, Hurdles, Landing, Mode, Movement, Moves, PieceTable, PieceType, PromotesLeaving,
    Reach, RiderPath, ZoneCondition,
};

/// Compiles the moves of one piece type of one colour.
pub(super) fn table<const W: usize>(
    definition: &Definition,
    rays: &Rays<W>,
    piece_type: PieceType,
    color: Color,
) -> PieceTable<W> {
    let movements = &definition.piece(piece_type).movements;
    let of_mode = |other: Mode| {
        let chosen = movements.iter().filter(|movement| movement.mode != other);
        MovesBuilder::new(definition, color, chosen)
    };
    let (quiet, capture) = (of_mode(Mode::Capture), of_mode(Mode::Quiet));
    let slides = capture.slides.clone();
    let (path_ends, hop_ends) = (capture.path_ends.clone(), capture.hop_ends.clone());
    let finished = |builder: MovesBuilder<W>| Moves {
        hurdles: definition.piece(piece_type).hurdles.clone(),
        ..builder.moves(rays)
    };
    let (quiet, capture) = (finished(quiet), finished(capture));
    PieceTable {
        uniform: movements.iter().all(|movement| movement.mode == Mode::Both),
        leap_sources: transposed(&capture.leaps),
        slide_sources: transposed(&slides),
        path_sources: transposed(&path_ends),
        hop_sources: transposed(&hop_ends),
        plain_pawn: definition.shape.levels() == 1
            && is_plain_pawn(movements)
            && definition.piece(piece_type).promotes_leaving == PromotesLeaving::Never,
        quiet,
        capture,
    }
}

/// Returns whether the movements are exactly the single steps of a chess pawn: straight forward to move, diagonally
/// forward to capture.
fn is_plain_pawn(movements: &[Movement]) -> bool {
    let plain = |file: i8, mode: Mode| Movement {
        vector: Vector::flat(file, 1),
        reach: Reach::Leap,
        mode,
        zones: ZoneCondition::Any,
        around: false,
        initial: None,
        bounds: Bounds::default(),
    };
    let expected = [plain(-1, Mode::Capture), plain(0, Mode::Quiet), plain(1, Mode::Capture)];
    movements.len() == expected.len() && expected.iter().all(|movement| movements.contains(movement))
}

/// Collects the quiet movements or the captures of one piece type, as they are on an empty board.
struct MovesBuilder<const W: usize> {
    leaps: Vec<Bitboard<W>>,
    directions: Vec<u8>,
    /// By square: the squares reached by slides.
    slides: Vec<Bitboard<W>>,
    paths: Vec<Vec<RiderPath>>,
    /// By square: the squares where a path may end.
    path_ends: Vec<Bitboard<W>>,
    hops: Vec<Vec<Hop>>,
    /// By square: the squares where a hop may end.
    hop_ends: Vec<Bitboard<W>>,
}

impl<const W: usize> MovesBuilder<W> {
    fn new<'a>(definition: &Definition, color: Color, movements: impl Iterator<Item = &'a Movement>) -> Self {
        let squares = definition.shape.area();
        let mut builder = Self {
            leaps: vec![Bitboard::EMPTY; squares],
            directions: Vec::new(),
            slides: vec![Bitboard::EMPTY; squares],
            paths: vec![Vec::new(); squares],
            path_ends: vec![Bitboard::EMPTY; squares],
            hops: vec![Vec::new(); squares],
            hop_ends: vec![Bitboard::EMPTY; squares],
        };
        for movement in movements {
            builder.add(definition, color, movement);
        }
        builder.directions.sort_unstable();
        builder
    }

    /// Adds a movement from every square.
    fn add(&mut self, definition: &Definition, color: Color, movement: &Movement) {
        let vector = seen_by(&definition.shape, movement.vector, color);
        let ray = DIRECTIONS.iter().position(|direction| *direction == vector);
        for from in definition.shape.squares() {
            let path = Path::of(definition, color, movement, from);
            match (movement.reach, ray) {
                (Reach::Leap, _) => {
                    for to in path.ends() {
                        self.leaps[from.index()].insert(*to);
                    }
                }
                (Reach::Slide(_), Some(direction)) if !movement.around => {
                    if !self.directions.contains(&(direction as u8)) {
                        self.directions.push(direction as u8);
                    }
                    for to in path.ends() {
                        self.slides[from.index()].insert(*to);
                    }
                }
                _ => self.add_path(from, &path),
            }
        }
    }

    /// Adds the path of a rider, a lame leaper or a hopper, unless the piece cannot land on any square of the path.
    fn add_path(&mut self, from: Square, path: &Path) {
        let ends: Bitboard<W> = path.ends().iter().copied().collect();
        if ends.is_empty() {
            return;
        }
        match path.hurdle {
            None => {
                self.path_ends[from.index()] |= ends;
                self.paths[from.index()].extend(rider_paths(path));
            }
            Some(landing) => {
                self.hop_ends[from.index()] |= ends;
                self.hops[from.index()].extend(hops(path, landing));
            }
        }
    }

    /// Returns the finished tables.
    fn moves(self, rays: &Rays<W>) -> Moves<W> {
        let to_the_edge = |from: usize| {
            let lines = self
                .directions
                .iter()
                .map(|direction| rays.ray(*direction as usize, Square::new(from)));
            super::union(lines)
        };
        let limited = (0..self.slides.len()).any(|from| self.slides[from] != to_the_edge(from));
        let ends = self.slides.iter().zip(&self.path_ends).zip(&self.hop_ends);
        let open = ends
            .map(|((slides, path_ends), hop_ends)| *slides | *path_ends | *hop_ends)
            .collect();
        Moves {
            leaps: self.leaps.into(),
            directions: self.directions.into(),
            range: limited.then(|| self.slides.into()),
            paths: by_square(self.paths),
            hops: by_square(self.hops),
            hurdles: Hurdles::default(),
            open,
        }
    }
}

/// Returns the indices of the squares on which a piece may land.
fn landings(path: &Path) -> impl Iterator<Item = usize> {
    let may_land = |place: &usize| path.ends().contains(&path.squares[*place]);
    (path.landing..path.squares.len()).filter(may_land)
}

/// Returns the path of a rider, or, if a region excludes squares on which the rider might land, one path for each run
/// of squares on which it may land. In this way, the region costs nothing when moves are generated.
fn rider_paths(path: &Path) -> Vec<RiderPath> {
    let part = |landing: usize, length: usize| RiderPath {
        squares: path.squares[..length].into(),
        landing,
    };
    if path.is_open() {
        return vec![part(path.landing, path.squares.len())];
    }
    let places: Vec<usize> = landings(path).collect();
    let runs = places.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| part(run[0], run[run.len() - 1] + 1)).collect()
}

/// Returns the path of a hopper, or, if a region excludes squares on which the hopper might land, one path for each
/// square on which it may land.
fn hops(path: &Path, landing: Landing) -> Vec<Hop> {
    let part = |length: usize, landing: Landing| Hop {
        squares: path.squares[..length].into(),
        landing,
    };
    if path.is_open() {
        return vec![part(path.squares.len(), landing)];
    }
    let alone = match landing {
        Landing::Beyond | Landing::Last => Landing::Last,
        Landing::Next | Landing::NextLast => Landing::NextLast,
    };
    landings(path).map(|place| part(place + 1, alone)).collect()
}

/// Returns the paths by square, or an empty table if no square has any path.
fn by_square<T>(paths: Vec<Vec<T>>) -> Box<[Box<[T]>]> {
    match paths.iter().all(Vec::is_empty) {
        true => Box::default(),
        false => paths.into_iter().map(Vec::into_boxed_slice).collect(),
    }
}
