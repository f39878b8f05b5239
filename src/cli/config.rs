//! The option `--config`, which reads arguments of a command from a TOML file.

use std::ffi::OsString;
use std::path::PathBuf;

use toml::{Table, Value};

use super::error::BoxError;
use kurier_rules::files;

/// The command that has the option `--config`.
const COMMAND: &str = "match";
/// The option that names the TOML file with the arguments.
const OPTION: &str = "--config";

/// Pairs of an option and a key: the option on the command line overrides the key in the file. In addition, every
/// option overrides the key with its own name.
const REPLACES: [(&str, &str); 4] = [("-e", "engine"), ("--merge", "pgn"), ("--st", "tc"), ("--tc", "st")];

/// Inserts the arguments from the file that `--config` names directly after the command, except arguments that the
/// command line overrides. Without `--config`, returns `arguments` unchanged.
///
/// # Errors
/// Fails if the file cannot be read or has a value that is not an argument.
pub(super) fn expanded(arguments: Vec<OsString>) -> Result<Vec<OsString>, BoxError> {
    let Some(command) = arguments.iter().position(|argument| argument == COMMAND) else {
        return Ok(arguments);
    };
    let mut path = None;
    for (index, argument) in arguments.iter().enumerate().skip(command) {
        let text = argument.to_string_lossy();
        if text == OPTION {
            path = arguments.get(index + 1).map(PathBuf::from);
        } else if let Some(file) = text.strip_prefix(OPTION).and_then(|rest| rest.strip_prefix('=')) {
            path = Some(PathBuf::from(file));
        }
    }
    let Some(path) = path else { return Ok(arguments) };
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = files::read_text(&path, files::DEFINITION).map_err(|error| named(&error))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| named(&error.message()))?;
    let mut all = arguments[..=command].to_vec();
    let given = &arguments[command + 1..];
    for (key, value) in table.iter().filter(|(key, _)| !is_given(given, key)) {
        all.extend(flags(key, value).map_err(|error| named(&error))?);
    }
    all.extend_from_slice(given);
    Ok(all)
}

/// Returns whether the command line contains the option `--key`, or another option that overrides it.
fn is_given(arguments: &[OsString], key: &str) -> bool {
    arguments.iter().any(|argument| {
        let text = argument.to_string_lossy();
        let option = text.split('=').next().unwrap_or_default();
        let replaces = |(other, replaced): &(&str, &str)| *replaced == key && *other == option;
        option.strip_prefix("--") == Some(key) || REPLACES.iter().any(replaces)
    })
}

/// The error for a key whose value cannot be an argument.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is neither text nor number, nor true, nor a list of texts and numbers")]
struct NotAnArgument(String);

/// Converts a key of the file and its value to command-line arguments.
fn flags(key: &str, value: &Value) -> Result<Vec<OsString>, NotAnArgument> {
    let one = |value: &Value| match value {
        Value::String(text) => Ok(Some(text.clone())),
        Value::Integer(number) => Ok(Some(number.to_string())),
        Value::Float(number) => Ok(Some(number.to_string())),
        _ => Err(NotAnArgument(key.to_owned())),
    };
    let values = match value {
        Value::Boolean(true) => return Ok(vec![format!("--{key}").into()]),
        Value::Boolean(false) => return Ok(Vec::new()),
        Value::Array(values) => values.iter().map(one).collect::<Result<Vec<_>, _>>()?,
        value => vec![one(value)?],
    };
    Ok(values
        .into_iter()
        .flatten()
        .map(|text| format!("--{key}={text}").into())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_become_arguments() {
        let table: Table = "engine = [\"self\", \"cmd=x\"]\ngames = 4\ntc = \"1+0.1\"\nponder = true\njson = false\n"
            .parse()
            .expect("it is correct");
        let all: Vec<OsString> = table
            .iter()
            .flat_map(|(key, value)| flags(key, value).expect(key))
            .collect();
        assert_eq!(
            all,
            ["--engine=self", "--engine=cmd=x", "--games=4", "--tc=1+0.1", "--ponder"]
        );
        assert!(flags("engine", &Value::Table(Table::new())).is_err());
    }

    #[test]
    fn the_command_line_takes_precedence() {
        let given = |line: &str, key: &str| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            is_given(&arguments, key)
        };
        assert!(given("--games 4", "games") && given("--games=4", "games") && given("-e self", "engine"));
        assert!(given("--merge a.pgn", "pgn") && given("--st 1", "tc"));
        assert!(!given("--pgn games", "games") && !given("--order random", "tc"));
    }
}
