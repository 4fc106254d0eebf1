//! What one game contributes to a study: its record, replayed by the rules.

use super::board::{Layout, Piece, counts};
use super::settings::{NODES, Series, task};
use crate::game::{Game, Variant};
use crate::pgn::{GameRecord, LocatedGame, evaluation};
use crate::types::score::{DisplayScore, WinModel};
use crate::types::{Color, Reason, Seat};
use std::path::{Path, PathBuf};

/// A recorded game and the file that it is from.
pub(super) struct Recorded {
    path: PathBuf,
    pub located: LocatedGame,
}

impl Recorded {
    pub fn new(path: &Path, located: LocatedGame) -> Recorded {
        Recorded { path: path.to_owned(), located }
    }
}

/// A ply of a game.
pub(super) struct Ply {
    pub seat: Seat,
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
    model: WinModel,
    appraiser: super::worths::Appraiser,
}

/// One position in this many is appraised.
const APPRAISED: usize = 8;

impl Reader {
    pub fn new(variant: &'static Variant) -> Reader {
        let appraiser = super::worths::Appraiser::new(variant);
        Reader { layout: Layout::of(variant), model: variant.network().chances(), appraiser }
    }

    /// Replays a game. The error names its file and line.
    pub fn facts(&self, recorded: &Recorded) -> Result<Facts, String> {
        let located = &recorded.located;
        let problem = |line: usize, what: String| format!("{}:{line}: {what}", recorded.path.display());
        let record = &located.record;
        let mut game = record.game().map_err(|what| problem(located.line, what))?;
        let mut facts = self.begun(&*game, record);
        let mut pieces = self.layout.pieces(&*game);
        for (place, recorded) in record.moves.iter().enumerate() {
            let line = located.move_lines.get(place).copied().unwrap_or(located.line);
            let expected = expected(&recorded.comment, game.turn(), self.model);
            let ply = self.ply(&mut facts, &mut *game, &mut pieces, &recorded.text);
            let ply = ply.map_err(|what| problem(line, format!("ply {}, `{}`: {what}", place + 1, recorded.text)))?;
            facts.plies.push(Ply { expected, ..ply });
        }
        self.end(&mut facts, &*game, record);
        Ok(facts)
    }

    fn begun(&self, game: &dyn Game, record: &GameRecord) -> Facts {
        let kinds = self.layout.kinds();
        let empty = vec![vec![0; self.layout.cells()]; kinds];
        Facts {
            series: task(record).map_or(Series::Start, |task| task.0),
            nodes: record.tag(NODES).and_then(|nodes| nodes.parse().ok()),
            is_from_start: game.fen() == game.variant().start,
            points: None,
            winner: None,
            ending: String::new(),
            expected: expected(&record.comment, game.turn(), self.model),
            plies: Vec::new(),
            start_balance: counts(&self.layout.pieces(game), kinds),
            balances: Vec::new(),
            worths: vec![(0.0, 0); kinds],
            standing: empty.clone(),
            captures: empty,
        }
    }

    /// Plays a move and notes what it shows. `pieces` are those of the position, and then of the one behind it.
    fn ply(&self, facts: &mut Facts, game: &mut dyn Game, pieces: &mut Vec<Piece>, text: &str) -> Result<Ply, String> {
        let (seat, legal) = (game.turn(), game.legal_bits().len());
        let before = game.boxed_clone();
        let text = game.play(text).map_err(|error| format!("{error}: {}", game.fen()))?;
        let played = game.played_bits();
        let bits = played.last().copied().unwrap_or_default();
        let shapes = game.shapes_since(played.len().saturating_sub(1));
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
        *pieces = new;
        Ok(Ply { seat, text, legal, events: before.events(bits), expected: None })
    }

    fn end(&self, facts: &mut Facts, game: &dyn Game, record: &GameRecord) {
        let outcome = game.outcome();
        facts.winner = outcome.and_then(|outcome| outcome.winner);
        let result = outcome.map_or(record.result.as_str(), |outcome| outcome.result());
        facts.points = match result {
            "1-0" => Some(1.0),
            "0-1" => Some(0.0),
            "1/2-1/2" => Some(0.5),
            _ => None,
        };
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

/// White's expected points by the evaluation in a comment: `[%eval 0.35]` from White's view, or what engines' matches
/// write, `+0.35/12 1.2s` and `-M3/9`, from the view of the player who moved.
fn expected(comment: &str, seat: Seat, model: WinModel) -> Option<f64> {
    let value = comment.split_once("[%eval ").and_then(|(_, rest)| rest.split_once(']')).map(|(text, _)| text);
    if let Some(text) = value {
        return Some(model.expected(evaluation::parse(text)?));
    }
    let text = comment.split_once('/')?.0.trim();
    let mate = text.strip_prefix("+M").map(|moves| (moves, 1)).or_else(|| Some((text.strip_prefix("-M")?, -1)));
    let own = match mate {
        Some((moves, sign)) => DisplayScore::Mate(sign * i32::from(moves.parse::<i16>().ok()?)),
        None => evaluation::parse(text)?,
    };
    let own = model.expected(own);
    Some(seat.color.choose(own, 1.0 - own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_all_programs_are_read() {
        let model = WinModel { even: 0, spread: 100 };
        let rows = [
            ("[%eval 1.00]", Color::Black, Some(0.7311)),
            ("good [%eval -1.00,20] [%clk 1:00]", Color::White, Some(0.2689)),
            ("[%eval #-3]", Color::White, Some(0.0)),
            ("+1.00/12 0.500s", Color::White, Some(0.7311)),
            ("+1.00/12 0.500s", Color::Black, Some(0.2689)),
            ("-M3/9 0.1s", Color::Black, Some(1.0)),
            ("#2/9 0.1s", Color::White, Some(1.0)),
            ("[%eval -99999999999]", Color::White, Some(0.0)),
            ("-M-2147483648/9 0.1s", Color::White, None),
            ("a good move", Color::White, None),
            ("either/or", Color::White, None),
            ("", Color::White, None),
        ];
        for (comment, color, points) in rows {
            let found = expected(comment, color.into(), model);
            assert_eq!(found.is_some(), points.is_some(), "{comment}");
            assert!(found.zip(points).is_none_or(|(a, b)| (a - b).abs() < 1e-4), "{comment}: {found:?}");
        }
    }
}
