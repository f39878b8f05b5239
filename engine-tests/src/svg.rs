//! Checks that SVG made from untrusted definitions is harmless.

use roxmltree::Document;

/// Asserts that an SVG only draws.
///
/// # Panics
/// Panics if the SVG is not well-formed, or has an element or attribute that could do anything but draw.
pub fn assert_harmless(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    for element in document.descendants().filter(|node| node.is_element()) {
        let name = element.tag_name().name();
        assert!(
            [
                "svg", "title", "defs", "g", "use", "rect", "circle", "ellipse", "path", "line", "polygon", "polyline"
            ]
            .contains(&name),
            "<{name}> in {svg}"
        );
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!name.starts_with("on") && name != "style", "{name} in {svg}");
            assert!(
                !name.ends_with("href") || value.starts_with('#'),
                "{name}={value} in {svg}"
            );
        }
    }
}
