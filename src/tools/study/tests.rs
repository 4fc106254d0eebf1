use super::{Arguments, gallery, study};
use crate::pgn;
use crate::tools::console::parsed;
use crate::tools::test_folder::TestFolder;
use crate::variants;
use serde_json::Value;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A tiny study whose report has this name, without an ending.
fn arguments(folder: &TestFolder, name: &str, game: &str) -> Arguments {
    Arguments {
        variant: variants::find(game).unwrap(),
        other: None,
        fen: None,
        other_fen: None,
        out: folder.file(&format!("{name}.html")),
        json: Some(folder.file(&format!("{name}.json"))),
        games: 8,
        imbalanced: None,
        uneven: None,
        untrained: None,
        nodes: vec![50, 20],
        from: Vec::new(),
        games_file: None,
        shard: None,
        seed: 1,
        varied_plies: 4,
        max_plies: 60,
        endings: 0,
        concurrency: 1,
    }
}

fn run(arguments: &Arguments) -> Result<Option<usize>, String> {
    study(arguments, &AtomicBool::new(false))
}

/// The JSON of a report without the words on how it was made.
fn numbers(folder: &TestFolder, name: &str) -> Value {
    let mut value: Value = serde_json::from_str(&folder.text(&format!("{name}.json"))).unwrap();
    value["study"]["made"].take();
    value
}

/// Every number of a report.
fn all_numbers(value: &Value) -> Vec<&Value> {
    match value.as_object() {
        Some(object) if object.contains_key("value") => vec![value],
        Some(object) => object.values().flat_map(all_numbers).collect(),
        None => Vec::new(),
    }
}

#[test]
fn tiny_studies_are_reported() {
    for (game, count) in [("prisonbreak", 14), ("chess", 14), ("penaltybox-dual", 8), ("jesonmor", 12)] {
        let folder = TestFolder::new();
        assert_eq!(run(&arguments(&folder, "report", game)), Ok(Some(count)), "{game}");
        let (page, json) = (folder.text("report.html"), numbers(&folder, "report"));
        assert_eq!(page.matches("<svg ").count(), page.matches("<svg role=\"img\" aria-label=\"").count());
        assert!(!page.contains("NaN") && !page.contains(">inf"), "{game}");
        assert_eq!(page.matches("<section ").count(), 10);
        let found = all_numbers(&json);
        assert!(found.len() > 100, "{game}: {}", found.len());
        for number in found {
            let value = number["value"].as_f64().unwrap();
            let [low, high] = ["low", "high"].map(|key| number[key].as_f64());
            assert!(low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high), "{number}");
        }
        let unfinished = &json["results"]["shares"]["unfinished"]["all"];
        let records = pgn::read(&folder.text("report.pgn")).unwrap();
        let open = records.iter().filter(|record| record.result == "*" && record.tag("StudySeries") == Some("start"));
        assert_eq!(unfinished["value"].as_f64(), Some(open.count() as f64 / 8.0), "{game}");
        assert_eq!(json["study"]["games"], 8);
    }
}

#[test]
fn the_verdict_has_ten_answers() {
    for (game, count) in [("prisonbreak", 10), ("jesonmor", 10), ("penaltybox-dual", 3)] {
        let folder = TestFolder::new();
        run(&arguments(&folder, "report", game)).unwrap();
        let (page, json) = (folder.text("report.html"), numbers(&folder, "report"));
        let verdict = json["verdict"].as_object().unwrap();
        assert_eq!((verdict.len(), page.matches("wanted: ").count()), (count, count), "{game}: {verdict:?}");
        for (key, finding) in verdict {
            let number = |name: &str| finding[name].as_f64();
            let value = number("value").unwrap();
            let (low, high) = (number("low").unwrap_or(value), number("high").unwrap_or(value));
            let (least, most) = (number("least").unwrap_or(f64::MIN), number("most").unwrap_or(f64::MAX));
            let expected = match (low >= least && high <= most, high < least || low > most) {
                (true, _) => "Yes",
                (_, true) => "No",
                _ => "Not clear yet",
            };
            assert_eq!(finding["answer"], expected, "{game}: {key}");
        }
        let balance = &json["verdict"]["balance"]["value"];
        assert_eq!(balance, &json["results"]["shares"]["score"]["all"]["value"], "{game}");
        // Games without a network of their own are to be learnt first.
        assert_eq!(page.contains("jailbird learn jesonmor"), game == "jesonmor");
    }
}

#[test]
fn two_games_are_compared() {
    let folder = TestFolder::new();
    let other = variants::find("knightmate").ok();
    assert_eq!(run(&Arguments { other, ..arguments(&folder, "both", "chess") }), Ok(Some(14 + 12)));
    let json = numbers(&folder, "both");
    assert_eq!((&json["study"]["first"], &json["study"]["second"]), (&"chess".into(), &"knightmate".into()));
    run(&arguments(&folder, "alone", "chess")).unwrap();
    let alone = numbers(&folder, "alone");
    let rows = [
        (&json["results"]["shares"]["score"], &alone["results"]["shares"]["score"]["all"]),
        (&json["length"]["numbers"]["median"], &alone["length"]["numbers"]["median"]["all"]),
        (&json["values"]["raw.removal"]["Rook"], &alone["values"]["raw"]["Rook"]["removal"]),
        (&json["maps"]["Pawn stands"]["e4"], &alone["maps"]["Pawn stands"]["e4"]),
    ];
    for (both, alone) in rows {
        assert_eq!(&both["first"], alone);
        let value = |key: &str| both[key]["value"].as_f64().unwrap();
        assert!((value("second") - value("first") - value("difference")).abs() < 2e-6, "{both}");
    }
    let page = folder.text("both.html");
    for report in ["both-1.html", "both-2.html"] {
        assert!(
            page.contains(&format!("href=\"./{report}\"")) && folder.text(report).contains("a study</h1>"),
            "{report}"
        );
    }
    assert!(page.contains("<title>Chess and Knightmate</title>") && !page.contains("NaN"));
}

#[test]
fn equal_games_do_not_differ_and_other_starts_do() {
    let folder = TestFolder::new();
    let pair = |name: &str, other_fen: Option<&str>| {
        let other = variants::find("chess").ok();
        let other_fen = other_fen.map(str::to_owned);
        Arguments { other, other_fen, games: 40, nodes: vec![20], ..arguments(&folder, name, "chess") }
    };
    run(&pair("same", None)).unwrap();
    let (page, json) = (folder.text("same.html"), numbers(&folder, "same"));
    assert!(page.contains("Chess (1)") && page.contains("Chess (2)"));
    let is_clear = |number: &&Value| match (number["low"].as_f64(), number["high"].as_f64()) {
        (Some(low), Some(high)) => low > 0.0 || high < 0.0,
        _ => false,
    };
    let differences = found_differences(&json);
    let differing = differences.iter().filter(is_clear).count();
    assert!(differences.len() > 100 && differing * 20 < differences.len(), "{differing} of {}", differences.len());
    // Black has no queen.
    run(&pair("odds", Some("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))).unwrap();
    let score = &numbers(&folder, "odds")["results"]["shares"]["score"]["difference"];
    assert!(score["low"].as_f64().unwrap() > 0.0, "{score}");
    assert!(folder.text("odds-2.pgn").contains("[FEN \"rnb1kbnr/"));
    for (fen, problem) in
        [("8/8/8/8/8/8/8/8 w - - 0 1", "bad FEN"), ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "there is nothing to play in")]
    {
        let error = run(&pair("faulty", Some(fen))).unwrap_err();
        assert!(error.contains(problem), "{error}");
    }
    assert!(!folder.file("faulty-1.pgn").exists(), "the first game is played before the second one is looked at");
}

/// All differences of a comparison.
fn found_differences(value: &Value) -> Vec<Value> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let own = object.get("difference").filter(|difference| difference.is_object()).cloned();
    own.into_iter().chain(object.values().flat_map(found_differences)).collect()
}

#[test]
fn threads_interruptions_and_shards_make_no_difference() {
    let folder = TestFolder::new();
    let whole = arguments(&folder, "whole", "prisonbreak");
    run(&whole).unwrap();
    let files = |name: &str| ["html", "json", "pgn"].map(|ending| folder.text(&format!("{name}.{ending}")));
    run(&Arguments { concurrency: 2, ..arguments(&folder, "threads", "prisonbreak") }).unwrap();
    assert!(files("whole") == files("threads"), "the number of threads shows");
    let games = folder.text("whole.pgn");
    for cut in [0, 1, games.len() / 3, games.len() / 2, games.len() - 1] {
        std::fs::write(folder.file("cut.pgn"), &games[..cut]).unwrap();
        run(&arguments(&folder, "cut", "prisonbreak")).unwrap();
        assert!(files("whole") == files("cut"), "cut at {cut}");
    }
    let shards = [1, 2, 3].map(|shard| {
        let name = format!("shard{shard}");
        let shard = Some(format!("{shard}/3").parse().unwrap());
        run(&Arguments { shard, ..arguments(&folder, &name, "prisonbreak") }).unwrap();
        folder.file(&format!("{name}.pgn"))
    });
    let from = [&shards[..], &shards[1..]].concat();
    run(&Arguments { from, ..arguments(&folder, "joined", "prisonbreak") }).unwrap();
    assert_eq!(numbers(&folder, "joined"), numbers(&folder, "whole"));
    // More games than before go on where the file ends.
    run(&Arguments {
        games: 4,
        imbalanced: Some(2),
        uneven: Some(1),
        untrained: Some(2),
        ..arguments(&folder, "grown", "prisonbreak")
    })
    .unwrap();
    run(&arguments(&folder, "grown", "prisonbreak")).unwrap();
    assert_eq!(numbers(&folder, "grown"), numbers(&folder, "whole"));
}

#[test]
fn an_interrupted_study_writes_no_report() {
    let folder = TestFolder::new();
    let arguments = arguments(&folder, "report", "prisonbreak");
    assert_eq!(study(&arguments, &AtomicBool::new(true)), Ok(None));
    assert!(!arguments.out.exists());
}

#[test]
fn games_of_other_programs_are_studied() {
    let folder = TestFolder::new();
    let games = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                 [Result \"0-1\"]\n\n1. f3 e5 2. g4 {resigns} 0-1\n";
    std::fs::write(folder.file("others.pgn"), games).unwrap();
    let from = vec![folder.file("others.pgn")];
    assert_eq!(run(&Arguments { from, ..arguments(&folder, "report", "chess") }), Ok(Some(2)));
    let json = numbers(&folder, "report");
    assert_eq!(json["results"]["endings"]["checkmate"]["share"]["value"], 0.5);
    assert_eq!(json["length"]["numbers"]["mean"]["all"]["value"], 5.0);
    assert_eq!(json["openings"]["replies"]["e2e4 e7e5"]["share"]["value"], 0.5);
    assert_eq!(json["maps"]["Queen captures"]["f7"]["value"], 1.0);
    assert!(folder.text("report.html").contains("no evaluations"));
}

#[test]
fn what_cannot_be_studied_is_named() {
    let folder = TestFolder::new();
    let path = |name: &str| folder.file(name).display().to_string();
    let write = |name: &str, text: &str| std::fs::write(folder.file(name), text).unwrap();
    write("broken.pgn", "1. e4\n) *\n");
    write("illegal.pgn", "1. e4 *\n\n1. e4\nKe6 *\n");
    write("empty.pgn", "\n");
    write("other.pgn", "\n[Variant \"friendly\"]\n\n*\n");
    let from = |name: &str| {
        let from = vec![folder.file(name)];
        run(&Arguments { from, ..arguments(&folder, "report", "chess") }).unwrap_err()
    };
    // In the words of the system.
    let missing = format!(": {}", std::fs::read(folder.file("none.pgn")).unwrap_err());
    let rows = [
        ("none.pgn", missing.as_str()),
        ("empty.pgn", ": no games"),
        ("broken.pgn", ":2: game 1: `)` without `(`"),
        ("illegal.pgn", ":4: ply 2, `Ke6`: illegal move: Ke6"),
        ("other.pgn", ":2: a game of friendly, not of chess"),
    ];
    for (name, what) in rows {
        let error = from(name);
        assert!(error.starts_with(&format!("{}{what}", path(name))), "{error}");
    }
    assert!(!folder.file("report.html").exists());
    // A file of games that is not that of the study is not changed.
    let text = folder.text("illegal.pgn");
    let games_file = Some(folder.file("illegal.pgn"));
    let error = run(&Arguments { games_file, ..arguments(&folder, "report", "chess") }).unwrap_err();
    assert!(error.contains("illegal.pgn:1: no game of a study"), "{error}");
    assert_eq!(folder.text("illegal.pgn"), text);
    run(&Arguments { games: 1, imbalanced: Some(0), ..arguments(&folder, "report", "chess") }).unwrap();
    let error = run(&Arguments { seed: 2, ..arguments(&folder, "report", "chess") }).unwrap_err();
    assert!(error.ends_with("a study with seed=1, not seed=2"), "{error}");
    let nowhere = Arguments { out: Path::new("/none/such/x.html").into(), ..arguments(&folder, "report", "chess") };
    assert_eq!(run(&nowhere), Err("/none/such: no such folder".into()));
    let dual = Arguments { imbalanced: Some(1), ..arguments(&folder, "report", "penaltybox-dual") };
    assert!(run(&dual).unwrap_err().starts_with("--imbalanced: "));
}

#[test]
fn endings_are_told_if_asked_for() {
    let folder = TestFolder::new();
    run(&Arguments { games: 1, imbalanced: Some(0), endings: 3, ..arguments(&folder, "report", "gardner") }).unwrap();
    let json = numbers(&folder, "report");
    let value = |row: &str, column: &str| json["endings"]["endings"][row][column]["value"].as_f64();
    assert_eq!(
        (value("KRvK", "white_to_move_white_wins"), value("KNvK", "black_to_move_drawn")),
        (Some(1.0), Some(1.0))
    );
    assert!(folder.text("report.html").contains("What wins against what"));
}

#[test]
fn studies_are_shown_side_by_side() {
    let folder = TestFolder::new();
    for game in ["prisonbreak", "penaltybox-dual"] {
        run(&arguments(&folder, game, game)).unwrap();
    }
    let file = |name: &str| folder.file(name).display().to_string();
    let show = |names: &[&str]| {
        let files = names.iter().map(|name| file(name));
        gallery::run(&parsed(files.chain(["--out".into(), file("all.html")])).unwrap())
    };
    show(&["prisonbreak.json", "penaltybox-dual.json"]).unwrap();
    let page = folder.text("all.html");
    for game in ["prisonbreak", "penaltybox-dual"] {
        assert_eq!(page.matches(&format!("<a href=\"./{game}.html\">")).count(), 1, "{game}");
    }
    // Games of four players have not all numbers: each picture has one point.
    assert_eq!((page.matches("<svg ").count(), page.matches("<circle ").count()), (3, 3));
    std::fs::write(folder.file("other.json"), "{\"study\": {\"first\": \"chess\"}}").unwrap();
    let error = show(&["other.json"]).unwrap_err();
    assert!(error.contains("other.json: no numbers of a study of one game"), "{error}");
    assert!(show(&["none.json"]).is_err());
}
