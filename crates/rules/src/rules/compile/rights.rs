//! Compiles the rights of both sides: castlings, first moves and gating.

use crate::board::{Bitboard, Rays, Shape, Square, Vector};
use crate::rules::path::{own_square, seen_by};
use crate::rules::{Castling, Color, Definition, FirstMove, Mode, Passage, Path, PieceType, Right, RightKind, Variant};

/// Returns the squares of White's pieces that have a special first move, with the types of the pieces, sorted by file.
fn privileged(definition: &Definition) -> Vec<(Square, PieceType)> {
    let mut privileged: Vec<(Square, PieceType)> = definition.privileged.iter().map(|(s, k)| (*s, *k)).collect();
    privileged.sort_unstable_by_key(|(square, _)| definition.shape.file(*square));
    privileged
}

/// Returns all rights, White's first. The castlings of a side are in the order of the definition; its first moves and
/// its rights to gate are sorted by file.
pub(super) fn rights<const W: usize>(definition: &Definition, rays: &Rays<W>) -> Box<[Right<W>]> {
    let mut all = Vec::new();
    let privileged = privileged(definition);
    for color in Color::BOTH {
        for castling in definition.castlings.iter().filter(|castling| castling.is_for(color)) {
            all.push(castling_right(definition, rays, castling, color));
        }
        for &(square, piece_type) in &privileged {
            if let Some(first) = &definition.piece(piece_type).first_move {
                all.push(leaps_right(
                    definition,
                    first,
                    own_square(&definition.shape, square, color),
                    piece_type,
                    color,
                ));
            }
        }
        all.extend(definition.gates(color).into_iter().map(|square| Right {
            color,
            letter: color.case(Shape::file_letter(definition.shape.file(square))),
            kind: RightKind::Gate { square },
        }));
    }
    all.into()
}

impl<const W: usize> Variant<W> {
    /// Returns this game with other castlings, each of one side. They differ from the castlings of the definition in
    /// the squares where king and rook stand at the start.
    pub(crate) fn with_castlings(&self, castlings: &[Castling]) -> Self {
        let compiled = castlings.iter().filter_map(|castling| {
            let color = castling.only?;
            Some(castling_right(&self.definition, &self.rays, castling, color))
        });
        let rights: Box<[Right<W>]> = compiled.collect();
        let mut variant = Self {
            rights_kept: kept(&rights, self.definition.shape.area()),
            rights_of: Color::BOTH.map(|color| of(&rights, color)),
            rights,
            ..self.clone()
        };
        variant.tell_rooks();
        variant
    }

    /// Makes the position keys depend on which rooks castle.
    pub(super) fn tell_rooks(&mut self) {
        let rooks = self.rights.iter().filter_map(|right| match right.kind {
            RightKind::Castling { rook, .. } => Some(rook.0),
            RightKind::Leaps { .. } | RightKind::Gate { .. } => None,
        });
        self.zobrist.tell_rooks(rooks);
    }
}

/// Compiles a castling for one colour.
fn castling_right<const W: usize>(
    definition: &Definition,
    rays: &Rays<W>,
    castling: &Castling,
    color: Color,
) -> Right<W> {
    let own = |square| own_square(&definition.shape, square, color);
    let squares = |(from, to)| (own(from), own(to));
    let (king, rook) = (squares(castling.king), squares(castling.rook));
    let pieces = Bitboard::from_square(king.0) | Bitboard::from_square(rook.0);
    let arrivals = Bitboard::from_square(king.1) | Bitboard::from_square(rook.1);
    let passed = rays.between(king.0, king.1) | rays.between(rook.0, rook.1) | rays.between(king.0, rook.0);
    let king_type = castling.king_types[color.index()];
    let king_stands = Bitboard::from_square(king.0) | Bitboard::from_square(king.1);
    Right {
        color,
        letter: color.case(castling.letter),
        kind: RightKind::Castling {
            king,
            rook,
            king_type,
            rook_type: castling.rook_types[color.index()],
            empty: (arrivals | passed).without(pieces),
            // A piece that is not royal may pass attacked squares.
            safe: match definition.piece(king_type).royal {
                true => king_stands | rays.between(king.0, king.1),
                false => Bitboard::EMPTY,
            },
            written: own(castling.written()),
            short: castling.short,
        },
    }
}

/// Compiles the first moves of the piece on a square.
fn leaps_right<const W: usize>(
    definition: &Definition,
    first: &FirstMove,
    square: Square,
    piece: PieceType,
    color: Color,
) -> Right<W> {
    let shape = &definition.shape;
    let mut quiet = Bitboard::EMPTY;
    let mut capture = Bitboard::EMPTY;
    let mut passages = Vec::new();
    for movement in &first.movements {
        let vector = seen_by(shape, movement.vector, color);
        let Some(to) = shape.step(square, vector) else { continue };
        if !Path::of(definition, color, movement, square).ends().contains(&to) {
            continue;
        }
        if first.safe_passage {
            let middles: Box<[Square]> = match first.passage {
                Passage::BySteps => single_steps(vector)
                    .filter_map(|step| shape.step(square, step))
                    .collect(),
                _ => half_way(vector).filter_map(|half| shape.step(square, half)).collect(),
            };
            // A leap over nothing but holes has no square halfway and is not allowed.
            if middles.is_empty() {
                continue;
            }
            if !passages.contains(&(to, middles.clone())) {
                passages.push((to, middles));
            }
        }
        if movement.mode != Mode::Capture {
            quiet.insert(to);
        }
        if movement.mode != Mode::Quiet {
            capture.insert(to);
        }
    }
    passages.sort_unstable();
    Right {
        color,
        letter: color.case(Shape::file_letter(shape.file(square))),
        kind: RightKind::Leaps {
            square,
            piece,
            quiet,
            capture,
            passages: passages.into(),
            passage: first.passage,
        },
    }
}

/// Returns the single steps that can be the first half of a leap if the leap is made in two single steps.
fn single_steps(leap: Vector) -> impl Iterator<Item = Vector> {
    let near = |whole: i8| (-1..=1i8).filter(move |part| (whole - part).abs() <= 1);
    near(leap.file).flat_map(move |file| {
        near(leap.rank).flat_map(move |rank| near(leap.level).map(move |level| Vector { file, rank, level }))
    })
}

/// Returns the steps to the squares halfway along a leap. The half of an odd coordinate is rounded both towards zero
/// and away from zero.
fn half_way(leap: Vector) -> impl Iterator<Item = Vector> {
    let rounded = |n: i8| (n / 2..=n / 2).chain((n % 2 != 0).then(|| n / 2 + n % 2));
    rounded(leap.file).flat_map(move |file| {
        rounded(leap.rank).flat_map(move |rank| rounded(leap.level).map(move |level| Vector { file, rank, level }))
    })
}

/// Returns, by square and as bits, the rights that do not depend on the piece on the square: a move from or to the
/// square keeps these rights.
pub(super) fn kept<const W: usize>(rights: &[Right<W>], squares: usize) -> Box<[u32]> {
    let mut kept = vec![u32::MAX; squares];
    for (bit, right) in rights.iter().enumerate() {
        let homes = match right.kind {
            RightKind::Castling { king, rook, .. } => vec![king.0, rook.0],
            RightKind::Leaps { square, .. } | RightKind::Gate { square } => vec![square],
        };
        for home in homes {
            kept[home.index()] &= !(1 << bit);
        }
    }
    kept.into()
}

/// Returns, by target and as bits, the rights of a colour that allow a capturing leap to the target.
pub(super) fn attacking<const W: usize>(rights: &[Right<W>], color: Color, squares: usize) -> Box<[u32]> {
    let mut attacking = vec![0; squares];
    for (bit, right) in rights.iter().enumerate().filter(|(_, right)| right.color == color) {
        if let RightKind::Leaps { capture, .. } = &right.kind {
            for target in *capture {
                attacking[target.index()] |= 1 << bit;
            }
        }
    }
    attacking.into()
}

/// Returns the rights of a colour, as bits.
pub(super) fn of<const W: usize>(rights: &[Right<W>], color: Color) -> u32 {
    let bits = rights.iter().enumerate().filter(|(_, right)| right.color == color);
    bits.fold(0, |all, (bit, _)| all | 1 << bit)
}
