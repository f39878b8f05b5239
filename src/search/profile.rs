//! What the search needs to know of a game, derived from its definition. The search never asks which game it plays.

use std::sync::Arc;

use super::Parameters;
use crate::eval::Evaluation;
use crate::position::Position;
use crate::rules::{PieceType, Stalemate, Variant};

/// Depths and move counts that the table of reductions distinguishes.
const REDUCTIONS: usize = 64;

/// The profile of a game.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// A player who can capture must: at such nodes nothing may be concluded from standing still.
    pub forced: bool,
    /// Whether the null move is sound at all: not where moving may be a duty that hurts.
    pub null_move: bool,
    /// How many pieces beside king and pawns a side needs for the null move.
    pub null_guard: u32,
    /// Half moves without progress until a draw.
    pub half_moves: u32,
    /// The piece types that count as pawns.
    pub pawns: Vec<PieceType>,
    /// Kinds of pieces.
    pub piece_types: usize,
    /// Cells of the board.
    pub squares: usize,
    /// What margins are multiplied by, in percent: 100 for armies as strong as that of chess.
    pub scale: i32,
    /// Factor on numbers of moves: 1 where a position has about 35.
    pub crowd: f64,
    /// After so many plies of quiescence only the best capture is looked at: where armies stand piece to piece in three
    /// dimensions, so much hangs everywhere that captures alone make an endless tree.
    pub broad_plies: i32,
    /// The numbers of the search.
    pub parameters: Parameters,
    /// By depth, by number of the move (scaled): reduction in 1024ths of a ply.
    reductions: Vec<i32>,
}

impl Profile {
    /// The profile of a game with its evaluation.
    pub fn new<const W: usize>(variant: &Arc<Variant<W>>, evaluation: &Evaluation<W>, parameters: &Parameters) -> Self {
        let definition = &variant.definition;
        let piece_types = definition.pieces.len();
        let pawns: Vec<_> = (0..piece_types)
            .filter(|k| definition.pieces[*k].pawn)
            .map(|k| PieceType(k as u8))
            .collect();
        let start = Position::start(variant.clone());
        let crowd = (typical_moves(&start) / 35.0).sqrt().clamp(0.6, 4.0);
        let forced = definition.captures.mandatory;
        Self {
            forced,
            null_move: !forced,
            null_guard: match definition.ends.stalemate {
                Stalemate::Draw => 1,
                Stalemate::Loss => 2,
            },
            half_moves: u32::from(definition.ends.move_limit) * 2,
            scale: army_scale(&start, evaluation, &pawns),
            pawns,
            piece_types,
            squares: definition.shape.area(),
            crowd,
            broad_plies: if crowd > 2.0 { 1 } else { 8 },
            reductions: reductions(crowd, parameters),
            parameters: parameters.clone(),
        }
    }

    /// A margin for armies as strong as that of chess, made fit for this game.
    #[inline(always)]
    pub fn margin(&self, centipawns: i32) -> i32 {
        centipawns * self.scale / 100
    }

    /// By how much the `number`-th move is searched shallower, in 1024ths of a ply.
    #[inline(always)]
    pub fn reduction(&self, depth: i32, number: usize) -> i32 {
        let depth = depth.clamp(0, REDUCTIONS as i32 - 1) as usize;
        self.reductions[depth * REDUCTIONS * 4 + number.min(REDUCTIONS * 4 - 1)]
    }

    /// How many moves are tried at a shallow node before the rest of the quiet ones is left out.
    #[inline(always)]
    pub fn late_moves(&self, depth: i32, improving: bool) -> usize {
        let base = self.parameters.late_base() + self.parameters.late_slope() * depth * depth;
        let base = f64::from(base) / 100.0 * self.crowd;
        (if improving { base } else { base / 2.0 }) as usize
    }
}

/// Reductions grow with the logarithms of depth and number; where there are more moves, later ones are still early.
fn reductions(crowd: f64, parameters: &Parameters) -> Vec<i32> {
    let base = f64::from(parameters.reduction_base()) / 1000.0;
    let divisor = f64::from(parameters.reduction_divisor()) / 1000.0;
    let mut table = vec![0; REDUCTIONS * REDUCTIONS * 4];
    for depth in 1..REDUCTIONS {
        for number in 1..REDUCTIONS * 4 {
            let late = (number as f64 / crowd).max(1.0);
            table[depth * REDUCTIONS * 4 + number] =
                ((base + (depth as f64).ln() * late.ln() / divisor) * 1024.0) as i32;
        }
    }
    table
}

/// The mean number of moves in a game played at random, which is about that of a real one.
fn typical_moves<const W: usize>(start: &Position<W>) -> f64 {
    let mut position = start.clone();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let (mut moves, mut nodes) = (0, 0);
    for _ in 0..40 {
        let list = position.legal_moves();
        if list.is_empty() || position.variant_end().is_some() {
            break;
        }
        // Forced captures would show the crowd of the moment, not that of the game.
        if position.chain().is_none() && !list[0].is_capture() {
            moves += list.len();
            nodes += 1;
        }
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        position.make(list[(seed >> 33) as usize % list.len()]);
    }
    moves as f64 / f64::from(nodes.max(1))
}

/// The mean value of the pieces of the start beside king and pawns, in percent of that in chess.
fn army_scale<const W: usize>(start: &Position<W>, evaluation: &Evaluation<W>, pawns: &[PieceType]) -> i32 {
    const CHESS: i32 = 450;
    let king = start.variant().king;
    let (mut total, mut count) = (0, 0);
    for piece_type in (0..evaluation.values().len()).map(|k| PieceType(k as u8)) {
        if piece_type != king && !pawns.contains(&piece_type) {
            let n = start.of_type(piece_type).count() as i32;
            total += n * evaluation.value(piece_type);
            count += n;
        }
    }
    // Half way: weak armies make small gains weigh more, but pawns are pawns everywhere.
    let percent = if count == 0 { 100 } else { total / count * 100 / CHESS };
    ((percent + 100) / 2).clamp(60, 160)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more_and_crowds_less() {
        let [chess, big] = [1.0, 2.0].map(|crowd| reductions(crowd, &Parameters::default()));
        let at = |table: &[i32], depth: usize, number: usize| table[depth * REDUCTIONS * 4 + number];
        assert!(at(&chess, 10, 20) > at(&chess, 10, 5));
        assert!(at(&chess, 20, 10) > at(&chess, 5, 10));
        assert!(at(&big, 10, 20) < at(&chess, 10, 20));
    }
}
