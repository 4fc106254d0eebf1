//! The basic types: squares, boards, moves, scores, hash keys, and the parts of a FEN.
//!
//! Nothing here depends on a game. A game combines these types into a [`Position`](crate::position::Position).
//!
//! ```text
//! bytes       values as bytes and back, checksums
//! color       the two armies
//! square      squares and steps of the 16x16 mailbox
//! kind        kinds of piece
//! mailbox     the board with its lists of pieces
//! kind_sets   which pieces are of each kind, for boards that keep that
//! pieces      piece letters, in placements and moves
//! moves       moves, lists of moves, and receivers of generated moves
//! table       tables computed at compile time
//! en_passant  the square that a double step has passed over
//! state       side to move, clocks and keys
//! score       search scores
//! outcome     results of games
//! fen         fields of a FEN, and the error for an invalid one
//! zobrist     random numbers for hash keys
//! near        words that look like a misspelt one
//! ```

pub mod bytes;
pub mod color;
pub mod en_passant;
pub mod fen;
pub mod kind;
pub mod kind_sets;
pub mod mailbox;
pub mod moves;
pub mod near;
pub mod outcome;
pub mod pieces;
pub mod score;
pub mod square;
pub mod state;
pub mod table;
pub mod zobrist;

pub use color::Color;
pub use en_passant::EnPassant;
pub use fen::FenError;
pub use kind::Kind;
pub use kind_sets::{KindSets, PieceSets};
pub use mailbox::{BoardView, Cell, Mailbox};
pub use moves::{Counter, Move, MoveList, Sink};
pub use outcome::{Outcome, Reason, Seat};
pub use pieces::{Letters, Piece};
pub use score::Score;
pub use square::Square;
pub use state::{PawnKinds, State};
