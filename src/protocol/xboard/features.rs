//! What the engine announces, and the options among it.

use std::time::Duration;

use crate::rules::Catalogue;
use crate::search::Settings;

use super::Gui;

/// MiB that a program needs beside its hash table.
const OVERHEAD: usize = 16;

/// The answer to `protover`, line by line.
pub fn announce(catalogue: &Catalogue, settings: &Settings) -> Vec<String> {
    let (least, most) = Settings::ELO.into_inner();
    vec![
        "feature done=0".into(),
        "feature ping=1 setboard=1 usermove=1 san=0 time=1 draw=1 analyze=1 reuse=1 colors=0 playother=1".into(),
        "feature memory=1 smp=1 nps=0 name=1 sigint=0 sigterm=0 debug=1 exclude=1 highlight=1 pause=1".into(),
        format!("feature myname=\"Kurier {}\"", env!("CARGO_PKG_VERSION")),
        variants(catalogue),
        format!("feature option=\"MultiPV -spin {} 1 100\"", settings.multipv),
        format!(
            "feature option=\"Move Overhead -spin {} 0 5000\"",
            settings.overhead.as_millis()
        ),
        format!(
            "feature option=\"Limit Strength -check {}\"",
            u8::from(settings.elo.is_some())
        ),
        format!(
            "feature option=\"Elo -spin {} {least} {most}\"",
            settings.elo.unwrap_or(1500).clamp(least, most)
        ),
        "feature option=\"Variant File -file \"".into(),
        "feature option=\"Clear Hash -button\"".into(),
        "feature done=1".into(),
    ]
}

/// The games that a GUI can show.
pub fn variants(catalogue: &Catalogue) -> String {
    let names: Vec<&str> = catalogue
        .iter()
        .filter(|definition| definition.xboard.playable)
        .map(|definition| definition.xboard.name.as_str())
        .collect();
    format!("feature variants=\"{}\"", names.join(","))
}

/// Finds out which GUI this is, from its answers about features that only XBoard has (WinBoard is one and the same).
pub fn recognise(gui: Gui, feature: &str, accepted: bool) -> Gui {
    match (feature, accepted) {
        ("highlight" | "exclude", true) => Gui::XBoard,
        ("highlight" | "exclude", false) => Gui::Other,
        _ => gui,
    }
}

/// `memory`: everything that the engine may use.
pub fn set_memory(settings: &mut Settings, mib: usize) {
    settings.hash = mib.saturating_sub(OVERHEAD).clamp(1, *Settings::HASH.end());
}

/// `cores`.
pub fn set_cores(settings: &mut Settings, cores: usize) {
    settings.threads = cores.clamp(1, *Settings::THREADS.end());
}

/// What an option asks for, beside changed settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The settings are changed.
    Settings,
    /// Forget what the hash table knows.
    Clear,
    /// Read a file of games.
    File(String),
}

/// Strength limits as the two options give them.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    limited: bool,
    elo: u32,
}

impl Strength {
    /// As the settings have it.
    pub fn of(settings: &Settings) -> Self {
        Self {
            limited: settings.elo.is_some(),
            elo: settings.elo.unwrap_or(1500),
        }
    }
}

/// Sets an option; `None` if there is none of this name or the value is no good.
pub fn set_option(settings: &mut Settings, strength: &mut Strength, name: &str, value: &str) -> Option<Effect> {
    match name {
        "MultiPV" => settings.multipv = value.parse().ok().filter(|lines| (1..=100).contains(lines))?,
        "Move Overhead" => {
            let millis = value.parse().ok().filter(|millis| *millis <= 5000)?;
            settings.overhead = Duration::from_millis(millis);
        }
        "Limit Strength" => strength.limited = value.parse::<u8>().ok()? != 0,
        "Elo" => strength.elo = value.parse().ok().filter(|elo| Settings::ELO.contains(elo))?,
        "Clear Hash" => return Some(Effect::Clear),
        "Variant File" => return Some(Effect::File(value.to_owned())),
        _ => return None,
    }
    settings.elo = strength.limited.then_some(strength.elo);
    Some(Effect::Settings)
}
