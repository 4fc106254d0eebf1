//! The rules pages as HTML.

use super::Problem;
use super::requests::{RulesRequest, variant};
use super::texts::texts;
use crate::game::Variant;
use crate::game::guide::{Chapter, Guide};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::{Value, json};

/// The text of a page.
fn text(page: &str) -> Option<&'static str> {
    let file = texts().rules.iter().find(|(file, _)| file.strip_suffix(".md") == Some(page));
    file.and_then(|(_, text)| std::str::from_utf8(text).ok())
}

/// The blocks of a game's page that show positions: FEN, moves, and what is to be seen there.
pub(super) fn examples(variant: &Variant) -> Vec<(&'static str, Vec<&'static str>, String)> {
    let blocks = text(variant.rules_page).unwrap_or_default().split("```position\n").skip(1);
    let read = |block: &'static str| {
        let mut lines = block.split("```").next()?.lines();
        let fen = lines.next()?;
        let mut words: Vec<&str> = lines.collect();
        let moves = words.first().and_then(|line| line.strip_prefix("moves ")).map(|line| line.split(' ').collect());
        if moves.is_some() {
            words.remove(0);
        }
        Some((fen, moves.unwrap_or_default(), words.join(" ")))
    };
    blocks.filter_map(read).collect()
}

/// The answer to `rules`.
pub(super) fn page(request: &RulesRequest) -> Result<Value, Problem> {
    let variant = variant(&request.game)?;
    let written = variant.guide.map(|guide| markdown(variant, &guide()));
    let text = written.as_deref().or_else(|| text(variant.rules_page));
    let text = text.ok_or_else(|| Problem::new(404, format!("{} has no rules page", variant.title)))?;
    Ok(json!({"title": variant.title, "html": to_html(text)}))
}

/// The page of a game from a file.
fn markdown(variant: &Variant, guide: &Guide) -> String {
    let summary = variant.summary.trim_end_matches('.');
    let capital: String = summary.chars().take(1).flat_map(char::to_uppercase).chain(summary.chars().skip(1)).collect();
    let mut page = format!("# {}\n\n{}.\n\n", plain(variant.title), plain(&capital));
    page += &format!("```position\n{}\nThe start position.\n```\n\n", guide.start.replace(['`', '\n'], ""));
    for Chapter { title, paragraphs } in &guide.chapters {
        page += &format!("## {title}\n\n");
        let is_list = paragraphs.len() > 1;
        let item = |text: &String| if is_list { format!("- {}\n", plain(text)) } else { format!("{}\n", plain(text)) };
        page.extend(paragraphs.iter().map(item));
        page.push('\n');
    }
    page
}

/// Text in which Markdown finds no markup.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(if character.is_control() { ' ' } else { character });
    }
    escaped
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
    // The corner of a table heads nothing.
    page.replace("<th></th>", "<td></td>")
}

/// What stands before and after the words of a link.
fn link(target: &str) -> (CowStr<'static>, &'static str) {
    let name = target.strip_suffix(".md").filter(|name| text(name).is_some());
    match name {
        Some(name) => (format!("<a href=\"#\" data-rules=\"{name}\">").into(), "</a>"),
        None => ("<span>".into(), "</span>"),
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_game_has_a_page_without_foreign_markup() {
        for variant in variants::coded() {
            let answer = page(&RulesRequest { game: variant.name.into() }).unwrap_or_default();
            let html = answer.get("html").and_then(Value::as_str).unwrap_or_default();
            assert!(html.contains("<h1>") && html.contains("<p>"), "{}", variant.name);
            assert!(!html.contains("<script") && !html.contains("http"), "{}", variant.name);
        }
    }

    #[test]
    fn every_game_from_a_file_has_a_page_that_says_how_it_ends() {
        for variant in variants::all().into_iter().filter(|variant| variant.guide.is_some()) {
            let answer = page(&RulesRequest { game: variant.name.into() }).unwrap_or_default();
            let html = answer.get("html").and_then(Value::as_str).unwrap_or_default();
            for part in ["<h1>", "language-position", "The pieces</h2>", "Draws and other ends</h2>"] {
                assert!(html.contains(part), "{}: {part}", variant.name);
            }
        }
    }

    #[test]
    fn no_table_has_an_empty_heading() {
        let html = to_html("| | a |\n|---|---|\n| b | c |\n");
        assert!(html.contains("<td></td><th>a</th>") && !html.contains("<th></th>"), "{html}");
    }

    #[test]
    fn words_of_a_file_are_shown_as_they_are() {
        let html = to_html(&plain("<b> *a* [b](c) _d_ `e` & \\ #f"));
        assert_eq!(html.trim(), "<p>&lt;b&gt; *a* [b](c) _d_ `e` &amp; \\ #f</p>");
    }

    #[test]
    fn markup_and_links_cannot_be_smuggled_in() {
        let html =
            to_html("<script>alert(1)</script>\n\n[a](javascript:alert) [b](kingsescape.md) <b>c</b> ![d](http://e)");
        assert!(html.contains("&lt;script&gt;") && html.contains("data-rules=\"kingsescape\""), "{html}");
        assert!(!html.contains("javascript:") && !html.contains("<b>") && !html.contains("<img"), "{html}");
    }
}
