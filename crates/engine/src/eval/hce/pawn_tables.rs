//! Tables about pawns. A pawn is a piece of any type, other than the king, that can be promoted.

use kurier_rules::board::{Bitboard, Shape, Square};
use kurier_rules::position::Position;
use kurier_rules::rules::{Color, PieceType, Variant};

/// The piece types of pawns, and tables about the pawns.
#[derive(Clone, Debug)]
pub(super) struct Pawns<const W: usize> {
    /// The piece types, other than the king, that can be promoted.
    pub(super) piece_types: Box<[PieceType]>,
    /// Whether `piece_types` are exactly the piece types that a position's pawn key covers.
    pub(super) keyed: bool,
    /// The masks for computing the attacks of all pawns at once, if there is only one type of pawn and it captures as
    /// in chess; otherwise `None`.
    shift: Option<Shift<W>>,
    /// The spans, by colour and index in `piece_types`. `None` if a pawn of the type, or any enemy pawn, can advance in
    /// several ways, as in three dimensions: a pawn that has several ways is hard to stop, and the notion of a passed
    /// pawn means little.
    pub(super) spans: [Box<[Option<Spans<W>>]>; 2],
    /// The squares attacked by leaps, by colour, index in `piece_types`, and square.
    attacks: [Box<[Box<[Bitboard<W>]>]>; 2],
}

/// The masks and distances for shifting a set of pawns to the squares that it attacks.
#[derive(Clone, Debug)]
struct Shift<const W: usize> {
    /// The board without its first file, and the board without its last file.
    off_edge: [Bitboard<W>; 2],
    squares: Bitboard<W>,
    files: u32,
}

/// The squares that matter to a pawn, by the square of the pawn.
#[derive(Clone, Debug)]
pub(super) struct Spans<const W: usize> {
    /// The squares in front of the pawn, up to the promotion square.
    pub front: Box<[Bitboard<W>]>,
    /// The square directly in front of the pawn.
    pub stop: Box<[Bitboard<W>]>,
    /// The squares from which enemy pawns could block or capture the pawn on its way. The pawn is passed if no enemy
    /// pawn stands on any of these squares.
    pub passed: Box<[Bitboard<W>]>,
    /// The neighbouring squares on the same rank.
    pub rank_neighbours: Box<[Bitboard<W>]>,
    /// All squares of the neighbouring files.
    pub adjacent_files: Box<[Bitboard<W>]>,
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
                .map(|piece_type| &variant.piece_tables[color.index()][piece_type.index()])
                .map(|mover| mover.capture.leaps.clone())
                .collect()
        });
        let bits = piece_types.iter().fold(0, |bits, piece_type| bits | 1 << piece_type.0);
        let mut pawns = Self {
            keyed: bits == variant.pawns,
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
                    let front = pawns.front_spans(variant, color, *piece_type)?;
                    let passed = pawns.passed_spans(variant, color, &front)?;
                    let mover = &variant.piece_tables[color.index()][piece_type.index()];
                    let [rank_neighbours, adjacent_files] = neighbours(&variant.definition.shape);
                    Some(Spans {
                        front,
                        stop: mover.quiet.leaps.clone(),
                        passed,
                        rank_neighbours,
                        adjacent_files,
                    })
                })
                .collect()
        });
        pawns
    }

    /// Returns all pawns of both sides.
    #[inline]
    pub fn all(&self, position: &Position<W>) -> Bitboard<W> {
        position.of_types(&self.piece_types)
    }

    /// Returns all pawns of one side.
    #[inline]
    pub fn of(&self, position: &Position<W>, color: Color) -> Bitboard<W> {
        self.all(position) & position.of_color(color)
    }

    /// Returns the squares that the pawns of one side attack.
    #[inline]
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

    /// Returns the squares on a pawn's way to promotion without captures, by the square of the pawn. Returns `None` if
    /// more than one way leads from some square.
    fn front_spans(&self, variant: &Variant<W>, color: Color, piece_type: PieceType) -> Option<Box<[Bitboard<W>]>> {
        let mover = &variant.piece_tables[color.index()][piece_type.index()];
        let straight = mover.quiet.directions.is_empty()
            && mover.quiet.paths.is_empty()
            && mover.quiet.leaps.iter().all(|next| !next.more_than_one());
        straight.then(|| {
            (0..mover.quiet.leaps.len())
                .map(|square| {
                    let mut front = Bitboard::EMPTY;
                    let mut at = mover.quiet.leaps[square].first();
                    while let Some(next) = at.filter(|next| !front.contains(*next)) {
                        front.insert(next);
                        at = mover.quiet.leaps[next.index()].first();
                    }
                    front
                })
                .collect()
        })
    }

    /// Returns the squares from which enemy pawns could block or capture a pawn with the given front spans, by the
    /// square of the pawn. Returns `None` if enemy pawns can advance in several ways.
    fn passed_spans(&self, variant: &Variant<W>, color: Color, front: &[Bitboard<W>]) -> Option<Box<[Bitboard<W>]>> {
        let enemies: Option<Vec<(PieceType, Box<[Bitboard<W>]>)>> = self
            .piece_types
            .iter()
            .map(|piece_type| Some((*piece_type, self.front_spans(variant, !color, *piece_type)?)))
            .collect();
        let enemies = enemies?;
        let stops = |span: Bitboard<W>, at: Square| {
            enemies.iter().any(|(piece_type, enemy_front)| {
                let captures = &variant.piece_tables[(!color).index()][piece_type.index()].capture.leaps;
                let mut stands = enemy_front[at.index()];
                stands.insert(at);
                span.contains(at) || stands.into_iter().any(|stand| captures[stand.index()].intersects(span))
            })
        };
        let shape = &variant.definition.shape;
        Some(
            front
                .iter()
                .map(|span| shape.squares().filter(|at| stops(*span, *at)).collect())
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
            squares: variant.squares,
            files: shape.files() as u32,
        })
    }

    #[inline]
    fn attacks(&self, pawns: Bitboard<W>, color: Color) -> Bitboard<W> {
        let left = pawns & self.off_edge[0];
        let right = pawns & self.off_edge[1];
        let attacks = match color {
            Color::White => left.shifted_up(self.files - 1) | right.shifted_up(self.files + 1),
            Color::Black => left.shifted_down(self.files + 1) | right.shifted_down(self.files - 1),
        };
        attacks & self.squares
    }
}

/// Returns two tables by square: the neighbours on the same rank, and all squares of the neighbouring files.
fn neighbours<const W: usize>(shape: &Shape) -> [Box<[Bitboard<W>]>; 2] {
    let squares = || (0..shape.area()).map(Square::new);
    let neighbour =
        |a: Square, b: Square| shape.level(a) == shape.level(b) && shape.file(a).abs_diff(shape.file(b)) == 1;
    let adjacent_files = |a: Square| shape.squares().filter(|b| neighbour(a, *b)).collect();
    let rank_neighbours = |a: Square| {
        let same_rank = |b: &Square| shape.rank(a) == shape.rank(*b) && neighbour(a, *b);
        shape.squares().filter(same_rank).collect()
    };
    [
        squares().map(rank_neighbours).collect(),
        squares().map(adjacent_files).collect(),
    ]
}
