//! The file of a game as serde reads it: its sections and keys. Only the types of the values are checked here.

mod ends;
mod hand;
mod passing;
mod prelude;
mod starts;

use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use toml::Spanned;

pub(super) use ends::{
    CountLimitSection, CountingSection, EndsSection, ExtinctSection, FateWord, FlagSection, PointsSection, RowSection,
    Times,
};
pub(super) use hand::{GatingWord, HandSection, PromotedWord};
pub(super) use passing::PassingSection;
pub(super) use prelude::PreludeSection;
pub(super) use starts::{ArraySection, ShuffleSection};

use super::{BlastProof, ExpectedResult, PromotesLeaving, parser};

/// A list of strings that remembers where each string and the whole list are in the file.
pub(super) type Texts = Spanned<Vec<Spanned<String>>>;

/// A table with keys that the user chooses, such as the letters of pieces, in the order of the file.
#[derive(Clone, Debug)]
pub(super) struct Table<T>(pub Vec<(Spanned<String>, T)>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Table<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Table<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Table(entries))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// The whole file of a game.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct GameFile {
    pub name: Spanned<String>,
    #[serde(default)]
    pub aliases: Vec<Spanned<String>>,
    pub title: Option<String>,
    #[serde(default)]
    pub family: String,
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub link: String,
    #[serde(default)]
    pub history: String,
    pub evaluation: Option<PathBuf>,
    pub start: Spanned<String>,
    pub board: BoardSection,
    pub pieces: Table<PieceSection>,
    #[serde(default)]
    pub castling: Table<CastlingSection>,
    #[serde(default)]
    pub captures: CapturesSection,
    #[serde(default)]
    pub kings: KingsSection,
    pub hand: Option<Spanned<HandSection>>,
    pub prelude: Option<PreludeSection>,
    pub passing: Option<Spanned<PassingSection>>,
    #[serde(default)]
    pub arrays: Table<ArraySection>,
    pub shuffle: Option<Spanned<ShuffleSection>>,
    #[serde(default)]
    pub ends: EndsSection,
    #[serde(default)]
    pub xboard: XBoardSection,
    #[serde(default)]
    pub tests: Table<TestSection>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a section `[board]`")]
pub(super) struct BoardSection {
    pub files: Spanned<u8>,
    pub ranks: Spanned<u8>,
    pub levels: Option<Spanned<u8>>,
    pub opposed_levels: Option<Spanned<bool>>,
    #[serde(default)]
    pub holes: Vec<Spanned<String>>,
    pub zones: Option<Texts>,
}

#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a section such as `[pieces.N]`"
)]
pub(super) struct PieceSection {
    pub name: String,
    #[serde(rename = "move")]
    pub movement: Spanned<String>,
    pub stays_in: Option<Texts>,
    pub stays_in_black: Option<Texts>,
    #[serde(default)]
    pub moves_in: Vec<Spanned<MovesInSection>>,
    #[serde(default)]
    pub royal: bool,
    pub royal_up_to: Option<Spanned<u8>>,
    pub hops_not_over: Option<Spanned<String>>,
    pub hops_not_onto: Option<Spanned<String>>,
    #[serde(default)]
    pub pawn: bool,
    pub promotes_to: Option<Spanned<String>>,
    pub promotes_to_black: Option<Spanned<String>>,
    pub promotes_by_file: Option<Spanned<String>>,
    pub promotes_to_in: Option<Spanned<Table<Texts>>>,
    pub promotion_rank: Option<Spanned<u8>>,
    pub promotes_in: Option<Texts>,
    pub promotes_in_black: Option<Texts>,
    pub promotes_leaving: Option<Spanned<LeavingWord>>,
    pub must_promote_leaving: Option<Spanned<bool>>,
    pub must_promote_from: Option<Spanned<CompulsoryRank>>,
    pub promotes_to_lost: Option<Spanned<bool>>,
    pub promotes_up_to: Option<Spanned<Table<Spanned<u8>>>>,
    pub promotes_standing: Option<Spanned<bool>>,
    pub blast_proof: Option<Spanned<BlastProofWord>>,
    pub drops_in: Option<Texts>,
    pub drops_in_black: Option<Texts>,
    pub drops_per_file: Option<Spanned<u8>>,
    pub drop_mates: Option<Spanned<Permission>>,
    pub drops_evenly: Option<Spanned<bool>>,
    pub double_step: Option<Spanned<Ranks>>,
    pub double_step_in: Option<Texts>,
    pub double_step_in_black: Option<Texts>,
    #[serde(alias = "long-step")]
    pub multi_step: Option<Spanned<Table<Spanned<u8>>>>,
    pub en_passant: Option<Spanned<bool>>,
    pub en_passant_on: Option<Texts>,
    pub en_passant_on_black: Option<Texts>,
    pub first: Option<Spanned<String>>,
    pub safe_passage: Option<Spanned<bool>>,
    pub over_enemies: Option<Spanned<bool>>,
    pub by_steps: Option<Spanned<bool>>,
    pub picture: Option<String>,
    pub drawing: Option<String>,
}

/// Moves that are possible in a region only: `{ squares = ["a6-i10"], move = "sW" }`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a table such as `{ squares = [\"a6-i10\"], move = \"sW\" }`"
)]
pub(super) struct MovesInSection {
    pub squares: Texts,
    pub squares_black: Option<Texts>,
    #[serde(rename = "move")]
    pub movement: Spanned<String>,
    #[serde(default)]
    pub inside: bool,
}

/// The value of `promotes-leaving`: true, false or `captures`.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(untagged, expecting = "expected `true`, `false` or `\"captures\"`")]
pub(super) enum LeavingWord {
    Flag(bool),
    Word(OnlyCaptures),
}

impl LeavingWord {
    /// Returns which moves that begin in the promotion zone can promote according to this value.
    pub fn meaning(self) -> PromotesLeaving {
        match self {
            Self::Flag(false) => PromotesLeaving::Never,
            Self::Flag(true) => PromotesLeaving::Always,
            Self::Word(OnlyCaptures) => PromotesLeaving::Capturing,
        }
    }
}

/// The word `captures`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnlyCaptures;

impl<'de> Deserialize<'de> for OnlyCaptures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("captures", Self)])
    }
}

/// The value of `must-promote-from`: the first rank where promotion is compulsory, counted from 1, or `never`.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged, expecting = "expected a rank or `\"never\"`")]
pub(super) enum CompulsoryRank {
    Rank(u8),
    Word(Never),
}

/// The word `never`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Never;

impl<'de> Deserialize<'de> for Never {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("never", Self)])
    }
}

/// The ranks of a double step: one rank, or the first and the last of several.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(untagged, expecting = "expected a rank, or the first and the last: `2` or `[2, 10]`")]
pub(super) enum Ranks {
    One(u8),
    FromTo([u8; 2]),
}

impl Ranks {
    /// Returns the first and the last rank.
    pub fn ends(self) -> (u8, u8) {
        match self {
            Self::One(rank) => (rank, rank),
            Self::FromTo([first, last]) => (first, last),
        }
    }
}

/// A section `[castling.K]`. Its key is the letter of the right in the FEN, optionally followed by a side: `K-white`.
#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a section such as `[castling.K]`"
)]
pub(super) struct CastlingSection {
    pub king: Texts,
    #[serde(alias = "partner")]
    pub rook: Texts,
    pub with: Option<Spanned<String>>,
    pub written: Option<Spanned<WrittenWords>>,
    #[serde(default)]
    pub short: bool,
}

/// How a castling is written: the king's square, followed by the king's destination or by the rook's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Written {
    King,
    Rook,
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[("king", Self::King), ("rook", Self::Rook), ("partner", Self::Rook)];
        parser::word(deserializer, words)
    }
}

/// How the castlings of a section are written: one word for all of them, or one word for each destination of the king.
#[derive(Deserialize, Clone, Debug)]
#[serde(
    untagged,
    expecting = "expected `\"king\"` or `\"rook\"`, or a list of these, one for each length"
)]
pub(super) enum WrittenWords {
    All(Written),
    Each(Vec<Written>),
}

#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section `[captures]`"
)]
pub(super) struct CapturesSection {
    pub mandatory: bool,
    pub chained: bool,
    pub blast: Option<Spanned<String>>,
    pub no_exposed_trade: Option<Spanned<String>>,
    pub no_counter_capture: Option<Spanned<String>>,
}

/// The value of `blast-proof`: which blasts a piece survives.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlastProofWord(pub BlastProof);

impl<'de> Deserialize<'de> for BlastProofWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[("others", BlastProof::Others), ("all", BlastProof::All)];
        parser::word(deserializer, words).map(Self)
    }
}

#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section `[kings]`"
)]
pub(super) struct KingsSection {
    pub checks: Permission,
    pub facing: FacingWord,
    pub facing_on: Option<Spanned<Vec<LineWord>>>,
    pub royal_up_to: Option<Spanned<u8>>,
    pub successors: Option<Spanned<String>>,
}

/// What becomes of kings that face each other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum FacingWord {
    #[default]
    Allowed,
    Forbidden,
    Ends,
}

impl<'de> Deserialize<'de> for FacingWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[
            ("allowed", Self::Allowed),
            ("forbidden", Self::Forbidden),
            ("ends", Self::Ends),
        ];
        parser::word(deserializer, words)
    }
}

/// A kind of line on which kings face each other.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(
    rename_all = "kebab-case",
    expecting = "expected `\"files\"`, `\"ranks\"` or `\"diagonals\"`"
)]
pub(super) enum LineWord {
    Files,
    Ranks,
    Diagonals,
}

/// Whether something is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Permission {
    #[default]
    Allowed,
    Forbidden,
}

impl<'de> Deserialize<'de> for Permission {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[("allowed", Self::Allowed), ("forbidden", Self::Forbidden)];
        parser::word(deserializer, words)
    }
}

#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section `[xboard]`"
)]
pub(super) struct XBoardSection {
    pub name: Option<String>,
    pub native: bool,
    pub playable: Option<bool>,
    pub parent: Option<String>,
    pub start: Option<Spanned<String>>,
}

/// A section `[tests.NAME]`. Its key is the name of the test.
#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section such as `[tests.first-moves]`"
)]
pub(super) struct TestSection {
    pub start: Option<Spanned<String>>,
    pub fen: Option<Spanned<String>>,
    pub moves: Vec<Spanned<String>>,
    pub legal: Vec<Spanned<String>>,
    pub illegal: Vec<Spanned<String>>,
    pub targets: Table<Vec<Spanned<String>>>,
    pub check: Option<Spanned<bool>>,
    pub result: Option<Spanned<ResultWord>>,
    pub perft: Vec<Spanned<u64>>,
}

/// A result as PGN writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultWord(pub ExpectedResult);

impl<'de> Deserialize<'de> for ResultWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, ExpectedResult::WORDS).map(Self)
    }
}
