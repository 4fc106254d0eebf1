//! The rules pages as HTML.

use super::Problem;
use super::requests::{RulesRequest, variant};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value, json};

/// The pages, by name.
const PAGES: [(&str, &str); 11] = [
    ("anticheckmate", include_str!("../../../uci-docs/rules/anticheckmate.md")),
    ("chess", include_str!("../../../uci-docs/rules/chess.md")),
    ("friendly", include_str!("../../../uci-docs/rules/friendly.md")),
    ("kingsescape", include_str!("../../../uci-docs/rules/kingsescape.md")),
    ("penaltybox", include_str!("../../../uci-docs/rules/penaltybox.md")),
    ("penaltybox-ben", include_str!("../../../uci-docs/rules/penaltybox-ben.md")),
    ("penaltybox-dual", include_str!("../../../uci-docs/rules/penaltybox-dual.md")),
    ("penaltybox-noking", include_str!("../../../uci-docs/rules/penaltybox-noking.md")),
    ("prisonbreak", include_str!("../../../uci-docs/rules/prisonbreak.md")),
    ("prisonersescape", include_str!("../../../uci-docs/rules/prisonersescape.md")),
    ("zigzagmadness", include_str!("../../../uci-docs/rules/zigzagmadness.md")),
];

/// Returns the answer to `rules`.
pub(super) fn page(request: &RulesRequest) -> Result<Value, Problem> {
    let variant = variant(&request.game)?;
    let text = PAGES.iter().find(|page| page.0 == variant.rules_page).map(|page| page.1);
    let text = text.ok_or_else(|| Problem::new(404, format!("{} has no rules page", variant.title)))?;
    Ok(json!({"title": variant.title, "html": to_html(text)}))
}

/// Translates Markdown to HTML. HTML in the text is shown as text. Links to other rules pages become `data-rules`; of other
/// links only the words are left.
fn to_html(markdown: &str) -> String {
    let mut closing = Vec::new();
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let events = parser.map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { dest_url, .. }) => {
            let (opening, end) = link(&dest_url);
            closing.push(end);
            Event::InlineHtml(opening)
        }
        Event::End(TagEnd::Link) => Event::InlineHtml(closing.pop().unwrap_or_default().into()),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => Event::Text("".into()),
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// Returns what stands before and after the words of a link.
fn link(target: &str) -> (CowStr<'static>, &'static str) {
    let name = target.strip_suffix(".md").and_then(|name| PAGES.iter().find(|page| page.0 == name));
    match name {
        Some((name, _)) => (format!("<a href=\"#\" data-rules=\"{name}\">").into(), "</a>"),
        None => ("<span>".into(), "</span>"),
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::variants::VARIANTS;

    #[test]
    fn every_game_has_a_page_without_foreign_markup() {
        for variant in VARIANTS {
            let answer = page(&RulesRequest { game: variant.name.into() }).unwrap_or_default();
            let html = answer.get("html").and_then(Value::as_str).unwrap_or_default();
            assert!(html.contains("<h1>") && html.contains("<p>"), "{}", variant.name);
            assert!(!html.contains("<script") && !html.contains("http"), "{}", variant.name);
        }
    }

    #[test]
    fn markup_and_links_cannot_be_smuggled_in() {
        let html =
            to_html("<script>alert(1)</script>\n\n[a](javascript:alert) [b](kingsescape.md) <b>c</b> ![d](http://e)");
        assert!(html.contains("&lt;script&gt;") && html.contains("data-rules=\"kingsescape\""), "{html}");
        assert!(!html.contains("javascript:") && !html.contains("<b>") && !html.contains("<img"), "{html}");
    }
}
