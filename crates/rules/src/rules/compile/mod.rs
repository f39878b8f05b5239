//! Compiles a definition into tables for a board width.

mod blast;
mod doubles;
mod goals;
mod hand;
mod kings;
mod pieces;
mod rights;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::path::seen_by;
use super::zobrist::Zobrist;
use super::{
    Color, Definition, Material, Moves, MultiSteps, PieceDefinition, PieceTable, PieceType, PromotesLeaving,
    PromotionLimits, PromotionTable, Rules, StandingTables, TradeTables, Variant,
};
use crate::board::{Bitboard, Rays, Square, Vector};
use crate::compiled_here;

impl<const W: usize> Variant<W> {
    /// Compiles a definition.
    ///
    /// # Panics
    /// Panics if the board has more than `64 * W` squares: `W` must be at least [`words`](crate::board::Shape::words).
    pub fn compile(definition: Arc<Definition>) -> Self {
        compiled_here!(W, (definition: Arc<Definition> = definition) -> Variant<W> { Variant::<W>::tables(definition) })
    }

    fn tables(definition: Arc<Definition>) -> Self {
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
        let moves_otherwise = definition.hand.is_some()
            || definition.kings.successors != 0
            || definition.has_passing()
            || definition.kings.facing_ends.any();
        let board: Bitboard<W> = shape.squares().collect();
        let promotion_zones = Color::BOTH.map(|color| squares_of_types(&definition, Rules::promotes_on, color));
        let compulsory_promotions =
            Color::BOTH.map(|color| squares_of_types(&definition, Rules::must_promote_on, color));
        let royal_promotions = definition.has_royal_promotions();
        let (doubles, standing) = (doubles::doubles(&definition), standing(&definition));
        let mut variant = Self {
            material: Material::new(&definition, &piece_tables, &rights),
            special_ends: goals::can_end(&definition),
            goals: goals::goals(&definition),
            hand: hand::hand(&definition, &rights),
            blast: blast::blast(&definition),
            extra_moves: doubles.is_some() || standing.is_some(),
            doubles,
            standing,
            trades: trades(&definition),
            counts_checks: definition.ends.checks > 0,
            counts_moves: definition.ends.counting.is_some(),
            follows_moves: definition.ends.checks > 0
                || definition.ends.counting.is_some()
                || definition.prelude.is_some()
                || !definition.trades.is_empty()
                || definition.has_passing(),
            repetitions: definition.ends.repetition.times.map_or(usize::MAX, usize::from),
            repetition_draws: goals::repetition_draws(&definition),
            kings: kings::kings(&definition),
            plain_kings: kings::plain_kings(&definition),
            royals: kings::royals(&definition),
            successors: definition.kings.successors,
            royal_up_to: definition.kings.royal_up_to.map_or(u32::MAX, u32::from),
            starts_with_royal: Color::BOTH.map(|color| definition.royal_at_start(color) > 0),
            royal_types: match definition.kings.royal_up_to {
                Some(_) => 0,
                None => bits(&definition, |piece| piece.royal && piece.royal_up_to.is_none()),
            },
            facing_forbidden: definition.kings.facing_forbidden,
            facing_ends: definition.kings.facing_ends,
            restricted: definition.captures.mandatory
                || definition.kings.checks_forbidden
                || definition.prelude.is_some()
                || !definition.trades.is_empty()
                || moves_otherwise,
            moves_otherwise,
            passes: definition.has_passing(),
            hurdles: definition.has_hurdles(),
            slow_checks: definition.blast.is_some() || definition.has_hurdles(),
            pawns: bits(&definition, |piece| piece.pawn),
            returning_pawns: 0,
            stepping_takers: 0,
            promotions_reset: definition.ends.promotions_reset,
            multi_stepping: bits(&definition, |piece| piece.multi_step.is_some()),
            edge_files: [0, shape.files() - 1]
                .map(|file| shape.squares().filter(|square| shape.file(*square) == file).collect()),
            sliders: capturing(|table| !table.capture.directions.is_empty()),
            path_riders: capturing(|table| !table.capture.paths.is_empty()),
            hoppers: capturing(|table| !table.capture.hops.is_empty()),
            leapers,
            near,
            leap_sources,
            lines: Color::BOTH.map(|color| lines(&definition, color, &rays, &piece_tables[color.index()])),
            piece_tables,
            multi_steps: Color::BOTH.map(|color| {
                multi_steps(
                    &definition,
                    color,
                    &promotion_zones[color.index()],
                    &compulsory_promotions[color.index()],
                )
            }),
            last_rank: Color::BOTH.map(|color| last_rank(&definition, color)),
            promotion_zones,
            compulsory_promotions,
            promotes_leaving: bits(&definition, |piece| piece.promotes_leaving != PromotesLeaving::Never),
            promotes_capturing: bits(&definition, |piece| {
                piece.promotes_leaving == PromotesLeaving::Capturing
            }),
            must_promote_leaving: bits(&definition, |piece| piece.must_promote_leaving),
            promotion_limits: Color::BOTH.map(|color| promotion_limits(&definition, color)),
            promotions: Color::BOTH.map(|color| promotions(&definition, color)),
            royal_promotions,
            unusual_promotions: bits(&definition, |piece| {
                piece.must_promote_leaving
                    || piece.promotes_leaving == PromotesLeaving::Capturing
                    || piece.promotion.is_some() && royal_promotions
            }),
            rights_kept: rights::kept(&rights, shape.area()),
            rights_attacking: Color::BOTH.map(|color| rights::attacking(&rights, color, shape.area())),
            rights_of: Color::BOTH.map(|color| rights::of(&rights, color)),
            rights,
            zobrist: Zobrist::new(definition.pieces.len(), shape.area()),
            rays,
            squares: board,
            definition,
        };
        variant.returning_pawns = returning_pawns(&variant);
        variant.stepping_takers = stepping_takers(&variant);
        variant.restricted |= variant.stepping_takers != 0;
        if variant.definition.castling_anywhere {
            variant.tell_rooks();
        }
        variant
    }
}

/// Compiles the promotions of standing pieces; `None` if there are none.
fn standing<const W: usize>(definition: &Definition) -> Option<Box<StandingTables<W>>> {
    let types = bits(definition, |piece| piece.promotes_standing);
    (types != 0).then(|| {
        Box::new(StandingTables {
            types,
            zones: Color::BOTH.map(|color| squares_of_types(definition, Rules::promotes_standing_on, color)),
        })
    })
}

/// Returns the pawns, as bits, that may step without capture to a square that they attack, in a game with captures en
/// passant.
fn stepping_takers<const W: usize>(variant: &Variant<W>) -> u32 {
    let definition = &variant.definition;
    let shape = &definition.shape;
    let mut steps = definition.pieces.iter().filter_map(|piece| piece.multi_step.as_ref());
    if !steps.any(|steps| steps.en_passant) {
        return 0;
    }
    let steps_onto_attacked = |color: Color, piece_type: PieceType| {
        let table = &variant.piece_tables[color.index()][piece_type.index()];
        let most = &variant.multi_steps[color.index()][piece_type.index()].most;
        let forward = seen_by(shape, Vector::flat(0, 1), color);
        variant.squares.into_iter().any(|from| {
            let way = std::iter::successors(Some(from), |at| shape.step(*at, forward));
            let long: Bitboard<W> = way.take(usize::from(most[from.index()]) + 1).skip(2).collect();
            let quiets = variant.reached(&table.quiet, from, Bitboard::EMPTY) | long;
            quiets.intersects(table.capture.leaps[from.index()])
        })
    };
    bits_of(definition, |piece_type, piece| {
        let mut sides = Color::BOTH.into_iter();
        piece.pawn && (piece.first_move.is_some() || sides.any(|color| steps_onto_attacked(color, piece_type)))
    })
}

/// Compiles which trades are forbidden; `None` if none are.
fn trades(definition: &Definition) -> Option<TradeTables> {
    let types = |list: &[PieceType]| list.iter().fold(0, |all, piece_type| all | 1 << piece_type.0);
    (!definition.trades.is_empty()).then(|| TradeTables {
        no_exposed: types(&definition.trades.no_exposed),
        no_counter: types(&definition.trades.no_counter),
    })
}

/// Returns the pawns, as bits, that can go back to a square from which they came.
fn returning_pawns<const W: usize>(variant: &Variant<W>) -> u32 {
    let squares = || variant.squares.into_iter();
    let returns = |color: Color, piece_type: PieceType| {
        let quiet = &variant.piece_tables[color.index()][piece_type.index()].quiet;
        squares().any(|from| {
            let mut targets = variant.reached(quiet, from, Bitboard::EMPTY).into_iter();
            targets.any(|to| variant.goes_back(color, piece_type, from, to))
        })
    };
    // A move of the prelude may lead a pawn backwards, and an ordinary move forwards again.
    let returns_after_prelude = |color: Color, piece_type: PieceType| {
        let prelude = variant.definition.prelude.iter();
        let mut moves = prelude.flat_map(|prelude| &prelude.moves[color.index()]);
        moves.any(|(from, to)| variant.goes_back(color, piece_type, *from, *to))
    };
    bits_of(&variant.definition, |piece_type, piece| {
        let mut sides = Color::BOTH.into_iter();
        piece.pawn && sides.any(|color| returns(color, piece_type) || returns_after_prelude(color, piece_type))
    })
}

/// Returns the piece types that have a property, as bits.
fn bits(definition: &Definition, property: impl Fn(&PieceDefinition) -> bool) -> u32 {
    bits_of(definition, |_, piece| property(piece))
}

/// Returns the piece types that have a property, which may depend on their number, as bits.
fn bits_of(definition: &Definition, property: impl Fn(PieceType, &PieceDefinition) -> bool) -> u32 {
    let chosen = definition
        .piece_types()
        .filter(|(piece_type, piece)| property(*piece_type, piece));
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
/// path or hop, and the squares where a piece may be gated.
fn lines<const W: usize>(
    definition: &Definition,
    color: Color,
    rays: &Rays<W>,
    tables: &[PieceTable<W>],
) -> Box<[Bitboard<W>]> {
    let shape = &definition.shape;
    let gates: Bitboard<W> = definition.gates(color).into_iter().collect();
    let mut lines = vec![gates; shape.area()];
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

/// Returns, by piece type, the squares for which `rule` returns true for the pieces of a side.
fn squares_of_types<const W: usize>(
    definition: &Definition,
    rule: fn(&Rules, PieceType, Color, Square) -> bool,
    color: Color,
) -> Box<[Bitboard<W>]> {
    let of_type = |(piece_type, _)| {
        let squares = definition.shape.squares();
        squares
            .filter(|square| rule(definition, piece_type, color, *square))
            .collect()
    };
    definition.piece_types().map(of_type).collect()
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

/// Returns the types that pieces of a colour are promoted to, by piece type and square. Files are not mirrored for
/// Black.
fn promotions(definition: &Definition, color: Color) -> PromotionTable {
    let shape = &definition.shape;
    let of_type = |piece: &PieceDefinition| match piece.promotion {
        None => Box::default(),
        Some(_) => (0..shape.area())
            .map(|index| piece.choices_on(shape, color, Square(index as u8)).collect())
            .collect(),
    };
    definition.pieces.iter().map(of_type).collect()
}

/// Returns, by piece type, the multi-steps of a side. `zones` and `compulsory` hold, by piece type, the promotion zones
/// and the squares where promotion is compulsory.
fn multi_steps<const W: usize>(
    definition: &Definition,
    color: Color,
    zones: &[Bitboard<W>],
    compulsory: &[Bitboard<W>],
) -> Box<[MultiSteps<W>]> {
    let shape = &definition.shape;
    let forward = seen_by(shape, Vector::flat(0, 1), color);
    let of_type = |((piece, zone), forced): ((&PieceDefinition, &Bitboard<W>), &Bitboard<W>)| {
        let long = piece.multi_step.as_ref();
        let mut steps = MultiSteps {
            most: vec![1; shape.area()].into(),
            staying: Bitboard::EMPTY,
            promoting: Bitboard::EMPTY,
            en_passant: shape
                .squares()
                .filter(|square| long.is_some_and(|long| long.is_open_on(color, *square)))
                .collect(),
        };
        for square in shape.squares() {
            let most = long.map_or(1, |long| long.most_from(shape, color, square));
            let ahead = |at: &Square| shape.step(*at, forward);
            let path = std::iter::successors(Some(square), ahead).skip(1).take(most.into());
            // Each square of the way must be in the region that the piece does not leave.
            let path = path.take_while(|to| definition.is_in(piece.stays_in, color, *to));
            for (number, to) in (1..).zip(path).skip(1) {
                steps.most[square.index()] = number;
                if zone.contains(to) || piece.promotes_leaving == PromotesLeaving::Always && zone.contains(square) {
                    steps.promoting.insert(square);
                }
                let must_leaving = piece.must_promote_leaving && zone.contains(square);
                if !must_leaving && !forced.contains(to) {
                    steps.staying.insert(square);
                }
            }
        }
        steps
    };
    definition
        .pieces
        .iter()
        .zip(zones)
        .zip(compulsory)
        .map(of_type)
        .collect()
}
