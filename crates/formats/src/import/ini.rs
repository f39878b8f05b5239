//! Splits a `variants.ini` into sections and settings.

use kurier_rules::sanitize::excerpt;
use thiserror::Error;

/// The maximum number of sections of a file. Real collections have far fewer.
const MOST_SECTIONS: usize = 2000;
/// The maximum number of bytes of a line without its comment. A start position of 256 squares fits. The limit bounds
/// the memory used, because every game copies the settings of its base game.
const LONGEST: usize = 1024;
/// The maximum number of faulty lines that are reported.
const MOST_ERRORS: usize = 100;

/// Why a line of the file is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum LineError {
    #[error("a line of more than {LONGEST} bytes")]
    TooLong,
    #[error("more than {MOST_SECTIONS} games")]
    TooManyGames,
    #[error("expected `[name:base]` or `key = value`, found `{}`", excerpt(.0))]
    NotUnderstood(String),
}

/// A section: its title, `[name:base]`, and its settings.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub name: String,
    /// The name of the base game, whose settings the section inherits.
    pub base: Option<String>,
    /// The line of the title, from 1.
    pub line: usize,
    pub settings: Vec<Setting>,
}

/// A setting: `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub key: String,
    pub value: String,
    /// The line of the setting, from 1.
    pub line: usize,
}

/// Reads all sections of a file. Comments begin with `#` or `;`.
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
