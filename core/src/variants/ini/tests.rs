//! The language, by rows.

use super::Reader;
use super::betza::Moves;

/// A section, and what is wrong with it: the line and words of the message.
const REFUSED: &[(&str, usize, &str)] = &[
    ("[a:chess]\nnonsense = 1", 2, "no key of this language"),
    ("[a:chess]\nflagpiece = k", 2, "did you mean `flagPiece`?"),
    ("[a:chess]\ncustomPiece26 = z:N", 2, "pieces of one's own are customPiece1 to customPiece25"),
    ("[a:nothing]", 1, "there is no game `nothing` before it"),
    ("[a:ches]", 1, "there is no game `ches` before it; did you mean `chess`?"),
    ("[a:janggimodern]", 1, "rules that are not supported: repetitions that are illegal"),
    ("[a:chess]\ncastling", 2, "a setting is written `key = value`"),
    ("[a:atomic]\nking = k", 1, "extinctionPieceTypes: `commoner` is not in the game"),
    ("[a:extinction]\nqueen = -", 1, "extinctionPieceTypes: `queen` is not in the game"),
    ("[a:chess]\nmoveRepetitionIllegal = true", 2, "`moveRepetitionIllegal` is not supported"),
    ("[a:chess]\nwallingRule = goose", 2, "none of arrow, duck, edge, past, static, none"),
    ("[a:chess]\nchess960 = true\ngating = true", 1, "`gating` and `chess960` together"),
    ("[a:chess]\ngating = true\ncambodianMoves = true", 1, "`gating` and `cambodianMoves` and castling together"),
    ("[a:chess]\ngating = true\noppositeCastling = true", 1, "`gating` and `oppositeCastling` together"),
    (
        "[a]\nmaxFile = 11\nking = k\nrook = r\ncastling = true\ngating = true\nstartFen = k10/11/11/11/11/11/11/K10 w - - 0 1",
        1,
        "castling on more than ten files together",
    ),
    ("[a:chess]\nwallingRule = duck\npetrifyOnCaptureTypes = q", 1, "together are not supported"),
    ("[a:chess]\ndoubleStep = false # no double steps", 2, "a comment needs a line of its own"),
    ("[a:chess]\ndoubleStep = no", 2, "neither true nor false"),
    ("[a:chess]\nmaxRank = 17", 2, "no rank"),
    ("[a:chess]\nmaxFile = q", 2, "no file"),
    ("[a:chess]\nstalemateValue = lose", 2, "none of win, draw, loss"),
    ("[a:chess]\npromotionPieceTypes = qrx", 2, "no piece has the letter `x`"),
    ("[a:chess]\npromotionPieceTypes = kq", 1, "no pawn can become the king"),
    ("[a:chess]\nflagRegion = **", 2, "`**` is no square, rank (`*8`) or file (`d*`)"),
    ("[a:chess]\nflagRegion = *9", 2, "rank 9 is off the board of 8x8"),
    ("[a:chess]\nflagRegion = i1", 2, "i1 is off the board of 8x8"),
    ("[a:chess]\npromotionLimit = q", 2, "no pair such as `p:1`"),
    ("[a:chess]\nknight = n:NN", 2, "only customPiece1 to 25 and king take moves"),
    ("[a:chess]\ncustomPiece1 = z", 2, "moves are missing"),
    ("[a:chess]\ncustomPiece1 = z:X", 2, "`X` is no piece of this language"),
    ("[a:chess]\ncustomPiece1 = z:xN", 2, "`x` is no modifier of moves"),
    ("[a:chess]\ncustomPiece1 = z:vlF", 2, "names no direction"),
    ("[a:chess]\ncustomPiece1 = z:icN", 2, "a first move cannot capture"),
    ("[a:chess]\ncustomPiece1 = z:pN", 2, "belong to pieces that go along lines"),
    ("[a:chess]\ncustomPiece1 = z:R16", 2, "more than any board has"),
    ("[a:chess]\ncustomPiece1 = z:[Q-Q-Q]", 2, "more than 512 ways to go"),
    ("[a:chess]\ncustomPiece1 = z:[W-cB]", 2, "has `c`: a leg has directions only"),
    ("[a:chess]\ncustomPiece1 = z:[W-vB]", 2, "has `v`; it turns by one of f, b, s"),
    ("[a:chess]\ncustomPiece1 = z:f[bW-F]", 2, "has directions, and so has the bracket (`f`)"),
    ("[a:chess]\ncustomPiece1 = z:p[W-F]", 2, "may stand before `[`"),
    ("[a:chess]\ncustomPiece1 = z:[W-Rx]", 2, "which is no number of steps"),
    ("[a:chess]\ncustomPiece1 = z:[W-R+1]", 2, "which is no number of steps"),
    ("[a:chess]\ncustomPiece1 = z:[W-R16]", 2, "more than any board has"),
    ("[a:chess]\ncustomPiece1 = z:[W-W-W-W-W]", 2, "5 legs, at most 4 are possible"),
    ("[a:chess]\ncustomPiece1 = z:[F-R", 2, "`[` without `]`"),
    ("[a:chess]\ncustomPiece1 = z:[]", 2, "`[]`: a leg is missing"),
    ("[a:chess]\ncustomPiece1 = z:f[]N", 2, "`[]`: a leg is missing"),
    ("[a:chess]\ncustomPiece1 = z:[F?]", 2, "`[F?]`: a leg is missing"),
    ("[a:chess]\ncustomPiece1 = z:[F-]", 2, "`[F-]`: a leg is missing"),
    ("[a:chess]\ncustomPiece1 = z:v[N-W]s[W-F]h[F-W]", 2, "goes in no direction"),
    ("[a:chess]\npromotionPieceTypes =", 2, "`promotionPieceTypes` has no value"),
    ("[a:chess]\npromotionPieceTypes = *", 2, "no piece has the letter `*`"),
    ("[a:chess]\npromotedPieceType = n:n", 2, "`n` would promote to itself"),
    ("[a:chess]\ncastlingQueensideFile = n", 2, "file n is off the board of 8x8"),
    ("[a:chess]\npromotionRank = 9", 2, "rank 9 is off the board of 8x8"),
    ("[a:chess]\ncustomPiece1 = z:ggR", 2, "`g` stands twice before one piece"),
    ("[a:chess]\ncustomPiece1 = z:nK", 2, "`n` belongs to leaps"),
    ("[a:chess]\ncustomPiece1 = z:nR3", 2, "`n` belongs to leaps"),
    ("[a:chess]\ncastlingKingsideFile = a", 1, "no square beside the king for the rook"),
    ("[a]\nmaxRank = 8", 1, "the game has no pieces"),
];

#[test]
fn a_start_position_is_refused_with_its_line() {
    let rows = [
        ("[a:chess]\nmaxRank = 8\nstartFen = 8/8 w - - 0 1", 3, "2 ranks, 8 expected"),
        ("[a:chess]\nmaxRank = 9", 1, "8 ranks, 9 expected"),
    ];
    for (text, line, words) in rows {
        let (games, _) = Reader::default().read(text);
        let problems = super::variant_of(games.into_iter().next().unwrap()).map(|_| ()).unwrap_err();
        let [problem] = &problems[..] else { panic!("{text}: {problems:?}") };
        assert!(problem.line == line && problem.text.contains(words), "{text}: {problem:?}");
    }
}

#[test]
fn names_of_pieces_stand_within_a_section_or_right_above_it() {
    let (games, _) =
        Reader::default().read("# Game: Words.\n# n: Jumper\n[a:chess]\n# b: Slider\n\n# r: Tower\n[b:chess]");
    let names = |index: usize| -> Vec<String> {
        let loaded = games[index].game.as_ref().unwrap();
        "nbr"
            .chars()
            .map(|letter| {
                let is_it =
                    |kind: &&crate::variants::general::rules::KindRules| kind.letter == letter.to_ascii_uppercase();
                loaded.rules.kinds.iter().find(is_it).unwrap().name.clone()
            })
            .collect()
    };
    assert_eq!(names(0), ["Jumper", "Slider", "Rook"]);
    assert_eq!(names(1), ["Knight", "Bishop", "Tower"]);
    assert_eq!(games[0].game.as_ref().unwrap().names.summary, "Words.");
}

#[test]
fn what_is_not_understood_is_refused_with_its_line() {
    for (text, line, words) in REFUSED {
        let (games, outside) = Reader::default().read(text);
        assert!(outside.is_empty() && games.len() == 1, "{text}");
        let problems = games[0].game.as_ref().map(|_| ()).unwrap_err();
        let is_told = problems.iter().any(|problem| problem.line == *line && problem.text.contains(words));
        assert!(is_told, "{text}: {problems:?}");
    }
}

/// A file or a piece of great size is refused before its tables take long to make.
#[test]
fn what_is_too_large_is_refused() {
    let section = |number: usize| format!("[a{number}]\n");
    let (games, problems) = Reader::default().read(&(0..1500).map(section).collect::<String>());
    assert_eq!(games.len(), 1000);
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [1001]);
    let piece = |number: u8| format!("customPiece{number} = {}:{}\n", (b'a' + number) as char, "mQcQN".repeat(10));
    let text = "[a]\n".to_owned() + &(1..=20).map(piece).collect::<String>();
    let refused = Reader::default().read(&text).0.remove(0).game.unwrap_err();
    assert!(refused[0].text.contains("ways to go"), "{refused:?}");
}

#[test]
fn what_other_programs_skip_may_be_skipped() {
    let (games, _) = Reader::lenient().read("[a:chess]\nnonsense = 1\nflagRegion = *9");
    assert!(games[0].game.is_ok());
    assert_eq!(games[0].warnings.iter().map(|problem| problem.line).collect::<Vec<_>>(), [2, 3]);
}

/// Settings that are wrong, and as what other programs read them.
const FORGIVEN: &[(&str, &str)] = &[
    ("castling = True", "false"),
    ("castling = true # really", "false"),
    ("doubleStep = maybe", "false"),
    ("nFoldRule = 50 # moves", "50"),
    ("castlingKingsideFile = f # not g", "f"),
    ("promotionPieceTypes = qzr", "q"),
    ("flagPiece = k # the king", "k"),
    ("flagRegion = e4 # e5", "e4"),
    ("flagRegion = e4 x9 e5", "e4"),
    ("promotedPieceType = n:b x:y q:r", "n:b"),
    ("customPiece1 = a:NX", "a:N"),
    ("customPiece1 = a:fXNbN", "a:fNbN"),
    ("customPiece1 = a:N # like a Knight", "a:N"),
];

#[test]
fn wrong_values_are_read_as_other_programs_read_them_if_wanted() {
    for (setting, taken) in FORGIVEN {
        let (key, _) = setting.split_once(" = ").unwrap();
        let strict = Reader::default().read(&format!("[a:chess]\n{setting}")).0.remove(0);
        assert!(strict.game.is_err(), "{setting}");
        let read = Reader::lenient().read(&format!("[a:chess]\n{setting}")).0.remove(0);
        let plain = Reader::default().read(&format!("[a:chess]\n{key} = {taken}")).0.remove(0);
        assert_eq!(read.game.unwrap().rules, plain.game.unwrap().rules, "{setting}");
        let [warning] = &read.warnings[..] else { panic!("{setting}: {:?}", read.warnings) };
        assert!(warning.line == 2 && warning.text.contains(&format!("read as `{taken}`")), "{warning:?}");
    }
    // What means nothing at all stays wrong.
    for setting in ["promotionPieceTypes = zq", "maxRank = 17", "wallingRule = goose", "stalemateValue = lose"] {
        assert!(Reader::lenient().read(&format!("[a:chess]\n{setting}")).0[0].game.is_err(), "{setting}");
    }
    // Nor are beginnings of endless lines tried.
    let endless = format!("[a:chess]\nflagRegion = {}x", "e4 ".repeat(1000));
    assert!(Reader::lenient().read(&endless).0[0].game.is_err());
}

#[test]
fn lines_below_a_head_that_cannot_be_read_belong_to_no_game() {
    let (games, problems) = Reader::default().read("[a:chess]\nflagPiece = n\n[b:chess\ncastling = false\n# n: Mare\n");
    assert_eq!(problems.iter().map(|problem| problem.line).collect::<Vec<_>>(), [3]);
    let (plain, _) = Reader::default().read("[a:chess]\nflagPiece = n");
    let [read, plain] = [&games[0], &plain[0]].map(|game| &game.game.as_ref().unwrap().rules);
    assert_eq!(read, plain);
}

#[test]
fn pieces_that_pawns_no_longer_become_are_told() {
    let warnings = |text: &str| Reader::default().read(text).0.remove(0).warnings;
    let told = warnings("[a:chess]\nking = k\nknight = n");
    assert!(matches!(&told[..], [told] if told.line == 3 && told.text.contains("no pawn becomes it")), "{told:?}");
    assert!(warnings("[a:chess]\nknight = n\npromotionPieceTypes = qrbn").is_empty());
    assert!(warnings("[a:chess]\nknight = m").is_empty());
}

#[test]
fn a_wrong_piece_is_told_once() {
    let text = "[a:chess]\ncustomPiece1 = z:NX\npromotionPieceTypes = qz\nextinctionPieceTypes = zy";
    let problems = Reader::default().read(text).0.remove(0).game.unwrap_err();
    let told: Vec<_> = problems.iter().map(|problem| (problem.line, problem.text.as_str())).collect();
    assert_eq!(told, [(2, "customPiece1: `X` is no piece of this language")]);
}

/// Moves of one step, and where they go: files to the right and ranks forward.
const DIRECTIONS: &[(&str, &[(i8, i8)])] = &[
    ("fsW", &[(-1, 0), (0, 1), (1, 0)]),
    ("lhW", &[(-1, 0)]),
    ("flF", &[(-1, 1)]),
    ("fsF", &[(-1, 1), (1, 1)]),
    ("lvF", &[(-1, -1), (-1, 1)]),
    ("sF", &[(-1, -1), (-1, 1), (1, -1), (1, 1)]),
    ("fN", &[(-1, 2), (1, 2)]),
    ("sN", &[(-2, -1), (-2, 1), (2, -1), (2, 1)]),
    ("frN", &[(2, 1)]),
    ("rfN", &[(1, 2)]),
    ("fsN", &[(-2, 1), (2, 1)]),
    ("lvN", &[(-1, -2), (-1, 2)]),
    ("fhN", &[(-2, 1), (-1, 2), (1, 2), (2, 1)]),
    ("hlN", &[(-2, -1), (-1, 2), (1, -2), (2, 1)]),
    ("fflN", &[(-2, -1), (-2, 1), (-1, 2), (1, 2)]),
    ("fK", &[(-1, 1), (0, 1), (1, 1)]),
    ("flK", &[(-1, 0), (-1, 1)]),
    ("lfK", &[(-1, 1), (0, 1)]),
    ("fsK", &[(-1, 0), (-1, 1), (1, 0), (1, 1)]),
    ("fhK", &[(-1, 0), (-1, 1), (0, 1), (1, 0), (1, 1)]),
    ("lvK", &[(-1, -1), (-1, 1), (0, -1), (0, 1)]),
    ("sK", &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]),
];

#[test]
fn letters_of_direction_mean_what_they_do_elsewhere() {
    for (text, expected) in DIRECTIONS {
        let mut steps: Vec<(i8, i8)> =
            Moves::read(text).unwrap().patterns.iter().map(|pattern| pattern.steps[0]).collect();
        steps.sort_unstable();
        assert_eq!(steps, *expected, "{text}");
    }
}
