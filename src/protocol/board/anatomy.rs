//! What a move does, told from its text and from the boards before and after it. No rules are needed here.

use super::places::{is_royal, place};
use crate::game::Variant;
use crate::protocol::board_change::{BoardChange, Placement};
use crate::protocol::move_parts::{MoveParts, Part};
use crate::types::{Color, Square};

/// A piece that is put on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Put {
    pub(super) letter: char,
    pub(super) to: Square,
    pub(super) promotion: Option<char>,
}

/// The part of a move that is neither a choice nor a piece that is put down.
#[derive(Clone, Copy, Debug)]
pub(super) enum Main {
    Token(Square),
    Leg { from: Square, to: Square, promotion: Option<char> },
    Drop(Put),
}

/// A move text, sorted by the meaning of its parts.
#[derive(Clone, Debug)]
pub(super) struct Anatomy {
    pub(super) board: Option<char>,
    /// What a waiting pawn becomes.
    pub(super) choice: Option<char>,
    /// A captured piece that comes back before the move.
    pub(super) before: Option<Put>,
    pub(super) main: Main,
    /// A second leg: start and end.
    pub(super) second: Option<(Square, Square)>,
    /// The piece that comes out of the box.
    pub(super) release: Option<Put>,
    /// A captured piece that comes back after the move.
    pub(super) after: Option<Put>,
}

impl Anatomy {
    /// Reads a canonical text; `None` if it is none.
    pub(super) fn read(variant: &Variant, text: &str) -> Option<Anatomy> {
        let MoveParts { board, parts } = MoveParts::read(variant, text)?;
        let is_main = |part: &Part| matches!(part, Part::Token(_) | Part::Leg { .. });
        let has_main = parts.iter().any(is_main);
        let (mut choice, mut before, mut main, mut second) = (None, None, None, None);
        let mut puts = Vec::new();
        for part in parts {
            match part {
                Part::Choice(letter) => choice = Some(letter),
                Part::Token(to) => main = Some(Main::Token(to)),
                Part::Leg { from, to, promotion } if main.is_none() => main = Some(Main::Leg { from, to, promotion }),
                Part::Leg { from, to, promotion } => {
                    second = Some((from, to));
                    if let (Some(Main::Leg { promotion: becomes, .. }), Some(_)) = (&mut main, promotion) {
                        *becomes = promotion;
                    }
                }
                Part::Put { letter, to, promotion } => {
                    let put = Put { letter, to, promotion };
                    match (has_main, main.is_some()) {
                        (false, _) => main = Some(Main::Drop(put)),
                        (true, false) => before = Some(put),
                        (true, true) => puts.push(put),
                    }
                }
            }
        }
        let mut puts = puts.into_iter();
        let (release, after) = (puts.next(), puts.next());
        Some(Anatomy { board, choice, before, main: main?, second, release, after })
    }

    /// Returns where the moving piece or token starts.
    pub(super) fn origin(&self) -> Option<Square> {
        if let Main::Leg { from, .. } = self.main { Some(from) } else { None }
    }

    /// Returns where the first part of the move goes.
    pub(super) fn target(&self) -> Square {
        match self.main {
            Main::Token(to) | Main::Leg { to, .. } | Main::Drop(Put { to, .. }) => to,
        }
    }

    /// Returns whether the second leg is that of another piece, as in castling.
    pub(super) fn moves_two(&self) -> bool {
        self.second.is_some_and(|(start, _)| start != self.target())
    }

    /// Returns whether the piece shoots: it comes back from where it captured.
    pub(super) fn is_rifle(&self) -> bool {
        !self.moves_two() && self.second.is_some_and(|(_, end)| Some(end) == self.origin())
    }

    /// Returns the square that the player clicks last for the moving piece: its goal, or what it shoots.
    pub(super) fn goal(&self) -> Square {
        match self.second {
            Some((_, end)) if !self.moves_two() && !self.is_rifle() => end,
            _ => self.target(),
        }
    }

    /// Returns the targets to click, in the usual way.
    pub(super) fn path(&self) -> Vec<String> {
        let square = |square: Square| place(self.board, square);
        let mut path = Vec::new();
        path.extend(self.choice.map(button));
        if let Some(put) = self.before {
            path.extend([format!("@{}", put.letter), square(put.to)]);
            path.extend(put.promotion.map(button));
        }
        match self.main {
            Main::Token(to) => path.extend([self.token_target(), square(to)]),
            Main::Leg { from, .. } => path.extend([square(from), square(self.goal())]),
            Main::Drop(put) => path.extend([format!("@{}", put.letter), square(put.to)]),
        }
        let later = [self.release, self.after];
        let promotions = [if let Main::Leg { promotion, .. } = self.main { promotion } else { None }];
        let mut pending = promotions.into_iter().flatten().map(button).collect::<Vec<_>>();
        for (is_free, put) in [false, true].into_iter().zip(later).filter_map(|(is_free, put)| Some((is_free, put?))) {
            path.append(&mut pending);
            path.extend(is_free.then(|| format!("@{}", put.letter)));
            path.push(square(put.to));
            // The last promotion is a choice between whole moves.
            pending.extend(put.promotion.map(button));
        }
        path
    }

    fn token_target(&self) -> String {
        self.board.map_or("token".into(), |name| format!("{name}:token"))
    }
}

/// Returns the target of the button for a promotion letter.
fn button(letter: char) -> String {
    format!("={}", letter.to_ascii_lowercase())
}

/// What kind of move a move is, in the order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    Release,
    Box,
    Token,
    Castle,
    Swap,
    Rifle,
    Drop,
    Promotion,
    Capture,
    Quiet,
}

impl MoveKind {
    /// Returns the name in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            MoveKind::Release => "release",
            MoveKind::Box => "box",
            MoveKind::Token => "token",
            MoveKind::Castle => "castle",
            MoveKind::Swap => "swap",
            MoveKind::Rifle => "rifle",
            MoveKind::Drop => "drop",
            MoveKind::Promotion => "promotion",
            MoveKind::Capture => "capture",
            MoveKind::Quiet => "quiet",
        }
    }
}

/// A move with all that can be seen of it.
pub(super) struct Sight {
    pub(super) anatomy: Anatomy,
    pub(super) kind: MoveKind,
    /// The letter of what moves, `*` for the token.
    pub(super) mover: char,
    /// The letter of what stands on the first target before the move.
    pub(super) on_target: Option<char>,
    /// Captured enemies: squares and letters.
    pub(super) captures: Vec<(Square, char)>,
    /// Castling: where the king and the rook start and end.
    pub(super) castling: Option<[(Square, Square); 2]>,
    /// The moving piece is removed by its own move.
    pub(super) dies: bool,
}

/// The boards before and after a move.
pub(super) struct Scene<'a> {
    pub(super) variant: &'static Variant,
    pub(super) before: &'a Placement,
    pub(super) after: &'a Placement,
    pub(super) us: Color,
}

impl Scene<'_> {
    /// Returns all that can be seen of a move, given its text in PGN.
    pub(super) fn sight(&self, anatomy: Anatomy, san: &str) -> Sight {
        let board = super::places::board_index(anatomy.board);
        let (origin, target) = (anatomy.origin(), anatomy.target());
        let mover = self.mover(&anatomy, board);
        let is_token = mover == '*';
        let brought = anatomy.before.filter(|put| put.to == target).map(|put| put.letter);
        let on_target = self.before.at(board, target).map(|cell| cell.letter).or(brought);
        let change = BoardChange::between(self.before, self.after, board, self.us, origin);
        let boxes = is_token && on_target.is_some() || !is_token && on_target == Some('*');
        let letter_at = |square: Square| self.before.at(board, square).map_or('*', |cell| cell.letter);
        let captured: Vec<Square> = if is_token { Vec::new() } else { change.captured.clone() };
        let is_own = |letter: char| letter != '*' && Color::of(letter) == self.us;
        let is_plain = !is_token && !boxes && anatomy.release.is_none();
        let castling = is_plain.then(|| self.castling(&anatomy, &change, mover, board, san)).flatten();
        let swaps = is_plain && castling.is_none() && on_target.is_some_and(is_own) && Some(target) != origin;
        let promotes = matches!(anatomy.main, Main::Leg { promotion: Some(_), .. });
        let arrives = if anatomy.is_rifle() { origin.unwrap_or(target) } else { anatomy.goal() };
        let dies = is_plain && castling.is_none() && !change.own.contains(&arrives);
        let kind = match () {
            _ if anatomy.release.is_some() => MoveKind::Release,
            _ if boxes => MoveKind::Box,
            _ if is_token => MoveKind::Token,
            _ if castling.is_some() => MoveKind::Castle,
            _ if swaps => MoveKind::Swap,
            _ if anatomy.is_rifle() => MoveKind::Rifle,
            _ if matches!(anatomy.main, Main::Drop(_)) => MoveKind::Drop,
            _ if promotes => MoveKind::Promotion,
            _ if !captured.is_empty() => MoveKind::Capture,
            _ => MoveKind::Quiet,
        };
        let captures = captured.into_iter().map(|square| (square, letter_at(square))).collect();
        Sight { anatomy, kind, mover, on_target, captures, castling, dies }
    }

    /// Returns the letter of what moves. Before the move a choice may have changed it, or it has just come back.
    fn mover(&self, anatomy: &Anatomy, board: usize) -> char {
        let from = match anatomy.main {
            Main::Token(_) => return '*',
            Main::Drop(put) => return self.us.dress(put.letter),
            Main::Leg { from, .. } => from,
        };
        if let Some(put) = anatomy.before.filter(|put| put.to == from) {
            return self.us.dress(put.promotion.unwrap_or(put.letter));
        }
        let letter = self.before.at(board, from).map_or('*', |cell| cell.letter);
        let last_rank = self.us.choose(self.variant.ranks.saturating_sub(1), 0);
        match anatomy.choice {
            Some(chosen) if letter.eq_ignore_ascii_case(&'P') && from.rank() == last_rank => self.us.dress(chosen),
            _ => letter,
        }
    }

    fn castling(
        &self,
        anatomy: &Anatomy,
        change: &BoardChange,
        mover: char,
        board: usize,
        san: &str,
    ) -> Option<[(Square, Square); 2]> {
        let (from, target) = (anatomy.origin()?, anatomy.target());
        if !is_royal(self.variant, mover) {
            return None;
        }
        if san.starts_with("O-O") && self.before.at(board, target).is_some() {
            // King takes own rook: the squares of both are seen on the board after it.
            let on = |letter: char| self.after.pieces(board).find(|cell| cell.letter == letter).map(|cell| cell.square);
            let king = on(mover)?;
            let beside =
                |square: &Square| *square != king && square.rank() == king.rank() && square.distance(king) == 1;
            let towards = if target.file() > from.file() { king.file().checked_sub(1)? } else { king.file() + 1 };
            let rook = Some(Square::new(towards, king.rank())).filter(beside)?;
            return Some([(from, king), (target, rook)]);
        }
        if let Some((rook, beside)) = anatomy.second.filter(|_| anatomy.moves_two()) {
            return Some([(from, target), (rook, beside)]);
        }
        let (rook, beside) = change.other_move(target)?;
        Some([(from, target), (rook, beside)])
    }
}

impl Sight {
    /// Returns all ways to click the move, the usual one first.
    pub(super) fn paths(&self) -> Vec<Vec<String>> {
        let square = |square: Square| place(self.anatomy.board, square);
        let usual = self.anatomy.path();
        let mut others = Vec::new();
        if let Some([(from, to), (rook, _)]) = self.castling {
            others.extend([vec![square(from), square(rook)], vec![square(from), square(to)]]);
        } else if let (Some(from), Some((start, end)), false) =
            (self.anatomy.origin(), self.anatomy.second, self.anatomy.is_rifle())
        {
            others.push(vec![square(from), square(start), square(end)]);
        }
        let mut paths = vec![usual];
        for path in others {
            if !paths.contains(&path) && path.windows(2).all(|pair| pair.first() != pair.last()) {
                paths.push(path);
            }
        }
        paths
    }

    /// Returns the steps of the move for drawing, as pairs of places.
    pub(super) fn legs(&self) -> Vec<[String; 2]> {
        let square = |square: Square| place(self.anatomy.board, square);
        let mut legs: Vec<[String; 2]> = Vec::new();
        legs.extend(self.anatomy.before.map(|put| [format!("@{}", put.letter), square(put.to)]));
        match (self.castling, self.anatomy.main) {
            (Some(pairs), _) => legs.extend(pairs.map(|(from, to)| [square(from), square(to)])),
            (None, Main::Token(to)) => legs.push([self.anatomy.token_target(), square(to)]),
            (None, Main::Drop(put)) => legs.push([format!("@{}", put.letter), square(put.to)]),
            (None, Main::Leg { from, .. }) => legs.push([square(from), square(self.anatomy.goal())]),
        }
        if self.kind == MoveKind::Swap {
            legs.extend(self.anatomy.origin().map(|from| [square(self.anatomy.target()), square(from)]));
        }
        legs.extend(self.anatomy.release.map(|put| ["box".into(), square(put.to)]));
        legs.extend(self.anatomy.after.map(|put| [format!("@{}", put.letter), square(put.to)]));
        legs
    }
}
