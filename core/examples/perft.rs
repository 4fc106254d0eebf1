//! Counts move sequences of games and prints the speed: `perft GAME DEPTH [FILE.ini...]`.

use jailbird_core::perft::Perft;
use jailbird_core::position::Text;
use jailbird_core::search::StopSignal;
use jailbird_core::variants::general::{General, Loaded};
use jailbird_core::variants::ini::{Reader, known};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (name, depth) = (&arguments[1], arguments[2].parse().expect("a depth"));
    let mut reader = Reader::default();
    let mut texts: Vec<String> = known::files().iter().map(|file| file.1.to_owned()).collect();
    texts.extend(arguments[3..].iter().map(|path| std::fs::read_to_string(path).expect("a file")));
    let mut found = None;
    for text in &texts {
        for game in reader.read(text).0.into_iter().filter(|game| game.name == *name) {
            found = Some((game.start.clone(), game.game.expect("a game")));
        }
    }
    let (start, loaded) = found.expect("such a game");
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    let position = General::read(loaded, &start).expect("a legal start");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let stop = StopSignal::default();
    let perft = Perft { pool: &pool, hash: None, stop: &stop };
    let begun = Instant::now();
    let total = perft.divide(&position, depth, |_, _| {});
    let time = begun.elapsed().as_secs_f64();
    println!("{name} {depth}: {total} in {time:.3} s, {:.1} million a second", total as f64 / time / 1e6);
}
