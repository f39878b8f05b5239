//! Keys of positions, after Zobrist (1970): one random number for each piece on each square and for everything else that
//! repetition compares.

use crate::board::{Bitboard, Square};
use crate::random::SplitMix64;
use crate::rules::{Color, PieceType};

/// The random numbers of one board.
#[derive(Clone, Debug)]
pub(super) struct Zobrist {
    cells: usize,
    /// By piece type and colour, then by square.
    pieces: Box<[u64]>,
    en_passant: Box<[u64]>,
    chain: Box<[u64]>,
    rights: [u64; 32],
    /// For Black to move.
    pub side: u64,
}

impl Zobrist {
    pub fn new(piece_types: usize, cells: usize) -> Self {
        let mut random = SplitMix64::new(0x4B75_7269_6572);
        let mut draw = |n: usize| (0..n).map(|_| random.next()).collect::<Box<[u64]>>();
        let pieces = draw(2 * piece_types * cells);
        let en_passant = draw(cells);
        let chain = draw(cells);
        let rest = draw(33);
        let mut rights = [0; 32];
        rights.copy_from_slice(&rest[..32]);
        Self {
            cells,
            pieces,
            en_passant,
            chain,
            rights,
            side: rest[32],
        }
    }

    #[inline(always)]
    pub fn piece(&self, piece_type: PieceType, color: Color, square: Square) -> u64 {
        self.pieces[(piece_type.index() * 2 + color.index()) * self.cells + square.index()]
    }

    #[inline(always)]
    pub fn en_passant<const W: usize>(&self, squares: Bitboard<W>) -> u64 {
        squares
            .into_iter()
            .fold(0, |key, square| key ^ self.en_passant[square.index()])
    }

    #[inline(always)]
    pub fn chain(&self, square: Option<Square>) -> u64 {
        square.map_or(0, |square| self.chain[square.index()])
    }

    /// The key of a set of rights (bits).
    #[inline(always)]
    pub fn rights(&self, mut rights: u32) -> u64 {
        let mut key = 0;
        while rights != 0 {
            key ^= self.rights[rights.trailing_zeros() as usize];
            rights &= rights - 1;
        }
        key
    }
}
