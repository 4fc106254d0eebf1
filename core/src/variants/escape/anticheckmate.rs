//! Anticheckmate: as King's Escape, but a player wins at once by leaving his own king unattacked.

use super::Escape;
use super::kings_escape::{self, SwitchedKings};
use crate::game::variant::{Variant, XBoard};
use crate::variants::played_with;

/// An Anticheckmate position.
pub type Anticheckmate = Escape<SwitchedKings<true>>;

/// The row of Anticheckmate.
pub const VARIANT: Variant = Variant {
    name: "anticheckmate",
    aliases: &["anti-checkmate"],
    title: "Anticheckmate",
    summary: "Kings start in the enemy camp: whoever frees his own from all attacks wins at once",
    rules_page: "anticheckmate",
    network_game: "anticheckmate",
    network_file: network_file!("anticheckmate.net"),
    xboard: Some(XBoard::fairy("anticheckmate")),
    bench: include_str!("../../../../bench/positions/anticheckmate.epd"),
    ..played_with::<Anticheckmate>(kings_escape::VARIANT)
};
