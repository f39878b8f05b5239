//! Lists of engines in JSON: those of Cute Chess and PyChess, each entry with a name and a command.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{InstallError, NAME, is_ours, read_text, write};

/// What a new entry has beside the name and the command.
pub struct Kind {
    entry: fn() -> Value,
    /// Whether the command is split into words, so that a path with blanks needs quotes.
    is_split: bool,
}

pub const CUTE_CHESS: Kind = Kind {
    entry: || {
        json!({
            "workingDirectory": "",
            "protocol": "uci",
            "variants": ["standard", "courier", "shatranj", "capablanca", "grand"],
        })
    },
    is_split: true,
};

/// It asks the engine for its options itself (`recheck`).
pub const PYCHESS: Kind = Kind {
    entry: || json!({ "protocol": "uci", "country": "unknown", "comment": "", "level": 5, "recheck": true }),
    is_split: false,
};

pub fn add(path: &Path, program: &Path, kind: &Kind) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let started = program.display().to_string();
    // Qt, which splits the command, knows no other quotes.
    let command = match kind.is_split && started.contains(char::is_whitespace) {
        true => format!("\"{started}\""),
        false => started,
    };
    match index_of_kurier(&engines, path, program)? {
        // The user's other settings stay.
        Some(index) => engines[index]["command"] = json!(command),
        None => {
            let mut entry = Map::from_iter([("name".into(), json!(NAME)), ("command".into(), json!(command))]);
            if let Value::Object(more) = (kind.entry)() {
                entry.extend(more);
            }
            engines.push(Value::Object(entry));
        }
    }
    write_engines(path, engines)
}

pub fn remove(path: &Path, program: &Path) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let Some(index) = index_of_kurier(&engines, path, program)? else {
        return Err(InstallError::NotInstalled(path.to_owned()));
    };
    engines.remove(index);
    write_engines(path, engines)
}

/// Returns whether a list has no engines.
pub fn is_blank(path: &Path) -> Result<bool, InstallError> {
    Ok(engines(path)?.is_empty())
}

/// Returns the list of engines; empty if there is no file.
fn engines(path: &Path) -> Result<Vec<Value>, InstallError> {
    let Some(text) = read_text(path)?.filter(|text| !text.trim().is_empty()) else {
        return Ok(Vec::new());
    };
    match serde_json::from_str(&text) {
        Ok(Value::Array(engines)) => Ok(engines),
        _ => Err(InstallError::NotAList(path.to_owned())),
    }
}

/// Returns the index of Kurier in the list.
fn index_of_kurier(engines: &[Value], path: &Path, program: &Path) -> Result<Option<usize>, InstallError> {
    let Some(index) = engines.iter().position(|engine| engine["name"] == NAME) else {
        return Ok(None);
    };
    let command = engines[index]["command"].as_str();
    match command.is_some_and(|command| is_ours(command, program)) {
        true => Ok(Some(index)),
        false => Err(InstallError::NameTaken(path.to_owned())),
    }
}

fn write_engines(path: &Path, engines: Vec<Value>) -> Result<(), InstallError> {
    write(path, format!("{:#}\n", Value::Array(engines)).as_bytes())
}
