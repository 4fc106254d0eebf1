//! Parallel iterative deepening, generic over the game.
//!
//! ```text
//! parameters.rs           every number of the search
//! limits.rs               what a search is asked for
//! strength.rs             levels of weakened play
//! stop_signal.rs          the signal that ends a job
//! time_manager.rs         how long a search may take
//! lag.rs                  the lag between engine and clock
//! window.rs               alpha-beta windows and bounds
//! report.rs               what a search tells its caller
//! transposition.rs        the transposition table, shared by all threads
//! abdada.rs               moves that other threads are searching
//! history.rs              what the tree teaches about moves and evaluations
//! move_picker.rs          the order of the moves of a node
//! shared_state.rs         what outlives a search
//! request.rs              the order for a search
//! worker.rs               the state of one thread
//! paranoid.rs             scores and turns with two players, and with more
//! node.rs                 what the steps of a node know of it
//! alpha_beta.rs           a node of the tree: its steps in their order
//! extensions.rs           steps 1 and 12: which nodes and moves are searched deeper
//! pruning.rs              steps 6 to 9 and 13: which nodes and moves are not searched
//! move_loop.rs            steps 13 to 15: the moves of a node, reductions
//! quiescence.rs           the end of a line: captures and checks
//! root.rs                 the root moves
//! iterative_deepening.rs  iterations, aspiration windows, when to stop
//! parallel.rs             all threads together, and the answer
//! ```
//!
//! The search prints nothing: it tells [`Event`]s to its caller.

mod abdada;
mod alpha_beta;
mod extensions;
mod history;
mod iterative_deepening;
mod lag;
mod limits;
mod move_loop;
mod move_picker;
mod node;
mod parallel;
pub mod parameters;
mod paranoid;
mod pruning;
mod quiescence;
mod report;
mod request;
mod root;
mod shared_state;
mod stop_signal;
pub mod strength;
#[cfg(test)]
mod tests;
mod time_manager;
mod transposition;
mod window;
mod worker;

pub use lag::Lag;
pub use limits::{Clock, Limits};
pub use parallel::run;
pub use parameters::MAX_PLY;
pub use report::{Answer, Event, Report};
pub use request::Request;
#[cfg(test)]
pub(crate) use shared_state::Fault;
pub use shared_state::SharedState;
pub use stop_signal::StopSignal;
pub use strength::Strength;
pub use time_manager::TimeManager;
pub use transposition::{OutOfMemory, TranspositionTable};
pub use window::Bound;
