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
    /// The player wins when enough of the pieces are in the region, if none of them can be captured or there are more
    /// than enough of them. If that becomes true for both players at once, the game is a draw.
    Safe,
    /// The player wins with the move that brings enough pieces into the region, if none of them can be captured or
    /// there are more than enough of them. Otherwise, the player wins if enough of them are still there when the player
    /// is to move again.
    SafeOrHeld,
}

/// A region that wins the game for a player who has brought enough pieces of these types there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flag {
    /// The types of the pieces that must reach the region.
    pub pieces: Vec<PieceType>,
    /// The squares, by colour; empty for a side that does not have this goal.
    pub squares: [BTreeSet<Square>; 2],
    /// The number of pieces that must be in the region.
    pub count: u8,
    /// Whether one piece suffices if no square of the region is empty.
    pub or_full: bool,
    /// When the player has won.
    pub time: FlagTime,
}

/// A fate that depends on how many pieces a player has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extinction {
    /// The piece types, each of which is counted separately; empty if all pieces are counted together, the king
    /// included.
    pub pieces: Vec<PieceType>,
    /// The number of pieces at which, or below which, the fate of their player is sealed.
    pub at_most: u8,
    /// The minimum number of pieces that the opponent must have for the rule to apply.
    pub opponent_at_least: u8,
    /// What becomes of the player.
    pub fate: Fate,
}

/// The fate of a player who has pieces in a row, without a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Connection {
    /// The types of the pieces that can form the row. A row may mix them.
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
    /// How many times a position must occur for the rule to apply; `None` if repetition has no consequences.
    pub times: Option<u8>,
    /// What becomes of the player whose move repeats the position for the last time.
    pub fate: Fate,
    /// Whether `fate` is always White's fate, whoever repeats the position.
    pub of_white: bool,
    /// Whether a player who has given check with every move since the position first occurred loses, unless the
    /// opponent has done so too.
    pub perpetual_check_loses: bool,
}

/// The count of moves that draws an endgame, in most cases one without pawns, as in Makruk. Once it has started, it
/// counts the moves of both sides, and the move that exceeds the limit draws the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    /// The limit, in moves of each side, of the count that a player starts while both players have more than a king
    /// (the board's honour); 0 if only a player with a lone king starts a count.
    pub board: u16,
    /// The largest number of pieces with which a player may start the `board` count, whether or not any pawns are left.
    /// If `None`, the number does not matter, but there must be no pawns left.
    pub board_men: Option<u8>,
    /// The limits of the count that a player with a lone king starts (the pieces' honour). The first limit that applies
    /// is used; if none applies, there is no count.
    pub alone: Vec<CountLimit>,
    /// Whether the count of a player with a lone king starts with the number of pieces on the board instead of 0.
    pub counts_men: bool,
}

/// The limit of a count against certain pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLimit {
    /// The types of the pieces that are counted, all together; if empty, pieces of all types count, even the king.
    pub pieces: Vec<PieceType>,
    /// The minimum number of these pieces that the opponent of the lone king must have.
    pub at_least: u8,
    /// The limit, in moves of each side.
    pub moves: u16,
}

/// What decides a game that ends without mate or another goal: the points of the pieces on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// The points of each piece of a type; types that are not listed are worth nothing.
    pub pieces: Vec<(PieceType, u8)>,
    /// By colour: the points that the side has in addition to the points of its pieces.
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
    /// Whether every promotion counts like a pawn move for the move limit, even the promotion of a piece that is not a
    /// pawn.
    pub promotions_reset: bool,
    /// A player who promotes and then has at least the given number of pieces of each listed type has won. Empty if the
    /// game has no such rule.
    pub promotion_set: Vec<(PieceType, u8)>,
    /// The regions that win the game for a player whose pieces reach them.
    pub flags: Vec<Flag>,
    /// The fates of players with few pieces. The first that applies is used.
    pub extinctions: Vec<Extinction>,
    /// The rows of pieces that end the game.
    pub connections: Vec<Connection>,
    /// The number of checks that win the game; 0 if checks are not counted.
    pub checks: u8,
    /// What the repetition of positions leads to.
    pub repetition: Repetition,
    /// The count that draws an endgame; `None` if the game has none.
    pub counting: Option<Counting>,
    /// What decides a game that would otherwise be drawn by passes, by kings that face each other, by the move limit or
    /// by repetition; `None` if such a game is drawn.
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
