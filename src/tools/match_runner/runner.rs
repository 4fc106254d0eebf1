//! Plays the games of a plan: one thread for each game that is played at the same time, which owns its engines; and the
//! thread that started them, which alone counts, records and shows what they report.

use super::archive::{Archive, today};
use super::clock::Clock;
use super::log::Log;
use super::openings::Opening;
use super::player::{self, Failure, Player, Setting};
use super::process::Surroundings;
use super::progress::Progress;
use super::referee::{self, Interrupted, Played};
use super::schedule::Pairing;
use super::standings::Standings;
use super::{Plan, Summary};
use crate::tools::pgn::GameRecord;
use crate::tools::sprt::Verdict;
use crate::types::Color;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

/// A match under way, as its threads share it.
struct Arena<'a> {
    plan: &'a Plan,
    setting: Setting,
    surroundings: Surroundings,
    openings: &'a [Opening],
    /// Games that are still to be played.
    due: Vec<Pairing>,
    next: AtomicUsize,
}

/// What only the thread that counts may touch.
struct Books {
    archive: Option<Archive>,
    standings: Standings,
    progress: Progress,
    thinking: Duration,
}

/// A game that has come to its end.
struct Finished {
    record: GameRecord,
    /// Who forfeited and how.
    fault: Option<String>,
    thinking: Duration,
}

/// Plays what is left of a plan and returns what all of it came to.
///
/// # Errors
/// When an engine cannot take part, a file cannot be used or threads cannot be had.
pub fn run(plan: &Plan, interrupted: Arc<AtomicBool>) -> Result<Summary, String> {
    let openings = plan.openings.as_ref().map_or(Ok(Vec::new()), |source| source.load(plan.variant))?;
    let pairings = plan.schedule(openings.len()).pairings(plan.shard);
    let log = plan.log.as_deref().map_or(Ok(Log::default()), Log::create)?;
    let surroundings = Surroundings { log, interrupted, patience: plan.patience };
    let setting = Setting {
        variant: plan.variant,
        chess960: plan.chess960,
        positions: openings.iter().any(|opening| opening.fen.is_some()),
        hang: plan.hang,
    };
    let mut arena = Arena { plan, setting, surroundings, openings: &openings, due: Vec::new(), next: 0.into() };
    let (due, books) = arena.resume(pairings)?;
    if !due.is_empty() && !arena.is_decided(&books.standings) {
        arena.due = due;
        arena.inspect()?;
    }
    arena.play(books)
}

impl Arena<'_> {
    /// Counts the games that are in the file already and returns the others.
    fn resume(&self, pairings: Vec<Pairing>) -> Result<(Vec<Pairing>, Books), String> {
        let mut standings = Standings::new(self.plan.engines.iter().map(|engine| engine.name.clone()));
        let (mut archive, mut records) = (None, Vec::new());
        if let Some(path) = &self.plan.pgnout {
            let (opened, found) = Archive::open(path)?;
            (archive, records) = (Some(opened), found);
        }
        let name =
            |record: &GameRecord| ["Round", "White", "Black"].map(|tag| record.tag(tag).unwrap_or("").to_owned());
        let found: HashMap<_, _> = records.iter().map(|record| (name(record), record)).collect();
        let mut due = Vec::new();
        for pairing in pairings {
            let blank = self.blank_record(&pairing);
            match found.get(&name(&blank)) {
                None => due.push(pairing),
                Some(record) => {
                    same_match(record, &blank)?;
                    standings.add(record)?;
                }
            }
        }
        let progress = Progress::new(standings.games() + due.len(), standings.games());
        Ok((due, Books { archive, standings, progress, thinking: Duration::ZERO }))
    }

    /// Starts every engine once before anything is played: what is wrong with one is best said at once.
    fn inspect(&self) -> Result<(), String> {
        for engine in &self.plan.engines {
            match player::start(engine, &self.setting, &self.surroundings) {
                Ok(_) => {}
                Err(Failure::Interrupted) => return Ok(()),
                Err(Failure::Fault(fault)) => return Err(format!("engine `{}`: {}", engine.name, fault.what)),
            }
        }
        Ok(())
    }

    fn play(&self, mut books: Books) -> Result<Summary, String> {
        let begun = Instant::now();
        let (sender, finished) = channel();
        let threads = self.plan.concurrency.clamp(1, self.due.len().max(1));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || self.serve(&sender));
            }
            drop(sender);
            // Whatever goes wrong here, the threads are to end.
            let end = || self.surroundings.interrupted.store(true, Relaxed);
            finished.into_iter().try_for_each(|game| self.count(game, &mut books).inspect_err(|_| end()))
        })?;
        books.progress.finish();
        let capacity = begun.elapsed().as_secs_f64() * threads as f64;
        Ok(Summary {
            planned: books.progress.total(),
            standings: books.standings,
            sprt: self.plan.sprt,
            thinking: (!self.due.is_empty()).then(|| (books.thinking.as_secs_f64() / capacity, begun.elapsed())),
            is_interrupted: false,
        })
    }

    /// Records and counts a game, and ends the match when the test has decided.
    fn count(&self, game: Finished, books: &mut Books) -> Result<(), String> {
        books.thinking += game.thinking;
        books.archive.as_mut().map_or(Ok(()), |archive| archive.append(&game.record))?;
        books.standings.add(&game.record)?;
        if let Some(fault) = game.fault {
            books.progress.say(&fault);
        }
        books.progress.advance(&books.standings, self.plan.sprt.as_ref());
        if self.is_decided(&books.standings) {
            self.surroundings.interrupted.store(true, Relaxed);
        }
        Ok(())
    }

    fn is_decided(&self, standings: &Standings) -> bool {
        let test = self.plan.sprt.zip(standings.tally(0));
        test.is_some_and(|(sprt, tally)| sprt.verdict(tally) != Verdict::Continue)
    }

    /// Plays one game after the other until none is left.
    fn serve(&self, to: &Sender<Finished>) {
        let mut running: Vec<(usize, Box<dyn Player>)> = Vec::new();
        while !self.surroundings.interrupted.load(Relaxed)
            && let Some(pairing) = self.due.get(self.next.fetch_add(1, Relaxed))
        {
            running.retain(|(number, player)| [pairing.white, pairing.black].contains(number) && !player.is_spent());
            let begun = Instant::now();
            let Ok(played) = self.play_one(pairing, &mut running) else { return };
            if let (Some(_), Some(winner)) = (&played.ending.fault, played.ending.winner) {
                let loser = winner.choose(pairing.black, pairing.white);
                running.retain(|&(number, _)| number != loser);
            }
            if to.send(self.finish(pairing, played, begun.elapsed())).is_err() {
                return;
            }
        }
    }

    fn play_one(&self, pairing: &Pairing, running: &mut Vec<(usize, Box<dyn Player>)>) -> Result<Played, Interrupted> {
        for (side, number) in [(Color::White, pairing.white), (Color::Black, pairing.black)] {
            if running.iter().any(|&(other, _)| other == number) {
                continue;
            }
            match player::start(&self.plan.engines[number], &self.setting, &self.surroundings) {
                Ok(player) => running.push((number, player)),
                Err(Failure::Interrupted) => return Err(Interrupted),
                Err(Failure::Fault(fault)) => return Ok(Played::forfeited(side, fault)),
            }
        }
        // Exactly the two that play are running.
        running.sort_by_key(|&(number, _)| number != pairing.white);
        let [(_, white), (_, black)] = running.as_mut_slice() else { return Err(Interrupted) };
        let clocks = [pairing.white, pairing.black].map(|number| Clock::new(self.plan.engines[number].limit));
        let none = Opening::default();
        let opening = pairing.opening.and_then(|number| self.openings.get(number)).unwrap_or(&none);
        referee::play([&mut **white, &mut **black], &self.setting, opening, clocks, self.plan.adjudication)
    }

    fn finish(&self, pairing: &Pairing, played: Played, duration: Duration) -> Finished {
        let mut record = self.blank_record(pairing);
        let thinking = played.thinking;
        let fault = played.ending.fault.as_ref().zip(played.ending.winner).map(|(fault, winner)| {
            let name = |side: Color| &self.plan.engines[side.choose(pairing.white, pairing.black)].name;
            format!("game {}: {} forfeits against {}: {fault}", pairing.round_tag(), name(!winner), name(winner))
        });
        record.set("Date", today());
        record.set("GameDuration", hours(duration));
        played.write(&mut record);
        Finished { record, fault, thinking }
    }

    /// A record with all that is known of a game before it is played.
    fn blank_record(&self, pairing: &Pairing) -> GameRecord {
        let [white, black] = [pairing.white, pairing.black].map(|number| &self.plan.engines[number]);
        let mut record = GameRecord { result: "*".into(), ..GameRecord::default() };
        record.set("Event", self.plan.event.as_str());
        record.set("Site", "?");
        record.set("Date", "????.??.??");
        record.set("Round", pairing.round_tag());
        record.set("White", white.name.as_str());
        record.set("Black", black.name.as_str());
        record.set("Result", "*");
        let opening = pairing.opening.and_then(|number| self.openings.get(number));
        if let Some(fen) = opening.and_then(|opening| opening.fen.as_ref()) {
            record.set("SetUp", "1");
            record.set("FEN", fen.as_str());
        }
        record.set("Variant", if self.plan.chess960 { "chess960" } else { self.plan.variant.name });
        if white.limit == black.limit {
            record.set("TimeControl", white.limit.to_string());
        } else {
            record.set("WhiteTimeControl", white.limit.to_string());
            record.set("BlackTimeControl", black.limit.to_string());
        }
        record.set("Seed", self.plan.seed.to_string());
        if let Some(number) = pairing.opening {
            record.set("OpeningNumber", (number + 1).to_string());
        }
        record
    }
}

/// Whether a game of the file is the one that is due under its name.
fn same_match(record: &GameRecord, due: &GameRecord) -> Result<(), String> {
    for tag in ["Variant", "Seed", "OpeningNumber", "FEN", "TimeControl", "WhiteTimeControl", "BlackTimeControl"] {
        if record.tag(tag) != due.tag(tag) {
            let round = due.tag("Round").unwrap_or("?");
            let [found, wanted] = [record, due].map(|record| record.tag(tag).unwrap_or("nothing"));
            return Err(format!("game {round} is of another match: its {tag} is {found}, not {wanted}"));
        }
    }
    Ok(())
}

/// `HH:MM:SS`.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
