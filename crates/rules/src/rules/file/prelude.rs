//! The section `[prelude]` as serde reads it.

use serde::Deserialize;
use serde::de::Deserializer;

use super::Texts;
use crate::rules::parser;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a section `[prelude]`")]
pub(in crate::rules) struct PreludeSection {
    pub moves: Texts,
    pub moves_black: Option<Texts>,
    pub order: Option<OrderWord>,
    #[serde(default)]
    pub optional: bool,
}

/// Whether the moves may be played in any order.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct OrderWord(pub bool);

impl<'de> Deserialize<'de> for OrderWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("given", false), ("free", true)]).map(Self)
    }
}
