use super::{GameRecord, Reading, read_located};

/// The games of a text: moves with glyphs and comments, and results; `!` stands before a damaged one.
fn games(reading: &Reading) -> String {
    let text = |game: &super::LocatedGame| {
        let mut record = GameRecord { tags: Vec::new(), ..game.record.clone() };
        record.tags.extend(game.record.tags.iter().find(|tag| tag.0 == "FEN").cloned());
        let moves = record.to_string().rsplit("\n\n").nth(1).unwrap_or_default().trim().replace('\n', " ");
        format!("{}{moves}", if game.is_damaged { "!" } else { "" })
    };
    reading.games.iter().map(text).collect::<Vec<_>>().join(" | ")
}

/// A text, its games, and its faults: line, game, and a part of the sentence.
type Row = (&'static str, &'static str, &'static [(usize, usize, &'static str)]);

/// Damaged texts. Behind every fault reading goes on.
const DAMAGED: &[Row] = &[
    // Tags.
    (
        "[Event \"1\"]\n\n1. a3 *\n\n[Event \"5th \"M. T.\" Int\"]\n[Site \"x\"]\n\n1. b3 *\n\n[Event \"3\"]\n\n1. c3 *",
        "1. a3 * | !1. b3 * | 1. c3 *",
        &[(5, 2, "not `[Event \"5th \"M. T.\" Int\"]`")],
    ),
    ("[Event \"x\"]\n[Site ?]\n\n1. e4 *\n\n1. d4 *", "!1. e4 * | 1. d4 *", &[(2, 1, "not `[Site ?]`")]),
    ("[Site 'x'] 1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Site \u{201c}x\u{201d}]\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Site x\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Site \"x\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Site \"x\"\n[Round \"1\"]\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Event \"x\" \"y\"]\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Event \"x\n\"]\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[Event \"a long\r\nname\"]\r\n[Site \"x\"]\r\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("[\"x\"]\n1. e4 *", "1. e4 *", &[(1, 1, "not `[\"x\"]`")]),
    ("[Event \"C:\\\"]\n1. e4 *", "!1. e4 *", &[(1, 1, "a tag is")]),
    ("1. e4 [%clk 0:01] e5 [N] 2. d4 *", "!1. e4 e5 2. d4 *", &[(1, 1, "not `[%clk 0:01]`"), (1, 1, "not `[N]`")]),
    ("1. e4 *\n\n[Event \"x", "1. e4 *", &[(3, 1, "the text ends within a tag")]),
    ("1. e4 *\n\n[Event \"x\"]\n[Si", "1. e4 * | !*", &[(4, 2, "the text ends within a tag")]),
    // A tag that is given twice.
    (
        "[FEN \"8/PK6/8/8/8/8/8/7k w - - 0 1\"]\n[ECO \"B01\"]\n[Result \"1-0\"]\n[ECO \"B01\"]\n\n1. a8=Q 1-0",
        "1. a8=Q 1-0",
        &[],
    ),
    (
        "[FEN \"8/PK6/8/8/8/8/8/7k w - - 0 1\"]\n[ECO \"B01\"]\n[ECO \"B02\"]\n1. a8=Q 1-0\n\n1. e4 *",
        "!1. a8=Q 1-0 | 1. e4 *",
        &[(3, 1, "tag ECO is given twice, as `B01` and as `B02`")],
    ),
    ("[Event \"3\"]\n[Event \"4\"]\n1. e4 *", "!1. e4 *", &[(2, 1, "tag Event is given twice")]),
    ("[Event \"1\"]\n\n[FEN \"x\"]\n[Event \"2\"]\n\n1. e4 *", "!1. e4 *", &[(4, 1, "tag Event is given twice")]),
    // Games without moves and results.
    ("[Event \"1\"]\n\n[Event \"2\"]\n\n1. e4 *", "* | 1. e4 *", &[]),
    ("[White \"1\"]\n[Black \"2\"]\n\n[White \"3\"]\n\n[White \"3\"]\n\n1. e4 *", "* | * | 1. e4 *", &[]),
    ("[Event \"1\"]\n\n{nothing}\n\n% x\n[Event \"1\"]\n*", "{nothing} * | *", &[]),
    ("[White \"1\"]\n\n[Black \"2\"]\n\n[Event \"3\"]\n\n1. e4 *", "1. e4 *", &[]),
    ("[Event \"1\"]\n1. e4\n[Event \"2\"]\n1. d4 *", "1. e4 * | 1. d4 *", &[]),
    ("1. d4 d5 1-0 0-1\n\n1. e4 *", "1. d4 d5 1-0 | 1. e4 *", &[(1, 1, "`0-1` behind the result")]),
    // Comments without end.
    (
        "[Event \"1\"]\n\n1. e4 {unterminated e5 *\n\n[Event \"2\"]\n\n1. d4 {good} *",
        "!1. e4 {unterminated e5 *} * | 1. d4 {good} *",
        &[(3, 1, "`{` without `}`")],
    ),
    (
        "1. e4\r\n{unterminated e5 *\r\n\r\n[Event \"2\"]\r\n1. d4 *",
        "!1. e4 {unterminated e5 *} * | 1. d4 *",
        &[(2, 1, "`{`")],
    ),
    ("1. e4 {unterminated e5 *\n\n1. d4 *", "!1. e4 {unterminated e5 *} * | 1. d4 *", &[(1, 1, "`{`")]),
    (
        "1. e4 {unterminated e5 *\n\n1. d4 {good} d5 *",
        "!1. e4 {unterminated e5 *} * | 1. d4 {good} 1... d5 *",
        &[(1, 1, "`{`")],
    ),
    ("1. e4 {Plans:\n\n1. attack\n\n2. [win]} e5 *", "1. e4 {Plans: 1. attack 2. [win]} 1... e5 *", &[]),
    ("1. e4 {a e5 2. d4 {b} d5 *", "!1. e4 {a e5 2. d4 (b} 1... d5 *", &[(1, 1, "`{` within a comment")]),
    ("1. e4 {a {b} c} e5 *", "!1. e4 {a (b} 1... c 2. e5 *", &[(1, 1, "`{` within"), (1, 1, "`}` without `{`")]),
    ("1. e4 ; a {b\n e5 *", "1. e4 {a (b} 1... e5 *", &[]),
    ("1. e4 1-0 {unterminated\n\n[Event \"2\"]\n1. d4 *", "1. e4 1-0 | 1. d4 *", &[(1, 1, "`{`")]),
    ("1. e4 *\n\n1. d4 {unterminated *", "1. e4 * | !1. d4 {unterminated *} *", &[(3, 2, "`{`")]),
    // Variations.
    ("1. e4 (1. d4\n(1. c4 1-0\n\n[Event \"2\"]\n*", "!1. e4 (1. d4 (1. c4)) 1-0 | *", &[(1, 1, "`(` without `)`")]),
    ("1. e4 (1. d4 1-0\n\n1. c4 *", "!1. e4 (1. d4) 1-0 | 1. c4 *", &[(1, 1, "`(` without `)`")]),
    ("1. e4 (1. d4", "!1. e4 (1. d4) *", &[(1, 1, "`(` without `)`")]),
    ("1. e4 (1. d4 1-0) *", "1. e4 (1. d4 1-0) *", &[]),
    ("1. e4 (1. d4 1-0 d5) *", "!1. e4 (1. d4 d5 1-0) *", &[(1, 1, "`d5` behind the result")]),
    ("1. e4\n\ne5 )\n2. d4 *\n\n1. c4 *", "!1. e4 e5 2. d4 * | 1. c4 *", &[(3, 1, "`)` without `(`")]),
    ("(1. a4) 1. e4 ({empty}) () *", "!1. e4 *", &[(1, 1, "before the first move"), (1, 1, "without moves")]),
    ("1. e4 ($142 1. d4 $1) *", "1. e4 (1. d4 $142 $1) *", &[]),
    // Signs and words.
    ("1. e4 {a\n comment}\n } e5 *\n\n1. d4 *", "!1. e4 {a comment} 1... e5 * | 1. d4 *", &[(3, 1, "`}` without `{`")]),
    ("1. e4 *\n}\n1. d4 *", "1. e4 * | 1. d4 *", &[(2, 1, "`}` without `{`")]),
    ("1. e4 $300 e5 $ *", "!1. e4 e5 *", &[(1, 1, "`$300` is no glyph"), (1, 1, "`$` is no glyph")]),
    ("1. e4 \0\x02\0 e5 *", "!1. e4 e5 *", &[(1, 1, "a control character (U+0000)")]),
    ("1. e4 == e5 *", "!1. e4 e5 *", &[(1, 1, "`==` is neither")]),
    ("e.p. 1. e4 * $1", "1. e4 *", &[(1, 1, "without a move"), (1, 1, "a glyph outside a game")]),
    (
        ") ) ) ) ) ) ) ) ) ) ) ) )",
        "",
        &[
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "`)`"),
            (1, 1, "more faults"),
        ],
    ),
    // Forms that are read without a fault.
    ("1. e4 e5;best by test\n2. d4 *", "1. e4 e5 {best by test} 2. d4 *", &[]),
    (
        "8. a3 Bd6? \u{b1} {good} a6 = Qh5+\u{2212} 9. N \u{2213} h3 +- *",
        "1. a3 Bd6 $2 $16 {good} 2. a6 $10 Qh5 $18 $146 $17 3. h3 $18 *",
        &[],
    ),
    ("18. bxa6 e.p. Bd7 19. bxc6 ep + *", "1. bxa6 Bd7 2. bxc6 *", &[]),
    (
        "1. e4 ; a\r1... e5 ; b\r% c\r2. d4 *\r\r1. c4 )\r*",
        "1. e4 {a} 1... e5 {b} 2. d4 * | !1. c4 *",
        &[(6, 2, "`)`")],
    ),
    ("1. {a} e4 {b} *", "1. {a} e4 {b} *", &[]),
    ("* 1. {a} *", "* | !*", &[(1, 2, "a comment in a game without")]),
    ("1. e4 -- 2. d4 (2. Z0 d5) *", "1. e4 -- 2. d4 (2. Z0 d5) *", &[]),
    ("\u{feff}1. e4 *\n\n\u{feff}[Event \"2\"]\n1. d4 \u{bd}-\u{bd}\u{1a}", "1. e4 * | 1. d4 1/2-1/2", &[]),
    ("1. O\u{2013}O 0\u{2013}0 1\u{2013}0", "1. O-O 0-0 1-0", &[]),
];

#[test]
fn faults_are_named_and_reading_goes_on() {
    for &(text, expected, faults) in DAMAGED {
        let reading = read_located(text);
        assert_eq!(games(&reading), expected, "{text}");
        let found: Vec<_> = reading.faults.iter().map(|fault| (fault.line, fault.game, &fault.what[..])).collect();
        let fits = faults.len() == found.len()
            && faults.iter().zip(&found).all(|(a, b)| (a.0, a.1) == (b.0, b.1) && b.2.contains(a.2));
        assert!(fits, "{text}\n{found:#?}");
    }
}

/// What a damaged tag says is kept if it can be read.
#[test]
fn values_of_damaged_tags_are_kept() {
    let rows = [
        ("[Event \"5th \"M. T.\" Int\"]", "5th \"M. T.\" Int"),
        ("[Event 'x y']", "x y"),
        ("[Event x]", "x"),
        ("[Event \"x\"\n*", "x"),
        ("[Event \"x\\\"]", "x\\"),
        ("[Event \"x", ""),
        ("[Event \"a long\nname\"]\n*", "a long name"),
        ("[Event \"x]\n*", ""),
        ("[Event \"x\n*", ""),
        ("[Event x\n*", ""),
    ];
    for (text, expected) in rows {
        let reading = read_located(text);
        let found = reading.games.first().and_then(|game| game.record.tag("Event")).unwrap_or("");
        assert_eq!(found, expected, "{text}");
        assert_eq!(reading.faults.len(), 1, "{text}");
    }
}

/// The places of games and escaped lines make up the text.
#[test]
fn games_have_their_places_in_the_text() {
    let text = "% first\n; comment\n[Event \"1\"]\n\n1. e4 {c}\n% inside\ne5 1-0 {behind} 1. d4\n\n[Event \"2\"]\n1. c4 (1. b4 * )";
    let reading = read_located(text);
    let parts: Vec<&str> = reading.games.iter().map(|game| &text[game.source.clone()]).collect();
    let expected = ["[Event \"1\"]\n\n1. e4 {c}\n% inside\ne5 1-0", "1. d4", "[Event \"2\"]\n1. c4 (1. b4 * )"];
    assert_eq!(parts, expected);
    assert_eq!(reading.games.iter().map(|game| game.escaped.len()).collect::<Vec<_>>(), [1, 0, 0]);
    assert_eq!(reading.games[0].escaped, ["% inside"]);
    assert_eq!(reading.games.iter().map(|game| game.line).collect::<Vec<_>>(), [3, 7, 9]);
}

#[test]
fn a_text_that_is_cut_off_is_told_from_a_whole_one() {
    for (text, is_cut_off) in [
        ("1. e4 e5 *", false),
        ("1. e4 e5", false),
        ("1. e4 {a", true),
        ("1. e4 {a\n", true),
        ("1. e4 (1. d4", true),
        ("[Event \"x", true),
        ("[Event \"x\"]\n[", true),
        ("[Event \"x\n", false),
        ("1. e4 )", false),
    ] {
        assert_eq!(read_located(text).is_cut_off, is_cut_off, "{text}");
    }
}

#[test]
fn variants_have_the_names_that_others_write() {
    let named = |name: &str| {
        super::read(&format!("[Variant \"{name}\"]\n\n*")).unwrap()[0].variant().map(|variant| variant.name)
    };
    for (name, game) in [
        ("Three-check", "3check"),
        ("three check", "3check"),
        ("3check", "3check"),
        ("Five-check", "5check"),
        ("King of the Hill", "kingofthehill"),
        ("Racing Kings", "racingkings"),
        ("RACING-KINGS", "racingkings"),
        ("Crazyhouse", "crazyhouse"),
        ("Antichess", "antichess"),
        ("Atomic", "atomic"),
        ("Horde", "horde"),
        ("From Position", "chess"),
    ] {
        assert_eq!(named(name), Ok(game), "{name}");
    }
    assert!(named("Six-check").is_err_and(|error| error.contains("`Six-check`")));
}
