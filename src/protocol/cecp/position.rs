//! `setboard`, `edit` with the board that it changes square by square, `undo` and `remove`.

use super::{Cecp, xboard};
use crate::game::set_up::SetUp;
use crate::game::{Game, Variant};
use crate::position::piece_kind::PieceKind;
use crate::types::{Color, FenError, Square};

impl Cecp {
    pub(super) fn set_board(&mut self, fen: &str) {
        self.end_search();
        if let Some(passed) = xboard::after_pass(self.session.game())
            .filter(|passed| fen_without_middle(&passed.fen()) == fen_without_middle(fen))
        {
            self.set_game(passed);
            self.claim_end();
            return;
        }
        match self.read_board(fen) {
            Ok((game, repairs)) => {
                repairs.iter().for_each(|repair| self.say(format_args!("# setboard: repaired, {repair}")));
                self.set_game(game);
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// The game at `fen`, and what was repaired. XBoard writes FENs of games that it does not know by the habits of another
    /// game: if the FEN is refused, its placement, side to move and counters are tried alone.
    fn read_board(&self, fen: &str) -> Result<(Box<dyn Game>, Vec<String>), FenError> {
        let variant = self.session.game().variant();
        if is_start_in_xboard(variant, fen) {
            return Ok((variant.new_game(), Vec::new()));
        }
        variant.repaired_game(fen).or_else(|error| match fen_without_middle(fen) {
            Some(fen) if !xboard::is_built_in(variant) => variant.repaired_game(&fen),
            _ => Err(error),
        })
    }

    fn set_game(&mut self, game: Box<dyn Game>) {
        self.session.set_game(game);
        self.refused = false;
        self.position_changed();
        self.restart_analysis();
    }

    fn refuse(&mut self, problem: &str) {
        self.refused = true;
        self.say("tellusererror Illegal position");
        self.say(format_args!("# {problem}"));
    }

    pub(super) fn begin_edit(&mut self) {
        self.end_search();
        self.editor = Some(BoardEditor::new(self.session.game()));
    }

    /// Carries out a line of `edit` mode, which `.` ends.
    pub(super) fn edit(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else { return };
        if line != "." {
            let own = xboard::ranks_from_xboard(self.session.game().variant(), line);
            if !line.is_empty() && !editor.command(&own) {
                self.say(format_args!("Error (unknown command): {line}"));
            }
            return;
        }
        let edited = editor.game();
        self.editor = None;
        match edited {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    pub(super) fn undo(&mut self, plies: u32) {
        self.end_search();
        for _ in 0..plies {
            if !self.session.game_mut().undo() {
                break;
            }
        }
        self.position_changed();
        self.refused = false;
        self.restart_analysis();
    }
}

/// Whether a FEN is the start position as XBoard writes it: of a game described to it by `setup`, it knows only
/// placement and side to move.
fn is_start_in_xboard(variant: &Variant, fen: &str) -> bool {
    let placement = |fen: &str| {
        let mut words = fen.split_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    xboard::is_described(variant) && placement(fen) == placement(variant.start)
}

/// A FEN with placement, side to move and counters only.
fn fen_without_middle(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next()?, words.next()?);
    let rest: Vec<&str> = words.collect();
    let mut numbers = rest.iter().rev().take_while(|word| word.parse::<u16>().is_ok());
    let (full, half) = (numbers.next().unwrap_or(&"1"), numbers.next().unwrap_or(&"0"));
    Some(format!("{placement} {side} - - {half} {full}"))
}

/// The first board of a position in `edit` mode.
pub(super) struct BoardEditor {
    set_up: SetUp,
    kinds: &'static [PieceKind],
    /// The color of pieces that are placed.
    color: Color,
}

impl BoardEditor {
    /// Starts with the pieces of a position; the first that are placed are White's.
    pub(super) fn new(game: &dyn Game) -> BoardEditor {
        let mut set_up = SetUp::of(game);
        set_up.forget_the_past();
        BoardEditor { set_up, kinds: game.variant().kinds, color: Color::White }
    }

    /// Carries out a command of `edit` mode; returns whether it is one.
    pub(super) fn command(&mut self, line: &str) -> bool {
        match line {
            "#" => self.set_up.clear_board(0),
            "c" => self.color = !self.color,
            _ => return self.place(line).is_some(),
        }
        true
    }

    /// Places a piece of the current color (`Pa4`, promoted: `Pa4+`), or empties a square (`xa4`).
    fn place(&mut self, line: &str) -> Option<()> {
        let letter = line.chars().next().filter(char::is_ascii_alphabetic)?;
        let name = line.get(1..)?;
        let square = Square::parse(name.strip_suffix('+').unwrap_or(name)).filter(|&at| self.set_up.has((0, at)))?;
        match letter {
            'x' => self.set_up.clear((0, square)),
            _ => self.set_up.put((0, square), self.symbol(letter, name.ends_with('+'))),
        }
        Some(())
    }

    /// A piece of the current color, as a FEN writes it.
    fn symbol(&self, letter: char, is_promoted: bool) -> String {
        let (letter, kind) = (self.color.dress(letter), PieceKind::of(self.kinds, letter));
        match kind.and_then(|kind| kind.promoted) {
            Some(_) if is_promoted => format!("+{letter}"),
            None if is_promoted => format!("{letter}~"),
            _ => letter.into(),
        }
    }

    /// The game of the edited position.
    pub(super) fn game(&self) -> Result<Box<dyn Game>, FenError> {
        self.set_up.game()
    }
}
