//! Positions that are put together piece by piece: by an editor, for a diagram, without some pieces, or changed a little to ask the
//! rules what would be legal then.
//!
//! A game has one reader of positions, which also says what is wrong with one, and it reads FENs. The FEN of a position that
//! was put together is written here. What stands on a cell is kept as a FEN writes it, marks of promoted pieces included.

use super::{Game, Variant};
use crate::types::fen::{Placed, read_marked_placement, write_placement};
use crate::types::{FenError, Square};

/// The number of a board, and a square of it.
pub type Cell = (usize, Square);

/// The places of two fields behind the placement.
const CASTLING: usize = 1;
const EN_PASSANT: usize = 2;

/// A position that is being put together, legal or not.
#[derive(Clone)]
pub struct SetUp {
    variant: &'static Variant,
    /// By board, the cells that are not empty, from the highest rank down, each with its symbol: a piece's letter with its `+` or
    /// `~`, or `*` for a hole or the token.
    boards: Vec<Vec<(Square, String)>>,
    /// Hands in brackets, if any.
    hands: String,
    /// The fields of the FEN behind the placement.
    fields: Vec<String>,
}

impl SetUp {
    /// The current position of a game.
    pub fn of(game: &dyn Game) -> SetUp {
        let (variant, fen) = (game.variant(), game.fen());
        let mut fields = fen.split_whitespace().map(str::to_owned);
        let first = fields.next().unwrap_or_default();
        let (boards, hands) = first.split_at(first.find('[').unwrap_or(first.len()));
        let read = |text| read_marked_placement(text, variant.files, variant.ranks).unwrap_or_default();
        let boards = boards.split('|').map(|text| read(text).into_iter().map(symbol).collect()).collect();
        SetUp { variant, boards, hands: hands.to_owned(), fields: fields.collect() }
    }

    /// The pieces with their places.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, char)> {
        let cells =
            self.boards.iter().enumerate().flat_map(|(board, cells)| cells.iter().map(move |cell| (board, cell)));
        cells.filter_map(|(board, (square, symbol))| {
            Some(((board, *square), symbol.chars().find(char::is_ascii_alphabetic)?))
        })
    }

    /// Whether there is such a cell.
    pub fn has(&self, (board, square): Cell) -> bool {
        board < self.boards.len() && square.file() < self.variant.files && square.rank() < self.variant.ranks
    }

    /// Whether nothing is on a cell.
    pub fn is_empty(&self, (board, square): Cell) -> bool {
        self.boards.get(board).is_none_or(|cells| cells.iter().all(|cell| cell.0 != square))
    }

    /// Takes all pieces off a board; holes stay.
    pub fn clear_board(&mut self, board: usize) {
        if let Some(cells) = self.boards.get_mut(board) {
            cells.retain(|(_, symbol)| symbol == "*");
        }
    }

    /// Empties a cell; a hole is a square then.
    pub fn clear(&mut self, cell: Cell) {
        self.take(cell);
    }

    /// The same, and returns the symbol of what stood there; `None` for an empty cell.
    pub fn take(&mut self, (board, square): Cell) -> Option<String> {
        let cells = self.boards.get_mut(board)?;
        let place = cells.iter().position(|cell| cell.0 == square)?;
        Some(cells.remove(place).1)
    }

    /// Puts a piece on a cell, given as a FEN writes it: its letter in its owner's case, perhaps with `+` before it or `~` behind
    /// it.
    pub fn put(&mut self, cell: Cell, symbol: impl Into<String>) {
        self.clear(cell);
        if let Some(cells) = self.boards.get_mut(cell.0) {
            cells.push((cell.1, symbol.into()));
        }
    }

    /// Puts pieces into the hands in place of those that are there, by their letters in their owners' case.
    pub fn hold(&mut self, letters: &str) {
        self.hands = format!("[{letters}]");
    }

    /// Keeps the boards and the side to move alone: nothing is in hand, and nothing has happened that would forbid to castle.
    pub fn forget_the_past(&mut self) {
        self.hands.clear();
        self.fields.truncate(1);
        self.fields.extend(["KQkq", "-", "0", "1"].map(str::to_owned));
    }

    /// Lets every king castle that stands where one may.
    pub fn allow_castling(&mut self) {
        for board in 0..self.boards.len() {
            self.write_field(CASTLING, board, "KQkq");
        }
    }

    /// Lets a pawn be captured that has just passed a cell, if there is one.
    pub fn allow_en_passant(&mut self, (board, square): Cell) {
        self.write_field(EN_PASSANT, board, &square.to_string());
    }

    /// Writes the part of a field anew that is about a board.
    fn write_field(&mut self, place: usize, board: usize, text: &str) {
        let Some(field) = self.fields.get_mut(place) else { return };
        let mut parts: Vec<&str> = field.split('|').collect();
        if let Some(part) = parts.get_mut(board) {
            *part = text;
        }
        *field = parts.join("|");
    }

    /// Lets the side move that moves in another position of the game.
    pub fn let_move_as_in(&mut self, other: &SetUp) {
        if let (Some(own), Some(side)) = (self.fields.first_mut(), other.fields.first()) {
            side.clone_into(own);
        }
    }

    /// The FEN.
    fn fen(&self) -> String {
        let (files, ranks) = (self.variant.files, self.variant.ranks);
        let placement = |cells: &Vec<(Square, String)>| {
            let symbol = |square| cells.iter().find(|cell| cell.0 == square).map(|cell| cell.1.clone());
            write_placement(files, ranks, |square| symbol(square).unwrap_or_default())
        };
        let placements = self.boards.iter().map(placement).collect::<Vec<_>>().join("|");
        format!("{placements}{} {}", self.hands, self.fields.join(" "))
    }

    /// A game that begins at the position, with those of its castling rights and its en passant square that it allows.
    ///
    /// # Errors
    /// What is wrong with the position, whatever the rights.
    pub fn game(&self) -> Result<Box<dyn Game>, FenError> {
        self.variant.repaired_game(&self.fen()).map(|(game, _)| game)
    }
}

/// What stands on a cell, as a FEN writes it.
fn symbol((placed, is_marked): (Placed, bool)) -> (Square, String) {
    let [before, behind] = [(is_marked, "+"), (placed.promoted, "~")].map(|(is, mark)| if is { mark } else { "" });
    (placed.square, format!("{before}{}{behind}", placed.letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn the_position_of_a_game_is_put_together_as_it_is() {
        for variant in variants::coded() {
            assert_eq!(SetUp::of(&*variant.new_game()).fen(), variant.start);
        }
        for (name, fen) in [
            ("shogi", "4k4/9/9/9/9/9/9/4+P4/4K4[Rb] b - - 3 9"),
            ("crazyhouse", "4k2Q~/8/8/8/8/8/8/4K3[Pp] b - - 3 9"),
            ("penaltybox", "4k3/8/8/3*4/8/8/7Q~/4K3[] w - - 0 1"),
        ] {
            let game = variants::find(name).unwrap().game(fen).unwrap();
            assert_eq!(SetUp::of(&*game).fen(), game.fen());
            assert!(SetUp::of(&*game).game().is_ok_and(|again| again.key() == game.key()), "{name}");
        }
    }

    #[test]
    fn pieces_are_put_and_cleared() {
        let chess = variants::find("chess").unwrap();
        let mut set_up = SetUp::of(&*chess.game("4k3/8/8/8/8/8/8/R3K2R b KQ - 7 9").unwrap());
        let fen = |set_up: &SetUp| set_up.game().unwrap().fen();
        set_up.put((0, Square::new(0, 0)), 'n');
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/n3K2R b K - 7 9");
        set_up.clear((0, Square::new(7, 0)));
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/n3K3 b - - 7 9");
        assert_eq!(set_up.take((0, Square::new(0, 0))).as_deref(), Some("n"));
        assert_eq!(set_up.take((0, Square::new(0, 0))), None);
        set_up.put((0, Square::new(0, 0)), 'R');
        set_up.forget_the_past();
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        assert_eq!(set_up.pieces().count(), 3);
        set_up.clear_board(0);
        assert_eq!(set_up.game().err().map(|error| error.field), Some("placement"));
    }

    #[test]
    fn pieces_stay_promoted_and_passed_pawns_may_go() {
        let [shogi, chess] = ["shogi", "chess"].map(|name| variants::find(name).unwrap());
        let mut set_up = SetUp::of(&*shogi.game("4k4/9/9/9/9/9/9/4+P4/4K4[R] w - - 3 9").unwrap());
        let symbol = set_up.take((0, Square::new(4, 1))).unwrap();
        set_up.put((0, Square::new(3, 1)), symbol);
        assert_eq!(set_up.game().unwrap().fen(), "4k4/9/9/9/9/9/9/3+P5/4K4[R] w - - 3 9");
        let mut set_up = SetUp::of(&*chess.game("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 9").unwrap());
        set_up.clear((0, Square::new(4, 4)));
        assert_eq!(set_up.game().unwrap().fen(), "4k3/8/8/3P4/8/8/8/4K3 w - - 0 9");
    }

    #[test]
    fn rights_are_given_where_the_position_has_room_for_them() {
        let chess = variants::find("chess").unwrap();
        let mut set_up = SetUp::of(&*chess.game("r3k3/8/8/3Pp3/8/8/8/4K2R w - - 0 9").unwrap());
        set_up.allow_castling();
        set_up.allow_en_passant((0, Square::new(4, 5)));
        assert_eq!(set_up.game().unwrap().fen(), "r3k3/8/8/3Pp3/8/8/8/4K2R w Kq e6 0 9");
        set_up.allow_en_passant((0, Square::new(3, 5)));
        assert_eq!(set_up.game().unwrap().fen(), "r3k3/8/8/3Pp3/8/8/8/4K2R w Kq - 0 9");
    }
}
