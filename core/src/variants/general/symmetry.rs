//! Which reflections of the board leave the rules as they are.

use super::rules::{Draws, Goal, KindRules, Leaves, Pattern, Rules, Value};
use super::square_set::SquareSet;
use crate::network::Symmetry;
use crate::types::{Color, Square};

/// The reflection that exchanges the players and leaves the rules as they are: `preferred` if they allow several.
pub fn symmetry(rules: &Rules, preferred: Symmetry) -> Symmetry {
    let all = [preferred, Symmetry::Rotation, Symmetry::Mirror];
    all.into_iter().find(|&symmetry| exchanges_players(rules, symmetry)).unwrap_or(Symmetry::Nothing)
}

/// The reflection that leaves the placement of a start position as it is, with colours exchanged: ranks in reverse, or else
/// files and ranks.
pub fn of_start(start: &str) -> Symmetry {
    let placement = start.split([' ', '[']).next().unwrap_or("");
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let swapped: String = placement.chars().map(swap).collect();
    let is_mirrored = swapped.split('/').rev().eq(placement.split('/'));
    if is_mirrored { Symmetry::Mirror } else { Symmetry::Rotation }
}

/// A set of squares on the board with its ranks in reverse.
pub fn upside_down(rules: &Rules, set: SquareSet) -> SquareSet {
    image(set, |square| Square::new(square.file(), rules.ranks - 1 - square.rank()))
}

/// Whether left and right are the same to both players, castling apart.
pub fn is_left_right(rules: &Rules) -> bool {
    let flip = |square: Square| Square::new(rules.files - 1 - square.file(), square.rank());
    let is_same = |set: &SquareSet| image(*set, flip) == *set;
    let regions = regions(rules);
    is_same(&rules.squares) && regions.iter().flatten().all(is_same) && rules.kinds.iter().all(moves_left_as_right)
}

/// Whether the rules stay the same if the players are exchanged and the board is reflected.
fn exchanges_players(rules: &Rules, symmetry: Symmetry) -> bool {
    let is_rotation = symmetry == Symmetry::Rotation;
    let reflect = |square: Square| {
        let file = if is_rotation { rules.files - 1 - square.file() } else { square.file() };
        Square::new(file, rules.ranks - 1 - square.rank())
    };
    let are_exchanged = |[white, black]: &[SquareSet; 2]| image(*white, reflect) == *black;
    // Black's moves are those of White turned by 180 degrees.
    let moves_alike = is_rotation || rules.kinds.iter().all(moves_left_as_right);
    let castles_alike = rules.castling.as_ref().is_none_or(|castling| {
        !is_rotation && castling.king[0] == castling.king[1] && castling.rooks[0] == castling.rooks[1]
    });
    image(rules.squares, reflect) == rules.squares
        && regions(rules).iter().all(are_exchanged)
        && players_are_equal(rules)
        && moves_alike
        && castles_alike
}

/// Whether what is said of the players apart from squares and castling is the same for both.
fn players_are_equal(rules: &Rules) -> bool {
    let Rules { promotion, en_passant, duties, ends, .. } = rules;
    let of_goal = |color: Color| ends.goal[color.index()].map(|goal| Goal { region: SquareSet::EMPTY, ..goal });
    promotion.pawns[0] == promotion.pawns[1]
        && promotion.choices[0] == promotion.choices[1]
        && en_passant.by[0] == en_passant.by[1]
        && duties.pass[0] == duties.pass[1]
        && duties.pass_if_stuck[0] == duties.pass_if_stuck[1]
        && ends.progress[0] == ends.progress[1]
        && matches!(ends.draws, Draws::Drawn | Draws::Counted(_, 0))
        && (ends.repetition.0 == Value::Draw || !ends.repetition.1)
        && !ends.equal_turns
        && of_goal(Color::White) == of_goal(Color::Black)
}

/// By player, all sets of squares that matter to one player.
fn regions(rules: &Rules) -> Vec<[SquareSet; 2]> {
    let Rules { promotion, en_passant, ends, .. } = rules;
    let mut regions = Vec::new();
    let pawns_promote = promotion.pawns != [0; 2] && promotion.choices != [0; 2];
    if pawns_promote || promotion.into.iter().any(|kind| !kind.is_none()) {
        regions.push(promotion.region);
    }
    let mut patterns = rules.kinds.iter().flat_map(|kind| &kind.moves);
    if en_passant.by != [0; 2] && patterns.any(|pattern| pattern.leaves != Leaves::Nothing) {
        regions.push(en_passant.region);
    }
    regions.push(ends.goal.map(|goal| goal.map(|goal| goal.region).unwrap_or_default()));
    regions.extend(rules.effects.walls.map(|walls| walls.region));
    regions.extend(rules.hand.iter().flat_map(|hand| &hand.region));
    for kind in &rules.kinds {
        regions.push(kind.lands_on);
        regions.extend(kind.moves.iter().filter_map(|pattern| pattern.starts));
        regions.extend(kind.moves.iter().filter_map(|pattern| pattern.along.map(|along| [along; 2])));
    }
    regions
}

/// Whether a kind has every way that it has to the left to the right, too.
fn moves_left_as_right(kind: &KindRules) -> bool {
    let reversed = |pattern: &Pattern| Pattern {
        steps: pattern.steps.iter().map(|&(files, ranks)| (-files, ranks)).collect(),
        ..pattern.clone()
    };
    kind.moves.iter().all(|pattern| kind.moves.contains(&reversed(pattern)))
}

/// The image of a set.
fn image(set: SquareSet, map: impl Fn(Square) -> Square) -> SquareSet {
    set.squares().map(map).collect()
}

#[cfg(test)]
mod tests {
    use super::Symmetry;
    use crate::game::{Game, Variant};
    use crate::position::Notation;
    use crate::types::zobrist::mix;
    use crate::types::{Color, Square};
    use crate::variants::{coded, find, names_of_all};

    #[test]
    fn the_rules_decide_which_reflections_are_fair() {
        let rows = [
            // Castling goes to the same files.
            ("capablanca", Symmetry::Mirror, true),
            ("kingofthehill", Symmetry::Mirror, true),
            // Both are fair; the kings of one start on the same file, those of the other do not.
            ("nocastle", Symmetry::Mirror, true),
            ("xiangqi", Symmetry::Mirror, true),
            ("makruk", Symmetry::Rotation, true),
            ("shogi", Symmetry::Rotation, true),
            // The quails of Tori Shogi go otherwise to the left than to the right.
            ("torishogi", Symmetry::Rotation, false),
            // Both players go up the board.
            ("racingkings", Symmetry::Nothing, true),
            // Black wins drawn games.
            ("armageddon", Symmetry::Nothing, true),
        ];
        for (name, symmetry, is_left_right) in rows {
            let game = find(name).unwrap();
            assert_eq!(game.symmetry, symmetry, "{name}");
            assert_eq!(game.features.horizontal_mirroring, is_left_right, "{name}");
        }
    }

    /// The text of a move with all squares reflected.
    fn reflected(variant: &Variant, turns: bool, text: &str) -> String {
        let mut rest = text;
        let mut result = String::new();
        while let Some(first) = rest.chars().next() {
            let read = if first.is_ascii_lowercase() { Square::read(rest) } else { None };
            let Some((square, behind)) = read else {
                result.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            };
            let file = if turns { variant.files - 1 - square.file() } else { square.file() };
            result += &Square::new(file, variant.ranks - 1 - square.rank()).to_string();
            rest = behind;
        }
        result
    }

    /// Whether the placement of a FEN stays the same when it is reflected and colours are exchanged. Placements with promoted
    /// pieces, and some with ten empty squares side by side, are not recognised.
    fn is_reflected(fen: &str, turns: bool) -> bool {
        let placement = fen.split([' ', '[']).next().unwrap();
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let swapped: String = placement.chars().map(swap).collect();
        if turns {
            swapped.chars().rev().eq(placement.chars())
        } else {
            swapped.split('/').rev().eq(placement.split('/'))
        }
    }

    /// The features as a player sees them, in order.
    fn features(game: &dyn Game, color: Color) -> Vec<u16> {
        let mut features = game.active_features().of(color).to_vec();
        features.sort_unstable();
        features
    }

    /// As long as Black repeats the moves of White on his side, both see the same.
    #[test]
    fn positions_that_look_the_same_to_both_have_the_same_features() {
        let (mut compared, mut fair) = (0, 0);
        let names = names_of_all().into_iter().filter(|name| coded().iter().all(|game| game.name != *name));
        for variant in names.map(|name| find(name).unwrap()).filter(|game| game.symmetry != Symmetry::Nothing) {
            let is_fair = features(&*variant.new_game(), Color::White) == features(&*variant.new_game(), Color::Black);
            fair += usize::from(is_fair);
            let turns = variant.symmetry == Symmetry::Rotation;
            for seed in (0..8).filter(|_| is_fair) {
                let mut game = variant.new_game();
                for ply in 0..20 {
                    let moves = game.legal_moves(Notation::Standard);
                    let random = mix(seed << 32 ^ ply) as usize;
                    let Some(text) = moves.get(random % moves.len().max(1)) else { break };
                    game.play(text).unwrap();
                    if game.play(&reflected(variant, turns, text)).is_err() || !is_reflected(&game.fen(), turns) {
                        break;
                    }
                    compared += 1;
                    let [white, black] = Color::ALL.map(|color| features(&*game, color));
                    assert_eq!(white, black, "{}: {}", variant.name, game.fen());
                }
            }
        }
        assert!(fair > 60 && compared > 2000, "{fair} games, {compared} positions");
    }
}
