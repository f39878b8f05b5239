//! Parses tags: `[Name "value"]`.

/// A tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub name: String,
    pub value: String,
    /// Whether the value has unescaped quotes or backslashes.
    pub unescaped: bool,
}

/// Tests whether a character may be part of a tag's name.
pub(super) fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || "_+-=#:".contains(c)
}

/// Parses the tag at the beginning of the text. Returns the tag and its length in bytes, or `None` if the text does not
/// begin with a tag.
pub(super) fn parse_tag(text: &str) -> Option<(Tag, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name = &inside[..inside.find(|c| !is_in_name(c)).unwrap_or(inside.len())];
    let quoted = inside[name.len()..].trim_start().strip_prefix('"')?;
    let escaped = escaped_value(quoted);
    let unescaped = escaped.is_none();
    let (value, rest) = escaped.or_else(|| unescaped_value(quoted))?;
    let tag = Tag {
        name: name.to_owned(),
        value: value.replace(char::is_control, " "),
        unescaped,
    };
    (!name.is_empty()).then_some((tag, text.len() - rest.len()))
}

/// Parses the value of a tag after its first quote. Returns the value and the text after the tag, or `None` if a quote
/// in the value is not escaped.
fn escaped_value(quoted: &str) -> Option<(String, &str)> {
    let mut rest = quoted.chars();
    let mut value = String::new();
    loop {
        match rest.next()? {
            '"' => break,
            '\\' if rest.as_str().starts_with(['"', '\\']) => value.extend(rest.next()),
            c => value.push(c),
        }
    }
    Some((value, rest.as_str().trim_start().strip_prefix(']')?))
}

/// Parses the value of a tag that was written without escapes: the value ends with the first quote that precedes a `]`.
/// Returns the value and the text after the tag, or `None` if the tag has no end.
fn unescaped_value(quoted: &str) -> Option<(String, &str)> {
    quoted.match_indices('"').find_map(|(at, quote)| {
        let rest = quoted[at + quote.len()..].trim_start().strip_prefix(']')?;
        Some((quoted[..at].to_owned(), rest))
    })
}
