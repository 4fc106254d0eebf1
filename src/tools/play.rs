//! A game in the terminal.

use super::console::print;
use crate::board_text;
use crate::engine::searcher::{SearchResult, Searcher};
use crate::game::Game;
use crate::position::Notation;
use crate::search::{Limits, Strength};
use crate::types::{Color, Square};
use indicatif::ProgressBar;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Completer, Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::IsTerminal;
use std::time::Duration;

/// Which side the person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
    /// Both; the engine only gives hints.
    Both,
    /// Neither: the engine plays itself.
    None,
}

impl Side {
    fn is_human(self, color: Color) -> bool {
        match self {
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
            Side::Both => true,
            Side::None => false,
        }
    }
}

const HELP: &str = "\
A move:  its text, such as e2e4, e7e8q, N@f3 or e4f6,f6e4; a beginning that fits only one move is enough.
moves    list the legal moves (`moves e2`: those from e2)
hint     what the engine would play      undo     take back your last move
fen      the position as text            board    draw the board again
go       let the engine play your side   resign   give up
help     this text                       quit     leave";

/// What a line of the person means.
#[derive(Debug, PartialEq, Eq)]
enum Order {
    Move(String),
    Moves(String),
    Hint,
    Undo,
    Fen,
    Board,
    Go,
    Resign,
    Help,
    Quit,
    Nothing,
    Unclear(String),
}

/// Reads an order: a command, or a move of which the beginning is enough if it fits only one.
fn read_order(line: &str, game: &dyn Game) -> Order {
    let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    match word {
        "" => Order::Nothing,
        "moves" => Order::Moves(rest.trim().to_owned()),
        "hint" => Order::Hint,
        "undo" => Order::Undo,
        "fen" => Order::Fen,
        "board" | "d" => Order::Board,
        "go" => Order::Go,
        "resign" => Order::Resign,
        "help" | "?" => Order::Help,
        "quit" | "exit" | "q" => Order::Quit,
        _ => read_move(word, game),
    }
}

fn read_move(word: &str, game: &dyn Game) -> Order {
    let legal = game.legal_moves(Notation::Standard);
    if legal.iter().any(|text| text.eq_ignore_ascii_case(word)) {
        return Order::Move(word.to_owned());
    }
    let fitting: Vec<&String> = legal.iter().filter(|text| text.starts_with(word)).collect();
    match fitting[..] {
        [only] => Order::Move(only.clone()),
        [] => Order::Move(word.to_owned()),
        _ => {
            let some: Vec<&str> = fitting.iter().take(12).map(|text| text.as_str()).collect();
            let more = if fitting.len() > 12 { ", …" } else { "" };
            Order::Unclear(format!("{word} could be {}{more}", some.join(", ")))
        }
    }
}

/// Completes moves and commands with the tabulator key.
#[derive(Helper, Completer, Hinter, Highlighter, Validator)]
struct Words {
    #[rustyline(Completer)]
    words: WordList,
}

struct WordList(Vec<String>);

impl rustyline::completion::Completer for WordList {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line.get(..at).unwrap_or(line);
        Ok((0, self.0.iter().filter(|word| word.starts_with(begun)).cloned().collect()))
    }
}

/// Where a person's lines come from.
enum Reader {
    Terminal(Box<Editor<Words, DefaultHistory>>),
    Pipe,
}

impl Reader {
    fn new() -> Result<Reader, String> {
        if !std::io::stdin().is_terminal() {
            return Ok(Reader::Pipe);
        }
        let mut editor = Editor::new().map_err(|error| error.to_string())?;
        editor.set_helper(Some(Words { words: WordList(Vec::new()) }));
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of input.
    fn line(&mut self, prompt: &str, game: &dyn Game) -> Option<String> {
        match self {
            Reader::Pipe => {
                let mut line = String::new();
                let read = std::io::stdin().read_line(&mut line).ok()?;
                (read > 0).then_some(line)
            }
            Reader::Terminal(editor) => {
                if let Some(helper) = editor.helper_mut() {
                    let commands = ["moves", "hint", "undo", "fen", "board", "go", "resign", "help", "quit"];
                    helper.words.0 = game.legal_moves(Notation::Standard);
                    helper.words.0.extend(commands.map(str::to_owned));
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        let _ = editor.add_history_entry(&line);
                        Some(line)
                    }
                    Err(ReadlineError::Interrupted | ReadlineError::Eof) => None,
                    Err(error) => {
                        print(format_args!("cannot read: {error}"));
                        None
                    }
                }
            }
        }
    }
}

/// A game at a terminal.
struct TerminalGame {
    game: Box<dyn Game>,
    side: Side,
    limits: Limits,
    searcher: Searcher,
    interactive: bool,
}

/// Plays `game` to its end. If no side is chosen, a person at a terminal plays White, and without a terminal the
/// engine plays itself; with a side chosen, the person's lines may also come from a pipe.
///
/// # Errors
/// When memory or threads cannot be had.
pub fn run(
    game: Box<dyn Game>,
    side: Option<Side>,
    movetime: Option<Duration>,
    strength: Option<Strength>,
) -> Result<(), String> {
    let interactive = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let side = side.unwrap_or(if interactive { Side::White } else { Side::None });
    // A whole game without a person should not take minutes.
    let usual = Duration::from_millis(if side == Side::None { 100 } else { 1000 });
    let limits = Limits { strength, ..Limits::movetime(movetime.unwrap_or(usual)) };
    let mut table = TerminalGame { game, side, limits, searcher: Searcher::new(1, 64)?, interactive };
    let mut reader = Reader::new()?;
    print(format_args!("{} ({})", table.game.variant().title, table.game.variant().name));
    if side != Side::None {
        print("Type a move, or `help`.");
    }
    table.show();
    while let Some(turn) = table.next_turn() {
        let go_on = if side.is_human(turn) { table.ask(&mut reader) } else { table.engine_move() };
        if !go_on {
            return Ok(());
        }
    }
    Ok(())
}

impl TerminalGame {
    /// Whose turn it is; when the game is over, says so.
    fn next_turn(&self) -> Option<Color> {
        if let Some(outcome) = self.game.outcome() {
            print(format_args!("{outcome}"));
            print(format_args!("{} plies. {}", self.game.played().len(), self.game.fen()));
            return None;
        }
        Some(self.game.turn().color)
    }

    fn show(&self) {
        let last = self.game.played().last().map(|text| squares(text)).unwrap_or_default();
        print(if self.interactive {
            board_text::colored(&self.game.fen(), &last)
        } else {
            board_text::plain(&self.game.fen())
        });
        if self.game.in_check() {
            print("check");
        }
    }

    /// Number and side of the next move: `12. White`.
    fn label(&self) -> String {
        format!("{}. {}", self.game.played().len() / 2 + 1, self.game.turn().color.name())
    }

    fn engine_move(&mut self) -> bool {
        let label = self.label();
        let thought = self.think();
        let Some(text) = thought.answer.best else { return false };
        if let Err(error) = self.game.play(&text) {
            print(format_args!("the engine wanted an {error}"));
            return false;
        }
        let score = thought.report.map_or(String::new(), |r| format!("  ({} at depth {})", r.score, r.depth));
        print(format_args!("{label} plays {text}{score}"));
        self.show();
        true
    }

    /// Searches, with a sign of life.
    fn think(&self) -> SearchResult {
        let spinner = if self.interactive { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner.set_message("thinking");
        let thought = self.searcher.search(&*self.game, self.limits.clone(), |report| {
            spinner.set_message(format!("depth {} {} {}", report.depth, report.score, report.pv.join(" ")));
        });
        spinner.finish_and_clear();
        thought
    }

    /// Asks the person for a move or a command; false to leave.
    fn ask(&mut self, reader: &mut Reader) -> bool {
        let prompt = format!("{}: ", self.label());
        let Some(line) = reader.line(&prompt, &*self.game) else { return false };
        match read_order(&line, &*self.game) {
            Order::Nothing => {}
            Order::Move(text) => self.human_move(&text),
            Order::Moves(from) => self.list_moves(&from),
            Order::Hint => {
                let thought = self.think();
                print(format_args!("hint: {}", thought.answer.best.unwrap_or_default()));
            }
            Order::Undo => self.undo(),
            Order::Fen => print(self.game.fen()),
            Order::Board => self.show(),
            Order::Go => return self.engine_move(),
            Order::Resign => {
                let winner = !self.game.turn().color;
                print(format_args!("{} {{{} resigns}}", winner.choose("1-0", "0-1"), (!winner).name()));
                return false;
            }
            Order::Help => print(HELP),
            Order::Quit => return false,
            Order::Unclear(problem) => print(problem),
        }
        true
    }

    fn human_move(&mut self, text: &str) {
        match self.game.play(text) {
            Ok(_) => self.show(),
            Err(error) => {
                print(&error);
                if error.reason.is_none() {
                    print(why_not(&*self.game, text));
                }
            }
        }
    }

    fn list_moves(&self, from: &str) {
        let mut moves = self.game.legal_moves(Notation::Standard);
        moves.retain(|text| text.starts_with(from));
        moves.sort();
        print(format_args!("{} moves: {}", moves.len(), moves.join(" ")));
    }

    /// Takes back up to the person's last move.
    fn undo(&mut self) {
        let mut undone = self.game.undo();
        while undone && !self.side.is_human(self.game.turn().color) {
            undone = self.game.undo();
        }
        if !undone {
            print("nothing to take back");
        }
        self.show();
    }
}

/// What can be said of an illegal move in any game.
fn why_not(game: &dyn Game, text: &str) -> String {
    let Some((from, rest)) = Square::read(text) else {
        return "a move begins with a square (e2e4) or a drop (N@e4); `moves` lists what is legal".into();
    };
    if Square::read(rest).is_none() {
        return format!("no legal move begins with {text}; `moves` lists what is legal");
    }
    let (boards, _) = board_text::boards(&game.fen());
    let row = boards.first().and_then(|board| board.len().checked_sub(1 + from.rank() as usize).map(|row| &board[row]));
    match row.and_then(|row| row.get(from.file() as usize)) {
        Some(board_text::Cell::Piece(letter)) => {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if color != game.turn().color {
                return format!("the piece on {from} is {}'s", color.name());
            }
            let own = game.legal_moves(Notation::Standard);
            let count = own.iter().filter(|text| Square::read(text).is_some_and(|(start, _)| start == from)).count();
            match (count, game.in_check()) {
                (0, true) => format!("you are in check, and the piece on {from} cannot help"),
                (0, false) => format!("the piece on {from} has no legal move"),
                _ => format!("the piece on {from} cannot go there; `moves {from}` lists where it can"),
            }
        }
        _ => format!("there is no piece on {from}"),
    }
}

/// The squares a move text names: file and rank from 0.
fn squares(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match Square::read(rest) {
            Some((square, behind)) => {
                found.push((square.file() as usize, square.rank() as usize));
                rest = behind;
            }
            None => rest = &rest[first.len_utf8()..],
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn beginnings_that_fit_one_move_are_enough() {
        let game = variants::find("chess").unwrap().new_game();
        assert_eq!(read_order("b1a", &*game), Order::Move("b1a3".into()));
        assert_eq!(read_order("e2e4\n", &*game), Order::Move("e2e4".into()));
        assert!(matches!(read_order("e2", &*game), Order::Unclear(_)));
        assert_eq!(read_order("moves e2", &*game), Order::Moves("e2".into()));
    }

    #[test]
    fn an_illegal_move_is_explained() {
        let game = variants::find("chess").unwrap().new_game();
        let rows = [("e7e5", "Black's"), ("e3e4", "no piece"), ("a1a4", "no legal move"), ("e2e5", "cannot go there")];
        for (text, part) in rows {
            assert!(why_not(&*game, text).contains(part), "{text}: {}", why_not(&*game, text));
        }
    }
}
