//! The rules of a game in plain sentences.

use super::piece_words::{joined, listed, moves_of};
use super::rules::{
    Blast, CastlingRules, Counting, Draws, Extinction, Form, Goal, HandRules, HomeRules, KindSet, LastRoyals, Leaves,
    Rules, Value, WallPlace, WallRules,
};
use super::square_set::SquareSet;
use crate::game::guide::Chapter;
use crate::types::Kind;

/// The rules, chapter by chapter.
pub fn chapters(rules: &Rules) -> Vec<Chapter> {
    let chapter = |title, paragraphs: Vec<String>| Chapter { title, paragraphs };
    let all = [
        chapter("The board", board(rules)),
        chapter("The pieces", pieces(rules)),
        chapter("Promotion", promotion(rules)),
        chapter("Castling", rules.castling.as_ref().map(|it| castling(rules, it)).unwrap_or_default()),
        chapter("Capture en passant", en_passant(rules)),
        chapter("Pieces in hand", rules.hand.as_ref().map(|it| hand(rules, it)).unwrap_or_default()),
        chapter("Other rules of moves", other_rules(rules)),
        chapter("Winning", winning(rules)),
        chapter("Draws and other ends", other_ends(rules)),
    ];
    all.into_iter().filter(|chapter| !chapter.paragraphs.is_empty()).collect()
}

/// A sentence if something holds.
fn given(holds: bool, sentence: impl Into<String>) -> Option<String> {
    holds.then(|| sentence.into())
}

/// The names of kinds, each once, without those that come from pawns.
pub fn names(rules: &Rules, kinds: KindSet) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for kind in rules.numbers().filter(|kind| kinds & kind.bit() != 0) {
        let name = &rules.kind(kind).name;
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Whether a set has all kinds.
fn is_all(rules: &Rules, kinds: KindSet) -> bool {
    rules.numbers().all(|kind| kinds & kind.bit() != 0)
}

/// Squares in words: whole ranks, or their names.
fn squares(rules: &Rules, set: SquareSet) -> String {
    let board = rules.squares;
    if board.squares().all(|square| set.has(square)) {
        return "the whole board".into();
    }
    let on = |rank: u8| board.squares().filter(move |square| square.rank() == rank);
    let whole: Vec<u8> =
        (0..rules.ranks).filter(|&rank| on(rank).count() > 0 && on(rank).all(|it| set.has(it))).collect();
    let rest: Vec<String> = set
        .squares()
        .filter(|square| board.has(*square) && !whole.contains(&square.rank()))
        .map(|square| square.to_string())
        .collect();
    let ranks: Vec<String> = whole.iter().map(|rank| (rank + 1).to_string()).collect();
    let word = if ranks.len() == 1 { "rank" } else { "ranks" };
    match (ranks.is_empty(), rest.is_empty()) {
        (true, _) => joined(&rest, "or"),
        (false, true) => format!("{word} {}", joined(&ranks, "or")),
        (false, false) => format!("{word} {} or the squares {}", joined(&ranks, "or"), joined(&rest, "or")),
    }
}

/// A sentence for each player, or one for both if they have the same.
fn by_player(texts: [Option<String>; 2], sentence: impl Fn(&str, &str) -> String) -> Vec<String> {
    match texts {
        [Some(white), Some(black)] if white == black => vec![sentence("Either side", &white)],
        [white, black] => [("White", white), ("Black", black)]
            .into_iter()
            .filter_map(|(who, text)| text.map(|text| sentence(who, &text)))
            .collect(),
    }
}

fn board(rules: &Rules) -> Vec<String> {
    let holes = usize::from(rules.files) * usize::from(rules.ranks) - rules.squares.count();
    let missing = match holes {
        0 => String::new(),
        1 => "; one square of the rectangle is missing".into(),
        _ => format!("; {holes} squares of the rectangle are missing"),
    };
    vec![format!("The board has {} files and {} ranks{missing}. White moves first.", rules.files, rules.ranks)]
}

/// How the pieces move; kinds that differ only in their letters are described together.
fn pieces(rules: &Rules) -> Vec<String> {
    let mut described: Vec<(Vec<String>, Kind)> = Vec::new();
    for kind in rules.numbers().filter(|&kind| rules.kind(kind).form != Form::FromPawn) {
        let row = rules.kind(kind);
        let letter = format!("{}{}", if row.form == Form::Promoted { "+" } else { "" }, row.letter);
        let is_same = |other: Kind| {
            let other_row = rules.kind(other);
            let is_royal = |kind: Kind| rules.royal & kind.bit() != 0;
            (&other_row.name, &other_row.moves, other_row.lands_on) == (&row.name, &row.moves, row.lands_on)
                && is_royal(other) == is_royal(kind)
        };
        match described.iter_mut().find(|(_, other)| is_same(*other)) {
            Some((letters, _)) => letters.push(letter),
            None => described.push((vec![letter], kind)),
        }
    }
    described.into_iter().map(|(letters, kind)| piece(rules, &letters, kind)).collect()
}

fn piece(rules: &Rules, letters: &[String], kind: Kind) -> String {
    let row = rules.kind(kind);
    let land = [0, 1].map(|player| {
        let limit = row.lands_on.get(player).copied().unwrap_or(rules.squares);
        rules.squares.squares().any(|square| !limit.has(square)).then(|| squares(rules, limit))
    });
    let limits = by_player(land, |who, text| format!(" {who} may have it only on {text}."));
    let begins = [0, 1].map(|player| {
        let mut starts = row.moves.iter().filter_map(|pattern| pattern.starts).map(|starts| starts[player]);
        let first = starts.next()? & rules.squares;
        Some(if first.is_empty() { "nowhere".into() } else { format!("from {}", squares(rules, first)) })
    });
    let begins = by_player(begins, |who, text| format!(" {who} makes first moves {text}."));
    let royal = given(rules.royal & kind.bit() != 0, " It is royal.").unwrap_or_default();
    // A name that is made of letter and moves has the letter.
    let letters = if row.name.ends_with(')') { String::new() } else { format!(" ({})", letters.join(", ")) };
    format!("{}{letters}: {}{}{royal}{}", row.name, moves_of(row), begins.concat(), limits.concat())
}

fn promotion(rules: &Rules) -> Vec<String> {
    let promotion = &rules.promotion;
    let region = |player: usize| squares(rules, promotion.region.get(player).copied().unwrap_or(SquareSet::EMPTY));
    let pawns = |player: usize| {
        let [kinds, choices] = [promotion.pawns, promotion.choices].map(|sets| names(rules, sets[player % 2]));
        let can = !kinds.is_empty() && !choices.is_empty();
        let must = if promotion.is_compulsory && !promotion.on_diagonals { "must become" } else { "may become" };
        can.then(|| {
            format!(
                "{} that arrives on {} {must} one of these: {}",
                joined(&kinds, "or"),
                region(player),
                joined(&choices, "or")
            )
        })
    };
    let mut all: Vec<String> = by_player([pawns(0), pawns(1)], |who, text| match who {
        "Either side" => format!("A {text}."),
        _ => format!("A {} {text}.", who.to_lowercase()),
    });
    all.extend(given(promotion.on_diagonals, "The promotion may also be made in place, as a move of its own."));
    let into = |kind: Kind| {
        let becomes = kind.of(&promotion.into);
        let is_plain = rules.kind(kind).form == Form::Plain;
        (!becomes.is_none() && is_plain)
            .then(|| format!("the {} into a {}", rules.kind(kind).name, rules.kind(becomes).name))
    };
    let pieces: Vec<String> = rules.numbers().filter_map(into).collect();
    if !pieces.is_empty() {
        all.push(piece_promotion(rules, &pieces, &region(0), &region(1)));
    }
    let limited = rules.numbers().filter(|kind| (1..u8::MAX).contains(&kind.of(&promotion.limit)));
    all.extend(
        limited.filter(|&kind| rules.kind(kind).form == Form::Plain && promotion.choices[0] & kind.bit() != 0).map(
            |kind| {
                format!(
                    "A side may have at most {} of the kind {} by promotion.",
                    kind.of(&promotion.limit),
                    rules.kind(kind).name
                )
            },
        ),
    );
    all
}

fn piece_promotion(rules: &Rules, pieces: &[String], white: &str, black: &str) -> String {
    let promotion = &rules.promotion;
    let how = match (promotion.is_compulsory_for_pieces, promotion.by_capture_only) {
        (true, false) => "turns into its other form with every move",
        (false, false) => "may turn into its promoted form with a move",
        (true, true) => "turns into its other form with every capture",
        (false, true) => "may turn into its promoted form with a capture",
    };
    let place = if white == black { format!("on {white}") } else { format!("on {white} (Black: {black})") };
    let back = if promotion.can_turn_back { " Promoted pieces turn back in the same way." } else { "" };
    format!("A piece {how} that begins or ends {place}: {}.{back}", listed(pieces))
}

fn castling(rules: &Rules, castling: &CastlingRules) -> Vec<String> {
    let file = |file: u8| char::from(b'a' + file).to_string();
    let rook = listed_or(&names(rules, castling.rooks[0]));
    let king = if castling.king[0].is_none() { "King".into() } else { rules.kind(castling.king[0]).name.clone() };
    let sides = [0, 1].into_iter().filter(|&side| castling.has_side(side, rules.files));
    let files: Vec<String> = sides.map(|side| format!("the {}-file", file(castling.king_to[side]))).collect();
    let beside = "the other piece arrives right beside it on the inner side";
    let mut all = vec![format!(
        "The {king} castles with a {rook}: it goes to {} of its rank, and {beside}. \
         Neither may have moved before, nothing may stand between them, and the {king} may not be in check or pass over an attacked square.",
        files.join(" or ")
    )];
    all.extend(given(castling.shuffled, "Wherever they stand at the start, they arrive on the same squares; the move is written as the king's move onto its rook."));
    all.extend(given(
        castling.only_other_side,
        "A player may not castle to the side to which the other one has castled.",
    ));
    all
}

fn listed_or(words: &[String]) -> String {
    joined(words, "or")
}

fn en_passant(rules: &Rules) -> Vec<String> {
    let leaves =
        rules.numbers().any(|kind| rules.kind(kind).moves.iter().any(|pattern| pattern.leaves != Leaves::Nothing));
    let by = names(rules, rules.en_passant.by[0] | rules.en_passant.by[1]);
    let sentence = || {
        format!(
            "A {} may capture a piece that has just passed over a square that it attacks, as if it had stopped there.",
            listed_or(&by)
        )
    };
    given(leaves && !by.is_empty(), sentence()).into_iter().collect()
}

fn hand(rules: &Rules, hand: &HandRules) -> Vec<String> {
    let crowded = listed_or(&names(rules, hand.crowded.0));
    let dead = rules.duties.no_dead_ends;
    [
        given(hand.takes_captures, "Captured pieces change sides and go to the hand of the player who has taken them."),
        given(
            hand.takes_captures && reverts(rules),
            "What has been promoted is what it was before when it goes to the hand.",
        ),
        given(hand.drops, "Instead of moving, a player may drop a piece from his hand on an empty square."),
        given(hand.drops && dead, "A piece may not be dropped or moved where it could never move again."),
        given(
            hand.must_drop != 0,
            "As long as there is a piece in hand that must be dropped, nothing else may be played.",
        ),
        given(!hand.may_check, "A drop may not give check."),
        given(
            hand.crowded.0 != 0,
            format!("A player may have at most {} unpromoted {crowded} on a file when he drops one.", hand.crowded.1),
        ),
        given(
            hand.mate_loses != 0,
            format!("A drop of a {} may not give mate.", listed_or(&names(rules, hand.mate_loses))),
        ),
        given(hand.promoted, "Pieces may be dropped in their promoted form."),
        given(
            hand.other_color != 0,
            format!(
                "Two pieces of the kind {} stand on squares of different colours.",
                listed_or(&names(rules, hand.other_color))
            ),
        ),
    ]
    .into_iter()
    .flatten()
    .chain(drop_regions(rules, hand))
    .collect()
}

/// Whether pieces that have been promoted go to the hand as what they were.
fn reverts(rules: &Rules) -> bool {
    rules.numbers().any(|kind| rules.kind(kind).form != Form::Plain && rules.kind(kind).in_hand != kind)
}

/// Where pieces may be dropped that may not be dropped everywhere.
fn drop_regions(rules: &Rules, hand: &HandRules) -> Vec<String> {
    let region = |kind: Kind, player: usize| {
        let set = hand.region.get(usize::from(kind.number())).and_then(|sets| sets.get(player)).copied()?;
        let is_limited = rules.squares.squares().any(|square| !set.has(square));
        (is_limited && !set.is_empty()).then(|| squares(rules, set))
    };
    let mut groups: Vec<([Option<String>; 2], Vec<String>)> = Vec::new();
    for &kind in hand.order.iter().filter(|_| hand.drops) {
        let (regions, name) = ([region(kind, 0), region(kind, 1)], rules.kind(kind).name.clone());
        match groups.iter_mut().find(|(known, _)| *known == regions) {
            Some((_, names)) => names.push(name),
            None => groups.push((regions, vec![name])),
        }
    }
    let sentences = |(regions, names): ([Option<String>; 2], Vec<String>)| {
        by_player(regions, |who, text| format!("{who} may drop a {} only on {text}.", joined(&names, "or")))
    };
    groups.into_iter().flat_map(sentences).collect()
}

fn other_rules(rules: &Rules) -> Vec<String> {
    let duties = &rules.duties;
    let effects = &rules.effects;
    let passing = |when: [bool; 2]| match when {
        [true, true] => Some("Either side"),
        [true, false] => Some("White"),
        [false, true] => Some("Black"),
        _ => None,
    };
    [
        given(duties.must_capture, "Who can capture must capture."),
        given(duties.no_checks, "No move may give check."),
        given(duties.stand_in_check, "A king in check may not move away: the check must be answered by another piece."),
        given(duties.no_facing, "Royal pieces may not face each other on an open line."),
        given(
            duties.immune != 0,
            format!("Pieces of the kinds {} cannot capture each other.", listed(&names(rules, duties.immune))),
        ),
        given(
            duties.answer_facing,
            "A player whose royal piece faces the other one on an open line ends that with his move, or passes, which ends the game.",
        ),
        passing(duties.pass).map(|who| format!("{who} may pass.")),
        passing(duties.pass_if_stuck).map(|who| format!("{who} passes if there is no other move.")),
        effects.blast.map(|it| blast(rules, &it)),
        given(
            effects.petrify != 0,
            format!("A piece that captures turns into a wall ({}).", listed(&names(rules, effects.petrify))),
        ),
    ]
    .into_iter()
    .flatten()
    .chain(effects.walls.iter().flat_map(|it| walls(rules, it)))
    .chain(rules.home.iter().flat_map(|it| first_moves(rules, it)))
    .collect()
}

/// The walls that are put with every move.
fn walls(rules: &Rules, walls: &WallRules) -> Vec<String> {
    let place = match walls.place {
        WallPlace::Anywhere => "Every move also puts a wall on an empty square, where it stays.",
        WallPlace::Moved => "Every move also puts the wall on another empty square: there is only one.",
        WallPlace::Arrow => {
            "Every move also puts a wall on a square to which the piece could go on from where it has arrived."
        }
        WallPlace::Edge => {
            "Every move also puts a wall on an empty square beside the edge of the board or another wall."
        }
        WallPlace::Left => "Every move leaves a wall on the square where the piece has stood.",
    };
    let region = walls.region.map(|region| {
        let is_limited = rules.squares.squares().any(|square| !region.has(square));
        is_limited.then(|| except(rules, region))
    });
    let nothing = "Nothing enters or passes a wall.";
    let mut all = vec![place.to_owned(), nothing.to_owned()];
    all.extend(by_player(region, |who, text| format!("{who} puts walls only on {text}.")));
    all
}

/// A set of squares, or what is missing from it, whichever is shorter.
fn except(rules: &Rules, region: SquareSet) -> String {
    let missing: SquareSet = rules.squares.squares().filter(|square| !region.has(*square)).collect();
    match missing.count() < region.count() {
        true => format!("squares other than {}", squares(rules, missing).replace(" or ", " and ")),
        false => squares(rules, region),
    }
}

/// What pieces may do with their first move.
fn first_moves(rules: &Rules, home: &HomeRules) -> Vec<String> {
    let enters = given(
        home.enters,
        "When a piece of the home rank moves for the first time, a piece from the hand may enter on the square that it leaves; in castling \
         on that of the king or the rook.",
    );
    let leap = |&(files, ranks): &(i8, i8)| match files {
        0 => format!("{ranks} squares straight forward"),
        files => format!("{} squares sideways and {ranks} forward", files.abs()),
    };
    let leaps = home.leaps.iter().map(|(kind, leaps)| {
        let mut ways: Vec<String> = leaps.iter().map(leap).collect();
        ways.dedup();
        let name = &rules.kind(*kind).name;
        format!("A {name} that has not moved may leap {} to an empty square, unless it is check.", joined(&ways, "or"))
    });
    let ended = given(
        home.ended_by != 0,
        format!(
            "A royal piece loses this right as soon as an enemy piece of the kind {} comes to its file or rank.",
            joined(&names(rules, home.ended_by), "or")
        ),
    );
    enters.into_iter().chain(leaps).chain(ended).collect()
}

fn blast(rules: &Rules, blast: &Blast) -> String {
    let spared = listed(&names(rules, blast.spared | blast.survivors));
    let except =
        if blast.spared | blast.survivors == 0 { String::new() } else { format!(" ({spared} survive beside it)") };
    format!("A capture removes the piece that captures and all on the squares around{except}.")
}

/// "wins", "loses", "draws".
fn result(value: Value) -> &'static str {
    match value {
        Value::Win => "wins",
        Value::Draw => "draws",
        Value::Loss => "loses",
    }
}

fn winning(rules: &Rules) -> Vec<String> {
    let ends = &rules.ends;
    let has_royals = rules.royal != 0 || rules.last_royals.is_some();
    let mut all = Vec::new();
    if has_royals {
        let royal = listed_or(&names(rules, rules.royal | rules.last_royals.map_or(0, |it| it.kinds)));
        all.push(format!("A player may not leave a royal piece attacked ({royal})."));
        all.extend(rules.last_royals.map(|it| last_royals(&it)));
        all.push(format!("Who is checkmated {}.", result(ends.checkmate)));
    }
    all.extend(ends.extinction.map(|it| extinction(rules, &it)));
    let goals = [0, 1].map(|player| ends.wins_at(player).map(|it| goal(rules, &it)));
    all.extend(by_player(goals, |who, text| format!("{who} wins with {text}.")));
    all.extend(given(ends.equal_turns, "Goals count only when both sides have had the same number of moves."));
    all.extend(given(
        ends.counts_checks,
        "Who has given the agreed number of checks wins; the position tells how many are left.",
    ));
    all
}

fn last_royals(rule: &LastRoyals) -> String {
    let all = if rule.all_at_once { " It is a check only if all of them are attacked at once." } else { "" };
    match rule.most {
        1 => format!("They are royal only while there is one of the kind left.{all}"),
        most => format!("They are royal while there are no more than {most} of the kind left.{all}"),
    }
}

fn extinction(rules: &Rules, rule: &Extinction) -> String {
    let kinds = match is_all(rules, rule.kinds) {
        true => "pieces".into(),
        false => joined(&names(rules, rule.kinds), "or"),
    };
    let enemy =
        if rule.enemy > 0 { format!(" while the other side has at least {}", rule.enemy) } else { String::new() };
    let what = match (rule.left, rule.together || is_all(rules, rule.kinds)) {
        (0, true) => format!("no {kinds} left"),
        (0, false) => format!("lost all of a kind ({})", listed(&names(rules, rule.kinds))),
        (left, _) => format!("no more than {left} left ({kinds})"),
    };
    format!("A player who has {what}{enemy} {}.", result(rule.value))
}

fn goal(rules: &Rules, goal: &Goal) -> String {
    let kinds = if is_all(rules, goal.kinds) { "piece".into() } else { joined(&names(rules, goal.kinds), "or") };
    let many = if goal.count > 1 { format!("{} pieces ({kinds})", goal.count) } else { format!("a {kinds}") };
    let safe = if goal.safe { " that is not attacked there" } else { "" };
    let blocked = if goal.blocked_wins { ", or fewer if all other squares there are occupied" } else { "" };
    format!("{many} on {}{safe}{blocked}", squares(rules, goal.region))
}

fn other_ends(rules: &Rules) -> Vec<String> {
    let ends = &rules.ends;
    let stuck = if rules.royal == 0 && rules.last_royals.is_none() { "" } else { " and is not in check" };
    let stalemate = match (ends.stalemate_by_count, ends.stalemate) {
        (true, _) => "Who cannot move ends the game, and the side with fewer pieces wins.".to_owned(),
        (false, Value::Draw) => format!("If the player to move cannot move{stuck}, the game is drawn."),
        (false, value) => format!("A player who cannot move{stuck} {}.", result(value)),
    };
    let (value, is_absolute) = ends.repetition;
    let repeated = match (value, is_absolute) {
        (Value::Draw, _) => "the game is drawn".to_owned(),
        (value, true) => format!("White {}", result(value)),
        (value, false) => format!("the player to move {}", result(value)),
    };
    let counting = ends.counting.map(|counting| match counting.rule {
        Counting::Makruk => "When the pawns are gone, moves are counted to a draw by the rule of Makruk.",
        Counting::Cambodian => "Moves are counted to a draw by the rule of Ouk Chatrang.",
        Counting::Asean => {
            "When a king stands alone and the pawns are gone, moves are counted to a draw by the rule of ASEAN chess."
        }
    });
    let odds = match &ends.draws {
        Draws::Drawn => None,
        Draws::For(color) => Some(format!("A drawn game is won by {}.", color.name())),
        Draws::Counted(_, 0) => Some("A drawn game is won by the side with more pieces.".into()),
        Draws::Counted(points, second) => Some(points_of(rules, points, *second)),
    };
    [
        Some(stalemate),
        given(
            ends.repetitions > 0,
            format!("When a position occurs for the {} time, {repeated}.", ordinal(ends.repetitions)),
        ),
        given(ends.perpetual_check_loses, "Who repeats the position by giving check with every move loses."),
        given(
            ends.most_moves > 0,
            format!("The game is drawn after {} moves of each side without capture or progress.", ends.most_moves),
        ),
        counting.map(str::to_owned),
        odds,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How pieces are counted when a game would be drawn.
fn points_of(rules: &Rules, points: &[u8; Kind::LIMIT], second: u8) -> String {
    let half = |count: u8| if count.is_multiple_of(2) { format!("{}", count / 2) } else { format!("{}.5", count / 2) };
    let counted = rules.numbers().filter(|kind| rules.kind(*kind).form == Form::Plain && kind.of(points) > 0);
    let counted: Vec<String> =
        counted.map(|kind| format!("{} {}", rules.kind(kind).name, half(kind.of(points)))).collect();
    let more = if second > 0 { format!(", and Black has {} more", half(second)) } else { String::new() };
    format!("A drawn game is won by the side whose pieces count more: {}{more}.", listed(&counted))
}

fn ordinal(number: u8) -> String {
    match number {
        2 => "second".into(),
        3 => "third".into(),
        4 => "fourth".into(),
        5 => "fifth".into(),
        number => format!("{number}th"),
    }
}
