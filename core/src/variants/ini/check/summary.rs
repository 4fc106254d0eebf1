//! A game in sentences.

use crate::game::Variant;
use crate::types::{Color, Kind};
use crate::variants::general::Loaded;
use crate::variants::general::rules::{Counting, Ends, Form, Goal, KindSet, Rules, Value};
use crate::variants::general::square_set::SquareSet;

/// What a game is, a sentence for each subject.
pub fn summary(loaded: &Loaded, variant: &Variant) -> Vec<String> {
    let rules = &loaded.rules;
    let mut lines = vec![board(rules), format!("start position: {}", variant.start)];
    lines.push(royalty(rules));
    lines.extend(promotion(rules));
    lines.extend(castling(rules));
    lines.extend(hands(rules));
    lines.extend(duties(rules));
    lines.extend(
        Color::ALL
            .into_iter()
            .filter_map(|color| rules.ends.goal[color.index()].as_ref().map(|goal| self::goal(rules, goal, color))),
    );
    lines.extend(ends(rules));
    lines
}

fn board(rules: &Rules) -> String {
    let cells = usize::from(rules.files) * usize::from(rules.ranks);
    let holes = cells - rules.squares.count();
    let without = if holes == 0 { String::new() } else { format!(", of which {holes} are no squares") };
    format!("board: {} files, {} ranks{without}", rules.files, rules.ranks)
}

/// Names of kinds, each once.
fn names(rules: &Rules, kinds: KindSet) -> String {
    let mut names: Vec<&str> = Vec::new();
    for kind in rules.numbers().filter(|kind| kinds & kind.bit() != 0) {
        let kind = rules.kind(kind);
        if kind.form != Form::FromPawn && !names.contains(&kind.name.as_str()) {
            names.push(&kind.name);
        }
    }
    match names.len() {
        0 => "none".into(),
        _ if kinds & all(rules) == all(rules) => "any piece".into(),
        _ => names.join(", "),
    }
}

fn all(rules: &Rules) -> KindSet {
    rules.numbers().fold(0, |set, kind| set | kind.bit())
}

/// A set of squares: whole ranks, or a few squares.
pub fn region(rules: &Rules, region: SquareSet) -> String {
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

/// The same for both players.
fn regions(rules: &Rules, [white, black]: [SquareSet; 2]) -> String {
    let [white, black] = [white, black].map(|squares| region(rules, squares));
    if white == black { white } else { format!("{white} (White) or {black} (Black)") }
}

fn royalty(rules: &Rules) -> String {
    match (rules.royal, rules.last_royals) {
        (0, None) => "royal: nothing; no piece can be in check".into(),
        (royal, None) => format!("royal: {}", names(rules, royal)),
        (royal, Some(last)) => {
            let count = if last.most > 1 {
                format!("as long as there are {} or fewer of them", last.most)
            } else {
                "the last one of each".into()
            };
            let at_once = if last.all_at_once { ", in check only if all are attacked" } else { "" };
            format!("royal: {}, {count}{at_once}", names(rules, royal | last.kinds))
        }
    }
}

fn promotion(rules: &Rules) -> Vec<String> {
    let promotion = &rules.promotion;
    let mut lines = Vec::new();
    let [white, black] = promotion.pawns.map(|pawns| pawns & all(rules));
    if white | black != 0 && promotion.choices != [0; 2] {
        let choices = promotion.choices.map(|kinds| names(rules, kinds));
        let into = if choices[0] == choices[1] {
            choices[0].clone()
        } else {
            format!("{} (White) or {} (Black)", choices[0], choices[1])
        };
        let must = if promotion.is_compulsory { "must become" } else { "may become" };
        let place = regions(rules, promotion.region);
        lines.push(format!("promotion: {} {must} {into} {place}", names(rules, white | black)));
    }
    let pairs = rules.numbers().filter_map(|kind| {
        let into = promotion.into[usize::from(kind.number())];
        (!into.is_none()).then(|| format!("{} to {}", rules.kind(kind).name, rules.kind(into).name))
    });
    let pairs: Vec<String> = pairs.collect();
    if !pairs.is_empty() {
        let must = if promotion.is_compulsory_for_pieces { "compulsory" } else { "optional" };
        let capture = if promotion.by_capture_only { ", only by captures" } else { "" };
        let place = regions(rules, promotion.region);
        lines.push(format!("promotion of pieces: {}, {must}{capture}, {place}", pairs.join(", ")));
    }
    lines
}

fn castling(rules: &Rules) -> Option<String> {
    let castling = rules.castling.as_ref()?;
    let letter = |file: u8| (b'a' + file) as char;
    let [short, long] = castling.king_to.map(letter);
    let kings = castling.king.iter().fold(0, |set, kind: &Kind| set | kind.bit() & !1);
    let rooks = names(rules, castling.rooks[0] | castling.rooks[1]);
    Some(format!("castling: {} to file {short} or {long}, with {rooks}", names(rules, kings)))
}

fn hands(rules: &Rules) -> Option<String> {
    let hand = rules.hand.as_ref()?;
    let mut parts = Vec::new();
    if hand.takes_captures {
        parts.push("captured pieces go to the captor's hand");
    }
    if hand.drops {
        parts.push("pieces in hand are dropped");
    }
    if hand.must_drop != 0 {
        parts.push("drops are compulsory");
    }
    if !hand.may_check {
        parts.push("no drop may give check");
    }
    if hand.mate_loses != 0 {
        parts.push("a pawn's drop may not mate");
    }
    Some(format!("hands: {}", parts.join("; ")))
}

fn duties(rules: &Rules) -> Option<String> {
    let duties = &rules.duties;
    let rows = [
        (duties.must_capture, "captures are compulsory"),
        (duties.no_checks, "no move may give check"),
        (duties.no_dead_ends, "no piece may go where it could never move again"),
        (duties.stand_in_check, "a royal piece in check may not walk away"),
        (duties.no_facing, "royal pieces may not face each other on an open line"),
        (duties.pass != [false; 2], "passing is allowed"),
        (duties.pass_if_stuck != [false; 2], "a side without moves passes"),
        (duties.immune != 0, "some pieces cannot capture each other"),
    ];
    let words: Vec<&str> = rows.into_iter().filter(|row| row.0).map(|row| row.1).collect();
    (!words.is_empty()).then(|| format!("duties: {}", words.join("; ")))
}

fn goal(rules: &Rules, goal: &Goal, color: Color) -> String {
    let who = names(rules, goal.kinds);
    let count = if goal.count > 1 { format!("{} of ", goal.count) } else { String::new() };
    let safe = if goal.safe { ", not attacked" } else { "" };
    format!("goal: {} wins with {count}{who} {}{safe}", color.name(), region(rules, goal.region))
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "wins",
        Value::Draw => "draws",
        Value::Loss => "loses",
    }
}

fn ends(rules: &Rules) -> Vec<String> {
    let ends = &rules.ends;
    let mut lines = Vec::new();
    if rules.royal != 0 || rules.last_royals.is_some() {
        lines.push(format!("checkmate: the mated side {}", word(ends.checkmate)));
    }
    let stalemate = match ends.stalemate_by_count {
        true => "the side with fewer pieces wins".into(),
        false => format!("the side that cannot move {}", word(ends.stalemate)),
    };
    lines.push(format!("stalemate: {stalemate}"));
    if let Some(lost) = ends.extinction {
        let left = if lost.left == 0 { "none is left".into() } else { format!("{} or fewer are left", lost.left) };
        let kinds = if lost.together { "pieces, counted together,".into() } else { names(rules, lost.kinds) };
        let enemy = if lost.enemy > 0 { format!(", if the enemy has {} or more", lost.enemy) } else { String::new() };
        lines.push(format!("loss of {kinds}: a side of which {left} {}{enemy}", word(lost.value)));
    }
    if ends.counts_checks {
        lines.push("checks: who has given the number of checks in the position wins".into());
    }
    lines.extend(draws(ends));
    lines
}

fn draws(ends: &Ends) -> Vec<String> {
    let mut lines = Vec::new();
    if ends.most_moves > 0 {
        lines.push(format!("draw: after {} moves of both sides without capture or pawn move", ends.most_moves));
    }
    if ends.repetitions > 0 {
        let (value, is_absolute) = ends.repetition;
        let side = if is_absolute { "White" } else { "the side to move" };
        let result = if value == Value::Draw { "the game is drawn".into() } else { format!("{side} {}", word(value)) };
        lines.push(format!("repetition: when a position occurs {} times, {result}", ends.repetitions));
    }
    if ends.perpetual_check_loses {
        lines.push("perpetual check loses".into());
    }
    if let Some(color) = ends.draws_for {
        lines.push(format!("drawn games are won by {}", color.name()));
    }
    if let Some(counting) = ends.counting {
        let rule = match counting.rule {
            Counting::Makruk => "Makruk",
            Counting::Cambodian => "Ouk Chatrang",
            Counting::Asean => "ASEAN chess",
        };
        lines.push(format!("moves are counted to a draw as in {rule}"));
    }
    lines
}
