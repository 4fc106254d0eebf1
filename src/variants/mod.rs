//! The games: one folder each or one a family, and [`VARIANTS`], the only list of them.
//!
//! Help texts, the `UCI_Variant` option, CECP's `variants=`, documentation and tests all derive from the list.

/// The items of [`Rules`](crate::position::Rules) for a position whose one board and state are fields of these names.
macro_rules! one_board {
    ($board:ty) => {
        type Board = $board;

        #[inline(always)]
        fn board(&self) -> &Self::Board {
            &self.board
        }

        #[inline(always)]
        fn state(&self) -> &$crate::types::State {
            &self.state
        }

        #[inline(always)]
        fn state_mut(&mut self) -> &mut $crate::types::State {
            &mut self.state
        }
    };
}

/// The items of [`Rules`](crate::position::Rules) for a position whose en passant square is a field of that name.
macro_rules! one_en_passant_square {
    () => {
        #[inline(always)]
        fn clear_en_passant(&mut self) {
            self.en_passant.clear(&mut self.state);
        }

        #[inline(always)]
        fn confirm_en_passant(&mut self) {
            $crate::variants::orthodox::en_passant::confirm(self, |position| {
                (&mut position.en_passant, &mut position.state)
            });
        }
    };
}

pub mod chess;
pub mod escape;
pub mod exchange;
pub mod friendly;
pub mod orthodox;
pub mod penalty_box;
pub mod prison_break;
pub mod zigzag_madness;

use crate::game::Variant;
use escape::{anticheckmate, kings_escape, prisoners_escape};

/// Every game that Jailbird plays. The first is the default.
pub static VARIANTS: &[Variant] = &[
    chess::VARIANT,
    prison_break::VARIANT,
    prison_break::OPEN,
    prisoners_escape::VARIANT,
    kings_escape::VARIANT,
    anticheckmate::VARIANT,
    zigzag_madness::VARIANT,
    friendly::VARIANT,
    penalty_box::variants::PLAIN,
    penalty_box::variants::NO_KING,
    penalty_box::variants::BEN,
    penalty_box::variants::DUAL,
];

/// The variant with this name or alias, in any case of letters.
///
/// # Errors
/// A message that lists the names there are.
pub fn find(name: &str) -> Result<&'static Variant, String> {
    let is = |other: &&str| other.eq_ignore_ascii_case(name);
    let found = VARIANTS.iter().find(|variant| is(&variant.name) || variant.aliases.iter().any(is));
    found.ok_or_else(|| format!("no game is called `{name}`; there are {}", names()))
}

/// All names, separated by commas.
pub fn names() -> String {
    VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ")
}
