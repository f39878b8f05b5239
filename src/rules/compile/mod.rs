//! From a definition to the tables of a board width.

mod movers;
mod rights;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::way::seen_by;
use super::{Color, Definition, LongSteps, Mover, PieceKind, PieceType, Promotion, PromotionTable, Variant};
use crate::board::{Bitboard, Rays, Square, Vector};

impl<const W: usize> Variant<W> {
    /// Makes the tables.
    ///
    /// # Panics
    /// If the board has more than `64 * W` cells: `W` must be at least [`words`](crate::board::Shape::words).
    pub fn compile(definition: Arc<Definition>) -> Self {
        let shape = &definition.shape;
        assert!(shape.words() <= W, "the board needs {} words, not {W}", shape.words());
        let rays = Rays::new(shape);
        let movers = Color::BOTH.map(|color| {
            let kinds = definition
                .kinds()
                .map(|(kind, _)| movers::mover(&definition, &rays, kind, color));
            kinds.collect::<Box<[Mover<W>]>>()
        });
        let leap_sources = [0, 1].map(|color: usize| {
            let sources = |target: usize| union(movers[color].iter().map(|mover| mover.leap_sources[target]));
            (0..shape.cells()).map(sources).collect()
        });
        let capturing = |some: fn(&Mover<W>) -> bool| {
            [0, 1].map(|color: usize| {
                let kinds = (0..).map(PieceType).zip(&movers[color]);
                kinds.filter(|(_, mover)| some(mover)).map(|(kind, _)| kind).collect()
            })
        };
        let rights = rights::rights(&definition, &rays);
        let cells: Bitboard<W> = shape.squares().collect();
        let promotion_zones = Color::BOTH.map(|color| promotion_zones(&definition, color));
        let last_rank = Color::BOTH.map(|color| last_ranks(&definition, color, shape.farthest()));
        Self {
            king: definition.king(),
            pawns: bits(&definition, |piece| piece.pawn),
            long_stepping: bits(&definition, |piece| piece.long_step.is_some()),
            edge_files: [0, shape.files() - 1]
                .map(|file| shape.squares().filter(|square| shape.file(*square) == file).collect()),
            sliders: capturing(|mover| !mover.capture.directions.is_empty()),
            walkers: capturing(|mover| !mover.capture.paths.is_empty()),
            hoppers: capturing(|mover| !mover.capture.hops.is_empty()),
            leap_sources,
            movers,
            long_steps: Color::BOTH.map(|color| {
                long_steps(
                    &definition,
                    color,
                    &promotion_zones[color.index()],
                    last_rank[color.index()],
                )
            }),
            last_rank,
            promotion_zones,
            promotion_limits: promotion_limits(&definition),
            promotions: Color::BOTH.map(|_| promotions(&definition)),
            rights_kept: rights::kept(&rights, shape.cells()),
            rights_attacking: Color::BOTH.map(|color| rights::attacking(&rights, color, shape.cells())),
            rights_of: Color::BOTH.map(|color| rights::of(&rights, color)),
            rights,
            rays,
            cells,
            definition,
        }
    }
}

/// The kinds of a sort, as bits.
fn bits(definition: &Definition, sort: impl Fn(&PieceKind) -> bool) -> u32 {
    let kinds = definition.kinds().filter(|(_, piece)| sort(piece));
    kinds.fold(0, |all, (kind, _)| all | 1 << kind.0)
}

fn union<const W: usize>(sets: impl Iterator<Item = Bitboard<W>>) -> Bitboard<W> {
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// By target, the cells whose sets hold it.
fn transposed<const W: usize>(sets: &[Bitboard<W>]) -> Box<[Bitboard<W>]> {
    let mut sources = vec![Bitboard::EMPTY; sets.len()];
    for (from, set) in sets.iter().enumerate() {
        for target in *set {
            sources[target.index()].insert(Square::new(from));
        }
    }
    sources.into()
}

/// The cells where the colour has come at least so far.
fn last_ranks<const W: usize>(definition: &Definition, color: Color, first: u8) -> Bitboard<W> {
    let shape = &definition.shape;
    let advance = |square: Square| match color {
        Color::White => shape.advance(square),
        Color::Black => shape.farthest() - shape.advance(square),
    };
    shape.squares().filter(|square| advance(*square) >= first).collect()
}

fn promotion_zones<const W: usize>(definition: &Definition, color: Color) -> Box<[Bitboard<W>]> {
    let zone = |piece: &PieceKind| match piece.promotion {
        Some(_) => last_ranks(definition, color, piece.promotion_rank),
        None => Bitboard::EMPTY,
    };
    definition.pieces.iter().map(zone).collect()
}

fn promotion_limits(definition: &Definition) -> Option<[Box<[u32]>; 2]> {
    definition.pieces.iter().find(|piece| piece.promotes_to_lost)?;
    Some(Color::BOTH.map(|color| {
        let of_kind = |kind| {
            definition
                .array
                .iter()
                .filter(|cell| **cell == Some((kind, color)))
                .count() as u32
        };
        definition.kinds().map(|(kind, _)| of_kind(kind)).collect()
    }))
}

/// By kind, by file: files are not mirrored, so both colours have the same.
fn promotions(definition: &Definition) -> PromotionTable {
    let files = definition.shape.files() as usize;
    let of_kind = |promotion: &Option<Promotion>| match promotion {
        None => Box::default(),
        Some(Promotion::Choice(kinds)) => vec![kinds.clone().into_boxed_slice(); files].into(),
        Some(Promotion::ByFile(kinds)) => kinds.iter().map(|kind| Box::from([*kind])).collect(),
    };
    definition
        .pieces
        .iter()
        .map(|piece| of_kind(&piece.promotion))
        .collect()
}

/// By kind; `zones` are those where it may be promoted, in `forced` it must.
fn long_steps<const W: usize>(
    definition: &Definition,
    color: Color,
    zones: &[Bitboard<W>],
    forced: Bitboard<W>,
) -> Box<[LongSteps<W>]> {
    let shape = &definition.shape;
    let forward = seen_by(shape, Vector::flat(0, 1), color);
    let own_rank = |square: Square| match color {
        Color::White => shape.rank(square),
        Color::Black => shape.ranks() - 1 - shape.rank(square),
    };
    let of_kind = |(piece, zone): (&PieceKind, &Bitboard<W>)| {
        let mut steps = LongSteps {
            most: vec![1; shape.cells()].into(),
            staying: Bitboard::EMPTY,
            promoting: Bitboard::EMPTY,
            en_passant: piece.long_step.as_ref().is_some_and(|long| long.en_passant),
        };
        for square in shape.squares() {
            let asked = piece
                .long_step
                .as_ref()
                .and_then(|long| long.steps.get(&own_rank(square)));
            let ahead = |at: &Square| shape.step(*at, forward);
            let way = std::iter::successors(Some(square), ahead)
                .skip(1)
                .take(asked.map_or(0, |most| (*most).into()));
            for (number, to) in (1..).zip(way).skip(1) {
                steps.most[square.index()] = number;
                if zone.contains(to) {
                    steps.promoting.insert(square);
                }
                if !(*zone & forced).contains(to) {
                    steps.staying.insert(square);
                }
            }
        }
        steps
    };
    definition.pieces.iter().zip(zones).map(of_kind).collect()
}
