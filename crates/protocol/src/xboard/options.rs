//! The options that the GUI sets, and its commands that are settings.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use kurier_engine::search::Settings;

/// MiB that a program needs beside its hash table.
const OVERHEAD: usize = 16;
/// Numbers of lines of thinking.
pub const LINES: RangeInclusive<usize> = 1..=100;
/// The strength that is shown while it is not limited, Elo: the same as in UCI.
pub const DEFAULT_ELO: u32 = *Settings::ELO.end();

/// Settings as the GUI wants them.
#[derive(Clone, Debug)]
pub struct Options {
    settings: Settings,
    /// Whether `elo` counts.
    limited: bool,
    elo: u32,
    /// Whether lines of thinking have the chances of win, draw and loss.
    pub show_wdl: bool,
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
    /// Take the evaluation from there.
    Evaluation(String),
}

impl Options {
    pub fn new(settings: Settings) -> Self {
        Self {
            limited: settings.elo.is_some(),
            elo: settings.elo.unwrap_or(DEFAULT_ELO),
            show_wdl: false,
            settings,
        }
    }

    /// Returns the settings; the engine's own follow before its next search.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// `memory`: MiB of everything that the engine may use.
    pub fn set_memory(&mut self, mib: usize) {
        self.settings.hash = mib
            .saturating_sub(OVERHEAD)
            .clamp(*Settings::HASH.start(), *Settings::HASH.end());
    }

    /// `cores`.
    pub fn set_cores(&mut self, cores: usize) {
        self.settings.threads = cores.clamp(*Settings::THREADS.start(), *Settings::THREADS.end());
    }

    /// Sets an option; `None` if there is no such option, or the value is out of range.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Effect> {
        let settings = &mut self.settings;
        // Some programs cannot send names of several words.
        let plain: String = name.split_whitespace().collect();
        match plain.as_str() {
            "MultiPV" => settings.multipv = number(LINES, value)?,
            "MoveOverhead" => settings.overhead = Duration::from_millis(number(Settings::OVERHEAD, value)? as u64),
            "Contempt" => settings.contempt = number(Settings::CONTEMPT, value)?,
            "LimitStrength" => self.limited = value.parse::<u8>().ok()? != 0,
            "Elo" => self.elo = number(Settings::ELO, value)?,
            "ClearHash" => return Some(Effect::Clear),
            "VariantFile" => return Some(Effect::File(value.to_owned())),
            "EvalFile" => return Some(Effect::Evaluation(value.to_owned())),
            "ShowWDL" => {
                self.show_wdl = value.parse::<u8>().ok()? != 0;
                return Some(Effect::Settings);
            }
            _ => return None,
        }
        self.settings.elo = self.limited.then_some(self.elo);
        Some(Effect::Settings)
    }
}

/// Returns the number, if it is one and in this range.
fn number<T: FromStr + PartialOrd>(range: RangeInclusive<T>, value: &str) -> Option<T> {
    value.parse().ok().filter(|number| range.contains(number))
}
