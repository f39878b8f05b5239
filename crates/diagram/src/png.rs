//! Diagrams as PNG, rendered from their SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{Diagram, DiagramError};

impl Diagram {
    /// Renders the diagram as a PNG file, with squares of `side` by `side` pixels.
    ///
    /// # Errors
    /// Fails if the picture would be wider or higher than [`Diagram::LARGEST`], or if it cannot be rendered.
    pub fn png(&self, side: u32) -> Result<Vec<u8>, DiagramError> {
        let (width, height) = self.pixels(side);
        if width.max(height) > Self::LARGEST {
            return Err(DiagramError::TooLarge(width, height));
        }
        let failed = |error: String| DiagramError::Paint(error);
        let tree = Tree::from_str(&self.svg(side), &Options::default()).map_err(|error| failed(error.to_string()))?;
        let mut picture = Pixmap::new(width, height).ok_or(DiagramError::TooLarge(width, height))?;
        resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
        picture.encode_png().map_err(|error| failed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Drawing;

    /// Returns the red channel of each pixel of a white piece on a grey square, rendered at 24 by 24 pixels.
    fn painted(drawing: &Drawing) -> Vec<u8> {
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#888"/><g fill="#fff" stroke="#000" color="#000" stroke-width="4.5">{}</g></svg>"##,
            drawing.shapes()
        );
        let tree = Tree::from_str(&svg, &Options::default()).expect("the drawing is good SVG");
        let mut picture = Pixmap::new(24, 24).expect("a small picture");
        resvg::render(&tree, Transform::from_scale(0.24, 0.24), &mut picture.as_mut());
        picture.pixels().iter().map(|pixel| pixel.red()).collect()
    }

    #[test]
    fn drawings_can_be_told_apart_when_small() {
        let all: Vec<(Drawing, Vec<u8>)> = Drawing::all().map(|drawing| (drawing, painted(&drawing))).collect();
        for (i, (first, one)) in all.iter().enumerate() {
            for (second, other) in &all[..i] {
                let different = one.iter().zip(other).filter(|(a, b)| a.abs_diff(**b) > 64).count();
                assert!(
                    different >= 50,
                    "{first:?} and {second:?} differ in {different} of 576 pixels"
                );
            }
        }
    }
}
