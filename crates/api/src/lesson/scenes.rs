//! Small positions, set up at random until one has what a step of a lesson needs.

use std::sync::Arc;

use super::{LessonStep, StepKind};
use kurier_engine::session::Board;
use kurier_rules::board::Square;
use kurier_rules::position::Turn;
use kurier_rules::random::SplitMix64;
use kurier_rules::rules::{Color, Definition, PieceType};

/// The number of random games that are searched for a position if no small one has been found.
const GAMES: usize = 24;
/// The maximum number of turns in each of these games.
const TURNS: usize = 120;

/// A piece of a small position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub square: Square,
    pub piece_type: PieceType,
    pub color: Color,
}

/// A position, and all of its turns that reach the goal of a step.
pub(super) struct Found {
    pub fen: String,
    pub turns: Vec<String>,
}

impl Found {
    /// Creates a step of a lesson in which any of the turns reaches the goal.
    pub fn step(self, kind: StepKind, piece: Option<char>) -> LessonStep {
        LessonStep {
            kind,
            piece,
            becomes: None,
            end: None,
            fen: self.fen,
            visit: Vec::new(),
            solution: self.turns.iter().take(1).cloned().collect(),
            turns: self.turns,
        }
    }
}

/// Where the kings stand in a small position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kings {
    /// Kings stand where they start the game, and may have the right to castle.
    AtHome,
    /// Kings stand anywhere on their first rank, if the rules allow it, and no piece has rights to castle or to make a
    /// special first move.
    Anywhere,
}

/// Sets up small positions of a game. The positions are random, but the same in every run.
pub(super) struct Scenes {
    pub game: Arc<Definition>,
    pub board: Board,
    random: SplitMix64,
    squares: Vec<Square>,
    /// The field of a FEN with all castling and first-move rights of the start position.
    rights: String,
}

impl Scenes {
    /// Creates the scenes of a game, with its start position on the board.
    pub fn new(game: &Arc<Definition>) -> Self {
        let board = Board::new(game);
        let fen = board.fen();
        Self {
            game: game.clone(),
            rights: fen.split(' ').nth(2).unwrap_or("-").to_owned(),
            board,
            random: SplitMix64::new(1),
            squares: game.shape.squares().collect(),
        }
    }

    /// Returns the letter of a piece type.
    pub fn letter(&self, piece_type: PieceType) -> char {
        self.game.letter(piece_type, Color::White)
    }

    /// Chooses a random element of a list; `None` if the list is empty.
    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        match list.len() as u64 {
            0 => None,
            length => list.get(self.random.below(length) as usize).copied(),
        }
    }

    /// Chooses a random number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.below(end as u64) as usize
    }

    /// Chooses a random square.
    pub fn square(&mut self) -> Square {
        let number = self.below(self.squares.len());
        self.squares[number]
    }

    /// Chooses a square in the half of the board in which a side begins, or any square if that half is all holes.
    pub fn square_of(&mut self, color: Color) -> Square {
        let own = |square: &Square| 2 * self.game.advance(color, *square) <= self.game.shape.farthest();
        let squares: Vec<Square> = self.squares.iter().copied().filter(own).collect();
        self.one_of(&squares).unwrap_or_else(|| self.square())
    }

    /// Returns the pieces of a side at the start of a game.
    pub fn at_home(&self, color: Color) -> Vec<Placed> {
        let piece = |square: &Square| {
            let (piece_type, owner) = self.game.array.get(square.index()).copied().flatten()?;
            (owner == color).then_some(Placed {
                square: *square,
                piece_type,
                color,
            })
        };
        self.squares.iter().filter_map(piece).collect()
    }

    /// Chooses a piece that a side has at the start of a game, other than a king, with its square there; `None` if
    /// there is none.
    pub fn any_piece(&mut self, color: Color) -> Option<Placed> {
        let mut pieces = self.at_home(color);
        pieces.retain(|placed| !self.game.piece(placed.piece_type).royal);
        self.one_of(&pieces)
    }

    /// Chooses squares for the kings of both sides: at home, or somewhere on their first ranks. If zones confine
    /// pieces, or a side has several kings, the kings stand at home.
    pub fn kings(&mut self, kings: Kings) -> Vec<Placed> {
        let mut placed = Vec::new();
        for color in Color::BOTH {
            let home = self.game.royal_squares(&self.game.array, color);
            let mut own: Vec<Placed> = self.at_home(color);
            own.retain(|placed| home.contains(&placed.square));
            let moves = kings == Kings::Anywhere && own.len() == 1 && self.game.zones.is_empty();
            if moves && let Some(king) = own.first_mut() {
                let first = |square: &Square| self.game.advance(color, *square) == 0;
                let squares: Vec<Square> = self.squares.iter().copied().filter(first).collect();
                king.square = self.one_of(&squares).unwrap_or(king.square);
            }
            placed.extend(own);
        }
        placed
    }

    /// Adds up to two pieces, first one of Black's, then one of White's, because a side with a lone king has lost in
    /// some games.
    pub fn add_company(&mut self, pieces: &mut Vec<Placed>, number: usize) {
        for color in [Color::Black, Color::White].into_iter().take(number) {
            pieces.extend(self.any_piece(color));
        }
    }

    /// Sets up a position. Returns whether it is legal and the game is not over.
    pub fn set_up(&mut self, pieces: &[Placed], side: Color, kings: Kings) -> bool {
        let twice = |(at, placed): (usize, &Placed)| pieces[..at].iter().any(|other| other.square == placed.square);
        if pieces.iter().enumerate().any(twice) {
            return false;
        }
        let placement = self.game.spell_placement(|square| {
            let placed = pieces.iter().find(|placed| placed.square == square)?;
            Some((placed.piece_type, placed.color))
        });
        let rights = match kings {
            Kings::AtHome => &self.rights,
            Kings::Anywhere => "-",
        };
        let fen = format!("{placement} {} {rights} - 0 1", side.letter());
        self.board.set_up(Some(&fen)).is_ok() && self.board.outcome().is_none()
    }

    /// Tries positions that `make` chooses, with White to move, until one has a turn that satisfies `wanted`. If there
    /// is none among `tries` positions, random games are searched. `make` receives the percentage of tries that have
    /// been made.
    pub fn find(
        &mut self,
        tries: usize,
        kings: Kings,
        mut make: impl FnMut(&mut Self, usize) -> Vec<Placed>,
        wanted: impl Fn(&mut Board, &Turn) -> bool,
    ) -> Option<Found> {
        for attempt in 0..tries {
            let pieces = make(self, attempt * 100 / tries);
            if self.set_up(&pieces, Color::White, kings)
                && !self.board.in_check()
                && let Some(found) = self.wanted(&wanted)
            {
                return Some(found);
            }
        }
        self.find_in_games(wanted)
    }

    /// Searches random games for a position with White to move that has a turn that satisfies `wanted`.
    pub fn find_in_games(&mut self, wanted: impl Fn(&mut Board, &Turn) -> bool) -> Option<Found> {
        for _ in 0..GAMES {
            self.board.set_up(None).ok()?;
            for _ in 0..TURNS {
                if self.board.outcome().is_some() {
                    break;
                }
                if self.board.side() == Color::White
                    && let Some(found) = self.wanted(&wanted)
                {
                    return Some(found);
                }
                let turns = self.board.turns();
                let turn = turns.get(self.below(turns.len().max(1)))?;
                self.board.play(turn).ok()?;
            }
        }
        None
    }

    /// Returns the legal turns on the board that satisfy `wanted`, with the position; `None` if there are none.
    pub fn wanted(&mut self, wanted: impl Fn(&mut Board, &Turn) -> bool) -> Option<Found> {
        let turns = self.board.turns();
        let board = &mut self.board;
        let good: Vec<Turn> = turns.into_iter().filter(|turn| wanted(board, turn)).collect();
        (!good.is_empty()).then(|| Found {
            fen: self.board.fen(),
            turns: good.iter().map(|turn| self.board.spell(turn)).collect(),
        })
    }
}

/// Lets the side to move pass. Returns whether the position with the other side to move is legal; if not, the board is
/// unchanged.
pub(super) fn pass(board: &mut Board) -> bool {
    let side = (!board.side()).letter().to_string();
    let fen = with_fields(&board.fen(), &[(1, &side), (3, "-")]);
    board.set_up(Some(&fen)).is_ok()
}

/// Returns a FEN in which some fields, each given by its number from 0, are replaced.
pub(super) fn with_fields(fen: &str, new: &[(usize, &str)]) -> String {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for (place, field) in new {
        fields[*place] = field;
    }
    fields.join(" ")
}
