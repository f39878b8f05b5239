//! A fixed numbering of everything that can ever be played in a game, for programs that learn.

use std::collections::HashMap;

use super::Board;
use kurier_rules::board::{Bitboard, Square, Vector};
use kurier_rules::on_width;
use kurier_rules::position::Turn;
use kurier_rules::rules::{Color, PieceType, RightKind, Variant};

/// One step as it is written: from a square to another, perhaps with a promotion. Nearly all turns are one step; a chain of
/// captures has several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the piece comes from.
    pub from: Square,
    /// The square that is written as its destination (of some castlings the rook's).
    pub to: Square,
    /// What it is promoted to.
    pub promotion: Option<PieceType>,
}

impl Step {
    /// Returns the steps of a turn, at least one.
    pub fn of(board: &Board, turn: &Turn) -> Vec<Self> {
        let route = board.route(turn);
        let mut steps: Vec<Self> = route.windows(2).map(|pair| Self::plain(pair[0], pair[1])).collect();
        if let Some(last) = steps.last_mut() {
            last.promotion = turn.promotion();
        }
        steps
    }

    fn plain(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            promotion: None,
        }
    }
}

/// Numbers for all steps that some piece could make somewhere in some position of a game. They depend on the rules of the
/// game alone, and are the same in every run.
#[derive(Clone, Debug)]
pub struct Numbering {
    steps: Vec<Step>,
    numbers: HashMap<Step, usize>,
}

impl Numbering {
    /// Creates the numbering of a board's game.
    pub fn new(board: &Board) -> Self {
        let mut steps = on_width!(&board.0, history => steps(history.position.variant()));
        steps.sort_unstable();
        steps.dedup();
        let numbers = steps.iter().enumerate().map(|(number, step)| (*step, number));
        Self {
            numbers: numbers.collect(),
            steps,
        }
    }

    /// Returns all steps; their places are their numbers.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the number of a step; `None` if no piece of the game ever makes it.
    pub fn number(&self, step: Step) -> Option<usize> {
        self.numbers.get(&step).copied()
    }
}

/// Returns all steps of all pieces, in no order.
fn steps<const W: usize>(variant: &Variant<W>) -> Vec<Step> {
    let mut steps = Vec::new();
    for color in Color::BOTH {
        for (piece_type, _) in variant.definition.piece_types() {
            for from in variant.squares {
                let targets = targets(variant, color, piece_type, from);
                for to in targets & variant.squares {
                    add(variant, color, piece_type, Step::plain(from, to), &mut steps);
                }
            }
        }
    }
    for right in &variant.rights {
        match &right.kind {
            RightKind::Castling { king, written, .. } => steps.push(Step::plain(king.0, *written)),
            RightKind::Leaps {
                square,
                piece,
                quiet,
                capture,
                ..
            } => {
                for to in *quiet | *capture {
                    add(variant, right.color, *piece, Step::plain(*square, to), &mut steps);
                }
            }
        }
    }
    steps
}

/// Returns where a piece could go from a square, whatever stands on the others.
fn targets<const W: usize>(variant: &Variant<W>, color: Color, piece_type: PieceType, from: Square) -> Bitboard<W> {
    let table = &variant.piece_tables[color.index()][piece_type.index()];
    let mut targets = Bitboard::EMPTY;
    for moves in [&table.quiet, &table.capture] {
        for squares in [&moves.leaps, &moves.open] {
            targets |= squares.get(from.index()).copied().unwrap_or(Bitboard::EMPTY);
        }
    }
    let shape = &variant.definition.shape;
    let forward = match color {
        Color::White => Vector::flat(0, 1),
        Color::Black => Vector::flat(0, -1),
    };
    let most = &variant.multi_steps[color.index()][piece_type.index()].most;
    let mut at = from;
    for _ in 0..most.get(from.index()).copied().unwrap_or(0) {
        let Some(next) = shape.step(at, forward) else { break };
        targets |= Bitboard::from_square(next);
        at = next;
    }
    targets
}

/// Adds a step with each of its promotions, and without where the piece may stay what it is.
fn add<const W: usize>(variant: &Variant<W>, color: Color, piece_type: PieceType, step: Step, steps: &mut Vec<Step>) {
    let zone = variant.promotion_zones[color.index()][piece_type.index()];
    if zone.contains(step.to) {
        let file = usize::from(variant.definition.shape.file(step.to));
        let promotions = &variant.promotions[color.index()][piece_type.index()];
        for promotion in promotions.get(file).into_iter().flatten() {
            steps.push(Step {
                promotion: Some(*promotion),
                ..step
            });
        }
        if variant.last_rank[color.index()].contains(step.to) {
            return;
        }
    }
    steps.push(step);
}
