//! One game: the referee asks the engines for moves, checks the rules and the clocks, and writes the record.

use super::adjudication::{Adjudication, AdjudicationRules, Adjudicator};
use super::game_end::{self, FinishedGame, GameEnd};
use super::opening_file::Opening;
use super::pgn_output::CommentFields;
use super::player::{
    EngineAction, EngineReply, Forfeit, ForfeitReason, GameSettings, MoveRequest, Player, PlayerError,
};
use super::seats::{self, Arrangement};
use super::time_control::MatchClock;
use crate::game::Game;
use crate::pgn::RecordedMove;
use crate::position::Notation;
use crate::types::Seat;
use crate::types::score::DisplayScore;
use std::time::{Duration, Instant};

struct GameInProgress<'a> {
    settings: &'a GameSettings,
    start: Box<dyn Game>,
    game: Box<dyn Game>,
    fen: Option<&'a str>,
    /// The moves in the notation that the engines are sent.
    sent_moves: Vec<String>,
    /// The players, in the order of moves.
    seats: &'static [Seat],
    arrangement: Arrangement,
    /// Their clocks.
    clocks: Vec<MatchClock>,
    adjudicator: Adjudicator,
    recorded_moves: Vec<RecordedMove>,
    thinking: Duration,
}

/// Plays a game between the engines of the seats, each with its clock. An error of an engine is a forfeit, which ends
/// the game.
pub fn play(
    players: &mut [(&mut dyn Player, MatchClock)],
    arrangement: Arrangement,
    settings: &GameSettings,
    opening: &Opening,
    rules: AdjudicationRules,
) -> Result<FinishedGame, Interrupted> {
    let clocks = players.iter().map(|(_, clock)| clock.clone()).collect();
    let mut game = GameInProgress::new(settings, opening, (arrangement, clocks), rules);
    let ending = game.play(players)?;
    Ok(FinishedGame { ending, moves: game.recorded_moves, thinking: game.thinking })
}

/// The match is being stopped; the game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl<'a> GameInProgress<'a> {
    fn new(
        settings: &'a GameSettings,
        opening: &'a Opening,
        (arrangement, clocks): (Arrangement, Vec<MatchClock>),
        rules: AdjudicationRules,
    ) -> GameInProgress<'a> {
        let (fen, start) = (opening.fen.as_deref(), opening.start());
        let seats = start.variant().seats;
        let adjudicator = Adjudicator::new(rules, seats.len());
        let (sent_moves, recorded_moves, thinking) = (Vec::new(), Vec::new(), Duration::ZERO);
        let mut game = GameInProgress {
            settings,
            game: start.boxed_clone(),
            start,
            fen,
            sent_moves,
            seats,
            arrangement,
            clocks,
            adjudicator,
            recorded_moves,
            thinking,
        };
        for bits in opening.game.played_bits() {
            game.adjudicator.book_move(game.turn());
            game.make_move(bits, "book".into());
        }
        game
    }

    /// The index of the seat to move.
    fn turn(&self) -> usize {
        self.game.turn().number.into()
    }

    /// Who wins when a seat gives the game up, if anybody does.
    fn winner_against(&self, loser: usize) -> Option<Seat> {
        game_end::winner_against(&*self.game, self.arrangement, loser)
    }

    fn forfeited(&self, loser: usize, forfeit: Forfeit) -> GameEnd {
        GameEnd::forfeited(self.seats[loser], self.winner_against(loser), forfeit)
    }

    fn play(&mut self, players: &mut [(&mut dyn Player, MatchClock)]) -> Result<GameEnd, Interrupted> {
        let ending = self.play_moves(players)?;
        let result = format!("{} {{{}}}", ending.result(), ending.comment);
        let forfeiting = ending.forfeit.as_ref().map(|(loser, _)| *loser);
        for (seat, (player, _)) in self.seats.iter().zip(players) {
            if forfeiting == Some(*seat) { player.kill() } else { player.game_over(&result) }
        }
        Ok(ending)
    }

    fn play_moves(&mut self, players: &mut [(&mut dyn Player, MatchClock)]) -> Result<GameEnd, Interrupted> {
        for (seat, (player, _)) in players.iter_mut().enumerate() {
            if let Err(error) = player.new_game(&self.request(seat)) {
                return self.game_end(seat, error);
            }
        }
        loop {
            let seat = self.turn();
            if let Some(outcome) = self.game.outcome() {
                return Ok(GameEnd::by_rules(outcome));
            }
            if let Some(ending) = self.play_move(seat, &mut *players[seat].0)? {
                return Ok(ending);
            }
        }
    }

    /// Asks a player for a move and plays it. Returns the end of the game, unless the game goes on or has ended by its
    /// rules.
    fn play_move(&mut self, seat: usize, player: &mut dyn Player) -> Result<Option<GameEnd>, Interrupted> {
        let begun = Instant::now();
        match player.best_move(&self.request(seat)) {
            Ok(reply) => Ok(self.accept(seat, reply)),
            Err(error) => {
                self.thinking += begun.elapsed();
                self.game_end(seat, error).map(Some)
            }
        }
    }

    fn request(&self, seat: usize) -> MoveRequest<'_> {
        let side = self.seats[seat].color;
        let (own, other) = (&self.clocks[seat], &self.clocks[seats::opponent(self.seats.len(), seat)]);
        MoveRequest {
            start: &*self.start,
            fen: self.fen,
            moves: &self.sent_moves,
            side,
            clocks: side.choose([own, other], [other, own]),
        }
    }

    fn game_end(&self, seat: usize, error: PlayerError) -> Result<GameEnd, Interrupted> {
        match error {
            PlayerError::Forfeit(forfeit) => Ok(self.forfeited(seat, forfeit)),
            PlayerError::Interrupted => Err(Interrupted),
        }
    }

    /// Plays an engine's reply. Returns the end of the game, unless the game goes on or has ended by its rules.
    fn accept(&mut self, seat: usize, reply: EngineReply) -> Option<GameEnd> {
        self.thinking += reply.time;
        let clock = &mut self.clocks[seat];
        let allowance = clock.allowance().unwrap_or_default();
        if !clock.spend(reply.time) {
            let over = reply.time.saturating_sub(allowance).as_secs_f64() * 1000.0;
            return Some(self.forfeited(seat, Forfeit::new(ForfeitReason::Time, format!("{over:.1} ms too late"))));
        }
        let EngineAction::Move(text) = &reply.action else {
            return Some(GameEnd::resignation(self.seats[seat], self.winner_against(seat)));
        };
        match self.game.find(text) {
            Ok(bits) => self.make_move(bits, self.comment(&reply)),
            Err(error) => {
                let shown: String = text.chars().take(40).collect();
                let detail = error.reason.map_or(format!("`{shown}`"), |reason| format!("`{shown}`: {reason}"));
                return Some(self.forfeited(seat, Forfeit::new(ForfeitReason::IllegalMove, detail)));
            }
        }
        let outcome = self.game.outcome();
        if let Some(claim) =
            reply.claim.filter(|claim| outcome.is_none_or(|outcome| !claim.starts_with(outcome.result())))
        {
            return Some(self.forfeited(seat, Forfeit::new(ForfeitReason::FalseClaim, claim)));
        }
        // The game's rules take precedence over adjudication.
        if outcome.is_some() {
            return None;
        }
        let decision = self.adjudicator.engine_move(seat, reply.score.map(centipawns))?;
        Some(match decision {
            Adjudication::Loses(loser) => {
                GameEnd::adjudicated(self.winner_against(loser), "Draw by adjudication: the better side cannot win")
            }
            Adjudication::Drawn => GameEnd::adjudicated(None, "Draw by adjudication"),
            Adjudication::TooLong => GameEnd::adjudicated(None, "Draw by adjudication: too long"),
        })
    }

    fn comment(&self, reply: &EngineReply) -> String {
        comment(reply) + &added(reply, &self.settings.comments)
    }

    /// Plays a legal move.
    fn make_move(&mut self, bits: u64, comment: String) {
        let notation = if self.settings.chess960 { Notation::Chess960 } else { Notation::Standard };
        self.sent_moves.extend(self.game.write(bits, notation));
        let recorded = self.game.write(bits, Notation::San).map(RecordedMove::new);
        self.recorded_moves.extend(recorded.map(|recorded| RecordedMove { comment, ..recorded }));
        self.game.play_bits(bits);
    }
}

/// An engine's score in centipawns; mates are ±1,000,000.
fn centipawns(score: DisplayScore) -> i32 {
    match score {
        DisplayScore::Centipawns(score) => score,
        DisplayScore::Mate(moves) => {
            if moves > 0 {
                1_000_000
            } else {
                -1_000_000
            }
        }
    }
}

/// The comment of a move in the record: `+0.35/12 0.101s`, `-M3/9 0.101s`.
fn comment(reply: &EngineReply) -> String {
    let time = format!("{:.3}s", reply.time.as_secs_f64());
    let score = match reply.score {
        Some(DisplayScore::Mate(moves)) if moves > 0 => format!("+M{moves}"),
        Some(DisplayScore::Mate(moves)) => format!("-M{}", moves.unsigned_abs()),
        Some(score) => score.to_string(),
        None => return time,
    };
    let depth = reply.depth.map_or(String::new(), |depth| format!("/{depth}"));
    format!("{score}{depth} {time}")
}

/// What is added to that comment, with a comma before each field.
fn added(reply: &EngineReply, fields: &CommentFields) -> String {
    let mut text = String::new();
    if let Some(nodes) = reply.nodes.filter(|_| fields.nodes) {
        text += &format!(", n={nodes}");
    }
    if let Some(seldepth) = reply.seldepth.filter(|_| fields.seldepth) {
        text += &format!(", sd={seldepth}");
    }
    for line in &reply.lines {
        text += &format!(", line=\"{}\"", line.replace('"', "'"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::GameRecord;
    use crate::tools::match_runner::time_control::EngineLimits;
    use crate::variants;

    /// Plays the given moves, then resigns.
    struct Scripted(Vec<&'static str>);

    impl Player for Scripted {
        fn new_game(&mut self, _: &MoveRequest<'_>) -> Result<(), PlayerError> {
            Ok(())
        }

        fn best_move(&mut self, request: &MoveRequest<'_>) -> Result<EngineReply, PlayerError> {
            let (time, score, depth) = (Duration::from_millis(101), Some(DisplayScore::Centipawns(35)), Some(12));
            let next = self.0.get(request.moves.len() / 2);
            let action = next.map_or(EngineAction::Resign, |&text| EngineAction::Move(text.into()));
            Ok(EngineReply { action, time, score, depth, ..EngineReply::default() })
        }

        fn game_over(&mut self, _: &str) {}

        fn needs_restart(&self) -> bool {
            false
        }

        fn kill(&mut self) {}
    }

    fn game(white: &[&'static str], black: &[&'static str], opening: &Opening, limit: EngineLimits) -> FinishedGame {
        game_of("chess", (white, black), opening, limit)
    }

    fn at_start() -> Opening {
        Opening::at_start(variants::default())
    }

    type Script = &'static [&'static str];

    fn game_of(
        variant: &str,
        (white, black): (&[&'static str], &[&'static str]),
        opening: &Opening,
        limit: EngineLimits,
    ) -> FinishedGame {
        let variant = variants::find(variant).unwrap();
        let (hang, comments) = (Duration::ZERO, Default::default());
        let settings = GameSettings { variant, chess960: false, has_positions: true, hang, comments };
        let (mut white, mut black) = (Scripted(white.to_vec()), Scripted(black.to_vec()));
        let clock = MatchClock::new(limit);
        let mut players: [(&mut dyn Player, MatchClock); 2] = [(&mut white, clock.clone()), (&mut black, clock)];
        play(&mut players, &[0, 1], &settings, opening, AdjudicationRules::default()).unwrap()
    }

    #[test]
    fn comments_have_the_fields_that_are_asked_for_and_known() {
        let lines = vec!["info string pgncomment \"x\"".to_owned()];
        let reply = EngineReply { nodes: Some(1234), seldepth: Some(20), lines, ..EngineReply::default() };
        let all = CommentFields { nodes: true, seldepth: true, ..CommentFields::default() };
        assert_eq!(added(&reply, &all), ", n=1234, sd=20, line=\"info string pgncomment 'x'\"");
        assert_eq!(added(&EngineReply::default(), &all), "");
        assert_eq!(added(&EngineReply { lines: vec![], ..reply }, &CommentFields::default()), "");
    }

    #[test]
    fn games_end_by_the_rules_forfeit_or_resignation() {
        const SHUFFLE: Script = &["g1f3", "f3g1", "g1f3", "f3g1", "g1f3"];
        const BACK: Script = &["g8f6", "f6g8", "g8f6", "f6g8", "g8f6"];
        let rows: [(Script, Script, &str, &str, &str); 5] = [
            (&["f2f3", "g2g4"], &["e7e5", "d8h4"], "0-1", "normal", "Black mates"),
            (SHUFFLE, BACK, "1/2-1/2", "normal", "Draw by repetition"),
            (&["e2e4", "e4e5"], &["e7e5"], "0-1", "illegal move", "White forfeits: illegal move (`e4e5`)"),
            (&["e2e4", "x y"], &["e7e5"], "0-1", "illegal move", "White forfeits: illegal move (`x y`)"),
            (&["e2e4"], &[], "1-0", "resignation", "Black resigns"),
        ];
        for (white, black, result, termination, comment) in rows {
            let played = game(white, black, &at_start(), EngineLimits::default());
            let ending = &played.ending;
            assert_eq!((ending.result(), ending.termination, ending.comment.as_str()), (result, termination, comment));
        }
    }

    #[test]
    fn records_have_scores_and_the_end() {
        let mut opening = at_start();
        for text in ["f2f3", "e7e5"] {
            opening.game.play(text).unwrap();
        }
        let mut record = GameRecord::default();
        game(&["", "g2g4"], &["", "d8h4"], &opening, EngineLimits::default()).write(&mut record, 2);
        let comments: Vec<&str> = record.moves.iter().map(|mv| mv.comment.as_str()).collect();
        assert_eq!(comments, ["book", "book", "+0.35/12 0.101s", "+0.35/12 0.101s, Black mates"]);
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!((record.tag("PlyCount"), record.tag("Termination")), (Some("4"), Some("normal")));
        assert_eq!((record.result.as_str(), record.tag("Fault")), ("0-1", None));
    }

    #[test]
    fn late_moves_forfeit() {
        let mut limit = EngineLimits::default();
        limit.set("tc", "0.25").unwrap();
        let played = game(&["e2e4", "d2d4", "c2c4"], &["e7e6", "d7d6", "c7c6"], &at_start(), limit);
        assert_eq!((played.ending.result(), played.moves.len()), ("0-1", 4));
        assert_eq!(played.ending.forfeit.map(|(_, forfeit)| forfeit.reason), Some(ForfeitReason::Time));
    }

    /// White resigns, breaks the rules or oversteps the time against what is left of Black. Kings of some games win alone.
    #[test]
    fn who_cannot_win_gets_no_point() {
        let mut limit = EngineLimits::default();
        limit.set("tc", "0.05").unwrap();
        let rows = [
            ("chess", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", "1/2-1/2"),
            ("chess", "6nk/8/8/8/8/8/8/KQ6 w - - 0 1", "1/2-1/2"),
            ("chess", "6nk/8/8/8/8/8/8/KR6 w - - 0 1", "0-1"),
            ("chess", "5nnk/8/8/8/8/8/8/KQ6 w - - 0 1", "0-1"),
            ("chess", "6bk/8/8/8/8/8/8/KR6 w - - 0 1", "1/2-1/2"),
            ("chess", "6bk/8/8/8/8/8/8/KBR5 w - - 0 1", "1/2-1/2"),
            ("chess", "6bk/8/8/8/8/8/8/K1B5 w - - 0 1", "0-1"),
            ("chess", "6bk/8/8/8/8/8/P7/K7 w - - 0 1", "0-1"),
            ("chess", "7k/7p/8/8/8/8/8/KQ6 w - - 0 1", "0-1"),
            ("prisonbreak", "5k/6/6/6/6/6/6/KQ4 w - - 0 1 -", "0-1"),
            ("anticheckmate", "8/8/8/K7/8/8/8/R5k1 w - - 0 1", "0-1"),
            ("zigzagmadness", "9k/10/10/10/10/10/10/10/10/KQ8[] w - - 0 1", "1/2-1/2"),
            ("zigzagmadness", "9k/10/10/10/10/10/10/10/10/KQ8[j] w - - 0 1", "0-1"),
            ("friendly", "11f/12/12/12/12/12/12/12/12/12/12/FL10 w - - 0 1", "1/2-1/2"),
            ("friendly", "10ff/12/12/12/12/12/12/12/12/12/12/FL10 w - - 0 1", "1/2-1/2"),
            ("friendly", "10pf/12/12/12/12/12/12/12/12/12/12/FL10 w - - 0 1", "0-1"),
            ("penaltybox", "7k/8/8/8/8/8/8/KQ6[] w - - 0 1 - -", "1/2-1/2"),
            ("penaltybox", "7k/8/8/8/8/8/8/KQ6[] w - - 0 1 q -", "0-1"),
            ("penaltybox", "8/8/8/8/4*3/8/8/KQ6[k] w - - 0 1 - -", "1/2-1/2"),
            ("penaltybox-noking", "7k/8/8/8/8/8/8/KQ6[] w - - 0 1 - -", "1/2-1/2"),
            ("penaltybox-noking", "7k/8/8/8/4*3/8/8/KQ6[N] w - - 0 1 - -", "1/2-1/2"),
            ("penaltybox-noking", "7k/8/8/8/4*3/8/8/KQ6[n] w - - 0 1 - -", "0-1"),
        ];
        for (variant, fen, result) in rows {
            let opening = Opening::of_position(&*variants::find(variant).unwrap().game(fen).unwrap());
            assert!(opening.game.outcome().is_none(), "{variant}: {fen}");
            let ways: [(Script, EngineLimits, &str); 3] = [
                (&[], EngineLimits::default(), "resignation"),
                (&["x y"], EngineLimits::default(), "illegal move"),
                (&["a1a2"], limit, "time forfeit"),
            ];
            for (white, limit, termination) in ways {
                let ending = game_of(variant, (white, &[]), &opening, limit).ending;
                assert_eq!((ending.result(), ending.termination), (result, termination), "{variant}: {fen}");
                assert_eq!(ending.comment.ends_with(", but the other side cannot win"), result == "1/2-1/2");
            }
        }
    }

    #[test]
    fn castling_is_converted_to_chess960() {
        let variant = variants::find("chess").unwrap();
        let castle = variant.game("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let converted = |text| castle.write(castle.find(text).ok()?, Notation::Chess960);
        for text in ["e1g1", "e1h1"] {
            assert_eq!(converted(text).as_deref(), Some("e1h1"));
        }
        assert_eq!(converted("e1e8"), None);
    }
}
