//! `train`: trains the network of a game with the games that [`datagen`](super::datagen) has made.
//!
//! ```text
//! hyperparameters  what decides how a network learns, by default from the number of positions
//! quiet_positions  the positions of recorded games to learn from
//! samples          these positions as lists of features
//! model            the network in floating point: forward and backward pass
//! factors          parts of a row that several features share
//! optimiser        AdamW
//! epochs           the passes over the positions
//! checkpoint       the state of an interrupted training
//! curve            the losses by epoch as a picture
//! quantise         the network in the integers of the engine
//! ```

mod checkpoint;
mod curve;
mod epochs;
mod factors;
mod hyperparameters;
mod model;
mod optimiser;
mod quantise;
pub mod quiet_positions;
mod samples;
#[cfg(test)]
mod tests;

use super::console::{self, GameName, print, thread_count_or_all};
use super::match_runner::network_match::{MatchArguments, MatchLength, NetworkMatch, Side};
use super::sprt::Verdict;
use super::{ctrl_c, opening_book, text_file};
use crate::engine::thread_pool;
use crate::game::Variant;
use crate::network::{Description, Network};
use crate::network_file;
use checkpoint::{CheckpointFile, Conditions, beside};
pub(super) use epochs::Losses;
use epochs::{Progress, Training, losses_text};
pub(super) use hyperparameters::Hyperparameters;
use hyperparameters::Settings;
use model::Shape;
use optimiser::Optimiser;
use quiet_positions::SampleFilter;
use samples::{Data, Target};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Command-line arguments of `train`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    pub variant: &'static Variant,
    /// Files of games by `jailbird datagen`, of this game or another one with the same network.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where to write the network.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Begin with the weights of this network instead of random ones.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Where to draw the losses by epoch [default: the name of the network and `.svg`].
    #[arg(long, value_name = "FILE")]
    pub curve: Option<PathBuf>,
    #[command(flatten)]
    pub parameters: Hyperparameters,
    /// The score of an output of 1, in centipawns: all scores grow or shrink with it, as the margins of the search need it
    /// [default: fitted, so that scores keep their size].
    #[arg(long, value_parser = clap::value_parser!(u16).range(10..=5000))]
    pub scale: Option<u16>,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; the network does not depend on it [default: all processors].
    #[arg(long, default_value_t = 0, hide_default_value = true, value_parser = thread_count_or_all())]
    pub threads: u16,
    /// Let the new network play a match against this one [without a file: against the built-in evaluation]. The exit
    /// status is 0 if the sequential test finds the new one better, and 1 if not.
    #[arg(long = "match", value_name = "OLD", num_args = 0..=1)]
    pub opponent: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub length: MatchArguments,
}

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// What has come of a training.
pub(super) struct Outcome {
    /// The number of positions, those held out included.
    pub positions: usize,
    /// The losses of the best epoch, whose network is written.
    pub losses: Losses,
    /// Whether the network is finished and written. If not, the training was stopped, and its state is in a file.
    pub is_finished: bool,
}

/// Trains a network, writes it and lets it play if that is asked for. Ctrl-C ends the training early; the same command
/// goes on.
///
/// # Errors
/// One line: a file is malformed or cannot be read or written, there are no positions, or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let match_stop = Arc::new(AtomicBool::new(false));
    let on_ctrl_c = Arc::clone(&match_stop);
    let stop = ctrl_c::flag(move || on_ctrl_c.store(true, Relaxed))?;
    arguments.check_opponent()?;
    let outcome = arguments.train(&|| stop.load(Relaxed))?;
    match &arguments.opponent {
        Some(old) if outcome.is_finished => {
            let verdict = arguments.play_against(old.clone(), match_stop)?;
            let failures = usize::from(verdict != Verdict::H1);
            Ok(if stop.load(Relaxed) { ctrl_c::exit_code(&stop) } else { console::exit_code(failures) })
        }
        _ => Ok(ctrl_c::exit_code(&stop)),
    }
}

impl Arguments {
    /// Trains the network and writes it, or the state in which it was stopped.
    pub fn train(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Outcome, String> {
        text_file::check_folder(&self.out)?;
        thread_pool(self.threads.into())?.install(|| self.train_here(stop))
    }

    fn train_here(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<Outcome, String> {
        let from = self.from.as_deref().map(|file| network_file::read_for(self.variant, file)).transpose()?;
        let neurons = from.as_deref().map(Network::hidden);
        self.check_hidden(neurons)?;
        let data = self.data()?;
        let settings = self.parameters.settings(data.training.len(), neurons);
        let mut run = self.begin(settings, from.as_deref(), &data);
        let origin = origin(self.variant, from.as_deref());
        let file = CheckpointFile::beside(&self.out, self.conditions(&settings, &origin, &data));
        if file.resume(&mut run)? {
            print(format_args!(
                "going on in epoch {} after {} steps",
                run.progress.history.len() + 1,
                run.progress.step
            ));
        }
        let is_finished = run.run(&data, stop, |run| self.draw(run).and_then(|()| file.write(run)))?;
        if is_finished {
            self.finish(&run, &data, self.description(&origin, &data, &run))?;
            file.remove()?;
        } else {
            file.write(&run)?;
            print(format_args!("stopped in epoch {} of {}", run.progress.history.len() + 1, settings.epochs));
            if let Some(path) = file.path() {
                print(format_args!("{}: the same command goes on from here", path.display()));
            }
        }
        Ok(Outcome { positions: data.training.len() + data.held_out.len(), losses: run.losses(), is_finished })
    }

    /// The training before its first step.
    fn begin(&self, settings: Settings, from: Option<&Network>, data: &Data) -> Training {
        let Settings { hidden, blend, .. } = settings;
        let target = Target { scale: data.training.fit_scale().round().clamp(1.0, 10_000.0), blend };
        let (training, held_out) = (data.training.len(), data.held_out.len());
        print(format_args!("{} games, {training} positions, {held_out} held out, scale {}", data.games, target.scale));
        let set = self.variant.features;
        let mut optimiser = Optimiser::new(Shape { features: set.len(), hidden }, set, self.seed);
        if let Some(network) = from {
            optimiser.set_network(network);
        }
        Training { settings, seed: self.seed, target, optimiser, progress: Progress::default(), best: None }
    }

    /// Writes the network.
    fn finish(&self, run: &Training, data: &Data, origin: String) -> Result<(), String> {
        let set = self.variant.features;
        let (fitted, chances) = (run.target.scale as i32, data.training.fit_chances());
        let scale = self.scale.map_or(fitted, i32::from);
        let chances = Some(chances.scaled(scale, fitted));
        let description = Description { game: self.variant.network_game.into(), scale, chances, origin };
        let best = run.best.as_ref();
        let mut model = best.map_or_else(|| run.optimiser.effective().clone(), |best| best.model.clone());
        model.forget_unseen(&data.training.seen(set.len()));
        let network = quantise::network(&model, description, set)?;
        text_file::write_bytes(&self.out, &network.bytes(set))?;
        print(format_args!("{}: {}", self.out.display(), network.description.origin));
        Ok(())
    }

    /// Checks that the number of hidden neurons is that of the network to begin with.
    fn check_hidden(&self, neurons: Option<usize>) -> Result<(), String> {
        match (self.parameters.hidden, neurons) {
            (Some(number), Some(own)) if number != own => {
                Err(format!("--from: a network of {own} hidden neurons, not of {number}: leave out --hidden"))
            }
            _ => Ok(()),
        }
    }

    fn data(&self) -> Result<Data, String> {
        let Hyperparameters { skip_plies, most, .. } = self.parameters;
        let filter = SampleFilter { skip_plies, max_positions: most as usize, held_out: HELD_OUT };
        let data = Data::load(self.variant, &self.files, filter)?;
        if data.training.is_empty() { Err("no quiet positions in these files".into()) } else { Ok(data) }
    }

    /// Everything that determines the network.
    fn conditions(&self, settings: &Settings, origin: &str, data: &Data) -> Conditions {
        let positions = data.training.len() + data.held_out.len();
        let hash = data.training.hash() ^ data.held_out.hash().rotate_left(1);
        let mut conditions = vec![
            ("game", self.variant.network_game.to_owned()),
            ("features", format!("{:016x}", self.variant.features.hash())),
            ("games", format!("{} with {positions} positions, checksum {hash:016x}", data.games)),
            ("start", origin.to_owned()),
        ];
        conditions.extend(self.options(settings));
        conditions
    }

    /// The options that determine the network, and their values.
    fn options(&self, settings: &Settings) -> Conditions {
        let Settings { hidden, epochs, batch, rate, decay, blend } = settings;
        let mut options = vec![
            ("--hidden", hidden.to_string()),
            ("--epochs", epochs.to_string()),
            ("--batch", batch.to_string()),
            ("--rate", rate.to_string()),
            ("--decay", decay.to_string()),
            ("--blend", blend.to_string()),
            ("--skip-plies", self.parameters.skip_plies.to_string()),
            ("--seed", self.seed.to_string()),
        ];
        if let Some(scale) = self.scale {
            options.push(("--scale", scale.to_string()));
        }
        options
    }

    /// The origin of the network: the command line without paths, the data and the losses.
    fn description(&self, origin: &str, data: &Data, run: &Training) -> String {
        let options: String = self
            .options(&run.settings)
            .iter()
            .map(|(name, value)| format!(" {name} {value}").trim_end().to_owned())
            .collect();
        format!(
            "jailbird train {}{options} from {origin}; {} games, {} positions of {} nodes a move; {}",
            self.variant.name,
            data.games,
            data.training.len(),
            data.nodes,
            losses_text(run.losses()),
        )
    }

    /// Draws the learning curve.
    fn draw(&self, run: &Training) -> Result<(), String> {
        let Some(file) = self.curve.clone().or_else(|| beside(&self.out, "svg")) else { return Ok(()) };
        let name = self.out.file_name().unwrap_or_default().to_string_lossy();
        let title = format!("{}: {name}", self.variant.title);
        text_file::write(&file, &curve::svg(&title, &run.progress.history)?)
    }

    /// Checks the network of `--match`, which is better done before hours of training than after them.
    fn check_opponent(&self) -> Result<(), String> {
        match &self.opponent {
            Some(Some(file)) => network_file::read_for(self.variant, file).map(drop),
            _ => Ok(()),
        }
    }

    /// Plays the match of the new network and prints its table.
    fn play_against(&self, old: Option<PathBuf>, stop: Arc<AtomicBool>) -> Result<Verdict, String> {
        let network = network_file::read_for(self.variant, &self.out)?;
        let length = &self.length.length("1+0.01", 400, 10.0)?;
        let concurrency = thread_pool(self.threads.into())?.current_num_threads() as u16;
        let openings = opening_book::for_match(self.variant, length.openings(), Some(&network), concurrency)?;
        let sides =
            [Side { name: "new".into(), network: Some(self.out.clone()) }, Side { name: "old".into(), network: old }];
        let MatchLength { time, games, .. } = length;
        print(format_args!("new against old: {time}, at most {games} games, {concurrency} at a time"));
        let variant = self.variant;
        let (sprt, concurrency) = (Some(length.sprt()), concurrency.into());
        let game = NetworkMatch { variant, sides, length, sprt, concurrency, pgnout: None };
        let summary = game.play(&openings, stop)?;
        print(&summary);
        Ok(summary.verdict().1)
    }
}

/// What the training begins with, as text.
fn origin(variant: &Variant, from: Option<&Network>) -> String {
    from.map_or("random weights".into(), |network| format!("the network {:016x}", network.checksum(variant.features)))
}
