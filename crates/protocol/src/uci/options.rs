//! The UCI options: how they are declared and what happens when the GUI sets them.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use vampirc_uci::UciOptionConfig as Declaration;

use kurier_books::Variety;
use kurier_engine::search::{Parameters, Settings};
use kurier_rules::rules::Catalogue;

/// The description of the engine in the option `UCI_EngineAbout`.
const ABOUT: &str = "Kurier, by the Kurier authors; plays the Courier Chess family and games of your own";

/// The values of all options that the GUI can set, except the variant.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The settings of the search.
    pub settings: Settings,
    /// Whether `info` lines contain the probabilities of a win, a draw and a loss.
    pub show_wdl: bool,
    /// Whether the strength is limited to `elo`.
    limit_strength: bool,
    /// The playing strength in Elo; ignored unless `limit_strength` is set.
    elo: u32,
}

/// What the caller must do after an option has been set.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing needs to be done.
    None,
    /// Apply the changed settings to the engine.
    Configure,
    /// Clear the transposition table and the histories.
    ClearHash,
    /// Open the variant with this name.
    Open(String),
    /// Open the form of the variant in which kings and rooks castle from anywhere, or the variant itself again.
    CastleAnywhere(bool),
    /// Load games from this file.
    Load(PathBuf),
    /// Log the conversation to this file; `None` stops logging.
    Log(Option<PathBuf>),
    /// Load an evaluation; see [`EvaluationSource::named`](kurier_engine::eval::EvaluationSource::named).
    LoadEvaluation(String),
    /// Use the endgame tables in this folder; `None` disables tables.
    OpenTables(Option<PathBuf>),
    /// Play the moves of the opening book, or stop playing them.
    UseBook(bool),
    /// Use the opening book in this file; `None` stands for the book that Kurier ships.
    OpenBook(Option<PathBuf>),
    /// Choose the moves of the opening book with this variety.
    BookVariety(Variety),
}

/// An error in `setoption`.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("No such option: {0}")]
    Unknown(String),
    #[error("{name}: a number from {least} to {most} is expected, not '{value}'")]
    Number {
        name: &'static str,
        least: i64,
        most: i64,
        value: String,
    },
    #[error("{name}: true or false is expected, not '{value}'")]
    Switch { name: &'static str, value: String },
}

impl Options {
    /// Creates the options with their initial values.
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            show_wdl: false,
            limit_strength: settings.elo.is_some(),
            elo: settings.elo.unwrap_or(*Settings::ELO.end()),
            settings,
        }
    }

    /// Returns the declarations of all options for the answer to `uci`, with their current values as defaults.
    pub(super) fn declarations(&self, catalogue: &Catalogue, game: &str) -> Vec<Declaration> {
        let check = |name: &str, default| Declaration::Check {
            name: name.into(),
            default: Some(default),
        };
        let text = |name: &str| Declaration::String {
            name: name.into(),
            default: Some("<empty>".into()),
        };
        let settings = &self.settings;
        let mut declarations = vec![
            spin("Hash", settings.hash, Settings::HASH),
            spin("Threads", settings.threads, Settings::THREADS),
            spin("MultiPV", settings.multipv, Settings::MULTIPV),
            check("Ponder", false),
            spin(
                "Move Overhead",
                settings.overhead.as_millis() as usize,
                Settings::OVERHEAD,
            ),
            spin("Contempt", settings.contempt, Settings::CONTEMPT),
            Declaration::Combo {
                name: "UCI_Variant".into(),
                default: Some(game.into()),
                var: catalogue.menu_names().map(str::to_owned).collect(),
            },
            check("UCI_Chess960", false),
            text("VariantPath"),
            text("EvalFile"),
            text("TablePath"),
            check("OwnBook", false),
            text("BookFile"),
            spin("BookVariety", Variety::default().number(), 0..=Variety::MOST),
            text("Debug Log File"),
            text("UCI_Opponent"),
            Declaration::String {
                name: "UCI_EngineAbout".into(),
                default: Some(ABOUT.into()),
            },
            check("UCI_ShowWDL", self.show_wdl),
            check("UCI_LimitStrength", self.limit_strength),
            spin("UCI_Elo", self.elo, Settings::ELO),
            check("UCI_AnalyseMode", false),
            spin(
                "nodestime",
                settings.node_time.unwrap_or(0),
                0..=*Settings::NODE_TIME.end(),
            ),
            Declaration::Button {
                name: "Clear Hash".into(),
            },
        ];
        declarations.extend(
            Parameters::declarations()
                .into_iter()
                .map(|parameter| spin(parameter.name, parameter.default, parameter.range)),
        );
        declarations
    }

    /// Sets an option and returns what the caller must do. The name may be in upper or lower case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let settings = &mut self.settings;
        // Some GUIs cannot send names with spaces.
        let plain: String = name.to_ascii_lowercase().split_whitespace().collect();
        match plain.as_str() {
            "hash" => settings.hash = number("Hash", Settings::HASH, value)?,
            "threads" => settings.threads = number("Threads", Settings::THREADS, value)?,
            "multipv" => settings.multipv = number("MultiPV", Settings::MULTIPV, value)?,
            "moveoverhead" => {
                settings.overhead = Duration::from_millis(number("Move Overhead", Settings::OVERHEAD, value)? as u64);
            }
            "nodestime" => {
                // Zero turns node time off.
                let nodes = number("nodestime", 0..=*Settings::NODE_TIME.end(), value)?;
                settings.node_time = Some(nodes).filter(|nodes| *nodes > 0);
            }
            "contempt" => settings.contempt = number("Contempt", Settings::CONTEMPT, value)?,
            "uci_limitstrength" => self.limit_strength = switch("UCI_LimitStrength", value)?,
            "uci_elo" => self.elo = number("UCI_Elo", Settings::ELO, value)?,
            "uci_showwdl" => {
                self.show_wdl = switch("UCI_ShowWDL", value)?;
                return Ok(Effect::None);
            }
            // Nothing to store: pondering begins with `go ponder`, and analysis does not differ from play.
            "ponder" => return switch("Ponder", value).map(|_| Effect::None),
            "uci_analysemode" => return switch("UCI_AnalyseMode", value).map(|_| Effect::None),
            "uci_variant" => return Ok(Effect::Open(value.into())),
            "uci_chess960" => return switch("UCI_Chess960", value).map(Effect::CastleAnywhere),
            "variantpath" if value.is_empty() => return Ok(Effect::None),
            "variantpath" => return Ok(Effect::Load(value.into())),
            "debuglogfile" => return Ok(Effect::Log(path(value))),
            // Ignored: the engine does not adapt to its opponent, and the GUI cannot change the engine's description.
            "uci_opponent" | "uci_engineabout" => return Ok(Effect::None),
            "tablepath" => return Ok(Effect::OpenTables(path(value))),
            "ownbook" => return switch("OwnBook", value).map(Effect::UseBook),
            "bookfile" => return Ok(Effect::OpenBook(path(value))),
            "bookvariety" => {
                let variety = number("BookVariety", 0..=Variety::MOST, value)?;
                return Ok(Effect::BookVariety(Variety::new(variety).unwrap_or_default()));
            }
            "evalfile" => return Ok(Effect::LoadEvaluation(value.into())),
            "clearhash" => return Ok(Effect::ClearHash),
            _ => match value.parse() {
                Ok(value) if settings.parameters.set(&name.to_ascii_lowercase(), value) => {}
                _ => return Err(OptionError::Unknown(name.into())),
            },
        }
        self.settings.elo = self.limit_strength.then_some(self.elo);
        Ok(Effect::Configure)
    }
}

/// Converts a bound or the default of an option to `i64`, the type in declarations. The ranges of all options fit into
/// `i64`.
fn declared(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Creates the declaration of a numeric option.
fn spin<T: TryInto<i64> + Copy>(name: &str, default: T, range: RangeInclusive<T>) -> Declaration {
    Declaration::Spin {
        name: name.into(),
        default: Some(declared(default)),
        min: Some(declared(*range.start())),
        max: Some(declared(*range.end())),
    }
}

/// Returns the file or folder that an option names; `None` if the value is empty.
fn path(value: &str) -> Option<PathBuf> {
    (!value.is_empty()).then(|| value.into())
}

/// Parses the value of a numeric option and checks its range.
fn number<T>(name: &'static str, range: RangeInclusive<T>, value: &str) -> Result<T, OptionError>
where
    T: FromStr + PartialOrd + TryInto<i64> + Copy,
{
    value
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| OptionError::Number {
            name,
            least: declared(*range.start()),
            most: declared(*range.end()),
            value: value.into(),
        })
}

/// Parses the value of a boolean option.
fn switch(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Switch {
            name,
            value: value.into(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_reach_the_settings() {
        let mut options = Options::new(Settings::default());
        assert_eq!(options.set("hash", "128"), Ok(Effect::Configure));
        assert_eq!(options.set("Move Overhead", "0"), Ok(Effect::Configure));
        assert_eq!(
            (options.settings.hash, options.settings.overhead),
            (128, Duration::ZERO)
        );
        assert_eq!(options.set("contempt", "-25"), Ok(Effect::Configure));
        assert_eq!(options.settings.contempt, -25);
        assert_eq!(options.set("UCI_Variant", "x"), Ok(Effect::Open("x".into())));
    }

    #[test]
    fn elo_counts_only_with_limit_strength() {
        let mut options = Options::new(Settings::default());
        assert_eq!(options.set("UCI_Elo", "1200"), Ok(Effect::Configure));
        assert_eq!(options.settings.elo, None);
        assert_eq!(options.set("UCI_LimitStrength", "true"), Ok(Effect::Configure));
        assert_eq!(options.settings.elo, Some(1200));
    }

    #[test]
    fn invalid_values_change_nothing() {
        let mut options = Options::new(Settings::default());
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "99999999999999999999"),
            ("Threads", "-1"),
            ("MultiPV", ""),
            ("Contempt", "501"),
            ("Ponder", "yes"),
            ("Skill", "3"),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options.settings, Settings::default());
    }
}
