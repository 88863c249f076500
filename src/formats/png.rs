//! A picture as PNG: that of [`svg`](super::svg), drawn by the crate `resvg`. Built only with
//! the feature `png`.
//!
//! An SVG picture is shown with the fonts of its reader, a PNG picture is drawn with those of
//! this machine. One face has to have every character of the picture and draws all of them,
//! because characters of two faces do not match. When no face has them all, there is no
//! picture, because an empty box in place of a piece would be worse.

use super::svg::FAMILIES;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, ID, Language, Query, Style};
use resvg::usvg::{FontResolver, Group, Node, Options, Tree};
use std::path::Path;
use std::sync::Arc;

/// Pixels for each unit of the SVG picture: a board is 1080 pixels wide.
const ZOOM: f32 = 2.0;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The font file that was named cannot be read, or is no font.
    #[error("the font file cannot be read: {0}")]
    FontFile(std::io::Error),
    /// No face has every character of the picture.
    #[error("no font has the signs of the picture")]
    NoFont,
    /// The text is no SVG picture, or the picture is too large.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
}

/// The fonts that pictures are drawn with.
pub struct Fonts {
    known: Arc<Database>,
    /// Faces, the most fitting first.
    order: Vec<ID>,
}

impl Fonts {
    /// The fonts of one file, or those installed on this machine.
    ///
    /// # Errors
    /// When the file cannot be read or holds no font.
    pub fn load(file: Option<&Path>) -> Result<Fonts, PngError> {
        let mut known = Database::new();
        match file {
            None => known.load_system_fonts(),
            Some(file) => {
                known.load_font_file(file).map_err(PngError::FontFile)?;
                if known.is_empty() {
                    let none = std::io::Error::other("it holds no font");
                    return Err(PngError::FontFile(none));
                }
            }
        }
        let order = in_order(&known);
        Ok(Fonts {
            known: Arc::new(known),
            order,
        })
    }

    /// Draws an SVG picture as PNG, with the first face that has every character of it.
    ///
    /// # Errors
    /// When no face has them all, or the picture cannot be drawn.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, PngError> {
        let fault = |e: &dyn std::fmt::Display| PngError::Picture(e.to_string());
        for &face in &self.order {
            let options = Options {
                fontdb: self.known.clone(),
                font_resolver: FontResolver {
                    select_font: Box::new(move |_, _| Some(face)),
                    select_fallback: Box::new(|_, _, _| None),
                },
                ..Options::default()
            };
            let tree = Tree::from_str(svg, &options).map_err(|e| fault(&e))?;
            // A text of which the face has no character at all is missing from the tree.
            if complete_texts(tree.root()) < svg.matches("<text ").count() {
                continue;
            }
            let size = tree.size().to_int_size();
            let size = size.scale_by(ZOOM).ok_or(fault(&"no size"))?;
            let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(fault(&"too large"))?;
            let zoom = Transform::from_scale(ZOOM, ZOOM);
            resvg::render(&tree, zoom, &mut pixels.as_mut());
            return pixels.encode_png().map_err(|e| fault(&e));
        }
        Err(PngError::NoFont)
    }
}

/// All faces: those that the SVG picture names, then those with a Japanese name, because a
/// Chinese face draws some characters differently, then the others; among equals those that
/// are upright and of normal weight first.
fn in_order(known: &Database) -> Vec<ID> {
    let named = FAMILIES.iter().filter_map(|&name| {
        known.query(&Query {
            families: &[Family::Name(name)],
            ..Query::default()
        })
    });
    let mut order: Vec<ID> = named.collect();
    let mut others: Vec<_> = known.faces().filter(|f| !order.contains(&f.id)).collect();
    others.sort_by_key(|face| {
        let japanese = |(name, language): &(String, Language)| {
            *language == Language::Japanese_Japan || name.ends_with(" JP")
        };
        (
            !face.families.iter().any(japanese),
            face.style != Style::Normal,
            face.weight.0.abs_diff(400),
        )
    });
    order.extend(others.iter().map(|face| face.id));
    order
}

/// How many texts the face has every character of; one that it lacks is glyph 0.
fn complete_texts(group: &Group) -> usize {
    let complete = |node: &Node| match node {
        Node::Group(group) => complete_texts(group),
        Node::Text(text) => {
            let mut glyphs = text.layouted().iter().flat_map(|s| &s.positioned_glyphs);
            usize::from(glyphs.clone().next().is_some() && glyphs.all(|g| g.id.0 != 0))
        }
        _ => 0,
    };
    group.children().iter().map(complete).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_font_is_named_as_such() {
        let none = Fonts::load(Some(Path::new("/nowhere.ttf")));
        assert!(matches!(none, Err(PngError::FontFile(_))));
        let text = Fonts::load(Some(Path::new("Cargo.toml")));
        assert!(matches!(text, Err(PngError::FontFile(_))));
    }

    #[test]
    fn without_a_font_there_is_no_picture() {
        let fonts = Fonts {
            known: Arc::new(Database::new()),
            order: Vec::new(),
        };
        assert!(matches!(fonts.png("<svg/>"), Err(PngError::NoFont)));
    }
}
