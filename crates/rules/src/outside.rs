//! Text from outside - files, other programs, people - as it may be shown: short, and without control characters, which a
//! terminal would obey.

/// The most characters of a text that are shown.
const MOST: usize = 80;

/// Returns whether it neither controls anything, ends a line or changes the direction of writing, nor is one of the two
/// that XML does not allow.
pub fn is_harmless(letter: char) -> bool {
    !letter.is_control()
        && !matches!(
            letter,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
}

/// Returns the text without control characters, without those that end lines or change the direction of writing, and
/// without the two that XML does not allow.
pub fn cleaned(text: &str) -> String {
    text.chars().filter(|letter| is_harmless(*letter)).collect()
}

/// Returns the beginning of a text, cleaned: nobody wants a megabyte of garbage back.
///
/// ```
/// assert_eq!(kurier_rules::outside::shown("e2\u{1b}[31me9"), "e2[31me9");
/// assert_eq!(kurier_rules::outside::shown(&"x".repeat(1000)).len(), 83);
/// ```
pub fn shown(text: &str) -> String {
    // A text of this many bytes has enough characters, whatever is dropped of it.
    let head: String = text.chars().take(64 * MOST).collect();
    let clean = cleaned(&head);
    match clean.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &clean[..end]),
        None => clean,
    }
}

/// Returns the text, cleaned, as HTML and SVG have it between their marks.
pub fn escaped(text: &str) -> String {
    cleaned(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_dropped() {
        assert_eq!(
            cleaned("a\u{7}\u{1b}]0;title\u{9b}b\u{202e}c\r\n\td\u{7f}é"),
            "a]0;titlebcdé"
        );
        assert_eq!(cleaned("a\u{61c}b\u{2028}c\u{fffe}d\u{ffff}e\u{fffd}"), "abcde\u{fffd}");
        assert_eq!(escaped("<b>\u{0}&\u{202e}"), "&lt;b&gt;&amp;");
        assert_eq!(shown("plain"), "plain");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shown(&"é".repeat(81)), format!("{}...", "é".repeat(80)));
        assert_eq!(shown(&"é".repeat(80)), "é".repeat(80));
    }
}
