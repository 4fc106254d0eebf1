//! What the FENs of several games say in the same way.

use crate::types::pieces::{Piece, require_one};
use crate::types::{Color, FenError, Kind, Mailbox, PieceSets};

/// Puts pieces on an empty board, in their order. Each army must have exactly one piece of the `royal` kind and name.
///
/// # Errors
/// A piece stands where `may_stand` forbids it, there are too many of them, or a royal one is missing.
pub fn set_up<const N: usize, S: PieceSets>(
    mut board: Mailbox<N, S>,
    pieces: Vec<Piece>,
    royal: (Kind, &str),
    may_stand: impl Fn(&Piece) -> bool,
) -> Result<Mailbox<N, S>, FenError> {
    for piece in pieces {
        if !may_stand(&piece) {
            let problem = format!("a {} pawn on {}", piece.color.name(), piece.square);
            return Err(FenError::new("placement", problem));
        }
        piece.put(&mut board)?;
    }
    require_one(&board, royal.0, royal.1)?;
    Ok(board)
}

/// Refuses a position in which the side that is not to move is in check.
pub fn refuse_check(them: Color, in_check: bool) -> Result<(), FenError> {
    match in_check {
        true => Err(FenError::new("placement", format!("{} is in check but not to move", them.name()))),
        false => Ok(()),
    }
}
