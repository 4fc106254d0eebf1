//! Words without rules: squares, boards, moves, scores, the state beside a board, keys and the pieces of a FEN.
//!
//! Nothing here knows a game. A game combines these words into a [`Position`](crate::position::Position).

pub mod board_view;
pub mod color;
pub mod fen;
pub mod mailbox;
pub mod moves;
pub mod outcome;
pub mod pieces;
pub mod score;
pub mod square;
pub mod state;
pub mod zobrist;

pub use board_view::BoardView;
pub use color::Color;
pub use fen::FenError;
pub use mailbox::{Cell, Mailbox};
pub use moves::{Counter, Move, MoveList, Sink};
pub use outcome::{Outcome, Reason, Seat};
pub use pieces::{Letters, Piece};
pub use score::Score;
pub use square::Square;
pub use state::State;
