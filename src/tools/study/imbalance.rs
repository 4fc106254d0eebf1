//! Starts that lack pieces.

use crate::game::{Game, Variant};
use crate::position::view::Layout;
use crate::types::zobrist::mix;
use crate::types::{Color, Square};

/// The start of a game, from which pieces are taken.
#[derive(Clone)]
pub(super) struct Placement {
    variant: &'static Variant,
    boards: Vec<Layout>,
    /// Hands in brackets, if any, and the fields behind.
    rest: &'static str,
}

/// The number of a board, and a square of it.
pub(super) type Cell = (usize, Square);

impl Placement {
    /// The whole start.
    pub fn start_of(variant: &'static Variant) -> Placement {
        let end = variant.start.find(['[', ' ']).unwrap_or(variant.start.len());
        Placement { variant, boards: variant.new_game().view().boards, rest: &variant.start[end..] }
    }

    /// The pieces with their places.
    pub fn pieces(&self) -> Vec<(Cell, char)> {
        let of = |(board, layout): (usize, &Layout)| {
            layout.pieces.iter().map(|piece| ((board, piece.square), piece.letter)).collect::<Vec<_>>()
        };
        self.boards.iter().enumerate().flat_map(of).collect()
    }

    /// Removes what stands there.
    pub fn clear(&mut self, (board, square): Cell) {
        self.boards[board].pieces.retain(|piece| piece.square != square);
    }

    pub fn fen(&self) -> String {
        self.boards.iter().map(Layout::placement).collect::<Vec<_>>().join("|") + self.rest
    }

    /// Sets the position up, with as many rights to castle as it can have.
    pub fn game(&self) -> Option<Box<dyn Game>> {
        let (variant, fen) = (self.variant, self.fen());
        let fields: Vec<&str> = fen.split(' ').collect();
        let rights = fields.get(2).filter(|field| field.len() <= 4 && field.chars().all(char::is_alphabetic));
        let with = |rights: &str| {
            let mut fields = fields.clone();
            fields[2] = rights;
            variant.game(&fields.join(" ")).ok()
        };
        match rights {
            None => variant.game(&fen).ok(),
            Some(rights) => subsets(rights).iter().find_map(|rights| with(rights)),
        }
    }
}

/// The subsets of some letters, the largest first; `-` for none.
fn subsets(letters: &str) -> Vec<String> {
    let of =
        |set: u32| letters.chars().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|letter| letter.1);
    let mut sets: Vec<u32> = (0..1 << letters.len()).collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
    let text = |set: u32| if set == 0 { "-".to_owned() } else { of(set).collect() };
    sets.into_iter().map(text).collect()
}

/// The letters, upper case, of the kinds that can be missing at the start: the position without one of them is legal.
pub(super) fn removable(variant: &'static Variant) -> Vec<char> {
    let start = Placement::start_of(variant);
    let mut letters: Vec<char> = Vec::new();
    for (place, letter) in start.pieces() {
        let mut without = start.clone();
        without.clear(place);
        if !letters.contains(&letter.to_ascii_uppercase()) && without.game().is_some() {
            letters.push(letter.to_ascii_uppercase());
        }
    }
    letters
}

/// The greatest number of pieces that a side lacks.
const MOST_MISSING: u64 = 2;
const MOST_ATTEMPTS: u64 = 10_000;

/// A start in which each side lacks one or two random pieces, not the same ones, and the game goes on.
///
/// # Errors
/// The game has none.
pub(super) fn start(variant: &'static Variant, dice: u64) -> Result<Box<dyn Game>, String> {
    let (whole, removable) = (Placement::start_of(variant), removable(variant));
    let mut pieces = whole.pieces();
    pieces.retain(|(_, letter)| removable.contains(&letter.to_ascii_uppercase()));
    let attempt = |number: u64| -> Option<Box<dyn Game>> {
        let mut placement = whole.clone();
        let missing = Color::ALL.map(|color| {
            let own = pieces.iter().copied().filter(|piece| Color::of(piece.1) == color).collect();
            drawn(own, mix(mix(dice ^ mix(number)) ^ color as u64))
        });
        missing.iter().flatten().for_each(|(place, _)| placement.clear(*place));
        let [white, black] = missing.map(|pieces| letters(&pieces));
        placement.game().filter(|game| white != black && game.outcome().is_none() && !game.in_check())
    };
    let found = (0..MOST_ATTEMPTS).find_map(attempt);
    found.ok_or_else(|| format!("{}: no start without some pieces is legal: give --imbalanced 0", variant.name))
}

/// Draws one or two pieces.
fn drawn(mut pieces: Vec<(Cell, char)>, dice: u64) -> Vec<(Cell, char)> {
    let count = (1 + mix(dice) % MOST_MISSING).min(pieces.len() as u64);
    let draw = |number: u64| pieces.swap_remove((mix(dice ^ mix(number + 1)) % pieces.len() as u64) as usize);
    (0..count).map(draw).collect()
}

/// The kinds of some pieces in order.
fn letters(pieces: &[(Cell, char)]) -> Vec<char> {
    let mut letters: Vec<char> = pieces.iter().map(|piece| piece.1.to_ascii_uppercase()).collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn placements_are_written_with_and_without_pieces() {
        for variant in variants::coded() {
            assert_eq!(Placement::start_of(variant).fen(), variant.start);
        }
        let mut placement = Placement::start_of(variants::find("prisonersescape").unwrap());
        placement.clear((0, Square::new(3, 7)));
        assert!(placement.fen().starts_with("***1***/fnhghnf/"), "{}", placement.fen());
        assert_eq!(subsets("KQ"), ["KQ", "K", "Q", "-"]);
    }

    #[test]
    fn every_kind_but_royal_ones_can_be_missing() {
        let rows = [
            ("chess", "RNBQP"),
            ("prisonersescape", "FNHGP"),
            ("kingsescape", "RNBQP"),
            ("penaltybox-noking", "RNBQP"),
            ("friendly", "PRKEWOABUCDQGHIJLMTXNF"),
        ];
        for (name, letters) in rows {
            let mut found = removable(variants::find(name).unwrap());
            let mut expected: Vec<char> = letters.chars().collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn every_game_of_two_has_imbalanced_starts() {
        for variant in variants::coded().into_iter().filter(|variant| variant.players() == 2) {
            let whole = Placement::start_of(variant).pieces().len();
            for dice in 0..50 {
                let game = start(variant, dice).unwrap();
                let missing = whole - game.view().boards[0].pieces.len();
                assert!((2..=4).contains(&missing), "{}", game.fen());
            }
        }
    }
}
