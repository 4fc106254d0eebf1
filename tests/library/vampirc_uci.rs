//! Lines that vampirc-uci misreads, refuses or panics on. They are the reason why the engine reads `position`, `go` and
//! `setoption` itself. If a row fails after an update of the library, the engine's own reader may be unnecessary.

use vampirc_uci::{UciMessage, parse_one, parse_with_unknown};

/// Lines that the library reads wrongly, and the line that its result prints as.
#[test]
fn some_lines_are_silently_misread() {
    let rows = [
        ("position startpos moves h3h10", "position startpos moves h3h1"),
        ("position startpos moves e2e4 P@e4 e7e5", "position startpos moves e2e4"),
        ("go ponder wtime 1000 btime 1000", "go wtime 1000 btime 1000"),
    ];
    for (line, read) in rows {
        assert_eq!(parse_one(line).to_string().trim(), read, "{line}");
    }
    assert_eq!(parse_one("isreadyx"), UciMessage::IsReady);
}

#[test]
fn some_valid_lines_are_not_understood() {
    let rows = [
        "position fen 8/8/8/8/8/8/8/K1k5 w - -",
        "position fen 6/6/6/6/6/6/6/K1k3 w - - 0 1 -",
        "go perft 3",
        "setoption name UCI_Variant value ",
    ];
    for line in rows {
        let read = parse_with_unknown(&format!("{line}\n"));
        assert!(read.iter().all(|message| matches!(message, UciMessage::Unknown(..))), "{line}: {read:?}");
    }
}

#[test]
fn numbers_above_255_panic() {
    for line in ["go depth 300", "go movestogo 300", "go mate 300", "go depth 99999"] {
        let panicked = std::panic::catch_unwind(|| parse_one(line)).is_err();
        assert!(panicked, "{line} no longer panics");
    }
}

#[test]
fn fixed_words_are_read() {
    let rows = [
        ("uci", UciMessage::Uci),
        ("isready", UciMessage::IsReady),
        ("ucinewgame", UciMessage::UciNewGame),
        ("stop", UciMessage::Stop),
        ("ponderhit", UciMessage::PonderHit),
        ("quit", UciMessage::Quit),
    ];
    for (line, message) in rows {
        assert_eq!(parse_one(line), message);
    }
}
