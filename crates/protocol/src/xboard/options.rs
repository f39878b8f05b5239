//! The options of the XBoard protocol and the commands that change settings.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use kurier_books::Variety;
use kurier_engine::search::Settings;

/// The memory that the engine needs in addition to its transposition table, in MiB.
const OVERHEAD: usize = 16;
/// The range of the option `MultiPV`: how many lines are analysed at once.
pub const LINES: RangeInclusive<usize> = 1..=100;
/// The default of the option `Elo`: the maximum strength, as in UCI.
pub const DEFAULT_ELO: u32 = *Settings::ELO.end();

/// The values of all options, and the settings that other commands change.
#[derive(Clone, Debug)]
pub struct Options {
    settings: Settings,
    /// Whether the strength is limited to `elo`.
    limited: bool,
    elo: u32,
    /// Whether thinking output contains the probabilities of a win, a draw and a loss.
    pub show_wdl: bool,
}

/// What the caller must do after an option has been set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing needs to be done: the changed settings are applied before the next search.
    Settings,
    /// Clear the transposition table and the histories.
    Clear,
    /// Load the games in this file.
    File(String),
    /// Load an evaluation; see [`EvaluationSource::named`](kurier_engine::eval::EvaluationSource::named).
    Evaluation(String),
    /// Play the moves of the opening book, or stop playing them.
    UseBook(bool),
    /// Use the opening book in this file; `None` stands for the book that Kurier ships.
    OpenBook(Option<PathBuf>),
    /// Choose the moves of the opening book with this variety.
    BookVariety(Variety),
}

impl Options {
    /// Creates the options with their initial values.
    pub fn new(settings: Settings) -> Self {
        Self {
            limited: settings.elo.is_some(),
            elo: settings.elo.unwrap_or(DEFAULT_ELO),
            show_wdl: false,
            settings,
        }
    }

    /// Returns the settings that the GUI has chosen. The engine adopts these settings before its next search.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Handles `memory`: sets the size of the transposition table so that the engine uses `mib` MiB in all.
    pub fn set_memory(&mut self, mib: usize) {
        self.settings.hash = mib
            .saturating_sub(OVERHEAD)
            .clamp(*Settings::HASH.start(), *Settings::HASH.end());
    }

    /// Handles `cores`: sets the number of search threads.
    pub fn set_cores(&mut self, cores: usize) {
        self.settings.threads = cores.clamp(*Settings::THREADS.start(), *Settings::THREADS.end());
    }

    /// Sets an option and returns what the caller must do; `None` if there is no such option or the value is invalid.
    pub fn set(&mut self, name: &str, value: &str) -> Option<Effect> {
        let settings = &mut self.settings;
        // Some GUIs cannot send names with spaces, and earlier versions announced names with spaces.
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
            "OwnBook" => return Some(Effect::UseBook(value.parse::<u8>().ok()? != 0)),
            "BookFile" => return Some(Effect::OpenBook((!value.is_empty()).then(|| value.into()))),
            "BookVariety" => return value.parse().ok().and_then(Variety::new).map(Effect::BookVariety),
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

/// Parses a number; `None` if the text is not a number or the number is out of range.
fn number<T: FromStr + PartialOrd>(range: RangeInclusive<T>, value: &str) -> Option<T> {
    value.parse().ok().filter(|number| range.contains(number))
}
