//! What pages are told, along random games of every variant.

use super::moves::{MoveAnswer, MoveList, Stub};
use super::requests::SearchRequest;
use super::searching::{Delivery, Searches};
use super::*;
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::types::zobrist::mix;
use crate::variants;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Positions of each game's random walk.
const WALK: u64 = 300;

/// Positions with moves that random games seldom reach.
const RARE: &str = "\
penaltybox | 4k3/8/8/8/8/5*2/8/r5K1[N] w - - 1 2 PQRB f
penaltybox | r3k2r/pppppppp/8/8/2*5/1n1n4/PPPPPPPP/R6R[K] w kq - 0 1 QRBNPqr -
penaltybox | 4k3/1P6/8/8/2*5/4n3/8/4K3[P] w - - 0 1 - -
penaltybox-dual | 4k3/8/8/8/2*5/8/8/4K3|4k3/8/8/8/2n5/8/8/4K3[Q] w2 -|- -|- 0|0 1 - -
penaltybox-dual | P3k3/8/8/8/2*5/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - =
friendly | f11/12/12/3j8/12/3T8/12/12/12/12/12/F11 w - - 0 1
friendly | f11/12/12/12/12/3p8/12/4A7/12/12/12/F11 w - - 0 1
friendly | f11/12/12/12/12/3p8/4F7/4H7/12/12/12/F11 w - - 0 1
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R[J] w KQ - 0 1
zigzagmadness | 9k/4P5/10/10/10/10/10/10/10/4K5[] w - - 0 1
prisonbreak | 5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 -
prisonbreak | 6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -
chess | r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
chess | 1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1
chess | 4k3/8/8/8/8/8/8/5KR1 w G - 0 1";

/// Games from files with hands, promoted forms, checks that are counted, holes, passes, large boards, and odd goals.
const FROM_FILES: [&str; 8] =
    ["crazyhouse", "shogi", "kyotoshogi", "3check", "omicron", "clobber", "courier", "sittuyin"];

/// Calls `visit` for bench positions, rare positions and along a random game.
fn walk(variant: &'static Variant, mut visit: impl FnMut(&dyn Game)) {
    let rare = RARE.lines().filter_map(|row| row.split_once(" | ")).filter(|row| row.0 == variant.name);
    for (_, fen) in rare {
        visit(&*variant.game(fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    }
    let rows = variant.bench.lines().filter_map(|line| line.split(';').next());
    rows.filter_map(|fen| variant.game(fen.trim()).ok()).for_each(|game| visit(&*game));
    let mut game = variant.new_game();
    for ply in 0..WALK {
        let moves = game.legal_moves(Notation::Standard);
        if game.outcome().is_some() || moves.is_empty() {
            game = variant.new_game();
            continue;
        }
        visit(&*game);
        game.play(&moves[(mix(ply + 17) % moves.len() as u64) as usize]).unwrap();
    }
}

/// The same for all games, but only for every `step`-th position; `visit` is given its number, from 1.
pub(super) fn walk_all(step: u64, visit: impl Fn(&'static Variant, &dyn Game, u64) + Sync) {
    let from_files = FROM_FILES.iter().map(|name| variants::find(name).unwrap());
    let games: Vec<&'static Variant> = variants::coded().into_iter().chain(from_files).collect();
    games.into_par_iter().for_each(|variant| {
        let mut count = 0;
        walk(variant, |game| {
            count += 1;
            if count % step == 0 {
                visit(variant, game, count);
            }
        });
    });
}

/// All moves that are listed, and those behind one of the stubs.
fn expanded(game: &dyn Game, list: MoveList, seed: u64) -> (Vec<MoveAnswer>, Vec<Stub>) {
    let (mut moves, mut left) = (list.moves, Vec::new());
    let chosen = seed % list.stubs.len().max(1) as u64;
    for (number, stub) in list.stubs.into_iter().enumerate() {
        if number as u64 != chosen {
            left.push(stub);
            continue;
        }
        let behind = MoveList::of(game, &stub.path);
        let counted = behind.moves.len() + behind.stubs.iter().map(|stub| stub.count).sum::<usize>();
        assert_eq!(counted, stub.count, "{:?}", stub.path);
        moves.extend(behind.moves);
        left.extend(behind.stubs);
    }
    (moves, left)
}

#[test]
fn every_move_can_be_clicked_and_chosen() {
    walk_all(1, |variant, game, seed| {
        let fen = game.fen();
        let texts = game.legal_moves(Notation::Standard);
        let list = MoveList::of(game, &[]);
        let counted = list.moves.len() + list.stubs.iter().map(|stub| stub.count).sum::<usize>();
        assert_eq!(counted, texts.len(), "{}: {fen}", variant.name);
        let (moves, _) = expanded(game, list, seed);
        let known: HashSet<&String> = texts.iter().collect();
        let ends: HashSet<&[String]> = moves.iter().flat_map(|mv| &mv.paths).map(|path| &path[..]).collect();
        let mut choices: HashMap<(&[String], &str), &str> = HashMap::new();
        for mv in &moves {
            assert!(known.contains(&mv.text), "{}: {} in {fen}", variant.name, mv.text);
            assert!(!mv.paths.is_empty());
            for (number, path) in mv.paths.iter().enumerate() {
                let waits = (1..path.len()).any(|length| ends.contains(&path[..length]));
                assert!(number == 0 || !waits, "{}: {path:?} delays another move in {fen}", variant.name);
                let other = choices.insert((path, &mv.choice), &mv.text);
                assert_eq!(other, None, "{}: {path:?} `{}` {} in {fen}", variant.name, mv.choice, mv.text);
                // A piece that is brought back before the move may itself be moved; one that passes or promotes in its
                // place is clicked twice.
                let stays = path.len() == 2 && (mv.kind == "pass" || mv.becomes.is_some());
                let is_new = path.windows(2).all(|pair| pair[0] != pair[1]) || path[0].starts_with('@') || stays;
                assert!(is_new, "{}: {path:?} in {fen}", variant.name);
            }
        }
    });
}

#[test]
fn answers_name_every_piece_and_every_target() {
    walk_all(5, |variant, game, _| {
        let fen = game.fen();
        let replay = Replays::default().replay(variant.name, Some(&fen), &[]).unwrap();
        let answer = serde_json::to_value(PositionAnswer::of(&replay, None)).unwrap();
        let placement = fen.split([' ', '[']).next().unwrap();
        let letters = placement.chars().filter(char::is_ascii_alphabetic).count();
        assert_eq!(answer["pieces"].as_array().unwrap().len(), letters, "{fen}");
        assert_eq!(answer["check"].is_null(), !game.in_check(), "{fen}");
        let buttons = answer["buttons"].as_object().unwrap();
        let tokens = answer["tokens"].as_array().unwrap();
        for mv in answer["moves"].as_array().unwrap() {
            let paths = mv["paths"].as_array().unwrap().iter().flat_map(|path| path.as_array().unwrap());
            for target in paths.map(|target| target.as_str().unwrap()) {
                let plain = target.rsplit(':').next().unwrap();
                let is_square = crate::types::Square::parse(plain)
                    .is_some_and(|square| square.file() < variant.files && square.rank() < variant.ranks);
                let is_token = tokens.iter().any(|token| token["target"] == target);
                assert!(is_square || is_token || buttons.contains_key(target), "{target} in {fen}");
            }
        }
    });
}

#[test]
fn the_last_move_is_described_as_in_the_whole_list() {
    walk_all(10, |variant, game, _| {
        if game.played().is_empty() {
            return;
        }
        let replay = Replays::default().replay(variant.name, Some(variant.start), &game.played()).unwrap();
        let [whole, recent] = [None, Some(1)].map(|recent| {
            let mut answer = serde_json::to_value(PositionAnswer::of(&replay, recent)).unwrap();
            let played = answer["played"].take();
            (answer, played)
        });
        assert_eq!(whole.0, recent.0, "{}", game.fen());
        let played = whole.1.as_array().unwrap();
        assert_eq!(played.len(), game.played().len());
        assert_eq!(played.last(), recent.1.as_array().unwrap().last(), "{}", game.fen());
        assert_eq!(recent.1.as_array().unwrap().len(), 1);
    });
}

/// Game, FEN, text, kind, first path, choice.
const MOVES: &str = "\
chess | r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | e1g1 | castle | e1 g1 | Castle to g1
chess | 4k3/8/8/8/8/8/8/5KR1 w G - 0 1 | f1g1 | castle | f1 g1 | Castle to g1
chess | 4k3/4P3/8/8/8/8/8/4K3 w - - 0 1 | e1d1 | quiet | e1 d1 | King to d1
chess | 3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1 | e7d8n | promotion | e7 d8 | Knight
prisonbreak | 5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 - | a2d2 | capture | a2 d2 | Flying Bomber to d2, captures c2
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R[J] w KQ - 0 1 | f1g1,j1f1 | castle | f1 g1 | Castle to g1
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R[J] w KQ - 0 1 | f1h1 | castle | f1 h1 | Castle to h1
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R[J] w KQ - 0 1 | J@e4 | drop | @J e4 | Ninja Pawn to e4
friendly | f11/12/12/12/12/3p8/12/4A7/12/12/12/F11 w - - 0 1 | e5d7,d7e5 | rifle | e5 d7 | Shoot
friendly | f11/12/12/3j8/12/3T8/12/12/12/12/12/F11 w - - 0 1 | d7d9 | capture | d7 d9 | Mtawala to d9
penaltybox | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 - - | X@c4 | token | token c4 | Token to c4
penaltybox | 4k3/8/8/8/8/5*2/8/r5K1[N] w - - 1 2 P f | P@b1,g1g2 | quiet | @P b1 g1 g2 | King to g2
penaltybox-dual | 4k3/8/8/8/2*5/8/8/4K3|4k3/8/8/8/2n5/8/8/4K3[Q] w2 -|- -|- 0|0 1 - - | B:X@c4,Q@a2 | release | B:token B:c4 B:a2 | Queen to B:a2
penaltybox-dual | P3k3/8/8/8/2*5/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - = | A:=q,e1e2 | quiet | =q A:e1 A:e2 | King to A:e2";

#[test]
fn special_moves_have_their_kind_path_and_choice() {
    for row in MOVES.lines() {
        let [name, fen, text, kind, path, choice] = fields(row);
        let Ok(replay) = Replays::default().replay(&name, Some(&fen), &[]) else {
            panic!("{row}: {:?}", variants::find(&name).unwrap().game(&fen).err())
        };
        let answer = serde_json::to_value(PositionAnswer::of(&replay, None)).unwrap();
        let moves = answer["moves"].as_array().unwrap();
        let found = moves.iter().find(|mv| mv["text"] == text.as_str());
        let mv = found.unwrap_or_else(|| panic!("{row}: {:?}", moves.iter().map(|mv| &mv["text"]).collect::<Vec<_>>()));
        assert_eq!(mv["kind"], kind.as_str(), "{row}");
        assert_eq!(mv["paths"][0], json!(path.split(' ').collect::<Vec<_>>()), "{row}");
        assert_eq!(mv["choice"], choice.as_str(), "{row}");
    }
}

/// The fields of a row; the FEN of two boards has a `|` of its own.
fn fields(row: &str) -> [String; 6] {
    row.split(" | ").map(str::to_owned).collect::<Vec<_>>().try_into().unwrap()
}

/// What a request asks and, of the answer, what is found at a path.
const ANSWERS: &[(&str, &str, &str, &str)] = &[
    ("position", r#"{"game":"prisonbreak"}"#, "/marks/0/mark", r#""escape""#),
    ("position", r#"{"game":"prisonbreak","fen":"5k/6/2q3/3Q2/6/6/6/5K w - - 1 2 d5"}"#, "/marks/2/by", r#"["c6"]"#),
    ("position", r#"{"game":"prisonersescape"}"#, "/holes/0", r#""a1""#),
    ("position", r#"{"game":"penaltybox"}"#, "/tokens/0/target", r#""token""#),
    ("position", r#"{"game":"penaltybox-dual","moves":["A:e2e4"]}"#, "/turn/name", r#""White on board B""#),
    ("position", r#"{"game":"chess","moves":["e4","e5","Nf3"]}"#, "/played/2/label", r#""Knight g1 to f3""#),
    ("position", r#"{"game":"chess","moves":["f3","e5","g4","Qh4"]}"#, "/result/text", r#""Black mates""#),
    ("position", r#"{"game":"chess","moves":["e4"]}"#, "/last/legs", r#"[["e2","e4"]]"#),
    ("position", r#"{"game":"zigzagmadness"}"#, "/hands/0/count", "5"),
    ("position", r#"{"game":"chess","moves":["e4","e5","Nf3"]}"#, "/played/2/short", r#""Nf3""#),
    (
        "position",
        r#"{"game":"prisonbreak","fen":"3k2/6/2q3/4r1/2Q3/6/4K1/6 w - - 0 1 -","moves":["c4d5"]}"#,
        "/played/0/short",
        r#""Qc4d5""#,
    ),
    ("games", "{}", "/games/1/kinds/4/picture", r#""ice-queen""#),
    ("typed", r#"{"game":"chess","moves":["e4","e5"],"text":"Nf3"}"#, "/move", r#""g1f3""#),
    ("typed", r#"{"game":"chess","text":"e2e4"}"#, "/error", "null"),
    ("typed", r#"{"game":"chess","text":"zz"}"#, "/error", r#""illegal move: zz""#),
    ("typed", r#"{"game":"chess","text":"zz"}"#, "/move", "null"),
    ("typed", r#"{"game":"penaltybox","text":"Nf3!"}"#, "/move", r#""g1f3""#),
    ("typed", r#"{"game":"penaltybox","text":"e4"}"#, "/move", r#""e2e4""#),
    ("typed", r#"{"game":"penaltybox","text":"Ne2"}"#, "/error", r#""illegal move: Ne2""#),
    ("typed", r#"{"game":"penaltybox-dual","text":"A:Nf3"}"#, "/move", r#""A:g1f3""#),
    (
        "typed",
        r#"{"game":"kingsescape","fen":"rnbqK1nr/ppppp1pp/8/8/8/8/PPPP1PPP/RNBQkBNR w - - 0 1","text":"exd6"}"#,
        "/move",
        "null",
    ),
    (
        "typed",
        r#"{"game":"friendly","fen":"10ff/12/1e4k2r2/E7o2E/3t8/6K5/12/12/2pK3p4/1PR2O6/12/FF10 w - - 0 1","text":"El10=T"}"#,
        "/move",
        r#""l9l10t""#,
    ),
    ("typed", r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/8/8/RN2K2R[] w - - 0 1","text":"Rc1"}"#, "/move", "null"),
    (
        "typed",
        r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/N7/8/R3K1NR[] w - - 0 1","text":"Ne2"}"#,
        "/move",
        r#""g1e2""#,
    ),
    (
        "typed",
        r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/8/1N6/R3K2N[] w - - 0 1","text":"Nd3"}"#,
        "/move",
        r#""b2d3""#,
    ),
    (
        "typed",
        r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/2N5/8/4K1N1[] w - - 0 1","text":"Ne2"}"#,
        "/error",
        r#""Ne2 may mean c3e2, g1e2""#,
    ),
    (
        "typed",
        r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/2N5/8/4K1N1[] w - - 0 1","text":"Nge2"}"#,
        "/move",
        r#""g1e2""#,
    ),
    (
        "typed",
        r#"{"game":"penaltybox","fen":"4k3/8/8/8/8/2N5/8/4K1N1[] w - - 0 1","text":"N3e2"}"#,
        "/move",
        r#""c3e2""#,
    ),
    ("typed", r#"{"game":"penaltybox","text":"é=ß"}"#, "/move", "null"),
    (
        "typed",
        r#"{"game":"chess","moves":["f3","e5","g4","Qh4"],"text":"a3"}"#,
        "/error",
        r#""the game is over: Black mates""#,
    ),
    ("typed", r#"{"game":"chess","text":"Ra3"}"#, "/why/text", r#""The Pawn on a2 is in the way.""#),
    ("typed", r#"{"game":"chess","text":"zz"}"#, "/why", "null"),
    (
        "typed",
        r#"{"game":"chess","text":"O-O"}"#,
        "/why/text",
        r#""The Bishop on f1 and the Knight on g1 are in the way.""#,
    ),
    (
        "typed",
        r#"{"game":"chess","fen":"r3k3/8/8/8/8/3R4/8/4K3 b q - 0 1","text":"0-0-0+"}"#,
        "/why/text",
        r#""The King on e8 would be attacked by the Rook on d3 on its way to c8.""#,
    ),
    (
        "typed",
        r#"{"game":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w - - 0 1","text":"O-O"}"#,
        "/why/text",
        r#""White has no right to castle to g1.""#,
    ),
    ("typed", r#"{"game":"chess","fen":"4k3/8/8/8/8/8/8/5K1R w - - 0 1","text":"O-O"}"#, "/why", "null"),
    ("typed", r#"{"game":"antichess","text":"O-O"}"#, "/why", "null"),
    ("typed", r#"{"game":"chess","fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","text":"O-O"}"#, "/move", r#""e1g1""#),
    (
        "typed",
        r#"{"game":"chess","moves":["e4","e5"],"text":"a5"}"#,
        "/why/text",
        r#""The Pawn on a2 does not move to a5.""#,
    ),
    (
        "typed",
        r#"{"game":"chess","moves":["e4","a6","e5","d5","a3","a5"],"text":"exd6"}"#,
        "/why/text",
        r#""The Pawn on d5 can be captured en passant only right after its double step.""#,
    ),
    ("position", r#"{"game":"chess","moves":["e2e4","h7h5"]}"#, "/marks", "[]"),
    ("position", r#"{"game":"chess","moves":["e2e4","h7h6","e4e5","d7d5"]}"#, "/marks/0/square", r#""d6""#),
    ("check", r#"{"game":"chess","fen":"8/8/8/8/8/8/8/K7 w KQ e4 0 x"}"#, "/ok", "false"),
    ("kind", r#"{"game":"chess","letter":"N"}"#, "/cells/0/capture", "true"),
    ("kind", r#"{"game":"shogi","letter":"G"}"#, "/cells/5/move", "true"),
    ("kind", r#"{"game":"shogi","letter":"P","promoted":true}"#, "/name", r#""Gold General""#),
    ("kind", r#"{"game":"shako","letter":"C"}"#, "/name", r#""Cannon""#),
    ("position", r#"{"game":"3check","moves":["e2e4","f7f5","d1h5"]}"#, "/notes/0/text", r#""2 checks to give""#),
    ("position", r#"{"game":"crazyhouse","moves":["e2e4","d7d5","e4d5"]}"#, "/hands/0/name", r#""Pawn""#),
    (
        "position",
        r#"{"game":"shogi","moves":["c3c4","g7g6","b2h8+"]}"#,
        "/played/2/label",
        r#""Bishop b2 to h8, captures the Bishop on h8, becomes a Dragon Horse""#,
    ),
    ("position", r#"{"game":"shogi","moves":["c3c4","g7g6","b2h8+"]}"#, "/pieces/10/name", r#""Dragon Horse""#),
    ("write-pgn", r#"{"game":"chess","moves":["e2e4"],"tags":[["White","A\"b"]]}"#, "/pgn", ""),
    ("read-pgn", r#"{"text":"1. e4 e5 2. Ke7"}"#, "/games/0/moves", r#"["e2e4","e7e5"]"#),
    ("read-pgn", r#"{"text":"1. e4 e5 2. Ke7"}"#, "/faults", "[]"),
    ("read-pgn", r#"{"text":"1. e4 *\n\n1. d4 ) d5 *"}"#, "/games/1/moves", r#"["d2d4","d7d5"]"#),
    (
        "read-pgn",
        r#"{"text":"1. e4 *\n\n1. d4 ) d5 *"}"#,
        "/faults",
        r#"[{"line":3,"game":2,"text":"`)` without `(`"}]"#,
    ),
];

#[test]
fn requests_are_answered() {
    for (name, body, path, expected) in ANSWERS {
        let answer = answer(&Replays::default(), name, body.as_bytes())
            .unwrap_or_else(|problem| panic!("{body}: {}", problem.error()));
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        let found = answer.pointer(path).unwrap_or_else(|| panic!("{body}: {answer}"));
        let expected: Option<Value> = serde_json::from_str(expected).ok();
        assert!(expected.is_none_or(|expected| *found == expected), "{body}: {found}");
    }
}

/// Requests that are refused, with a word of the error.
const REFUSED: &[(&str, &str, &str)] = &[
    ("position", "{", "EOF"),
    ("position", "[]", "invalid"),
    ("position", "{}", "game"),
    ("position", r#"{"game":"nonesuch"}"#, "no game is called"),
    ("position", r#"{"game":"chess","path":1}"#, "unknown field"),
    ("position", r#"{"game":"chess","fen":"x"}"#, "fen"),
    ("position", r#"{"game":"chess","moves":["e2e5"]}"#, "move 1"),
    ("position", r#"{"game":"chess","moves":["f3","e5","g4","Qh4","a3"]}"#, "over"),
    ("typed", r#"{"game":"chess","moves":["e2e5"],"text":"e2e4"}"#, "move 1"),
    ("typed", r#"{"game":"chess"}"#, "text"),
    ("kind", r#"{"game":"chess","letter":"Z"}"#, "letter"),
    ("kind", r#"{"game":"shogi","letter":"K","promoted":true}"#, "letter"),
    ("write-pgn", r#"{"game":"chess","tags":[["a b","c"]]}"#, "tag"),
    ("write-pgn", r#"{"game":"chess","lines":[["e4","e4"]]}"#, "lines: move 2"),
    ("nonesuch", "{}", "no such request"),
];

#[test]
fn senseless_requests_are_refused_with_a_reason() {
    for (name, body, word) in REFUSED {
        let problem = answer(&Replays::default(), name, body.as_bytes()).expect_err(body);
        assert!(problem.error().contains(word), "{body}: {}", problem.error());
    }
}

#[test]
fn a_refusal_tells_field_place_and_reason_apart() {
    let long = vec!["g1f3"; 4097];
    for (name, body, told) in [
        ("position", json!({"game": "nonesuch"}), json!(["game", null, "no game is called `nonesuch`"])),
        ("position", json!({"game": "chess", "moves": ["e2e4", "e2e5"]}), json!(["moves", 1, "illegal move: e2e5"])),
        (
            "position",
            json!({"game": "chess", "moves": ["f3", "e5", "g4", "Qh4", "a3"]}),
            json!(["moves", 4, "the game is over: Black mates"]),
        ),
        (
            "position",
            json!({"game": "chess", "moves": long}),
            json!(["moves", null, "4097 moves, at most 4096 are allowed"]),
        ),
        ("kind", json!({"game": "chess", "letter": "Z"}), json!(["letter", null, "Chess has no piece `Z`"])),
        ("write-pgn", json!({"game": "chess", "lines": [["e4", "e4"]]}), json!(["lines", 1, "illegal move: e4"])),
    ] {
        let problem = answer(&Replays::default(), name, body.to_string().as_bytes()).unwrap_err();
        let answer: Value = serde_json::from_slice(&problem.body()).unwrap();
        assert_eq!(json!([answer["field"], answer["at"], answer["reason"]]), told);
        let parts = [answer["field"].as_str().unwrap(), answer["reason"].as_str().unwrap()];
        let whole = answer["error"].as_str().unwrap();
        assert!(whole.starts_with(parts[0]) && whole.ends_with(parts[1]), "{whole}");
    }
}

/// FENs and moves behind which a draw may be claimed, or could have been.
const UNCLAIMED: &[(&str, &str, bool)] = &[
    ("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", true),
    ("", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4 e7e5", false),
    ("4kr2/8/8/8/8/8/8/3RK3 b - - 100 90", "", true),
    ("4kr2/8/8/8/8/8/8/3RK3 b - - 99 90", "f8g8 d1d7", true),
];

/// A draw that nobody claims is not the end of moves.
#[test]
fn a_game_goes_on_behind_a_draw_that_may_be_claimed() {
    for &(fen, moves, may_be_claimed) in UNCLAIMED {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let mut body = json!({"game": "chess", "moves": moves});
        if !fen.is_empty() {
            body["fen"] = json!(fen);
        }
        let ask = |name: &str, body: &Value| -> Value {
            serde_json::from_slice(&answer(&Replays::default(), name, body.to_string().as_bytes()).unwrap()).unwrap()
        };
        let position = ask("position", &body);
        assert!(position["result"].is_null(), "{fen} {moves:?}");
        assert_eq!(position["claim"].is_null(), !may_be_claimed, "{fen} {moves:?}");
        let text = position["moves"][0]["text"].clone();
        body["text"] = text.clone();
        assert_eq!(ask("typed", &body)["move"], text);
        body.as_object_mut().unwrap().remove("text");
        body["nodes"] = json!(100);
        let request: SearchRequest = serde_json::from_value(body).unwrap();
        let mut lines = Vec::new();
        Arc::new(Searches::default()).prepare(&Replays::default(), &request).unwrap().run(|line| {
            lines.push(line.clone());
            Delivery::Sent
        });
        assert!(lines.last().unwrap()["move"].is_string(), "{fen} {moves:?}: {lines:?}");
    }
}

/// The lines of an analysis up to the last of those that know how every move ends, at the longest for so many seconds.
#[cfg(feature = "endings")]
fn analysed(game: &str, fen: &str, seconds: u64) -> Vec<Value> {
    let body = json!({"game": game, "fen": fen, "infinite": true});
    let request: SearchRequest = serde_json::from_value(body).unwrap();
    let moves = Replays::default().replay(game, Some(fen), &[]).unwrap().game().legal_bits().len();
    let begun = std::time::Instant::now();
    let mut known = Vec::new();
    Arc::new(Searches::default()).prepare(&Replays::default(), &request).unwrap().run(|line| {
        known.extend((line["ending"] == true).then(|| line.clone()));
        let is_over = known.len() == moves || begun.elapsed().as_secs() >= seconds;
        if is_over { Delivery::Gone } else { Delivery::Sent }
    });
    known
}

/// Analyses of few men end with all moves: the quickest win first, the slowest loss last but for quicker ones.
#[cfg(feature = "endings")]
#[test]
fn few_men_are_worked_out() {
    let rows = analysed("gardner", "4k/5/4K/5/1Q3 w - - 0 1", 60);
    let mates: Vec<i64> = rows.iter().filter_map(|row| row["score"]["mate"].as_i64()).collect();
    assert!(rows.len() > 10 && mates.first() == Some(&1), "{rows:?}");
    assert_eq!(rows[0]["pv"].as_array().map(Vec::len), Some(1));
    // Where the queen is lost the game is drawn.
    assert!(rows.iter().all(|row| row["score"]["mate"].as_i64().is_none_or(|mate| mate > 0)));
    let lost = analysed("gardner", "4k/5/4K/5/1Q3 b - - 0 1", 60);
    assert!(!lost.is_empty() && lost.iter().all(|row| row["score"]["mate"].as_i64().is_some_and(|mate| mate < 0)));
    // Four men are left to the search.
    assert!(analysed("gardner", "4k/5/4K/4P/1Q3 w - - 0 1", 2).is_empty());
}

/// Games and FENs, and the seats that have nothing left to win with.
const POWERLESS: &[(&str, &str, &[u8])] = &[
    ("chess", "8/8/4k3/8/8/8/4R3/4K3 b - - 0 1", &[1]),
    ("chess", "8/8/4k3/8/8/8/4P3/4K2b w - - 0 1", &[]),
    ("prisonbreak", "5k/6/6/6/6/1K4/6/6 w - - 0 1 -", &[]),
];

/// Who loses on time or resigns against such a seat has drawn.
#[test]
fn seats_that_cannot_win_are_told() {
    for &(game, fen, seats) in POWERLESS {
        let replay = Replays::default().replay(game, Some(fen), &[]).unwrap();
        let answer = serde_json::to_value(PositionAnswer::of(&replay, None)).unwrap();
        assert_eq!(answer["powerless"], json!(seats), "{fen}");
    }
}

/// Game, FEN or nothing, moves, other lines; the movetext.
const VARIATIONS: &[(&str, &str, &[&str], &str)] = &[
    ("e4 e5 Nf3", "", &["e4 e5 Bc4"], "1. e4 e5 2. Nf3 (2. Bc4) *"),
    (
        "e4 e5 Nf3",
        "",
        &["e4 c5 Nf3", "e4 c5 Nc3 Nc6", "d4"],
        "1. e4 (1. d4) 1... e5 (1... c5 2. Nf3 (2. Nc3 Nc6)) 2. Nf3 *",
    ),
    ("e4 e5", "", &["e4", "e4 e5 Nf3", "e4 e5"], "1. e4 e5 *"),
    ("Kd7", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", &["Ke7 Kd1"], "7... Kd7 (7... Ke7 8. Kd1) *"),
];

#[test]
fn other_lines_are_written_as_variations_beside_the_moves() {
    for (moves, fen, lines, expected) in VARIATIONS {
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut body = json!({"game": "chess", "moves": words(moves), "lines": lines.iter().map(|line| words(line)).collect::<Vec<_>>()});
        if !fen.is_empty() {
            body["fen"] = json!(fen);
        }
        let written: Value =
            serde_json::from_slice(&answer(&Replays::default(), "write-pgn", body.to_string().as_bytes()).unwrap())
                .unwrap();
        let text = written["pgn"].as_str().unwrap();
        assert_eq!(text.trim_end().rsplit("\n\n").next(), Some(*expected));
        let records = crate::pgn::read(text).unwrap();
        let read: Vec<&str> = records[0].moves.iter().map(|recorded| &recorded.text[..]).collect();
        assert_eq!(read, words(moves), "{text}");
    }
}

#[test]
fn a_set_up_position_is_refused_for_all_reasons() {
    let body = br#"{"game":"chess","fen":"8/8/8/8/8/8/8/K7 w KQ e4 x 0"}"#;
    let answer: Value = serde_json::from_slice(&answer(&Replays::default(), "check", body).unwrap()).unwrap();
    assert!(answer["reasons"].as_array().unwrap().len() >= 2, "{answer}");
    let body = br#"{"game":"penaltybox","fen":"8/8/8/8/8/8/8/8[N] w - - 0 1 - -"}"#;
    let answer: Value = serde_json::from_slice(&super::answer(&Replays::default(), "check", body).unwrap()).unwrap();
    let fields: Vec<&Value> = answer["reasons"].as_array().unwrap().iter().map(|reason| &reason["field"]).collect();
    assert!(!fields.contains(&&json!("halfmove clock")), "{answer}");
}
