//! Commands that change the state, which wait until the running search has ended: `position`, `setoption` and others;
//! `d` and `eval`.

use super::Uci;
use crate::board_text;
use crate::protocol::options::{Audience, EngineOption, OptionKind, options};
use crate::variants;

impl Uci {
    /// Puts a line behind the running search, and stops a search that would not end by itself or that a new game makes
    /// useless.
    pub(super) fn defer(&mut self, line: &str) {
        let is_next = self.waiting.is_empty();
        self.waiting.push_back(line.to_owned());
        if is_next && (self.is_endless() || self.begins_new_game(line) && !self.is_bench()) {
            self.stop();
        }
    }

    /// Carries out the waiting lines up to the next search.
    pub(super) fn run_waiting(&mut self) {
        while self.search.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            self.change(&line);
        }
        if !self.waiting.is_empty() && self.is_endless() {
            self.stop();
        }
        self.stop_if_input_ended();
    }

    /// Whether a line begins another game, so that the running search is useless.
    fn begins_new_game(&self, line: &str) -> bool {
        match line.split_whitespace().next() {
            Some("ucinewgame") => true,
            Some("setoption") => read_setoption(line).is_ok_and(|(name, value)| {
                let named = value.and_then(|value| variants::find(&value).ok());
                name.eq_ignore_ascii_case("UCI_Variant")
                    && named.is_some_and(|variant| !std::ptr::eq(variant, self.session.game().variant()))
            }),
            _ => false,
        }
    }

    pub(super) fn change(&mut self, line: &str) {
        let result = match line.split_whitespace().next() {
            None => return,
            Some("setoption") => self.set_option(line),
            Some("position") => self.position(line),
            Some("go") => self.go(line),
            Some("bench") => self.bench(line),
            Some("ucinewgame") => return self.session.clear_hash(),
            Some("d") => return self.show_board(),
            Some("eval") => return self.show_evaluation(),
            Some(word) => Err(format!("unknown command `{word}`")),
        };
        if let Err(problem) = result {
            self.complain(problem);
        }
    }

    /// Sets up the position of a `position` line. On any error the old one stays, but is not searched: it is not the one that the
    /// GUI shows.
    pub(super) fn position(&mut self, line: &str) -> Result<(), String> {
        self.refused = true;
        let variant = self.session.game().variant();
        let (fen, moves) = read_position(line)?;
        // GUIs send the whole game for every move.
        let line = self.line.go_to(variant, fen.as_deref(), &moves, |_| true);
        let line = line.map_err(|error| format!("position: {error}"))?;
        self.refused = false;
        if !line.repairs().is_empty() {
            self.say(format_args!("info string position: repaired, {}", line.repairs().join("; ")));
        }
        self.session.set_game(line.game().boxed_clone());
        self.line = line;
        Ok(())
    }

    pub(super) fn set_option(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = read_setoption(line)?;
        let option = EngineOption::find(&name).filter(|option| option.audience != Audience::Cecp);
        let option = option.ok_or_else(|| no_such_option(&name))?;
        let before = self.session.game().variant();
        let done = option.set(&mut self.session, value.as_deref());
        let is_changed = !std::ptr::eq(self.session.game().variant(), before);
        self.refused &= !is_changed;
        match option.kind {
            OptionKind::Variant { .. } if done.is_ok() => self.describe_variant(),
            OptionKind::GameFiles if is_changed => self.describe_variant(),
            _ => {}
        }
        done
    }

    fn describe_variant(&mut self) {
        let variant = self.session.game().variant();
        let (name, files, ranks, pocket) = (variant.name, variant.files, variant.ranks, variant.pocket);
        let (template, start) = (variant.template, variant.start);
        self.say(format_args!(
            "info string variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {start}"
        ));
    }

    pub(super) fn show_board(&mut self) {
        let game = self.session.game();
        let mut checkers = game.checkers();
        checkers.sort_unstable();
        let checkers: Vec<String> = checkers.iter().map(ToString::to_string).collect();
        let moves = game.legal_moves(self.session.notation()).len();
        let text = format!(
            "{}\nFen: {}\nKey: {:016X}\nCheckers: {}\nVariant: {}\nLegal moves: {moves}",
            board_text::plain(&game.view()),
            game.fen(),
            game.key(),
            checkers.join(" "),
            game.variant().name,
        );
        let (ended, claimable) = (game.ended(), game.claimable_draw());
        self.say(text);
        if let Some(outcome) = ended {
            self.say(format_args!("Result: {outcome}"));
        }
        if let Some(draw) = claimable {
            self.say(format_args!("May be claimed: {draw}"));
        }
    }

    pub(super) fn show_evaluation(&mut self) {
        let game = self.session.game();
        let network = self.session.searcher().network_for(game.variant());
        let (score, side) = (game.evaluate(&network), game.turn().color.name());
        let board = board_text::with_numbers(&game.view(), &game.piece_worths(&network));
        self.say(format_args!("{board}\nEach piece is worth the score with it minus the score without it, in pawns."));
        self.say(format_args!("Network: {}", network.description.origin));
        self.say(format_args!("Evaluation: {score} cp for {side}, who is to move"));
    }
}

/// Reads a `position` line into the FEN, if there is one, and the moves.
fn read_position(line: &str) -> Result<(Option<String>, Vec<&str>), String> {
    let mut words = line.split_whitespace().skip(1).peekable();
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut fen = Vec::new();
            while let Some(word) = words.next_if(|&word| word != "moves") {
                fen.push(word);
            }
            Some(fen.join(" "))
        }
        _ => return Err("position wants `startpos` or `fen`".into()),
    };
    match words.next() {
        None | Some("moves") => Ok((fen, words.collect())),
        Some(word) => Err(format!("position: `{word}` where `moves` was expected")),
    }
}

/// Reads `setoption name N [value V]` into N and V. Both may contain blanks.
fn read_setoption(line: &str) -> Result<(String, Option<String>), String> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some((&"name", rest)) = words.split_first() else {
        return Err("setoption wants `name`".into());
    };
    let at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(at);
    if name.is_empty() {
        return Err("setoption without the name of an option".into());
    }
    let value = value.split_first().map(|(_, words)| words.join(" "));
    Ok((name.join(" "), value.filter(|text| text != "<empty>")))
}

/// An error text for an unknown option. If `value` is missing, as in `setoption name Hash 64`, it says so.
fn no_such_option(name: &str) -> String {
    let is_beginning = |option: &&EngineOption| {
        let beginning = name.split_at_checked(option.name.len());
        beginning.is_some_and(|(start, rest)| start.eq_ignore_ascii_case(option.name) && rest.starts_with(' '))
    };
    match options().filter(|option| option.audience != Audience::Cecp).find(is_beginning) {
        Some(option) => format!("no option is called `{name}`; is `value` missing after {}?", option.name),
        None => format!("no option is called `{name}`"),
    }
}
