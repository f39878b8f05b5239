//! The moves of a piece as a chart of relative squares, on an unbounded empty board. `kurier check` prints these
//! charts.

use std::collections::{BTreeMap, BTreeSet};

use kurier_rules::board::{Shape, Vector};
use kurier_rules::rules::{
    Color, Definition, Landing, Mode, Movement, MultiStep, PieceDefinition, PieceType, Reach, StepPattern,
    ZoneCondition,
};

/// How a piece gets from the origin of a move to its destination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathKind {
    /// The piece jumps to the destination; pieces in between do not matter.
    Leap,
    /// The piece slides square by square, as long as the squares are empty.
    Slide,
    /// The piece leaps, but another piece on the path blocks the move (a lame leaper, such as the xiangqi horse).
    Lame,
    /// The piece hops over exactly one other piece to any square beyond the other piece.
    Beyond,
    /// The piece hops over exactly one other piece to the square immediately behind the other piece.
    Behind,
}

/// When a move may be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Availability {
    /// The move may always be made.
    Always,
    /// The move may be made only as a pawn's multi-step, such as the double step in chess.
    MultiStep,
    /// The move may be made only as the first move of the piece.
    FirstMove,
    /// The move may be made only from a square where a piece of this type stands at the start of the game.
    FromStart,
    /// The move may be made only from a square of a region.
    InRegion,
}

/// One way for a piece to reach a square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ChartMove {
    /// When the move may be made.
    pub availability: Availability,
    /// How the piece gets to the square.
    pub path: PathKind,
    /// Whether the move may go to an empty square.
    pub moves: bool,
    /// Whether the move may capture.
    pub captures: bool,
    /// The condition on the zones of origin and destination.
    pub zones: ZoneCondition,
}

impl ChartMove {
    /// Returns whether this move is possible whenever `other` is possible, so that the chart need not list both moves.
    fn covers(&self, other: &ChartMove) -> bool {
        let stronger = (self.availability, self.zones) == (other.availability, other.zones)
            || (self.availability, self.zones) == (Availability::Always, ZoneCondition::Any);
        let path = self.path == other.path || self.path == PathKind::Leap;
        stronger && path && self.moves >= other.moves && self.captures >= other.captures
    }
}

/// The moves of a white piece of one type, by destination relative to the piece.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The ways to reach each square; the key is the square's offset from the piece in files, ranks and levels.
    pub squares: BTreeMap<(i32, i32, i32), Vec<ChartMove>>,
    /// The longest distance that a move covers along one axis, in squares. For sliders, riders and hoppers, only one
    /// step counts.
    pub longest: i32,
    /// Whether any move of the piece repeats its step, as the moves of sliders, riders and hoppers do.
    pub rides: bool,
}

impl Chart {
    /// Creates the chart of a piece type.
    pub fn of(definition: &Definition, piece_type: PieceType) -> Self {
        let piece: &PieceDefinition = definition.piece(piece_type);
        let mut all: BTreeMap<(i32, i32, i32), BTreeSet<ChartMove>> = BTreeMap::new();
        let mut chart = Self::default();
        let first = piece.first_move.iter().flat_map(|first| &first.movements);
        let usual = piece.movements.iter().map(|movement| match movement.initial {
            None if movement.bounds.from.is_some() => (Availability::InRegion, movement),
            None => (Availability::Always, movement),
            Some(_) => (Availability::FromStart, movement),
        });
        for (availability, movement) in usual.chain(first.map(|movement| (Availability::FirstMove, movement))) {
            let Vector { file, rank, level } = movement.vector;
            let sizes = [file, rank, level].map(|n| i32::from(n.abs()));
            chart.longest = sizes.into_iter().fold(chart.longest, i32::max);
            let rides = match movement.reach {
                Reach::Leap | Reach::Lame | Reach::Over => false,
                Reach::Legs(legs) => legs.range > 1,
                _ => true,
            };
            chart.rides |= rides;
            for (square, path) in ends(&definition.shape, movement) {
                if !rides {
                    let (file, rank, level) = square;
                    chart.longest = [file, rank, level]
                        .map(i32::abs)
                        .into_iter()
                        .fold(chart.longest, i32::max);
                }
                let chart_move = ChartMove {
                    availability,
                    path,
                    moves: movement.mode != Mode::Capture,
                    captures: movement.mode != Mode::Quiet,
                    zones: movement.zones,
                };
                all.entry(square).or_default().insert(chart_move);
            }
        }
        let longest = piece.multi_step.as_ref().map_or(1, MultiStep::longest);
        for steps in 2..=i32::from(longest) {
            chart.longest = chart.longest.max(steps);
            all.entry((0, steps, 0)).or_default().insert(ChartMove {
                availability: Availability::MultiStep,
                path: PathKind::Slide,
                moves: true,
                captures: false,
                zones: ZoneCondition::Any,
            });
        }
        chart.squares = all.into_iter().map(|(square, moves)| (square, joined(moves))).collect();
        chart
    }
}

/// Returns the squares where a movement may end, relative to its origin, and how the piece gets to each.
fn ends(shape: &Shape, movement: &Movement) -> Vec<((i32, i32, i32), PathKind)> {
    let steps = StepPattern::of(shape, movement, Color::White);
    let limit = i32::from(Shape::MAX_SIDE);
    let step = |(file, rank, level): (i32, i32, i32), by: Vector| {
        let next = (
            file + i32::from(by.file),
            rank + i32::from(by.rank),
            level + i32::from(by.level),
        );
        let inside = [next.0, next.1, next.2].iter().all(|n| n.abs() < limit);
        (inside && next != (0, 0, 0)).then_some(next)
    };
    let path = match (movement.reach, steps.hurdle) {
        (Reach::Leap, _) => PathKind::Leap,
        (Reach::Lame, _) => PathKind::Lame,
        (Reach::Legs(legs), None) if legs.range == 1 => PathKind::Lame,
        (_, None) => PathKind::Slide,
        (_, Some(Landing::Beyond)) => PathKind::Beyond,
        (_, Some(_)) => PathKind::Behind,
    };
    let squares = steps.walk((0, 0, 0), step);
    squares
        .into_iter()
        .skip(steps.landing)
        .map(|square| (square, path))
        .collect()
}

/// Merges moves that differ only in whether they capture, and drops moves that another move covers.
fn joined(moves: BTreeSet<ChartMove>) -> Vec<ChartMove> {
    let mut joined: Vec<ChartMove> = Vec::new();
    for chart_move in moves {
        let same = |other: &&mut ChartMove| {
            ChartMove {
                moves: chart_move.moves,
                captures: chart_move.captures,
                ..**other
            } == chart_move
        };
        match joined.iter_mut().find(same) {
            Some(other) => {
                other.moves |= chart_move.moves;
                other.captures |= chart_move.captures;
            }
            None => joined.push(chart_move),
        }
    }
    let covered = |chart_move: &ChartMove| {
        joined
            .iter()
            .any(|other| other != chart_move && other.covers(chart_move))
    };
    let mut needed: Vec<ChartMove> = joined
        .iter()
        .filter(|chart_move| !covered(chart_move))
        .copied()
        .collect();
    needed.sort_unstable();
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    fn chart(game: &str, letter: char) -> Chart {
        let definition = Catalogue::built_in().get(game).expect(game);
        let (piece_type, _) = definition.piece_of_letter(letter).expect("a piece");
        Chart::of(&definition, piece_type)
    }

    const STEP: ChartMove = ChartMove {
        availability: Availability::Always,
        path: PathKind::Leap,
        moves: true,
        captures: true,
        zones: ZoneCondition::Any,
    };

    #[test]
    fn moves_and_captures_are_told_apart() {
        let pawn = chart("de-la-dama", 'P');
        let only_moves = ChartMove {
            captures: false,
            ..STEP
        };
        let only_captures = ChartMove { moves: false, ..STEP };
        let double = ChartMove {
            availability: Availability::MultiStep,
            path: PathKind::Slide,
            ..only_moves
        };
        assert_eq!(pawn.squares[&(0, 1, 0)], [only_moves]);
        assert_eq!(pawn.squares[&(-1, 1, 0)], [only_captures]);
        assert_eq!(pawn.squares[&(0, 2, 0)], [double]);
        assert_eq!(pawn.squares.len(), 4);
        assert_eq!((pawn.longest, pawn.rides), (2, false));
    }

    #[test]
    fn slides_first_moves_and_zones_are_marked() {
        let king = chart("de-la-dama", 'K');
        assert_eq!(
            king.squares[&(2, 1, 0)],
            [ChartMove {
                availability: Availability::FirstMove,
                ..STEP
            }]
        );
        assert_eq!(king.squares[&(1, 1, 0)], [STEP]);
        let scout = chart("furious-courier", 'Z');
        assert_eq!(
            scout.squares[&(0, 2, 0)],
            [ChartMove {
                path: PathKind::Slide,
                ..STEP
            }]
        );
        assert!(scout.rides && !scout.squares.contains_key(&(1, 0, 0)));
        let broker = chart("courierleapale", 'P');
        assert_eq!(broker.squares[&(1, 1, 0)].len(), 2);
        assert_eq!(chart("courierviii", 'C').squares[&(0, 1, 0)], [STEP]);
    }
}
