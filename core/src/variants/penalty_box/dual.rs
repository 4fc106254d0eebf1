//! Dual Penalty Box: two boards without boxed kings, one shared box, four players each for himself.
//!
//! A turn is an ordinary one on the board of the seat that moves; the box is kept on both boards at once.
//! Draws by repetition and by the fifty-move rule end one board only.

use super::{BoxGame, Inmate, NoKing, Turn};
use crate::network::{Network, PieceSums};
use crate::position::piece_kind::PieceKind;
use crate::position::view::{Boxed, Layout, Pending};
use crate::position::{Annotation, Describe, Evaluate, Events, Players, Rules, SearchHints, Shape};
use crate::types::{Color, Kind, KindSets, Mailbox, Outcome, Reason, Score, Seat, Sink, Square, State, zobrist};

/// A position of `penaltybox-dual`. Seats: 0 White A, 1 White B, 2 Black A, 3 Black B.
#[derive(Clone, Copy, Debug)]
pub struct PenaltyBoxDual {
    pub(super) boards: [BoxGame<NoKing>; 2],
    /// Boards that have ended in a draw; their seats are skipped.
    pub(super) ended: [bool; 2],
    pub(super) seat: u8,
    pub(super) fullmove: u16,
}

/// Who moves next on a board while `seat` is to move.
pub(super) fn side_on(board: usize, seat: u8) -> Color {
    let since_white = seat.wrapping_sub(board as u8);
    if matches!(since_white, 1 | 2) { Color::Black } else { Color::White }
}

#[inline]
const fn seat(number: u8) -> Seat {
    let color = if number < 2 { Color::White } else { Color::Black };
    Seat { number, color, board: Some(if number & 1 == 0 { 'A' } else { 'B' }) }
}

impl PenaltyBoxDual {
    /// The board that the seat to move plays on.
    #[inline(always)]
    pub(super) fn own(&self) -> &BoxGame<NoKing> {
        &self.boards[self.board_index()]
    }

    /// The index of that board, 0 for A and 1 for B.
    #[inline(always)]
    pub fn board_index(&self) -> usize {
        self.seat as usize & 1
    }

    /// A key of one board and the box, for counting repetitions of that board.
    pub fn board_key(&self, board: usize) -> u64 {
        self.boards[board & 1].state.key
    }

    /// Turns on one board since its last capture or pawn move.
    pub fn board_clock(&self, board: usize) -> u32 {
        u32::from(self.boards[board & 1].state.halfmove)
    }

    /// Ends a board as a draw. The turn passes on if it was that board's.
    pub fn end_board(&mut self, board: usize) {
        self.retire(board & 1);
        self.find_seat_to_move();
    }

    /// Marks a board as ended. No moves are made there any more, so only its pieces distinguish positions.
    fn retire(&mut self, index: usize) {
        self.ended[index] = true;
        let board = &mut self.boards[index];
        board.en_passant.clear(&mut board.state);
        board.waiting = Square::NONE;
        board.state.side = Color::White;
        board.state.key = board.key_from_scratch();
    }

    #[inline]
    fn next_seat(&mut self) {
        self.fullmove += (self.seat == 3) as u16;
        self.seat = (self.seat + 1) & 3;
    }

    /// Passes over seats whose board has ended, and ends the board of a seat that is stalemated.
    #[inline]
    pub(super) fn find_seat_to_move(&mut self) {
        while self.ended != [true; 2] {
            let index = self.board_index();
            if !self.ended[index] {
                if self.own().has_turn() || self.own().in_check() {
                    return;
                }
                self.retire(index);
            } else {
                self.next_seat();
            }
        }
    }
}

impl Rules for PenaltyBoxDual {
    type Move = Turn;
    type Board = Mailbox<64, KindSets>;
    const KINDS: usize = BoxGame::<NoKing>::KINDS;
    const RESETS_CAN_BE_UNDONE: bool = BoxGame::<NoKing>::RESETS_CAN_BE_UNDONE;
    const BEST_PROMOTION: Kind = BoxGame::<NoKing>::BEST_PROMOTION;

    #[inline(always)]
    fn board(&self) -> &Self::Board {
        Rules::board(self.own())
    }

    #[inline(always)]
    fn state(&self) -> &State {
        &self.own().state
    }

    #[inline(always)]
    fn state_mut(&mut self) -> &mut State {
        let board = self.board_index();
        &mut self.boards[board].state
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Turn>) {
        if self.ended != [true; 2] {
            self.own().generate::<NOISY>(sink);
        }
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        let index = self.board_index();
        self.boards[index].play_turn(turn);
        let inmate = self.boards[index].inmate;
        self.boards[1 - index].set_inmate(inmate);
        self.next_seat();
        self.find_seat_to_move();
    }

    fn pass(&mut self) {
        let index = self.board_index();
        self.boards[index].pass();
        self.next_seat();
        self.find_seat_to_move();
    }

    #[inline]
    fn key(&self) -> u64 {
        combine(self.boards.each_ref().map(|board| board.state.key), self.seat, self.ended)
    }

    fn key_from_scratch(&self) -> u64 {
        combine([self.boards[0].key_from_scratch(), self.boards[1].key_from_scratch()], self.seat, self.ended)
    }

    fn turn(&self) -> Seat {
        seat(self.seat)
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.ended != [true; 2] && self.own().in_check()
    }

    fn checkers(&self) -> Vec<Square> {
        if self.in_check() { self.own().checkers() } else { Vec::new() }
    }

    /// The clock of the board that is nearest to its last capture or pawn move: what is drawn by it is drawn for all.
    #[inline]
    fn halfmove_clock(&self) -> u32 {
        let live = |&board: &usize| !self.ended[board];
        [0, 1].into_iter().filter(live).map(|board| self.board_clock(board)).min().unwrap_or(0)
    }

    /// Both boards are drawn.
    #[inline]
    fn ended(&self) -> Option<Outcome> {
        (self.ended == [true; 2]).then(|| Outcome::draw(Reason::BoardsDrawn))
    }

    /// A stalemated seat is never to move, so this one is mated: by the other colour on its board.
    fn no_moves(&self) -> Outcome {
        self.ended().unwrap_or_else(|| Outcome::win(seat(self.seat ^ 2), Reason::Checkmate))
    }
}

impl Evaluate for PenaltyBoxDual {
    const WORTH: &'static [Score; Kind::LIMIT] = BoxGame::<NoKing>::WORTH;

    #[inline(always)]
    fn worth(&self, kind: Kind) -> Score {
        self.own().worth(kind)
    }

    /// None: the squares of two boards have the same names.
    fn piece_worths(&self, _: &Network) -> Vec<(Square, Score)> {
        Vec::new()
    }
}

impl SearchHints for PenaltyBoxDual {
    const HISTORY: usize = 2 * BoxGame::<NoKing>::HISTORY;
    const EXCHANGES: bool = true;

    #[inline]
    fn mover(&self, turn: Turn) -> Kind {
        self.own().mover(turn)
    }

    #[inline]
    fn victim(&self, turn: Turn) -> Kind {
        self.own().victim(turn)
    }

    #[inline]
    fn gain(&self, turn: Turn) -> Score {
        self.own().gain(turn)
    }

    #[inline]
    fn wins_exchange(&self, turn: Turn, threshold: Score) -> bool {
        self.own().wins_exchange(turn, threshold)
    }

    #[inline]
    fn is_noisy(&self, turn: Turn) -> bool {
        self.own().is_noisy(turn)
    }

    #[inline]
    fn history_index(&self, turn: Turn) -> usize {
        self.board_index() * BoxGame::<NoKing>::HISTORY + self.own().history_index(turn)
    }

    fn null_move_is_sound(&self) -> bool {
        self.own().null_move_is_sound()
    }
}

impl Describe for PenaltyBoxDual {
    fn letter(&self, kind: Kind) -> char {
        self.own().letter(kind)
    }

    fn is_promoted(&self, kind: Kind) -> bool {
        self.own().is_promoted(kind)
    }

    fn layouts(&self) -> Vec<Layout> {
        let layouts = self.boards.iter().flat_map(|board| board.layouts());
        let named = ('A'..).zip(self.ended).zip(layouts);
        named.map(|((name, ended), layout)| Layout { name: Some(name), ended, ..layout }).collect()
    }

    fn boxed(&self) -> Option<Vec<Boxed>> {
        self.own().boxed()
    }

    fn pending(&self) -> Vec<Pending> {
        ('A'..).zip(&self.boards).flat_map(|(name, board)| board.pending_on(Some(name))).collect()
    }

    fn annotations(&self, kinds: &[PieceKind]) -> Vec<Annotation> {
        let on = |(name, board): (char, &BoxGame<NoKing>)| {
            let marks = board.annotations(kinds).into_iter();
            marks.map(move |mark| Annotation { board: Some(name), ..mark }).collect::<Vec<_>>()
        };
        ('A'..).zip(&self.boards).flat_map(on).collect()
    }

    fn fullmove(&self) -> u16 {
        self.fullmove
    }

    fn shape(&self, turn: Turn) -> Shape {
        Shape { board: self.turn().board, ..self.own().shape(turn) }
    }

    /// The other seat of the same board.
    fn turned(&self) -> Option<Self> {
        let board = self.own().turned()?;
        let mut turned = PenaltyBoxDual { seat: self.seat ^ 2, ..*self };
        turned.boards[self.board_index()] = board;
        Some(turned)
    }
}

impl Events for PenaltyBoxDual {
    const EVENT_NAMES: &'static [&'static str] = BoxGame::<NoKing>::EVENT_NAMES;

    fn events(&self, turn: Turn) -> u32 {
        self.own().events(turn)
    }
}

impl Players for PenaltyBoxDual {
    const SEATS: &'static [Seat] = &[seat(0), seat(1), seat(2), seat(3)];

    #[inline]
    fn players(&self) -> usize {
        if self.ended == [false; 2] { 4 } else { 2 }
    }

    /// The evaluation of the own board as if the box were empty, because the next player who boxes a piece gets what is
    /// inside, on either board. A player whose board has ended can only hope that the other one is drawn, too.
    fn evaluate_for(&self, seat: Seat, network: &Network, sums: &mut PieceSums) -> Score {
        let index = seat.number as usize & 1;
        if self.ended[index] {
            return 0;
        }
        let mut board = self.boards[index];
        board.set_inmate(Inmate::NONE);
        let score = board.evaluate(network, sums);
        if board.state.side == seat.color { score } else { -score }
    }

    #[inline]
    fn is_bystander(&self, seat: Seat) -> bool {
        (self.seat ^ seat.number) & 1 != 0
    }

    /// A board is judged when it is the turn of one of its players; mate goes before draws.
    fn settle_draws<'a>(&mut self, earlier: impl Iterator<Item = &'a Self> + Clone) {
        while self.ended != [true; 2] {
            let index = self.board_index();
            let (key, clock) = (self.board_key(index), self.board_clock(index));
            let is_same = |other: &&Self| other.board_index() == index && other.board_key(index) == key;
            let drawn = clock >= 100 || earlier.clone().filter(is_same).nth(1).is_some();
            if !drawn || self.in_check() && !self.own().has_turn() {
                return;
            }
            self.end_board(index);
        }
    }
}

#[inline]
fn combine(keys: [u64; 2], seat: u8, ended: [bool; 2]) -> u64 {
    let state = u64::from(seat) | (ended[0] as u64) << 2 | (ended[1] as u64) << 3;
    keys[0] ^ keys[1].rotate_left(23) ^ zobrist::feature(7, state)
}
