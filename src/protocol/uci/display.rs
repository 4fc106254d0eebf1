//! `d` and `eval`: the position and its evaluation for people.

use super::Uci;
use crate::board_text;

impl Uci {
    pub(super) fn show_board(&mut self) {
        let game = self.session.game();
        let mut checkers = game.checkers();
        checkers.sort_unstable();
        let checkers: Vec<String> = checkers.iter().map(ToString::to_string).collect();
        let moves = game.legal_moves(self.session.notation()).len();
        let text = format!(
            "{}\nFen: {}\nKey: {:016X}\nCheckers: {}\nVariant: {}\nLegal moves: {moves}",
            board_text::plain(&game.fen()),
            game.fen(),
            game.key(),
            checkers.join(" "),
            game.variant().name,
        );
        let outcome = game.outcome();
        self.say(text);
        if let Some(outcome) = outcome {
            self.say(format_args!("Result: {outcome}"));
        }
    }

    pub(super) fn show_evaluation(&mut self) {
        let (score, terms) = self.session.game().evaluation();
        let side = self.session.game().turn().color.name();
        let rows: Vec<String> =
            terms.iter().map(|(name, [white, black])| format!("{name:>16} | {white:6} | {black:6}")).collect();
        self.say(format_args!("{:>16} |  White |  Black\n{}", "term", rows.join("\n")));
        self.say(format_args!("Evaluation: {score} cp for {side}, who is to move"));
    }
}
