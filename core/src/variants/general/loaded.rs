//! Rules, tables, and what else follows from them before there is a position.

use super::events::possible;
use super::features::{Groups, feature_set};
use super::rules::{Extinction, Form, Hop, Leaves, Rules, Value};
use super::symmetry::{of_start, symmetry};
use super::tables::{Jump, QUIET, SPECIAL, Stop, Tables};
use super::values::values;
use super::words::names;
use super::worth::worths;
use crate::network::{FeatureSet, Symmetry};
use crate::types::bytes::fnv64;
use crate::types::{Color, Kind, Score, Square};
use std::collections::HashMap;

/// A game that is ready to be played.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its rules.
    pub rules: Rules,
    /// Where pieces go.
    pub(super) tables: Tables,
    /// What pieces are worth by kind, in hundredths of a pawn.
    pub worths: [Score; Kind::LIMIT],
    /// The reflection that exchanges the players.
    pub symmetry: Symmetry,
    /// What a network sees.
    pub features: FeatureSet,
    /// By feature, what it is worth before anything is learnt, in hundredths of a pawn.
    pub values: Vec<Score>,
    /// The numbers of the groups of features.
    pub(super) groups: Groups,
    /// What the game and its kinds are called.
    pub names: Names,
    /// By kind, whether it may reach a square in several ways.
    pub(super) ambiguous: [bool; Kind::LIMIT],
    /// By kind, whether none of its quiet moves can be taken back.
    pub(super) one_way: [bool; Kind::LIMIT],
    /// At most one royal piece a side, and no other ones.
    pub(super) is_simple: bool,
    /// Whether moves that give check are told from others without playing them: there is one royal piece at most, no move puts a wall,
    /// and no piece captures by a jump.
    pub(super) tells_checks: bool,
    /// Some piece captures by a jump over another one.
    pub(super) has_jumps: bool,
    /// Rules beside the safety of royal pieces limit or add moves.
    pub(super) has_duties: bool,
    /// Captures do more than taking a piece off the board.
    pub(super) has_effects: bool,
    /// Some pieces must not be left attacked.
    pub(super) has_royals: bool,
    /// Pieces capture by displacement, which wins them: exchanges can be judged on the board.
    pub(super) has_exchanges: bool,
    /// All moves capture: captures are then no exception that has to be searched to its end.
    pub(super) only_captures: bool,
    /// There are ends beside mate and stalemate.
    pub(super) has_goals: bool,
    /// A position may recur after a capture or a pawn move.
    pub(super) resets_can_be_undone: bool,
    /// Passing is a sensible lower bound.
    pub(super) null_move_is_sound: bool,
    /// By player, the most valuable kind that a pawn becomes.
    pub(super) best_promotion: [Kind; 2],
    /// The numbers of the special events that can happen.
    pub events: Vec<usize>,
    /// What a player does who makes pieces extinct, and one whose pieces are, if there is such an end.
    pub(super) extinct: [&'static str; 2],
}

/// What a game is called.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// In protocols.
    pub name: String,
    /// For people.
    pub title: String,
    /// One line about it.
    pub summary: String,
}

impl Loaded {
    /// A game by its rules; of the FEN of its start, only the placement counts.
    pub fn new(rules: Rules, names: Names, start: &str) -> Loaded {
        let symmetry = symmetry(&rules, of_start(start));
        let tables = Tables::new(&rules);
        let worths = worths(&rules, &tables);
        let mut ambiguous = [false; Kind::LIMIT];
        let mut one_way = [false; Kind::LIMIT];
        for kind in rules.numbers() {
            ambiguous[kind.index::<{ Kind::LIMIT }>()] = is_ambiguous(&rules, &tables, kind);
            one_way[kind.index::<{ Kind::LIMIT }>()] = !can_return(&rules, &tables, kind);
        }
        let best = |color: Color| {
            let is_choice = |kind: &Kind| rules.promotion.choices[color.index()] & kind.bit() != 0;
            let best = rules.numbers().filter(is_choice).max_by_key(|kind| kind.of(&worths));
            let tracked = best.map_or(Kind::NONE, |kind| kind.of(&rules.promotion.tracked));
            if tracked.is_none() { best.unwrap_or_default() } else { tracked }
        };
        let duties = &rules.duties;
        let ends = &rules.ends;
        let effects = &rules.effects;
        let has_effects = effects.blast.is_some() || effects.petrify != 0;
        let has_royals = rules.royal != 0 || rules.last_royals.is_some();
        let is_simple = rules.last_royals.is_none() && !has_effects;
        let has_jumps =
            rules.kinds.iter().any(|kind| kind.moves.iter().any(|way| way.captures && way.hop != Hop::None));
        let has_goals = ends.extinction.is_some()
            || ends.goal != [None; 2]
            || ends.counts_checks
            || duties.pass == [true; 2]
            || duties.answer_facing;
        let has_hand_duties = rules.hand.as_ref().is_some_and(|hand| !hand.may_check || hand.must_drop != 0);
        let has_duties = duties.must_capture
            || duties.no_checks
            || duties.stand_in_check
            || duties.pass != [false; 2]
            || duties.pass_if_stuck != [false; 2]
            || has_hand_duties
            || duties.answer_facing
            || rules.home.as_ref().is_some_and(|home| home.enters)
            || rules.promotion.on_diagonals;
        let only_captures = rules.hand.is_none()
            && rules.kinds.iter().flat_map(|kind| &kind.moves).all(|pattern| !pattern.quiet)
            && rules.home.as_ref().is_none_or(|home| home.leaps.is_empty())
            && (duties.pass, duties.pass_if_stuck) == ([false; 2], [false; 2]);
        let has_exchanges = !only_captures && !duties.must_capture && !has_effects;
        let (features, groups) = feature_set(&rules, symmetry);
        let features = features.of_rules(hash(&rules));
        let is_normal_loss = |value: Value| value == Value::Loss;
        let null_move_is_sound = !duties.must_capture
            && is_normal_loss(ends.checkmate)
            && ends.extinction.is_none_or(|extinction| is_normal_loss(extinction.value))
            && !(rules.royal == 0 && is_normal_loss(ends.stalemate));
        Loaded {
            events: possible(&rules),
            extinct: extinct(&rules),
            values: values(&rules, &tables, &worths, (&features, &groups)),
            worths,
            features,
            groups,
            symmetry,
            ambiguous,
            one_way,
            is_simple,
            tells_checks: is_simple && rules.royal != 0 && !effects.make_walls() && !has_jumps,
            has_jumps,
            has_duties,
            has_effects,
            has_royals,
            has_exchanges,
            only_captures,
            has_goals,
            resets_can_be_undone: rules.hand.as_ref().is_some_and(|hand| hand.takes_captures || hand.drops),
            null_move_is_sound,
            best_promotion: [best(Color::White), best(Color::Black)],
            names,
            tables,
            rules,
        }
    }

    /// A number that changes when the rules do.
    pub fn hash(&self) -> u64 {
        self.features.rules
    }

    /// The kind with a letter of either case and a mark; of plain kinds, the first.
    pub(super) fn kind_of(&self, letter: char, form: Form) -> Option<Kind> {
        let is_it = |kind: &Kind| {
            let rules = self.rules.kind(*kind);
            rules.letter == letter.to_ascii_uppercase() && rules.form == form
        };
        self.rules.numbers().find(is_it)
    }

    /// The square some files to the right and ranks up; `None` if there is none.
    pub(super) fn square_at(&self, square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
        let file = square.file().checked_add_signed(files).filter(|&file| file < self.rules.files)?;
        let rank = square.rank().checked_add_signed(ranks).filter(|&rank| rank < self.rules.ranks)?;
        Some(Square::new(file, rank)).filter(|square| self.rules.squares.has(*square))
    }

    /// The letter of a kind, upper case.
    #[inline(always)]
    pub(super) fn letter(&self, kind: Kind) -> char {
        if kind.is_none() { '?' } else { self.rules.kind(kind).letter }
    }
}

/// What is said of extinction.
fn extinct(rules: &Rules) -> [&'static str; 2] {
    let names = rules.ends.extinction.map_or_else(Vec::new, |it| names(rules, it.kinds));
    match (rules.ends.extinction, &names[..]) {
        (Some(Extinction { left, together: false, .. }), [name]) => {
            let which = if left == 0 { "the last" } else { "a" };
            [format!("takes {which} {name}").leak(), format!("has lost {which} {name}").leak()]
        }
        (Some(Extinction { left: 0, together: false, .. }), _) => {
            ["takes the last piece of a kind", "has lost a kind of piece"]
        }
        _ => ["takes the last piece", "has lost all pieces"],
    }
}

/// A number that changes when the rules do; never 0, which stands for rules in code. What pieces are called is no rule.
fn hash(rules: &Rules) -> u64 {
    let mut rules = rules.clone();
    for kind in &mut rules.kinds {
        kind.name.clear();
        kind.usual_name.clear();
    }
    fnv64(format!("{rules:?}").as_bytes()).max(1)
}

/// Whether a piece may reach a square by different rays.
fn is_ambiguous(rules: &Rules, tables: &Tables, kind: Kind) -> bool {
    Color::ALL.into_iter().any(|color| {
        rules.squares.squares().any(|from| {
            let mut seen: HashMap<Square, u8> = HashMap::new();
            tables.rays(kind, color, from).iter().any(|ray| {
                let again = |stop: &Stop| {
                    let may = stop.may & !SPECIAL;
                    let before = seen.entry(stop.square).or_default();
                    let is_again = *before & may != 0;
                    *before |= may;
                    is_again
                };
                tables.stops(ray).iter().any(again)
            })
        })
    })
}

/// Whether a piece may go back to where a quiet move began, on an empty board.
fn can_return(rules: &Rules, tables: &Tables, kind: Kind) -> bool {
    let goes = |from: Square, to: Square| goes_quietly(tables, kind, Color::White, from, to);
    let mut squares = rules.squares.squares();
    squares.any(|from| rules.squares.squares().any(|to| goes(from, to) && goes(to, from)))
}

/// Whether a piece may go from one square to another one on an empty board.
pub(super) fn goes_quietly(tables: &Tables, kind: Kind, color: Color, from: Square, to: Square) -> bool {
    let rays = tables.rays(kind, color, from).iter().filter(|ray| ray.jump == Jump::None && ray.leaves != Leaves::All);
    rays.flat_map(|ray| tables.stops(ray)).any(|stop| stop.square == to && stop.may & QUIET != 0)
}
