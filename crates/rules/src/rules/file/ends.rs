//! The section `[ends]` as serde reads it.

use serde::Deserialize;
use serde::de::Deserializer;
use toml::Spanned;

use super::{Table, Texts};
use crate::rules::parser;
use crate::rules::{BareKing, Color, Fate, FlagTime, Stalemate};

#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section `[ends]`"
)]
pub(in crate::rules) struct EndsSection {
    pub checkmate: Option<FateWord>,
    pub stalemate: Option<StalemateWord>,
    pub bare_king: Option<BareKingWord>,
    pub move_limit: Option<Spanned<u16>>,
    pub promotions_reset: bool,
    pub promotion_set: Table<Spanned<u8>>,
    pub flags: Vec<Spanned<FlagSection>>,
    pub extinct: Vec<Spanned<ExtinctSection>>,
    pub rows: Vec<Spanned<RowSection>>,
    pub checks: Option<Spanned<u8>>,
    pub repetitions: Option<Spanned<Times>>,
    pub repetition: Option<Spanned<FateWord>>,
    pub repetition_of: Option<Spanned<RepetitionOfWord>>,
    pub perpetual_check_loses: Option<Spanned<bool>>,
    pub counting: Option<Spanned<CountingSection>>,
    pub points: Option<Spanned<PointsSection>>,
}

/// The points that decide an otherwise drawn game: `{ pieces = { R = 13, P = 2 }, black = 1, ties = "black" }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ pieces = { R = 13, P = 2 }, black = 1 }`"
)]
pub(in crate::rules) struct PointsSection {
    #[serde(default)]
    pub pieces: Table<Spanned<u8>>,
    #[serde(default)]
    pub white: u8,
    #[serde(default)]
    pub black: u8,
    pub ties: Option<TiesWord>,
}

/// The count that draws an endgame: `{ board = 64, alone = [{ pieces = "R", moves = 16 }] }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ board = 64, alone = [{ pieces = \"R\", moves = 16 }] }`"
)]
pub(in crate::rules) struct CountingSection {
    pub board: Option<Spanned<u16>>,
    pub board_men: Option<Spanned<u8>>,
    #[serde(default)]
    pub alone: Vec<Spanned<CountLimitSection>>,
    #[serde(default)]
    pub counts_men: bool,
}

/// The limit of a count against certain pieces: `{ pieces = "R", at-least = 2, moves = 8 }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ pieces = \"R\", at-least = 2, moves = 8 }`"
)]
pub(in crate::rules) struct CountLimitSection {
    pub pieces: Spanned<String>,
    pub at_least: Option<Spanned<u8>>,
    pub moves: Spanned<u16>,
}

/// A region that wins the game for a player whose pieces reach it: `{ pieces = "K", squares = ["d4-e5"] }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ pieces = \"K\", squares = [\"d4-e5\"] }`"
)]
pub(in crate::rules) struct FlagSection {
    pub pieces: Spanned<String>,
    pub squares: Texts,
    pub squares_black: Option<Texts>,
    pub count: Option<Spanned<u8>>,
    #[serde(default)]
    pub or_full: bool,
    pub time: Option<Spanned<FlagTimeWord>>,
}

/// The fate of a player who has few pieces: `{ pieces = "Q", at-most = 0, result = "loss" }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ pieces = \"Q\", at-most = 0, result = \"loss\" }`"
)]
pub(in crate::rules) struct ExtinctSection {
    pub pieces: Spanned<String>,
    #[serde(default)]
    pub at_most: u8,
    #[serde(default)]
    pub opponent_at_least: u8,
    pub result: Option<FateWord>,
}

/// Pieces in a row that end the game: `{ pieces = "*", count = 4 }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ pieces = \"*\", count = 4 }`"
)]
pub(in crate::rules) struct RowSection {
    pub pieces: Spanned<String>,
    pub count: Spanned<u8>,
    pub orthogonal: Option<bool>,
    pub diagonal: Option<bool>,
    pub result: Option<FateWord>,
}

/// How many times a position must occur for the repetition to have consequences, or `never`.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "expected a number or `\"never\"`")]
pub(in crate::rules) enum Times {
    Number(u8),
    Word(super::Never),
}

/// Creates a type that reads one of several words as a value.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident($value:ty): $($word:literal => $meaning:expr),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::rules) struct $name(pub $value);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                parser::word(deserializer, &[$(($word, $meaning)),+]).map(Self)
            }
        }
    };
}

words!(
    /// What becomes of a player.
    FateWord(Fate): "loss" => Fate::Loses, "draw" => Fate::Draws, "win" => Fate::Wins
);
words!(
    /// Whether a repetition decides White's fate, instead of the fate of the player who repeats the position.
    RepetitionOfWord(bool): "mover" => false, "white" => true
);
words!(
    /// The result of a stalemate.
    StalemateWord(Stalemate):
        "draw" => Stalemate::Draw,
        "loss" => Stalemate::Loss,
        "win" => Stalemate::Win,
        "fewer-pieces-win" => Stalemate::FewerWin,
        "more-pieces-win" => Stalemate::MoreWin
);
words!(
    /// Who wins if both sides have equal points.
    TiesWord(Option<Color>): "draw" => None, "white" => Some(Color::White), "black" => Some(Color::Black)
);
words!(
    /// What happens to a player whose only piece is the king.
    BareKingWord(BareKing):
        "plays-on" => BareKing::PlaysOn,
        "loses" => BareKing::Loses,
        "loses-unless-answered" => BareKing::LosesUnlessAnswered
);
words!(
    /// When a player has won by reaching a region.
    FlagTimeWord(FlagTime):
        "at-once" => FlagTime::AtOnce,
        "held" => FlagTime::Held,
        "answered" => FlagTime::Answered,
        "safe" => FlagTime::Safe,
        "safe-or-held" => FlagTime::SafeOrHeld
);
