//! The properties of a variant that the search depends on, derived from the variant's definition. The search never
//! looks at the variant's name.

use std::sync::Arc;

use super::Parameters;
use super::reductions::Reductions;
use crate::eval::{Evaluation, game_length};
use kurier_rules::position::Position;
use kurier_rules::rules::{Definition, PieceType, Stalemate, Variant};

/// Within this number of plies of the draw by the move limit, the half-move clock is part of the table's key.
const CLOCK_IN_KEY: u32 = 32;
/// The interval, in plies of the half-move clock, at which the table's key changes near the draw by the move limit.
const CLOCK_STEP: u32 = 8;

/// The properties of a variant that the search depends on.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// Whether captures are mandatory. If a mandatory capture is possible, passing or standing pat proves nothing.
    pub forced: bool,
    /// Whether null move pruning is sound: false if captures are mandatory.
    pub null_move: bool,
    /// Null move pruning, and pruning of single moves, require the side to move to have more than this many pieces,
    /// counting the king but no pawns.
    pub null_move_pieces: u32,
    /// The number of half-moves without progress after which the game is drawn by the move limit.
    pub half_moves: u32,
    /// The piece types that count as pawns.
    pub pawns: Vec<PieceType>,
    /// The number of piece types.
    pub piece_types: usize,
    /// The number of squares on the board.
    pub squares: usize,
    /// The factor applied to margins, in percent: 100 for armies as strong as the chess army.
    pub margin_scale: i32,
    /// The factor applied to move counts: the square root of the ratio of the variant's typical number of legal moves
    /// to 35, the number for chess, clamped to 0.6..=4.0.
    pub move_count_scale: f64,
    /// Whether captures alone would make the tree explode because a side often has very many captures, as on
    /// three-dimensional boards.
    pub crowded: bool,
    /// The number of plies of quiescence search after which only the best capture and recaptures are searched.
    pub quiescence_wide_plies: i32,
    /// The number of moves that a side's clock must last for; see [`Profile::horizon`].
    pub time_horizon: u32,
    /// The search parameters from which the profile is derived.
    pub parameters: Parameters,
    /// The base reductions of late moves, scaled to the variant's move counts.
    pub reductions: Reductions,
}

impl Profile {
    /// Derives the profile of a variant.
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
                _ => 2,
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

    /// Returns the number of moves that a side's clock must last for. It grows with the typical length of a game: with
    /// the horizon for chess, time runs short late in a game of `courier`; with the horizon for `courier`, much time is
    /// left unused in a game of chess.
    fn horizon(definition: &Definition, parameters: &Parameters) -> u32 {
        let share = game_length(definition) * parameters.time_length() as u32 / 100;
        parameters.time_horizon() as u32 + share
    }

    /// Returns the key of a position in the transposition table. Near the draw by the move limit, scores depend on the
    /// half-move clock, so the key then includes the clock, in steps of [`CLOCK_STEP`] plies. While a count that draws
    /// the endgame is running, the key includes what is left of the count.
    #[inline(always)]
    pub fn table_key<const W: usize>(&self, position: &Position<W>) -> u64 {
        match (position.halfmoves() + CLOCK_IN_KEY).checked_sub(self.half_moves) {
            None if position.count().is_some() => counted_key(position),
            None => position.key(),
            Some(near) => position.key() ^ u64::from(near / CLOCK_STEP + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// Scales a margin to this variant. `centipawns` is the margin for armies as strong as the chess army.
    #[inline(always)]
    pub fn margin(&self, centipawns: i32) -> i32 {
        centipawns * self.margin_scale / 100
    }

    /// Returns the move count from which late move pruning skips captures in a crowded variant.
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

/// Returns the mean number of legal moves in the first 40 plies of a random game, which is close to the mean in a real
/// game.
fn typical_moves<const W: usize>(start: &Position<W>) -> f64 {
    let mut position = start.clone();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let (mut moves, mut nodes) = (0, 0);
    for _ in 0..40 {
        let list = position.legal_moves();
        if list.is_empty() || position.variant_end().is_some() {
            break;
        }
        // Positions in which capturing is mandatory have few moves and are not typical.
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

/// Returns the factor applied to margins for the starting armies, in percent: the mean value of their pieces other than
/// kings and pawns, as a percentage of the mean in chess, moved halfway towards 100 and clamped to 60..=160.
fn army_scale<const W: usize>(start: &Position<W>, evaluation: &Evaluation<W>, pawns: &[PieceType]) -> i32 {
    /// The mean value of the chess pieces, in centipawns.
    const CHESS: i32 = 450;
    let royal = start.variant().royal_types;
    let (mut total, mut count) = (0, 0);
    for piece_type in (0..evaluation.values().len()).map(|k| PieceType(k as u8)) {
        if royal >> piece_type.0 & 1 == 0 && !pawns.contains(&piece_type) {
            let n = start.of_type(piece_type).count() as i32;
            total += n * evaluation.value(piece_type);
            count += n;
        }
    }
    // The factor moves only halfway, because small gains weigh more in weak armies, but a pawn is worth a pawn in every
    // variant.
    let percent = if count == 0 { 100 } else { total / count * 100 / CHESS };
    ((percent + 100) / 2).clamp(60, 160)
}

/// Returns the key of a position in which a count that draws the endgame is running.
#[cold]
fn counted_key<const W: usize>(position: &Position<W>) -> u64 {
    let left = position.count().map_or(0, |(count, limit)| limit.saturating_sub(count));
    position.key() ^ (u64::from(left) / u64::from(CLOCK_STEP) + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93)
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
