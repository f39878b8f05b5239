//! The user's description of an engine: how to start it, its options, and its limits.

use std::path::PathBuf;
use std::time::Duration;

use crate::limits::{Limits, TimeControl, TimeControlError, seconds_of};
use kurier_series::settings::parse_setting;

/// The commands that stand for Kurier itself.
const OWN_NAMES: [&str; 2] = ["self", "kurier"];

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The XBoard protocol (CECP), version 2 or 1.
    XBoard,
}

/// An option of an engine, and the value to set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name of the option. Case does not matter.
    pub name: String,
    /// The value to which the option is set.
    pub value: String,
    /// Whether an engine that lacks the option is refused; otherwise the option is skipped.
    pub required: bool,
}

/// The description of an engine: how to start it and how it plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// The name of the engine in the results; if empty, the name that the engine gives itself is used.
    pub name: String,
    /// The path or name of the program.
    pub program: PathBuf,
    /// The arguments of the program.
    pub arguments: Vec<String>,
    /// Whether the program is Kurier itself.
    pub own: bool,
    /// The working directory; `None` for the working directory of the referee.
    pub directory: Option<PathBuf>,
    /// The protocol that the engine speaks.
    pub protocol: Protocol,
    /// The values of the engine's options.
    pub options: Vec<EngineOption>,
    /// The limits of this engine; if empty, the limits of the tournament apply.
    pub limits: Limits,
    /// Whether the engine may ponder.
    pub ponder: bool,
    /// The minimum time between two lines to the engine. Some programs (GNU Chess 6) miss lines that arrive together.
    pub pace: Duration,
}

/// The reason why the description of an engine is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// An opening quote has no closing quote.
    #[error("quotes do not match in '{0}'")]
    Quotes(String),
    /// A setting is unknown, or its value is not valid.
    #[error(
        "'{0}' is not understood; an engine is described by cmd=, name=, dir=, proto=uci|xboard, option.NAME=, tc=, st=, \
         nodes=, depth=, ponder=on|off, pace=MILLISECONDS"
    )]
    Setting(String),
    /// The description has no program.
    #[error("an engine needs cmd=PROGRAM")]
    NoProgram,
    /// A time control cannot be parsed.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// The path of Kurier's own program cannot be determined.
    #[error("the path of Kurier's own program is unknown: {0}")]
    Own(String),
}

impl EngineSpec {
    /// Parses a description such as `cmd="gnuchess --xboard" proto=xboard name=GNU option.Hash=64 tc=10+0.1`.
    ///
    /// A first word without `=` is the command. The commands `self` and `kurier` stand for Kurier itself. `common` has
    /// settings for all engines. The engine's own settings take precedence, and common options that the engine lacks
    /// are skipped when it starts.
    ///
    /// # Errors
    /// Fails if a setting cannot be parsed, if the description has no program, or if the path of Kurier itself is
    /// unknown.
    pub fn parse(text: &str, common: &str) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        let mut command = Vec::new();
        for (settings, required) in [(common, false), (text, true)] {
            for (index, setting) in words(settings)?.iter().enumerate() {
                match parse_setting(setting) {
                    Some(("cmd", value)) => command = words(value)?,
                    Some((name, value)) => spec.set(name, value, required)?,
                    None if index == 0 && required => command = words(setting)?,
                    None => return Err(SpecError::Setting(setting.clone())),
                }
            }
        }
        let mut command = command.into_iter();
        let program = command.next().ok_or(SpecError::NoProgram)?;
        spec.arguments = command.collect();
        spec.own = OWN_NAMES.contains(&program.as_str());
        spec.program = if spec.own {
            std::env::current_exe().map_err(|error| SpecError::Own(error.to_string()))?
        } else {
            program.into()
        };
        Ok(spec)
    }

    /// Applies one setting. An option that is not `required` is skipped if the engine lacks it.
    fn set(&mut self, name: &str, value: &str, required: bool) -> Result<(), SpecError> {
        let unknown = || SpecError::Setting(format!("{name}={value}"));
        match name {
            "name" => self.name = value.to_owned(),
            "dir" => self.directory = Some(value.into()),
            "proto" => {
                self.protocol = match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::XBoard,
                    _ => return Err(unknown()),
                }
            }
            "tc" => self.limits.time = Some(value.parse()?),
            "st" => self.limits.time = Some(TimeControl::PerMove(seconds_of(value).ok_or_else(unknown)?)),
            "nodes" => self.limits.nodes = Some(value.parse().ok().filter(|nodes| *nodes > 0).ok_or_else(unknown)?),
            "depth" => self.limits.depth = Some(value.parse().ok().filter(|depth| *depth > 0).ok_or_else(unknown)?),
            "pace" => self.pace = Duration::from_millis(value.parse::<u16>().map_err(|_| unknown())?.into()),
            "ponder" => {
                self.ponder = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(unknown()),
                }
            }
            _ => {
                let option = name
                    .strip_prefix("option.")
                    .filter(|option| !option.is_empty())
                    .ok_or_else(unknown)?;
                self.options.retain(|known| !known.name.eq_ignore_ascii_case(option));
                self.options.push(EngineOption {
                    name: option.to_owned(),
                    value: value.to_owned(),
                    required,
                });
            }
        }
        Ok(())
    }
}

/// Splits a string into words as a shell does.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    shlex::split(text).ok_or_else(|| SpecError::Quotes(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<EngineSpec, SpecError> {
        EngineSpec::parse(text, "")
    }

    fn options(spec: &EngineSpec) -> Vec<(&str, &str, bool)> {
        spec.options
            .iter()
            .map(|option| (option.name.as_str(), option.value.as_str(), option.required))
            .collect()
    }

    #[test]
    fn engines_are_read() {
        let spec =
            parse("cmd='gnuchess --xboard' proto=xboard name='GNU Chess' dir=/tmp option.Hash=64 tc=5+1 ponder=on");
        let spec = spec.expect("an engine");
        assert_eq!(
            (spec.program.to_str(), spec.arguments.as_slice()),
            (Some("gnuchess"), ["--xboard".to_owned()].as_slice())
        );
        assert_eq!(
            (spec.name.as_str(), spec.protocol, spec.ponder),
            ("GNU Chess", Protocol::XBoard, true)
        );
        assert_eq!(options(&spec), [("Hash", "64", true)]);
        assert_eq!(spec.limits.time, "5+1".parse().ok());
        assert_eq!(
            parse("fairy-stockfish").map(|spec| spec.program),
            Ok("fairy-stockfish".into())
        );
        assert_eq!(
            parse("self").map(|spec| spec.program),
            Ok(std::env::current_exe().expect("a test has a path"))
        );
    }

    #[test]
    fn own_settings_take_precedence_over_common_ones() {
        let spec = EngineSpec::parse(
            "a option.hash=2 st=0.5",
            "proto=xboard option.Hash=1 option.Threads=1 tc=1",
        )
        .expect("an engine");
        assert_eq!(spec.program, PathBuf::from("a"));
        assert_eq!(options(&spec), [("Threads", "1", false), ("hash", "2", true)]);
        assert_eq!(spec.limits.time, Some(TimeControl::PerMove(Duration::from_millis(500))));
        assert_eq!(spec.protocol, Protocol::XBoard);
    }

    #[test]
    fn wrong_descriptions_are_refused() {
        for text in [
            "",
            "name=x",
            "a b",
            "a proto=usi",
            "a tc=x",
            "a nodes=0",
            "a depth=-1",
            "a option.=3",
            "a 'b",
            "a ponder=yes",
            "a st=-1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
