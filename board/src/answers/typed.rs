//! Moves that a person has typed.

use super::Problem;
use super::replay::Replays;
use super::requests::TypedRequest;
use super::why::{self, Reason};
use crate::game::{Game, Variant};
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::view::square_name;
use crate::position::{Notation, Shape};
use crate::types::fen::Placed;
use crate::types::{Color, Square};
use serde_json::{Value, json};

/// How many moves are named if a text may mean several.
const NAMED: usize = 3;

/// The answer to `typed`. A text that names no legal move is no fault of the request.
pub(super) fn read(replays: &Replays, request: &TypedRequest) -> Result<Value, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    let (game, text) = (replay.game(), request.text.trim());
    Ok(match find(game, text) {
        Ok(text) => json!({"move": text, "error": null, "why": null}),
        Err(error) => json!({"move": null, "error": error, "why": reason(game, text)}),
    })
}

/// Why the move that is meant is not legal; `None` if the text does not tell which one is meant.
fn reason(game: &dyn Game, text: &str) -> Option<Reason> {
    if game.ended().is_some() {
        return None;
    }
    let (view, turn) = (game.view(), game.turn());
    let layout = view.boards.iter().find(|layout| layout.name == turn.board || view.boards.len() == 1)?;
    let kind = |letter: char| PieceKind::of(game.variant().kinds, letter);
    if let Some(file) = castling_file(text, layout.files) {
        let is_king = |piece: &&Placed| {
            Color::of(piece.letter) == turn.color && kind(piece.letter).is_some_and(|kind| kind.role == Role::Royal)
        };
        let king = layout.pieces.iter().find(is_king)?.square;
        let [from, to] = [king, Square::new(file, king.rank())].map(|square| square_name(layout.name, square));
        return Some(why::reason(game, &from, Some(&to))).filter(Reason::is_told);
    }
    let short = Short::read(game.variant(), text)?;
    // A text such as `e2e5` names the square, whatever stands there.
    let names_square = short.file.is_some() && short.rank.is_some();
    let is_meant = |letter: char| match short.letter {
        Some(meant) => kind(letter).is_some_and(|kind| kind.letter == meant),
        None => names_square || kind(letter).is_some_and(|kind| kind.role == Role::Pawn),
    };
    let own = layout.pieces.iter().filter(|piece| Color::of(piece.letter) == turn.color && is_meant(piece.letter));
    let places = own.map(|piece| piece.square).filter(|&square| short.starts_at(square));
    // A pawn that captures would be named with its file.
    let (straight, others): (Vec<Square>, Vec<Square>) = places.partition(|at| at.file() == short.goal.file());
    let to = square_name(layout.name, short.goal);
    let places = straight.iter().chain(&others).take(NAMED);
    let mut reasons: Vec<Reason> =
        places.map(|&from| why::reason(game, &square_name(layout.name, from), Some(&to))).collect();
    let told = reasons.iter().position(Reason::has_culprit).unwrap_or(0);
    (told < reasons.len()).then(|| reasons.swap_remove(told))
}

/// The file to which the king castles if a text says that it does: `O-O`, `0-0-0`.
fn castling_file(text: &str, files: u8) -> Option<u8> {
    let plain = text.rsplit(':').next()?.trim_end_matches(['+', '#', '!', '?']);
    match plain {
        "O-O" | "0-0" | "o-o" => files.checked_sub(2),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(2),
        _ => None,
    }
}

/// The engine's text of the legal move that is meant, or why there is none.
fn find(game: &dyn Game, text: &str) -> Result<String, String> {
    if let Some(outcome) = game.ended() {
        return Err(format!("the game is over: {}", outcome.comment()));
    }
    let problem = match game.find(text) {
        Ok(bits) => return Ok(game.write(bits, Notation::Standard).unwrap_or_default()),
        Err(problem) => problem.to_string(),
    };
    let Some(short) = Short::read(game.variant(), text) else { return Err(problem) };
    let moves = game.legal_moves(Notation::Standard).into_iter().zip(game.shapes());
    let meant: Vec<String> =
        moves.filter(|(_, shape)| short.means(game.variant(), shape)).map(|(text, _)| text).collect();
    match &meant[..] {
        [] => Err(problem),
        [only] => Ok(only.clone()),
        several => {
            let named = several.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>();
            let more = if several.len() > NAMED { ", …" } else { "" };
            Err(format!("{text} may mean {}{more}", named.join(", ")))
        }
    }
}

/// A move as chess players write it: `Nf3`, `R1e2`, `exd5`, `e8=Q`.
struct Short {
    /// The letter of the kind; none for any kind of pawn.
    letter: Option<char>,
    file: Option<u8>,
    rank: Option<u8>,
    goal: Square,
    promotion: Option<char>,
}

impl Short {
    /// Reads a text; `None` if it has another form.
    fn read(variant: &Variant, text: &str) -> Option<Short> {
        let plain = text.rsplit(':').next()?.trim_end_matches(['+', '#', '!', '?']);
        let letter = plain.chars().next().filter(|&letter| letter.is_ascii_uppercase());
        if letter.is_some_and(|letter| PieceKind::of(variant.kinds, letter).is_none()) {
            return None;
        }
        let rest = plain.get(usize::from(letter.is_some())..)?;
        let (start, goal, promotion) = rest.char_indices().find_map(|(start, _)| {
            let (goal, tail) = Square::read(rest.get(start..)?)?;
            let mut tail = tail.strip_prefix('=').unwrap_or(tail).chars();
            let promotion = tail.next().map(|letter| letter.to_ascii_lowercase());
            tail.next().is_none().then_some((start, goal, promotion))
        })?;
        let (mut file, mut rank) = (None, None);
        for sign in rest.get(..start)?.chars() {
            match sign {
                'a'..='p' if file.is_none() => file = Some(sign as u8 - b'a'),
                '1'..='9' if rank.is_none() => rank = Some(sign as u8 - b'1'),
                'x' | '-' => {}
                _ => return None,
            }
        }
        Some(Short { letter, file, rank, goal, promotion })
    }

    /// Whether a legal move is meant.
    fn means(&self, variant: &Variant, shape: &Shape) -> bool {
        let (Some(from), Some(mover)) = (shape.from(), PieceKind::of(variant.kinds, shape.mover)) else { return false };
        let is_kind = match self.letter {
            Some(letter) => mover.letter == letter,
            None => mover.role == Role::Pawn,
        };
        is_kind
            && shape.goal == self.goal
            && self.starts_at(from)
            && self.promotion == shape.becomes.map(|letter| letter.to_ascii_lowercase())
    }

    /// Whether the text leaves a square as the start.
    fn starts_at(&self, from: Square) -> bool {
        self.file.is_none_or(|file| from.file() == file) && self.rank.is_none_or(|rank| from.rank() == rank)
    }
}
