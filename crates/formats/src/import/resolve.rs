//! What a game takes from the game that it begins from.

use std::collections::{HashMap, HashSet};
use std::iter;

use super::ini::{self, Section};
use super::settings::Settings;
use super::{FairyError, located};
use kurier_rules::sanitize::excerpt;

/// The games that others may begin from without their being in the file.
pub(super) const BASES: &str = include_str!("bases.ini");
/// The most games on the way from one to a game that begins from none.
const DEEPEST: usize = 64;
/// The most errors of a game that are told of each game that begins from it, too.
const INHERITED: usize = 16;

/// A section that is read.
struct Resolved {
    settings: Result<Settings, Vec<FairyError>>,
    /// The games on the way to one that begins from none.
    depth: usize,
}

/// Returns the settings of every section. As in the other program a section begins from one before it: each is read once,
/// after the one that it begins from, and no chain leads back to where it came from.
pub(super) fn settings(sections: &[Section], file: &str) -> Vec<Result<Settings, Vec<FairyError>>> {
    let bases = ini::read(BASES).unwrap_or_default();
    let mut resolved: Vec<Resolved> = Vec::with_capacity(bases.len() + sections.len());
    let mut places: HashMap<&str, usize> = HashMap::new();
    let all: HashSet<&str> = sections.iter().map(|section| section.name.as_str()).collect();
    let files = iter::repeat_n("bases.ini", bases.len()).chain(iter::repeat(file));
    for (section, file) in bases.iter().chain(sections).zip(files) {
        let base = section.base.as_deref().map(|name| match places.get(name) {
            Some(place) => Base::Known(&resolved[*place]),
            None if all.contains(name) => Base::Later(name),
            None => Base::Unknown(name),
        });
        let next = resolve(section, base, file);
        places.insert(&section.name, resolved.len());
        resolved.push(next);
    }
    resolved
        .split_off(bases.len())
        .into_iter()
        .map(|section| section.settings)
        .collect()
}

/// What a section begins from.
enum Base<'a> {
    Known(&'a Resolved),
    /// A section that does not come before it: the order is wrong, or the sections form a cycle.
    Later(&'a str),
    Unknown(&'a str),
}

fn resolve(section: &Section, base: Option<Base<'_>>, file: &str) -> Resolved {
    let refused = |message: String| Resolved {
        settings: Err(located(file, vec![(section.line, message)])),
        depth: 0,
    };
    let (mut settings, depth) = match base {
        None => (Settings::default(), 0),
        Some(Base::Unknown(name)) => {
            return refused(format!("a game that begins from `{}` is not supported", excerpt(name)));
        }
        Some(Base::Later(name)) => {
            let name = excerpt(name);
            return refused(format!(
                "it begins from `{name}`, which does not come before it: a cycle, or the wrong order"
            ));
        }
        Some(Base::Known(base)) if base.depth >= DEEPEST => {
            return refused(format!("it begins from a chain of more than {DEEPEST} games"));
        }
        Some(Base::Known(base)) => match &base.settings {
            Ok(settings) => (settings.clone(), base.depth + 1),
            Err(errors) => {
                return Resolved {
                    settings: Err(errors.iter().take(INHERITED).cloned().collect()),
                    depth: base.depth,
                };
            }
        },
    };
    let errors = settings.apply(&section.settings);
    Resolved {
        settings: if errors.is_empty() {
            Ok(settings)
        } else {
            Err(located(file, errors))
        },
        depth,
    }
}
