//! Moves that other rules forbid or demand: compulsory captures, forbidden checks, passing, limits of drops and promotions.

use super::moves::{Flag, GeneralMove};
use super::square_set::SquareSet;
use super::{General, attack};
use crate::position::{GameMove, SearchHints};
use crate::types::Score;
use crate::types::{Color, Kind, MoveList, Square};
use crate::variants::exchange::{ROYAL, Strike};
use std::cell::OnceCell;

impl General {
    /// Makes moves that leave no royal piece attacked the legal moves.
    pub(super) fn obey(&self, moves: &mut MoveList<GeneralMove>) {
        let duties = &self.rules().duties;
        let us = self.state.side;
        if duties.no_checks {
            moves.retain(|&mut mv| !self.checks_by(mv));
        }
        if duties.stand_in_check && self.is_checked(us) {
            let checkers = crate::position::Rules::checkers(self);
            let is_royal = |mv: GeneralMove| {
                mv.flag() != Flag::DROP && self.rules().royal & self.board.kind_on(mv.from()).bit() != 0
            };
            // Two checks at once cannot be met so.
            moves.retain(|&mut mv| !is_royal(mv) || checkers == [mv.to()]);
        }
        if let Some(hand) = &self.rules().hand
            && !hand.may_check
        {
            moves.retain(|&mut mv| mv.flag() != Flag::DROP || !self.checks_by(mv));
        }
        if let Some(hand) = &self.rules().hand {
            let is_due = |mv: GeneralMove| mv.flag() == Flag::DROP && hand.must_drop & mv.piece().bit() != 0;
            if moves.iter().any(|&mv| is_due(mv)) {
                moves.retain(|&mut mv| is_due(mv));
                return;
            }
        }
        if duties.must_capture && moves.iter().any(|&mv| self.is_capture(mv)) {
            moves.retain(|&mut mv| self.is_capture(mv));
            return;
        }
        let may_pass = if duties.pass_if_stuck[us.index()] { moves.is_empty() } else { duties.pass[us.index()] };
        let has_to_answer = duties.answer_facing && self.is_facing();
        if has_to_answer {
            moves.retain(|&mut mv| {
                let mut next = *self;
                next.displace_only(mv);
                !next.is_facing()
            });
        }
        if may_pass && (has_to_answer || !self.is_checked(us)) {
            moves.extend(self.pass_move());
        }
    }

    /// Whether a move takes an enemy piece.
    pub(super) fn is_capture(&self, mv: GeneralMove) -> bool {
        !self.victim(mv).is_none()
    }

    /// Whether a move gives check.
    pub(super) fn checks_by(&self, mv: GeneralMove) -> bool {
        let mut next = *self;
        next.displace_only(mv);
        next.is_king_attacked(!self.state.side)
    }

    /// The move that passes: of the king, or else of the lowest piece.
    fn pass_move(&self) -> Option<GeneralMove> {
        let us = self.state.side;
        let kings = self.board.army(us).filter(|(kind, _)| self.rules().royal & kind.bit() != 0);
        let king = kings.map(|(_, square)| square).min();
        let lowest = || self.board.army(us).map(|(_, square)| square).min();
        let square = king.or_else(lowest)?;
        Some(GeneralMove::new(square, square).flagged(Flag::PASS))
    }

    /// The squares where a piece in hand may be dropped as `form`, whatever stands there.
    pub(super) fn drop_squares(&self, kind: Kind, form: Kind) -> SquareSet {
        let (us, rules) = (self.state.side, self.rules());
        let Some(hand) = &rules.hand else { return SquareSet::EMPTY };
        let mut squares = hand.region[kind.index::<{ Kind::LIMIT }>()][us.index()] & rules.squares;
        if rules.duties.no_dead_ends {
            squares = squares & self.game.tables.live_squares[form.index::<{ Kind::LIMIT }>()][us.index()];
        }
        let (crowded, most) = hand.crowded;
        if crowded & kind.bit() != 0 {
            let (mut on_file, alike) = ([0; 16], rules.kind(kind).alike);
            for (_, square) in self.board.army(us).filter(|(other, _)| alike & other.bit() != 0) {
                on_file[usize::from(square.file())] += 1;
            }
            squares = squares.squares().filter(|square| on_file[usize::from(square.file())] < most).collect();
        }
        if hand.other_color & kind.bit() != 0 {
            let shade = |square: Square| (square.file() + square.rank()) % 2;
            let mut more = [0; 2];
            for (_, square) in self.board.army(us).filter(|&(other, _)| other == kind) {
                more[usize::from(shade(square))] += 1;
                more[usize::from(1 - shade(square))] -= 1;
            }
            // Those that are still in hand can make up for it.
            let in_hand = i32::from(self.hands.count(us, kind));
            let may_stand = |square: &Square| more[usize::from(shade(*square))] < in_hand;
            squares = squares.squares().filter(may_stand).collect();
        }
        if hand.other_color != 0 && hand.other_color & kind.bit() == 0 {
            squares = self.without_last_shades(squares, hand.other_color);
        }
        squares
    }

    /// Squares without those that pieces in hand need which have to stand on both colours of squares.
    fn without_last_shades(&self, squares: SquareSet, kinds: u32) -> SquareSet {
        let us = self.state.side;
        let shade = |square: Square| (square.file() + square.rank()) % 2;
        let mut kept = squares;
        for kind in self.rules().numbers().filter(|kind| kinds & kind.bit() != 0 && self.hands.count(us, *kind) > 0) {
            let home = self.drop_squares(kind, kind);
            let free: Vec<Square> = home.squares().filter(|&square| self.board.at(square).is_empty()).collect();
            for side in 0..2 {
                let of_side: Vec<Square> = free.iter().copied().filter(|&square| shade(square) == side).collect();
                if let [last] = of_side[..] {
                    kept.remove(last);
                }
            }
        }
        kept
    }

    /// Pushes the moves of a piece between two squares where it may promote, or must not move without promotion.
    pub(super) fn promotions(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        captures: bool,
        push: &mut impl FnMut(GeneralMove),
    ) {
        let (us, rules) = (self.state.side, self.rules());
        let promotion = &rules.promotion;
        let region = &promotion.region[us.index()];
        let mv = GeneralMove::new(from, to);
        let mut may_stay = true;
        let live = |kind: Kind| {
            let squares = &self.game.tables.live_squares[kind.index::<{ Kind::LIMIT }>()];
            !rules.duties.no_dead_ends || squares[us.index()].has(to)
        };
        let is_pawn = promotion.pawns[us.index()] & kind.bit() != 0;
        if is_pawn && region.has(to) && !promotion.on_diagonals {
            for choice in rules.numbers().filter(|choice| promotion.choices[us.index()] & choice.bit() != 0) {
                if self.may_become(us, choice) && live(choice) {
                    let tracked = choice.of(&promotion.tracked);
                    push(mv.flagged(Flag::PROMOTION).becoming(if tracked.is_none() { choice } else { tracked }));
                }
            }
            may_stay = !promotion.is_compulsory;
        }
        let is_in_region = region.has(to) || region.has(from) && !is_pawn;
        for (becomes, may) in [(kind.of(&promotion.into), true), (kind.of(&promotion.back), promotion.can_turn_back)] {
            let may =
                may && !becomes.is_none() && (becomes != kind.of(&promotion.into) || self.may_become(us, becomes));
            if may && is_in_region && (captures || !promotion.by_capture_only) {
                push(mv.flagged(Flag::CHANGE).becoming(becomes));
                may_stay &= !promotion.is_compulsory_for_pieces;
            }
        }
        if may_stay && live(kind) {
            push(mv);
        }
    }

    /// Promotions of pawns that stand in the region, or of the last pawn: in place or one step along a diagonal to an empty square,
    /// from where the new piece attacks nothing; nor may they give check.
    pub(super) fn promotions_on_diagonals(&self) -> Vec<GeneralMove> {
        let (us, rules) = (self.state.side, self.rules());
        let promotion = &rules.promotion;
        let is_pawn = |kind: Kind| promotion.pawns[us.index()] & kind.bit() != 0;
        let pawns: Vec<Square> = self.board.army(us).filter(|piece| is_pawn(piece.0)).map(|piece| piece.1).collect();
        let mut moves = Vec::new();
        for &from in pawns.iter().filter(|&&from| pawns.len() == 1 || promotion.region[us.index()].has(from)) {
            let choices = rules.numbers().filter(|choice| promotion.choices[us.index()] & choice.bit() != 0);
            for choice in choices.filter(|&choice| self.may_become(us, choice)) {
                for to in self.squares_beside(from).filter(|&to| to == from || self.board.at(to).is_empty()) {
                    let mv = GeneralMove::new(from, to).flagged(Flag::PROMOTION).becoming(choice);
                    let attacks = self.squares_beside(to).any(|square| square != from && self.board.at(square).is(!us));
                    if !attacks && !self.checks_by(mv) {
                        moves.push(mv);
                    }
                }
            }
        }
        moves
    }

    /// A square and those beside it along the diagonals.
    fn squares_beside(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let game = self.game;
        let steps = [(0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        steps.into_iter().filter_map(move |step| game.square_at(square, step))
    }

    /// Whether a player may have one more piece of a kind by promotion.
    fn may_become(&self, color: Color, kind: Kind) -> bool {
        let limit = kind.of(&self.rules().promotion.limit);
        limit == u8::MAX || self.count_alike(color, kind) < usize::from(limit)
    }

    /// The number of pieces of an army that count as a kind.
    pub(super) fn count_alike(&self, color: Color, kind: Kind) -> usize {
        let alike = self.rules().kind(kind).alike;
        self.board.army(color).filter(|(other, _)| alike & other.bit() != 0).count()
    }

    /// Whether the exchange that a move begins wins at least `threshold`.
    pub(super) fn exchange_wins(&self, mv: GeneralMove, threshold: Score) -> bool {
        let is_drop = mv.flag() == Flag::DROP;
        let (from, to) = (mv.from(), mv.to());
        let promotion = mv.promotion();
        let mover = if is_drop { mv.piece() } else { self.board.kind_on(from) };
        let standing = (if promotion.is_none() { mover } else { promotion }).of(&self.game.worths);
        let strike = Strike { by: self.state.side, from, to, gain: self.gain(mv), standing };
        let game = self.game;
        // Most exchanges are settled before anybody is asked who attacks.
        let reach = [const { OnceCell::new() }; 2];
        let attackers = |color: Color| {
            let find = || attack::attackers(&game.tables, &self.board, to, color, u32::MAX);
            reach[color.index()].get_or_init(find)
        };
        strike.wins(&self.board, threshold, |color, kind, square| {
            let worth = if game.rules.royal & kind.bit() != 0 { ROYAL } else { kind.of(&game.worths) };
            attackers(color).has(square).then_some(worth)
        })
    }
}
