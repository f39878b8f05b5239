//! Drawings of pieces that lie beside the file of a game: what may stand in such an SVG, and nothing else. They end up in
//! pages for the browser, where an SVG of somebody else could do more than draw.

/// Elements that draw.
const ELEMENTS: [&str; 8] = ["circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect"];
/// Their attributes.
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

/// Returns the shapes in an SVG, written anew.
///
/// # Errors
/// What is not understood: everything but shapes.
pub(super) fn shapes(text: &str) -> Result<String, String> {
    let (_, text) = text.split_once("<svg").ok_or("there is no element <svg>")?;
    let (inside, _) = text.rsplit_once("</svg>").ok_or("the element <svg> has no end")?;
    let (_, mut rest) = inside.split_once('>').ok_or("the element <svg> has no end")?;
    let mut out = String::new();
    let mut open = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            break;
        } else if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").ok_or("a comment has no end")?.1;
        } else if let Some(tag) = rest.strip_prefix("</") {
            let (name, after) = tag.split_once('>').ok_or("an element has no end")?;
            if open.pop() != Some(name.trim()) {
                return Err(format!("</{name}> ends nothing"));
            }
            out += &format!("</{}>", name.trim());
            rest = after;
        } else if let Some(tag) = rest.strip_prefix('<') {
            let (tag, after) = tag.split_once('>').ok_or("an element has no end")?;
            let (tag, end) = match tag.strip_suffix('/') {
                Some(tag) => (tag, "/>"),
                None => (tag, ">"),
            };
            let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            if !ELEMENTS.contains(&name) {
                return Err(format!("<{name}> is none of the elements {}", ELEMENTS.join(", ")));
            }
            out += &format!("<{name}{}{end}", checked(attributes)?);
            if end == ">" {
                open.push(name);
            }
            rest = after;
        } else {
            return Err("there is text between the shapes".into());
        }
    }
    match open.pop() {
        Some(name) => Err(format!("<{name}> has no end")),
        None if out.is_empty() => Err("it draws nothing".into()),
        None => Ok(out),
    }
}

/// Returns the attributes of an element, each with a blank before it.
fn checked(attributes: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = attributes.trim();
    while !rest.is_empty() {
        let (name, value) = rest
            .split_once('=')
            .ok_or_else(|| format!("'{rest}' is no attribute"))?;
        let (name, value) = (name.trim(), value.trim_start());
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote));
        let quoted = quote.and_then(|quote| value[1..].split_once(quote));
        let (value, after) = quoted.ok_or_else(|| format!("the value of '{name}' is not in quotes"))?;
        if !ATTRIBUTES.contains(&name) {
            return Err(format!("'{name}' is none of the attributes {}", ATTRIBUTES.join(", ")));
        }
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || letter.is_whitespace() || "#%+,-.()".contains(letter);
        if !value.chars().all(is_plain) || value.to_ascii_lowercase().contains("url") {
            return Err(format!("'{value}' is no value of '{name}'"));
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
    fn shapes_are_taken() {
        let text = "<?xml version='1.0'?>\n<svg viewBox=\"0 0 100 100\">\n<!-- a disc --><g fill='none'>\n\
                    <circle cx=\"50\" cy=\"50\"\n r=\"42\"/></g></svg>\n";
        let expected = "<g fill=\"none\"><circle cx=\"50\" cy=\"50\" r=\"42\"/></g>";
        assert_eq!(shapes(text).as_deref(), Ok(expected));
    }

    #[test]
    fn our_own_drawings_would_be_taken() {
        for text in [
            include_str!("../../../../../pieces/king.svg"),
            include_str!("../../../../../pieces/courier.svg"),
            include_str!("../../../../../pieces/unicorn.svg"),
        ] {
            assert!(shapes(text).is_ok(), "{:?}", shapes(text));
        }
    }

    #[test]
    fn everything_else_is_refused() {
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
