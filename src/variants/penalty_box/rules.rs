//! What the games of the family differ in, settled at compile time.

use super::evaluation;
use crate::eval::Weights;
use std::fmt::Debug;

/// The rules that differ between the games with a penalty box.
pub trait BoxRules: Copy + Debug + Send + Sync + 'static {
    /// Kings may be boxed, and captured pieces may come back with them.
    const KINGS_ENTER: bool;
    /// The token stops sliders and double steps, not only attacks on kings.
    const SOLID_TOKEN: bool;
    /// Pawns may walk into the box straight ahead, not only diagonally.
    const PAWNS_ENTER_STRAIGHT: bool;
    /// A promoted pawn stays what it is in the box.
    const PROMOTION_LASTS: bool;
    /// What the evaluation goes by.
    const WEIGHTS: &'static Weights;
}

/// `penaltybox`.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl BoxRules for Plain {
    const KINGS_ENTER: bool = true;
    const SOLID_TOKEN: bool = false;
    const PAWNS_ENTER_STRAIGHT: bool = true;
    const PROMOTION_LASTS: bool = false;
    const WEIGHTS: &'static Weights = &evaluation::PENALTY_BOX;
}

/// `penaltybox-noking`, and each board of `penaltybox-dual`.
#[derive(Clone, Copy, Debug)]
pub struct NoKing;

impl BoxRules for NoKing {
    const KINGS_ENTER: bool = false;
    const SOLID_TOKEN: bool = false;
    const PAWNS_ENTER_STRAIGHT: bool = true;
    const PROMOTION_LASTS: bool = false;
    const WEIGHTS: &'static Weights = &evaluation::NO_KING;
}

/// `penaltybox-ben`.
#[derive(Clone, Copy, Debug)]
pub struct Ben;

impl BoxRules for Ben {
    const KINGS_ENTER: bool = true;
    const SOLID_TOKEN: bool = true;
    const PAWNS_ENTER_STRAIGHT: bool = false;
    const PROMOTION_LASTS: bool = true;
    const WEIGHTS: &'static Weights = &evaluation::BEN;
}
