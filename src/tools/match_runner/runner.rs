//! Plays the games of a plan. Each game that is played at the same time has a worker thread, which owns its engines.
//! The main thread alone records the finished games, updates the standings and shows the progress.

use super::cecp_player::CecpPlayer;
use super::engine_config::{EngineConfig, EngineProtocol};
use super::engine_process::{Log, ProcessContext};
use super::farm_output::{self, OutputStyle};
use super::game_end::{self, FinishedGame};
use super::game_file::{GameFile, today};
use super::opening_file::Opening;
use super::pgn_output::CommentFields;
use super::player::{GameSettings, Player, PlayerError};
use super::progress::Progress;
use super::referee::{self, Interrupted};
use super::schedule::Pairing;
use super::seats;
use super::standings::Standings;
use super::time_control::MatchClock;
use super::uci_player::UciPlayer;
use super::{Plan, Summary};
use crate::pgn::{GameRecord, RULES};
use crate::tools::console::{exit_unwritten, try_print};
use crate::tools::sprt::Verdict;
use crate::tools::threads;
use crate::types::Seat;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// A signal that ends the whole match can reach an engine this long before it reaches the runner.
const STOP_DELAY: Duration = Duration::from_millis(500);

struct MatchRun<'a> {
    plan: &'a Plan,
    settings: GameSettings,
    context: ProcessContext,
    /// The players of the game, in the order of moves.
    seats: &'static [Seat],
    openings: &'a [Opening],
    /// The games that are not in the file yet.
    remaining: Vec<Pairing>,
    /// The index in `remaining` of the next game to play.
    next: AtomicUsize,
}

/// The results so far, which belong to the main thread.
struct Results {
    file: Option<GameFile>,
    standings: Standings,
    progress: Progress,
    /// The sum of the engines' thinking time in all games.
    thinking: Duration,
    /// Why the lines for the worker of a farm cannot be written any more.
    unwritten: Option<io::Error>,
}

/// The running engines of one worker, with their indices. An engine runs once for every seat that it has in a game.
type Running = Vec<(usize, Box<dyn Player>)>;

/// A finished game, as a worker sends it to the main thread.
struct GameReport {
    record: GameRecord,
    /// The message about a forfeit.
    forfeit: Option<String>,
    /// The line about the game for the worker of a farm.
    finished: String,
    thinking: Duration,
}

/// Plays the games of a plan that are not in its file yet, and returns the results of all. `stop` ends the match early;
/// it is set, too, when the sequential test has decided.
///
/// # Errors
/// An engine cannot take part, a file cannot be read or written, or threads cannot be had.
pub fn run(plan: &Plan, stop: Arc<AtomicBool>) -> Result<Summary, String> {
    let openings = plan.openings.as_ref().map_or(Ok(Vec::new()), |file| file.load(plan.variant))?;
    run_from(plan, &openings, stop)
}

/// The same from these openings, which are legal.
pub fn run_from(plan: &Plan, openings: &[Opening], stop: Arc<AtomicBool>) -> Result<Summary, String> {
    let pairings = plan.schedule.pairings(openings.len(), plan.shard);
    let log = plan.log.as_deref().map_or(Ok(Log::default()), Log::create)?;
    let context = ProcessContext { log, stop, patience: plan.patience };
    let settings = GameSettings {
        variant: plan.variant,
        chess960: plan.chess960,
        has_positions: openings.iter().any(|opening| opening.fen.is_some()),
        hang: plan.hang,
        comments: plan.pgnout.as_ref().map_or_else(CommentFields::default, |output| output.fields.clone()),
    };
    let (seats, remaining) = (plan.variant.seats, Vec::new());
    let mut run = MatchRun { plan, settings, context, seats, openings, remaining, next: 0.into() };
    let (remaining, results) = run.resume(pairings)?;
    if !remaining.is_empty() && !run.is_decided(&results.standings) {
        run.remaining = remaining;
        run.check_engines()?;
    }
    run.play(results)
}

impl MatchRun<'_> {
    /// Counts the games that are already in the file. Returns the remaining ones and the results.
    fn resume(&self, pairings: Vec<Pairing>) -> Result<(Vec<Pairing>, Results), String> {
        let mut standings = Standings::new(self.plan.engines.iter().map(|engine| engine.name.clone()));
        let (mut file, mut records) = (None, Vec::new());
        if let Some(output) = &self.plan.pgnout {
            let (opened, found) = GameFile::open(&output.path)?;
            (file, records) = (Some(opened), found);
        }
        let key = |record: &GameRecord| (record.tag("Round").map(str::to_owned), seats::names_of(record));
        let found: HashMap<_, _> = records.iter().map(|record| (key(record), record)).collect();
        let mut remaining = Vec::new();
        for pairing in pairings {
            let blank = self.blank_record(&pairing);
            match found.get(&key(&blank)) {
                None => remaining.push(pairing),
                Some(record) => {
                    check_same_match(record, &blank)?;
                    standings.add(record)?;
                }
            }
        }
        let total = standings.games() + remaining.len();
        let progress = match self.plan.output {
            OutputStyle::Nothing => Progress::hidden(total),
            _ => Progress::new(total, standings.games()),
        };
        Ok((remaining, Results { file, standings, progress, thinking: Duration::ZERO, unwritten: None }))
    }

    /// Starts every engine once, to report one that does not work before the first game.
    fn check_engines(&self) -> Result<(), String> {
        for engine in &self.plan.engines {
            match start_player(engine, &self.settings, &self.context) {
                Ok(_) => {}
                Err(PlayerError::Interrupted) => return Ok(()),
                Err(PlayerError::Forfeit(forfeit)) => {
                    return Err(format!("engine `{}`: {}", engine.name, forfeit.detail));
                }
            }
        }
        Ok(())
    }

    fn play(&self, mut results: Results) -> Result<Summary, String> {
        let begun = Instant::now();
        let (sender, finished) = channel();
        let thread_count = self.plan.concurrency.clamp(1, self.remaining.len().max(1));
        std::thread::scope(|scope| {
            let spawn = |sender| threads::spawn_scoped(scope, move || self.play_games(&sender));
            let workers = std::iter::repeat_n(sender, thread_count).map(spawn).collect::<Result<Vec<_>, _>>();
            // An error ends the match, and with it the workers.
            let stop = || self.context.stop.store(true, Relaxed);
            let workers = workers.inspect_err(|_| stop())?;
            let mut reports = finished.into_iter();
            let counted = reports.try_for_each(|report| self.count(report, &mut results).inspect_err(|_| stop()));
            threads::join_all(workers)?;
            counted
        })?;
        results.progress.bar.finish_and_clear();
        // The engines have ended.
        if let Some(error) = &results.unwritten {
            exit_unwritten(error);
        }
        let capacity = begun.elapsed().as_secs_f64() * thread_count as f64;
        Ok(Summary {
            planned: results.progress.total,
            standings: results.standings,
            sprt: self.plan.sprt,
            thinking: (!self.remaining.is_empty())
                .then(|| (results.thinking.as_secs_f64() / capacity, begun.elapsed())),
            log_failure: self.context.log.failure(),
        })
    }

    /// Records and counts a game, and stops the match if the sequential test has decided or the worker of a farm reads no
    /// more.
    fn count(&self, report: GameReport, results: &mut Results) -> Result<(), String> {
        results.thinking += report.thinking;
        if let Some(file) = &mut results.file {
            file.append(&report.record)?;
        }
        results.standings.add(&report.record)?;
        if let Some(forfeit) = report.forfeit {
            results.progress.print(&forfeit);
        }
        if self.plan.output == OutputStyle::Farm && results.unwritten.is_none() {
            results.unwritten = self.print_for_farm(&report.finished, &results.standings).err();
        }
        results.progress.advance(&results.standings, self.plan.sprt.as_ref());
        if self.is_decided(&results.standings) || results.unwritten.is_some() {
            self.context.stop.store(true, Relaxed);
        }
        Ok(())
    }

    fn print_for_farm(&self, finished: &str, standings: &Standings) -> io::Result<()> {
        try_print(finished)?;
        if let (Some(tally), [first, second]) = (standings.tally(0), self.plan.engines.as_slice()) {
            try_print(farm_output::score_line(&first.name, &second.name, tally))?;
        }
        Ok(())
    }

    fn is_decided(&self, standings: &Standings) -> bool {
        let test = self.plan.sprt.zip(standings.tally(0));
        test.is_some_and(|(sprt, tally)| sprt.verdict(tally) != Verdict::Continue)
    }

    /// Plays games until none is left or the match is stopped: the work of one thread.
    fn play_games(&self, sender: &Sender<GameReport>) {
        let mut running = Running::new();
        while !self.context.stop.load(Relaxed)
            && let Some(pairing) = self.remaining.get(self.next.fetch_add(1, Relaxed))
        {
            running.retain(|(number, player)| pairing.engines.contains(number) && !player.needs_restart());
            let begun = Instant::now();
            let Ok(game) = self.play_one(pairing, &mut running) else { return };
            if let Some((loser, forfeit)) = &game.ending.forfeit {
                if forfeit.reason.may_be_by_signal() && self.is_being_stopped() {
                    return;
                }
                if usize::from(loser.number) < running.len() {
                    running.remove(loser.number.into());
                }
            }
            if sender.send(self.report(pairing, game, begun.elapsed())).is_err() {
                return;
            }
        }
    }

    /// Whether the match is stopped now or within [`STOP_DELAY`].
    fn is_being_stopped(&self) -> bool {
        let deadline = Instant::now() + STOP_DELAY;
        let is_stopped = || self.context.stop.load(Relaxed);
        while !is_stopped() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        is_stopped()
    }

    /// Plays a game, with the engines in `running` and those that it must start.
    fn play_one(&self, pairing: &Pairing, running: &mut Running) -> Result<FinishedGame, Interrupted> {
        let none = Opening::at_start(self.plan.variant);
        let opening = pairing.opening.and_then(|number| self.openings.get(number)).unwrap_or(&none);
        match self.start_engines(pairing, running) {
            Ok(()) => {}
            Err((_, PlayerError::Interrupted)) => return Err(Interrupted),
            Err((seat, PlayerError::Forfeit(forfeit))) => {
                return Ok(FinishedGame::without_moves(&*opening.start(), pairing.arrangement, seat, forfeit));
            }
        }
        let clock = |number: usize| MatchClock::new(self.plan.engines[number].limit);
        let seated = running.iter_mut().take(self.seats.len());
        let mut players: Vec<(&mut dyn Player, MatchClock)> =
            seated.map(|(number, player)| (&mut **player as &mut dyn Player, clock(*number))).collect();
        referee::play(&mut players, pairing.arrangement, &self.settings, opening, self.plan.adjudication)
    }

    /// Moves the engines of a game to the front of `running`, by seat, and starts those that are not running. The error
    /// has the index of the seat whose engine does not start.
    fn start_engines(&self, pairing: &Pairing, running: &mut Running) -> Result<(), (usize, PlayerError)> {
        for (seat, number) in pairing.seats().enumerate() {
            let idle = running.iter().skip(seat).position(|&(other, _)| other == number);
            let place = match idle {
                Some(index) => seat + index,
                None => {
                    let player = start_player(&self.plan.engines[number], &self.settings, &self.context);
                    running.push((number, player.map_err(|error| (seat, error))?));
                    running.len() - 1
                }
            };
            running.swap(seat, place);
        }
        Ok(())
    }

    fn report(&self, pairing: &Pairing, game: FinishedGame, duration: Duration) -> GameReport {
        let mut record = self.blank_record(pairing);
        let (thinking, names) = (game.thinking, self.names(pairing));
        let finished = farm_output::finished_line(pairing.number, [names[0], names[1]], &game.ending);
        let forfeit = game.ending.forfeit.as_ref().map(|(loser, forfeit)| {
            let loser = usize::from(loser.number);
            let (name, other) = (names[loser], names[seats::winner_against(pairing.arrangement, loser)]);
            let reservation = game_end::reservation(game.ending.winner);
            format!("game {}: {name} forfeits against {other}: {forfeit}{reservation}", pairing.round_tag())
        });
        record.set("Date", today());
        record.set("GameDuration", hours(duration));
        let fault = game.ending.forfeit.as_ref().map(|(_, forfeit)| forfeit.reason);
        game.write(&mut record, self.seats.len());
        if let Some(reason) = fault.filter(|_| self.plan.output == OutputStyle::Farm) {
            record.set("Termination", farm_output::termination(reason));
        }
        GameReport { record, forfeit, finished, thinking }
    }

    /// The names of the engines, by seat.
    fn names(&self, pairing: &Pairing) -> Vec<&str> {
        pairing.seats().map(|number| self.plan.engines[number].name.as_str()).collect()
    }

    /// The record of a game before it is played.
    fn blank_record(&self, pairing: &Pairing) -> GameRecord {
        let mut record = GameRecord { result: "*".into(), ..GameRecord::default() };
        record.set("Event", self.plan.event.as_str());
        record.set("Site", "?");
        record.set("Date", "????.??.??");
        record.set("Round", pairing.round_tag());
        seats::write_tags(&mut record, self.plan.schedule.seating, self.seats, &self.names(pairing));
        record.set("Result", "*");
        let opening = pairing.opening.and_then(|number| self.openings.get(number));
        if let Some(fen) = opening.and_then(|opening| opening.fen.as_ref()) {
            record.set("SetUp", "1");
            record.set("FEN", fen.as_str());
        }
        record.set_variant(self.plan.variant);
        if self.plan.chess960 {
            record.set("Variant", "chess960");
        }
        let limits: Vec<String> = pairing.seats().map(|number| self.plan.engines[number].limit.to_string()).collect();
        seats::write_limits(&mut record, &limits);
        record.set("Seed", self.plan.schedule.seed.to_string());
        if let Some(number) = pairing.opening {
            record.set("OpeningNumber", (number + 1).to_string());
        }
        record
    }
}

/// Starts an engine, checks that it can play the game and sets its options.
fn start_player(
    engine: &EngineConfig,
    settings: &GameSettings,
    context: &ProcessContext,
) -> Result<Box<dyn Player>, PlayerError> {
    Ok(match engine.protocol {
        EngineProtocol::Uci => Box::new(UciPlayer::start(engine, settings, context)?),
        EngineProtocol::Cecp => Box::new(CecpPlayer::start(engine, settings, context)?),
    })
}

fn check_same_match(record: &GameRecord, expected: &GameRecord) -> Result<(), String> {
    let limits =
        (0..seats::names_of(expected).len()).map(|seat| seats::limit_tag(seats::names_of(expected).len(), seat));
    let tags = ["Variant", RULES, "Seating", "Seed", "OpeningNumber", "FEN", "TimeControl"].map(str::to_owned);
    for tag in tags.into_iter().chain(limits) {
        let tag = tag.as_str();
        if record.tag(tag) != expected.tag(tag) {
            let round = expected.tag("Round").unwrap_or("?");
            let [found, scheduled] = [record, expected].map(|record| record.tag(tag).unwrap_or("nothing"));
            return Err(format!("game {round} is of another match: its {tag} is {found}, not {scheduled}"));
        }
    }
    Ok(())
}

/// Formats a duration as `HH:MM:SS`.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
