//! Terms and tables that the evaluations of several games are made of.

pub mod account;
pub mod king;
pub mod pawns;
pub mod phased;
pub mod table;

pub use account::Account;
pub use phased::Phased;
