use super::analysis::{AssessedMove, accuracy};
use super::batch::{Plan, replay};
use super::evaluation::Evaluation;
use super::judgement::Mark;
use super::{AnnotatedGame, decoded, page, summary, text};
use crate::pgn::{self, GameRecord, RecordedMove, Variation, read_located};
use crate::position::Notation;
use crate::search::{Limits, StopSignal};
use crate::tools::pgn::check::{Draws, problems};
use crate::tools::random_play::play_random_moves;
use crate::types::Color;
use crate::variants;
use std::sync::Arc;

fn plan(nodes: u64, concurrency: usize) -> Plan {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Plan { limits, plies: 4, concurrency, hash: 1 }
}

fn annotate(text: &str, plan: &Plan, stop: &Arc<StopSignal>) -> Vec<AnnotatedGame> {
    let mut reading = read_located(text);
    let games = replay(&mut reading);
    super::annotate(reading.games, games, plan, stop).unwrap()
}

fn annotated(text: &str, nodes: u64) -> Vec<AnnotatedGame> {
    annotate(text, &plan(nodes, 1), &Arc::default())
}

/// The only game of a text.
fn one(text: &str, nodes: u64) -> AnnotatedGame {
    let mut games = annotated(text, nodes);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

fn moves(game: &AnnotatedGame) -> &[AssessedMove] {
    game.moves.as_deref().unwrap()
}

fn written(games: &[AnnotatedGame]) -> String {
    games.iter().map(|game| game.record.to_string()).collect()
}

/// Random games of every variant, one each.
fn random_games(plies: u32) -> Vec<GameRecord> {
    let record = |variant: &'static crate::game::Variant| {
        let mut game = variant.new_game();
        play_random_moves(&mut *game, plies, 7);
        let mut record = GameRecord { result: "*".into(), ..GameRecord::default() };
        record.result = game.outcome().map_or("*", |outcome| outcome.result()).into();
        record.set("Variant", variant.name);
        record.moves = game.played().into_iter().map(RecordedMove::new).collect();
        record
    };
    variants::coded().into_iter().map(record).collect()
}

/// Plays the moves before a place and then a line there; returns the length of the line.
fn legal_length(record: &GameRecord, place: usize, line: &Variation) -> usize {
    let mut game = record.game().unwrap();
    for recorded in record.moves[..place].iter().chain(&line.moves) {
        game.play(&recorded.text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
    }
    line.moves.len()
}

/// Movetext, ply from 0, glyph.
const BLUNDERS: &[(&str, usize, u8)] = &[
    ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 Be7 5. Qd2 a6 6. Qh6 gxh6 *", 10, 4),
    ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", 5, 4),
    ("1. f3 e5 2. g4 Qh4# 0-1", 2, 4),
];

#[test]
fn a_blunder_gets_its_mark_and_a_better_line() {
    for &(text, place, nag) in BLUNDERS {
        let game = one(text, 20_000);
        let marked = &game.record.moves[place];
        assert_eq!(marked.nags, [nag], "{}", game.record);
        let [line] = &marked.variations[..] else { panic!("{}", game.record) };
        assert!((1..=4).contains(&legal_length(&game.record, place, line)));
        assert_ne!(line.moves[0].text, marked.text);
        let [own, other] = if place % 2 == 0 { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
        assert!(accuracy(moves(&game), own) < accuracy(moves(&game), other), "{}", game.record);
        let page = page::html(&[game], "20000 nodes").unwrap();
        assert!(page.contains("<em class=\"blunder\">?? blunder</em>") && page.contains("<circle "), "{page}");
    }
}

#[test]
fn games_of_every_variant_are_annotated_and_read_again() {
    let given = random_games(30);
    let text: String = given.iter().map(ToString::to_string).collect();
    let games = annotated(&text, 300);
    let reading = read_located(&written(&games));
    assert_eq!(problems(&reading, Draws::Claimed), []);
    let texts = |record: &GameRecord| record.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>();
    for ((given, annotated), again) in given.iter().zip(&games).zip(&reading.games) {
        let name = given.tag("Variant").unwrap();
        assert_eq!(again.record, annotated.record, "{name}");
        assert_eq!((texts(given), &given.result), (texts(&again.record), &again.record.result), "{name}");
        let last = given.moves.len() - 1;
        for (place, mv) in again.record.moves.iter().enumerate() {
            assert!(mv.comment.starts_with("[%eval ") || place == last && given.result != "1/2-1/2", "{name}");
            mv.variations.iter().for_each(|line| assert!(legal_length(given, place, line) > 0));
            assert_eq!(mv.nags.is_empty(), mv.variations.is_empty(), "{name}: {}", mv.text);
        }
        assert!(annotated.record.tag("WhiteAccuracy").is_some() && annotated.record.tag("BlackAccuracy").is_some());
    }
    let page = page::html(&games, "300 nodes").unwrap();
    assert_eq!(unbalanced(&page), None);
    assert_eq!(page.matches("<svg ").count(), variants::coded().len());
}

/// The first element of a page that is not closed where it should be.
fn unbalanced(page: &str) -> Option<String> {
    let mut open = Vec::new();
    for tag in page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let name = tag.split([' ', '\n', '/']).find(|word| !word.is_empty()).unwrap();
        match tag {
            _ if tag.starts_with('!') || tag.ends_with('/') || name == "meta" => {}
            _ if tag.starts_with('/') => {
                if open.pop() != Some(name) {
                    return Some(tag.to_owned());
                }
            }
            _ => open.push(name),
        }
    }
    open.pop().map(str::to_owned)
}

/// Plies of every random game are either the best move, or judged by what they lose.
#[test]
fn the_best_move_is_never_marked_and_forced_moves_are_best() {
    let text: String = random_games(24).iter().map(ToString::to_string).collect();
    let (mut best, mut marked) = (0, 0);
    for game in &annotated(&text, 200) {
        let mut position = game.record.game().unwrap();
        for (recorded, assessed) in game.record.moves.iter().zip(moves(game)) {
            let is_forced = position.legal_moves(Notation::Standard).len() == 1;
            assert!(assessed.is_best || !is_forced, "{}: {}", recorded.text, position.fen());
            assert!(assessed.mark.is_none() || !assessed.is_best, "{}: {}", recorded.text, position.fen());
            position.play(&recorded.text).unwrap();
            best += usize::from(assessed.is_best);
            marked += usize::from(assessed.mark.is_some());
        }
    }
    assert!(best > 5 && marked > 5, "{best} {marked}");
}

/// Movetext with tags, the evaluation after the last move for its player, the beginning of the last comment.
const ENDS: &[(&str, Evaluation, &str)] = &[
    ("1. f3 e5 2. g4 Qh4# {well} 0-1", Evaluation::Won, "well"),
    ("[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n1. Qf7 1/2-1/2", Evaluation::Drawn, "[%eval 0.00]"),
    ("[FEN \"7k/8/5K2/8/6Q1/8/8/8 w - - 0 1\"]\n1. Qg3 1-0", Evaluation::Mate(1), "[%eval #1]"),
    ("[FEN \"7k/8/5K2/6Q1/8/8/8/8 b - - 0 1\"]\n1... Kh7 1-0", Evaluation::Mate(-1), "[%eval #1]"),
    ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", Evaluation::Drawn, "[%eval 0.00]"),
];

#[test]
fn ends_of_games_have_their_value() {
    for &(text, after, comment) in ENDS {
        let game = one(text, 3000);
        assert_eq!(moves(&game).last().unwrap().after, after, "{text}");
        let last = &game.record.moves.last().unwrap().comment;
        assert!(last.starts_with(comment), "{text}: {last}");
    }
}

#[test]
fn what_the_file_has_is_kept() {
    let text = "[Event \"Café\"]\n[Annotator \"Tal\"]\n[Result \"1-0\"]\n{To begin} 1. e4 $1 {[%clk 0:01] king's pawn} \
                (1. d4 {[%eval 0.3]} d5 $14) 1... e5 2. Bc4 {[%eval 9.99]} Nc6 3. Qh5 $5 Nf6 $2 ({No:} 3... g6) 4. Qxf7# 1-0";
    let game = one(text, 5000);
    let kept = game.record.to_string().replace('\n', " ");
    let expected = [
        "{To begin} 1. e4 $1 {[%eval ",
        "] [%clk 0:01] king's pawn} (1. d4 {[%eval 0.3]} 1... d5 $14) 1... e5",
        " $5 {[%eval ",
        "3... Nf6 $2 {[%eval #1]} ({No:} 3... g6)",
        "4. Qxf7# 1-0",
        "[Annotator \"Tal:Jailbird ",
    ];
    for part in expected {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    assert!(!kept.contains("9.99"), "{kept}");
}

/// Records of some length with blunders.
fn several() -> String {
    let more: String = random_games(16).iter().take(4).map(ToString::to_string).collect();
    BLUNDERS.iter().map(|(text, ..)| format!("[Event \"x\"]\n{text}\n\n")).collect::<String>() + &more
}

#[test]
fn the_result_depends_neither_on_concurrency_nor_on_an_earlier_run() {
    let text = several();
    let run = |text: &str, concurrency| {
        let games = annotate(text, &plan(1000, concurrency), &Arc::default());
        (written(&games), page::html(&games, "1000 nodes").unwrap())
    };
    let alone = run(&text, 1);
    assert!(alone == run(&text, 2));
    assert_eq!(alone.0, run(&alone.0, 3).0);
}

/// A text, its faults, and the parts of it that must be found in the result.
const FAULTY: &[(&str, &[&str], &[&str])] = &[
    (
        "1. e4 e5 *\n\n1. e4 e5\n2. Bd3 Ke6 *",
        &["line 4: game 2: ply 4, `Ke6`: illegal move"],
        &["1. e4 e5\n2. Bd3 Ke6 *\n"],
    ),
    (
        "[Variant \"Go\"]\n1. e4 *\n\n1. d4 *",
        &["line 1: game 1: tag Variant: no game is called `Go`"],
        &["[Variant \"Go\"]\n1. e4 *\n\n["],
    ),
    ("\n[FEN \"8/8 w\"]\n*\n\n1. d4 *", &["line 2: game 1: tag FEN: "], &["[FEN \"8/8 w\"]\n*\n\n["]),
    (
        "1. e4 e5 2. -- d5 *\n\n1. d4 (1. -- d5) *",
        &["line 1: game 1: ply 3, `--`: a null move"],
        &["1. e4 e5 2. -- d5 *\n\n[", "(1. -- d5)"],
    ),
    (
        "[Event \"5th \"M. T.\" Int\"]\n1. e4 *\n\n1. d4 *",
        &["line 1: game 1: a tag is"],
        &["[Event \"5th \"M. T.\" Int\"]\n1. e4 *\n\n["],
    ),
    (
        "1. e4 {unterminated e5 *\n\n[Event \"2\"]\n1. d4 {good} *",
        &["line 1: game 1: `{` without `}`"],
        &["1. e4 {unterminated e5 *\n\n[Event", "] good}"],
    ),
    (
        "% first\r\n; a comment\r\n[Event \"1\"]\r\n1. d4\r\n% inside\r\n d5 * {behind}\r\n; last",
        &[],
        &["% first\n; a comment\n\n% inside\n\n[Event \"1\"]\n", " *\n\n{behind}\n; last\n"],
    ),
    ("1. d4\n% a\n d5\n% b\n\n[Event \"2\"]\n*", &[], &["% a\n\n[", " *\n\n% b\n\n[Event \"2\"]"]),
    ("1. d4 *\n\n}\n\n\u{1a}", &["line 3: game 1: `}` without `{`"], &[" *\n\n}\n\n"]),
    ("\u{feff}1. e4 $300 $1 *", &["line 1: game 1: `$300` is no glyph"], &["1. e4 $300 $1 *"]),
];

/// A game with a fault stays as it was and the others are annotated, also in a second run.
#[test]
fn games_with_faults_are_named_and_stay_as_they_were() {
    for &(given, faults, parts) in FAULTY {
        let mut given = given.to_owned();
        for run in 1..=2 {
            let mut reading = read_located(&given);
            let games = replay(&mut reading);
            let found: Vec<String> = reading.faults.iter().map(ToString::to_string).collect();
            let begins = |(found, expected): (&String, &&str)| run == 2 || found.starts_with(expected);
            assert!(found.len() == faults.len() && found.iter().zip(faults).all(begins), "{given}: {found:?}");
            let games = super::annotate(reading.games, games, &plan(100, 1), &Arc::default()).unwrap();
            let written = text::written(&given, &games);
            assert!(parts.iter().all(|part| written.contains(part)), "{written}");
            for game in games.iter().filter(|game| !game.is_damaged) {
                assert_eq!(game.moves.is_some(), !game.record.moves.is_empty(), "{written}");
            }
            assert!(run == 1 || written == given, "{written}{given}");
            assert_eq!(unbalanced(&page::html(&games, "100 nodes").unwrap()), None);
            given = written;
        }
    }
}

/// What the author wrote: games with marks for bad moves, lines and comments of all kinds.
const AUTHORS: &[&str] = &[
    "1. e4 e5 2. Nf3 Nc6 $6 *",
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 $4 4. Qxf7# 1-0",
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 $1 $6 ({why} 3... g6 {[%eval 0.10]} 4. Qf3 Nf6) 4. Qxf7# 1-0",
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {[%clk 0:01] oh} (3... g6 {[%eval 0.10]} 4. Qf3) (3... Qe7 {[%eval 0.10]} 4. Nf3) \
     4. Qxf7# 1-0",
    "1. f3 $2 {[%csl Ga1] [%eval 0.1 x} e5 (1... d5 {[%eval 0.30]}) 2. g4 (2. h3 $6 a6 $4) Qh4# {[%mine $4]} 0-1",
];

/// The text of a record without what `annotate` adds by its description: evaluations and what a command names.
fn without_additions(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    record.tags.clear();
    for recorded in &mut record.moves {
        let words: Vec<String> = recorded.comment.split_inclusive(']').map(str::trim).map(str::to_owned).collect();
        let added = words.iter().find_map(|word| word.strip_prefix("[%jailbird ")?.strip_suffix(']'));
        for name in added.unwrap_or("").split(',').filter(|name| !name.is_empty()) {
            match name.strip_prefix('$') {
                Some(nag) => recorded.nags.retain(|known| known.to_string() != nag),
                None => recorded.variations.retain(|line| line.moves[0].text != name),
            }
        }
        let is_own =
            |word: &&String| word.starts_with("[%jailbird ") || word.starts_with("[%eval ") && word.ends_with(']');
        recorded.comment = words.iter().filter(|word| !is_own(word)).cloned().collect::<Vec<_>>().join(" ");
    }
    record
}

#[test]
fn what_the_author_wrote_stays_on_every_run() {
    let mut added = 0;
    for text in AUTHORS {
        let given = without_additions(&pgn::read(text).unwrap()[0]);
        // The marks of a run are gone after the next one, which gives others.
        let runs = [4000, 4000, 50, 4000].into_iter().scan(text.to_string(), |text, nodes| {
            *text = written(&annotated(text, nodes));
            Some(text.clone())
        });
        let runs: Vec<String> = runs.collect();
        for run in &runs {
            assert_eq!(without_additions(&pgn::read(run).unwrap()[0]), given, "{run}");
            assert!(run.matches("[%jailbird").count() < 4, "{run}");
        }
        assert!(runs[0] == runs[1] && runs[0] == runs[3], "{runs:#?}");
        assert_eq!(written(&annotated(text, 50)), runs[2], "{text}");
        added += runs[0].matches("[%jailbird $").count();
    }
    assert!(added >= 2, "{added}");
}

#[test]
fn additions_that_were_changed_are_the_authors() {
    let first = written(&annotated("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", 20_000)).replace('\n', " ");
    assert!(first.contains("Nf6 $4 {[%eval #1] [%jailbird $4,"), "{first}");
    let changed = first.replace("Nf6 $4", "Nf6 $2").replace("(3... ", "({Better:} 3... ");
    let second = written(&annotated(&changed, 20_000)).replace('\n', " ");
    assert!(second.contains("Nf6 $2 {[%eval #1]} ({Better:} 3... "), "{second}");
}

#[test]
fn a_stopped_run_leaves_games_as_they_were() {
    let stop = Arc::new(StopSignal::default());
    stop.stop();
    let text = several();
    let games = annotate(&text, &plan(1000, 2), &stop);
    assert!(games.iter().all(|game| game.moves.is_none()));
    assert_eq!(written(&games), pgn::read(&text).unwrap().iter().map(ToString::to_string).collect::<String>());
}

#[test]
fn pages_escape_the_texts_of_records_and_need_no_other_file() {
    let text =
        "[White \"<script>alert(1)</script>\"]\n[Black \"A & B\"]\n[Event \"\\\"x\\\" onload='y'\"]\n1. e4 e5 *\n\n*";
    let page = page::html(&annotated(text, 100), "100 nodes").unwrap();
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href=\"h"), "{page}");
    assert!(page.contains("&lt;script&gt;") && page.contains("A &amp; B") && page.contains("No moves."), "{page}");
    assert!(page.contains("&quot;x&quot; onload=&#39;y&#39;"), "{page}");
    assert_eq!(unbalanced(&page), None);
}

/// The style sheet has another colour for each one of the picture.
#[test]
fn colours_of_the_picture_are_those_of_the_style() {
    let games = annotated(&several(), 1000);
    let page = page::html(&games, "1000 nodes").unwrap();
    let (style, body) = page.split_once("</style>").unwrap();
    let mut colours = 0;
    for attribute in ["fill", "stroke"] {
        for found in body.split(&format!("{attribute}=\"#")).skip(1).map(|rest| &rest[..6]) {
            colours += 1;
            assert!(style.contains(&format!("[{attribute}=\"#{found}\"]")), "{attribute} {found}");
        }
    }
    assert!(colours > 50, "{colours}");
}

#[test]
fn files_that_are_not_utf8_are_latin_1() {
    assert_eq!(decoded("Müller".into()), "Müller");
    assert_eq!(decoded(b"M\xFCller".to_vec()), "Müller");
}

#[test]
fn the_summary_counts_marks() {
    let text = summary(&annotated(&several(), 1000));
    assert!(text.starts_with("7 games, ") && text.contains(" blunders"), "{text}");
    assert_eq!(Mark::ALL.map(Mark::nag), [6, 2, 4]);
}
