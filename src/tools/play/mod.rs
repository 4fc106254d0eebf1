//! `play`: a game in the terminal, against the engine, between two people, or of the engine with itself.
//!
//! ```text
//! line_reader      lines from a terminal or a pipe
//! typed_move       completing a typed move, and why it is illegal
//! ```

mod line_reader;
mod typed_move;

use super::console::{GameName, game_from, print};
use crate::board_text;
use crate::engine::searcher::{SearchResult, Searcher};
use crate::game::{Game, Variant};
use crate::position::{Notation, Shape};
use crate::search::strength::any_seed;
use crate::search::{Limits, Report, Strength};
use crate::types::Color;
use crate::types::score::DisplayScore;
use indicatif::ProgressBar;
use line_reader::LineReader;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName, default_value = "prisonbreak")]
    variant: &'static Variant,
    /// The side you play [default: white at a terminal, none without].
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// Strength from 0 (plays nearly at random; 0 to 5 are for beginners) to 20 (full strength).
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    level: u8,
    /// Milliseconds that the engine thinks about a move.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Begin from this position.
    #[arg(long)]
    fen: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
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

/// The commands that the Tab key completes.
const NAMES: [&str; 9] = ["moves", "hint", "undo", "fen", "board", "go", "resign", "help", "quit"];

/// The time per move if `--movetime` is not given.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);
/// The same if the engine plays itself.
const DEFAULT_MOVETIME_ALONE: Duration = Duration::from_millis(100);

struct TerminalGame {
    game: Box<dyn Game>,
    side: Side,
    limits: Limits,
    searcher: Searcher,
    /// Both standard input and output are a terminal.
    is_interactive: bool,
}

/// Plays a game to its end, or until the user leaves it. By default the user has White at a terminal, and the engine
/// plays itself without one; if a side is given, the user's lines may also come from a pipe.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut game = TerminalGame::new(arguments)?;
    let mut reader = LineReader::new()?;
    print(format_args!("{} ({})", arguments.variant.title, arguments.variant.name));
    if game.side != Side::None {
        print("Type a move, or `help`.");
    }
    game.show();
    while let Some(turn) = game.next_turn() {
        let flow = if game.side.is_human(turn) { game.human_turn(&mut reader) } else { game.engine_move() };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

impl TerminalGame {
    fn new(arguments: &Arguments) -> Result<TerminalGame, String> {
        let is_interactive = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let side = arguments.side.unwrap_or(if is_interactive { Side::White } else { Side::None });
        let fen = arguments.fen.as_deref().unwrap_or(arguments.variant.start);
        let game = game_from(arguments.variant, fen).map_err(|error| error.to_string())?;
        let default = if side == Side::None { DEFAULT_MOVETIME_ALONE } else { DEFAULT_MOVETIME };
        let movetime = arguments.movetime.map_or(default, Duration::from_millis);
        let strength = Strength::of_level(arguments.level.into(), any_seed());
        let limits = Limits { strength, ..Limits::movetime(movetime) };
        Ok(TerminalGame { game, side, limits, searcher: Searcher::new(1, 64)?, is_interactive })
    }

    /// The side to move. If the game is over, prints its result and returns `None`.
    fn next_turn(&self) -> Option<Color> {
        if let Some(outcome) = self.game.outcome() {
            print(format_args!("{outcome}"));
            print(format_args!("{} plies. {}", self.game.played().len(), self.game.fen()));
            return None;
        }
        Some(self.game.turn().color)
    }

    fn show(&self) {
        let last_move = self
            .game
            .shapes_since(self.game.played_bits().len().saturating_sub(1))
            .last()
            .map(Shape::squares)
            .unwrap_or_default();
        print(if self.is_interactive {
            board_text::colored(&self.game.view(), &last_move)
        } else {
            board_text::plain(&self.game.view())
        });
        if self.game.in_check() {
            print("check");
        }
    }

    /// Number and side of the next move: `12. White`.
    fn label(&self) -> String {
        format!("{}. {}", self.game.played().len() / 2 + 1, self.game.turn().color.name())
    }

    fn engine_move(&mut self) -> ControlFlow<()> {
        let label = self.label();
        let result = self.search();
        let Some(best) = result.answer.best else { return ControlFlow::Break(()) };
        let Some(text) = self.written(best).filter(|_| self.game.play_bits(best)) else {
            print("the engine wanted an illegal move");
            return ControlFlow::Break(());
        };
        let shown = |report: Report| format!("  ({} at depth {})", DisplayScore::from(report.score), report.depth);
        let score = result.report.map_or(String::new(), shown);
        print(format_args!("{label} plays {text}{score}"));
        self.show();
        ControlFlow::Continue(())
    }

    /// The text of a legal move.
    fn written(&self, bits: u64) -> Option<String> {
        self.game.write(bits, Notation::Standard)
    }

    /// Searches the position, with a spinner that shows the best line at a terminal.
    fn search(&self) -> SearchResult {
        let spinner = if self.is_interactive { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner.set_message("thinking");
        let result = self.searcher.search(&*self.game, self.limits.clone(), |report| {
            let line = self.game.write_line(&report.pv, Notation::Standard).join(" ");
            spinner.set_message(format!("depth {} {} {line}", report.depth, DisplayScore::from(report.score)));
        });
        spinner.finish_and_clear();
        result
    }

    /// Asks the user for a move or a command, and executes it.
    fn human_turn(&mut self, reader: &mut LineReader) -> ControlFlow<()> {
        let prompt = format!("{}: ", self.label());
        let Some(line) = reader.line(&prompt, &*self.game) else { return ControlFlow::Break(()) };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word {
            "" => {}
            "moves" => self.list_moves(rest.trim()),
            "hint" => {
                let best = self.search().answer.best.and_then(|best| self.written(best));
                print(format_args!("hint: {}", best.unwrap_or_default()));
            }
            "undo" => self.undo(),
            "fen" => print(self.game.fen()),
            "board" | "d" => self.show(),
            "go" => return self.engine_move(),
            "resign" => {
                let winner = !self.game.turn().color;
                print(format_args!("{} {{{} resigns}}", winner.choose("1-0", "0-1"), (!winner).name()));
                return ControlFlow::Break(());
            }
            "help" | "?" => print(HELP),
            "quit" | "exit" | "q" => return ControlFlow::Break(()),
            _ => match typed_move::complete(word, &*self.game) {
                Ok(text) => self.human_move(&text),
                Err(problem) => print(problem),
            },
        }
        ControlFlow::Continue(())
    }

    fn human_move(&mut self, text: &str) {
        match self.game.play(text) {
            Ok(_) => self.show(),
            Err(error) => {
                print(&error);
                if error.reason.is_none() {
                    print(typed_move::explain(&*self.game, text));
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

    /// Takes back moves up to and including the user's last one.
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
