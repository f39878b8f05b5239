//! The sections `[arrays.X]` and `[shuffle]` as serde reads them.

use serde::Deserialize;
use serde::de::Deserializer;
use toml::Spanned;

use super::Texts;
use crate::rules::parser;

#[derive(Deserialize, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a section such as `[arrays.first]`"
)]
pub(in crate::rules) struct ArraySection {
    pub title: Option<String>,
    pub ranks: Texts,
    pub castling: Option<Spanned<String>>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a section `[shuffle]`")]
pub(in crate::rules) struct ShuffleSection {
    pub groups: Texts,
    pub opposite_colors: Option<Spanned<String>>,
    pub black: Option<BlackWord>,
    pub castling: Option<Spanned<CastlingWord>>,
}

/// Whether the order of Black's pieces mirrors the order of White's when a start position is drawn.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct BlackWord(pub bool);

impl<'de> Deserialize<'de> for BlackWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("mirrored", true), ("independent", false)]).map(Self)
    }
}

/// Whether kings and rooks castle from wherever they stand after the shuffle.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct CastlingWord(pub bool);

impl<'de> Deserialize<'de> for CastlingWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("home", false), ("anywhere", true)]).map(Self)
    }
}
