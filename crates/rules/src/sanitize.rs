//! Makes untrusted text - from files, other programs and people - safe to print: removes control characters, which a
//! terminal would interpret, and shortens long texts.

/// The maximum number of characters that [`excerpt`] keeps.
const EXCERPT: usize = 80;

/// Returns whether a character may be printed: it is not a control character, does not end a line, does not change the
/// direction of writing, and is not one of the two noncharacters that XML forbids.
pub fn is_printable(letter: char) -> bool {
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

/// Returns the text without the characters that are not [printable](is_printable).
pub fn strip_controls(text: &str) -> String {
    text.chars().filter(|letter| is_printable(*letter)).collect()
}

/// Returns the first 80 printable characters of a string, followed by `...` if there are more: an error message must
/// not quote a megabyte of garbage.
///
/// ```
/// assert_eq!(kurier_rules::sanitize::excerpt("e2\u{1b}[31me9"), "e2[31me9");
/// assert_eq!(kurier_rules::sanitize::excerpt(&"x".repeat(1000)).len(), 83);
/// ```
pub fn excerpt(text: &str) -> String {
    // Examine only the beginning of a huge text, to bound the work. The factor leaves room for characters that are
    // dropped.
    let head: String = text.chars().take(64 * EXCERPT).collect();
    let clean = strip_controls(&head);
    match clean.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}...", &clean[..end]),
        None => clean,
    }
}

/// Returns the text without control characters and with `&`, `<` and `>` escaped, for the content of an element of HTML
/// or SVG.
pub fn escape_markup(text: &str) -> String {
    strip_controls(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_a_terminal_interprets_are_dropped() {
        assert_eq!(
            strip_controls("a\u{7}\u{1b}]0;title\u{9b}b\u{202e}c\r\n\td\u{7f}é"),
            "a]0;titlebcdé"
        );
        assert_eq!(
            strip_controls("a\u{61c}b\u{2028}c\u{fffe}d\u{ffff}e\u{fffd}"),
            "abcde\u{fffd}"
        );
        assert_eq!(escape_markup("<b>\u{0}&\u{202e}"), "&lt;b&gt;&amp;");
        assert_eq!(excerpt("plain"), "plain");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(excerpt(&"é".repeat(81)), format!("{}...", "é".repeat(80)));
        assert_eq!(excerpt(&"é".repeat(80)), "é".repeat(80));
    }
}
