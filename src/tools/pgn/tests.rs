use super::check::{Draws, problems};
use crate::game::Variant;
use crate::pgn::{GameRecord, LocatedGame, RecordedMove, WIDTH, read, read_located};
use crate::position::Notation;
use crate::types::zobrist::mix;
use crate::variants;
use proptest::prelude::*;

/// A random game, recorded as the match runner does.
fn random_game(variant: &'static Variant, notation: Notation, seed: u64) -> GameRecord {
    let mut game = variant.new_game();
    let mut record = GameRecord { result: "*".into(), ..GameRecord::default() };
    record.set("Variant", variant.name);
    for ply in 0..120 {
        if game.outcome().is_some() {
            break;
        }
        let texts = game.legal_moves(notation);
        let text = texts[(mix(mix(seed) ^ ply) % texts.len() as u64) as usize].clone();
        game.play(&text).unwrap();
        let comment = if ply % 3 == 0 { format!("{ply} of [%clk 0:00:{ply}] / 0.1s") } else { String::new() };
        record.moves.push(RecordedMove { comment, ..RecordedMove::new(text) });
    }
    record.result = game.outcome().map_or("*", |outcome| outcome.result()).into();
    record.set("Result", record.result.clone());
    record.set("PlyCount", record.moves.len().to_string());
    record
}

#[test]
fn records_of_every_game_are_read_back_and_pass_the_check() {
    let from_files = ["crazyhouse", "shogi", "kyotoshogi", "seirawan", "sittuyin", "janggi", "duck"];
    let from_files = from_files.map(|name| variants::find(name).unwrap());
    for variant in variants::coded().into_iter().chain(from_files) {
        let notations = [Notation::Standard, Notation::San];
        let seeds = (0..20).flat_map(|seed| notations.map(|notation| (seed, notation)));
        let games: Vec<_> = seeds.map(|(seed, notation)| random_game(variant, notation, seed)).collect();
        let text: String = games.iter().map(ToString::to_string).collect();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{}", variant.name);
        let reading = read_located(&text);
        assert!(reading.games.iter().map(|game| &game.record).eq(&games), "{}", variant.name);
        assert_eq!(problems(&reading, Draws::Automatic), [], "{}", variant.name);
        let lines: Vec<&str> = text.lines().collect();
        for (recorded, line) in reading.games.iter().flat_map(|game| game.record.moves.iter().zip(&game.move_lines)) {
            assert!(lines[line - 1].contains(&recorded.text), "{line}: {}", recorded.text);
        }
    }
}

#[test]
fn records_are_written_as_standard_pgn() {
    let mut record = GameRecord::default();
    record.set("Event", "back\\slash and \"quotes\"\nof two lines");
    record.set("FEN", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7");
    let moves = [("Kd7", ""), ("e4", "a {brace}  and\nmore"), ("Kd6", ""), ("Ke2", ""), ("Ke5", "")];
    record.moves =
        moves.map(|(text, comment)| RecordedMove { comment: comment.into(), ..RecordedMove::new(text) }).into();
    let expected = "[Event \"back\\\\slash and \\\"quotes\\\" of two lines\"]\n\
        [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n\
        7... Kd7 8. e4 {a (brace) and more} 8... Kd6 9. Ke2 Ke5 *\n\n";
    assert_eq!(record.to_string(), expected);
    record.set("Event", "?");
    assert_eq!((record.tag("Event"), record.tags.len(), record.tag("event")), (Some("?"), 2, None));
}

#[test]
fn pgn_of_other_programs_is_read() {
    let text = "\u{feff}% written by hand\r\n[Event \"A \\\"b\\\" \\\\ \\c\"]\r\n [ Site\t\"?\" ] [Round\"1\"]\r\n\r\n\
        {Before the first move.} 1.e4 $1 e5!? $14 2. Nf3 (2. f4 {King's (not) Gambit} (2.Nc3) exf4 1-0) 2... Nc6\r\n\
        % an escaped 1-0 line\r\n3.Bb5$5 {two\r\n lines} ; and a third\r\na6 4 . Ba4 Nf6!! 5.O-O ... Be7 (5... Nxe4\r\n\
        ) 6. ! 0-0 1/2-1/2\r\n\r\n1... =q,e7e5 A:c4e5,N@a6 {}{} {x} 1/2\n\n[Event \"3\"]\n\n[Event \"4\"]\n12.e4f6,f6e4 X@c4;d4";
    let games = read(text).unwrap();
    let moves = |game: &GameRecord| {
        let text = |recorded: &RecordedMove| match recorded.comment.as_str() {
            "" => recorded.text.clone(),
            comment => format!("{} {{{comment}}}", recorded.text),
        };
        game.moves.iter().map(text).collect::<Vec<_>>().join(" ")
    };
    let tags = |game: &GameRecord| game.tags.iter().map(|tag| tag.1.clone()).collect::<Vec<_>>().join("|");
    let found: Vec<_> = games.iter().map(|game| (tags(game), moves(game), game.result.as_str())).collect();
    let expected = [
        ("A \"b\" \\ \\c|?|1", "e4 e5 Nf3 Nc6 Bb5 {two lines and a third} a6 Ba4 Nf6 O-O Be7 0-0", "1/2-1/2"),
        ("", "=q,e7e5 A:c4e5,N@a6 {x}", "1/2-1/2"),
        ("3", "", "*"),
        ("4", "e4f6,f6e4 X@c4 {d4}", "*"),
    ];
    assert_eq!(found, expected.map(|(tags, moves, result)| (tags.to_owned(), moves.to_owned(), result)));
}

/// A text, and how it is written again.
const REWRITTEN: &[(&str, &str)] = &[
    ("1. e4! e5?? 2. d4!? $14 d5 *", "1. e4 $1 e5 $4 2. d4 $5 $14 d5 *"),
    ("[Event \"x\"]\n{To begin} {with} 1. e4 {one} ; two\n*", "{To begin with} 1. e4 {one two} *"),
    (
        "1. e4 ({Or} 1. d4 d5 (1... Nf6! {good} 2. c4) (1... f5) 2. c4 1-0) {after} 1... e5 1-0",
        "1. e4 {after} ({Or} 1. d4 d5 (1... Nf6 $1 {good} 2. c4) (1... f5) 2. c4 1-0) 1... e5 1-0",
    ),
    ("7... e5 () 8. ?! d4 (8. c4 (8. b4)) *", "1. e5 $6 d4 (1... c4 (1... b4)) *"),
    (
        "1. e4 {a [%clk 0:01] [%eval\n0.35] [%csl Ga1,Gb2] b]} *",
        "1. e4 {a [%clk 0:01] [%eval 0.35] [%csl Ga1,Gb2] b]} *",
    ),
];

#[test]
fn comments_glyphs_and_variations_are_kept() {
    for &(text, expected) in REWRITTEN {
        let [record] = &read(text).unwrap()[..] else { panic!("{text}") };
        let written = record.to_string();
        let movetext = written.trim().rsplit("\n\n").next().map(|lines| lines.replace('\n', " "));
        assert_eq!(movetext.as_deref(), Some(expected), "{text}");
        assert_eq!(read(&written).unwrap(), std::slice::from_ref(record), "{text}");
    }
    assert_eq!(read_located("1-0 (1. e4) {c}").games.len(), 1);
}

#[test]
fn lines_end_between_commands_of_a_comment() {
    let comment = "[%eval -12.35] ".repeat(30);
    let record =
        GameRecord { moves: vec![RecordedMove { comment, ..RecordedMove::new("e4") }], ..GameRecord::default() };
    let text = record.to_string();
    assert!(text.lines().count() > 4 && text.matches("[%eval -12.35]").count() == 30, "{text}");
}

#[test]
fn variations_are_kept_to_a_depth() {
    let text = |depth: usize| format!("1. e4 {}*", "(1. d4 ".repeat(depth));
    let kept = |depth: usize| read_located(&text(depth)).games[0].record.to_string().matches("d4").count();
    assert_eq!([kept(3), kept(100), kept(101), kept(200_000)], [3, 100, 100, 100]);
}

#[test]
fn a_text_that_is_cut_off_anywhere_is_read() {
    let whole = random_game(variants::default(), Notation::San, 3).to_string();
    for end in 0..whole.len() - 2 {
        let reading = read_located(&whole[..end]);
        let is_open = |game: &LocatedGame| game.record.result == "*" || end > whole.len() - 5;
        assert!(reading.games.len() <= 1 && reading.games.iter().all(is_open), "{end}");
        assert!(!reading.is_cut_off || !reading.faults.is_empty(), "{end}: {:?}", reading.faults);
    }
}

#[test]
fn the_check_names_line_game_and_problem() {
    let rows = [
        ("1. e4 e5 *", ""),
        ("1. f3 e5 2. g4 Qh4# 0-1", ""),
        (
            "[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1\"]\n\n1. O-O-O *",
            "1: game 1: tag FEN repaired, castling: `K`: no king and rook at home for it, read as `Q`",
        ),
        ("1. f3 e5 2. g4\nQh4# 1-0", "2: game 1: result 1-0, but 0-1 {Black mates}: rnb1kbnr/"),
        ("1. f3 e5 2. g4 Qh4# *", "1: game 1: result *, but 0-1"),
        ("1. f3 e5 2. g4 Qh4#\n3. e4 0-1", "2: game 1: ply 5, `e4`: the game is over: Black mates"),
        ("1. e4 e5 *\n\n1. e4 e5\n2. Bd3 Ke6 *", "4: game 2: ply 4, `Ke6`: illegal move: Ke6: rnbqkbnr/"),
        ("[Result \"1-0\"]\n1. e4 0-1", "1: game 1: tag Result says `1-0`, the text `0-1`"),
        ("[PlyCount \"2\"]\n1. e4 *", "1: game 1: tag PlyCount says `2`, there are 1 plies"),
        ("[PlyCount \"many\"]\n*", "1: game 1: tag PlyCount says `many`"),
        ("[Variant \"Go\"]\n*", "1: game 1: tag Variant: no game is called `Go`; `jailbird variants` lists the games"),
        ("[FEN \"8/8 w\"]\n*", "1: game 1: tag FEN: "),
        ("[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n1. O-O Kd7 *", ""),
        ("[Variant \"normal\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n1. Qf7 1-0", "3: game 1: result 1-0, but 1/2"),
        ("[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n1. Ra8+ Kd7 *", ""),
        ("[Variant \"prisonbreak\"]\n1. b2b3 b7b6 *", ""),
        ("1. e4 e5\n2. -- d5 *", "2: game 1: ply 3, `--`: a null move"),
        ("1. e4 e5 2. Nf3 (2. -- d5) *", ""),
        ("1. e4 d5 2. exd5 c5 3. dxc6 e.p. *", ""),
        // A damaged game is checked, too, and so are those behind it.
        ("1. e4 e5 ) 2. e5 *\n\n1. e5 *", "1: game 1: `)` without `(`\n1: game 1: ply 3, `e5`: illegal move"),
        ("[Event \"a \"b\" c\"]\n1. e4 *\n\n1. e4 *\n\n1. e5 *", "1: game 1: a tag is"),
        // Without --strict a position may occur four times.
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 1-0", ""),
    ];
    for (text, expected) in rows {
        let found = problems(&read_located(text), Draws::Claimed);
        let found = found.iter().map(|fault| fault.to_string().replacen("line ", "", 1)).collect::<Vec<_>>().join("\n");
        assert!(found.starts_with(expected) && found.is_empty() == expected.is_empty(), "{text}\n{found}");
    }
    let repeated = read_located(rows[rows.len() - 1].0);
    let strict = problems(&repeated, Draws::Automatic);
    assert_eq!(strict.len(), 1);
    assert!(strict[0].what.contains("ply 9, `Nf3`: the game is over: Draw by repetition"), "{}", strict[0]);
}

proptest! {
    #[test]
    fn what_is_read_of_arbitrary_text_is_written_and_read_again(
        text in "(\\PC|[\\[\\]{}()\"\\\\;%$.\n\r ]|1-0|e4|12|\n\n\\[A \"|\"]|1\\.|N|e\\.p\\.|ep|--|o-o|±|\\+-|=|!|ch){0,60}"
    ) {
        let reading = read_located(&text);
        prop_assert!(reading.faults.iter().all(|fault| fault.line <= text.matches(['\n', '\r']).count() + 1));
        let told = |record: &GameRecord| {
            (record.moves.iter().map(|recorded| recorded.text.clone()).collect::<Vec<_>>(), record.result.clone())
        };
        let written: String = reading.games.iter().map(|game| game.record.to_string()).collect();
        let again = read(&written).map_err(|fault| TestCaseError::fail(format!("{fault}: {written}")))?;
        prop_assert!(again.iter().map(told).eq(reading.games.iter().map(|game| told(&game.record))), "{}", written);
        prop_assert_eq!(again.iter().map(ToString::to_string).collect::<String>(), written);
    }

    #[test]
    fn tags_and_comments_are_read_back(value in "\\PC{0,200}", comment in "\\PC{0,200}") {
        let mut record = GameRecord { result: "0-1".into(), ..GameRecord::default() };
        record.set("Event", value);
        record.moves.push(RecordedMove { comment, ..RecordedMove::new("e2e4") });
        let [back] = &read(&record.to_string()).unwrap()[..] else { panic!("one game") };
        prop_assert_eq!(&back.tags, &record.tags);
        let words = record.moves[0].comment.replace('{', "(").replace('}', ")");
        prop_assert_eq!(&back.moves[0].comment, &words.split_whitespace().collect::<Vec<_>>().join(" "));
        prop_assert_eq!(&back.result, "0-1");
    }
}
