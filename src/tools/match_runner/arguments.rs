//! The flags of `jailbird match`, in the words of cutechess-cli and fastchess.

use super::adjudication::{Adjudication, Draw, Resign};
use super::clock::Limit;
use super::openings::Source;
use super::schedule::{Order, Shard, Tournament};
use super::specification::Specification;
use super::words::{self, Words};
use super::{Plan, Summary};
use crate::tools::sprt::{EloModel, Sprt};
use crate::variants;
use crate::variants::chess::is_chess960;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// The flags. Lists of words follow their flag; cutechess-cli's spelling with one dash is understood too.
#[derive(Args, Debug)]
pub struct Match {
    /// An engine, twice or more: cmd= name= proto=uci|cecp args= dir= restart=on|off option.NAME= tc= st= nodes= depth=
    /// timemargin=. Without cmd, this program.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = words::parse, num_args = 0..=1, default_missing_value = "")]
    engine: Vec<List>,
    /// Words for every engine; an engine's own go first.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = words::parse)]
    each: Vec<List>,
    /// The game.
    #[arg(long, default_value = "chess")]
    variant: String,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// How often everyone meets.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,
    /// Games of each meeting; colours change from game to game.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Two games in a row begin from the same opening [cutechess-cli's count may follow and is not heeded].
    #[arg(long, num_args = 0..=1, value_name = "N", default_missing_value = "2")]
    repeat: Option<u32>,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Positions (EPD) or games (PGN) that games begin from: FILE, or file= format=epd|pgn order= plies=.
    #[arg(long, value_name = "FILE ", value_parser = words::parse)]
    openings: Option<List>,
    /// The order of the openings.
    #[arg(long, value_enum)]
    order: Option<Order>,
    /// Seed of random orders.
    #[arg(long, visible_alias = "srand", default_value_t = 1)]
    seed: u64,
    /// Time of a game in seconds: 10+0.1, 40/60+0.5 (40 moves), 40/1:30 (minutes), inf.
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Seconds of a move.
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Nodes of a move.
    #[arg(long)]
    nodes: Option<String>,
    /// Depth of a move.
    #[arg(long)]
    depth: Option<String>,
    /// Milliseconds by which time may be overstepped.
    #[arg(long, value_name = "MS")]
    timemargin: Option<String>,
    /// An engine loses when for movecount=3 moves it is score=400 centipawns down in its own eyes.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = words::parse, num_args = 0..=1, default_missing_value = "")]
    resign: Option<List>,
    /// A game is drawn when from movenumber=40 on for movecount=8 moves both are within score=10 centipawns.
    #[arg(long, value_name = "KEY=VALUE ", value_parser = words::parse, num_args = 0..=1, default_missing_value = "")]
    draw: Option<List>,
    /// A game is drawn after so many moves of each side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: Option<u32>,
    /// Ends the match when it has decided between elo0=0 and elo1=5 (alpha=0.05 beta=0.05 model=logistic|normalized).
    #[arg(long, value_name = "KEY=VALUE ", value_parser = words::parse, num_args = 0..=1, default_missing_value = "")]
    sprt: Option<List>,
    /// The file of games; a match whose games are there already is taken up again.
    #[arg(long, value_name = "FILE", value_parser = words::file)]
    pgnout: Option<PathBuf>,
    /// PGN's Event.
    #[arg(long, default_value = "Jailbird match")]
    event: String,
    /// Accepted: an engine that fails is always started again.
    #[arg(long, hide = true)]
    recover: bool,
    /// Accepted: the standing is always shown.
    #[arg(long, hide = true, value_name = "N")]
    ratinginterval: Option<u32>,
    /// Writes down what is said to and by engines.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Plays only part I of N of the match.
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,
    /// Plays nothing and adds up these PGN files.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "engine")]
    merge: Vec<PathBuf>,
    /// Seconds an engine may take to start, to answer a ping and to leave.
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0)]
    patience: f64,
    /// Seconds after which a move that no clock limits counts as none.
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0)]
    hang: f64,
}

/// The words of one occurrence: one value to the parser of flags, which would take a `Vec` for several.
type List = Words;

impl Match {
    /// Does what the flags say.
    ///
    /// # Errors
    /// One line that names the word that makes no sense, or what went wrong.
    pub fn run(self) -> Result<Summary, String> {
        let sprt = self.sprt.as_ref().map(read_sprt).transpose().map_err(about("--sprt"))?;
        if !self.merge.is_empty() {
            return super::merge(&self.merge, sprt);
        }
        super::play(&self.plan(sprt)?)
    }

    /// The match that the flags ask for.
    ///
    /// # Errors
    /// One line that names the word that makes no sense.
    pub fn plan(self, sprt: Option<Sprt>) -> Result<Plan, String> {
        let variant = variants::find(&self.variant)?;
        let engines = self.engines()?;
        let (openings, order) = self.beginnings()?;
        let plan = Plan {
            engines,
            variant,
            chess960: is_chess960(&self.variant),
            tournament: self.tournament,
            rounds: self.rounds,
            games: self.games,
            repeat: self.repeat.is_some(),
            openings,
            order,
            seed: self.seed,
            shard: self.shard,
            concurrency: self.concurrency.into(),
            adjudication: Adjudication {
                resign: self.resign.as_ref().map(Resign::read).transpose().map_err(about("--resign"))?,
                draw: self.draw.as_ref().map(Draw::read).transpose().map_err(about("--draw"))?,
                longest: self.maxmoves,
            },
            sprt,
            pgnout: self.pgnout,
            event: self.event,
            log: self.log,
            patience: seconds(self.patience).map_err(about("--patience"))?,
            hang: seconds(self.hang).map_err(about("--hang"))?,
        };
        check(&plan)?;
        Ok(plan)
    }

    fn engines(&self) -> Result<Vec<Specification>, String> {
        let limit = self.limit()?;
        let each = self.each.concat();
        let read = |own| Specification::read(&each, own, limit).map_err(about("--engine"));
        self.engine.iter().map(read).collect()
    }

    /// The limits for all engines that have none of their own.
    fn limit(&self) -> Result<Limit, String> {
        let mut limit = Limit::default();
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

    fn beginnings(&self) -> Result<(Option<Source>, Order), String> {
        let Some(list) = &self.openings else { return Ok((None, Order::Sequential)) };
        let (source, order) = Source::read(list).map_err(about("--openings"))?;
        let order = order.map(|text| Order::from_str(&text, true)).transpose();
        let order = order.map_err(|_| "--openings: `order` is random or sequential".to_owned())?;
        Ok((Some(source), self.order.or(order).unwrap_or_default()))
    }
}

/// What no single flag shows.
fn check(plan: &Plan) -> Result<(), String> {
    if plan.engines.len() < 2 {
        return Err("two engines are wanted: --engine … --engine …".into());
    }
    for (number, engine) in plan.engines.iter().enumerate() {
        if plan.engines[..number].iter().any(|other| other.name == engine.name) {
            return Err(format!("two engines are called `{}`: tell them apart with name=", engine.name));
        }
    }
    if plan.sprt.is_some() && plan.engines.len() > 2 {
        return Err(format!("--sprt is about two engines; there are {}", plan.engines.len()));
    }
    if (plan.sprt.is_some() || plan.repeat) && plan.games % 2 == 1 {
        return Err(format!("--sprt and --repeat want pairs of games, not --games {}", plan.games));
    }
    Ok(())
}

/// Says which flag an error is about.
fn about(flag: &'static str) -> impl Fn(String) -> String {
    move |error| format!("{flag}: {error}")
}

fn seconds(number: f64) -> Result<Duration, String> {
    let sensible = (0.001..=1e6).contains(&number);
    sensible.then(|| Duration::from_secs_f64(number)).ok_or_else(|| format!("`{number}` is no sensible time"))
}

fn read_sprt(list: &Words) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
    for word in list {
        match words::split(word)? {
            ("elo0", text) => sprt.elo0 = words::value("elo0", text)?,
            ("elo1", text) => sprt.elo1 = words::value("elo1", text)?,
            ("alpha", text) => sprt.alpha = words::value("alpha", text)?,
            ("beta", text) => sprt.beta = words::value("beta", text)?,
            ("model", "logistic") => sprt.model = EloModel::Logistic,
            ("model", "normalized") => sprt.model = EloModel::Normalized,
            ("model", text) => return Err(format!("`model={text}`: there are logistic and normalized")),
            (key, _) => return Err(words::unknown(key, "elo0, elo1, alpha, beta, model")),
        }
    }
    let chances = [sprt.alpha, sprt.beta].iter().all(|chance| (0.0..0.5).contains(chance) && *chance > 0.0);
    match sprt.elo0 < sprt.elo1 && chances {
        true => Ok(sprt),
        false => Err("elo0 must be below elo1, alpha and beta between 0 and 0.5".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        flags: Match,
    }

    fn plan(line: &str) -> Result<Plan, String> {
        let arguments = words::normalise(line.split_whitespace().map(str::to_owned));
        let flags = Flags::try_parse_from(std::iter::once("match".to_owned()).chain(arguments));
        let flags = flags.map_err(|error| error.to_string())?.flags;
        let sprt = flags.sprt.as_ref().map(read_sprt).transpose()?;
        flags.plan(sprt)
    }

    #[test]
    fn habits_of_cutechess_are_understood() {
        let plan = plan(
            "-engine name=A option.Hash=1 -engine cmd=b name=B nodes=5 -each proto=uci tc=10+0.1 timemargin=9 -rounds 50 \
             -games 2 -repeat -recover -concurrency 2 -openings file=x.epd format=epd order=random -srand 7 \
             -resign movecount=3 score=500 -draw movenumber=30 movecount=4 score=8 -maxmoves 200 \
             -sprt elo0=0 elo1=10 alpha=0.05 beta=0.1 -pgnout out.pgn -tournament gauntlet -variant prisonbreak",
        )
        .unwrap();
        assert_eq!((plan.engines.len(), plan.engines[1].name.as_str(), plan.variant.name), (2, "B", "prisonbreak"));
        assert_eq!(plan.engines[0].limit.to_string(), "10+0.1");
        assert_eq!(plan.engines[1].limit.to_string(), "10+0.1 nodes=5");
        assert_eq!((plan.order, plan.seed, plan.rounds, plan.repeat), (Order::Random, 7, 50, true));
        assert_eq!(plan.adjudication.resign.map(|resign| resign.score), Some(500));
        assert_eq!(plan.sprt.map(|sprt| sprt.beta), Some(0.1));
    }

    #[test]
    fn lists_may_be_empty() {
        let plan = plan("--engine --engine name=B --st 1 --resign --draw --sprt").unwrap();
        assert!(plan.adjudication.resign.is_some() && plan.adjudication.draw.is_some() && plan.sprt.is_some());
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let rows = [
            ("--engine --st 1", "two engines"),
            ("--engine name=A --engine name=A --st 1", "`A`"),
            ("--engine name=A --engine name=B", "nothing limits `A`"),
            ("--engine name=A --engine name=B --st x", "st=x"),
            ("--engine name=A colour=red --engine name=B --st 1", "`colour`"),
            ("--engine name=A --engine name=B --st 1 --variant nochess", "`nochess`"),
            ("--engine name=A --engine name=B --st 1 --games 3 --repeat", "--games 3"),
            ("--engine name=A --engine name=B --st 1 --sprt elo0=9", "elo0"),
            ("--engine name=A --engine name=B --st 1 --draw moves=9", "`moves`"),
            ("--engine name=A --engine name=B --st 1 --openings order=x file=f", "order"),
            ("--engine name=A --engine name=B --engine name=C --st 1 --sprt", "two engines"),
            ("--engine name=A --engine name=B --st 1 --shard 3/2", "3/2"),
            ("--engine name=A --engine name=B --st 1 --patience nan", "--patience"),
            ("--engine name=A --engine name=B --st 1 --tournament knockout", "knockout"),
        ];
        for (line, named) in rows {
            let error = plan(line).map(drop).unwrap_err();
            assert!(error.contains(named), "{line}: {error}");
        }
    }
}
