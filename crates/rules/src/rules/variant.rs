//! A game compiled for a board width: every table that move generation, attacks and notation read.

use std::sync::Arc;

use super::zobrist::Zobrist;
use super::{Color, Definition, Landing, Material, Passage, PieceType};
use crate::board::{Bitboard, Rays, Square};

/// A path that any piece blocks: of crooked and bent sliders, riders of long leaps, lame leaps.
#[derive(Clone, Debug)]
pub struct RiderPath {
    /// The squares in the order in which they are passed. Never empty.
    pub squares: Box<[Square]>,
    /// The first index that may be landed on (0 for riders, the last for lame leaps). All later ones may too.
    pub landing: usize,
}

/// A path on which exactly one piece has to be leapt over.
#[derive(Clone, Debug)]
pub struct Hop {
    /// The squares in the order in which they are passed: at least two.
    pub squares: Box<[Square]>,
    /// Which of those beyond the piece may be landed on.
    pub landing: Landing,
}

impl Hop {
    /// Returns the squares that it reaches; of a piece of either side too.
    pub fn targets<const W: usize>(&self, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut attacks = Bitboard::EMPTY;
        let mut met = false;
        for (i, square) in self.squares.iter().enumerate() {
            let lands = match self.landing {
                Landing::Beyond | Landing::Next => met,
                Landing::Last => met && i + 1 == self.squares.len(),
            };
            if lands {
                attacks.insert(*square);
            }
            let taken = occupied.contains(*square);
            if met && (taken || self.landing == Landing::Next) {
                break;
            }
            met |= taken;
        }
        attacks
    }
}

/// How pieces of one piece type and colour move, or how they capture. Tables are indexed by square.
#[derive(Clone, Debug, Default)]
pub struct Moves<const W: usize> {
    /// Squares reached by leaps.
    pub leaps: Box<[Bitboard<W>]>,
    /// Directions of the slides (indices into [`crate::board::DIRECTIONS`]).
    pub directions: Box<[u8]>,
    /// Which squares the slides may reach at most; `None` if they run to the edge.
    pub range: Option<Box<[Bitboard<W>]>>,
    /// The paths that pieces block; empty if the piece type has none.
    pub paths: Box<[Box<[RiderPath]>]>,
    /// The paths over a piece; empty if the piece type has none.
    pub hops: Box<[Box<[Hop]>]>,
    /// The squares reached by slides and paths on an empty board, and by hops wherever a piece may stand.
    pub open: Box<[Bitboard<W>]>,
}

impl<const W: usize> Moves<W> {
    /// By square, what is reached by leaps, if there is nothing else: then no piece can stand in the way.
    #[inline(always)]
    pub fn leaps_alone(&self) -> Option<&[Bitboard<W>]> {
        let alone = self.directions.is_empty() && self.paths.is_empty() && self.hops.is_empty();
        alone.then_some(&self.leaps[..])
    }
}

/// Everything about one piece type of one colour.
#[derive(Clone, Debug)]
pub struct PieceTable<const W: usize> {
    /// Movement to empty squares.
    pub quiet: Moves<W>,
    /// Captures, which are also its attacks.
    pub capture: Moves<W>,
    /// Whether `quiet` and `capture` are the same everywhere.
    pub uniform: bool,
    /// By target: the squares from which a leap captures there.
    pub leap_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a slide captures there on an empty board.
    pub slide_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a path captures there on an empty board.
    pub path_sources: Box<[Bitboard<W>]>,
    /// By target: the squares from which a hop may capture there, wherever the piece stands that is leapt over.
    pub hop_sources: Box<[Bitboard<W>]>,
    /// If all its leaps are one square straight forward to move and the neighbouring files one forward to capture, on
    /// a flat board: whole sets of pawns can be shifted.
    pub plain_pawn: bool,
}

/// A right that is lost when its piece moves or is captured: a castling, or a first-move privilege.
#[derive(Clone, Debug)]
pub struct Right<const W: usize> {
    /// Whose right it is.
    pub color: Color,
    /// Letter in the FEN, in the case of the colour.
    pub letter: char,
    /// What the right is.
    pub kind: RightKind<W>,
}

/// What a right allows.
#[derive(Clone, Debug)]
pub enum RightKind<const W: usize> {
    /// A castling.
    Castling {
        /// The king's squares, from and to.
        king: (Square, Square),
        /// The rook's squares, from and to.
        rook: (Square, Square),
        /// What the rook is: not every game castles with rooks.
        rook_type: PieceType,
        /// Squares that must be empty (the two pieces' own squares are not among them).
        empty: Bitboard<W>,
        /// Squares that must not be attacked: where the king stands, passes and arrives.
        safe: Bitboard<W>,
        /// The square that is written as the destination.
        written: Square,
        /// Whether it is `O-O` in SAN.
        short: bool,
    },
    /// First-move leaps of the piece on `square`.
    Leaps {
        /// Where the piece stands.
        square: Square,
        /// Its piece type.
        piece: PieceType,
        /// Leaps to empty squares.
        quiet: Bitboard<W>,
        /// Capturing leaps: these attack.
        capture: Bitboard<W>,
        /// See [`super::FirstMove::safe_passage`]: each destination with the squares half way there, one of which has
        /// to be safe. Empty if the privilege has no such condition.
        passages: Box<[(Square, Box<[Square]>)]>,
        /// See [`super::FirstMove::passage`].
        passage: Passage,
    },
}

/// The multi-steps of one piece type and colour.
#[derive(Clone, Debug)]
pub struct MultiSteps<const W: usize> {
    /// By square, how many steps it may go; 1 where there is no multi-step.
    pub most: Box<[u8]>,
    /// The squares from which it has a multi-step after which it stays what it is.
    pub staying: Bitboard<W>,
    /// The squares from which it may be promoted by a multi-step.
    pub promoting: Bitboard<W>,
    /// Whether it may be captured en passant.
    pub en_passant: bool,
}

/// By piece type, by file: what a piece is promoted to; empty for piece types that are not.
pub type PromotionTable = Box<[Box<[Box<[PieceType]>]>]>;

/// By piece type: the most there may be after a promotion; none if there is no limit at all.
pub type PromotionLimits = Option<Box<[u32]>>;

/// A game on a board of `W` words.
#[derive(Clone, Debug)]
pub struct Variant<const W: usize> {
    /// What it was compiled from.
    pub definition: Arc<Definition>,
    /// The numbers of the positions' keys.
    pub zobrist: Zobrist,
    /// Straight lines.
    pub rays: Rays<W>,
    /// The squares that are not holes.
    pub squares: Bitboard<W>,
    /// The first and the last file.
    pub edge_files: [Bitboard<W>; 2],
    /// Who can mate with what.
    pub material: Material<W>,
    /// The king.
    pub king: PieceType,
    /// The piece types that count as pawns (bits).
    pub pawns: u32,
    /// By colour, by piece type.
    pub piece_tables: [Box<[PieceTable<W>]>; 2],
    /// By colour: the piece types that capture by leaps.
    pub leapers: [Box<[PieceType]>; 2],
    /// By colour, by target: the squares from which any of them captures there by a leap.
    pub near: [Box<[Bitboard<W>]>; 2],
    /// By colour, by target, by leaper (as in `leapers`): the squares from which it captures there by a leap. All that a
    /// target's attackers depend on lies together.
    pub leap_sources: [Box<[Bitboard<W>]>; 2],
    /// By colour: the piece types that capture by slides.
    pub sliders: [Box<[PieceType]>; 2],
    /// By colour: the piece types that capture by paths.
    pub path_riders: [Box<[PieceType]>; 2],
    /// By colour: the piece types that capture by hops.
    pub hoppers: [Box<[PieceType]>; 2],
    /// By colour, by target: the squares that a piece may leave, or reach, to open a line from a slider, path rider or
    /// hopper to the target.
    pub lines: [Box<[Bitboard<W>]>; 2],
    /// By colour: the squares where pawns and the like must be promoted.
    pub last_rank: [Bitboard<W>; 2],
    /// By colour, by piece type: the squares where it may be promoted; empty for piece types that are not promoted.
    pub promotion_zones: [Box<[Bitboard<W>]>; 2],
    /// By colour, by piece type, by file: what it is promoted to; empty for piece types that are not.
    pub promotions: [PromotionTable; 2],
    /// By colour, by piece type: the most that its side may have, by piece type, after it has been promoted to one of them;
    /// none where there is no limit.
    pub promotion_limits: [Box<[PromotionLimits]>; 2],
    /// The piece types that have multi-steps (bits).
    pub multi_stepping: u32,
    /// By colour, by piece type.
    pub multi_steps: [Box<[MultiSteps<W>]>; 2],
    /// The rights, at most 32, in FEN order.
    pub rights: Box<[Right<W>]>,
    /// By square: the rights (bits) that survive a move from or to the square.
    pub rights_kept: Box<[u32]>,
    /// By colour, by target: the rights (bits) whose leaps attack the square.
    pub rights_attacking: [Box<[u32]>; 2],
    /// By colour: all of its rights (bits).
    pub rights_of: [u32; 2],
}

impl<const W: usize> Variant<W> {
    /// Returns the squares that these movements reach from a square: blockers of either side included.
    #[inline(always)]
    pub fn reached(&self, moves: &Moves<W>, from: Square, occupied: Bitboard<W>) -> Bitboard<W> {
        let mut attacks = moves.leaps[from.index()];
        if !moves.directions.is_empty() {
            let mut slides = self.rays.slides(&moves.directions, from, occupied);
            if let Some(range) = &moves.range {
                slides &= range[from.index()];
            }
            attacks |= slides;
        }
        if !moves.paths.is_empty() {
            for path in &moves.paths[from.index()] {
                for (i, square) in path.squares.iter().enumerate() {
                    if i >= path.landing {
                        attacks.insert(*square);
                    }
                    if occupied.contains(*square) {
                        break;
                    }
                }
            }
        }
        if !moves.hops.is_empty() {
            for hop in &moves.hops[from.index()] {
                attacks |= hop.targets(occupied);
            }
        }
        attacks
    }
}
