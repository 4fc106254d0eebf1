//! What the games of the family differ in, settled at compile time.

use crate::types::Score;
use std::fmt::Debug;

/// The rules that differ between the games with a penalty box. The defaults are those of `penaltybox`.
pub trait BoxRules: Copy + Debug + Send + Sync + 'static {
    /// Kings may be boxed, and captured pieces may come back with them.
    const KINGS_ENTER: bool = true;
    /// The token stops sliders and double steps, not only attacks on kings.
    const SOLID_TOKEN: bool = false;
    /// Pawns may walk into the box straight ahead, not only diagonally.
    const PAWNS_ENTER_STRAIGHT: bool = true;
    /// A promoted pawn stays what it is in the box.
    const PROMOTION_LASTS: bool = false;
    /// The worth of a piece by kind, from the pawn to the queen, in hundredths of a pawn.
    const WORTH: [Score; 5];
}

/// `penaltybox`.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl BoxRules for Plain {
    const WORTH: [Score; 5] = [116, 315, 328, 498, 896];
}

/// `penaltybox-noking`, and each board of `penaltybox-dual`.
#[derive(Clone, Copy, Debug)]
pub struct NoKing;

impl BoxRules for NoKing {
    const KINGS_ENTER: bool = false;
    const WORTH: [Score; 5] = [139, 313, 352, 504, 984];
}

/// `penaltybox-ben`.
#[derive(Clone, Copy, Debug)]
pub struct Ben;

impl BoxRules for Ben {
    const SOLID_TOKEN: bool = true;
    const PAWNS_ENTER_STRAIGHT: bool = false;
    const PROMOTION_LASTS: bool = true;
    const WORTH: [Score; 5] = [112, 314, 341, 472, 904];
}
