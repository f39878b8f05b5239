//! Drawings of pieces, read from SVG files next to the file of a game. Drawings are shown on web pages, where an
//! untrusted SVG could run scripts or load files, so only a fixed list of elements and attributes is accepted.

use thiserror::Error;

/// The elements that a drawing may contain.
const ELEMENTS: [&str; 8] = ["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"];
/// The attributes that elements of a drawing may have.
const ATTRIBUTES: [&str; 28] = [
    "color",
    "cx",
    "cy",
    "d",
    "fill",
    "fill-opacity",
    "fill-rule",
    "height",
    "opacity",
    "points",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Why the drawing of a piece is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum DrawingError {
    #[error("there is no element <svg>")]
    NoSvg,
    #[error("the element <svg> has no end")]
    UnclosedSvg,
    #[error("a comment has no end")]
    UnclosedComment,
    #[error("an element has no end")]
    UnclosedTag,
    #[error("<{0}> has no end")]
    UnclosedElement(String),
    #[error("</{0}> closes no element")]
    UnopenedElement(String),
    #[error("<{0}> is none of the elements {list}", list = ELEMENTS.join(", "))]
    UnknownElement(String),
    #[error("there is text between the shapes")]
    Text,
    #[error("the drawing is empty")]
    Empty,
    #[error("'{0}' is not an attribute")]
    NoAttribute(String),
    #[error("'{0}' is none of the attributes {list}", list = ATTRIBUTES.join(", "))]
    UnknownAttribute(String),
    #[error("the value of '{0}' is not in quotes")]
    UnquotedValue(String),
    #[error("'{value}' is not a value of '{name}'")]
    ForbiddenValue { name: String, value: String },
}

/// Extracts the shapes from an SVG and writes them again, so that nothing but known elements and attributes remains.
///
/// # Errors
/// Fails if the SVG is malformed or empty, or contains anything but shapes.
pub(super) fn shapes(text: &str) -> Result<String, DrawingError> {
    let (_, text) = text.split_once("<svg").ok_or(DrawingError::NoSvg)?;
    let (inside, _) = text.rsplit_once("</svg>").ok_or(DrawingError::UnclosedSvg)?;
    let (_, mut rest) = inside.split_once('>').ok_or(DrawingError::UnclosedSvg)?;
    let mut out = String::new();
    let mut open = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").ok_or(DrawingError::UnclosedComment)?.1;
        } else if let Some(tag) = rest.strip_prefix("</") {
            let (name, after) = tag.split_once('>').ok_or(DrawingError::UnclosedTag)?;
            if open.pop() != Some(name.trim()) {
                return Err(DrawingError::UnopenedElement(name.to_owned()));
            }
            out += &format!("</{}>", name.trim());
            rest = after;
        } else if let Some(tag) = rest.strip_prefix('<') {
            let (tag, after) = tag.split_once('>').ok_or(DrawingError::UnclosedTag)?;
            let (tag, end) = match tag.strip_suffix('/') {
                Some(tag) => (tag, "/>"),
                None => (tag, ">"),
            };
            let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            if !ELEMENTS.contains(&name) {
                return Err(DrawingError::UnknownElement(name.to_owned()));
            }
            out += &format!("<{name}{}{end}", checked(attributes)?);
            if end == ">" {
                open.push(name);
            }
            rest = after;
        } else {
            return Err(DrawingError::Text);
        }
    }
    match open.pop() {
        Some(name) => Err(DrawingError::UnclosedElement(name.to_owned())),
        None if out.is_empty() => Err(DrawingError::Empty),
        None => Ok(out),
    }
}

/// Returns the attributes of an element, each preceded by a space.
///
/// # Errors
/// Fails if an attribute is unknown or malformed, or has a value that could refer to something outside the drawing.
fn checked(attributes: &str) -> Result<String, DrawingError> {
    let mut out = String::new();
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, value) = rest
            .split_once('=')
            .ok_or_else(|| DrawingError::NoAttribute(rest.to_owned()))?;
        let (name, value) = (name.trim(), value.trim_start());
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote));
        let quoted = quote.and_then(|quote| value[1..].split_once(quote));
        let (value, after) = quoted.ok_or_else(|| DrawingError::UnquotedValue(name.to_owned()))?;
        if !ATTRIBUTES.contains(&name) {
            return Err(DrawingError::UnknownAttribute(name.to_owned()));
        }
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || letter.is_whitespace() || "#%+,-.()".contains(letter);
        if !value.chars().all(is_plain) || value.to_ascii_lowercase().contains("url") {
            let (name, value) = (name.to_owned(), value.to_owned());
            return Err(DrawingError::ForbiddenValue { name, value });
        }
        out += &format!(" {name}=\"{}\"", value.split_whitespace().collect::<Vec<_>>().join(" "));
        rest = after.trim_start();
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_accepted() {
        let text = "<?xml version='1.0'?>\n<svg viewBox=\"0 0 100 100\">\n<!-- a disc --><g fill='none'>\n\
                    <circle cx=\"50\" cy=\"50\"\n r=\"42\"/></g></svg>\n";
        let expected = "<g fill=\"none\"><circle cx=\"50\" cy=\"50\" r=\"42\"/></g>";
        assert_eq!(shapes(text), Ok(expected.to_owned()));
    }

    #[test]
    fn built_in_drawings_are_accepted() {
        for text in [
            include_str!("../../../../../pieces/king.svg"),
            include_str!("../../../../../pieces/courier.svg"),
            include_str!("../../../../../pieces/unicorn.svg"),
        ] {
            assert!(shapes(text).is_ok(), "{:?}", shapes(text));
        }
    }

    #[test]
    fn scripts_references_and_broken_markup_are_refused() {
        for inside in [
            "<script>alert(1)</script>",
            "<path d='M0 0' onload='x()'/>",
            "<path d=M0/>",
            "<rect fill=\"url(http://example.com)\"/>",
            "<rect fill=\"&#x22;\"/>",
            "<image href='x'/>",
            "<g><path d='M0 0'/>",
            "<path d='M0 0'/></g>",
            "words",
            "<path",
            "<!-- ",
            "",
            "</svg><script>x</script><svg>",
            "<path d='a>b'/>",
        ] {
            let text = format!("<svg>{inside}</svg>");
            assert!(shapes(&text).is_err(), "{inside}: {:?}", shapes(&text));
        }
        assert!(shapes("").is_err() && shapes("<svg").is_err());
    }
}
