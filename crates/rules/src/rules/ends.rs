//! How games end, as plain data.

use std::collections::BTreeSet;

use super::{Color, PieceType};
use crate::board::Square;

/// What becomes of a player at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// The player has lost.
    Loses,
    /// The game is drawn.
    Draws,
    /// The player has won.
    Wins,
}

impl Fate {
    /// Returns the winner if this is the fate of `player`; `None` for a draw.
    pub fn winner(self, player: Color) -> Option<Color> {
        match self {
            Self::Loses => Some(!player),
            Self::Draws => None,
            Self::Wins => Some(player),
        }
    }
}

/// The result for a player who cannot move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stalemate {
    /// The game is a draw.
    Draw,
    /// The player who cannot move has lost.
    Loss,
    /// The player who cannot move has won.
    Win,
    /// The player with fewer pieces has won; with equal numbers the game is a draw.
    FewerWin,
    /// The player with more pieces has won; with equal numbers the game is a draw.
    MoreWin,
}

impl Stalemate {
    /// Returns the fate of the player who cannot move. `own` and `others` are the numbers of pieces of this player and
    /// of the opponent.
    pub fn fate(self, own: u32, others: u32) -> Fate {
        match (self, own.cmp(&others)) {
            (Self::Draw, _) | (Self::FewerWin | Self::MoreWin, std::cmp::Ordering::Equal) => Fate::Draws,
            (Self::Loss, _) | (Self::FewerWin, std::cmp::Ordering::Greater) => Fate::Loses,
            (Self::MoreWin, std::cmp::Ordering::Less) => Fate::Loses,
            _ => Fate::Wins,
        }
    }
}

/// What happens to a player whose only piece is the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BareKing {
    /// The game continues.
    PlaysOn,
    /// The player loses at once.
    Loses,
    /// The player loses, unless the next move bares the opponent's king too, which is a draw. The loss is immediate if
    /// the opponent has at least three pieces (king included), or has two and is to move.
    LosesUnlessAnswered,
}

/// The moment at which a player wins by reaching a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagTime {
    /// The player wins with the move that brings enough pieces into the region.
    AtOnce,
    /// The player wins if enough of the pieces are still in the region when the player is to move again.
    Held,
    /// The player wins with the move that brings enough pieces into the region. But if White has done so, Black may
    /// draw the game by doing so with the next move.
    Answered,
    /// If none of the pieces there can be captured, unless there are more than enough of them. If that becomes true for
    /// both players at once, the game is a draw.
    Safe,
    /// With the move that brings enough pieces there, if none of them can be captured or there are more than enough; or
    /// if enough are still there when the player is to move again.
    SafeOrHeld,
}

/// A region that wins: a player who has brought enough pieces of these types there has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The piece types.
    pub pieces: Vec<PieceType>,
    /// The squares, by colour; empty for a side that does not have this goal.
    pub squares: [BTreeSet<Square>; 2],
    /// The number of pieces that must be there.
    pub count: u8,
    /// Whether one piece suffices if no square of the region is empty.
    pub or_full: bool,
    /// When the player has won.
    pub time: FlagTime,
}

/// A fate that depends on how many pieces a player has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The piece types, each of which is counted alone; empty if all pieces are counted together, the king included.
    pub pieces: Vec<PieceType>,
    /// The number of pieces at which, or below which, the fate of their player is sealed.
    pub at_most: u8,
    /// The number of pieces that the opponent must have.
    pub opponent_at_least: u8,
    /// What becomes of the player.
    pub fate: Fate,
}

/// A fate of a player some of whose pieces stand in a row, without a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// The piece types.
    pub pieces: Vec<PieceType>,
    /// The number of pieces in a row.
    pub count: u8,
    /// Whether rows go along files and ranks.
    pub orthogonal: bool,
    /// Whether rows go along diagonals.
    pub diagonal: bool,
    /// What becomes of the player.
    pub fate: Fate,
}

/// What the repetition of positions leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// How often a position must occur; `None` if repetition is without consequences.
    pub times: Option<u8>,
    /// What becomes of the player whose move repeats the position for the last time.
    pub fate: Fate,
    /// Whether `fate` is White's instead, whoever repeats the position.
    pub of_white: bool,
    /// Whether a player loses who has given check with every move since the position occurred for the first time,
    /// unless the opponent has, too.
    pub perpetual_check_loses: bool,
}

/// The count that draws an endgame without pawns, as in Makruk. It runs with the moves of both sides, from the move
/// that starts it on, and the game is drawn by the move that exceeds its limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    /// The limit, in moves of each side, of a count that is started by a player who has more than the king, while the
    /// opponent has more than the king, too (the board's honour); 0 if only a player with the king alone counts.
    pub board: u16,
    /// The largest number of pieces with which a player starts the count of `board`, then also while there are pawns;
    /// `None` if the number does not matter, but no pawn may be left.
    pub board_men: Option<u8>,
    /// The limits of a count that is started by a player with the king alone (the pieces' honour). The first that
    /// applies counts; if none applies, there is no count.
    pub alone: Vec<CountLimit>,
    /// Whether the count of a player with the king alone starts with the number of pieces on the board instead of 0.
    pub counts_men: bool,
}

/// The limit of a count against certain pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLimit {
    /// The piece types, which are counted together; empty for all, the king included.
    pub pieces: Vec<PieceType>,
    /// The number of pieces that the opponent of the lone king must have.
    pub at_least: u8,
    /// The limit, in moves of each side.
    pub moves: u16,
}

/// What decides a game that ends without mate or another goal: the points of the pieces on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// The points of each piece of a type; types that are not listed count nothing.
    pub pieces: Vec<(PieceType, u8)>,
    /// By colour: the points that the side has besides.
    pub extra: [u8; 2],
    /// The winner if both sides have equal points; `None` for a draw.
    pub ties: Option<Color>,
}

/// How the game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// What becomes of a player who is checkmated.
    pub checkmate: Fate,
    /// The result of a stalemate.
    pub stalemate: Stalemate,
    /// The fate of a player whose only piece is the king.
    pub bare_king: BareKing,
    /// The number of moves by each side, without a capture or a pawn move, after which the game is drawn (50 in chess).
    pub move_limit: u16,
    /// Whether every promotion counts like a pawn move for the move limit, also the promotion of a piece that is no
    /// pawn.
    pub promotions_reset: bool,
    /// A player who promotes and then has at least the given number of pieces of each listed type has won. Empty if the
    /// game has no such rule.
    pub promotion_set: Vec<(PieceType, u8)>,
    /// The regions that win.
    pub flags: Vec<Flag>,
    /// The fates of players with few pieces. The first that applies counts.
    pub extinctions: Vec<Extinction>,
    /// The rows of pieces that end the game.
    pub connections: Vec<Connection>,
    /// The number of checks that win the game; 0 if checks are not counted.
    pub checks: u8,
    /// What the repetition of positions leads to.
    pub repetition: Repetition,
    /// The count that draws an endgame; `None` if the game has none.
    pub counting: Option<Counting>,
    /// What decides, instead of a draw, a game that ends by passes, by kings that face each other, by the move limit or
    /// by repetition; `None` if these are draws.
    pub points: Option<Points>,
}

impl Ends {
    /// Returns whether a goal other than mate can end the game at once: a region, the number of pieces, a row of pieces
    /// or the number of checks.
    pub fn have_goals(&self) -> bool {
        !self.flags.is_empty() || !self.extinctions.is_empty() || !self.connections.is_empty() || self.checks > 0
    }
}

impl Default for Ends {
    /// Returns the ending rules of orthodox chess.
    fn default() -> Self {
        Self {
            checkmate: Fate::Loses,
            stalemate: Stalemate::Draw,
            bare_king: BareKing::PlaysOn,
            move_limit: 50,
            promotions_reset: false,
            promotion_set: Vec::new(),
            flags: Vec::new(),
            extinctions: Vec::new(),
            connections: Vec::new(),
            checks: 0,
            repetition: Repetition {
                times: Some(3),
                fate: Fate::Draws,
                of_white: false,
                perpetual_check_loses: false,
            },
            counting: None,
            points: None,
        }
    }
}
