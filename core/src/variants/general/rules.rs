//! The rules of a game as data: board, kinds with their moves, promotion, castling, hands, goals and ends.
//!
//! Everything is said from White's point of view where one table serves both players: moves of Black are those of White turned
//! by 180 degrees.

use super::square_set::SquareSet;
use crate::types::{Color, Kind, Square};

/// A set of kinds, bit `number` for each.
pub type KindSet = u32;

/// What a game is.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The squares that exist.
    pub squares: SquareSet,
    /// The kinds of piece, the first of them with number 1. Pawns come first.
    pub kinds: Vec<KindRules>,
    /// The number of kinds that are pawns.
    pub pawns: u8,
    /// Kinds of which the only piece must not be left attacked.
    pub royal: KindSet,
    /// Kinds whose last pieces must not be left attacked.
    pub last_royals: Option<LastRoyals>,
    /// Promotion.
    pub promotion: Promotion,
    /// Capture en passant.
    pub en_passant: EnPassantRules,
    /// Castling; `None` in games without.
    pub castling: Option<CastlingRules>,
    /// Pieces in hand; `None` in games without.
    pub hand: Option<HandRules>,
    /// What pieces may do with their first move from the home rank; `None` if nothing.
    pub home: Option<HomeRules>,
    /// What limits moves beyond the way in which pieces go.
    pub duties: Duties,
    /// What a move does besides displacing a piece.
    pub effects: Effects,
    /// How the game ends.
    pub ends: Ends,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq)]
pub struct KindRules {
    /// Its letter, upper case.
    pub letter: char,
    /// How it is marked in a FEN.
    pub form: Form,
    /// Its name for people.
    pub name: String,
    /// What pieces with its moves are usually called.
    pub usual_name: String,
    /// What it does when White moves it.
    pub moves: Vec<Pattern>,
    /// By player, where it may land.
    pub lands_on: [SquareSet; 2],
    /// What it is in the hand of whoever captures it.
    pub in_hand: Kind,
    /// The kinds that count as the same one, itself included: those that move alike because of a promotion.
    pub alike: KindSet,
}

/// The mark of a kind that a piece has by promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// None: it is what it was.
    Plain,
    /// `+` before the letter of what it was.
    Promoted,
    /// `~` behind its letter: a pawn that becomes one again when it is captured.
    FromPawn,
}

/// A way in which a piece goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Files to the right and ranks forward of every step, in order.
    pub steps: Vec<(i8, i8)>,
    /// How often the last step may be repeated, at least 1.
    pub repeats: u8,
    /// The first step, from 0, after which the piece may stop. It passes only over empty squares.
    pub first_stop: u8,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub captures: bool,
    /// What it has to jump over.
    pub hop: Hop,
    /// By player, the squares that it may start from; `None` for all.
    pub starts: Option<[SquareSet; 2]>,
    /// The only squares where it may start, pass and stop, as on the lines of a palace; `None` for all.
    pub along: Option<SquareSet>,
    /// Which squares can be entered behind it en passant.
    pub leaves: Leaves,
}

/// What a piece has to jump over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// Nothing.
    None,
    /// Exactly one piece or hole, and then at most so many steps.
    Over(u8),
    /// The same, but neither it nor what is captured may be of this kind of the piece itself.
    OverOthers(u8),
    /// Any number of squares to a piece or hole, and then exactly one step.
    Next,
}

/// What a move leaves to be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Nothing.
    Nothing,
    /// The squares that it passes over.
    Passed,
    /// The squares that it passes over and the one where it arrives.
    All,
}

impl Pattern {
    /// Whether a player's piece may go so from a square.
    pub fn may_start(&self, color: Color, from: Square) -> bool {
        self.starts.is_none_or(|starts| starts[color.index()].has(from))
            && self.along.is_none_or(|along| along.has(from))
    }

    /// A single leap that goes and captures.
    pub fn leap(files: i8, ranks: i8) -> Pattern {
        Pattern {
            steps: vec![(files, ranks)],
            repeats: 1,
            first_stop: 0,
            quiet: true,
            captures: true,
            hop: Hop::None,
            starts: None,
            along: None,
            leaves: Leaves::Nothing,
        }
    }
}

/// Kinds whose last pieces must not be left attacked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastRoyals {
    /// The kinds, each by itself.
    pub kinds: KindSet,
    /// So many pieces of a kind, or fewer, are royal.
    pub most: u8,
    /// Whether it is only a check if all royal pieces are attacked at once.
    pub all_at_once: bool,
}

/// How pieces are promoted.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// By player, the kinds that promote like pawns: when they arrive in the region, to a kind of choice.
    pub pawns: [KindSet; 2],
    /// By player, what these may become.
    pub choices: [KindSet; 2],
    /// By player, where.
    pub region: [SquareSet; 2],
    /// Whether a pawn has to promote there.
    pub is_compulsory: bool,
    /// By kind, the most pieces on the board that a player may have by promotion.
    pub limit: [u8; Kind::LIMIT],
    /// By kind, what it becomes when it moves from or to a square of the region; 0 for nothing.
    pub into: [Kind; Kind::LIMIT],
    /// By kind, what a promoted piece turns back to.
    pub back: [Kind; Kind::LIMIT],
    /// By kind that a pawn chooses, the kind that it really becomes: one that is a pawn again when captured.
    pub tracked: [Kind; Kind::LIMIT],
    /// Whether pieces of [`Promotion::into`] have to promote.
    pub is_compulsory_for_pieces: bool,
    /// Whether pieces of [`Promotion::into`] promote only when they capture.
    pub by_capture_only: bool,
    /// Whether promoted pieces may turn back.
    pub can_turn_back: bool,
    /// Promotion of Sittuyin: on the diagonals, also in place, to a kind that is not on the board.
    pub on_diagonals: bool,
}

/// Capture en passant.
#[derive(Clone, Debug, PartialEq)]
pub struct EnPassantRules {
    /// By player, the kinds that capture so.
    pub by: [KindSet; 2],
    /// By player, where they arrive.
    pub region: [SquareSet; 2],
    /// By player, whether squares are only kept where a piece stands ready to capture.
    pub only_if_possible: [bool; 2],
}

/// How a king castles.
#[derive(Clone, Debug, PartialEq)]
pub struct CastlingRules {
    /// By player, the kind that castles.
    pub king: [Kind; 2],
    /// By player, the kinds that serve as rooks.
    pub rooks: [KindSet; 2],
    /// The file where the king stands when there are several, for rights without a file.
    pub king_file: u8,
    /// By side, the king's first, the file where the king arrives. One beyond the board: there is no castling to that side.
    pub king_to: [u8; 2],
    /// By side, the file where the search for the rook begins, towards the king.
    pub rook_from: [u8; 2],
    /// The rank, as each player counts it from 0.
    pub rank: u8,
    /// Whether rooks are named by their files.
    pub shuffled: bool,
    /// Whether dropped kings and rooks may castle.
    pub after_drop: bool,
    /// Whether a player may not castle to the side to which the other one has castled.
    pub only_other_side: bool,
}

/// Pieces in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct HandRules {
    /// Whether captured pieces go to the captor's hand.
    pub takes_captures: bool,
    /// Whether pieces in hand may be dropped by a move of their own.
    pub drops: bool,
    /// By kind and player, where it may be dropped.
    pub region: Vec<[SquareSet; 2]>,
    /// The kinds of which something has to be dropped while it is in hand.
    pub must_drop: KindSet,
    /// Whether a drop may give check.
    pub may_check: bool,
    /// The kinds whose drop loses the game if it mates.
    pub mate_loses: KindSet,
    /// The kinds of which a player may have only so many on a file.
    pub crowded: (KindSet, u8),
    /// Whether kinds of [`Promotion::into`] may be dropped promoted.
    pub promoted: bool,
    /// Kinds whose second piece has to stand on the other colour of squares.
    pub other_color: KindSet,
    /// The kinds in the order in which a FEN lists them.
    pub order: Vec<Kind>,
}

/// What pieces may do with their first move. The squares of the home rank whose pieces have not moved are a part of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct HomeRules {
    /// The home rank, as each player counts it from 0.
    pub rank: u8,
    /// Whether a piece from the hand may enter on the square that is left.
    pub enters: bool,
    /// The kinds that may leap to an empty square, unless a royal piece is attacked: files to the right and ranks forward.
    pub leaps: Vec<(Kind, Vec<(i8, i8)>)>,
    /// Kinds of enemies that end the right of a royal piece when they come to its rank or file, whatever stands between.
    pub ended_by: KindSet,
}

/// What limits moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Duties {
    /// Captures are compulsory.
    pub must_capture: bool,
    /// No move may give check.
    pub no_checks: bool,
    /// No piece may go where it could never move again.
    pub no_dead_ends: bool,
    /// A royal piece in check may not walk away.
    pub stand_in_check: bool,
    /// Royal pieces may not face each other on an open line.
    pub no_facing: bool,
    /// A player whose royal piece faces the other one on an open line has to end that or to pass, which ends the game.
    pub answer_facing: bool,
    /// By player, whether passing is allowed.
    pub pass: [bool; 2],
    /// By player, whether passing is allowed when there is no other move.
    pub pass_if_stuck: [bool; 2],
    /// Kinds that cannot capture each other.
    pub immune: KindSet,
}

/// What a move does besides displacing a piece.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Effects {
    /// A capture removes both pieces and those around.
    pub blast: Option<Blast>,
    /// Kinds that turn into walls when they capture.
    pub petrify: KindSet,
    /// A wall is put with every move.
    pub walls: Option<WallRules>,
}

impl Effects {
    /// Whether walls may come to stand on squares of the board.
    pub fn make_walls(&self) -> bool {
        self.petrify != 0 || self.walls.is_some()
    }
}

/// How walls are put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallRules {
    /// On which empty squares.
    pub place: WallPlace,
    /// By player, where at all.
    pub region: [SquareSet; 2],
}

/// The empty squares on which a wall may be put with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallPlace {
    /// All.
    Anywhere,
    /// All, and there is only one wall, which goes from square to square.
    Moved,
    /// Those to which the piece could go on from where it has arrived.
    Arrow,
    /// Those beside an edge of the board or another wall.
    Edge,
    /// The one that the piece has left.
    Left,
}

/// An explosion: it removes the piece that captures and all on the squares around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blast {
    /// Kinds that survive it beside the square: pawns.
    pub spared: KindSet,
    /// Kinds that survive it everywhere, unless they are captured.
    pub survivors: KindSet,
}

/// A result for the player in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// He wins.
    Win,
    /// The game is drawn.
    Draw,
    /// He loses.
    Loss,
}

/// How the game ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// For the side to move that is in check and cannot move.
    pub checkmate: Value,
    /// For the side to move that cannot move.
    pub stalemate: Value,
    /// Stalemate is won by the side with fewer pieces.
    pub stalemate_by_count: bool,
    /// A side loses kinds of piece.
    pub extinction: Option<Extinction>,
    /// By player, a place to reach.
    pub goal: [Option<Goal>; 2],
    /// Whether goals are only judged when both have had the same number of moves.
    pub equal_turns: bool,
    /// A side wins by a number of checks, which is kept in the position.
    pub counts_checks: bool,
    /// What becomes of drawn games.
    pub draws: Draws,
    /// Moves of both players without progress, after which the game is drawn; 0 for any number.
    pub most_moves: u16,
    /// By player, the kinds whose moves are progress.
    pub progress: [KindSet; 2],
    /// How often a position occurs until the game ends; 0 for any number.
    pub repetitions: u8,
    /// The result of repetition for the side to move, or for White if it is absolute.
    pub repetition: (Value, bool),
    /// Whether a side that repeats by giving check with every move loses.
    pub perpetual_check_loses: bool,
    /// The rule by which moves are counted to a draw.
    pub counting: Option<CountingRules>,
}

impl Ends {
    /// Where a player wins; `None` if nowhere.
    pub fn wins_at(&self, player: usize) -> Option<Goal> {
        self.goal[player].filter(|goal| !goal.region.is_empty())
    }
}

/// What becomes of drawn games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draws {
    /// They are drawn.
    Drawn,
    /// A player wins them.
    For(Color),
    /// The player wins them whose pieces on the board count more: by kind, how much; and what Black has beside them.
    Counted([u8; Kind::LIMIT], u8),
}

/// The loss of kinds of piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extinction {
    /// What it means for the side that has lost them.
    pub value: Value,
    /// The kinds, any one of them.
    pub kinds: KindSet,
    /// All pieces count together.
    pub together: bool,
    /// When so many, or fewer, are left.
    pub left: u8,
    /// Only if the enemy has at least so many.
    pub enemy: u8,
    /// At the turn of the side that has lost them, the enemy must have one more: it might take one yet.
    pub claimed: bool,
}

/// A place to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// Who has to reach it.
    pub kinds: KindSet,
    /// Where it is; nowhere if the player has none, but these kinds decide whether he has an answer to the enemy's arrival.
    pub region: SquareSet,
    /// How many of them have to be there.
    pub count: u8,
    /// Fewer are enough if all other squares of the region are occupied.
    pub blocked_wins: bool,
    /// Only if not attacked there.
    pub safe: bool,
}

/// Counting to a draw in the games of South-East Asia.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountingRules {
    /// Whose rule.
    pub rule: Counting,
    /// Kinds that are pawns: they promote.
    pub pawns: KindSet,
    /// The kinds that the limits ask for.
    pub rooks: KindSet,
    /// Silver generals.
    pub silvers: KindSet,
    /// Knights.
    pub knights: KindSet,
}

/// Whose rule of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// That of Makruk.
    Makruk,
    /// That of Ouk Chatrang.
    Cambodian,
    /// That of ASEAN chess.
    Asean,
}

impl Rules {
    /// The kinds, from number 1 on.
    pub fn numbers(&self) -> impl Iterator<Item = Kind> + use<> {
        (1..=self.kinds.len() as u8).map(Kind::new)
    }

    /// What a kind is.
    pub fn kind(&self, kind: Kind) -> &KindRules {
        &self.kinds[usize::from(kind.number()).wrapping_sub(1).min(self.kinds.len() - 1)]
    }

    /// The rank that a player counts so from his own side, from 0.
    pub fn rank_of(&self, color: Color, rank: u8) -> u8 {
        color.choose(rank, (self.ranks - 1).saturating_sub(rank))
    }
}
