//! Commands that change the state. They wait until the running search has ended.

use super::Uci;

impl Uci {
    /// Puts a line behind the running search, and stops a search that would not end by itself or that a new game makes
    /// useless.
    pub(super) fn defer(&mut self, line: &str) {
        let is_next = self.waiting.is_empty();
        self.waiting.push_back(line.to_owned());
        if is_next && (self.is_endless() || begins_new_game(line) && !self.is_bench()) {
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

    /// Carries out a command when no search is running.
    pub(super) fn change(&mut self, line: &str) {
        let result = match line.split_whitespace().next() {
            None => Ok(()),
            Some("setoption") => self.set_option(line),
            Some("position") => self.position(line),
            Some("go") => self.go(line),
            Some("bench") => self.bench(line),
            Some("ucinewgame") => {
                self.session.clear_hash();
                Ok(())
            }
            Some("d") => {
                self.show_board();
                Ok(())
            }
            Some("eval") => {
                self.show_evaluation();
                Ok(())
            }
            Some(word) => Err(format!("unknown command `{word}`")),
        };
        if let Err(problem) = result {
            self.complain(problem);
        }
    }
}

/// Returns whether a line begins another game, so that the running search is useless.
fn begins_new_game(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("ucinewgame") => true,
        Some("setoption") => words.any(|word| word.eq_ignore_ascii_case("UCI_Variant")),
        _ => false,
    }
}
