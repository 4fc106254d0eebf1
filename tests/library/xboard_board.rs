//! What XBoard does with the moves sent to it, along random games of every variant that it can show.
//!
//! [`Screen`] makes moves as XBoard 4.9.1 does in a variant that the engine defines (`ApplyMove` in backend.c), with
//! legality testing off. It knows only what the commands `setup` and `piece` say.

use crate::data_files;
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::protocol::xboard::{self, Origin, XBoardMove};
use jailbird::types::Square;
use jailbird::types::zobrist::mix;
use jailbird::variants;
use rayon::prelude::*;

/// Positions of each game's random walk.
const WALK: u64 = 600;

/// The variants sent to XBoard and their parent variants.
fn xboard_variants() -> impl Iterator<Item = (&'static Variant, &'static str)> {
    let parent = |variant: &'static Variant| Some((variant, variant.xboard.as_ref()?.setup.as_ref()?.parent));
    variants::coded().into_iter().filter_map(parent)
}

/// XBoard's board.
#[derive(Clone, PartialEq, Eq)]
struct Screen {
    cells: Vec<Vec<char>>,
    /// The file of a pawn that has just made a double step beside an enemy pawn, and the rank passed.
    en_passant: Option<(usize, usize)>,
}

impl Screen {
    fn of(fen: &str) -> Screen {
        let placement = fen.split([' ', '[']).next().unwrap();
        let mut cells = Vec::new();
        for row in placement.split('/').rev() {
            let mut line = Vec::new();
            let mut run = 0;
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as usize;
                    continue;
                }
                line.extend(std::iter::repeat_n('.', std::mem::take(&mut run)));
                line.push(letter);
            }
            line.extend(std::iter::repeat_n('.', run));
            cells.push(line);
        }
        Screen { cells, en_passant: None }
    }

    fn at(&mut self, square: Square) -> &mut char {
        &mut self.cells[square.rank() as usize][square.file() as usize]
    }

    /// Makes a move as XBoard does; `text` is XBoard's, but with ranks from 1.
    fn make(&mut self, variant: &Variant, parent: &str, text: &str, is_white: bool) {
        let dress = |letter: char| if is_white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        if let Some((kind, target)) = text.split_once('@') {
            let target = Square::parse(target).unwrap();
            assert_eq!(*self.at(target), '.', "{text} drops on a piece");
            *self.at(target) = dress(kind.chars().next().unwrap());
            self.en_passant = None;
            return;
        }
        let (from, to, stop, suffix) = parts(text);
        let king = variant.kinds.iter().find(|kind| kind.icon == "king").unwrap();
        let piece = *self.at(from);
        assert!(piece.is_ascii_alphabetic() && piece.is_uppercase() == is_white, "{text} moves {piece}");
        let passed = self.en_passant.take();
        let killed = stop.map(|square| std::mem::replace(self.at(square), '.'));
        let is_own = |letter: char| letter.is_ascii_alphabetic() && letter.is_uppercase() == is_white;
        let target = *self.at(to);
        if let (Some(rook), true) = (killed.filter(|&letter| is_own(letter)), piece == dress(king.letter)) {
            assert!(king.betza.contains('O'), "{text}: no castling in XBoard");
            let beside = if stop.unwrap().file() < from.file() { to.file() + 1 } else { to.file() - 1 };
            *self.at(from) = '.';
            *self.at(to) = piece;
            *self.at(Square::new(beside, to.rank())) = rook;
        } else if is_own(target) && from != to {
            assert_eq!(parent, "chu", "{text}: only the parent `chu` swaps own pieces");
            *self.at(from) = target;
            *self.at(to) = piece;
        } else {
            *self.at(from) = '.';
            *self.at(to) = piece;
            let castles = king.betza.contains('O') || !king.betza.contains('i');
            if piece == dress(king.letter) && castles && to.file().abs_diff(from.file()) > 1 && to.rank() == from.rank()
            {
                self.castle(from, to);
            }
            self.pawn_rules(piece, from, to, target, passed);
        }
        if let Some(letter) = suffix {
            let is_kind = variant.kinds.iter().any(|kind| kind.letter.eq_ignore_ascii_case(&letter));
            *self.at(to) = if is_kind { dress(letter) } else { '.' };
        }
    }

    /// Castles: a king's move of two or more squares along the rank also moves the next piece.
    fn castle(&mut self, from: Square, to: Square) {
        let rank = from.rank();
        let right = to.file() > from.file();
        let mut file = from.file();
        loop {
            file = if right { file + 1 } else { file - 1 };
            let square = Square::new(file, rank);
            let at_edge = file == 0 || file as usize + 1 == self.cells[0].len();
            if square != to && *self.at(square) != '.' || at_edge {
                let rook = std::mem::replace(self.at(square), '.');
                let beside = if right { to.file() - 1 } else { to.file() + 1 };
                *self.at(Square::new(beside, rank)) = rook;
                return;
            }
        }
    }

    /// Makes XBoard's en passant captures, which apply to every piece shown as a pawn.
    fn pawn_rules(&mut self, piece: char, from: Square, to: Square, target: char, passed: Option<(usize, usize)>) {
        if !piece.eq_ignore_ascii_case(&'P') {
            return;
        }
        let ranks = self.cells.len();
        let (file, rank) = (to.file() as usize, to.rank() as usize);
        let beyond_middle =
            if piece == 'P' { from.rank() as usize >= ranks / 2 } else { (from.rank() as usize) < ranks / 2 };
        let is_passed = passed.is_some_and(|(file_passed, _)| file_passed == file);
        if beyond_middle && is_passed && from.file() != to.file() && target == '.' {
            let deep = passed.is_some_and(|(_, passed_rank)| passed_rank != rank) as usize;
            let victim = if piece == 'P' { rank - 1 - deep } else { rank + 1 + deep };
            self.cells[victim][file] = '.';
        }
        if from.rank().abs_diff(to.rank()) >= 2 {
            let enemy = if piece == 'P' { 'p' } else { 'P' };
            let row = &self.cells[rank];
            let beside = [file.checked_sub(1), Some(file + 1)];
            if beside.into_iter().flatten().any(|other| row.get(other) == Some(&enemy)) {
                self.en_passant = Some((file, if piece == 'P' { rank - 1 } else { rank + 1 }));
            }
        }
    }
}

/// The start, target, stop and suffix of a move text.
fn parts(text: &str) -> (Square, Square, Option<Square>, Option<char>) {
    let (from, rest) = Square::read(text).unwrap();
    let (first, rest) = Square::read(rest).unwrap();
    let Some(leg) = rest.strip_prefix(',') else { return (from, first, None, rest.chars().next()) };
    let (start, leg) = Square::read(leg).unwrap();
    let (end, leg) = Square::read(leg).unwrap();
    let to = if start == first { end } else { first };
    (from, to, Some(start), leg.chars().next())
}

/// Calls `visit` for the positions of the data file and along random games.
fn walk(variant: &'static Variant, mut visit: impl FnMut(&dyn Game, &[String])) {
    let rows = data_files::find("moves", variant.name).unwrap_or_default();
    let fens: Vec<&str> =
        data_files::lines(&rows).filter_map(|line| line.split([';', '|']).next()).map(str::trim).collect();
    for fen in fens {
        if let Ok(game) = variant.game(fen) {
            visit(&*game, &game.legal_moves(Notation::Standard));
        }
    }
    let mut game = variant.new_game();
    for ply in 0..WALK {
        let moves = game.legal_moves(Notation::Standard);
        if game.outcome().is_some() {
            game = variant.new_game();
            continue;
        }
        visit(&*game, &moves);
        game.play(&moves[(mix(ply + 5) % moves.len() as u64) as usize]).unwrap();
    }
}

fn after(game: &dyn Game, text: &str) -> Box<dyn Game> {
    let mut next = game.boxed_clone();
    next.play(text).unwrap();
    next
}

#[test]
fn xboards_board_equals_the_engines_after_every_move() {
    xboard_variants().collect::<Vec<_>>().par_iter().for_each(|&(variant, parent)| {
        walk(variant, |game, moves| {
            let screen = Screen::of(&game.fen());
            let is_white = game.turn().color == jailbird::types::Color::White;
            for own in moves {
                let text = XBoardMove::of(game, own).unwrap().text();
                let mut shown = screen.clone();
                shown.make(variant, parent, &text, is_white);
                let truth = Screen::of(&after(game, own).fen());
                assert!(shown.cells == truth.cells, "{}: {own} as {text} in {}", variant.name, game.fen());
            }
        });
    });
}

#[test]
fn xboards_board_equals_the_engines_through_whole_games() {
    xboard_variants().collect::<Vec<_>>().par_iter().for_each(|&(variant, parent)| {
        for seed in 0..30 {
            let mut game = variant.new_game();
            let mut screen = Screen::of(variant.start);
            for ply in 0..300 {
                let moves = game.legal_moves(Notation::Standard);
                if game.outcome().is_some() {
                    break;
                }
                let own = &moves[(mix(seed * 1000 + ply) % moves.len() as u64) as usize];
                let text = XBoardMove::of(&*game, own).unwrap().text();
                let is_white = game.turn().color == jailbird::types::Color::White;
                let before = game.fen();
                game.play(own).unwrap();
                screen.make(variant, parent, &text, is_white);
                let truth = Screen::of(&game.fen());
                assert!(screen.cells == truth.cells, "{}: {own} as {text} in {before}", variant.name);
            }
        }
    });
}

#[test]
fn moves_sent_to_xboard_are_read_back() {
    xboard_variants().collect::<Vec<_>>().par_iter().for_each(|&(variant, _)| {
        walk(variant, |game, moves| {
            // Reading a text compares it with all moves, so long lists are sampled.
            for own in moves.iter().step_by(1 + moves.len() / 40) {
                let told = xboard::move_to_xboard(game, own);
                let back = xboard::move_from_xboard(game, &told, Notation::Standard);
                let (one, other) = (after(game, own), after(game, &back));
                assert_eq!(one.key(), other.key(), "{}: {own} as {told}: {back} in {}", variant.name, game.fen());
            }
        });
    });
}

#[test]
fn the_pieces_of_a_game_have_letters_and_icons_of_their_own() {
    for variant in variants::coded() {
        let letters: String = variant.kinds.iter().map(|kind| kind.letter).collect();
        for kind in variant.kinds {
            let (letter, icon) = (kind.letter, kind.icon);
            assert_eq!(letters.matches(letter).count(), 1, "{}: {letter}", variant.name);
            let twins = variant.kinds.iter().filter(|other| other.icon == icon).count();
            assert_eq!(twins, 1, "{}: {icon:?} twice", variant.name);
        }
        let strangers = variant.start.split(' ').next().unwrap().chars().filter(char::is_ascii_uppercase);
        assert!(strangers.into_iter().all(|letter| letters.contains(letter)), "{}", variant.name);
    }
}

#[test]
fn promotions_are_to_pieces_of_the_game() {
    for (variant, _) in xboard_variants() {
        walk(variant, |_, moves| {
            let becomes = moves.iter().filter_map(|own| own.chars().last()).filter(char::is_ascii_alphabetic);
            for letter in becomes {
                let is_kind = variant.kinds.iter().any(|kind| kind.letter.eq_ignore_ascii_case(&letter));
                assert!(is_kind, "{}: {letter}", variant.name);
            }
        });
    }
}

#[test]
fn every_move_can_be_entered_by_clicks() {
    for (variant, _) in xboard_variants() {
        walk(variant, |game, moves| {
            for own in moves.iter().step_by(1 + moves.len() / 10) {
                let shown = XBoardMove::of(game, own).unwrap();
                let stops = shown.via().is_some();
                assert!(shown.is_direct() || stops, "{}: {own} cannot be clicked in {}", variant.name, game.fen());
                if let Origin::Board(from) = shown.from {
                    assert!(shown.to != from || stops, "{}: {own} ends where it starts", variant.name);
                }
            }
        });
    }
}
