//! A game compiled for a board width: the tables that move generation, attack detection and notation read.

use std::sync::Arc;

use super::zobrist::Zobrist;
use super::{Color, Definition, Facing, Fate, FlagTime, Hurdles, Landing, Material, Passage, PieceType};
use crate::board::{Bitboard, Rays, Square, Vector};

/// A path that any piece on it blocks, other than a straight slide: the path of a crooked or bent slider, of a rider
/// with long leaps, or of a lame leaper.
#[derive(Clone, Debug)]
pub struct RiderPath {
    /// The squares in the order in which they are passed. Never empty.
    pub squares: Box<[Square]>,
    /// The index of the first square that the piece may land on, such as 0 for a simple rider, or the index of the last
    /// square for a lame leaper. The piece may land on all later squares too.
    pub landing: usize,
}

impl RiderPath {
    /// Returns the squares that the piece attacks, including those occupied by pieces of either side.
    pub fn targets<const W: usize>(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut attacks = Bitboard::EMPTY;
        for (i, square) in self.squares.iter().enumerate() {
            if i >= self.landing {
                attacks.insert(*square);
            }
            if occupied.contains(*square) {
                break;
            }
        }
        attacks
    }
}

/// The path of a hopper, which must leap over exactly one piece.
#[derive(Clone, Debug)]
pub struct Hop {
    /// The squares in the order in which they are passed: at least two.
    pub squares: Box<[Square]>,
    /// Where the hopper may land beyond the piece that it leaps over.
    pub landing: Landing,
}

impl Hop {
    /// Returns the squares that the hopper attacks, including those occupied by pieces of either side. `barriers` are
    /// squares of pieces that it may not leap over.
    pub fn targets<const W: usize>(&self, occupied: Bitboard<W>, barriers: Bitboard<W>) -> Bitboard<W> {
        let mut attacks = Bitboard::EMPTY;
        let mut met = false;
        for (i, square) in self.squares.iter().enumerate() {
            let lands = match self.landing {
                Landing::Beyond | Landing::Next => met,
                Landing::Last | Landing::NextLast => met && i + 1 == self.squares.len(),
            };
            if lands {
                attacks.insert(*square);
            }
            let taken = occupied.contains(*square);
            if met && (taken || matches!(self.landing, Landing::Next | Landing::NextLast))
                || taken && barriers.contains(*square)
            {
                break;
            }
            met |= taken;
        }
        attacks
    }
}

/// The quiet moves or the captures of one piece type of one colour. Tables are indexed by square.
#[derive(Clone, Debug, Default)]
pub struct Moves<const W: usize> {
    /// By square: the squares reached by leaps.
    pub leaps: Box<[Bitboard<W>]>,
    /// The directions of the slides, as indices into [`crate::board::DIRECTIONS`].
    pub directions: Box<[u8]>,
    /// By square: the squares to which slides are limited; `None` if all slides run to the edge.
    pub range: Option<Box<[Bitboard<W>]>>,
    /// By square: the paths that any piece blocks. Empty if the piece type has no such paths.
    pub paths: Box<[Box<[RiderPath]>]>,
    /// By square: the paths that lead over a piece. Empty if the piece type is not a hopper.
    pub hops: Box<[Box<[Hop]>]>,
    /// The pieces that limit the hops.
    pub hurdles: Hurdles,
    /// By square: the squares reached by slides and paths on an empty board, and by hops over a piece on any square of
    /// their path.
    pub open: Box<[Bitboard<W>]>,
}

impl<const W: usize> Moves<W> {
    /// Returns, by square, the squares reached by leaps if the piece type only leaps, so that nothing can block it;
    /// otherwise `None`.
    #[inline(always)]
    pub fn leaps_alone(&self) -> Option<&[Bitboard<W>]> {
        let alone = self.directions.is_empty() && self.paths.is_empty() && self.hops.is_empty();
        alone.then_some(&self.leaps[..])
    }

    /// Returns the squares reached by paths and hops. `barriers` are the squares of pieces that no hop may lead over,
    /// and `spared` are the squares of pieces that no hop may capture.
    #[inline]
    pub fn blocked(&self, from: Square, occupied: Bitboard<W>, [barriers, spared]: [Bitboard<W>; 2]) -> Bitboard<W> {
        let mut attacks = Bitboard::EMPTY;
        if !self.paths.is_empty() {
            for path in &self.paths[from.index()] {
                attacks |= path.targets(occupied);
            }
        }
        if !self.hops.is_empty() {
            for hop in &self.hops[from.index()] {
                attacks |= hop.targets(occupied, barriers).without(spared);
            }
        }
        attacks
    }
}

/// The moves of one piece type of one colour.
#[derive(Clone, Debug)]
pub struct PieceTable<const W: usize> {
    /// The moves to empty squares.
    pub quiet: Moves<W>,
    /// The captures, which are also the attacks.
    pub capture: Moves<W>,
    /// Whether `quiet` and `capture` are equal.
    pub uniform: bool,
    /// By target: the squares from which a leap captures on the target.
    pub leap_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a slide captures on the target if no other piece is on the board.
    pub slide_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a path captures on the target if no other piece is on the board.
    pub path_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a hop over a piece on any square of its path may capture on the target.
    pub hop_sources: Box<[Bitboard<W>]>,
    /// Whether the piece moves like a chess pawn on a flat board: one square forward to move, one diagonally forward to
    /// capture. If so, the moves of all pawns are generated at once, by shifting bitboards.
    pub plain_pawn: bool,
}

/// A right that is lost when one of its pieces moves or is captured: a castling, a first-move privilege, or the right
/// to gate.
#[derive(Clone, Debug)]
pub struct Right<const W: usize> {
    /// The side that has the right.
    pub color: Color,
    /// The letter in a FEN: upper case for White, lower case for Black.
    pub letter: char,
    /// What the right allows.
    pub kind: RightKind<W>,
}

/// What a right allows.
#[derive(Clone, Debug)]
pub enum RightKind<const W: usize> {
    /// A castling.
    Castling {
        /// The squares that the king moves from and to.
        king: (Square, Square),
        /// The squares that the rook moves from and to.
        rook: (Square, Square),
        /// The type of the piece that castles as the king; it is not a king in every game.
        king_type: PieceType,
        /// The type of the piece that castles as the rook; it is not a rook in every game.
        rook_type: PieceType,
        /// The squares that must be empty: the destinations of the king and the rook, the squares that they pass, and
        /// the squares between them, except for the squares on which the two stand.
        empty: Bitboard<W>,
        /// The squares that must not be attacked: the square on which the king stands, its destination, and the squares
        /// that it passes. Empty if the piece that castles as the king is not royal.
        safe: Bitboard<W>,
        /// The square that is written as the destination of the move.
        written: Square,
        /// Whether the castling is `O-O` in SAN.
        short: bool,
    },
    /// The leaps that the piece on `square` may make as its first move.
    Leaps {
        /// The square of the piece at the start.
        square: Square,
        /// The type of the piece on `square`.
        piece: PieceType,
        /// The destinations of leaps to empty squares.
        quiet: Bitboard<W>,
        /// The destinations of capturing leaps, which the piece attacks.
        capture: Bitboard<W>,
        /// The destinations of leaps with a [safe passage](super::FirstMove::safe_passage), each with the squares
        /// halfway, one of which must be safe. Empty if safe passage is not required.
        passages: Box<[(Square, Box<[Square]>)]>,
        /// What may stand on the square [halfway](super::FirstMove::passage).
        passage: Passage,
    },
    /// The gating of a piece from the hand, which is put on `square` when the piece there leaves it.
    Gate {
        /// The square of the piece at the start.
        square: Square,
    },
}

/// The multi-steps of one piece type and colour.
#[derive(Clone, Debug)]
pub struct MultiSteps<const W: usize> {
    /// By square, the largest number of steps; 1 where there is no multi-step.
    pub most: Box<[u8]>,
    /// The squares from which the piece has a multi-step that need not end in promotion.
    pub staying: Bitboard<W>,
    /// The squares from which a multi-step may promote the piece.
    pub promoting: Bitboard<W>,
    /// The squares on which the piece may be captured en passant after a multi-step over them.
    pub en_passant: Bitboard<W>,
}

/// The types that a piece is promoted to, by its own type and by square; empty for piece types that are never promoted.
pub type PromotionTable = Box<[Box<[Box<[PieceType]>]>]>;

/// The maximum number of pieces of each type that a side may have after a promotion; `None` if there is no limit for
/// any type.
pub type PromotionLimits = Option<Box<[u32]>>;

/// Goals other than mate that depend on where pieces stand; see [`Ends`](super::Ends).
#[derive(Clone, Debug)]
pub struct Goals<const W: usize> {
    /// The regions that win the game for a player whose pieces reach them.
    pub flags: Box<[FlagGoal<W>]>,
    /// The rows of pieces that end the game.
    pub rows: Box<[RowGoal]>,
}

/// A region that wins the game for a player whose pieces reach it; see [`Flag`](super::Flag).
#[derive(Clone, Debug)]
pub struct FlagGoal<const W: usize> {
    /// The types of the pieces that must reach the region.
    pub pieces: Box<[PieceType]>,
    /// The squares, by colour.
    pub squares: [Bitboard<W>; 2],
    /// The number of pieces that must be in the region.
    pub count: u32,
    /// Whether one piece suffices if no square of the region is empty.
    pub or_full: bool,
    /// When a player has won.
    pub time: FlagTime,
}

/// A row of pieces that ends the game; see [`Connection`](super::Connection).
#[derive(Clone, Debug)]
pub struct RowGoal {
    /// The types of the pieces that can form the row. A row may mix them.
    pub pieces: Box<[PieceType]>,
    /// The number of pieces in the row.
    pub count: usize,
    /// The steps along rows. Each stands for its opposite too.
    pub steps: Box<[Vector]>,
    /// What becomes of the player who has the row.
    pub fate: Fate,
}

/// The rules of pieces in hand; see [`Hand`](super::Hand) and [`Drops`](super::Drops).
#[derive(Clone, Debug)]
pub struct HandTables<const W: usize> {
    /// Whether a captured piece goes into the hand of the player who has captured it.
    pub changes_sides: bool,
    /// Whether it matters what a promoted piece was before its promotion.
    pub marks_promoted: bool,
    /// Whether pieces may be dropped; if not, they may only be gated.
    pub drops: bool,
    /// Whether no drop may give check.
    pub checks_forbidden: bool,
    /// By colour, by piece type: the squares where the piece may be dropped.
    pub zones: [Box<[Bitboard<W>]>; 2],
    /// By colour, by piece type: the squares where the piece may be gated.
    pub gate_zones: [Box<[Bitboard<W>]>; 2],
    /// By colour: the rights to gate, as bits.
    pub gates: [u32; 2],
    /// By piece type: the largest number of unpromoted pieces of the type that a side may have on a file after dropping
    /// one there; `None` if there is no limit.
    pub per_file: Box<[Option<u8>]>,
    /// By square: the squares of its file.
    pub files: Box<[Bitboard<W>]>,
    /// The piece types, as bits, whose drops may not give mate.
    pub mate_forbidden: u32,
    /// The piece types, as bits, that a side must drop on light and dark squares in equal numbers.
    pub evenly: u32,
    /// The dark squares.
    pub dark: Bitboard<W>,
    /// Whether a king and a rook that have been dropped on their squares may castle.
    pub castles: bool,
    /// By piece type: the type that the piece has when it is in hand.
    pub held_as: Box<[PieceType]>,
    /// By piece type: the type that a held piece may be dropped as instead of its own; `None` if there is no choice.
    pub promoted: Box<[Option<PieceType>]>,
    /// By piece type: what a promoted piece of the type was before, as far as the type determines it;
    /// [`PieceType::NONE`] for types that nothing is promoted to.
    pub origins: Box<[PieceType]>,
    /// By piece type, colour and number of pieces: the random numbers of the position keys.
    pub(super) keys: Box<[u64]>,
}

impl<const W: usize> HandTables<W> {
    /// The number of values that a count of pieces of one type in a side's hand can have: 0 to 255.
    pub(super) const COUNTS: usize = u8::MAX as usize + 1;

    /// Returns the random number for a side that holds `count` pieces of a type.
    pub fn key(&self, piece_type: PieceType, color: Color, count: u8) -> u64 {
        self.keys[(piece_type.index() * 2 + color.index()) * Self::COUNTS + usize::from(count)]
    }
}

/// The promotions of standing pieces; see
/// [`PieceDefinition::promotes_standing`](super::PieceDefinition::promotes_standing).
#[derive(Clone, Debug)]
pub struct StandingTables<const W: usize> {
    /// The piece types, as bits, that are promoted where they stand.
    pub types: u32,
    /// By colour, by piece type: the squares on which the piece may be promoted.
    pub zones: [Box<[Bitboard<W>]>; 2],
}

/// The moves in two steps that capture where the first step ends, or step out and back; see
/// [`DoubleMove`](super::DoubleMove).
#[derive(Clone, Debug)]
pub struct DoubleTables<const W: usize> {
    /// The first steps of all such moves of both sides. A [`Move`](crate::position::Move) holds the number of its first
    /// step.
    pub steps: Box<[Vector]>,
    /// By colour: the piece types that have such moves.
    pub pieces: [Box<[PieceDoubles<W>]>; 2],
}

/// The moves in two steps of a piece type of one colour.
#[derive(Clone, Debug)]
pub struct PieceDoubles<const W: usize> {
    /// The type of the piece.
    pub piece_type: PieceType,
    /// The moves by square.
    pub by_square: Box<[DoubleTargets<W>]>,
}

/// The moves in two steps of a piece from one square.
#[derive(Clone, Debug, Default)]
pub struct DoubleTargets<const W: usize> {
    /// The moves that capture where the first step ends.
    pub captures: Vec<DoubleCaptures<W>>,
    /// The squares to which the piece can step out and back, of which at least one must be empty for such a move.
    pub passes: Bitboard<W>,
}

/// The moves of a piece from one square that capture on another square with their first step.
#[derive(Clone, Debug)]
pub struct DoubleCaptures<const W: usize> {
    /// The number of the first step in [`DoubleTables::steps`].
    pub step: u8,
    /// The square where the first step ends.
    pub middle: Square,
    /// The squares where the second step ends if they are empty; the square where the piece began is one of them if the
    /// piece may return.
    pub quiet: Bitboard<W>,
    /// The squares where the second step captures another piece.
    pub capture: Bitboard<W>,
}

/// Which captures are forbidden so that strong pieces are not traded; see [`Trades`](super::Trades).
#[derive(Clone, Copy, Debug)]
pub struct TradeTables {
    /// The piece types, as bits, that may not capture their own type where they could be recaptured.
    pub no_exposed: u32,
    /// The piece types, as bits, that may not be captured right after a piece of another type has captured such a
    /// piece.
    pub no_counter: u32,
}

/// The rules of captures that blast; see [`Blast`](super::Blast).
#[derive(Clone, Debug)]
pub struct BlastTables<const W: usize> {
    /// By square of the capture: the squares around it.
    pub around: Box<[Bitboard<W>]>,
    /// The piece types, as bits, that survive blasts of captures on other squares.
    pub proof_to_others: u32,
    /// The piece types, as bits, that survive the blasts of their own captures, too; all of them are also in
    /// `proof_to_others`.
    pub proof_to_all: u32,
}

/// A game compiled for a board whose sets of squares ([`Bitboard`]) have `W` words of 64 bits.
#[derive(Clone, Debug)]
pub struct Variant<const W: usize> {
    /// The definition that the tables were compiled from.
    pub definition: Arc<Definition>,
    /// The random numbers of which position keys are composed.
    pub zobrist: Zobrist,
    /// The straight lines of the board.
    pub rays: Rays<W>,
    /// The squares that are not holes.
    pub squares: Bitboard<W>,
    /// The squares of the first file and of the last file.
    pub edge_files: [Bitboard<W>; 2],
    /// Whether a rule other than mate, stalemate and the draws can end the game.
    pub special_ends: bool,
    /// The goals other than mate that depend on where pieces stand, if the game has any.
    pub goals: Option<Box<Goals<W>>>,
    /// Whether checks are counted.
    pub counts_checks: bool,
    /// Whether moves are counted towards the draw of an endgame.
    pub counts_moves: bool,
    /// Whether state that most games do not have must be updated after each move, because checks or moves are counted,
    /// some trades are forbidden, there is a prelude, or a side may pass.
    pub follows_moves: bool,
    /// How often a position must occur to end the game; a number that is never reached if repetition does not.
    pub repetitions: usize,
    /// Whether a repetition is always a draw.
    pub repetition_draws: bool,
    /// Which pieces can ever give mate.
    pub material: Material<W>,
    /// By colour: the king's piece type; [`PieceType::NONE`] for a side without a royal piece, or with several.
    pub kings: [PieceType; 2],
    /// By colour: the king's piece type if attacks on the king alone decide which moves are legal, so that most moves
    /// need no test; otherwise [`PieceType::NONE`].
    pub plain_kings: [PieceType; 2],
    /// By colour: the royal piece types of a side that has no plain king. Pieces of a type are royal while their side
    /// has at most the given number of them.
    pub royals: [Box<[(PieceType, u32)]>; 2],
    /// The number of pieces of royal types, all types together, above which none of a side's pieces is royal;
    /// `u32::MAX` if there is no limit.
    pub royal_up_to: u32,
    /// By colour: whether the side has royal pieces at the start.
    pub starts_with_royal: [bool; 2],
    /// The piece types that are always royal, as bits.
    pub royal_types: u32,
    /// The lines on which kings may not face each other.
    pub facing_forbidden: Facing,
    /// The lines on which kings that face each other end the game.
    pub facing_ends: Facing,
    /// Whether the legal moves may differ from the moves of the pieces on the board that leave the king safe, because
    /// captures are mandatory, no move may give check, some trades are forbidden, pieces are dropped or gated, kings
    /// have successors, there is a prelude, a side may pass, kings that face each other end the game, or there are
    /// `stepping_takers`.
    pub restricted: bool,
    /// Whether there are moves other than the moves of the pieces on the board, or kings must be separated: pieces are
    /// dropped or gated, kings have successors, a side may pass, or kings that face each other end the game.
    pub moves_otherwise: bool,
    /// Whether a side may pass.
    pub passes: bool,
    /// Whether there are pieces that some hops may not lead over or may not capture.
    pub hurdles: bool,
    /// Whether the position after a move is needed to find out if the move gives check, because captures blast, or
    /// because hops may not lead over some pieces.
    pub slow_checks: bool,
    /// The piece types that count as pawns, as bits.
    pub pawns: u32,
    /// The pawns, as bits, that can go back to where they came from. A move of such a pawn resets the count towards the
    /// move limit only if the pawn cannot take the move back.
    pub returning_pawns: u32,
    /// The pawns, as bits, that may step to a square where they could also capture en passant.
    pub stepping_takers: u32,
    /// Whether every promotion resets the count towards the move limit.
    pub promotions_reset: bool,
    /// By colour, by piece type: the moves.
    pub piece_tables: [Box<[PieceTable<W>]>; 2],
    /// By colour: the piece types that capture by leaps.
    pub leapers: [Box<[PieceType]>; 2],
    /// By colour, by target: the squares from which a piece of any type captures on the target by a leap.
    pub near: [Box<[Bitboard<W>]>; 2],
    /// By colour, by target, by leaper (as in `leapers`): the squares from which the leaper captures on the target by a
    /// leap. The sets of one target are adjacent in memory, which avoids cache misses.
    pub leap_sources: [Box<[Bitboard<W>]>; 2],
    /// By colour: the piece types that capture by slides.
    pub sliders: [Box<[PieceType]>; 2],
    /// By colour: the piece types that capture by paths.
    pub path_riders: [Box<[PieceType]>; 2],
    /// By colour: the piece types that capture by hops.
    pub hoppers: [Box<[PieceType]>; 2],
    /// By colour, by target: the squares where a piece that arrives or leaves may block or open a line from a slider,
    /// path rider or hopper to the target, and the squares where pieces may be gated.
    pub lines: [Box<[Bitboard<W>]>; 2],
    /// By colour: the squares of the last rank.
    pub last_rank: [Bitboard<W>; 2],
    /// By colour, by piece type: the squares where the piece may be promoted; empty for types that are never promoted.
    pub promotion_zones: [Box<[Bitboard<W>]>; 2],
    /// By colour, by piece type: the squares where the piece must be promoted, all of them in its promotion zone.
    pub compulsory_promotions: [Box<[Bitboard<W>]>; 2],
    /// The piece types, as bits, that may also be promoted by a move that begins in their promotion zone, wherever it
    /// ends.
    pub promotes_leaving: u32,
    /// The piece types in `promotes_leaving`, as bits, that such a move promotes only if it captures or ends where
    /// promotion is compulsory.
    pub promotes_capturing: u32,
    /// The piece types, as bits, that must be promoted by a move that begins in their promotion zone.
    pub must_promote_leaving: u32,
    /// By colour, by piece type, by square: the types that the piece is promoted to; empty for types that are never
    /// promoted.
    pub promotions: [PromotionTable; 2],
    /// Whether promotions can change which pieces are royal. If so, no side has a plain king.
    pub royal_promotions: bool,
    /// The piece types, as bits, whose promotion is compulsory on leaving the promotion zone, depends on captures
    /// there, or may change which pieces are royal.
    pub unusual_promotions: u32,
    /// By colour, by type of the piece before its promotion: the limits on what it may be promoted to.
    pub promotion_limits: [Box<[PromotionLimits]>; 2],
    /// The piece types that have multi-steps, as bits.
    pub multi_stepping: u32,
    /// By colour, by piece type: the multi-steps.
    pub multi_steps: [Box<[MultiSteps<W>]>; 2],
    /// The rights, at most 32, in FEN order.
    pub rights: Box<[Right<W>]>,
    /// By square: the rights, as bits, that survive a move from or to the square.
    pub rights_kept: Box<[u32]>,
    /// By colour, by target: the rights, as bits, whose leaps attack the square.
    pub rights_attacking: [Box<[u32]>; 2],
    /// By colour: all rights of the side, as bits.
    pub rights_of: [u32; 2],
    /// The rules of pieces in hand, if the game has them.
    pub hand: Option<Box<HandTables<W>>>,
    /// The rules of captures that blast, if the game has them.
    pub blast: Option<Box<BlastTables<W>>>,
    /// Which captures are forbidden so that strong pieces are not traded, if any are.
    pub trades: Option<TradeTables>,
    /// The moves in two steps that capture where the first step ends, or step out and back, if the game has any.
    pub doubles: Option<Box<DoubleTables<W>>>,
    /// The promotions of standing pieces, if the game has any.
    pub standing: Option<Box<StandingTables<W>>>,
    /// The types, as bits, of the pieces with which a checkmated king may change places.
    pub successors: u32,
    /// Whether there are moves in two steps or promotions of standing pieces.
    pub extra_moves: bool,
}

impl<const W: usize> Variant<W> {
    /// Returns the squares on which a move from `from` may promote the piece; none if the piece is never promoted. In
    /// some games that depends on whether the move is a capture.
    #[inline]
    pub fn promotion_zone(&self, color: Color, piece_type: PieceType, from: Square, captures: bool) -> Bitboard<W> {
        let zone = self.promotion_zones[color.index()][piece_type.index()];
        match self.promotes_leaving >> piece_type.0 & 1 != 0 && zone.contains(from) {
            true if !captures && self.promotes_capturing >> piece_type.0 & 1 != 0 => {
                self.compulsory_promotions[color.index()][piece_type.index()]
            }
            true => self.squares,
            false => zone,
        }
    }

    /// Returns the squares on which a move from `from` must promote the piece.
    #[inline]
    pub fn compulsory_promotion(&self, color: Color, piece_type: PieceType, from: Square) -> Bitboard<W> {
        let must = self.must_promote_leaving >> piece_type.0 & 1 != 0;
        match must && self.promotion_zones[color.index()][piece_type.index()].contains(from) {
            true => self.squares,
            false => self.compulsory_promotions[color.index()][piece_type.index()],
        }
    }

    /// Returns whether an unpromoted piece may stand on a square. It may not stand on a hole, nor on a square where it
    /// would have had to be promoted on arrival.
    pub fn may_stand(&self, color: Color, piece_type: PieceType, square: Square) -> bool {
        let compulsory = self.compulsory_promotions[color.index()][piece_type.index()];
        let waits = self.must_promote_leaving >> piece_type.0 & 1 != 0;
        self.squares.contains(square) && (waits || !compulsory.contains(square))
    }

    /// Returns whether a piece that has moved from one square to another could go back on an empty board without a
    /// capture, a first move or a multi-step.
    pub fn goes_back(&self, color: Color, piece_type: PieceType, from: Square, to: Square) -> bool {
        let quiet = &self.piece_tables[color.index()][piece_type.index()].quiet;
        self.reached(quiet, to, Bitboard::EMPTY).contains(from)
    }

    /// Returns the squares that the moves reach from a square, occupied squares of either side included.
    #[inline(always)]
    pub fn reached(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        self.reached_with(moves, from, occupied, || {
            moves.blocked(from, occupied, Default::default())
        })
    }

    /// Returns what [`Variant::reached`] returns, but calls `blocked` for the squares that paths and hops reach.
    #[inline(always)]
    pub fn reached_with(
        &self,
        moves: &Moves<W>,
        from: Square,
        occupied: Bitboard<W>,
        blocked: impl FnOnce() -> Bitboard<W>,
    ) -> Bitboard<W> {
        let mut attacks = moves.leaps[from.index()];
        if !moves.directions.is_empty() {
            let mut slides = self.rays.slides(&moves.directions, from, occupied);
            if let Some(range) = &moves.range {
                slides &= range[from.index()];
            }
            attacks |= slides;
        }
        if !moves.paths.is_empty() || !moves.hops.is_empty() {
            attacks |= blocked();
        }
        attacks
    }
}
