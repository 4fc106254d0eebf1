//! Dual Penalty Box: the boards of a game of four players end one after the other.

use jailbird::engine::searcher::Searcher;
use jailbird::game::Game;
use jailbird::search::Limits;
use jailbird::types::{Outcome, Reason};
use jailbird::variants;

fn dual() -> Box<dyn Game> {
    variants::find("penaltybox-dual").unwrap().new_game()
}

/// Plays moves in the order White A, White B, Black A, Black B.
fn play_all(game: &mut dyn Game, moves: &str) {
    for text in moves.split_whitespace() {
        game.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
    }
}

/// Knights on board A go out and back; pawns on board B advance, so that only board A repeats.
const FIRST_RETURN: &str = "A:b1c3 B:a2a3 A:b8c6 B:a7a6 A:c3b1 B:b2b3 A:c6b8 B:b7b6";
const SECOND_RETURN: &str = "A:b1c3 B:c2c3 A:b8c6 B:c7c6 A:c3b1 B:d2d3 A:c6b8 B:d7d6";

#[test]
fn a_repeated_board_ends_and_the_other_goes_on() {
    let mut game = dual();
    play_all(&mut *game, FIRST_RETURN);
    assert!(!game.fen().contains("ended"), "{}", game.fen());
    play_all(&mut *game, SECOND_RETURN.strip_suffix(" A:c6b8 B:d7d6").unwrap());
    assert!(!game.fen().contains("ended"), "{}", game.fen());
    // The third repetition counts when one of the board's players is to move.
    play_all(&mut *game, "A:c6b8");
    assert!(!game.fen().contains("ended"), "{}", game.fen());
    play_all(&mut *game, "B:d7d6");
    assert!(game.fen().ends_with("ended:A"), "{}", game.fen());
    assert_eq!(game.outcome(), None);
    // The players of board A are skipped.
    play_all(&mut *game, "B:e2e3 B:e7e6");
    assert!(game.play("A:g1f3").is_err());
}

#[test]
fn two_drawn_boards_are_a_draw_for_all() {
    let mut game = dual();
    let back_and_forth = "A:b1c3 B:b1c3 A:b8c6 B:b8c6 A:c3b1 B:c3b1 A:c6b8 B:c6b8";
    play_all(&mut *game, back_and_forth);
    play_all(&mut *game, back_and_forth);
    let outcome = game.outcome().expect("both boards have stood three times");
    assert_eq!((outcome.winner, outcome.reason), (None, Reason::BoardsDrawn));
    assert!(game.undo() && game.outcome().is_none());
}

#[test]
fn fifty_turns_of_each_player_end_a_board() {
    let variant = variants::find("penaltybox-dual").unwrap();
    let fen = "3k4/8/8/8/8/8/8/R3K3|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w1 -|KQkq -|- 99|0 60 - -";
    let mut game = variant.game(fen).unwrap_or_else(|error| panic!("{error}"));
    play_all(&mut *game, "A:a1b1 B:e2e4");
    assert!(game.fen().ends_with("ended:A"), "{}", game.fen());
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_whole_game_is_played() {
    let searcher = Searcher::new(1, 16).unwrap();
    let mut game = dual();
    for _ in 0..600 {
        if game.outcome().is_some() {
            return;
        }
        let limits = Limits { nodes: Some(300), ..Limits::default() };
        let best = searcher.search(&*game, limits, |_| {}).answer.best.expect("a move");
        assert!(game.play_bits(best));
    }
    panic!("no end after 600 plies: {}", game.fen());
}

#[test]
fn a_position_with_both_clocks_run_out_is_drawn() {
    let variant = variants::find("penaltybox-dual").unwrap();
    let fen = "4k3/8/8/8/8/8/8/*3K3|4k3/8/8/8/8/8/8/*3K3[] w1 -|- -|- 100|100 60 - -";
    let game = variant.game(fen).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::BoardsDrawn)));
    let fen = fen.replace("100|100", "100|0");
    let game = variant.game(&fen).unwrap_or_else(|error| panic!("{error}"));
    assert!(game.outcome().is_none() && game.fen().ends_with("ended:A"), "{}", game.fen());
}

#[test]
fn the_result_names_the_player_who_won() {
    let variant = variants::find("penaltybox-dual").unwrap();
    for (board, name) in [(0, "White on board A mates"), (1, "White on board B mates")] {
        let mated = "R5k1/5ppp/8/8/8/8/8/*3K3";
        let other = "4k3/8/8/8/8/8/8/*3K2R";
        let boards = if board == 0 { [mated, other] } else { [other, mated] };
        let seat = if board == 0 { "b1" } else { "b2" };
        let fen = format!("{}|{}[] {seat} -|- -|- 0|0 60 - -", boards[0], boards[1]);
        let game = variant.game(&fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
        assert_eq!(game.outcome().map(Outcome::comment).as_deref(), Some(name), "{fen}");
    }
}
