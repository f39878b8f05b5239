//! The section `[hand]` as serde reads it.

use serde::Deserialize;
use serde::de::Deserializer;
use toml::Spanned;

use super::Permission;
use crate::rules::{Captured, Gating, parser};

#[derive(Deserialize, Default, Debug)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    default,
    expecting = "a section `[hand]`"
)]
pub(in crate::rules) struct HandSection {
    pub captured: Option<CapturedWord>,
    pub promoted: Option<Spanned<PromotedWord>>,
    pub checks: Permission,
    pub must_drop: Option<Spanned<bool>>,
    pub drops_castle: Option<Spanned<bool>>,
    pub gating: Option<Spanned<GatingWord>>,
    pub drops_promoted: Option<Spanned<bool>>,
}

/// What becomes of a captured piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct CapturedWord(pub Captured);

impl<'de> Deserialize<'de> for CapturedWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[("changes-sides", Captured::ChangesSides), ("lost", Captured::Lost)];
        parser::word(deserializer, words).map(Self)
    }
}

/// Whether pieces in hand are gated.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct GatingWord(pub Gating);

impl<'de> Deserialize<'de> for GatingWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = &[("only", Gating::Only), ("allowed", Gating::Allowed)];
        parser::word(deserializer, words).map(Self)
    }
}

/// What becomes of a promoted piece that is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum PromotedWord {
    Reverts,
    Stays,
}

impl<'de> Deserialize<'de> for PromotedWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parser::word(deserializer, &[("reverts", Self::Reverts), ("stays", Self::Stays)])
    }
}
