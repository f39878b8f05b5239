//! The parser of settings that are written as `name=value`.

/// Splits `name=value` at the first equals sign. Returns `None` if there is no equals sign.
pub fn parse_setting(text: &str) -> Option<(&str, &str)> {
    text.split_once('=')
}

/// Returns the settings in a string such as `elo0=0, elo1=10`, which are separated by spaces or commas.
///
/// # Errors
/// The iterator yields `Err(word)` for each word that is not `name=value`.
pub fn settings(text: &str) -> impl Iterator<Item = Result<(&str, &str), &str>> {
    text.split([' ', ','])
        .filter(|word| !word.is_empty())
        .map(|word| parse_setting(word).ok_or(word))
}

/// Returns the settings in a string such as `ping=1 myname="A B" done=1`, which are separated by spaces. A value in
/// double quotes may contain spaces. Any text after the last setting is ignored.
pub fn quoted_settings(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((name, tail)) = parse_setting(rest) {
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
        };
        found.push((name.trim(), value));
        rest = tail;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_commas_separate_settings() {
        let found: Vec<_> = settings(" a=1,b=x=y  alone c=").collect();
        assert_eq!(found, [Ok(("a", "1")), Ok(("b", "x=y")), Err("alone"), Ok(("c", ""))]);
        assert_eq!(settings("").count(), 0);
    }

    #[test]
    fn quoted_values_keep_their_blanks() {
        let text = r#"ping=1 setboard=0 myname="Fairy-Max 5.0b" option="Resign -check 0" done=1"#;
        let expected = [
            ("ping", "1"),
            ("setboard", "0"),
            ("myname", "Fairy-Max 5.0b"),
            ("option", "Resign -check 0"),
            ("done", "1"),
        ];
        assert_eq!(quoted_settings(text), expected);
        assert_eq!(quoted_settings(r#"myname="open"#), [("myname", "open")]);
        assert_eq!(quoted_settings("nothing"), []);
    }
}
