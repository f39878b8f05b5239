//! The random numbers of which position keys are composed (Zobrist, 1970): one for each piece on each square, and one
//! for every other feature that distinguishes positions under the repetition rule.

use super::{Color, PieceType};
use crate::board::{Bitboard, Square};
use crate::random::SplitMix64;

/// The random numbers of one game.
#[derive(Clone, Debug)]
pub struct Zobrist {
    squares: usize,
    /// By piece type, colour and square; see [`Zobrist::piece`].
    pieces: Box<[u64]>,
    en_passant: Box<[u64]>,
    chain: Box<[u64]>,
    rights: [u64; 32],
    /// By colour, by number of checks that are left to give.
    checks: Box<[u64]>,
    /// The random number for a side to move that may play a move of the prelude.
    pub prelude: u64,
    /// The random number for a side to move that may not capture pieces that must not be traded.
    pub no_counter: u64,
    /// The random number for a side to move that ends the game if it passes.
    pub passed: u64,
    /// The random number for Black to move.
    pub side: u64,
}

/// The number of values that a side's count of checks left to give can have: 0 to 9.
const CHECKS: usize = 10;

impl Zobrist {
    /// Creates the random numbers. The seed is constant, so that a search visits the same number of nodes in every run.
    pub fn new(piece_types: usize, squares: usize) -> Self {
        let mut random = SplitMix64::new(0x4B75_7269_6572);
        let mut numbers = |n: usize| (0..n).map(|_| random.next_u64()).collect::<Box<[u64]>>();
        let pieces = numbers(2 * piece_types * squares);
        let en_passant = numbers(squares);
        let chain = numbers(squares);
        let mut rights = [0; 32];
        rights.copy_from_slice(&numbers(32));
        let side = random.next_u64();
        Self {
            squares,
            pieces,
            en_passant,
            chain,
            rights,
            side,
            checks: (0..2 * CHECKS).map(|_| random.next_u64()).collect(),
            prelude: random.next_u64(),
            no_counter: random.next_u64(),
            passed: random.next_u64(),
        }
    }

    /// Returns the random number for a side that has `left` checks left to give.
    pub fn checks(&self, color: Color, left: u8) -> u64 {
        self.checks[color.index() * CHECKS + usize::from(left).min(CHECKS - 1)]
    }

    /// Returns the random number for a piece on a square.
    #[inline(always)]
    pub fn piece(&self, piece_type: PieceType, color: Color, square: Square) -> u64 {
        self.pieces[(piece_type.index() * 2 + color.index()) * self.squares + square.index()]
    }

    /// Returns the XOR of the random numbers for a set of en-passant squares.
    #[inline(always)]
    pub fn en_passant<const W: usize>(&self, squares: Bitboard<W>) -> u64 {
        squares
            .into_iter()
            .fold(0, |key, square| key ^ self.en_passant[square.index()])
    }

    /// Returns the random number for the square whose piece must continue a chain of captures; 0 for `None`.
    #[inline(always)]
    pub fn chain(&self, square: Option<Square>) -> u64 {
        square.map_or(0, |square| self.chain[square.index()])
    }

    /// Gives the rights of castlings numbers that depend on the rooks' squares, by the number of the right: in games
    /// where kings and rooks castle from anywhere, positions with rights for different rooks are different.
    pub(super) fn tell_rooks(&mut self, rooks: impl Iterator<Item = Square>) {
        for (number, rook) in self.rights.iter_mut().zip(rooks) {
            *number = self.en_passant[rook.index()].rotate_left(u64::BITS / 2);
        }
    }

    /// Returns the XOR of the random numbers for a set of rights, given as bits.
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
