//! The key `evaluation` of a game's definition.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Value, de};

/// The name of the key.
const KEY: &str = "evaluation";

/// The key that names the evaluation, and the key after which it is inserted, with their positions in the text.
#[derive(Deserialize)]
struct Keys {
    name: Spanned<String>,
    evaluation: Option<Spanned<String>>,
}

/// Returns the text `definition` with the key `evaluation` set to `path`. A relative path is relative to the folder of
/// the definition. Everything else in the text, such as comments, stays as it is. If there is no such key yet, it is
/// inserted after the name of the game.
///
/// # Errors
/// Fails if the text is not TOML or has no name.
pub fn with_evaluation(definition: &str, path: &str) -> Result<String, de::Error> {
    let keys: Keys = toml::from_str(definition)?;
    let mut text = definition.to_owned();
    if let Some(old) = keys.evaluation {
        text.replace_range(old.span(), &literal(path));
        return Ok(text);
    }
    let after_name = keys.name.span().end;
    match definition[after_name..].find('\n') {
        Some(end) => text.insert_str(after_name + end + 1, &format!("{}\n", line(path))),
        None => text += &format!("\n{}\n", line(path)),
    }
    Ok(text)
}

/// Returns the line of a definition that names its evaluation.
pub fn line(path: &str) -> String {
    format!("{KEY} = {}", literal(path))
}

/// Formats a string as a TOML string literal.
fn literal(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the path of `file` as the definition `definition` names it: relative to the definition's folder if the file
/// is in or below this folder, and absolute otherwise. Both files must exist.
///
/// # Errors
/// Fails if one of the files does not exist.
pub fn path_in(definition: &Path, file: &Path) -> std::io::Result<String> {
    let definition = definition.canonicalize()?;
    let file = file.canonicalize()?;
    let below = definition.parent().and_then(|folder| file.strip_prefix(folder).ok());
    let path = below.map_or_else(|| file.clone(), PathBuf::from);
    // Use slashes in the TOML file, whatever the system.
    let parts: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    Ok(match below {
        Some(_) => parts.join("/"),
        None => path.to_string_lossy().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "# My game.\nname = \"mine\" # short\n\n[board]\nfiles = 8 # as usual\n";

    #[test]
    fn the_key_follows_the_name_and_comments_stay() {
        let text = with_evaluation(GAME, "mine/best.toml").expect("TOML");
        assert!(
            text.starts_with("# My game.\nname = \"mine\" # short\nevaluation = \"mine/best.toml\"\n"),
            "{text}"
        );
        assert!(text.contains("files = 8 # as usual"), "{text}");
    }

    #[test]
    fn an_earlier_key_is_replaced() {
        let first = format!("evaluation = \"old.net\" # fitted\n{GAME}");
        let text = with_evaluation(&first, "a \"b\".net").expect("TOML");
        assert!(text.starts_with("evaluation = 'a \"b\".net' # fitted\n"), "{text}");
        assert_eq!(with_evaluation(&text, "a \"b\".net").expect("TOML"), text);
        assert!(with_evaluation("name = ", "x").is_err());
        assert!(with_evaluation("title = \"nameless\"", "x").is_err());
    }

    #[test]
    fn paths_are_relative_below_the_definition() {
        let folder = tempfile::tempdir().expect("a folder");
        let [game, below] = ["mine.toml", "learned/best.net"].map(|name| folder.path().join(name));
        std::fs::create_dir(folder.path().join("learned")).expect("a folder");
        for path in [&game, &below] {
            std::fs::write(path, "").expect("a file");
        }
        assert_eq!(path_in(&game, &below).expect("both exist"), "learned/best.net");
        assert!(Path::new(&path_in(&below, &game).expect("both exist")).is_absolute());
        assert!(path_in(&game, Path::new("missing")).is_err());
    }
}
