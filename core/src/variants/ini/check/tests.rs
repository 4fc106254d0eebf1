//! What is said of files, by rows.

use super::{Piece, file, known};

/// A section's settings, and a trap that is told of it; `-` for none.
const TRAPS: &[(&str, &str)] = &[
    ("[a:chess]", "-"),
    ("[a:shogi]", "-"),
    ("[a:breakthrough]", "-"),
    ("[a:chess]\npromotionRegionWhite = *9", "promotionRegionWhite: rank 9 is off the board of 8x8"),
    (
        "[a:chess]\npromotionRegionWhite = *9",
        "White's Pawn never promotes: the region of promotion is not on the board",
    ),
    ("[a:chess]\npromotionRegionWhite = *1", "White's Pawn never reaches the region of promotion (on rank 1)"),
    ("[a:chess]\npromotionPieceTypes = -", "White's Pawn can get stuck on rank 8"),
    ("[a:chess]\npromotionRegionBlack = *2\nmandatoryPawnPromotion = false", "Black's Pawn can get stuck on rank 1"),
    (
        "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/3Q4 w - - 0 1",
        "Black has no way to win: White can neither be mated nor lose otherwise",
    ),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "White is in check in the start position"),
    ("[a:chess]\nflagPiece = k\nflagRegionWhite = e1", "every first move ends the game: White reaches the goal"),
    ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/2QQ4 w - - 0 1", "White begins without a King and cannot be mated"),
    (
        "[a:chess]\nflagPiece = p\nflagRegionBlack = *7",
        "the game is over before the first move: Black reaches the goal",
    ),
    (
        "[a:chess]\nmaxRank = 7\nstartFen = rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Black's Pawn never makes a first move such as a double step: none begins where these start",
    ),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "checks are counted in the start position, but not in the game (`checkCounting`)",
    ),
    (
        "[a:chess]\npieceDrops = true",
        "pieces may be dropped, but nobody has one in hand, or gets one (`capturesToHand`)",
    ),
    ("[a:chess]\ncapturesToHand = true", "captured pieces come to hand and are never dropped (`pieceDrops`)"),
    ("[a:crazyhouse]", "-"),
    ("[a:3check]", "-"),
    ("[a:pocketknight]", "-"),
    ("[a:chess]\nwazir = w", "letter W neither in the start position nor among promotions"),
    (
        "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w KQkq - 0 1",
        "rights to castle `KQkq` without king or rook at home: `kq` is what remains",
    ),
    (
        "[a:chess]\nmaxFile = 6\nstartFen = r2k1r/pppppp/6/6/6/6/PPPPPP/R2K1R w KQkq - 0 1",
        "rights to castle `KQkq` to a file that is off the board: `Qq` is what remains",
    ),
];

#[test]
fn a_key_that_is_set_twice_is_told() {
    let (sections, _) = file("[a:chess]\nstalemateValue = loss\nstalemateValue = win", false);
    let told: Vec<String> = sections[0].warnings.iter().map(|it| format!("{}: {}", it.line, it.text)).collect();
    assert_eq!(told, ["3: `stalemateValue` is set again; this line counts"]);
}

#[test]
fn what_is_no_game_of_its_own_is_told() {
    let rows = [
        ("", "1: there is no game in it: a section begins with `[name]` or `[name:parent]`"),
        ("[My Game:chess]", "1: `My Game` cannot be the name of a game: it is made of letters, digits and `-_+.`"),
        ("[shogi:chess]", "1: `shogi` is a game of the program, which is played instead; give yours another name"),
        (
            "[Friendly:chess]",
            "1: `Friendly` is a game of the program, which is played instead; give yours another name",
        ),
    ];
    for (text, words) in rows {
        let (sections, mut told) = file(text, false);
        for section in &sections {
            told.extend(section.warnings.iter().chain(section.game.as_ref().err().into_iter().flatten()).cloned());
        }
        let told: Vec<String> = told.iter().map(|problem| format!("{}: {}", problem.line, problem.text)).collect();
        assert_eq!(told, [words], "{text}");
    }
}

/// Moves, and what is said of them.
const WAYS: &[(&str, &str)] = &[
    (
        "[F?R]",
        "It moves and captures one square diagonally, and may go on any number of squares along files and ranks, outwards.",
    ),
    (
        "[F-R]",
        "It moves and captures one square diagonally, and must go on any number of squares along files and ranks, outwards.",
    ),
    (
        "[W?B3]",
        "It moves and captures one square along files and ranks, and may go on up to 3 squares diagonally, outwards.",
    ),
    (
        "jR",
        "It moves and captures by a leap of 2 squares along a file or rank, and may go on any number of squares along files and ranks, in the same direction.",
    ),
    ("[F-bR]", "and must go on any number of squares along files and ranks, as its diagram shows."),
    // Farther than any board.
    ("[G15-G]", "It moves and captures"),
    ("[G5-G5-W]", "It moves and captures"),
    (
        "[R-B]",
        "It moves and captures any number of squares along files and ranks, and must go on any number of squares diagonally, outwards.",
    ),
    (
        "[R3?F]",
        "It moves and captures up to 3 squares along files and ranks, and may go on one square diagonally, outwards.",
    ),
    (
        "[R-W]",
        "It moves and captures any number of squares along files and ranks, and must go on one square along files and ranks, in the same direction.",
    ),
    (
        "[NN-W]",
        "It moves and captures by any number of knight's leaps in one direction, and must go on one square along files and ranks, outwards",
    ),
    (
        "[W-W-W]",
        "It moves and captures by a leap of 3 squares along a file or rank, if the square on its way is empty.",
    ),
    (
        "[W-R-B]",
        "It moves and captures at least 2 squares along files and ranks, and must go on any number of squares diagonally, outwards.",
    ),
    ("NN3", "It moves and captures by up to 3 knight's leaps in one direction."),
    ("nN", "It moves and captures like the knight of chess, if the square on its way is empty."),
    ("NN", "It moves and captures by any number of knight's leaps in one direction."),
    (
        "gQ4",
        "It moves and captures any number of squares along files and ranks, over exactly one piece, at most 4 squares away. It moves and captures any number of squares diagonally, over exactly one piece, at most 4 squares away.",
    ),
];

#[test]
fn moves_are_told_in_words() {
    for (betza, words) in WAYS {
        let (sections, _) = file(&format!("[a:chess]\n# z: Zed\ncustomPiece1 = z:{betza}"), false);
        let summary =
            sections[0].game.as_ref().unwrap_or_else(|problems| panic!("{betza}: {problems:?}")).summary.join("\n");
        let line = summary.lines().find(|line| line.contains("Zed (Z)")).unwrap_or_else(|| panic!("{summary}"));
        assert!(line.contains(words), "{betza}: {line}");
    }
}

#[test]
fn traps_are_told() {
    for (text, trap) in TRAPS {
        // Regions off the board are errors unless they are skipped.
        let (sections, problems) = file(text, true);
        assert!(problems.is_empty() && sections.len() == 1, "{text}");
        let traps = &sections[0].game.as_ref().unwrap_or_else(|problems| panic!("{text}: {problems:?}")).traps;
        match *trap {
            "-" => assert!(traps.is_empty(), "{text}: {traps:?}"),
            trap => assert!(traps.iter().any(|told| told == trap), "{text}: {traps:?}"),
        }
    }
}

/// Game, letter, diagram with `/` between ranks.
const DIAGRAMS: &[(&str, &str, &str)] = &[
    ("chess", "N", ". * . * ./* . . . */. . # . ./* . . . */. * . * ."),
    ("chess", "P", ". . 1 . ./. x o x ./. . # . ./. . . . ./. . . . ."),
    ("shogi", "G", "* * */* # */. * ."),
    ("shogi", "+P", "* * */* # */. * ."),
    ("janggi", "K", "+ * +/* # */+ * +"),
    ("janggi", "P", "+ * +/* # */. . ."),
];

/// Section, letter, and what is said of the reach of its piece; `-` for nothing.
const REACH: &[(&str, &str, &str)] = &[
    ("[a:chess]", "B", "one piece reaches 32 of 64 squares"),
    ("[a:chess]", "N", "-"),
    ("[a:chess]", "P", "-"),
    ("[a:chess]\nknight = -\ncustomPiece1 = n:D", "N", "one piece reaches 16 of 64 squares"),
    ("[a:xiangqi]", "K", "one piece reaches 9 of 90 squares"),
];

#[test]
fn what_reaches_half_of_the_board_is_told() {
    for (text, letter, words) in REACH {
        let (sections, _) = file(text, false);
        let meaning = sections[0].game.as_ref().unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let piece = meaning.pieces.iter().find(|piece| piece.letter == *letter).unwrap();
        let told = piece.notes.iter().find(|note| note.starts_with("one piece"));
        assert_eq!(told.map_or("-", String::as_str), *words, "{text} {letter}");
    }
}

#[test]
fn pieces_are_drawn() {
    for (game, letter, diagram) in DIAGRAMS {
        let section = known(game).unwrap();
        let meaning = section.game.unwrap_or_else(|problems| panic!("{game}: {problems:?}"));
        let piece: &Piece = meaning.pieces.iter().find(|piece| piece.letter == *letter).unwrap();
        assert_eq!(piece.diagram.join("/"), *diagram, "{game} {letter}");
    }
}

#[test]
fn extensions_of_the_language_are_named_with_their_lines() {
    let (sections, _) = file("[a:chess]\ncustomPiece1 = z:NN\ncustomPiece2 = y:[F-R]\ncustomPiece3 = x:jQ", false);
    let told: Vec<String> = sections[0].extensions.iter().map(|it| format!("{}: {}", it.line, it.text)).collect();
    assert_eq!(told, ["3: customPiece2: [ ]", "4: customPiece3: j"]);
}

/// Moves, and whether other programs understand slides and hops in them otherwise: as Fairy-Stockfish's library for pages plays them.
const MIXED_LINES: &str = "\
fRbpR + fRbcpR + fR2bgR + R2cpR + R2mpR + fgRbpR + mBfmpB3 + mpB3fcBcgB + bRsR3fcgR + frB3pB + brgBfmB2 +
nAfgB + fnAgB + blnAmgB + nDfgR + fnDpR + nAfpB + fnApB +
nApB - nDgR - nAgB - mnAcgB - mnAfcgB - fnNgB - DgR - fnAB - blnAsgR - nApB3 -
RcpR - mRcpR - fRfpR - fmRcpR - mRmpR - gRpR - mpRcgR - fmRfcgR - bRsR3 - RpB - gBpR - mR2mR - cRmpRcB - fpRbpR3 - B3fpR3 -";

#[test]
fn slides_and_hops_that_others_understand_otherwise_are_told() {
    for row in MIXED_LINES.replace('\n', " ").split_whitespace().collect::<Vec<_>>().chunks(2) {
        let (sections, _) = file(&format!("[a:chess]\ncustomPiece1 = z:{}", row[0]), false);
        assert_eq!(sections[0].extensions.len(), usize::from(row[1] == "+"), "{}", row[0]);
    }
}

#[test]
fn every_known_game_is_understood_in_words() {
    for name in crate::variants::ini::known::names() {
        let section = known(name).unwrap();
        let meaning = section.game.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert!(meaning.summary.len() >= 4 && !meaning.pieces.is_empty(), "{name}");
    }
}
