//! Moves that a person has typed.

use super::Problem;
use super::replay::Replays;
use super::requests::TypedRequest;
use crate::game::{Game, Variant};
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::{Notation, Shape};
use crate::types::Square;
use serde_json::{Value, json};

/// How many moves are named if a text may mean several.
const NAMED: usize = 3;

/// The answer to `typed`. A text that names no legal move is no fault of the request.
pub(super) fn read(replays: &Replays, request: &TypedRequest) -> Result<Value, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    Ok(match find(replay.game(), request.text.trim()) {
        Ok(text) => json!({"move": text, "error": null}),
        Err(error) => json!({"move": null, "error": error}),
    })
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
            && self.file.is_none_or(|file| from.file() == file)
            && self.rank.is_none_or(|rank| from.rank() == rank)
            && self.promotion == shape.becomes.map(|letter| letter.to_ascii_lowercase())
    }
}
