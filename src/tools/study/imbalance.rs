//! Starts that lack pieces, and what else is done to the placement of a FEN.

use crate::game::{Game, Variant};
use crate::types::Color;
use crate::types::zobrist::mix;

/// The cells of a placement as texts: boards, their ranks from the top, files. A text is a piece with its marks, `*`, or `1` for an empty
/// square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placement {
    boards: Vec<Vec<Vec<String>>>,
    /// Hands in brackets, if any, and the fields behind.
    rest: String,
}

/// A cell: board, rank from the top, file.
pub(super) type Cell = (usize, usize, usize);

impl Placement {
    pub fn of(fen: &str) -> Placement {
        let end = fen.find(['[', ' ']).unwrap_or(fen.len());
        let boards = fen[..end].split('|').map(|board| board.split('/').map(cells).collect()).collect();
        Placement { boards, rest: fen[end..].to_owned() }
    }

    /// The pieces with their places.
    pub fn pieces(&self) -> Vec<(Cell, char)> {
        let mut pieces = Vec::new();
        for (board, ranks) in self.boards.iter().enumerate() {
            for (rank, files) in ranks.iter().enumerate() {
                let letters = files.iter().enumerate().filter_map(|(file, cell)| Some((file, cell.chars().next()?)));
                let letters = letters.filter(|(_, letter)| letter.is_ascii_alphabetic());
                pieces.extend(letters.map(|(file, letter)| ((board, rank, file), letter)));
            }
        }
        pieces
    }

    /// Removes what stands there.
    pub fn clear(&mut self, (board, rank, file): Cell) {
        self.boards[board][rank][file] = "1".into();
    }

    pub fn fen(&self) -> String {
        let board = |ranks: &Vec<Vec<String>>| ranks.iter().map(|cells| rank_text(cells)).collect::<Vec<_>>().join("/");
        self.boards.iter().map(board).collect::<Vec<_>>().join("|") + &self.rest
    }

    /// Sets the position up, with as many rights to castle as it can have.
    pub fn game(&self, variant: &'static Variant) -> Option<Box<dyn Game>> {
        let fen = self.fen();
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

fn cells(rank: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut number = String::new();
    for letter in rank.chars().chain(['/']) {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        cells.extend((0..number.parse().unwrap_or(0)).map(|_| "1".to_owned()));
        number.clear();
        match (letter, cells.last_mut()) {
            ('/', _) => {}
            ('~', Some(last)) => last.push('~'),
            _ => cells.push(letter.to_string()),
        }
    }
    cells
}

fn rank_text(cells: &[String]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells.iter().map(String::as_str).chain([""]) {
        if cell == "1" {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        empty = 0;
        text.push_str(cell);
    }
    text
}

/// The letters, upper case, of the kinds that can be missing at the start: the position without one of them is legal.
pub(super) fn removable(variant: &'static Variant) -> Vec<char> {
    let start = Placement::of(variant.start);
    let mut letters: Vec<char> = Vec::new();
    for (place, letter) in start.pieces() {
        let mut without = start.clone();
        without.clear(place);
        if !letters.contains(&letter.to_ascii_uppercase()) && without.game(variant).is_some() {
            letters.push(letter.to_ascii_uppercase());
        }
    }
    letters
}

/// The greatest number of pieces that a side lacks.
const MOST_MISSING: u64 = 2;
const MOST_ATTEMPTS: u64 = 10_000;

/// A start in which each side lacks one or two random pieces, not the same ones, and the game goes on.
/// Fails if the game has none.
pub(super) fn start(variant: &'static Variant, dice: u64) -> Result<Box<dyn Game>, String> {
    let (whole, removable) = (Placement::of(variant.start), removable(variant));
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
        placement.game(variant).filter(|game| white != black && game.outcome().is_none() && !game.in_check())
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
    fn placements_are_read_and_written() {
        for variant in variants::all() {
            assert_eq!(Placement::of(variant.start).fen(), variant.start);
        }
        let mut placement = Placement::of("3Q~4/12|***i***[Jj] w - -");
        assert_eq!(placement.pieces(), [((0, 0, 3), 'Q'), ((1, 0, 3), 'i')]);
        placement.clear((0, 0, 3));
        placement.clear((1, 0, 3));
        assert_eq!(placement.fen(), "8/12|***1***[Jj] w - -");
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
        for variant in variants::all().into_iter().filter(|variant| variant.players() == 2) {
            let whole = Placement::of(variant.start).pieces().len();
            for dice in 0..50 {
                let game = start(variant, dice).unwrap();
                let missing = whole - Placement::of(&game.fen()).pieces().len();
                assert!((2..=4).contains(&missing), "{}", game.fen());
            }
        }
    }
}
