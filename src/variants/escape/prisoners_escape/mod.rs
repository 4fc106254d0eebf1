//! Prisoner's Escape (Peter Aronson): keep the enemy Prisoner attacked or lose.

mod kinds;
mod tables;

use super::evaluation::PRISONERS_ESCAPE;
use super::{Escape, EscapeRules, KNIGHT};
use crate::eval::Weights;
use crate::game::variant::{Symmetry, Variant, XBoard, begin};
use crate::types::square::Step;
use crate::types::{Color, Letters, Square};
use crate::variants::orthodox::reach::Reach;

/// The row of Prisoner's Escape.
pub const VARIANT: Variant = Variant {
    name: "prisonersescape",
    aliases: &["prisoners-escape"],
    title: "Prisoner's Escape",
    summary: "7x8 with two lone cells: keep the enemy Prisoner attacked, or lose your hold and the game",
    files: 7,
    ranks: 8,
    pocket: 0,
    start: "***I***/fnhghnf/ppppppp/7/7/PPPPPPP/FNHGHNF/***i*** w - - 0 1",
    kinds: kinds::KINDS,
    rules_page: "prisonersescape",
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard::fairy("prisonersescape")),
    template: "fairy",
    bench: include_str!("../../../../bench/positions/prisonersescape.epd"),
    bench_depth: 10,
    begin: begin::<PrisonersEscape>,
};

/// The rules of Prisoner's Escape.
#[derive(Clone, Copy, Debug)]
pub struct PrisonersRules;

/// A Prisoner's Escape position.
pub type PrisonersEscape = Escape<PrisonersRules>;

impl EscapeRules for PrisonersRules {
    const FILES: u8 = 7;
    const LETTERS: Letters = Letters("?PNFHGI");
    const ROYAL_NAME: &'static str = "Prisoner";
    const SLIDES: [[&'static [Step]; 3]; 2] = tables::SLIDES;
    const PROMOTIONS: [u8; 4] = [tables::GUARD, tables::HUNTER, tables::FALCON, KNIGHT];
    const LAST_RANK: [u8; 2] = [6, 1];
    const DOUBLE_STEP: bool = false;
    const FRIENDLY_LEAP: bool = true;
    const INSTANT_WIN: bool = false;
    const WEIGHTS: &'static Weights = &PRISONERS_ESCAPE;
    const PHASE: [i32; 8] = [0, 0, 1, 1, 1, 3, 0, 0];

    /// Ranks 1 and 8 have only their d-square.
    #[inline(always)]
    fn exists(square: Square) -> bool {
        square.file() == 3 || !matches!(square.rank(), 0 | 7)
    }

    #[inline(always)]
    fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
        tables::reach(color, kind, from, to)
    }
}
