//! The contracts between the rules of a game and everything above them.
//!
//! A game is a position type: a plain value, copied at every move. It implements
//!
//! ```text
//! rules         Rules         moves, what they do, check, the end of the game
//! text          Text          FEN and move text
//! evaluate      Evaluate      the static evaluation
//! search_hints  SearchHints   what helps the search; every item has a default
//! players       Players       more than two players; every item has a default
//! ```
//!
//! and with them [`Position`]. Search and perft are generic over `Position` and compiled once per game, so the inner
//! loops are as if written for that game alone; [`Game`](crate::game::Game) is the one place where the type is erased.

mod evaluate;
mod game_move;
mod players;
mod rules;
mod search_hints;
mod text;

pub use evaluate::Evaluate;
pub use game_move::GameMove;
pub use players::Players;
pub use rules::Rules;
pub use search_hints::SearchHints;
pub use text::{Notation, Text};

/// All contracts together: what search, perft and [`Game`](crate::game::Game) ask of a game.
pub trait Position: Rules + Text + Evaluate + SearchHints + Players {}

impl<P: Rules + Text + Evaluate + SearchHints + Players> Position for P {}
