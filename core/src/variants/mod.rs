//! The games: one folder each or one a family, and [`VARIANTS`], the only list of them.
//!
//! Help texts, the `UCI_Variant` option, CECP's `variants=`, documentation and tests all derive from the list.

/// The items of [`Rules`](crate::position::Rules) for a position whose one board and state are fields of these names.
/// Given a module with a function `generate` and a type of moves, it adds the list of moves.
macro_rules! one_board {
    ($board:ty, $generator:ident, $move:ty) => {
        one_board!($board);

        type Move = $move;

        #[inline]
        fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<$move>) {
            $generator::generate::<NOISY>(self, sink);
        }
    };
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
/// Given the fields whose keys make up the whole `extra_key`, it adds that method.
macro_rules! one_en_passant_square {
    ($($field:ident),+) => {
        one_en_passant_square!();

        fn extra_key(&self) -> u64 {
            0 $(^ self.$field.key())+
        }
    };
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

/// The items of [`Generator`](orthodox::movegen::Generator) for a generator with the parameters `WHITE` and `NOISY`
/// whose position has a field `board`.
macro_rules! one_side_of_position {
    ($board:ty) => {
        const US: Color = if WHITE { Color::White } else { Color::Black };
        const NOISY: bool = NOISY;

        #[inline(always)]
        fn board(&self) -> &$board {
            &self.position.board
        }
    };
}

/// A static with the network of a game's file, which is read at its first use. The build script has put the file, or the one
/// that replaces it (`EVALFILE`), where it is embedded from.
macro_rules! built_in_network {
    ($name:ident, $position:ty, $file:literal) => {
        pub(crate) static $name: $crate::network::Embedded = $crate::network::Embedded::new(|| {
            use $crate::position::{Evaluate, Features};
            let bytes = include_bytes!(concat!(env!("OUT_DIR"), "/networks/", $file));
            let (game, set) = (<$position as Evaluate>::NETWORK_GAME, &<$position as Features>::SET);
            $crate::network::Network::read(bytes, game, set).map(std::sync::Arc::new)
        });
    };
}

pub mod chess;
pub mod escape;
pub mod exchange;
pub mod friendly;
pub mod orthodox;
pub mod parameters;
pub mod penalty_box;
pub mod prison_break;
#[cfg(test)]
mod tests;
pub mod zigzag_madness;

use crate::game::Variant;
use crate::game::piece_kind::FIDE;
use crate::game::variant::{Symmetry, XBoard, begin};
use crate::position::Position;
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

/// A row of the list with what most games have in common: the pieces and the board of chess, nothing in hand, armies that
/// face each other, and a name that XBoard does not know. A game's own row replaces what differs.
const fn row<P: Position>(name: &'static str) -> Variant {
    Variant {
        name,
        aliases: &[],
        title: "",
        summary: "",
        files: 8,
        ranks: 8,
        pocket: 0,
        start: "",
        kinds: FIDE,
        rules_page: name,
        symmetry: Symmetry::Mirror,
        xboard: Some(XBoard::fairy(name)),
        diagrams: &["7k/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/7K w - - 0 1"],
        template: "fairy",
        bench: "",
        bench_depth: 10,
        begin: begin::<P>,
    }
}

/// The variant with this name or alias, in any case of letters.
/// Fails with a message that lists the names there are.
pub fn find(name: &str) -> Result<&'static Variant, String> {
    let is = |other: &&str| other.eq_ignore_ascii_case(name);
    let found = VARIANTS.iter().find(|variant| is(&variant.name) || variant.aliases.iter().any(is));
    found.ok_or_else(|| format!("no game is called `{name}`; there are {}", names()))
}

/// All names, separated by commas.
pub fn names() -> String {
    VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ")
}
