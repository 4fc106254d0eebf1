//! What the referee decides: claims of results, and faults against a side that cannot win.

use super::{games, misbehaving_engine, succeed};
use crate::scratch::{Folder, unique};

/// A CECP engine that moves its knight to and fro. With Black it claims a draw before the own move whose number is its first
/// argument; with a second argument that move does not follow.
#[cfg(unix)]
const CLAIMING: &str = r#"
claim=$1 silent=$2
answer() {
    own=$((own + 1))
    [ $heard -ge $own ] && color=black || color=white
    if [ $color = black ] && [ $own = $claim ]; then
        echo '1/2-1/2 {Draw by repetition}'
        [ "$silent" ] && return
    fi
    case $color$((own % 2)) in
        white1) echo move g1f3 ;;
        white0) echo move f3g1 ;;
        black1) echo move g8f6 ;;
        black0) echo move f6g8 ;;
    esac
}
while read -r word rest; do
    case $word in
        protover) echo 'feature usermove=1 ping=1 setboard=1 done=1' ;;
        ping) echo "pong $rest" ;;
        new) heard=0 own=0 forced= ;;
        force) forced=1 ;;
        usermove) heard=$((heard + 1)); [ "$forced" ] || answer ;;
        go) forced=; answer ;;
        quit) exit ;;
    esac
done
"#;

/// A draw may be claimed together with the move that brings it about: Black's fourth repeats the start for the third time.
#[cfg(unix)]
#[test]
fn a_claim_is_judged_after_the_move_that_follows_it() {
    let folder = Folder::new("claims");
    let script = folder.write("engine.sh", CLAIMING);
    let rows = [("0", "normal"), ("4", "normal"), ("3", "false claim"), ("4 arg=silent", "false claim")];
    for (number, (claim, termination)) in rows.into_iter().enumerate() {
        let pgn = folder.file(&format!("{number}.pgn"));
        let engine = format!("cmd=sh proto=cecp arg={script} arg={claim}");
        succeed(&format!("--engine {engine} name=A --engine {engine} name=B --tc 20 --pgnout {pgn}"));
        let result = if termination == "normal" { "1/2-1/2" } else { "1-0" };
        for record in games(&pgn) {
            assert_eq!((record.tag("Termination"), record.result.as_str()), (Some(termination), result), "{record}");
        }
    }
}

/// A time forfeit against a bare king is a draw in the record, the table and the lines for farms, and a fault all the same.
#[test]
fn a_forfeit_against_a_bare_king_is_a_draw() {
    let folder = Folder::new("bare-king");
    let book = folder.write("bare.epd", "7k/8/8/8/8/8/PPPP4/K7 w - - 0 1\n");
    let (pgn, bad) = (folder.file("games.pgn"), misbehaving_engine::words("late", &unique("bare-king")));
    let text = succeed(&format!(
        "--engine {bad} name=Bad --engine name=Good option.Hash=1 --st 1 --timemargin 100 --games 1 --openings {book} --pgnout {pgn}"
    ));
    let records = games(&pgn);
    let [record] = records.as_slice() else { panic!("{text}") };
    let tags = ["Result", "Termination", "FaultSeat"].map(|tag| record.tag(tag));
    assert_eq!(tags, [Some("1/2-1/2"), Some("time forfeit"), Some("1")], "{record}");
    let table = succeed(&format!("--merge {pgn}"));
    for said in [&text, &table] {
        let row = said.lines().find(|line| line.contains(" Bad ")).unwrap();
        assert!(row.contains("0-1-0") && row.ends_with("1 time forfeit"), "{said}");
    }
    assert!(text.contains("game 1.1: Bad forfeits against Good: time forfeit"), "{text}");
    assert!(text.contains("but the other side cannot win"), "{text}");
}
