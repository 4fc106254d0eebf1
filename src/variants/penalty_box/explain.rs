//! Why a turn is not legal, where a word can be said cheaply.

use super::{BoxGame, BoxRules};
use crate::types::Square;

pub(super) fn explain<R: BoxRules>(position: &BoxGame<R>, text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(',').collect();
    let chooses = parts[0].starts_with('=');
    if position.waiting != Square::NONE && !chooses {
        let example = format!("=q,{text}");
        return Some(format!("the pawn on {} waits for a choice first, as in `{example}`", position.waiting));
    }
    if chooses && position.waiting == Square::NONE {
        return Some("no pawn waits for a choice".into());
    }
    if parts[0].contains('@') && !parts[0].starts_with(['X', 'x']) && !position.free_piece {
        return Some("there is no right to bring back a piece before the move".into());
    }
    if parts.iter().any(|part| part.starts_with("X@")) && position.token != Square::NONE {
        return Some(format!("the token is on {} already", position.token));
    }
    let main = parts.iter().find(|part| !part.starts_with('=') && (!part.contains('@') || part.starts_with("X@")))?;
    let to = Square::read(main.strip_prefix("X@").unwrap_or_else(|| main.get(2..).unwrap_or("")))?.0;
    let fills = to == position.token
        || main.starts_with("X@") && position.board.at(to).is_piece()
        || Square::read(main)?.0 == position.token && position.board.at(to).is_piece();
    let drops = parts.last()?.contains('@') && parts.last() != Some(main);
    match (fills, position.inmate.is_none(), drops) {
        (true, false, false) => Some("the box is full: the turn must put the piece inside on an empty square".into()),
        (_, true, true) => Some("the box is empty: there is nothing to release".into()),
        (false, false, true) => Some("nothing goes into the box, so nothing comes out".into()),
        _ => None,
    }
}
