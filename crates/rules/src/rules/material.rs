//! Who can mate with what, from how the men move.
//!
//! Two questions are answered from the compiled tables, whatever the board and whatever a game calls its men: whether king
//! and one man ever mate a lone king, and whether men that never leave some squares, however many they are, can mate with
//! their king's help. Both answers are about mates that exist, not about mates that are reached or forced: a "no" is a proof
//! that nobody will ever be mated, a "yes" proves nothing.
//!
//! A man's squares are found when it is first asked for, and its mates too: a game without such an ending pays nothing.

use std::ops::BitOrAssign;
use std::sync::OnceLock;

use super::{Color, Definition, PieceTable, PieceType, Right, RightKind, Variant};
use crate::board::{Bitboard, Square, reachable};

/// What is known of the material of one game.
#[derive(Clone, Debug)]
pub struct Material<const W: usize> {
    /// The men that are promoted or make multi-steps. They are not examined: a side that has one is said to mate.
    pub growing: Box<[PieceType]>,
    /// Whether any man beside the kings may decide a game: where it is won without a mate
    /// ([`Rules::is_won_without_mate`]), or where kings do not move alike or are promoted.
    pub any_man_decides: bool,
    /// The rights (bits) that bring no man to other squares and attack nothing.
    pub harmless_rights: u32,
    /// By colour, by piece type.
    men: [Box<[OnceLock<Man<W>>]>; 2],
}

/// What one man can ever do.
#[derive(Clone, Debug)]
struct Man<const W: usize> {
    /// By square, where it can ever come to from there.
    reach: Box<[Bitboard<W>]>,
    /// The squares from which it can come to mate a lone king.
    mating: OnceLock<Bitboard<W>>,
}

/// Where the men of one side can ever stand, and what they can ever attack.
#[derive(Clone, Copy, Default, Debug)]
pub struct Range<const W: usize> {
    /// Where they stand.
    pub stand: Bitboard<W>,
    /// What they attack from there.
    pub attacked: Bitboard<W>,
}

impl<const W: usize> BitOrAssign for Range<W> {
    fn bitor_assign(&mut self, other: Self) {
        self.stand |= other.stand;
        self.attacked |= other.attacked;
    }
}

impl<const W: usize> Material<W> {
    pub(super) fn new(definition: &Definition, tables: &[Box<[PieceTable<W>]>; 2], rights: &[Right<W>]) -> Self {
        let grows = definition
            .piece_types()
            .filter(|(_, piece)| piece.promotion.is_some() || piece.multi_step.is_some())
            .map(|(piece_type, _)| piece_type);
        let (kings, growing): (Vec<PieceType>, Vec<PieceType>) =
            grows.partition(|piece_type| *piece_type == definition.king());
        let [white, black] = tables.each_ref().map(|tables| &tables[definition.king().index()]);
        let leaps = |king: &PieceTable<W>| king.uniform && king.capture.leaps_alone().is_some();
        let kings_are_alike = leaps(white) && leaps(black) && white.capture.leaps == black.leap_sources;
        let is_harmless = |right: &Right<W>| match &right.kind {
            RightKind::Castling { .. } => false,
            RightKind::Leaps { piece, capture, .. } => *piece == definition.king() && capture.is_empty(),
        };
        let harmless = (0..).zip(rights).filter(|(_, right)| is_harmless(right));
        Self {
            growing: growing.into(),
            any_man_decides: definition.is_won_without_mate() || !kings_are_alike || !kings.is_empty(),
            harmless_rights: harmless.fold(0, |all, (number, _)| all | 1 << number),
            men: Color::BOTH.map(|_| definition.pieces.iter().map(|_| OnceLock::new()).collect()),
        }
    }
}

impl<const W: usize> Variant<W> {
    /// Returns where a man can ever come to from a square by its moves and captures, the square itself included.
    pub fn reach(&self, color: Color, piece_type: PieceType, square: Square) -> Bitboard<W> {
        self.man(color, piece_type).reach[square.index()]
    }

    /// Returns what the man on a square can ever do.
    pub fn range(&self, color: Color, piece_type: PieceType, square: Square) -> Range<W> {
        let capture = &self.piece_tables[color.index()][piece_type.index()].capture;
        let stand = self.reach(color, piece_type, square);
        let attacks = |at: Square| capture.leaps[at.index()] | capture.open[at.index()];
        Range {
            stand,
            attacked: stand.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks(at)),
        }
    }

    /// Returns whether king and this man can ever mate a lone king, the man having come from this square.
    pub fn mates_alone(&self, color: Color, piece_type: PieceType, square: Square) -> bool {
        let man = self.man(color, piece_type);
        let mating = man.mating.get_or_init(|| self.mating(color, piece_type, &man.reach));
        mating.contains(square)
    }

    /// Returns whether a side may ever mate with men that do what `own` says, against men that do what `other` says.
    ///
    /// The king that is mated stands where one of these men attacks. It must not flee to where neither they attack nor its own
    /// men stand: these squares the other king has to guard from where it may stand.
    pub fn may_mate(&self, color: Color, own: &Range<W>, other: &Range<W>) -> bool {
        own.attacked.into_iter().any(|king| {
            let flights = self.king_moves(!color, king).without(own.attacked | other.stand);
            self.guards(color, king, flights).any()
        })
    }

    fn man(&self, color: Color, piece_type: PieceType) -> &Man<W> {
        self.material.men[color.index()][piece_type.index()].get_or_init(|| {
            let table = &self.piece_tables[color.index()][piece_type.index()];
            let next = |at: Square| {
                let moves =
                    [&table.quiet, &table.capture].map(|moves| moves.leaps[at.index()] | moves.open[at.index()]);
                moves[0] | moves[1]
            };
            Man {
                reach: (0..self.definition.shape.area())
                    .map(|at| reachable(Square::new(at), next))
                    .collect(),
                mating: OnceLock::new(),
            }
        })
    }

    /// Returns the squares from which a man comes to where it mates a lone king.
    fn mating(&self, color: Color, piece_type: PieceType, reach: &[Bitboard<W>]) -> Bitboard<W> {
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
                        .filter(|from| reach[from.index()].contains(at))
                        .collect();
                }
            }
        }
        mating
    }

    /// Returns whether a man on a square mates a lone king on another, wherever its own king stands.
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

    /// Returns where a king may stand that guards all of these squares against the enemy king.
    fn guards(&self, color: Color, enemy_king: Square, squares: Bitboard<W>) -> Bitboard<W> {
        let king = &self.piece_tables[color.index()][self.king.index()];
        let mut free = self.squares.without(self.king_moves(!color, enemy_king));
        free.remove(enemy_king);
        squares
            .into_iter()
            .fold(free, |guards, square| guards & king.leap_sources[square.index()])
    }

    fn king_moves(&self, color: Color, square: Square) -> Bitboard<W> {
        self.piece_tables[color.index()][self.king.index()].capture.leaps[square.index()]
    }
}
