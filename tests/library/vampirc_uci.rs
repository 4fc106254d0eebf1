//! What vampirc-uci must not be given, as measured: the reason why `position`, `go` and `setoption` have readers of
//! their own. If a row of these fails after an update, the library has changed and the reader may go.

use vampirc_uci::{UciMessage, parse_one, parse_with_unknown};

/// Lines that the library reads as something else than they say: the text its reading prints as.
#[test]
fn lines_that_are_silently_misread() {
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

/// Lines that it cannot read at all.
#[test]
fn lines_that_are_not_understood() {
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

/// Lines that it panics on.
#[test]
fn lines_that_are_fatal() {
    for line in ["go depth 300", "go movestogo 300", "go mate 300", "go depth 99999"] {
        let panicked = std::panic::catch_unwind(|| parse_one(line)).is_err();
        assert!(panicked, "{line} no longer panics");
    }
}

/// The words it is trusted with.
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
