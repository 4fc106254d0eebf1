//! What decides how a network learns. What the command line does not say follows from the number of positions.

use crate::network::{LANES, MOST_HIDDEN};
use crate::tools::console::{positive, share};

/// The arguments that decide how a network learns.
#[derive(Clone, clap::Args)]
pub(in crate::tools) struct Hyperparameters {
    /// Number of hidden neurons, a multiple of 64 [default: by the number of positions, or that of the network that the
    /// training goes on from].
    #[arg(long, value_parser = hidden)]
    pub hidden: Option<usize>,
    /// Number of passes over the positions [default: by their number].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: Option<u32>,
    /// Positions in each step [default: by their number].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: Option<u32>,
    /// The size of the first steps; the last ones are a hundredth of it.
    #[arg(long, default_value_t = 0.003, value_parser = positive::<f32>)]
    pub rate: f32,
    /// How strongly weights are pulled to 0, in units of the rate [default: by the number of positions].
    #[arg(long, value_parser = positive::<f32>)]
    pub decay: Option<f32>,
    /// The weight of a game's result, from 0 to 1; the rest is the weight of the search's score.
    #[arg(long, default_value_t = 0.3, value_parser = share::<f32>)]
    pub blend: f32,
    /// Number of plies that are left out at the start of each game, after the random ones.
    #[arg(long, default_value_t = 6)]
    pub skip_plies: usize,
    /// Greatest number of positions.
    #[arg(long, default_value_t = 50_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub most: u32,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &usize| (LANES..=MOST_HIDDEN).contains(number) && number.is_multiple_of(LANES));
    number.ok_or_else(|| format!("`{text}` is not a multiple of {LANES} up to {MOST_HIDDEN}"))
}

/// The settings of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of hidden neurons.
    pub hidden: usize,
    /// The number of passes over the positions.
    pub epochs: u32,
    /// The number of positions in each step.
    pub batch: u32,
    /// The size of the first steps.
    pub rate: f32,
    /// The pull to 0, in units of the rate.
    pub decay: f32,
    /// The weight of a game's result.
    pub blend: f32,
}

/// Positions, and what is best for so many and more: hidden neurons, epochs, positions in each step, decay.
const BY_POSITIONS: [(usize, usize, u32, u32, f32); 4] = [
    (0, 64, 12, 1024, 3.0),
    (150_000, 64, 12, 1024, 1.5),
    (600_000, 64, 12, 2048, 1.0),
    (2_000_000, 128, 12, 4096, 0.8),
];

impl Hyperparameters {
    /// The settings for so many positions. `neurons` are those of the network to begin with.
    pub fn settings(&self, positions: usize, neurons: Option<usize>) -> Settings {
        let mut best = BY_POSITIONS[0];
        for row in BY_POSITIONS {
            if positions >= row.0 {
                best = row;
            }
        }
        let (_, hidden, epochs, batch, decay) = best;
        Settings {
            hidden: neurons.or(self.hidden).unwrap_or(hidden),
            epochs: self.epochs.unwrap_or(epochs),
            batch: self.batch.unwrap_or(batch),
            rate: self.rate,
            decay: self.decay.unwrap_or(decay),
            blend: self.blend,
        }
    }

    /// The options of the command line that were given or have a value of their own.
    pub fn options(&self) -> String {
        let option =
            |name: &str, value: Option<String>| value.map_or(String::new(), |value| format!(" --{name} {value}"));
        [
            option("hidden", self.hidden.map(|value| value.to_string())),
            option("epochs", self.epochs.map(|value| value.to_string())),
            option("batch", self.batch.map(|value| value.to_string())),
            option("rate", Some(self.rate.to_string())),
            option("decay", self.decay.map(|value| value.to_string())),
            option("blend", Some(self.blend.to_string())),
            option("skip-plies", Some(self.skip_plies.to_string())),
            option("most", Some(self.most.to_string())),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::console::parsed;

    fn settings(options: &str, positions: usize, neurons: Option<usize>) -> Settings {
        let given: Hyperparameters = parsed(options.split_whitespace().map(str::to_owned)).unwrap();
        given.settings(positions, neurons)
    }

    #[test]
    fn what_is_not_given_follows_from_the_number_of_positions() {
        let decays = [0, 149_999, 150_000, 5_000_000].map(|positions| settings("", positions, None).decay);
        assert_eq!(decays, [3.0, 3.0, 1.5, 0.8]);
        assert!(BY_POSITIONS.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1 && a.3 <= b.3 && a.4 > b.4));
        let given = settings("--hidden 128 --epochs 3 --batch 7 --decay 0.25", 0, None);
        assert_eq!((given.hidden, given.epochs, given.batch, given.decay), (128, 3, 7, 0.25));
        assert_eq!(settings("", 9_000_000, Some(64)).hidden, 64, "that of the network to begin with");
    }
}
