//! Boards as pictures (SVG) within a page. A page with many boards defines the pictures of pieces once.

use super::escaped;
use crate::position::View;
use crate::position::piece_kind::PieceKind;
use crate::position::view::Layout;
use crate::types::{Color, Square};
use std::collections::BTreeSet;

/// The side of a square, as in the pictures of pieces.
const SIZE: usize = 64;
/// Room for the names of files and ranks.
const EDGE: usize = 30;

/// The pictures of a game's pieces.
pub(in crate::tools) struct Boards {
    kinds: &'static [PieceKind],
    /// The names of pictures that there are.
    known: BTreeSet<String>,
    definitions: String,
}

impl Boards {
    /// The pictures of these kinds of pieces.
    pub fn of(kinds: &'static [PieceKind]) -> Boards {
        let forms = kinds.iter().filter_map(|kind| kind.promoted).map(|form| form.picture.to_owned());
        let names: BTreeSet<String> =
            kinds.iter().map(PieceKind::picture).chain(forms).chain(["token".into()]).collect();
        let symbols: Vec<(String, String)> =
            names.into_iter().filter_map(|name| Some((name.clone(), symbol(&name)?))).collect();
        let definitions: String = symbols.iter().map(|(_, symbol)| symbol.as_str()).collect();
        let known = symbols.into_iter().map(|(name, _)| name).collect();
        Boards {
            kinds,
            known,
            definitions: format!("<svg class=\"definitions\" aria-hidden=\"true\">{definitions}</svg>\n"),
        }
    }

    /// What a page with boards has once.
    pub fn definitions(&self) -> &str {
        &self.definitions
    }

    /// The boards of a position side by side, with what stands on them as their alternative. Squares that are `marked` on a board have another
    /// colour.
    pub fn svg(&self, view: &View, marked: &dyn Fn(Option<char>) -> Vec<Square>) -> String {
        let mut inside = String::new();
        let mut left = 0;
        for layout in &view.boards {
            inside += &format!("<g transform=\"translate({left} 0)\">{}</g>", self.board(layout, &marked(layout.name)));
            left += EDGE + usize::from(layout.files) * SIZE;
        }
        let height = view.boards.iter().map(|layout| usize::from(layout.ranks) * SIZE).max().unwrap_or(0) + EDGE;
        format!(
            "<svg class=\"board\" viewBox=\"0 0 {left} {height}\" role=\"img\" aria-label=\"{}\">{inside}</svg>",
            escaped(&spoken(view))
        )
    }

    fn board(&self, layout: &Layout, marked: &[Square]) -> String {
        let at = |file: u8, rank: u8| (EDGE + usize::from(file) * SIZE, usize::from(layout.ranks - 1 - rank) * SIZE);
        let squares: Vec<Square> =
            Square::all(layout.files, layout.ranks).filter(|square| !layout.holes.contains(square)).collect();
        let path = |class: &str, is_in: &dyn Fn(Square) -> bool| {
            let of = |square: &&Square| is_in(**square);
            let shape = |square: &Square| {
                let (x, y) = at(square.file(), square.rank());
                format!("M{x} {y}h{SIZE}v{SIZE}h-{SIZE}z")
            };
            let shapes: String = squares.iter().filter(of).map(shape).collect();
            if shapes.is_empty() { shapes } else { format!("<path class=\"{class}\" d=\"{shapes}\"/>") }
        };
        let is_dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
        let cells = path("light", &|square| !is_dark(square) && !marked.contains(&square))
            + &path("dark", &|square| is_dark(square) && !marked.contains(&square))
            + &path("marked", &|square| marked.contains(&square));
        let man = |square: Square| {
            let (x, y) = at(square.file(), square.rank());
            self.man(layout, square, x, y)
        };
        let men: String = Square::all(layout.files, layout.ranks).map(man).collect();
        let bottom = usize::from(layout.ranks) * SIZE + EDGE - 6;
        let files: String = (0..layout.files)
            .map(|file| {
                format!("<text x=\"{}\" y=\"{bottom}\">{}</text>", at(file, 0).0 + SIZE / 2, char::from(b'a' + file))
            })
            .collect();
        let ranks: String = (0..layout.ranks)
            .map(|rank| format!("<text x=\"{}\" y=\"{}\">{}</text>", EDGE / 2, at(0, rank).1 + SIZE / 2 + 8, rank + 1))
            .collect();
        format!("{cells}{men}<g class=\"edge\">{files}{ranks}</g>")
    }

    /// What stands on a square.
    fn man(&self, layout: &Layout, square: Square, x: usize, y: usize) -> String {
        if layout.token == Some(square) {
            return self.shape("token", "token", '*', x, y);
        }
        let Some(piece) = layout.at(square) else { return String::new() };
        let kind = PieceKind::of(self.kinds, piece.letter);
        let form = kind.and_then(|kind| kind.promoted).filter(|_| piece.promoted);
        let picture = form.map(|form| form.picture.to_owned()).or_else(|| kind.map(PieceKind::picture));
        let side = Color::of(piece.letter).choose("white", "black");
        let letter = piece.letter.to_ascii_uppercase();
        let badge = if piece.promoted {
            format!("<text class=\"badge\" x=\"{}\" y=\"{}\">+</text>", x + 52, y + 20)
        } else {
            String::new()
        };
        self.shape(&picture.unwrap_or_default(), side, letter, x, y) + &badge
    }

    /// A picture, or a disc with a letter where there is none.
    fn shape(&self, picture: &str, side: &str, letter: char, x: usize, y: usize) -> String {
        if self.known.contains(picture) {
            return format!(
                "<use class=\"{side}\" href=\"#p-{picture}\" x=\"{x}\" y=\"{y}\" width=\"{SIZE}\" height=\"{SIZE}\"/>"
            );
        }
        let middle = SIZE / 2;
        format!(
            "<g class=\"{side}\" transform=\"translate({x} {y})\"><circle cx=\"{middle}\" cy=\"{middle}\" r=\"26\"/>\
             <text x=\"{middle}\" y=\"43\">{}</text></g>",
            escaped(&letter.to_string())
        )
    }
}

/// The picture with this name as a symbol, if there is one. Its colours are those of its use.
fn symbol(name: &str) -> Option<String> {
    let text = picture(name)?;
    let (head, rest) = text.split_once('>')?;
    let inside = rest.trim().strip_suffix("</svg>")?.replace('\n', "");
    let kept = ["stroke-width", "stroke-linecap", "stroke-linejoin"].into_iter().filter_map(|key| {
        let value = head.split_once(&format!("{key}=\""))?.1.split('"').next()?;
        Some(format!(" {key}=\"{value}\""))
    });
    let kept: String = kept.collect();
    Some(format!("<symbol id=\"p-{name}\" viewBox=\"0 0 {SIZE} {SIZE}\"{kept}>{inside}</symbol>"))
}

#[cfg(feature = "board")]
fn picture(name: &str) -> Option<&'static str> {
    let path = format!("pieces/{name}.svg");
    let (_, bytes) = crate::protocol::board::page_files::all().iter().find(|(file, _)| *file == path)?;
    std::str::from_utf8(bytes).ok()
}

/// Without the page of the board there are no pictures.
#[cfg(not(feature = "board"))]
fn picture(_: &str) -> Option<&'static str> {
    None
}

/// What stands where, in words.
fn spoken(view: &View) -> String {
    let side = |layout: &Layout, color: Color| {
        let own = layout.pieces.iter().filter(|piece| Color::of(piece.letter) == color);
        own.map(|piece| format!("{}{}", piece.letter.to_ascii_uppercase(), piece.square)).collect::<Vec<_>>().join(" ")
    };
    let board = |layout: &Layout| {
        let token = layout.token.map(|square| format!("; the token on {square}")).unwrap_or_default();
        format!("White {}; Black {}{token}", side(layout, Color::White), side(layout, Color::Black))
    };
    view.boards.iter().map(board).collect::<Vec<_>>().join(". Other board: ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_piece_of_every_game_is_drawn() {
        for variant in variants::coded() {
            let (boards, game) = (Boards::of(variant.kinds), variant.new_game());
            let view = game.view();
            let svg = boards.svg(&view, &|_| Vec::new());
            let pieces: usize = view.boards.iter().map(|layout| layout.pieces.len()).sum();
            let tokens = view.boards.iter().filter(|layout| layout.token.is_some()).count();
            assert_eq!(
                svg.matches("class=\"white\"").count() + svg.matches("class=\"black\"").count(),
                pieces,
                "{}",
                variant.name
            );
            assert_eq!(svg.matches("class=\"token\"").count(), tokens, "{}", variant.name);
            let cells: usize = view
                .boards
                .iter()
                .map(|layout| usize::from(layout.files) * usize::from(layout.ranks) - layout.holes.len())
                .sum();
            assert_eq!(svg.matches("h64v64h-64z").count(), cells, "{}", variant.name);
        }
    }
}
