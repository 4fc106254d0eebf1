//! What a line typed by the player means.

use crate::game::Game;
use crate::position::Notation;

/// The text that `help` prints.
pub(super) const HELP: &str = "\
A move:  its text, such as e2e4, e7e8q, N@f3 or e4f6,f6e4; a beginning that fits only one move is enough.
moves    list the legal moves (`moves e2`: those from e2)
hint     what the engine would play      undo     take back your last move
fen      the position as text            board    draw the board again
go       let the engine play your side   resign   give up
help     this text                       quit     leave";

/// The commands that the Tab key completes.
pub(super) const NAMES: [&str; 9] = ["moves", "hint", "undo", "fen", "board", "go", "resign", "help", "quit"];

/// A parsed line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Play this move, which may be illegal.
    Move(String),
    /// List the legal moves that begin with this text.
    Moves(String),
    Hint,
    Undo,
    Fen,
    Board,
    Go,
    Resign,
    Help,
    Quit,
    /// An empty line.
    Nothing,
    /// The beginning of several moves; the text lists them.
    Ambiguous(String),
}

impl Command {
    /// Parses a line. Any other word than a command is a move; a prefix of only one legal move stands for that move.
    pub(super) fn read(line: &str, game: &dyn Game) -> Command {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "" => Command::Nothing,
            "moves" => Command::Moves(rest.trim().to_owned()),
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "fen" => Command::Fen,
            "board" | "d" => Command::Board,
            "go" => Command::Go,
            "resign" => Command::Resign,
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => read_move(word, game),
        }
    }
}

fn read_move(word: &str, game: &dyn Game) -> Command {
    let legal = game.legal_moves(Notation::Standard);
    if legal.iter().any(|text| text.eq_ignore_ascii_case(word)) {
        return Command::Move(word.to_owned());
    }
    let matching: Vec<&str> = legal.iter().map(String::as_str).filter(|text| text.starts_with(word)).collect();
    match matching[..] {
        [only] => Command::Move(only.to_owned()),
        [] => Command::Move(word.to_owned()),
        _ => {
            let shown = &matching[..matching.len().min(12)];
            let more = if matching.len() > 12 { ", …" } else { "" };
            Command::Ambiguous(format!("{word} could be {}{more}", shown.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn a_prefix_of_only_one_move_is_that_move() {
        let game = variants::find("chess").unwrap().new_game();
        let read = |line: &str| Command::read(line, &*game);
        assert_eq!(read("b1a"), Command::Move("b1a3".into()));
        assert_eq!(read("e2e4\n"), Command::Move("e2e4".into()));
        assert!(matches!(read("e2"), Command::Ambiguous(_)));
        assert_eq!(read("moves e2"), Command::Moves("e2".into()));
        assert_eq!(read("e9e9"), Command::Move("e9e9".into()));
    }
}
