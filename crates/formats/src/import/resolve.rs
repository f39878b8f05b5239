//! Resolves inheritance: a game has the settings of its base game, unless its own section overrides them.

use std::collections::{HashMap, HashSet};
use std::iter;

use super::FairyError;
use super::ini::{self, Section};
use super::settings::{Settings, gives};
use kurier_rules::sanitize::excerpt;

/// Fairy-Stockfish's built-in games. A file may use them as base games without containing them.
pub(super) const BASES: &str = include_str!("bases.ini");
/// The maximum length of the chain of base games from a game to a game without a base.
const DEEPEST: usize = 64;
/// The maximum number of errors of a base game that are also reported for each game that inherits from it.
const INHERITED: usize = 16;

/// A section with its complete settings.
struct Resolved {
    /// The settings that can be translated.
    settings: Settings,
    /// The reasons why the section cannot be translated; empty if it can.
    faults: Vec<Fault>,
    /// The length of the chain of base games from the section to a game without a base; greater than [`DEEPEST`] if the
    /// chain contains a section that is refused as a whole.
    depth: usize,
}

/// A reason why a section cannot be translated.
#[derive(Clone)]
struct Fault {
    /// The key of the refused setting. `None` if no value of any key can remove the fault.
    key: Option<String>,
    error: FairyError,
}

/// Returns the complete settings of every section. As in Fairy-Stockfish, the base of a section must come before it. So
/// one pass in the order of the file suffices, and there are no cycles.
pub(super) fn settings(sections: &[Section], file: &str) -> Vec<Result<Settings, Vec<FairyError>>> {
    // Reading cannot fail: a test reads the file.
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
        .map(|section| match section.faults.is_empty() {
            true => Ok(section.settings),
            false => Err(section.faults.into_iter().map(|fault| fault.error).collect()),
        })
        .collect()
}

/// The base game of a section.
enum Base<'a> {
    /// A section that comes before the section that inherits, or a built-in game.
    Known(&'a Resolved),
    /// A section that does not come before the section that inherits: the order is wrong, or the sections form a cycle.
    Later(&'a str),
    /// A game that is neither in the file nor built in.
    Unknown(&'a str),
}

/// Applies the settings of a section on top of its base game's settings.
fn resolve(section: &Section, base: Option<Base<'_>>, file: &str) -> Resolved {
    let refused = |message: String| Resolved {
        settings: Settings::default(),
        faults: vec![Fault {
            key: None,
            error: FairyError::new(file, section.line, &message),
        }],
        // This depth prevents a section that inherits the fault from being refused a second time because of its own
        // depth.
        depth: DEEPEST + 1,
    };
    let (mut settings, mut faults, depth) = match base {
        None => (Settings::default(), Vec::new(), 0),
        Some(Base::Unknown(name)) => {
            return refused(format!("a game that begins from `{}` is not supported", excerpt(name)));
        }
        Some(Base::Later(name)) => {
            let name = excerpt(name);
            return refused(format!(
                "it begins from `{name}`, which does not come before it: a cycle, or the wrong order"
            ));
        }
        Some(Base::Known(base)) if base.depth == DEEPEST => {
            return refused(format!("it begins from a chain of more than {DEEPEST} games"));
        }
        Some(Base::Known(base)) => (base.settings.clone(), inherited(&base.faults), base.depth + 1),
    };
    faults.retain(|fault| fault.key.as_ref().is_none_or(|key| !gives(&section.settings, key)));
    let refusals = settings.apply(&section.settings);
    faults.extend(refusals.into_iter().map(|refusal| Fault {
        error: FairyError::new(file, refusal.line, &refusal.error),
        key: Some(refusal.key),
    }));
    Resolved {
        settings,
        faults,
        depth,
    }
}

/// Returns the faults of a base game that a game inherits, at most [`INHERITED`]. If there are more, the last one loses
/// its key, so that no setting of the game can remove it.
fn inherited(faults: &[Fault]) -> Vec<Fault> {
    let mut inherited: Vec<Fault> = faults.iter().take(INHERITED).cloned().collect();
    if let Some(last) = inherited.last_mut().filter(|_| faults.len() > INHERITED) {
        last.key = None;
    }
    inherited
}
