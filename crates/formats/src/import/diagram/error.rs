//! Why an Interactive Diagram cannot be translated.

use kurier_rules::sanitize::excerpt;
use thiserror::Error;

/// Why a line of a diagram is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum DiagramError {
    // The text.
    #[error("expected `key=value` or `name:ID:move:image:squares:count`, found `{}`", excerpt(.0))]
    NotUnderstood(String),
    #[error("more than {0} lines, settings and pieces")]
    TooLong(usize),
    #[error("the page's script changes the rules (`{0}`), and scripts are not read")]
    Script(String),

    // Settings.
    #[error("`{}` is not a supported key", excerpt(.0))]
    UnknownKey(String),
    #[error("`{}={}` is not supported: {why}", excerpt(key), excerpt(value))]
    Unsupported {
        key: String,
        value: String,
        why: &'static str,
    },
    #[error("expected {expected}, found `{}`", excerpt(.found))]
    Expected { expected: &'static str, found: String },
    #[error("there is no piece `{}`", excerpt(.0))]
    UnknownPiece(String),
    #[error("`{}` is the ID of several pieces", excerpt(.0))]
    AmbiguousId(String),

    // Pieces.
    #[error("there are no pieces")]
    NoPieces,
    #[error("more than 26 pieces")]
    TooManyPieces,
    #[error("the moves of the {} are missing, and no piece has one known move by that name", excerpt(.0))]
    UnknownMoves(String),
    #[error("`{}` of the {}: {why}", excerpt(moves), excerpt(name))]
    Moves { moves: String, name: String, why: String },
    #[error("pieces in hand are supported only with `holdingsType`")]
    InHand,
    #[error("a {} that takes nothing but kings along a line is supported only if it is the king, and if both kings do", excerpt(.0))]
    TakesKings(String),
    #[error("`succession` is supported only if the king changes places (`dU`), and no other piece does: the {}", excerpt(.0))]
    Succession(String),
    #[error("expected `royal=`, because it is not clear which piece is the king")]
    NoRoyal,
    #[error("two pieces on {0}")]
    Occupied(String),
    #[error("expected squares such as `a1` or `a2-h2`, found `{}`", excerpt(.0))]
    Squares(String),
    #[error("expected squares of White only, because of `symmetry`")]
    BothSides,
    #[error("a hole with moves is not supported")]
    MovingHole,
    #[error("moves of the {} that lead over pieces are not supported on a board with holes", excerpt(.0))]
    HopOverHole(String),

    // Rules.
    #[error("which pieces the {} is promoted to is missing (`promoChoice`)", excerpt(.0))]
    NoChoice(String),
    #[error("the {} is promoted to none of `promoChoice`", excerpt(.0))]
    EmptyChoice(String),
    #[error("the counterpart to which the {} is promoted (`promoOffset`) is missing or royal", excerpt(.0))]
    NoCounterpart(String),
    #[error("`promoOffset` is supported only with `promoChoice=+` or without a choice")]
    OffsetAlone,
    #[error("`{0}` in `promoChoice` is not supported: {1}")]
    Choice(String, &'static str),
    #[error("the {1}: castling over {0} squares finds no piece that castles with it")]
    NoCastlingPartner(u8, String),
    #[error("with which piece the {} castles is not clear: the outermost piece on a side is not a rook, and it is not in the corner or a rook stands nearer", excerpt(.0))]
    UnclearPartner(String),
    #[error("castling of several pieces of a side is not supported: the {}", excerpt(.0))]
    SeveralCastling(String),
    #[error("castling of the {}, which is not royal, is not supported", excerpt(.0))]
    CastlingPiece(String),
    #[error("the {} makes its double step from several ranks as its first move, which is not supported", excerpt(.0))]
    DoubleStepRanks(String),
    #[error("the first move of the {}, which can come back to where it starts, is not supported", excerpt(.0))]
    FirstMove(String),
    #[error("en passant after the first move of the {} is supported only after steps straight forward", excerpt(.0))]
    EnPassant(String),

    /// Kurier refuses the translated file.
    #[error("Kurier refuses the translated game: {0}")]
    Refused(String),
}

impl DiagramError {
    /// Creates the error for a value of the wrong form.
    pub fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected {
            expected,
            found: found.to_owned(),
        }
    }
}

/// An error and its line.
pub(super) type Located = (usize, DiagramError);
