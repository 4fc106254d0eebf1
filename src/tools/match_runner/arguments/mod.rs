//! The command-line arguments of `match`, named as in cutechess-cli and fastchess.

use crate::game::Variant;
use crate::tools::console::thread_count;
use crate::tools::match_runner::adjudication::{AdjudicationRules, DrawRule, ResignRule};
use crate::tools::match_runner::engine_config::{self, EngineConfig};
use crate::tools::match_runner::farm_output::OutputStyle;
use crate::tools::match_runner::key_value::{self, KeyValues, parse_file, parse_list};
use crate::tools::match_runner::opening_file::OpeningFile;
use crate::tools::match_runner::pgn_output::PgnOutput;
use crate::tools::match_runner::schedule::{OpeningOrder, Schedule, Tournament};
use crate::tools::match_runner::seats::{self, Seating};
use crate::tools::match_runner::time_control::EngineLimits;
use crate::tools::match_runner::{Plan, Summary, runner};
use crate::tools::shard::Shard;
use crate::tools::sprt::{EloModel, Sprt};
use crate::variants;
use crate::variants::chess::is_chess960;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Command-line arguments of `match`. Lists of words follow their flag; flags may have one dash or two.
#[derive(Args, Debug)]
pub struct Arguments {
    /// An engine; at least two are needed: cmd= name= proto=uci|cecp args= dir= restart=on|off option.NAME= tc= st=
    /// nodes= depth= timemargin=. Without cmd it is this program.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list, num_args = 0..=1, default_missing_value = "")]
    engine: Vec<KeyValues>,
    /// Words for every engine; an engine's own take precedence.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list)]
    each: Vec<KeyValues>,
    /// The game.
    #[arg(long, default_value = "chess")]
    variant: String,
    /// Which engines play each other.
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// Number of rounds, in each of which every pairing is played.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    /// Games per pairing and round, in which the engines change seats from game to game [default: one of each
    /// arrangement, which is 2 in games of two players].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: Option<u32>,
    /// How two engines share the seats of a game of four players: 2v2, 1v3, colours (the white armies against the black
    /// ones) [default: 2v2].
    #[arg(long, value_name = "KIND")]
    seats: Option<Seating>,
    /// Play each opening twice, with colours changed [a count, as for cutechess-cli, is accepted and ignored; in games of
    /// four players always, in every arrangement].
    #[arg(long, num_args = 0..=1, value_name = "N", default_missing_value = "2")]
    repeat: Option<u32>,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    /// Openings, as positions (EPD) or games (PGN): FILE, or file= format=epd|pgn order= plies= start=.
    #[arg(long, value_name = "FILE ", value_parser = parse_list)]
    openings: Option<KeyValues>,
    /// The order of the openings.
    #[arg(long, value_enum)]
    order: Option<OpeningOrder>,
    /// Seed of the random order.
    #[arg(long, visible_alias = "srand", default_value_t = 1)]
    seed: u64,
    /// Time control in seconds: 10+0.1, 40/60+0.5 (40 moves), 40/1:30 (minutes), inf.
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Seconds per move.
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Nodes per move.
    #[arg(long)]
    nodes: Option<String>,
    /// Search depth.
    #[arg(long)]
    depth: Option<String>,
    /// Milliseconds by which a move may be late.
    #[arg(long, value_name = "MS")]
    timemargin: Option<String>,
    /// An engine loses if its own score is at most -400 (score=400 centipawns) for movecount=3 moves in a row.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list, num_args = 0..=1, default_missing_value = "")]
    resign: Option<KeyValues>,
    /// A game is drawn if, from movenumber=40 on, both scores are within score=10 centipawns for movecount=8 moves.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list, num_args = 0..=1, default_missing_value = "")]
    draw: Option<KeyValues>,
    /// A game is drawn after this many moves of each side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: Option<u32>,
    /// End the match when the test has decided between elo0=0 and elo1=5 (alpha=0.05 beta=0.05
    /// model=logistic|normalized).
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list, num_args = 0..=1, default_missing_value = "")]
    sprt: Option<KeyValues>,
    /// The PGN file of finished games; games that it already has are not played again: FILE, or file= nodes=true
    /// seldepth=true match_line=REGEX for more in the comments.
    #[arg(long, value_name = "FILE ", value_parser = parse_list)]
    pgnout: Option<KeyValues>,
    /// The PGN tag Event.
    #[arg(long, default_value = "Jailbird match")]
    event: String,
    /// Accepted and ignored: an engine that fails is always started again.
    #[arg(long, hide = true)]
    recover: bool,
    /// Accepted and ignored: the standings are always shown.
    #[arg(long, hide = true, value_name = "N", alias = "scoreinterval")]
    ratinginterval: Option<u32>,
    /// Accepted and ignored: the results of pairs are always shown.
    #[arg(long, hide = true, value_name = "KEY=VALUE ", value_parser = parse_list)]
    report: Option<KeyValues>,
    /// Print the lines that the worker of OpenBench reads, and play each opening in all seats.
    #[arg(long = "testEnv")]
    test_env: bool,
    /// Refused: endgame tables are not read.
    #[arg(long, hide = true, value_name = "PATH", alias = "tbpieces", value_parser = no_tables)]
    tb: Option<String>,
    /// What is printed: format=table, or format=fastchess for a line for each game as well.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = parse_list)]
    output: Option<KeyValues>,
    /// Write all lines to and from the engines to this file.
    #[arg(long, value_name = "FILE", value_parser = parse_file)]
    log: Option<PathBuf>,
    /// Play only part I of N of the match.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Play nothing; add up the results of these PGN files.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "engine")]
    merge: Vec<PathBuf>,
    /// Seconds that an engine may take to start and to answer a ping.
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0)]
    patience: f64,
    /// Seconds after which an engine without a clock has failed to move.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    hang: f64,
}

impl Arguments {
    /// Plays the match, or adds up the files of `--merge`. `stop` ends the match early.
    ///
    /// # Errors
    /// One line that names the word that is malformed, or what went wrong.
    pub(super) fn run(self, stop: Arc<AtomicBool>) -> Result<Summary, String> {
        let sprt = self.sprt.as_ref().map(read_sprt).transpose().map_err(about("--sprt"))?;
        if !self.merge.is_empty() {
            return super::merge(&self.merge, sprt);
        }
        runner::run(&self.plan(sprt)?, stop)
    }

    /// Converts the arguments to a plan.
    ///
    /// # Errors
    /// One line that names the word that is malformed.
    pub fn plan(self, sprt: Option<Sprt>) -> Result<Plan, String> {
        let mut engines = self.engines()?;
        let variant = variant(&self.variant, &mut engines)?;
        let (openings, order) = self.openings()?;
        let output = self.output_style().map_err(about("--output"))?;
        let seating = seating(self.seats, variant)?;
        let set_games = seats::arrangements(seating).len() as u32;
        let games = self.games.unwrap_or(set_games);
        let schedule = Schedule {
            engines: engines.len(),
            tournament: self.tournament,
            rounds: self.rounds,
            games,
            repeat: self.repeat.is_some() || seating.is_some() || self.test_env && games.is_multiple_of(set_games),
            seating,
            order,
            first_opening: openings.as_ref().map_or(0, |file| file.start - 1),
            seed: self.seed,
        };
        let plan = Plan {
            engines,
            variant,
            chess960: is_chess960(&self.variant),
            schedule,
            openings,
            shard: self.shard,
            concurrency: self.concurrency.into(),
            adjudication: AdjudicationRules {
                resign: self.resign.as_ref().map(ResignRule::read).transpose().map_err(about("--resign"))?,
                draw: self.draw.as_ref().map(DrawRule::read).transpose().map_err(about("--draw"))?,
                max_moves: self.maxmoves,
            },
            sprt,
            pgnout: self.pgnout.as_ref().map(PgnOutput::read).transpose().map_err(about("--pgnout"))?,
            output,
            event: self.event,
            log: self.log,
            patience: seconds(self.patience).map_err(about("--patience"))?,
            hang: seconds(self.hang).map_err(about("--hang"))?,
        };
        check(&plan)?;
        Ok(plan)
    }

    fn engines(&self) -> Result<Vec<EngineConfig>, String> {
        let limit = self.limit()?;
        let each = self.each.concat();
        let read = |own| EngineConfig::read(&each, own, limit).map_err(about("--engine"));
        self.engine.iter().map(read).collect()
    }

    fn output_style(&self) -> Result<OutputStyle, String> {
        let mut style = if self.test_env { OutputStyle::Farm } else { OutputStyle::Table };
        for word in self.output.iter().flatten() {
            style = OutputStyle::read(key_value::split(word)?)?;
        }
        Ok(style)
    }

    /// The limits of the engines that have none of their own.
    fn limit(&self) -> Result<EngineLimits, String> {
        let mut limit = EngineLimits::default();
        let flags = [
            ("tc", &self.tc),
            ("st", &self.st),
            ("nodes", &self.nodes),
            ("depth", &self.depth),
            ("timemargin", &self.timemargin),
        ];
        for (key, text) in flags {
            if let Some(text) = text {
                limit.set(key, text)?;
            }
        }
        Ok(limit)
    }

    /// The file of openings, if there is one, and their order.
    fn openings(&self) -> Result<(Option<OpeningFile>, OpeningOrder), String> {
        let Some(list) = &self.openings else { return Ok((None, OpeningOrder::Sequential)) };
        let (file, order) = OpeningFile::read(list).map_err(about("--openings"))?;
        let order = order.map(|text| OpeningOrder::from_str(&text, true)).transpose();
        let order = order.map_err(|_| "--openings: `order` is random or sequential".to_owned())?;
        Ok((Some(file), self.order.or(order).unwrap_or_default()))
    }
}

/// Checks the arguments against each other.
fn check(plan: &Plan) -> Result<(), String> {
    if plan.engines.len() < 2 {
        return Err("two engines are needed: --engine … --engine …".into());
    }
    for (number, engine) in plan.engines.iter().enumerate() {
        if plan.engines[..number].iter().any(|other| other.name == engine.name) {
            return Err(format!("two engines are called `{}`: give them different names with name=", engine.name));
        }
    }
    if plan.output == OutputStyle::Farm && (plan.engines.len() > 2 || plan.schedule.seating.is_some()) {
        return Err("--testEnv is for two engines in a game of two players".into());
    }
    if plan.sprt.is_some() && plan.engines.len() > 2 {
        return Err(format!("--sprt needs exactly two engines; there are {}", plan.engines.len()));
    }
    let Schedule { games, repeat, seating, .. } = plan.schedule;
    let set_games = plan.schedule.arrangements().len();
    if (plan.sprt.is_some() || repeat) && !(games as usize).is_multiple_of(set_games) {
        return Err(match seating {
            None => format!("--sprt and --repeat need pairs of games, not --games {games}"),
            Some(seating) => format!("--seats {seating} needs sets of {set_games} games, not --games {games}"),
        });
    }
    Ok(())
}

/// The game of a match: that of `--variant`, or, if this is chess, the one that the engines' options `UCI_Variant` name.
fn variant(flag: &str, engines: &mut [EngineConfig]) -> Result<&'static Variant, String> {
    let flagged = variants::find(flag)?;
    let is_default = std::ptr::eq(flagged, variants::find("chess")?) && !is_chess960(flag);
    match engine_config::named_game(engines).map_err(about("--engine"))? {
        Some(named) if is_default || std::ptr::eq(named, flagged) => Ok(named),
        Some(named) => Err(format!("--variant is {flag}, but the engines' UCI_Variant is {}", named.name)),
        None => Ok(flagged),
    }
}

/// How two engines share the seats; `None` in games of two players.
fn seating(asked: Option<Seating>, variant: &'static Variant) -> Result<Option<Seating>, String> {
    match variant.players() {
        2 => match asked {
            Some(_) => Err(format!("--seats is for games of four players; `{}` is for two", variant.name)),
            None => Ok(None),
        },
        _ => Ok(Some(asked.unwrap_or(Seating::TwoAgainstTwo))),
    }
}

fn no_tables(_: &str) -> Result<String, String> {
    Err("endgame tables are not read; in OpenBench, Syzygy Adjudication must be DISABLED".into())
}

/// A function that puts the name of a flag before an error.
fn about(flag: &'static str) -> impl Fn(String) -> String {
    move |error| format!("{flag}: {error}")
}

fn seconds(number: f64) -> Result<Duration, String> {
    let is_valid = (0.001..=1e6).contains(&number);
    is_valid
        .then(|| Duration::from_secs_f64(number))
        .ok_or_else(|| format!("`{number}` is not between 0.001 and 1000000"))
}

fn read_sprt(list: &KeyValues) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    for word in list {
        match key_value::split(word)? {
            ("elo0", text) => sprt.elo0 = key_value::parse_value("elo0", text)?,
            ("elo1", text) => sprt.elo1 = key_value::parse_value("elo1", text)?,
            ("alpha", text) => sprt.alpha = key_value::parse_value("alpha", text)?,
            ("beta", text) => sprt.beta = key_value::parse_value("beta", text)?,
            ("model", "logistic") => sprt.model = EloModel::Logistic,
            ("model", "normalized") => sprt.model = EloModel::Normalized,
            ("model", text) => return Err(format!("`model={text}`: the models are logistic and normalized")),
            (key, _) => return Err(key_value::unknown_key(key, "elo0, elo1, alpha, beta, model")),
        }
    }
    let are_rates = [sprt.alpha, sprt.beta].iter().all(|rate| (0.0..0.5).contains(rate) && *rate > 0.0);
    if sprt.elo0 < sprt.elo1 && are_rates {
        Ok(sprt)
    } else {
        Err("elo0 must be below elo1, alpha and beta between 0 and 0.5".into())
    }
}
