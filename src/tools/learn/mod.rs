//! `learn`: plays games, trains a network, lets it play the best one so far, keeps the winner, and begins again.
//!
//! ```text
//! budget    the time of each generation
//! state     how far it is, in a file
//! report    the log for people
//! picture   the strength of the generations over time
//! ```

mod budget;
mod picture;
mod report;
mod state;

use super::append_file::AppendFile;
use super::console::{GameName, check_for_two, print, thread_count_or_all};
use super::match_runner::network_match::{MatchArguments, MatchLength, NetworkMatch, Side};
use super::match_runner::opening_file::{Format, Opening, OpeningFile};
use super::sprt::{Sprt, Tally, Verdict};
use super::text_file::naming;
use super::{ctrl_c, datagen, opening_book, text_file, train};
use crate::engine::thread_pool;
use crate::game::Variant;
use crate::network::Network;
use crate::{network_file, variant_files};
use state::{Current, Generation, RULES, Stage, State};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// Command-line arguments of `learn`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Hours of work in all, earlier runs in the same folder included.
    #[arg(long, value_parser = hours)]
    hours: f64,
    /// The folder of games, networks and the log `learn.md`; an existing one is continued [default: GAME-learn].
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Begin with an evaluation that only counts pieces instead of the present one.
    #[arg(long)]
    from_rules: bool,
    /// Games played at the same time, and threads of the training [default: all processors].
    #[arg(long, default_value_t = 0, hide_default_value = true, value_parser = thread_count_or_all())]
    concurrency: u16,
    /// Nodes per move of the games to learn from.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random moves and of the first weights; each generation adds its number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    parameters: train::Hyperparameters,
    #[command(flatten)]
    length: MatchArguments,
}

fn hours(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1e-6..=1e5).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number of hours"))
}

/// Runs the loop until the time is up, and prints the log. Ctrl-C ends it early; the same command goes on.
///
/// # Errors
/// One line: the folder is of other settings, a file cannot be read or written, or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    let mut learning = Learning::open(arguments)?;
    learning.run(&stop)?;
    print(report::text(&learning.state));
    if let Some(hint) = learning.hint() {
        print(format_args!("\n{hint}"));
    }
    Ok(ctrl_c::exit_code(&stop))
}

/// A generation has at least this many games, however little time there is.
const LEAST_GAMES: u64 = 40;

/// Games are won when both sides see at least this score for some plies, in centipawns. What follows would teach little.
const DECIDED: u32 = 1500;

/// A loop in progress.
struct Learning<'a> {
    arguments: &'a Arguments,
    folder: PathBuf,
    state: State,
    openings: Vec<Opening>,
    /// The length of the matches.
    length: MatchLength,
    /// The number of games played at the same time.
    concurrency: u16,
    /// Keeps other runs out of the folder.
    _lock: AppendFile,
}

impl Learning<'_> {
    /// Opens or creates the folder.
    fn open(arguments: &Arguments) -> Result<Learning<'_>, String> {
        let variant = arguments.variant;
        check_for_two(variant)?;
        let folder = arguments.dir.clone().unwrap_or_else(|| format!("{}-learn", variant.name).into());
        std::fs::create_dir_all(&folder).map_err(naming(&folder))?;
        let (lock, _) = AppendFile::open(&folder.join("lock"), "run")?;
        let state = State::open(&folder.join("state"), &arguments.settings()?)?;
        let concurrency = thread_pool(arguments.concurrency.into())?.current_num_threads() as u16;
        let length = arguments.length()?;
        let openings = Vec::new();
        let mut learning = Learning { arguments, folder, state, openings, length, concurrency, _lock: lock };
        learning.write_beginning()?;
        learning.openings = learning.read_openings()?;
        Ok(learning)
    }

    /// Writes the network to begin with, where it is not the one that is built in: of a game from a file, as the network beside that
    /// file may be replaced by a better one meanwhile.
    fn write_beginning(&self) -> Result<(), String> {
        let variant = self.arguments.variant;
        let network = match self.arguments.from_rules {
            true => Arc::new(Network::of_equal_pieces(variant.network_game, variant.features)),
            false if variant.guide.is_some() && self.state.is_new() => variant.network(),
            // What a run has left that ended before its first generation.
            false if self.state.is_new() && self.file(0, "net").exists() => {
                let path = self.file(0, "net");
                return std::fs::remove_file(&path).map_err(naming(&path));
            }
            false => return Ok(()),
        };
        text_file::write_bytes(&self.file(0, "net"), &network.bytes(variant.features))
    }

    /// Reads the openings of the matches, which are made first if they are not there.
    fn read_openings(&self) -> Result<Vec<Opening>, String> {
        let (path, variant) = (self.folder.join("openings.epd"), self.arguments.variant);
        if !path.exists() {
            let network = self.network(0).as_deref().map(network_file::read).transpose()?;
            let count = self.length.openings();
            let openings = opening_book::for_match(variant, count, network.as_ref(), self.concurrency)?;
            let row = |opening: &Opening| format!("{}\n", opening.game.fen());
            text_file::write(&path, &openings.iter().map(row).collect::<String>())?;
            return Ok(openings.iter().map(|opening| Opening::of_position(&*opening.game)).collect());
        }
        if text_file::read(&path)?.is_empty() {
            return Ok(Vec::new());
        }
        OpeningFile { path, format: Format::Epd, plies: 0, start: 1 }.load(variant)
    }

    /// The file of a generation.
    fn file(&self, number: u32, ending: &str) -> PathBuf {
        self.folder.join(format!("generation-{number}.{ending}"))
    }

    /// The network of a generation; `None` for the evaluation that is built in.
    fn network(&self, number: u32) -> Option<PathBuf> {
        Some(self.file(number, "net")).filter(|file| number > 0 || file.exists())
    }

    /// Learns generation after generation until the time is up, and measures the best one.
    fn run(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let total = self.arguments.hours * 3600.0;
        while !stop.load(Relaxed) {
            if self.state.current.is_none() {
                let last = self.state.generations.last().map(|generation| generation.budget);
                let Some(budget) = budget::next(total, self.state.seconds(), last) else { break };
                self.state.current = Some(Current::new(budget));
                print(format_args!("generation {}: {budget:.0} s", self.state.number()));
            }
            self.stage(stop)?;
        }
        if !stop.load(Relaxed) {
            self.measure(total * budget::MEASUREMENT, stop)?;
        }
        Ok(())
    }

    /// How the best network is used.
    fn hint(&self) -> Option<String> {
        let (best, variant) = (self.state.best(), self.arguments.variant);
        let network = self.file(best, "net");
        let to = match variant.file {
            Some(file) => variant_files::network_of(file, variant.name),
            None if variant.guide.is_some() => variant_files::users_folder()?.join(format!("{}.net", variant.name)),
            None => return None,
        };
        let text = format!("Copy {} to {}, and every command plays with it.", network.display(), to.display());
        (best > 0 && !self.state.is_worse()).then_some(text)
    }

    fn save(&self) -> Result<(), String> {
        text_file::write(&self.folder.join("state"), &self.state.to_string())?;
        text_file::write(&self.folder.join("learn.md"), &report::page(self.arguments.variant, &self.state))?;
        let title = format!("Learning {}", self.arguments.variant.title);
        text_file::write(&self.folder.join("learn.svg"), &picture::svg(&title, &self.state)?)
    }

    /// Works on the current stage, and saves how far it is.
    fn stage(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let Some(mut current) = self.state.current.clone() else { return Ok(()) };
        let begun = Instant::now();
        let is_finished = match current.stage {
            Stage::Generate => self.generate(&current, stop)?,
            Stage::Train => self.train(&mut current, stop)?,
            Stage::Match => self.play_match(&mut current, stop)?,
        };
        current.add_time(begun.elapsed().as_secs_f64());
        self.state.current = Some(current);
        if is_finished {
            self.state.advance();
        }
        self.save()
    }

    /// Plays games for half of the generation's time. Returns whether there are enough.
    fn generate(&self, current: &Current, stop: &AtomicBool) -> Result<bool, String> {
        let number = self.state.number();
        let play = |games: u64, stop: &AtomicBool| {
            let arguments = datagen::Arguments {
                games,
                nodes: self.arguments.nodes,
                decided: DECIDED,
                concurrency: self.concurrency,
                seed: self.arguments.seed.wrapping_add(number.into()),
                network: self.network(self.state.best()),
                ..datagen::Arguments::new(self.arguments.variant, self.file(number, "games"))
            };
            datagen::generate(&arguments, stop)
        };
        let begun = Instant::now();
        play(LEAST_GAMES, stop)?;
        let left = current.known.budget * budget::GAMES - current.stage_seconds - begun.elapsed().as_secs_f64();
        let summary = budget::until(stop, left, |stop| play(u64::MAX, &stop))??;
        print(format_args!("generation {number}: {summary}"));
        Ok(!stop.load(Relaxed))
    }

    /// Trains a network with the games of all generations. Returns whether it is finished.
    fn train(&self, current: &mut Current, stop: &AtomicBool) -> Result<bool, String> {
        let number = self.state.number();
        let arguments = train::Arguments {
            variant: self.arguments.variant,
            files: (1..=number).map(|number| self.file(number, "games")).collect(),
            out: self.file(number, "net"),
            from: None,
            curve: None,
            parameters: self.arguments.parameters.clone(),
            scale: None,
            seed: self.arguments.seed.wrapping_add(number.into()),
            threads: self.concurrency,
            opponent: None,
            length: self.arguments.length.clone(),
        };
        let outcome = arguments.train(&|| stop.load(Relaxed))?;
        (current.known.positions, current.known.losses) = (outcome.positions, outcome.losses);
        Ok(outcome.is_finished)
    }

    /// Lets the new network play the best one so far for the rest of the generation's time. Returns whether the winner
    /// is known.
    fn play_match(&self, current: &mut Current, stop: &AtomicBool) -> Result<bool, String> {
        let (number, best) = (self.state.number(), self.state.best());
        let Generation { budget: given, seconds, .. } = current.known;
        let before = seconds - current.stage_seconds;
        let left = (given - before).max(given * budget::MATCH) - current.stage_seconds;
        let sprt = self.length.sprt();
        let name = |number: u32| format!("generation {number}");
        let sides = [
            Side { name: name(number), network: self.network(number) },
            Side { name: name(best), network: self.network(best) },
        ];
        let (tally, verdict) = self.play(sides, Some(sprt), &self.file(number, "pgn"), left, stop)?;
        current.known.is_kept = match verdict {
            Verdict::H1 => true,
            Verdict::H0 => false,
            Verdict::Continue => tally.wins > tally.losses,
        };
        current.known.tally = tally;
        Ok(!stop.load(Relaxed))
    }

    /// Lets the best network play the evaluation that is built in.
    fn measure(&mut self, seconds: f64, stop: &AtomicBool) -> Result<(), String> {
        let best = self.state.best();
        let Some(network) = self.network(best).filter(|_| best > 0) else { return self.save() };
        let sides = [
            Side { name: format!("generation {best}"), network: Some(network) },
            Side { name: "built-in".into(), network: self.network(0).filter(|_| !self.arguments.from_rules) },
        ];
        let file = self.folder.join(format!("built-in-{best}.pgn"));
        let (tally, _) = self.play(sides, None, &file, seconds, stop)?;
        self.state.measured = Some((best, tally));
        self.save()
    }

    /// Plays a match of at most so many seconds, which continues that of the file, and prints its table.
    fn play(
        &self,
        sides: [Side; 2],
        sprt: Option<Sprt>,
        file: &Path,
        seconds: f64,
        stop: &AtomicBool,
    ) -> Result<(Tally, Verdict), String> {
        let variant = self.arguments.variant;
        let (length, concurrency) = (&self.length, self.concurrency.into());
        let game = NetworkMatch { variant, sides, length, sprt, concurrency, pgnout: Some(file.to_owned()) };
        let summary = budget::until(stop, seconds, |stop: Arc<AtomicBool>| game.play(&self.openings, stop))??;
        print(&summary);
        Ok(summary.verdict())
    }
}

impl Arguments {
    /// Everything that must be the same when a run is continued.
    fn settings(&self) -> Result<String, String> {
        let MatchLength { time, games, elo } = self.length()?;
        let start = if self.from_rules { " --from-rules" } else { "" };
        let rules = self.variant.features.rules;
        let rules = if rules == 0 { String::new() } else { format!("{RULES}{rules:016x}") };
        Ok(format!(
            "{}{start} --nodes {} --seed {}{} --match-time {time} --match-games {games} --match-elo {elo}{rules}",
            self.variant.name,
            self.nodes,
            self.seed,
            self.parameters.options(),
        ))
    }

    /// The length of the matches: short ones, as most networks are much better than those before.
    fn length(&self) -> Result<MatchLength, String> {
        self.length.length("0.2+0.002", 400, 50.0)
    }
}
