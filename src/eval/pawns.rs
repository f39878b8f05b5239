//! Pawns, and whatever else is promoted on the last rank: guarded ones, and passed ones.

use super::Evaluation;
use super::board_density::distance;
use super::tapered::{MAX_PHASE, Tapered};
use super::trace::Term;
use super::tracer::Tracer;
use crate::board::{Bitboard, Shape, Square};
use crate::position::Position;
use crate::rules::{Color, PieceType, Variant};

/// Tables about the piece types that are promoted on the last rank.
#[derive(Clone, Debug)]
pub(super) struct Pawns<const W: usize> {
    piece_types: Box<[PieceType]>,
    /// Whether pawns of the only piece type can be shifted as a set; then the squares that have a neighbour in the file below
    /// and above, and the number of files.
    shift: Option<Shift<W>>,
    /// By colour, by piece type (as in `piece_types`): the squares ahead. `None` where a pawn has several ways forward, as in
    /// three dimensions: there hardly anything can stop it for good, and nothing is ever passed for good.
    spans: [Box<[Option<Spans<W>>]>; 2],
    /// By colour, by piece type, by square: what it attacks by leaps.
    attacks: [Box<[Box<[Bitboard<W>]>]>; 2],
}

#[derive(Clone, Debug)]
struct Shift<const W: usize> {
    /// Cells that are not on the first file; squares that are not on the last one.
    off_edge: [Bitboard<W>; 2],
    cells: Bitboard<W>,
    files: u32,
}

/// The way of a pawn from every square to its last rank.
#[derive(Clone, Debug)]
struct Spans<const W: usize> {
    /// By square: all squares ahead.
    ahead: Box<[Bitboard<W>]>,
    /// By square: the next one.
    next: Box<[Bitboard<W>]>,
    /// By square: where enemy pawns could block or capture it on the way.
    passed_span: Box<[Bitboard<W>]>,
    /// By square: the neighbours on the same rank.
    beside: Box<[Bitboard<W>]>,
    /// By square: the neighbouring files.
    flanks: Box<[Bitboard<W>]>,
}

impl<const W: usize> Pawns<W> {
    pub fn new(variant: &Variant<W>) -> Self {
        let pieces = &variant.definition.pieces;
        let piece_types: Box<[PieceType]> = (0..pieces.len())
            .filter(|piece_type| pieces[*piece_type].promotion.is_some() && !pieces[*piece_type].royal)
            .map(|piece_type| PieceType(piece_type as u8))
            .collect();
        let attacks = Color::BOTH.map(|color| {
            piece_types
                .iter()
                .map(|piece_type| {
                    variant.piece_tables[color.index()][piece_type.index()]
                        .capture
                        .leaps
                        .clone()
                })
                .collect()
        });
        let mut pawns = Self {
            shift: Shift::new(variant, &piece_types),
            spans: [Box::default(), Box::default()],
            attacks,
            piece_types,
        };
        pawns.spans = Color::BOTH.map(|color| {
            pawns
                .piece_types
                .iter()
                .map(|piece_type| {
                    let ahead = pawns.ahead(variant, color, *piece_type)?;
                    let passed_span = pawns.passed_span(variant, color, &ahead)?;
                    let next = variant.piece_tables[color.index()][piece_type.index()]
                        .quiet
                        .leaps
                        .clone();
                    let [beside, flanks] = flanks(&variant.definition.shape);
                    Some(Spans {
                        ahead,
                        next,
                        passed_span,
                        beside,
                        flanks,
                    })
                })
                .collect()
        });
        pawns
    }

    /// All pawns of both sides.
    #[inline]
    pub fn men(&self, position: &Position<W>) -> Bitboard<W> {
        self.piece_types
            .iter()
            .fold(Bitboard::EMPTY, |men, piece_type| men | position.of_type(*piece_type))
    }

    /// All pawns of one side.
    #[inline]
    pub fn of(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        self.men(position) & position.of_color(color)
    }

    /// What the pawns of one side attack.
    pub fn attacks(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        if let Some(shift) = &self.shift {
            return shift.attacks(self.of(position, color), color);
        }
        let mut attacks = Bitboard::EMPTY;
        for (piece_type, table) in self.piece_types.iter().zip(&self.attacks[color.index()]) {
            for square in position.of(color, *piece_type) {
                attacks |= table[square.index()];
            }
        }
        attacks
    }

    /// The squares on the way to promotion without capturing, if it is one way from every square.
    fn ahead(&self, variant: &Variant<W>, color: Color, piece_type: PieceType) -> Option<Box<[Bitboard<W>]>> {
        let mover = &variant.piece_tables[color.index()][piece_type.index()];
        let straight = mover.quiet.directions.is_empty()
            && mover.quiet.paths.is_empty()
            && mover.quiet.leaps.iter().all(|next| !next.more_than_one());
        straight.then(|| {
            (0..mover.quiet.leaps.len())
                .map(|cell| {
                    let mut ahead = Bitboard::EMPTY;
                    let mut at = mover.quiet.leaps[cell].first();
                    while let Some(next) = at.filter(|next| !ahead.contains(*next)) {
                        ahead.insert(next);
                        at = mover.quiet.leaps[next.index()].first();
                    }
                    ahead
                })
                .collect()
        })
    }

    fn passed_span(&self, variant: &Variant<W>, color: Color, ahead: &[Bitboard<W>]) -> Option<Box<[Bitboard<W>]>> {
        let enemies: Option<Vec<(PieceType, Box<[Bitboard<W>]>)>> = self
            .piece_types
            .iter()
            .map(|piece_type| Some((*piece_type, self.ahead(variant, !color, *piece_type)?)))
            .collect();
        let enemies = enemies?;
        let stops = |way: Bitboard<W>, at: Square| {
            enemies.iter().any(|(piece_type, enemy_ahead)| {
                let captures = &variant.piece_tables[(!color).index()][piece_type.index()].capture.leaps;
                let mut stands = enemy_ahead[at.index()];
                stands.insert(at);
                way.contains(at) || stands.into_iter().any(|stand| captures[stand.index()].intersects(way))
            })
        };
        let shape = &variant.definition.shape;
        Some(
            ahead
                .iter()
                .map(|way| shape.squares().filter(|at| stops(*way, *at)).collect())
                .collect(),
        )
    }
}

impl<const W: usize> Shift<W> {
    fn new(variant: &Variant<W>, piece_types: &[PieceType]) -> Option<Self> {
        let shape = &variant.definition.shape;
        let plain =
            |color: Color, piece_type: &PieceType| variant.piece_tables[color.index()][piece_type.index()].plain_pawn;
        let shiftable =
            piece_types.len() == 1 && shape.files() < 63 && Color::BOTH.iter().all(|c| plain(*c, &piece_types[0]));
        let all_but = |file: u8| shape.squares().filter(|at| shape.file(*at) != file).collect();
        shiftable.then(|| Self {
            off_edge: [all_but(0), all_but(shape.files() - 1)],
            cells: variant.squares,
            files: shape.files() as u32,
        })
    }

    fn attacks(&self, pawns: Bitboard<W>, color: Color) -> Bitboard<W> {
        let left = pawns & self.off_edge[0];
        let right = pawns & self.off_edge[1];
        let attacks = match color {
            Color::White => left.shifted_up(self.files - 1) | right.shifted_up(self.files + 1),
            Color::Black => left.shifted_down(self.files + 1) | right.shifted_down(self.files - 1),
        };
        attacks & self.cells
    }
}

/// By square: its neighbours on the same rank; and the neighbouring files.
fn flanks<const W: usize>(shape: &Shape) -> [Box<[Bitboard<W>]>; 2] {
    let cells = || (0..shape.area()).map(Square::new);
    let neighbour =
        |a: Square, b: Square| shape.level(a) == shape.level(b) && shape.file(a).abs_diff(shape.file(b)) == 1;
    let flanks = |a: Square| shape.squares().filter(|b| neighbour(a, *b)).collect();
    let beside = |a: Square| {
        let same_rank = |b: &Square| shape.rank(a) == shape.rank(*b) && neighbour(a, *b);
        shape.squares().filter(same_rank).collect()
    };
    [cells().map(beside).collect(), cells().map(flanks).collect()]
}

impl<const W: usize> Evaluation<W> {
    /// How the pawns of one side stand together, and which are passed. `attacks`: what these pawns attack.
    pub(super) fn pawn_structure(
        &self,
        position: &Position<W>,
        attacks: Bitboard<W>,
        color: Color,
        tracer: &mut impl Tracer,
    ) {
        let own = self.pawns.of(position, color);
        let enemies = self.pawns.of(position, !color);
        let guarded = (own & attacks).count() as i32;
        let weight = self.weights.terms.guarded_pawn;
        tracer.add(color, Term::GuardedPawn, weight * guarded, || guarded as f32);
        for (piece_type, spans) in self.pawns.piece_types.iter().zip(&self.pawns.spans[color.index()]) {
            let Some(spans) = spans else { continue };
            let [mut phalanx, mut isolated, mut doubled] = [0; 3];
            for square in position.of(color, *piece_type) {
                phalanx += spans.beside[square.index()].intersects(own) as i32;
                isolated += (!spans.flanks[square.index()].intersects(own)) as i32;
                doubled += spans.ahead[square.index()].intersects(own) as i32;
                if !spans.passed_span[square.index()].intersects(enemies) {
                    let promotion_value = self.promotion_value(color, *piece_type, square);
                    self.passed(position, spans, promotion_value, square, color, tracer);
                }
            }
            let terms = &self.weights.terms;
            tracer.add(color, Term::Phalanx, terms.phalanx * phalanx, || phalanx as f32);
            tracer.add(color, Term::Isolated, terms.isolated * isolated, || isolated as f32);
            tracer.add(color, Term::Doubled, terms.doubled * doubled, || doubled as f32);
        }
    }

    fn passed(
        &self,
        position: &Position<W>,
        spans: &Spans<W>,
        promotion_value: i32,
        square: Square,
        color: Color,
        tracer: &mut impl Tracer,
    ) {
        let terms = &self.weights.terms;
        let share = |part: i32| promotion_value * part / MAX_PHASE;
        let count = |promotion_value: i32| promotion_value as f32 / MAX_PHASE as f32;
        let open = if spans.ahead[square.index()].intersects(position.of_color(!color)) {
            2
        } else {
            1
        };
        let weight = Tapered::new(
            share(terms.passed_share.mid) / open,
            share(terms.passed_share.end) / open,
        );
        tracer.add(color, Term::Passed, weight, || count(promotion_value) / open as f32);
        let next = spans.next[square.index()].first();
        if let (Some(next), Some(own), Some(other)) = (next, position.king(color), position.king(!color)) {
            let shape = &self.variant.definition.shape;
            let nearer = distance(shape, other, next) as i32 - distance(shape, own, next) as i32;
            let nearer = nearer.clamp(-5, 5);
            let weight = Tapered::new(0, share(terms.passed_king_share * nearer));
            tracer.add(color, Term::PassedKing, weight, || count(promotion_value * nearer));
        }
    }
}
