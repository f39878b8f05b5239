//! The section `[passing]` as serde reads it.

use serde::Deserialize;
use serde::de::Deserializer;
use toml::Spanned;

use crate::rules::{Passing, parser};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a section `[passing]`")]
pub(in crate::rules) struct PassingSection {
    pub when: Spanned<PassingWord>,
    pub when_black: Option<PassingWord>,
}

/// When a side may pass.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct PassingWord(pub Passing);

impl<'de> Deserialize<'de> for PassingWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[
            ("always", Passing::Always),
            ("stalemated", Passing::Stalemated),
            ("never", Passing::Never),
        ];
        parser::word(deserializer, words).map(Self)
    }
}
