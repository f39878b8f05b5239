//! What the search needs to know of a game, derived from its definition. The search never asks which game it plays.

use std::sync::Arc;

use super::Parameters;
use super::reductions::Reductions;
use crate::eval::{Evaluation, game_length};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, PieceType, Stalemate, Variant};

/// From so many plies before the move limit on, the table's keys tell clocks apart.
const CLOCK_IN_KEY: u32 = 32;
/// Clocks within so many plies share a key.
const CLOCK_STEP: u32 = 8;

/// The profile of a game.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Captures are mandatory: where one is possible, passing or standing pat proves nothing.
    pub forced: bool,
    /// Whether null move pruning is sound: not where captures are mandatory.
    pub null_move: bool,
    /// A side needs more pieces than this (king included, pawns not) for null move pruning.
    pub null_move_pieces: u32,
    /// Half moves without progress until the draw.
    pub half_moves: u32,
    /// The piece types that count as pawns.
    pub pawns: Vec<PieceType>,
    /// Number of piece types.
    pub piece_types: usize,
    /// Number of squares.
    pub squares: usize,
    /// Factor on margins in percent: 100 for armies as strong as that of chess.
    pub margin_scale: i32,
    /// Factor on move counts: the square root of the typical number of moves over 35, about that of chess.
    pub move_count_scale: f64,
    /// So much hangs at once, as where armies face each other in three dimensions, that captures alone would make the tree
    /// explode.
    pub crowded: bool,
    /// After so many plies of quiescence only the best capture is searched, and those that take back.
    pub quiescence_wide_plies: i32,
    /// For how many more moves of a side the clock has to last, see [`Profile::horizon`].
    pub time_horizon: u32,
    /// The numbers of the search.
    pub parameters: Parameters,
    /// The base reductions of late moves.
    pub reductions: Reductions,
}

impl Profile {
    /// Derives the profile of a game.
    pub fn new<const W: usize>(variant: &Arc<Variant<W>>, evaluation: &Evaluation<W>, parameters: &Parameters) -> Self {
        let definition = &variant.definition;
        let piece_types = definition.pieces.len();
        let pawns: Vec<_> = (0..piece_types)
            .filter(|k| definition.pieces[*k].pawn)
            .map(|k| PieceType(k as u8))
            .collect();
        let start = Position::start(variant.clone());
        let move_count_scale = (typical_moves(&start) / 35.0).sqrt().clamp(0.6, 4.0);
        let crowded = move_count_scale * 100.0 > f64::from(parameters.crowded_scale());
        let forced = definition.captures.mandatory;
        Self {
            forced,
            null_move: !forced,
            null_move_pieces: match definition.ends.stalemate {
                Stalemate::Draw => 1,
                Stalemate::Loss => 2,
            },
            half_moves: u32::from(definition.ends.move_limit) * 2,
            margin_scale: army_scale(&start, evaluation, &pawns),
            pawns,
            piece_types,
            squares: definition.shape.area(),
            move_count_scale,
            crowded,
            quiescence_wide_plies: if crowded { 0 } else { parameters.quiescence_wide_plies() },
            reductions: Reductions::new(move_count_scale, parameters),
            time_horizon: Self::horizon(definition, parameters),
            parameters: parameters.clone(),
        }
    }

    /// Returns where games are long, more moves are to come: planned as for chess, time in `courier` is short when it
    /// is needed; planned as there, in chess much of it is left when the game is over.
    fn horizon(definition: &Definition, parameters: &Parameters) -> u32 {
        let share = game_length(definition) * parameters.time_length() as u32 / 100;
        parameters.time_horizon() as u32 + share
    }

    /// Returns the key of a position in the transposition table. Near the move limit scores depend on the clock, so the
    /// key has it too, in steps of some plies.
    #[inline(always)]
    pub fn table_key<const W: usize>(&self, position: &Position<W>) -> u64 {
        match (position.halfmoves() + CLOCK_IN_KEY).checked_sub(self.half_moves) {
            None => position.key(),
            Some(near) => position.key() ^ u64::from(near / CLOCK_STEP + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// Returns a margin for armies as strong as that of chess, scaled to this game.
    #[inline(always)]
    pub fn margin(&self, centipawns: i32) -> i32 {
        centipawns * self.margin_scale / 100
    }

    /// Returns the move count from which captures, too, are skipped in a crowded game.
    #[inline(always)]
    pub fn late_captures(&self, depth: i32) -> usize {
        (self.parameters.crowded_late_captures() * (1 + depth * depth)) as usize
    }

    /// Returns the move count from which late move pruning skips quiet moves.
    #[inline(always)]
    pub fn late_moves(&self, depth: i32, improving: bool) -> usize {
        let base = self.parameters.lmp_base() + self.parameters.lmp_slope() * depth * depth;
        let base = f64::from(base) / 100.0 * self.move_count_scale;
        (if improving { base } else { base / 2.0 }) as usize
    }
}

/// Returns the mean number of moves in a random game, which is about that of a real one.
fn typical_moves<const W: usize>(start: &Position<W>) -> f64 {
    let mut position = start.clone();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let (mut moves, mut nodes) = (0, 0);
    for _ in 0..40 {
        let list = position.legal_moves();
        if list.is_empty() || position.variant_end().is_some() {
            break;
        }
        // Positions with forced captures have few moves and are not typical.
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

/// Returns the mean value of the pieces of the array beside king and pawns, in percent of that in chess.
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
    // Halfway to 100: small gains weigh more in weak armies, but a pawn is a pawn everywhere.
    let percent = if count == 0 { 100 } else { total / count * 100 / CHESS };
    ((percent + 100) / 2).clamp(60, 160)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurier_rules::rules::Catalogue;

    #[test]
    fn clocks_last_longer_in_longer_games() {
        let horizon = |name: &str| {
            let game = Catalogue::built_in().get(name).expect("a built-in game");
            Profile::horizon(&game, &Parameters::default())
        };
        assert_eq!([horizon("chess"), horizon("courier")], [18, 26]);
        for game in Catalogue::built_in().iter() {
            assert!((15..=30).contains(&horizon(&game.name)), "{}", game.name);
        }
    }

    #[test]
    fn only_games_with_very_many_moves_are_crowded() {
        fn crowded<const W: usize>(name: &str) -> bool {
            let game = Catalogue::built_in().get(name).expect("a built-in game");
            let variant = Arc::new(Variant::<W>::compile(game));
            Profile::new(&variant, &Evaluation::built_in(variant.clone()), &Parameters::default()).crowded
        }
        assert!(!crowded::<1>("chess") && !crowded::<2>("courier") && crowded::<4>("courierleapale"));
    }
}
