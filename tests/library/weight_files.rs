//! Files of evaluation weights: what is written is read back, and faults are reported with their line.

use jailbird::eval::TaperedScore;
use jailbird::eval::weights::{self, Group};
use jailbird::variants::VARIANTS;

const GROUPS: &[Group] = &[
    Group { name: "tempo", doc: " The right to move.", start: 0, len: 1, row: 16 },
    Group { name: "squares", doc: " A piece by square.", start: 1, len: 4, row: 2 },
];

#[test]
fn written_weights_are_read_back() {
    let values = [(1, -1), (-30_000, 30_000), (0, 0), (7, 8), (-9, 10)];
    let values = values.map(|(middle, end)| TaperedScore::new(middle, end));
    let text = weights::write("two\nlines", GROUPS, &values);
    let mut read = [TaperedScore::ZERO; 5];
    assert_eq!(weights::parse(&text, GROUPS, &mut read), Ok(()), "{text}");
    assert_eq!(read, values);
    for variant in VARIANTS {
        let Some(weights) = variant.new_game().weights() else { continue };
        let mut read = vec![TaperedScore::ZERO; weights.values.len()];
        assert_eq!(weights::parse(&weights.to_string(), weights.groups, &mut read), Ok(()));
        assert_eq!(read, weights.values, "{}", variant.name);
    }
}

#[test]
fn errors_name_the_line() {
    let rows = [
        ("", "line 1: expected the name 'tempo'"),
        ("# tempo\n\ntempi 1/1", "line 3: expected the name 'tempo'"),
        ("tempo 1/1\nsquare 1/1", "line 2: expected the name 'squares'"),
        ("tempo\n1", "line 2: not a pair"),
        ("tempo 1/1.5", "line 1: not a pair"),
        ("tempo 1/30001", "line 1: not a pair"),
        ("tempo 1/1\nsquares 1/1 2/2\n\n3/3", "line 4: 'squares' has too few weights"),
        ("tempo squares", "line 1: 'tempo' has too few weights"),
        ("tempo 1/1 squares 1/1 2/2 3/3 4/4\n5/5", "line 2: nothing was expected"),
    ];
    for (text, expected) in rows {
        let error = weights::parse(text, GROUPS, &mut [TaperedScore::ZERO; 5]).unwrap_err().explain(GROUPS);
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}
