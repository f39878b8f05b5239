//! Which pieces can give mate, derived from how they move.
//!
//! Two questions are answered from the compiled tables, for any board and any pieces: whether a king and one piece can
//! ever mate a bare king, and whether any number of pieces that never leave certain squares can mate with their king's
//! help. The answers are about mates that exist, not about mates that can be reached or forced: "no" proves that nobody
//! will ever be mated, "yes" proves nothing.
//!
//! The reach and the mates of a piece are computed on first use, so they cost nothing in a game without endings that
//! need them.

use std::ops::BitOrAssign;
use std::sync::OnceLock;

use super::{Color, Definition, PieceTable, PieceType, Right, RightKind, Variant};
use crate::board::{Bitboard, Square, is_path, reachable};

/// The abilities of a game's pieces that determine which material can mate.
#[derive(Clone, Debug)]
pub struct Material<const W: usize> {
    /// The piece types that promote or have multi-steps. They are not examined: a side that has such a piece counts as
    /// able to mate.
    pub growing: Box<[PieceType]>,
    /// Whether any piece other than the kings may decide a game: because games may be won without a mate
    /// ([`Rules::is_won_without_mate`](super::Rules::is_won_without_mate)), because no move may give check, or because
    /// the kings are not alike, do not move by equal leaps, may not face each other, or have promotions or multi-steps.
    pub any_piece_decides: bool,
    /// Whether even two bare kings may decide the game: by reaching a region, by standing in a row, or by points.
    pub bare_kings_play: bool,
    /// The rights, as bits, that move only the king and capture nothing.
    pub harmless_rights: u32,
    /// By colour, by piece type: what the piece can ever do, computed on first use.
    pieces: [Box<[OnceLock<PieceScope<W>>]>; 2],
}

/// What one piece of a colour can ever do.
#[derive(Clone, Debug)]
struct PieceScope<const W: usize> {
    /// By square: where the piece can ever stand and what it can attack from there.
    ranges: Box<[Range<W>]>,
    /// The squares from which the piece can reach a square where it mates a bare king.
    mating: OnceLock<Bitboard<W>>,
}

/// Where one or several pieces of one side can ever stand, and what they can ever attack.
#[derive(Clone, Copy, Default, Debug)]
pub struct Range<const W: usize> {
    /// The squares where the pieces can stand.
    pub stand: Bitboard<W>,
    /// The squares that the pieces attack from the squares in `stand`.
    pub attacked: Bitboard<W>,
}

impl<const W: usize> BitOrAssign for Range<W> {
    fn bitor_assign(&mut self, other: Self) {
        self.stand |= other.stand;
        self.attacked |= other.attacked;
    }
}

impl<const W: usize> Material<W> {
    /// Creates the material of a game. The reach and the mates of the pieces are computed later, when they are needed.
    pub(super) fn new(definition: &Definition, tables: &[Box<[PieceTable<W>]>; 2], rights: &[Right<W>]) -> Self {
        let grows = definition
            .piece_types()
            .filter(|(_, piece)| piece.promotion.is_some() || piece.multi_step.is_some())
            .map(|(piece_type, _)| piece_type);
        let is_king = |piece_type| {
            Color::BOTH
                .iter()
                .any(|color| definition.king(*color) == Some(piece_type))
        };
        let (kings, growing): (Vec<PieceType>, Vec<PieceType>) = grows.partition(|piece_type| is_king(*piece_type));
        let [white, black] = Color::BOTH.map(|color| Some(&tables[color.index()][definition.king(color)?.index()]));
        let leaps = |king: &PieceTable<W>| king.uniform && king.capture.leaps_alone().is_some();
        let alike = |(white, black): (&PieceTable<W>, &PieceTable<W>)| {
            leaps(white) && leaps(black) && white.capture.leaps == black.leap_sources
        };
        let kings_are_alike =
            white.zip(black).is_some_and(alike) && definition.kings.types[0] == definition.kings.types[1];
        let facing = definition.kings.facing_forbidden.any() || definition.kings.facing_ends.any();
        let plain = kings_are_alike && !facing && !definition.kings.checks_forbidden;
        let is_harmless = |right: &Right<W>| match &right.kind {
            RightKind::Castling { .. } => false,
            // Without a piece in hand, nothing can be gated.
            RightKind::Gate { .. } => true,
            RightKind::Leaps { piece, capture, .. } => is_king(*piece) && capture.is_empty(),
        };
        let harmless = (0..).zip(rights).filter(|(_, right)| is_harmless(right));
        Self {
            growing: growing.into(),
            any_piece_decides: definition.is_won_without_mate() || !plain || !kings.is_empty(),
            bare_kings_play: !definition.ends.flags.is_empty()
                || !definition.ends.connections.is_empty()
                || definition.ends.points.is_some(),
            harmless_rights: harmless.fold(0, |all, (number, _)| all | 1 << number),
            pieces: Color::BOTH.map(|_| definition.pieces.iter().map(|_| OnceLock::new()).collect()),
        }
    }
}

impl<const W: usize> Variant<W> {
    /// Returns where the piece on a square can ever stand by moves and captures, `square` included, and what it can
    /// attack from there.
    pub fn range(&self, color: Color, piece_type: PieceType, square: Square) -> &Range<W> {
        &self.scope(color, piece_type).ranges[square.index()]
    }

    /// Returns whether a king and this piece, now on `square`, can ever mate a bare king.
    pub fn mates_alone(&self, color: Color, piece_type: PieceType, square: Square) -> bool {
        let scope = self.scope(color, piece_type);
        let mating = scope
            .mating
            .get_or_init(|| self.mating(color, piece_type, &scope.ranges));
        mating.contains(square)
    }

    /// Returns whether a side may ever give mate if its pieces have the range `own` and the enemy's have the range
    /// `other`.
    ///
    /// The mated king stands on a square that a piece of `color` can attack. The king of `color` must guard all flight
    /// squares that no other piece of `color` can attack and that no enemy piece can occupy.
    pub fn may_mate(&self, color: Color, own: &Range<W>, other: &Range<W>) -> bool {
        own.attacked.into_iter().any(|king| {
            let flights = self.king_moves(!color, king).without(own.attacked | other.stand);
            self.guards(color, king, flights).any()
        })
    }

    /// Returns what a piece of a type and colour can ever do. Computes it on the first call.
    fn scope(&self, color: Color, piece_type: PieceType) -> &PieceScope<W> {
        self.material.pieces[color.index()][piece_type.index()].get_or_init(|| PieceScope {
            ranges: self.ranges(&self.piece_tables[color.index()][piece_type.index()]),
            mating: OnceLock::new(),
        })
    }

    /// Returns the ranges of a piece by starting square.
    fn ranges(&self, table: &PieceTable<W>) -> Box<[Range<W>]> {
        let attacks = |at: Square| table.capture.leaps[at.index()] | table.capture.open[at.index()];
        let next = |at: Square| attacks(at) | table.quiet.leaps[at.index()] | table.quiet.open[at.index()];
        let mut ranges: Box<[Option<Range<W>>]> = vec![None; self.definition.shape.area()].into();
        for start in (0..ranges.len()).map(Square::new) {
            if ranges[start.index()].is_some() {
                continue;
            }
            let stand = reachable(start, next);
            let range = Range {
                stand,
                attacked: stand.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks(at)),
            };
            // A square in `stand` from which the piece can return to `start` has the range of `start`.
            for square in stand {
                if ranges[square.index()].is_none() && is_path(square, start, next) {
                    ranges[square.index()] = Some(range);
                }
            }
        }
        ranges.into_iter().flatten().collect()
    }

    /// Returns the squares from which a piece can reach a square where it mates a bare king.
    fn mating(&self, color: Color, piece_type: PieceType, ranges: &[Range<W>]) -> Bitboard<W> {
        let table = &self.piece_tables[color.index()][piece_type.index()];
        let mut mating = Bitboard::EMPTY;
        for king in self.squares {
            let checking = table.leap_sources[king.index()]
                | table.slide_sources[king.index()]
                | table.path_sources[king.index()]
                | table.hop_sources[king.index()];
            for at in checking {
                if !mating.contains(at) && self.mates(color, table, at, king) {
                    mating |= self
                        .squares
                        .into_iter()
                        .filter(|from| ranges[from.index()].stand.contains(at))
                        .collect();
                }
            }
        }
        mating
    }

    /// Returns whether a piece of `color` on `at` mates a bare enemy king on `king` if the king of `color` stands on a
    /// suitable square.
    fn mates(&self, color: Color, table: &PieceTable<W>, at: Square, king: Square) -> bool {
        let most = table.capture.leaps[at.index()] | table.capture.open[at.index()];
        let flights = self.king_moves(!color, king);
        let is_mate = |guard: Square| {
            let occupied = Bitboard::from_square(guard) | Bitboard::from_square(at);
            let guarded = self.king_moves(color, guard);
            let attacked = |target: Square| {
                let occupied = occupied | Bitboard::from_square(target);
                guarded.contains(target) || target != at && self.reached(&table.capture, at, occupied).contains(target)
            };
            guard != at && attacked(king) && flights.into_iter().all(attacked)
        };
        self.guards(color, king, flights.without(most)).into_iter().any(is_mate)
    }

    /// Returns the squares, not attacked by the enemy king on `enemy_king`, from which the king of `color` attacks all
    /// of `squares`.
    fn guards(&self, color: Color, enemy_king: Square, squares: Bitboard<W>) -> Bitboard<W> {
        let king = &self.piece_tables[color.index()][self.kings[color.index()].index()];
        let mut free = self.squares.without(self.king_moves(!color, enemy_king));
        free.remove(enemy_king);
        squares
            .into_iter()
            .fold(free, |guards, square| guards & king.leap_sources[square.index()])
    }

    /// Returns the squares that a king attacks.
    fn king_moves(&self, color: Color, square: Square) -> Bitboard<W> {
        self.piece_tables[color.index()][self.kings[color.index()].index()]
            .capture
            .leaps[square.index()]
    }
}
