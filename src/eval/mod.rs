//! Terms and tables that the evaluations of several games are made of.

pub mod phased;
pub mod table;

pub use phased::Phased;
