//! What the pages (HTML) of the tools share: their frame and style, escaped text, the colours of charts.
//!
//! A page is one file that needs nothing else: no script, no other file.

#[cfg(feature = "study")]
pub(super) mod board;

use plotters::chart::MeshStyle;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;

const STYLE: &str = include_str!("page.css");

/// The name of this program on pages and in records.
pub(super) const NAME: &str = "Jailbird";

/// Text and axes of charts. `page.css` has other colours in place of all these on dark pages.
pub(super) const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
pub(super) const GRID: RGBColor = RGBColor(0xE4, 0xE4, 0xE4);
pub(super) const EVEN: RGBColor = RGBColor(0x9A, 0x9A, 0x9A);
/// The lines of charts: blue and orange, which differ for the colour-blind, too.
pub(super) const LINES: [RGBColor; 2] = [RGBColor(0x1F, 0x6F, 0xB4), RGBColor(0xD9, 0x5F, 0x02)];

/// The text of charts in a size.
pub(super) fn font(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// Gives axes and grid of a chart the style of all charts, with text of a size.
pub(super) fn styled<'r, 'a, 'b, X, Y, DB>(
    mesh: &'r mut MeshStyle<'a, 'b, X, Y, DB>,
    size: u32,
) -> &'r mut MeshStyle<'a, 'b, X, Y, DB>
where
    X: Ranged + ValueFormatter<X::ValueType>,
    Y: Ranged + ValueFormatter<Y::ValueType>,
    DB: DrawingBackend,
{
    let text = font(size);
    mesh.label_style(text.clone())
        .axis_desc_style(text)
        .axis_style(INK)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
}

/// A page. `title` and `made`, the line below it, are text; `body` is HTML.
pub(super) fn document(title: &str, made: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<p class=\"quiet\">{made}</p>\n</header>\n\
         {body}</body>\n</html>\n",
        title = escaped(title),
        made = escaped(made),
    )
}

/// Text as HTML has it, also within quotes. Control characters, which HTML cannot hold, are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            '\n' | '\t' => written.push(' '),
            _ if letter.is_control() => written.push('\u{FFFD}'),
            _ => written.push(letter),
        }
    }
    written
}

/// Gives an SVG picture a text as its alternative.
pub(super) fn described(svg: &str, description: &str) -> String {
    svg.replacen("<svg ", &format!("<svg role=\"img\" aria-label=\"{}\" ", escaped(description)), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_texts_is_escaped() {
        assert_eq!(
            escaped("<b a='1' c=\"2\">&amp;\u{0}\n"),
            "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;\u{FFFD} "
        );
    }
}
