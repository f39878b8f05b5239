//! Changes a value in the file of a game.

use kurier_rules::rules::Definition;
use toml::{Table, Value};

use crate::error::StudyError;

/// A key of a game's file, and the values to try for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    /// The path of the key, with dots: `ends.move-limit`.
    pub key: String,
    /// The values as text.
    pub values: Vec<String>,
}

impl std::str::FromStr for Variation {
    type Err = StudyError;

    /// Parses `KEY=VALUE,VALUE,...`. A comma within brackets, braces or quotes belongs to a value.
    fn from_str(text: &str) -> Result<Self, StudyError> {
        let wrong = || StudyError::Value("KEY=VALUE,VALUE,... is expected, such as ends.move-limit=30,50".into());
        let (key, list) = text.split_once('=').ok_or_else(wrong)?;
        let values = split(list);
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(wrong());
        }
        Ok(Self {
            key: key.trim().to_owned(),
            values,
        })
    }
}

/// Splits a list at its commas, except within brackets, braces and quotes.
fn split(list: &str) -> Vec<String> {
    let mut values = vec![String::new()];
    let (mut depth, mut quoted) = (0_u32, false);
    for letter in list.chars() {
        match letter {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        match values.last_mut() {
            Some(last) if letter != ',' || depth > 0 || quoted => last.push(letter),
            _ => values.push(String::new()),
        }
    }
    values.iter().map(|value| value.trim().to_owned()).collect()
}

impl Variation {
    /// Returns the game that a file's text defines, with `value` in place of the value in the file. The name of the
    /// file, `file`, is for error messages. An evaluation that the file names is ignored, because it was made for the
    /// unchanged rules.
    ///
    /// # Errors
    /// Fails if the text is not TOML, if the key leads through a value that is not a table, or if the changed game is
    /// refused.
    pub fn apply(&self, text: &str, file: &str, value: &str) -> Result<Definition, StudyError> {
        let broken = |error: toml::de::Error| StudyError::Value(format!("{file}: {}", error.message()));
        let mut game: Table = text.parse().map_err(broken)?;
        game.remove("evaluation");
        // The tests in the file apply to the unchanged rules only.
        game.remove("tests");
        let mut table = &mut game;
        let mut keys: Vec<&str> = self.key.split('.').collect();
        let last = keys.pop().unwrap_or_default();
        for key in keys {
            let inner = table.entry(key).or_insert_with(|| Value::Table(Table::new()));
            let no_table = || StudyError::Value(format!("{}: {key} is no table in {file}", self.key));
            table = inner.as_table_mut().ok_or_else(no_table)?;
        }
        table.insert(last.to_owned(), parsed(value));
        let named = format!("{file} with {}={value}", self.key);
        Ok(Definition::parse(&game.to_string(), &named)?)
    }
}

/// Parses a TOML value. Strings need no quotes.
fn parsed(value: &str) -> Value {
    let table = format!("value = {value}").parse::<Table>();
    let found = table.ok().and_then(|mut table| table.remove("value"));
    found.unwrap_or_else(|| Value::String(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use kurier_rules::rules::Catalogue;

    use super::*;

    fn variation(text: &str) -> Variation {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn variations_are_read() {
        let read = variation("ends.move-limit=30, 50");
        assert_eq!(
            (read.key.as_str(), read.values.join("|").as_str()),
            ("ends.move-limit", "30|50")
        );
        assert_eq!(variation("a=[1,2],{ x = 1, y = 2 },\"a,b\"").values.len(), 3);
        for text in ["", "a", "a=", "=1", "a=1,,2"] {
            assert!(text.parse::<Variation>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_value_of_a_game_is_changed_and_nothing_else() {
        let chess = Catalogue::file_of("chess").expect("a built-in game");
        let limit = |value: &str| variation("ends.move-limit=1").apply(chess, "chess", value);
        assert_eq!(limit("30").expect("a game").ends.move_limit, 30);
        let own = Definition::parse(chess, "chess").expect("a game");
        let same = limit(&own.ends.move_limit.to_string()).expect("a game");
        assert_eq!(same.rules_hash(), own.rules_hash());
        let error = limit("soon").expect_err("no number").to_string();
        assert!(error.starts_with("chess with ends.move-limit=soon:"), "{error}");
        let pieces = variation("pieces.N.move=NA")
            .apply(chess, "chess", "NA")
            .expect("a game");
        assert_ne!(pieces.rules_hash(), own.rules_hash());
        let error = variation("name.x=1")
            .apply(chess, "chess", "1")
            .expect_err("no table")
            .to_string();
        assert_eq!(error, "name.x: name is no table in chess");
    }
}
