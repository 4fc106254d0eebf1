//! `genfens`: start positions of the games in which OpenBench collects data.
//!
//! OpenBench starts an engine with the arguments `genfens N seed S book FILE EXTRA` (one argument) and `quit`, and reads the
//! lines `info string genfens FEN`. `FILE` is `None` or a book from whose positions the random moves begin. `EXTRA` is free
//! text of whoever sets up the workload: here `variant NAME`, `plies N`, `window CENTIPAWNS`, `nodes N`.

use super::console::print;
use super::match_runner::opening_file::{Opening, OpeningFile};
use super::opening_book::is_balanced;
use super::random_play::play_random_moves;
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::types::zobrist::mix;
use crate::variants;
use std::collections::HashSet;
use std::path::Path;
use std::str::FromStr;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// N seed S book FILE|None, then any of: variant NAME, plies N, window CENTIPAWNS, nodes N.
    #[arg(num_args = 0.., allow_hyphen_values = true, value_name = "N seed S book FILE ")]
    words: Vec<String>,
}

/// The name of the command, and the word before the positions.
const NAME: &str = "genfens";
/// What OpenBench says if there is no book.
const NO_BOOK: &str = "none";
/// After this many candidates without a new position in a row the search for more is given up.
const MOST_REJECTED: u64 = 5000;

/// Which positions are wanted.
struct Order {
    count: u32,
    seed: u64,
    book: Option<String>,
    variant: &'static Variant,
    /// Random moves from the start of the game or a position of the book.
    plies: u32,
    /// The greatest score for either side in centipawns.
    window: u32,
    /// Nodes of the search that scores a position.
    nodes: u64,
}

/// Takes OpenBench's arguments apart: the words of the first one, without the `quit` behind it. `None` if the first one is
/// not for this command.
pub(super) fn words(mut arguments: impl Iterator<Item = String>) -> Option<Vec<String>> {
    let first = arguments.next()?;
    let mut words: Vec<String> = first.split_whitespace().map(str::to_owned).collect();
    if words.first().is_none_or(|word| word != NAME) {
        return None;
    }
    words.extend(arguments);
    words.pop_if(|last| last == "quit");
    Some(words)
}

/// Prints the positions, each as soon as it is found.
///
/// # Errors
/// One line.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let order = Order::read(&arguments.words).map_err(about)?;
    let starts = order.starts().map_err(about)?;
    order.print(&starts).map_err(about)
}

fn about(error: String) -> String {
    format!("{NAME}: {error}")
}

impl Order {
    fn read(words: &[String]) -> Result<Order, String> {
        let (count, pairs) = words.split_first().ok_or("how many positions?")?;
        let count = number("the number of positions", count)?;
        let variant = variants::find("chess")?;
        let mut order = Order { count, seed: 0, book: None, variant, plies: 8, window: 200, nodes: 1000 };
        for pair in pairs.chunks(2) {
            let [key, text] = pair else { return Err(format!("`{}` has no value", pair.concat())) };
            match key.as_str() {
                "seed" => order.seed = number(key, text)?,
                "book" => order.book = (!text.eq_ignore_ascii_case(NO_BOOK)).then(|| text.clone()),
                "variant" => order.variant = variants::find(text)?,
                "plies" => order.plies = number(key, text)?,
                "window" => order.window = number(key, text)?,
                "nodes" => order.nodes = number(key, text)?,
                _ => return Err(format!("unknown word `{key}`; there are seed, book, variant, plies, window, nodes")),
            }
        }
        let limits = [
            ("plies", order.plies.into(), 200),
            ("window", order.window.into(), 10_000),
            ("nodes", order.nodes, 10_000_000),
        ];
        match limits.iter().find(|(_, value, most)| value > most) {
            Some((key, value, most)) => Err(format!("{key} {value} is more than {most}")),
            None => Ok(order),
        }
    }

    /// The positions from which the random moves begin.
    fn starts(&self) -> Result<Vec<Opening>, String> {
        let name = self.variant.name;
        if six_fields(&*self.variant.new_game()).is_none() {
            return Err(format!("OpenBench cannot write positions of {name}: they need more than six fields"));
        }
        match &self.book {
            None => Ok(vec![Opening::at_start(self.variant)]),
            Some(file) => OpeningFile::of(Path::new(file)).load(self.variant),
        }
    }

    fn print(&self, starts: &[Opening]) -> Result<(), String> {
        let searcher = Searcher::new(1, 4)?;
        let (mut judged, mut found, mut rejected) = (HashSet::new(), 0, 0);
        for number in 0u64.. {
            if found >= self.count {
                break;
            }
            if rejected >= MOST_REJECTED {
                let wanted = self.count;
                return Err(format!("only {found} of {wanted} positions: none new among the last {rejected} tried"));
            }
            rejected += 1;
            let Some((game, fen)) = self.candidate(starts, number) else { continue };
            if judged.insert(game.key()) && is_balanced(&searcher, &*game, self.nodes, self.window) {
                print(format_args!("info string {NAME} {fen}"));
                (found, rejected) = (found + 1, 0);
            }
        }
        Ok(())
    }

    /// A position and its FEN; `None` if the game is over, or if OpenBench could not write it.
    fn candidate(&self, starts: &[Opening], number: u64) -> Option<Candidate> {
        let random = mix(self.seed) ^ number;
        let start = (mix(!random) % starts.len().max(1) as u64) as usize;
        let opening = starts.get(start)?;
        let mut game = opening.game.boxed_clone();
        if !play_random_moves(&mut *game, self.plies, random) {
            return None;
        }
        six_fields(&*game).map(|fen| (game, fen))
    }
}

/// A position and its FEN.
type Candidate = (Box<dyn Game>, String);

fn number<T: FromStr>(what: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what}: `{text}` is not a number from 0"))
}

/// The FEN of a position in the six fields that OpenBench turns into a row of a book, if the row will be read as
/// this position. Further fields are left out: they must say nothing.
fn six_fields(game: &dyn Game) -> Option<String> {
    let fen = game.fen();
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let [placement, side, castling, passed, half, full, rest @ ..] = fields.as_slice() else { return None };
    let is_written =
        [half, full].iter().all(|field| field.parse::<u16>().is_ok()) && rest.iter().all(|field| *field == "-");
    let row = format!("{placement} {side} {castling} {passed} hmvc {half}; fmvn {full};");
    let read = OpeningFile::of(Path::new("")).read_text(&row, game.variant()).ok()?;
    let is_same = read.first()?.fen.as_deref() == Some(&fen);
    (is_written && is_same).then(|| fields[..6].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    fn split(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_arguments_of_openbench_are_taken_apart() {
        let given = |words: &[&str]| super::words(words.iter().map(|&word| word.to_owned()));
        assert_eq!(given(&["genfens 3 seed 7 book None ", "quit"]), Some(split("genfens 3 seed 7 book None")));
        assert_eq!(given(&["genfens", "3", "variant", "friendly"]), Some(split("genfens 3 variant friendly")));
        assert_eq!(given(&["bench"]), None);
        assert_eq!(given(&[]), None);
    }

    #[test]
    fn orders_are_read_and_malformed_ones_are_named() {
        let order =
            Order::read(&split("4 seed 9 book Books/x.epd variant prisonbreak plies 6 window 50 nodes 10")).unwrap();
        assert_eq!((order.count, order.seed, order.book.as_deref()), (4, 9, Some("Books/x.epd")));
        assert_eq!((order.variant.name, order.plies, order.window, order.nodes), ("prisonbreak", 6, 50, 10));
        assert_eq!(Order::read(&split("4 seed 9 book NONE")).unwrap().book, None);
        let rows = [
            ("", "how many"),
            ("many", "`many`"),
            ("-3", "`-3`"),
            ("3 seed", "`seed`"),
            ("3 seed x", "`x`"),
            ("3 seed 1 colour red", "`colour`"),
            ("3 variant nochess", "`nochess`"),
            ("3 plies 201", "200"),
        ];
        for (text, named) in rows {
            let error = Order::read(&split(text)).map(drop).unwrap_err();
            assert!(error.contains(named), "{text}: {error}");
        }
        let missing = Order::read(&split("1 book /no/such/book")).unwrap().starts().err().unwrap();
        assert!(missing.contains("/no/such/book"), "{missing}");
    }

    /// What OpenBench makes of the position is read as the same position.
    #[test]
    fn positions_fit_into_six_fields_in_every_game_but_one() {
        for variant in variants::coded() {
            let order = Order::read(&split(&format!("1 variant {}", variant.name))).unwrap();
            match order.starts() {
                Err(error) => assert!(variant.name == "penaltybox-dual" && error.contains("six fields"), "{error}"),
                Ok(starts) => {
                    let found = (0..50).find_map(|number| order.candidate(&starts, number));
                    assert_eq!(found.unwrap().1.split(' ').count(), 6, "{}", variant.name);
                }
            }
        }
    }

    /// A position whose further fields say something is not written, since OpenBench would drop them.
    #[test]
    fn positions_with_further_fields_are_left_out() {
        let prison = variants::find("prisonbreak").unwrap();
        assert_eq!(six_fields(&*prison.game("5k/6/2q3/3Q2/6/6/6/5K w - - 1 2 d5").unwrap()), None);
        assert!(six_fields(&*prison.new_game()).is_some());
    }
}
