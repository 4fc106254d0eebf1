//! What the language allows and its author hardly means.

use crate::game::Variant;
use crate::types::outcome::Outcome;
use crate::types::{Color, Kind, Square};
use crate::variants::general::Loaded;
use crate::variants::general::rules::{CastlingRules, Draws, Form, Pattern, Rules, Value};
use crate::variants::general::square_set::SquareSet;
use crate::variants::ini::definition::Definition;

/// Settings that have no effect: regions that speak of squares off the board, often because they are inherited, and hands that nobody
/// drops from.
pub fn of_settings(definition: &Definition) -> Vec<String> {
    let off = |(key, region): (&str, &super::super::values::Region)| {
        let what = region.off_board(definition.files, definition.ranks)?;
        Some(format!("{key}: {what}"))
    };
    let is_idle = definition.captures_to_hand && !definition.drops;
    let idle = is_idle.then(|| "captured pieces come to hand and are never dropped (`pieceDrops`)".into());
    definition.regions().into_iter().filter_map(off).chain(idle).collect()
}

/// What is odd in a game; `start` is its start position as the file has it.
pub fn of_game(loaded: &Loaded, variant: &'static Variant, start: &str) -> Vec<String> {
    let army = Army::of(&loaded.rules, variant);
    let mut traps = Vec::new();
    for color in Color::ALL {
        traps.extend(promotion(&loaded.rules, &army, color));
        traps.extend(stuck(&loaded.rules, &army, color));
        traps.extend(without_first_moves(&loaded.rules, &army, color));
        traps.extend((!can_win(&loaded.rules, &army, color)).then(|| {
            format!("{} has no way to win: {} can neither be mated nor lose otherwise", color.name(), (!color).name())
        }));
    }
    if let Some(outcome) = variant.new_game().ended() {
        traps.push(format!("the game is over before the first move: {}", outcome.comment()));
    }
    traps.extend(first_moves(variant));
    for color in Color::ALL {
        traps.extend(without_royal(&loaded.rules, &army, color));
    }
    if variant.new_game().in_check() {
        traps.push(format!("{} is in check in the start position", variant.new_game().turn().color.name()));
    }
    traps.extend(unused(&loaded.rules, &army));
    traps.extend(castling(&loaded.rules, variant, start));
    traps.extend(idle(loaded, &army, start).into_iter().map(str::to_owned));
    traps
}

/// That every first move ends the game, if it does.
fn first_moves(variant: &'static Variant) -> Option<String> {
    let mut game = variant.new_game();
    if game.ended().is_some() {
        return None;
    }
    let moves = game.legal_bits();
    let end = |bits: u64| {
        game.play_bits(bits);
        let end = game.ended();
        game.undo();
        end
    };
    let ends: Option<Vec<Outcome>> = moves.into_iter().map(end).collect();
    ends?.pop().map(|end| format!("every first move ends the game: {}", end.comment()))
}

/// That a player begins without a royal piece, where there are such pieces.
fn without_royal(rules: &Rules, army: &Army, color: Color) -> Option<String> {
    let royal: Vec<Kind> = rules.numbers().filter(|&kind| rules.royal & kind.bit() != 0).collect();
    let name = &rules.kind(*royal.first()?).name;
    let has_one = royal.iter().any(|&kind| army.has(rules, color, kind));
    (!has_one).then(|| format!("{} begins without a {name} and cannot be mated", color.name()))
}

/// What the players have in the start position.
struct Army {
    /// By player, kinds and squares of the pieces on the board.
    placed: [Vec<(Kind, Square)>; 2],
    /// By player, the kinds in hand.
    held: [Vec<Kind>; 2],
}

impl Army {
    fn of(rules: &Rules, variant: &'static Variant) -> Army {
        let view = variant.new_game().view();
        let kind = |letter: char| {
            let is_it = |kind: &Kind| {
                let kind = rules.kind(*kind);
                kind.form == Form::Plain && kind.letter == letter.to_ascii_uppercase()
            };
            rules.numbers().find(is_it)
        };
        let mut army = Army { placed: [Vec::new(), Vec::new()], held: [Vec::new(), Vec::new()] };
        for piece in view.boards.iter().flat_map(|board| &board.pieces) {
            let placed = &mut army.placed[Color::of(piece.letter).index()];
            placed.extend(kind(piece.letter).map(|kind| (kind, piece.square)));
        }
        for letter in view.hands.unwrap_or_default().chars() {
            army.held[Color::of(letter).index()].extend(kind(letter));
        }
        army
    }

    /// Whether a player has a kind, or the other one has it and it may come to his hand.
    fn has(&self, rules: &Rules, color: Color, kind: Kind) -> bool {
        let own = |color: Color| {
            let at = color.index();
            self.placed[at].iter().any(|placed| placed.0 == kind) || self.held[at].contains(&kind)
        };
        own(color) || rules.hand.as_ref().is_some_and(|hand| hand.takes_captures) && own(!color)
    }

    /// The squares where a player's pieces of a kind begin, on the board or from the hand.
    fn begins(&self, rules: &Rules, color: Color, kind: Kind) -> Vec<Square> {
        let at = color.index();
        let mut squares: Vec<Square> =
            self.placed[at].iter().filter(|placed| placed.0 == kind).map(|placed| placed.1).collect();
        if let Some(hand) = rules.hand.as_ref().filter(|_| self.has(rules, color, kind)) {
            let is_held = hand.drops && (hand.takes_captures || self.held[at].contains(&kind));
            let region = hand.region.get(usize::from(kind.number())).map_or(SquareSet::EMPTY, |region| region[at]);
            squares.extend(region.squares().filter(|_| is_held));
        }
        squares
    }
}

/// Where a pattern leads on an empty board.
fn targets(rules: &Rules, pattern: &Pattern, color: Color, from: Square) -> Vec<Square> {
    if !pattern.may_start(color, from) {
        return Vec::new();
    }
    let sign = color.choose(1, -1);
    let last = pattern.steps.last().copied().unwrap_or_default();
    let again = std::iter::repeat_n(&last, usize::from(pattern.repeats.saturating_sub(1)));
    let (mut at, mut found) = ((i32::from(from.file()), i32::from(from.rank())), Vec::new());
    for (index, step) in pattern.steps.iter().chain(again).enumerate() {
        at = (at.0 + sign * i32::from(step.0), at.1 + sign * i32::from(step.1));
        let is_on_board = (0..i32::from(rules.files)).contains(&at.0) && (0..i32::from(rules.ranks)).contains(&at.1);
        let is_square = |it: &Square| rules.squares.has(*it) && pattern.along.is_none_or(|along| along.has(*it));
        let square = is_on_board.then(|| Square::new(at.0 as u8, at.1 as u8)).filter(is_square);
        let Some(square) = square else { break };
        if index >= usize::from(pattern.first_stop) {
            found.push(square);
        }
    }
    found
}

fn all_targets(rules: &Rules, kind: Kind, color: Color, from: Square) -> Vec<Square> {
    let kind = rules.kind(kind);
    let lands = |square: &Square| kind.lands_on[color.index()].has(*square);
    kind.moves.iter().flat_map(|pattern| targets(rules, pattern, color, from)).filter(lands).collect()
}

/// The squares that pieces of a kind may come to.
fn reached(rules: &Rules, army: &Army, color: Color, kind: Kind) -> SquareSet {
    reached_from(rules, color, kind, army.begins(rules, color, kind))
}

/// By kind, the greatest number of squares that one piece may come to from where it begins; `None` for pawns and for kinds that do
/// not begin on the board or in hand.
pub fn reach(rules: &Rules, variant: &'static Variant) -> Vec<Option<usize>> {
    let army = Army::of(rules, variant);
    rules.numbers().map(|kind| most_reached(rules, &army, kind)).collect()
}

fn most_reached(rules: &Rules, army: &Army, kind: Kind) -> Option<usize> {
    let of = |color: Color| {
        let mut seen = SquareSet::EMPTY;
        // What begins where another one comes to reaches no more than that one.
        let one = |square: Square| {
            let reached =
                if seen.has(square) { SquareSet::EMPTY } else { reached_from(rules, color, kind, vec![square]) };
            seen = seen | reached;
            reached.count()
        };
        army.begins(rules, color, kind).into_iter().map(one).max()
    };
    let is_pawn = (rules.promotion.pawns[0] | rules.promotion.pawns[1]) & kind.bit() != 0;
    Color::ALL.into_iter().filter(|_| !is_pawn).filter_map(of).max()
}

fn reached_from(rules: &Rules, color: Color, kind: Kind, mut waiting: Vec<Square>) -> SquareSet {
    let mut seen: SquareSet = waiting.iter().copied().collect();
    while let Some(from) = waiting.pop() {
        for to in all_targets(rules, kind, color, from) {
            if !seen.has(to) {
                seen.add(to);
                waiting.push(to);
            }
        }
    }
    seen
}

/// The pawns of a player that there are.
fn pawns<'a>(rules: &'a Rules, army: &'a Army, color: Color) -> impl Iterator<Item = Kind> + 'a {
    let pawns = rules.promotion.pawns[color.index()];
    rules.numbers().filter(move |&kind| {
        pawns & kind.bit() != 0 && rules.kind(kind).form == Form::Plain && army.has(rules, color, kind)
    })
}

fn promotion(rules: &Rules, army: &Army, color: Color) -> Vec<String> {
    let at = color.index();
    let (owner, squares) = (color.name(), rules.promotion.region[at]);
    let mut traps = Vec::new();
    if rules.promotion.choices[at] == 0 {
        return traps;
    }
    for kind in pawns(rules, army, color) {
        let name = &rules.kind(kind).name;
        if squares.is_empty() {
            traps.push(format!("{owner}'s {name} never promotes: the region of promotion is not on the board"));
        } else if (reached(rules, army, color, kind) & squares).is_empty() {
            let place = region(rules, squares);
            traps.push(format!("{owner}'s {name} never reaches the region of promotion ({place})"));
        }
    }
    traps
}

/// Kinds of a player that begin outside the squares of their first moves, while the other player's do not.
fn without_first_moves(rules: &Rules, army: &Army, color: Color) -> Vec<String> {
    let is_first = |kind: Kind, color: Color, square: Square| {
        let starts = rules.kind(kind).moves.iter().filter_map(|pattern| pattern.starts);
        starts.into_iter().any(|starts| starts[color.index()].has(square))
    };
    let makes = |kind: Kind, color: Color| {
        army.placed[color.index()].iter().any(|&(other, square)| other == kind && is_first(kind, color, square))
    };
    let is_placed = |kind: Kind| army.placed[color.index()].iter().any(|placed| placed.0 == kind);
    let trap = |kind: Kind| {
        let (owner, name) = (color.name(), &rules.kind(kind).name);
        format!("{owner}'s {name} never makes a first move such as a double step: none begins where these start")
    };
    let kinds = rules.numbers().filter(|&kind| is_placed(kind) && !makes(kind, color) && makes(kind, !color));
    kinds.map(trap).collect()
}

/// Kinds with squares that they may come to and never leave.
fn stuck(rules: &Rules, army: &Army, color: Color) -> Vec<String> {
    if rules.duties.no_dead_ends {
        return Vec::new();
    }
    let at = color.index();
    let promotion = &rules.promotion;
    let mut traps = Vec::new();
    for kind in rules.numbers().filter(|&kind| rules.kind(kind).form == Form::Plain) {
        if rules.kind(kind).moves.is_empty() || !army.has(rules, color, kind) {
            continue;
        }
        let becomes_another = promotion.pawns[at] & kind.bit() != 0 && promotion.choices[at] != 0
            || !promotion.into[usize::from(kind.number())].is_none();
        let ends = |square: &Square| {
            let goal = &rules.ends.goal[at];
            goal.as_ref().is_some_and(|goal| goal.kinds & kind.bit() != 0 && goal.region.has(*square))
        };
        let is_stuck = |square: &Square| {
            let promotes = becomes_another && promotion.region[at].has(*square);
            !promotes && !ends(square) && all_targets(rules, kind, color, *square).is_empty()
        };
        let dead: SquareSet = reached(rules, army, color, kind).squares().filter(is_stuck).collect();
        if !dead.is_empty() {
            let name = &rules.kind(kind).name;
            traps.push(format!("{}'s {name} can get stuck {}", color.name(), region(rules, dead)));
        }
    }
    traps
}

/// Whether anything ends the game in a player's favour.
fn can_win(rules: &Rules, army: &Army, color: Color) -> bool {
    let ends = &rules.ends;
    let royal = rules.royal | rules.last_royals.map_or(0, |last| last.kinds);
    let enemy_is_royal = rules.numbers().any(|kind| royal & kind.bit() != 0 && army.has(rules, !color, kind));
    let is_decisive = |value: Value| value != Value::Draw;
    enemy_is_royal && (is_decisive(ends.checkmate) || ends.counts_checks)
        || is_decisive(ends.stalemate)
        || ends.stalemate_by_count
        || ends.extinction.is_some_and(|lost| is_decisive(lost.value))
        || ends.wins_at(color.index()).is_some()
        || ends.draws != Draws::Drawn && ends.draws != Draws::For(!color)
        || ends.repetitions > 0 && is_decisive(ends.repetition.0)
}

/// Kinds that never appear.
fn unused(rules: &Rules, army: &Army) -> Option<String> {
    let promotion = &rules.promotion;
    let is_unused = |kind: &Kind| {
        let choices = promotion.choices[0] | promotion.choices[1];
        let is_there = Color::ALL.into_iter().any(|color| army.has(rules, color, *kind));
        rules.kind(*kind).form == Form::Plain && !is_there && choices & kind.bit() == 0
    };
    // What a piece becomes by promotion has the letter of a piece of its own.
    let moves_alike = |kind: &Kind| rules.kind(*kind).alike != kind.bit();
    let unused = rules.numbers().filter(is_unused).filter(|kind| !moves_alike(kind));
    let letters: Vec<String> = unused.map(|kind| rules.kind(kind).letter.to_string()).collect();
    let word = if letters.len() == 1 { "letter" } else { "letters" };
    (!letters.is_empty())
        .then(|| format!("{word} {} neither in the start position nor among promotions", letters.join(", ")))
}

/// What the rules or the start position say of hands and checks to no effect.
fn idle(loaded: &Loaded, army: &Army, start: &str) -> Vec<&'static str> {
    let rules = &loaded.rules;
    let hand = rules.hand.as_ref();
    let counts =
        |field: &str| field.split('+').all(|part| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit()));
    let told_checks = start.split_whitespace().skip(1).any(|field| field.contains('+') && counts(field));
    let is_empty = army.held.iter().all(Vec::is_empty) && hand.is_some_and(|hand| hand.drops && !hand.takes_captures);
    [
        (
            told_checks && !rules.ends.counts_checks,
            "checks are counted in the start position, but not in the game (`checkCounting`)",
        ),
        (is_empty, "pieces may be dropped, but nobody has one in hand, or gets one (`capturesToHand`)"),
    ]
    .into_iter()
    .filter_map(|(is_so, text)| is_so.then_some(text))
    .collect()
}

/// Rights to castle that the start position does not bear out.
fn castling(rules: &Rules, variant: &Variant, start: &str) -> Option<String> {
    let rights = |fen: &str| fen.split_whitespace().nth(2).unwrap_or("-").to_owned();
    let (told, kept) = (rights(start), rights(variant.start));
    let is_lost = told != "-" && (kept == "-" || kept.len() < told.len());
    if is_lost && rules.castling.is_some() {
        let is_beyond = |castling: &CastlingRules| (0..2).any(|side| !castling.has_side(side, rules.files));
        let why = match rules.castling.as_ref().is_some_and(is_beyond) {
            true => "to a file that is off the board",
            false => "without king or rook at home",
        };
        return Some(format!("rights to castle `{told}` {why}: `{kept}` is what remains"));
    }
    (is_lost && told.chars().all(|right| "KQkq".contains(right)))
        .then(|| format!("rights to castle `{told}` in a game without castling"))
}

/// A set of squares: whole ranks, or a few squares.
fn region(rules: &Rules, region: SquareSet) -> String {
    let squares: Vec<_> = region.squares().collect();
    let is_rank = |rank: u8| {
        let own = rules.squares.squares().filter(|square| square.rank() == rank);
        let mut own = own.peekable();
        own.peek().is_some() && own.all(|square| region.has(square))
    };
    let ranks: Vec<u8> = (0..rules.ranks).filter(|&rank| is_rank(rank)).collect();
    let in_ranks = squares.iter().filter(|square| ranks.contains(&square.rank())).count();
    match squares.len() {
        0 => "nowhere".into(),
        count if count == rules.squares.count() => "anywhere".into(),
        count if count == in_ranks => match ranks.as_slice() {
            [rank] => format!("on rank {}", rank + 1),
            ranks => {
                let numbers: Vec<String> = ranks.iter().map(|rank| (rank + 1).to_string()).collect();
                format!("on ranks {}", numbers.join(", "))
            }
        },
        count if count <= 8 => {
            format!("on {}", squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        count => format!("on {count} squares"),
    }
}
