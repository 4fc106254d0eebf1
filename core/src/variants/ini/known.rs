//! The well-known games that are defined by files of the program.

use super::sections::{self, Section};
use super::{Reader, variant_of};
use crate::game::Variant;
use once_cell::sync::Lazy;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The files, in the order in which they are read: sections inherit from those before them.
const FILES: &[(&str, &str)] = &[
    ("chess.ini", include_str!("../../../games/chess.ini")),
    ("goals.ini", include_str!("../../../games/goals.ini")),
    ("armies.ini", include_str!("../../../games/armies.ini")),
    ("historic.ini", include_str!("../../../games/historic.ini")),
    ("small.ini", include_str!("../../../games/small.ini")),
    ("large.ini", include_str!("../../../games/large.ini")),
    ("makruk.ini", include_str!("../../../games/makruk.ini")),
    ("drops.ini", include_str!("../../../games/drops.ini")),
    ("shogi.ini", include_str!("../../../games/shogi.ini")),
    ("xiangqi.ini", include_str!("../../../games/xiangqi.ini")),
    ("atomic.ini", include_str!("../../../games/atomic.ini")),
    ("walls.ini", include_str!("../../../games/walls.ini")),
];

/// The networks that come with the program, by game. The build script has listed them.
#[cfg(feature = "taught")]
const NETWORKS: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/networks/of_files.rs"));
#[cfg(not(feature = "taught"))]
const NETWORKS: &[(&str, &[u8])] = &[];

/// A game that is compiled when somebody asks for it.
struct Known {
    section: Section,
    row: OnceLock<&'static Variant>,
    /// The file of its network, if somebody brought one before the game was compiled.
    network: OnceLock<&'static [u8]>,
}

static GAMES: Lazy<Vec<Known>> = Lazy::new(|| {
    let sections = FILES.iter().flat_map(|(_, text)| sections::split(text).0);
    sections.map(|section| Known { section, row: OnceLock::new(), network: OnceLock::new() }).collect()
});

/// The sections of the known games by name, with the number of each.
static BY_NAME: Lazy<HashMap<&str, usize>> =
    Lazy::new(|| GAMES.iter().enumerate().map(|(index, known)| (known.section.name.as_str(), index)).collect());

/// The names of the known games.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|known| known.section.name.as_str())
}

/// Name, title and summary of the known games.
pub fn titles() -> impl Iterator<Item = [&'static str; 3]> {
    GAMES.iter().map(|known| {
        let section = &known.section;
        [section.name.as_str(), section.title.as_str(), section.summary.as_str()]
    })
}

/// The section of a known game.
pub(super) fn section(name: &str) -> Option<&'static Section> {
    BY_NAME.get(name).map(|&index| &GAMES[index].section)
}

fn known(name: &str) -> Option<&'static Known> {
    BY_NAME.get(name.to_ascii_lowercase().as_str()).map(|&index| &GAMES[index])
}

/// Gives a known game the file of a network, which counts if it is the first one and nobody has asked for the game.
pub fn bring_network(name: &str, file: Vec<u8>) {
    if let Some(known) = known(name) {
        known.network.get_or_init(|| file.leak());
    }
}

/// The names of the known games with a network that comes with the program.
pub fn taught() -> impl Iterator<Item = &'static str> {
    NETWORKS.iter().map(|&(game, _)| game)
}

/// The network that comes with the program for a known game; empty if there is none.
fn network_of(name: &str) -> &'static [u8] {
    NETWORKS.iter().find(|(game, _)| *game == name).map_or(&[], |&(_, bytes)| bytes)
}

/// The row of a known game, whatever the case of its name.
pub fn find(name: &str) -> Option<&'static Variant> {
    let known = known(name)?;
    Some(known.row.get_or_init(|| {
        let game = Reader::default().section(&known.section);
        let network_file = known.network.get().copied().unwrap_or_else(|| network_of(&known.section.name));
        match variant_of(game) {
            Ok(variant) => Box::leak(Box::new(Variant { network_file, ..variant })),
            Err(problems) => panic!("{}: {problems:?}", known.section.name),
        }
    }))
}

/// The text of every file, with its name.
pub fn files() -> &'static [(&'static str, &'static str)] {
    FILES
}
