//! A position: what is to be drawn, and what may be played.

use super::anatomy::Sight;
use super::moves::{MoveAnswer, MoveList, Stub, sight_of, threats};
use super::places::{SeatAnswer, boards, has_box, is_royal, kind_name, place, side};
use super::requests::Replay;
use crate::game::{Game, Variant};
use crate::position::{Annotation, Notation, Sign};
use crate::protocol::board_change::Placement;
use crate::types::fen::Placed;
use crate::types::{Color, Reason, Square};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answer to `position`.
#[derive(Serialize)]
pub(super) struct PositionAnswer {
    game: &'static str,
    start: String,
    fen: String,
    played: Vec<PlayedMove>,
    turn: SeatAnswer,
    boards: Vec<BoardAnswer>,
    holes: Vec<String>,
    pieces: Vec<PieceAnswer>,
    tokens: Vec<Value>,
    #[serde(rename = "box")]
    inmates: Option<Vec<Item>>,
    hands: Vec<Item>,
    captured: Vec<Item>,
    marks: Vec<Mark>,
    pending: Vec<Value>,
    check: Option<Value>,
    last: Option<Value>,
    result: Option<Value>,
    counters: Value,
    pub(super) moves: Vec<MoveAnswer>,
    pub(super) stubs: Vec<Stub>,
    buttons: BTreeMap<String, super::moves::Button>,
    threats: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct PlayedMove {
    text: String,
    san: String,
    label: String,
    seat: u8,
}

#[derive(Serialize)]
struct BoardAnswer {
    name: Option<char>,
    files: u8,
    ranks: u8,
    ended: bool,
}

#[derive(Serialize)]
struct PieceAnswer {
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
struct Item {
    side: &'static str,
    letter: char,
    kind: char,
    name: &'static str,
    count: usize,
    promoted: bool,
    target: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Mark {
    mark: &'static str,
    square: String,
    by: Vec<String>,
    kind: Option<char>,
    text: String,
}

impl PositionAnswer {
    /// Describes the position at the end of a game.
    pub(super) fn of(replay: &Replay) -> PositionAnswer {
        let game = &*replay.game;
        let variant = game.variant();
        let fen = game.fen();
        let layout = Layout::of(variant, &fen);
        let list = MoveList::of(game, &[]);
        let annotations = game.annotations();
        let marks = marks(&layout, &annotations);
        let seen = seen(replay);
        let is_target = |target: &str| list.buttons.contains_key(target);
        PositionAnswer {
            game: variant.name,
            start: replay.fens.first().cloned().unwrap_or_default(),
            turn: game.turn().into(),
            boards: layout.boards(),
            holes: layout.stars(Star::Hole).into_iter().map(|(board, square)| place(board, square)).collect(),
            pieces: layout.pieces(&marks),
            tokens: layout.tokens(),
            inmates: layout.inmates(),
            hands: layout.hands(game.turn().color, is_target),
            captured: layout.captured(game.turn().color, is_target),
            pending: pending(&layout, &annotations),
            check: check(game, &layout),
            last: last(replay, seen.last()),
            played: played(replay, &seen),
            result: result(game),
            counters: counters(replay, &layout),
            threats: threats(game),
            moves: list.moves,
            stubs: list.stubs,
            buttons: list.buttons,
            marks,
            fen,
        }
    }
}

/// What a `*` in a placement stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Star {
    Hole,
    Token,
}

/// The FEN of a position, taken apart.
struct Layout<'a> {
    variant: &'static Variant,
    names: Vec<Option<char>>,
    placement: Placement,
    fields: Vec<&'a str>,
}

impl<'a> Layout<'a> {
    fn of(variant: &'static Variant, fen: &'a str) -> Layout<'a> {
        let placement = Placement::of(fen, variant.files, variant.ranks);
        Layout { variant, names: boards(variant), placement, fields: fen.split_whitespace().collect() }
    }

    fn field(&self, place: usize) -> &'a str {
        self.fields.get(place).copied().unwrap_or_default()
    }

    fn cells(&self) -> impl Iterator<Item = (Option<char>, &Placed)> {
        let boards = self.names.iter().zip(&self.placement.boards);
        boards.flat_map(|(&name, cells)| cells.iter().map(move |cell| (name, cell)))
    }

    fn boards(&self) -> Vec<BoardAnswer> {
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
    fn stars(&self, wanted: Star) -> Vec<(Option<char>, Square)> {
        let star = if has_box(self.variant) { Star::Token } else { Star::Hole };
        let cells = self.cells().filter(|(_, cell)| cell.letter == '*' && star == wanted);
        cells.map(|(board, cell)| (board, cell.square)).collect()
    }

    fn pieces(&self, marks: &[Mark]) -> Vec<PieceAnswer> {
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

    fn tokens(&self) -> Vec<Value> {
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

    fn inmates(&self) -> Option<Vec<Item>> {
        let held = self.placement.held.as_deref().filter(|_| has_box(self.variant))?;
        let promoted = held.ends_with('~');
        Some(held.chars().next().map(|letter| self.item(letter, 1, promoted, None)).into_iter().collect())
    }

    fn hands(&self, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
        match &self.placement.held {
            Some(held) if !has_box(self.variant) => self.items(held, us, is_target),
            _ => Vec::new(),
        }
    }

    fn captured(&self, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
        if has_box(self.variant) { self.items(self.field(6), us, is_target) } else { Vec::new() }
    }

    /// Returns the letter of what stands on a square.
    fn letter(&self, board: Option<char>, square: Square) -> Option<char> {
        let found = self.cells().find(|(name, cell)| *name == board && cell.square == square);
        found.map(|(_, cell)| cell.letter)
    }

    /// Returns "the Ice Queen on d8", or several joined by "and".
    fn names_of(&self, board: Option<char>, squares: &[Square]) -> String {
        let name = |&square: &Square| {
            let kind = self.letter(board, square).map_or("piece", |letter| kind_name(self.variant, letter));
            format!("the {kind} on {}", place(board, square))
        };
        squares.iter().map(name).collect::<Vec<_>>().join(" and ")
    }
}

fn marks(layout: &Layout<'_>, annotations: &[Annotation]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = annotations.iter().map(|annotation| mark(layout, annotation)).collect();
    for (&board, field) in layout.names.iter().zip(layout.field(3).split('|')) {
        for square in Square::parse_all(field).unwrap_or_default() {
            let text = "A pawn that has passed this square may be captured here".into();
            marks.push(Mark { mark: "en-passant", square: place(board, square), by: Vec::new(), kind: None, text });
        }
    }
    marks
}

fn mark(layout: &Layout<'_>, annotation: &Annotation) -> Mark {
    let Annotation { board, square, sign, ref by } = *annotation;
    let causes = layout.names_of(board, by);
    let mut kind = None;
    let (mark, text) = match sign {
        Sign::Escape => ("escape", "Escape cell: a king that is safe here has won".into()),
        Sign::Frozen => ("frozen", format!("Frozen by {causes}")),
        Sign::Icicle => ("icicle", format!("Icicle: frozen by {causes}, but freezes others")),
        Sign::Held => ("held", format!("Held by {causes}")),
        Sign::Free => ("free", "Nothing holds this piece".into()),
        Sign::Immobile => ("immobile", format!("Cannot move because of {causes}")),
        Sign::Power(letter) => {
            kind = Some(letter);
            ("power", format!("Has the powers of the {}, from {causes}", kind_name(layout.variant, letter)))
        }
        Sign::Waiting => ("waiting", "Its owner has to choose what it becomes".into()),
    };
    Mark { mark, square: place(board, square), by: by.iter().map(|&by| place(board, by)).collect(), kind, text }
}

fn pending(layout: &Layout<'_>, annotations: &[Annotation]) -> Vec<Value> {
    let mut pending = Vec::new();
    for annotation in annotations.iter().filter(|annotation| annotation.sign == Sign::Waiting) {
        let square = place(annotation.board, annotation.square);
        pending.push(json!({"text": format!("Choose what the pawn on {square} becomes"), "squares": [square]}));
    }
    if has_box(layout.variant) && layout.field(7).contains('f') {
        let text = "A captured piece may come back before the move, because the king has been released";
        pending.push(json!({"text": text, "squares": []}));
    }
    pending
}

fn check(game: &dyn Game, layout: &Layout<'_>) -> Option<Value> {
    if !game.in_check() {
        return None;
    }
    let seat = game.turn();
    let by = game.checkers();
    let is_own = |letter: char| Color::of(letter) == seat.color && is_royal(layout.variant, letter);
    let letter = |&square: &Square| layout.letter(seat.board, square);
    // In Prisoner's Escape the enemy's royal piece gives check by standing free.
    let is_free = by.iter().filter_map(letter).any(|letter| is_royal(layout.variant, letter) && !is_own(letter))
        && game.annotations().iter().any(|annotation| annotation.sign == Sign::Free && by.contains(&annotation.square));
    let own = layout.cells().filter(|(board, cell)| *board == seat.board && is_own(cell.letter));
    let squares: Vec<String> = match is_free {
        true => by.iter().map(|&square| place(seat.board, square)).collect(),
        false => own.map(|(board, cell)| place(board, cell.square)).collect(),
    };
    let names = layout.names_of(seat.board, &by);
    let text = if is_free { format!("Check: nothing holds {names}") } else { format!("Check by {names}") };
    let by: Vec<String> = by.iter().map(|&square| place(seat.board, square)).collect();
    Some(json!({"squares": squares, "text": text, "by": by}))
}

/// Looks at the moves of a game.
fn seen(replay: &Replay) -> Vec<Option<(String, String, Sight)>> {
    let texts = replay.game.played().into_iter().zip(replay.game.played_as(Notation::San));
    let fens = replay.fens.iter().zip(replay.fens.iter().skip(1));
    let look = |((text, san), (before, after)): ((String, String), (&String, &String))| {
        let sight = sight_of(&*replay.game, &text, &san, [before, after])?;
        Some((text, san, sight))
    };
    texts.zip(fens).map(look).collect()
}

fn played(replay: &Replay, seen: &[Option<(String, String, Sight)>]) -> Vec<PlayedMove> {
    let variant = replay.game.variant();
    let moves = seen.iter().flatten().zip(&replay.seats);
    let described = moves.map(|((text, san, sight), &seat)| PlayedMove {
        text: text.clone(),
        san: san.clone(),
        label: sight.label(variant),
        seat,
    });
    described.collect()
}

fn last(replay: &Replay, seen: Option<&Option<(String, String, Sight)>>) -> Option<Value> {
    let (text, _, sight) = seen?.as_ref()?;
    let [.., before, after] = &replay.fens[..] else { return None };
    let variant = replay.game.variant();
    let [before, after] = [before, after].map(|fen| Placement::of(fen, variant.files, variant.ranks));
    let mut changed = Vec::new();
    for (index, &board) in boards(variant).iter().enumerate() {
        for square in Square::all(variant.files, variant.ranks) {
            if before.at(index, square) != after.at(index, square) {
                changed.push(place(board, square));
            }
        }
    }
    let board = sight.anatomy.board;
    let captures: Vec<String> = sight.captures.iter().map(|&(square, _)| place(board, square)).collect();
    Some(json!({"text": text, "legs": sight.legs(), "captures": captures, "changed": changed}))
}

fn result(game: &dyn Game) -> Option<Value> {
    let outcome = game.outcome()?;
    let reason = match outcome.reason {
        Reason::Checkmate => "checkmate",
        Reason::Goal(_) => "goal",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::FiftyMoves => "fifty moves",
        Reason::BoardsDrawn => "boards drawn",
        Reason::InsufficientMaterial => "insufficient material",
    };
    let winner = outcome.winner.map(|seat| seat.number);
    Some(json!({"score": outcome.result(), "winner": winner, "reason": reason, "text": outcome.comment()}))
}

fn counters(replay: &Replay, layout: &Layout<'_>) -> Value {
    let board = super::places::board_index(replay.game.turn().board);
    let number = |field: &str| field.split('|').nth(board).or(Some(field)).and_then(|field| field.parse::<u32>().ok());
    let key = replay.game.key();
    let repetitions = replay.keys.iter().filter(|&&other| other == key).count();
    json!({
        "halfmove": number(layout.field(4)).unwrap_or(0),
        "limit": 100,
        "repetitions": repetitions,
        "move": number(layout.field(5)).unwrap_or(1),
    })
}
