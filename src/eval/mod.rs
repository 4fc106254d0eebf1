//! Terms and tables that the evaluations of several games are made of, and the weights that they are counted in.

pub mod king;
pub mod ledger;
pub mod pawns;
pub mod phased;
pub mod table;
pub mod weights;
pub mod zone;

pub use ledger::Ledger;
pub use phased::Phased;
pub use weights::Weights;
