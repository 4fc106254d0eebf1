//! What one game contributes to a study: its moves, replayed by the rules.

use super::board::{Layout, Piece, counts};
use super::recorded::{Recorded, white_points};
use super::settings::Series;
use crate::game::Game;
use crate::position::Notation;
use crate::types::score::WinModel;
use crate::types::{Color, Reason, Seat};

/// A ply of a game.
pub(super) struct Ply {
    pub seat: Seat,
    /// The move as a number ([`Game::play_bits`]), and as text.
    pub bits: u64,
    pub text: String,
    /// The number of legal moves that there were.
    pub legal: usize,
    /// The special events, a bit for each.
    pub events: u32,
    /// White's expected points after it, from 0 to 1.
    pub expected: Option<f64>,
}

/// What is needed of a game.
pub(super) struct Facts {
    pub series: Series,
    /// Nodes per move, in games of a study.
    pub nodes: Option<u64>,
    /// Whether the game began at the start position.
    pub is_from_start: bool,
    /// White's points; `None` in an unfinished game.
    pub points: Option<f64>,
    pub winner: Option<Seat>,
    /// The side that is better equipped, in games between unequal sides.
    pub strong: Option<Color>,
    /// How the game ended, in a word or two.
    pub ending: String,
    /// White's expected points at the start.
    pub expected: Option<f64>,
    pub plies: Vec<Ply>,
    /// White's pieces of each kind minus Black's: at the start, and at each quiet position.
    pub start_balance: Vec<i32>,
    pub balances: Vec<Vec<i32>>,
    /// For each kind the sum of what pieces are worth by the evaluation, and the number of pieces.
    pub worths: Vec<(f64, u32)>,
    /// For each kind and cell the number of plies that a piece has stood there.
    pub standing: Vec<Vec<u32>>,
    /// The same for captures that pieces of the kind have made there.
    pub captures: Vec<Vec<u32>>,
    /// Whether a kind is there at the start, and no piece of it has moved, left the board or come to it yet.
    pub is_idle: Vec<bool>,
}

impl Facts {
    /// White's expected points at the start and after each ply; at the end the result. A missing one is that of the ply before.
    /// `None` if more than half are missing. An unfinished game ends before its last ply, behind which nothing is known.
    pub fn course(&self) -> Option<Vec<f64>> {
        let last = self.plies.len().checked_sub(1)?;
        let before_last = self.plies[..last].iter().map(|ply| ply.expected);
        let end = self.points.map(Some);
        let known: Vec<Option<f64>> = [self.expected].into_iter().chain(before_last).chain(end).collect();
        let mut latest = known.iter().flatten().next().copied()?;
        if 2 * known.iter().flatten().count() < known.len() {
            return None;
        }
        let filled = known.into_iter().map(|points| {
            latest = points.unwrap_or(latest);
            latest
        });
        Some(filled.collect())
    }

    /// The winning army; `None` without a winner.
    pub fn winning(&self) -> Option<Color> {
        self.points.filter(|&points| points != 0.5).map(|points| if points > 0.5 { Color::White } else { Color::Black })
    }
}

/// Reads games.
pub(super) struct Reader {
    pub layout: Layout,
    start_key: u64,
    model: WinModel,
    appraiser: super::worths::Appraiser,
}

/// One position in this many is appraised.
const APPRAISED: usize = 8;

impl Reader {
    /// Of games with this start position.
    pub fn new(start: &dyn Game) -> Reader {
        let variant = start.variant();
        let appraiser = super::worths::Appraiser::new(variant);
        let (start_key, model) = (start.key(), variant.network().chances());
        Reader { layout: Layout::of(variant), start_key, model, appraiser }
    }

    /// Replays a game.
    ///
    /// # Errors
    /// A move is illegal: where the game is from, and the position.
    pub fn facts(&self, recorded: &Recorded) -> Result<Facts, String> {
        let mut game = recorded.start.boxed_clone();
        let mut facts = self.begun(&*game, recorded);
        let mut pieces = self.layout.pieces(&*game);
        for (place, &bits) in recorded.moves.iter().enumerate() {
            let expected = self.expected(recorded, place + 1);
            let ply = self.ply(&mut facts, &mut *game, &mut pieces, bits);
            let ply = ply.ok_or_else(|| format!("{}: not a legal move in {}", recorded.origin, game.fen()))?;
            facts.plies.push(Ply { expected, ..ply });
        }
        self.end(&mut facts, &*game, &recorded.result);
        Ok(facts)
    }

    /// White's expected points after so many moves.
    fn expected(&self, recorded: &Recorded, moves: usize) -> Option<f64> {
        recorded.evaluations.get(moves).copied().flatten().map(|score| self.model.expected(score))
    }

    fn begun(&self, game: &dyn Game, recorded: &Recorded) -> Facts {
        let kinds = self.layout.kinds();
        let pieces = self.layout.pieces(game);
        let is_there = |kind| pieces.iter().any(|piece| piece.kind == kind);
        let empty = vec![vec![0; self.layout.cells()]; kinds];
        Facts {
            series: recorded.series(),
            nodes: recorded.nodes,
            is_from_start: game.key() == self.start_key,
            points: None,
            winner: None,
            strong: recorded.task().and_then(|(series, number)| series.strong(number)),
            ending: String::new(),
            expected: self.expected(recorded, 0),
            plies: Vec::new(),
            start_balance: counts(&pieces, kinds),
            balances: Vec::new(),
            worths: vec![(0.0, 0); kinds],
            standing: empty.clone(),
            captures: empty,
            is_idle: (0..kinds).map(is_there).collect(),
        }
    }

    /// Plays a move and notes what it shows; `None` if it is illegal. `pieces` are those of the position, and then of the one
    /// behind it.
    fn ply(&self, facts: &mut Facts, game: &mut dyn Game, pieces: &mut Vec<Piece>, bits: u64) -> Option<Ply> {
        let (seat, legal) = (game.turn(), game.legal_bits().len());
        let before = game.begun_here();
        let text = game.write(bits, Notation::Standard)?;
        game.play_bits(bits);
        let shapes = game.shapes_since(facts.plies.len());
        let (old, new) = (&*pieces, self.layout.pieces(game));
        if before.is_quiet(bits) {
            facts.balances.push(counts(old, self.layout.kinds()));
            if facts.balances.len().is_multiple_of(APPRAISED) {
                self.appraiser.add(&self.layout, &*before, &mut facts.worths);
            }
        }
        for piece in &new {
            facts.standing[piece.kind][self.layout.cell_for(piece)] += 1;
        }
        for (kind, cell) in shapes.iter().flat_map(|shape| self.layout.captures(shape, seat.color)) {
            facts.captures[kind][cell] += 1;
        }
        // Pieces that have gone, come or moved.
        let gone = old.iter().filter(|piece| !new.contains(piece));
        let come = new.iter().filter(|piece| !old.contains(piece));
        gone.chain(come).for_each(|piece| facts.is_idle[piece.kind] = false);
        *pieces = new;
        Some(Ply { seat, bits, text, legal, events: before.events(bits), expected: None })
    }

    fn end(&self, facts: &mut Facts, game: &dyn Game, recorded: &str) {
        let outcome = game.outcome();
        facts.winner = outcome.and_then(|outcome| outcome.winner);
        facts.points = white_points(outcome.map_or(recorded, |outcome| outcome.result()));
        facts.ending = match (outcome, facts.points) {
            (Some(outcome), _) => ending(outcome.reason).into(),
            (None, Some(_)) => "by resignation, agreement or adjudication".into(),
            (None, None) => "unfinished".into(),
        };
    }
}

fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Goal(reached) => reached,
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::FiftyMoves => "fifty-move rule",
        Reason::BoardsDrawn => "both boards drawn",
        Reason::Passes => "both pass",
        Reason::InsufficientMaterial => "insufficient material",
    }
}
