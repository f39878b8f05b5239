//! Lists of engines in JSON, as Cute Chess and PyChess keep them. Each entry has a name and a command.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::{InstallError, NAME, is_ours, read_text, write};

/// The format of the entries of a GUI.
pub struct Kind {
    /// Creates the part of a new entry that follows the name and the command.
    entry: fn() -> Value,
    /// Whether the GUI splits the command into words, so that a path with spaces needs quotes.
    is_split: bool,
}

/// The format of Cute Chess.
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

/// The games of Kurier that PyChess knows by the same names. PyChess offers a game only if the engine lists it, and
/// Kurier lists the games of its library only on request. Losers Chess is left out: it begins as chess does, so PyChess
/// plays its first moves from an opening book of chess, even if a capture is obligatory.
const PYCHESS_GAMES: &str = "chess,makruk,asean,atomic,crazyhouse,horde,suicide,kingofthehill,racingkings,3check";

/// The format of PyChess. With `recheck`, PyChess asks the engine for its options itself.
pub const PYCHESS: Kind = Kind {
    entry: || {
        json!({
            "args": ["--only", PYCHESS_GAMES],
            "protocol": "uci",
            "country": "unknown",
            "comment": "",
            "level": 5,
            "recheck": true,
        })
    },
    is_split: false,
};

/// Adds Kurier to the list, or replaces the command of its entry.
pub fn add(path: &Path, program: &Path, kind: &Kind) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let started = program.display().to_string();
    // Qt, which splits the command, accepts only double quotes.
    let command = match kind.is_split && started.contains(char::is_whitespace) {
        true => format!("\"{started}\""),
        false => started,
    };
    match index_of_kurier(&engines, path, program)? {
        // Only the command is replaced, because the user may have changed other settings of the entry.
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

/// Removes Kurier from the list.
pub fn remove(path: &Path, program: &Path) -> Result<(), InstallError> {
    let mut engines = engines(path)?;
    let Some(index) = index_of_kurier(&engines, path, program)? else {
        return Err(InstallError::NotInstalled(path.to_owned()));
    };
    engines.remove(index);
    write_engines(path, engines)
}

/// Returns whether the list is empty.
pub fn is_blank(path: &Path) -> Result<bool, InstallError> {
    Ok(engines(path)?.is_empty())
}

/// Reads the list of engines. Returns an empty list if there is no file.
fn engines(path: &Path) -> Result<Vec<Value>, InstallError> {
    let Some(text) = read_text(path)?.filter(|text| !text.trim().is_empty()) else {
        return Ok(Vec::new());
    };
    match serde_json::from_str(&text) {
        Ok(Value::Array(engines)) => Ok(engines),
        _ => Err(InstallError::NotAList(path.to_owned())),
    }
}

/// Returns the index of Kurier in the list; `None` if it is not listed. Fails if another engine has the name of Kurier.
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

/// Writes the list of engines.
fn write_engines(path: &Path, engines: Vec<Value>) -> Result<(), InstallError> {
    write(path, format!("{:#}\n", Value::Array(engines)).as_bytes())
}
