//! Games that are added to the list while the program runs.

use jailbird_core::engine::Searcher;
use jailbird_core::game::Variant;
use jailbird_core::search::Limits;
use jailbird_core::variants;

/// A row of another name, start and evaluation, as a file may say them.
fn row() -> Variant {
    let chess = variants::find("chess").unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    Variant {
        name: "missing-pawn",
        aliases: &["pawn-odds"],
        title: "Missing Pawn",
        start: String::leak(start.to_owned()),
        network_game: "missing-pawn",
        network_file: &[],
        xboard: None,
        begin: Box::leak(Box::new(|variant, fen: &str| (variants::default().begin)(variant, fen))),
        ..*chess
    }
}

#[test]
fn a_row_that_is_made_at_run_time_is_a_game_of_the_list() {
    let coded = variants::all().len();
    let added = variants::add(row()).unwrap();
    assert_eq!(variants::all().len(), coded + 1);
    assert!(std::ptr::eq(variants::find("Pawn-Odds").unwrap(), added));
    assert_eq!(variants::names_of_all().last(), Some(&"missing-pawn"));
    let game = added.new_game();
    assert_eq!((game.variant().name, game.fen().as_str()), ("missing-pawn", added.start));
    let searcher = Searcher::new(1, 1).unwrap();
    assert!(game.evaluate(&searcher.network_for(added)) < -50, "a pawn is missing");
    assert!(searcher.search(&*game, Limits::depth(4), |_| {}).answer.best.is_some());
    let chess = variants::default();
    let other = || Variant { name: "other", aliases: &[], ..row() };
    let refused = [
        (row(), "there is a game called `pawn-odds` already"),
        (Variant { aliases: &["PRISON-BREAK"], ..other() }, "there is a game called `PRISON-BREAK` already"),
        (Variant { start: "8/8/8/8/8/8/8/8 w - - 0 1", ..other() }, "other: "),
        (Variant { network_game: "chess", ..other() }, "other: chess has another network called `chess`"),
    ];
    for (row, expected) in refused {
        let error = variants::add(row).err().unwrap();
        assert!(error.starts_with(expected), "{error}");
    }
    let same_network = Variant { network_game: "chess", network_file: chess.network_file, ..other() };
    assert_eq!(variants::add(same_network).map(|added| added.name), Ok("other"));
    assert_eq!(variants::all().len(), coded + 2);
}
