//! Sections and settings.

use kurier_rules::sanitize::excerpt;
use thiserror::Error;

/// The most sections, far more than anybody's collection has.
const MOST_SECTIONS: usize = 2000;
/// The most bytes of a setting. A board of 256 squares needs no more, and all games that begin from its game have it, too.
const LONGEST: usize = 1024;
/// So many wrong lines are told.
const MOST_ERRORS: usize = 100;

/// Why a line is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum LineError {
    #[error("a line of more than {LONGEST} bytes")]
    TooLong,
    #[error("more than {MOST_SECTIONS} games")]
    TooManyGames,
    #[error("expected `[name:base]` or `key = value`, found `{}`", excerpt(.0))]
    NotUnderstood(String),
}

/// `[name:base]` and what follows.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub name: String,
    /// The game that it begins from.
    pub base: Option<String>,
    /// From 1.
    pub line: usize,
    pub settings: Vec<Setting>,
}

/// `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub key: String,
    pub value: String,
    /// From 1.
    pub line: usize,
}

/// Reads all sections; comments begin with `#` or `;`.
pub(super) fn read(text: &str) -> Result<Vec<Section>, Vec<(usize, LineError)>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut errors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if errors.len() >= MOST_ERRORS {
            break;
        }
        let content = line.split(['#', ';']).next().unwrap_or_default().trim();
        if content.is_empty() {
            continue;
        }
        if content.len() > LONGEST {
            errors.push((number, LineError::TooLong));
            continue;
        }
        if let Some(title) = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let (name, base) = match title.split_once(':') {
                Some((name, base)) => (name, Some(base.trim().to_owned())),
                None => (title, None),
            };
            if sections.len() >= MOST_SECTIONS {
                errors.push((number, LineError::TooManyGames));
                break;
            }
            sections.push(Section {
                name: name.trim().to_owned(),
                base,
                line: number,
                settings: Vec::new(),
            });
            continue;
        }
        match (content.split_once('='), sections.last_mut()) {
            (Some((key, value)), Some(section)) => section.settings.push(Setting {
                key: key.trim().to_owned(),
                value: value.trim().to_owned(),
                line: number,
            }),
            _ => errors.push((number, LineError::NotUnderstood(content.to_owned()))),
        }
    }
    if errors.is_empty() { Ok(sections) } else { Err(errors) }
}
