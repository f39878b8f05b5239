//! The commands that the player can type.

use kurier_engine::session::{Level, NoSuchLevel};

/// The text for the command `help`.
pub const HELP: &str = "\
Type a move, in algebraic notation (Nf3, exd5) or in coordinates (g1f3, e7e8q), or one of these:
  moves [SQUARE]  the legal moves, or those of one piece     hint         what Kurier would play
  undo            take your last move back                   flip         turn the board
  board           show the board                             fen          show the position as FEN
  pieces          letters, names, moves                      rules        what is special in this game
  new             begin again
  level N         play at another level, 1 to 10             save FILE    write the game as PGN
  resign          give up                                    quit         leave; --resume continues";

/// The command words, for completion.
pub const WORDS: [&str; 15] = [
    "help", "moves", "hint", "undo", "flip", "board", "fen", "pieces", "rules", "new", "level", "save", "resign",
    "quit", "exit",
];

/// A command or a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// An empty line.
    Nothing,
    /// Show the commands.
    Help,
    /// Show all legal moves, or the legal moves from a square.
    Moves(Option<String>),
    /// Suggest a move to the player.
    Hint,
    /// Take back the player's last move and the reply.
    Undo,
    /// Turn the board around.
    Flip,
    /// Show the board.
    Board,
    /// Show the FEN.
    Fen,
    /// List the pieces.
    Pieces,
    /// Show the special rules of the game.
    Rules,
    /// Start a new game.
    New,
    /// Play at another level.
    Level(Level),
    /// Write the game to a file.
    Save(String),
    /// Resign the game.
    Resign,
    /// Leave the program.
    Quit,
    /// Any other text, which is parsed as a move.
    Move(String),
}

/// The reason why a line is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum InputError {
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    #[error("expected the name of a file: save game.pgn")]
    NoFile,
}

impl Input {
    /// Parses a line.
    ///
    /// # Errors
    /// Fails if an argument of a command is missing or wrong.
    pub fn parse(line: &str) -> Result<Self, InputError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "help" | "?" => Self::Help,
            "moves" => Self::Moves((!rest.is_empty()).then(|| rest.to_owned())),
            "hint" => Self::Hint,
            "undo" => Self::Undo,
            "flip" => Self::Flip,
            "board" => Self::Board,
            "fen" => Self::Fen,
            "pieces" => Self::Pieces,
            "rules" => Self::Rules,
            "new" => Self::New,
            "level" => Self::Level(Level::parse(rest)?),
            "save" if rest.is_empty() => return Err(InputError::NoFile),
            "save" => Self::Save(rest.to_owned()),
            "resign" => Self::Resign,
            "quit" | "exit" | "bye" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(Input::parse("  "), Ok(Input::Nothing));
        assert_eq!(Input::parse(" MOVES e2 "), Ok(Input::Moves(Some("e2".into()))));
        assert_eq!(Input::parse("save my game.pgn"), Ok(Input::Save("my game.pgn".into())));
        assert_eq!(Input::parse("Nf3"), Ok(Input::Move("Nf3".into())));
        assert_eq!(Input::parse("b8=Q+"), Ok(Input::Move("b8=Q+".into())));
        assert!(Input::parse("level 99").is_err() && Input::parse("save").is_err());
    }
}
