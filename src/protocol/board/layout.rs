//! What stands on the boards of a position and beside them.

use super::places::{boards, has_box, kind_name, place, side};
use super::position::Mark;
use crate::game::Variant;
use crate::protocol::board_change::Placement;
use crate::types::fen::Placed;
use crate::types::{Color, Square};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
pub(super) struct BoardAnswer {
    name: Option<char>,
    files: u8,
    ranks: u8,
    ended: bool,
}

#[derive(Serialize)]
pub(super) struct PieceAnswer {
    square: String,
    side: &'static str,
    letter: char,
    kind: char,
    name: &'static str,
    promoted: bool,
    marks: Vec<&'static str>,
}

/// Pieces of a kind beside the board.
#[derive(Serialize)]
pub(super) struct Item {
    side: &'static str,
    letter: char,
    kind: char,
    name: &'static str,
    count: usize,
    promoted: bool,
    target: Option<String>,
}

/// What a `*` in a placement stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Star {
    Hole,
    Token,
}

/// The FEN of a position, taken apart.
pub(super) struct Layout<'a> {
    pub(super) variant: &'static Variant,
    pub(super) names: Vec<Option<char>>,
    placement: Placement,
    fields: Vec<&'a str>,
}

impl<'a> Layout<'a> {
    pub(super) fn of(variant: &'static Variant, fen: &'a str) -> Layout<'a> {
        let placement = Placement::of(fen, variant.files, variant.ranks);
        Layout { variant, names: boards(variant), placement, fields: fen.split_whitespace().collect() }
    }

    pub(super) fn field(&self, place: usize) -> &'a str {
        self.fields.get(place).copied().unwrap_or_default()
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (Option<char>, &Placed)> {
        let boards = self.names.iter().zip(&self.placement.boards);
        boards.flat_map(|(&name, cells)| cells.iter().map(move |cell| (name, cell)))
    }

    pub(super) fn boards(&self) -> Vec<BoardAnswer> {
        let (files, ranks) = (self.variant.files, self.variant.ranks);
        let ended = self.field(8).strip_prefix("ended:").unwrap_or_default();
        let board = |&name: &Option<char>| BoardAnswer {
            name,
            files,
            ranks,
            ended: name.is_some_and(|name| ended.contains(name)),
        };
        self.names.iter().map(board).collect()
    }

    /// Returns the squares of holes or of tokens: only games without holes have tokens.
    pub(super) fn stars(&self, wanted: Star) -> Vec<(Option<char>, Square)> {
        let star = if has_box(self.variant) { Star::Token } else { Star::Hole };
        let cells = self.cells().filter(|(_, cell)| cell.letter == '*' && star == wanted);
        cells.map(|(board, cell)| (board, cell.square)).collect()
    }

    pub(super) fn pieces(&self, marks: &[Mark]) -> Vec<PieceAnswer> {
        let pieces = self.cells().filter(|(_, cell)| cell.letter != '*').map(|(board, cell)| {
            let square = place(board, cell.square);
            let own = marks.iter().filter(|mark| mark.square == square);
            let mut names: Vec<&'static str> = own.map(|mark| mark.mark).collect();
            names.dedup();
            PieceAnswer {
                square,
                side: side(Color::of(cell.letter)),
                letter: cell.letter,
                kind: cell.letter.to_ascii_uppercase(),
                name: kind_name(self.variant, cell.letter),
                promoted: cell.promoted,
                marks: names,
            }
        });
        pieces.collect()
    }

    pub(super) fn tokens(&self) -> Vec<Value> {
        if !has_box(self.variant) {
            return Vec::new();
        }
        let on_board = self.stars(Star::Token);
        let token = |&board: &Option<char>| {
            let square = on_board.iter().find(|token| token.0 == board).map(|token| place(board, token.1));
            let center = board.map_or("token".into(), |name| format!("{name}:token"));
            json!({"board": board, "target": square.clone().unwrap_or(center), "square": square})
        };
        self.names.iter().map(token).collect()
    }

    fn item(&self, letter: char, count: usize, promoted: bool, target: Option<String>) -> Item {
        Item {
            side: side(Color::of(letter)),
            letter,
            kind: letter.to_ascii_uppercase(),
            name: kind_name(self.variant, letter),
            count,
            promoted,
            target,
        }
    }

    /// Counts letters, White's first, in their order.
    fn items(&self, letters: &str, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
        let mut counts: Vec<(char, usize)> = Vec::new();
        for letter in letters.chars().filter(char::is_ascii_alphabetic) {
            match counts.iter_mut().find(|count| count.0 == letter) {
                Some(count) => count.1 += 1,
                None => counts.push((letter, 1)),
            }
        }
        counts.sort_by_key(|count| count.0.is_ascii_lowercase());
        let item = |(letter, count): (char, usize)| {
            let target = Some(format!("@{}", letter.to_ascii_uppercase()));
            let target = target.filter(|target| Color::of(letter) == us && is_target(target));
            self.item(letter, count, false, target)
        };
        counts.into_iter().map(item).collect()
    }

    pub(super) fn inmates(&self) -> Option<Vec<Item>> {
        let held = self.placement.held.as_deref().filter(|_| has_box(self.variant))?;
        let promoted = held.ends_with('~');
        Some(held.chars().next().map(|letter| self.item(letter, 1, promoted, None)).into_iter().collect())
    }

    pub(super) fn hands(&self, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
        match &self.placement.held {
            Some(held) if !has_box(self.variant) => self.items(held, us, is_target),
            _ => Vec::new(),
        }
    }

    pub(super) fn captured(&self, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
        if has_box(self.variant) { self.items(self.field(6), us, is_target) } else { Vec::new() }
    }

    /// Returns the letter of what stands on a square.
    pub(super) fn letter(&self, board: Option<char>, square: Square) -> Option<char> {
        let found = self.cells().find(|(name, cell)| *name == board && cell.square == square);
        found.map(|(_, cell)| cell.letter)
    }

    /// Returns "the Ice Queen on d8", or several joined by "and".
    pub(super) fn names_of(&self, board: Option<char>, squares: &[Square]) -> String {
        let name = |&square: &Square| {
            let kind = self.letter(board, square).map_or("piece", |letter| kind_name(self.variant, letter));
            format!("the {kind} on {}", place(board, square))
        };
        squares.iter().map(name).collect::<Vec<_>>().join(" and ")
    }
}
