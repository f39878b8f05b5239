//! Compiles a definition into tables for a board width.

mod pieces;
mod rights;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::path::seen_by;
use super::zobrist::Zobrist;
use super::{
    Color, Definition, Material, Moves, MultiSteps, PieceDefinition, PieceTable, PieceType, Promotion, PromotionLimits,
    PromotionTable, Variant,
};
use crate::board::{Bitboard, Rays, Shape, Square, Vector};

impl<const W: usize> Variant<W> {
    /// Compiles a definition.
    ///
    /// # Panics
    /// If the board has more than `64 * W` squares: `W` must be at least [`words`](crate::board::Shape::words).
    pub fn compile(definition: Arc<Definition>) -> Self {
        let shape = &definition.shape;
        assert!(shape.words() <= W, "the board needs {} words, not {W}", shape.words());
        let rays = Rays::new(shape);
        let piece_tables = Color::BOTH.map(|color| {
            let tables = definition
                .piece_types()
                .map(|(piece_type, _)| pieces::table(&definition, &rays, piece_type, color));
            tables.collect::<Box<[PieceTable<W>]>>()
        });
        let capturing = |some: fn(&PieceTable<W>) -> bool| {
            [0, 1].map(|color: usize| {
                let tables = (0..).map(PieceType).zip(&piece_tables[color]);
                tables
                    .filter(|(_, table)| some(table))
                    .map(|(piece_type, _)| piece_type)
                    .collect()
            })
        };
        let leapers: [Box<[PieceType]>; 2] = capturing(|table| table.capture.leaps.iter().any(|targets| targets.any()));
        let leap_sources = [0, 1].map(|color: usize| {
            let tables = &piece_tables[color];
            let of_target = |target: usize| {
                let sources = move |leaper: &PieceType| tables[leaper.index()].leap_sources[target];
                leapers[color].iter().map(sources)
            };
            (0..shape.area()).flat_map(of_target).collect()
        });
        let near = [0, 1].map(|color: usize| {
            let sources = |target: usize| union(piece_tables[color].iter().map(|table| table.leap_sources[target]));
            (0..shape.area()).map(sources).collect()
        });
        let rights = rights::rights(&definition, &rays);
        let board: Bitboard<W> = shape.squares().collect();
        let promotion_zones = Color::BOTH.map(|color| promotion_zones(&definition, color));
        let last_rank = Color::BOTH.map(|color| last_rank(&definition, color));
        Self {
            material: Material::new(&definition, &piece_tables, &rights),
            king: definition.king(),
            pawns: bits(&definition, |piece| piece.pawn),
            multi_stepping: bits(&definition, |piece| piece.multi_step.is_some()),
            edge_files: [0, shape.files() - 1]
                .map(|file| shape.squares().filter(|square| shape.file(*square) == file).collect()),
            sliders: capturing(|table| !table.capture.directions.is_empty()),
            path_riders: capturing(|table| !table.capture.paths.is_empty()),
            hoppers: capturing(|table| !table.capture.hops.is_empty()),
            leapers,
            near,
            leap_sources,
            lines: [0, 1].map(|color: usize| lines(shape, &rays, &piece_tables[color])),
            piece_tables,
            multi_steps: Color::BOTH.map(|color| {
                multi_steps(
                    &definition,
                    color,
                    &promotion_zones[color.index()],
                    last_rank[color.index()],
                )
            }),
            last_rank,
            promotion_zones,
            promotion_limits: Color::BOTH.map(|color| promotion_limits(&definition, color)),
            promotions: Color::BOTH.map(|_| promotions(&definition)),
            rights_kept: rights::kept(&rights, shape.area()),
            rights_attacking: Color::BOTH.map(|color| rights::attacking(&rights, color, shape.area())),
            rights_of: Color::BOTH.map(|color| rights::of(&rights, color)),
            rights,
            zobrist: Zobrist::new(definition.pieces.len(), shape.area()),
            rays,
            squares: board,
            definition,
        }
    }
}

/// Returns the piece types that have a property, as bits.
fn bits(definition: &Definition, property: impl Fn(&PieceDefinition) -> bool) -> u32 {
    let chosen = definition.piece_types().filter(|(_, piece)| property(piece));
    chosen.fold(0, |all, (piece_type, _)| all | 1 << piece_type.0)
}

fn union<const W: usize>(sets: impl Iterator<Item = Bitboard<W>>) -> Bitboard<W> {
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// Transposes sets given by square: returns, by target, the squares whose sets contain the target.
fn transposed<const W: usize>(sets: &[Bitboard<W>]) -> Box<[Bitboard<W>]> {
    let mut sources = vec![Bitboard::EMPTY; sets.len()];
    for (from, set) in sets.iter().enumerate() {
        for target in *set {
            sources[target.index()].insert(Square::new(from));
        }
    }
    sources.into()
}

/// Returns, by target, the squares that the pieces of `tables` pass over when they capture on the target by a slide,
/// path or hop.
fn lines<const W: usize>(shape: &Shape, rays: &Rays<W>, tables: &[PieceTable<W>]) -> Box<[Bitboard<W>]> {
    let mut lines = vec![Bitboard::EMPTY; shape.area()];
    for Moves {
        open,
        directions,
        paths,
        hops,
        ..
    } in tables.iter().map(|table| &table.capture)
    {
        for from in shape.squares() {
            if !directions.is_empty() {
                for target in open[from.index()] {
                    lines[target.index()] |= rays.between(from, target);
                }
            }
            let paths = paths.get(from.index()).into_iter().flatten().map(|path| &path.squares);
            let hops = hops.get(from.index()).into_iter().flatten().map(|hop| &hop.squares);
            for squares in paths.chain(hops) {
                for (passed, target) in squares.iter().enumerate() {
                    lines[target.index()] |= squares[..passed].iter().copied().collect();
                }
            }
        }
    }
    lines.into()
}

/// Returns the last rank of a side: the squares from which its pieces cannot advance.
fn last_rank<const W: usize>(definition: &Definition, color: Color) -> Bitboard<W> {
    let shape = &definition.shape;
    let is_last = |square: &Square| definition.advance(color, *square) == shape.farthest();
    shape.squares().filter(is_last).collect()
}

/// Returns, by piece type, the squares where the pieces of a side may be promoted.
fn promotion_zones<const W: usize>(definition: &Definition, color: Color) -> Box<[Bitboard<W>]> {
    let zone = |(piece_type, _)| {
        let squares = definition.shape.squares();
        squares
            .filter(|square| definition.promotes_on(piece_type, color, *square))
            .collect()
    };
    definition.piece_types().map(zone).collect()
}

/// Returns, by type of the piece that is promoted, the limits on what a side may promote it to.
fn promotion_limits(definition: &Definition, color: Color) -> Box<[PromotionLimits]> {
    let at_start = |piece_type| {
        let own = definition
            .array
            .iter()
            .filter(|piece| **piece == Some((piece_type, color)));
        own.count() as u32
    };
    let of_piece = |piece: &PieceDefinition| {
        let limit = |piece_type: PieceType| {
            let named = piece.promotes_up_to.iter().find(|(other, _)| *other == piece_type);
            match named {
                _ if piece.promotes_to_lost => at_start(piece_type),
                Some((_, most)) => u32::from(*most),
                None => u32::MAX,
            }
        };
        let limited = piece.promotes_to_lost || !piece.promotes_up_to.is_empty();
        limited.then(|| {
            definition
                .piece_types()
                .map(|(piece_type, _)| limit(piece_type))
                .collect()
        })
    };
    definition.pieces.iter().map(of_piece).collect()
}

/// Returns the types that pieces are promoted to, by piece type and file. Files are not mirrored, so the table applies
/// to both colours.
fn promotions(definition: &Definition) -> PromotionTable {
    let files = definition.shape.files() as usize;
    let of_type = |promotion: &Option<Promotion>| match promotion {
        None => Box::default(),
        Some(Promotion::Choice(choice)) => vec![choice.clone().into_boxed_slice(); files].into(),
        Some(Promotion::ByFile(types)) => types.iter().map(|piece_type| Box::from([*piece_type])).collect(),
    };
    definition
        .pieces
        .iter()
        .map(|piece| of_type(&piece.promotion))
        .collect()
}

/// Returns, by piece type, the multi-steps of a side. `zones` holds the promotion zones by piece type; on the squares
/// in `forced`, promotion is compulsory.
fn multi_steps<const W: usize>(
    definition: &Definition,
    color: Color,
    zones: &[Bitboard<W>],
    forced: Bitboard<W>,
) -> Box<[MultiSteps<W>]> {
    let shape = &definition.shape;
    let forward = seen_by(shape, Vector::flat(0, 1), color);
    let own_rank = |square: Square| match color {
        Color::White => shape.rank(square),
        Color::Black => shape.ranks() - 1 - shape.rank(square),
    };
    let of_type = |(piece, zone): (&PieceDefinition, &Bitboard<W>)| {
        let mut steps = MultiSteps {
            most: vec![1; shape.area()].into(),
            staying: Bitboard::EMPTY,
            promoting: Bitboard::EMPTY,
            en_passant: piece.multi_step.as_ref().is_some_and(|long| long.en_passant),
        };
        for square in shape.squares() {
            let asked = piece
                .multi_step
                .as_ref()
                .and_then(|long| long.steps.get(&own_rank(square)));
            let ahead = |at: &Square| shape.step(*at, forward);
            let path = std::iter::successors(Some(square), ahead)
                .skip(1)
                .take(asked.map_or(0, |most| (*most).into()));
            for (number, to) in (1..).zip(path).skip(1) {
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
    definition.pieces.iter().zip(zones).map(of_type).collect()
}
