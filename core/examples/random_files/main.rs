//! Prints random sections in the language of `variants.ini`, to ask this program and others about the same games.
//!
//! ```text
//! random_files COUNT SEED > random.ini
//! ```
//!
//! The sections are called `random-SEED`, `random-SEED+1` and so on.

mod grammar;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let [count, seed] = numbers[..] else { panic!("random_files COUNT SEED") };
    for seed in seed..seed + count {
        let section = grammar::section(&format!("random-{seed}"), seed);
        if section.is_the_same_when_turned {
            println!("# The rules are the same for both players.");
        }
        println!("{}", section.text);
    }
}
