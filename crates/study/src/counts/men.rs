//! The pieces of a game, each followed from the start position to its capture.

use std::sync::Arc;

use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::{MoveKind, Piece, Turn};
use kurier_rules::rules::{Color, Definition, PieceType};

use super::PieceCount;

/// A piece of the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    /// The type of the piece at the start.
    piece_type: PieceType,
    color: Color,
    moved: bool,
}

/// All pieces on the board.
pub(super) struct Men {
    definition: Arc<Definition>,
    /// The pieces on the board, by the number of the square.
    pieces: Vec<Option<Piece>>,
    /// The pieces of the start position that are still on the board, by the number of the square.
    men: Vec<Option<Man>>,
    /// The number of pieces on the board, by colour and piece type.
    numbers: [Vec<i16>; 2],
}

impl Men {
    /// Creates the pieces of the start position.
    pub fn new(definition: &Arc<Definition>) -> Self {
        let mut men = Self {
            definition: definition.clone(),
            pieces: vec![None; definition.shape.area()],
            men: vec![None; definition.shape.area()],
            numbers: [(); 2].map(|()| vec![0; definition.pieces.len()]),
        };
        for (place, standing) in definition.array.iter().enumerate() {
            let Some((piece_type, color)) = *standing else { continue };
            men.men[place] = Some(Man {
                piece_type,
                color,
                moved: false,
            });
            men.put(place, Some(Piece { piece_type, color }));
        }
        men
    }

    /// Returns the counts at the start of a game.
    pub fn start(&self) -> Vec<PieceCount> {
        let mut counts = vec![PieceCount::default(); self.definition.pieces.len()];
        for man in self.men.iter().flatten() {
            counts[man.piece_type.index()].at_start += 1;
        }
        counts
    }

    /// Follows a turn of `side` that was played on the board, and counts what its piece did. Returns the type of this
    /// piece before the turn.
    pub fn play(&mut self, board: &Board, turn: &Turn, side: Color, counts: &mut [PieceCount]) -> Option<PieceType> {
        let (from, to) = (turn.from().index(), turn.to().index());
        let mover = self.pieces[from]?.piece_type;
        counts[mover.index()].moves += 1;
        if let Some(piece_type) = turn.promotion() {
            counts[piece_type.index()].promotions += 1;
        }
        let moving = self.men[from].take();
        // The partner of a castling king moves, too, and so does the successor of a king: it leaves a square and
        // arrives at another one. All other own pieces that leave their squares are removed by a blast.
        let castles = turn.first().kind() == MoveKind::Castling || turn.first().is_swap();
        let mut partners = Vec::new();
        let mut arrived = Vec::new();
        let squares: Vec<Square> = self.definition.shape.squares().collect();
        for square in squares {
            let place = square.index();
            let (before, after) = (self.pieces[place], board.piece_at(square));
            if before == after {
                continue;
            }
            match before {
                Some(piece) if piece.color != side || place != from && !castles => {
                    counts[piece.piece_type.index()].captured += 1;
                    counts[mover.index()].captures += u64::from(piece.color != side);
                    if let Some(man) = self.men[place].take() {
                        counts[man.piece_type.index()].stayed += u64::from(!man.moved);
                    }
                }
                Some(_) if place != from => partners.extend(self.men[place].take()),
                _ => {}
            }
            if after.is_some() && place != to {
                arrived.push(place);
            }
            self.put(place, after);
        }
        for (place, man) in arrived.into_iter().zip(partners) {
            self.men[place] = Some(Man { moved: true, ..man });
        }
        let survives = self.pieces[to].is_some();
        counts[mover.index()].captured += u64::from(!survives);
        self.men[to] = moving.filter(|_| survives).map(|man| Man { moved: true, ..man });
        Some(mover)
    }

    /// Counts the pieces that survived the game, and among them the pieces that never moved.
    pub fn finish(&self, counts: &mut [PieceCount]) {
        for man in self.men.iter().flatten() {
            let count = &mut counts[man.piece_type.index()];
            count.survived += 1;
            count.stayed += u64::from(!man.moved);
        }
    }

    /// Returns White's number of pieces minus Black's, by piece type.
    pub fn imbalance(&self) -> Vec<i16> {
        let [white, black] = &self.numbers;
        white.iter().zip(black).map(|(white, black)| white - black).collect()
    }

    /// Returns the letters of a side's pieces, in the order of the game's file: `KRPP`.
    pub fn letters(&self, color: Color) -> String {
        let of_type = |(number, piece): (&i16, &kurier_rules::rules::PieceDefinition)| {
            std::iter::repeat_n(piece.letter, usize::try_from(*number).unwrap_or(0))
        };
        let numbers = self.numbers[color.index()].iter();
        numbers.zip(&self.definition.pieces).flat_map(of_type).collect()
    }

    /// Returns the number of pieces of both sides.
    pub fn number(&self) -> u32 {
        self.pieces.iter().flatten().count() as u32
    }

    /// Replaces what stands on a square.
    fn put(&mut self, place: usize, piece: Option<Piece>) {
        let number = |numbers: &mut [Vec<i16>; 2], piece: Option<Piece>, by: i16| {
            if let Some(Piece { piece_type, color }) = piece {
                numbers[color.index()][piece_type.index()] += by;
            }
        };
        number(&mut self.numbers, self.pieces[place], -1);
        number(&mut self.numbers, piece, 1);
        self.pieces[place] = piece;
    }
}
