use super::*;
use crate::variants;

fn solved(game: &str, material: &str) -> (Endings, Material) {
    let mut endings = Endings::new(variants::find(game).unwrap()).ok().unwrap();
    let material = endings.read(material).unwrap();
    let stop = AtomicBool::new(false);
    endings.solve(&material, &Progress { stop: &stop, tell: &|_| {}, memory: 1 << 30 }).unwrap();
    (endings, material)
}

/// The positions of a table, reflections counted once: by the army to move, how many White wins, are drawn, and Black wins.
fn different(endings: &Endings, material: &Material) -> [[u64; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for number in 0..endings.len_of(material).unwrap() {
        let (fen, ending) = endings.position(material, number).unwrap();
        let place = match ending {
            Ending::Win(winner, _) => 2 * winner.index(),
            Ending::Draw => 1,
        };
        counts[usize::from(fen.contains(" b "))][place] += 1;
    }
    counts
}

/// The longest win of White with White to move, in moves.
fn longest(endings: &Endings, material: &Material) -> u16 {
    endings.counts(material).unwrap().longest[0].as_ref().unwrap().0.div_ceil(2)
}

/// Counts of Syzygy's tables, lengths of Nalimov's: <https://github.com/niklasf/syzygy-tables.info>.
#[test]
fn endings_of_chess_are_those_of_published_tables() {
    for (name, counts, moves) in [
        ("KQvK", [[18081, 0, 0], [25160, 2896, 0]], 10),
        ("KRvK", [[21959, 0, 0], [25260, 2796, 0]], 16),
        ("KPvK", [[62480, 19184, 0], [48802, 35210, 0]], 28),
    ] {
        let (endings, material) = solved("chess", name);
        assert_eq!((different(&endings, &material), longest(&endings, &material)), (counts, moves), "{name}");
        assert_eq!(endings.name(&material), name);
    }
}

/// Chess with four men: counts of Syzygy's tables, in which wins of more than fifty moves count, too, and the greatest numbers of moves to
/// mate of Nalimov's.
const FOUR_MEN: [(&str, [[u64; 3]; 2], u16); 30] = [
    ("KBBvK", [[625902, 644640, 0], [703510, 1004378, 0]], 19),
    ("KBNvK", [[1352913, 6665, 0], [1398741, 309147, 0]], 33),
    ("KBPvK", [[4141811, 174804, 0], [4264809, 859923, 0]], 31),
    ("KBvKB", [[52, 1479132, 14], [14, 1479132, 52]], 1),
    ("KBvKN", [[2, 1479195, 1], [1, 1567216, 5]], 1),
    ("KBvKP", [[104, 4212608, 232968], [28, 3807159, 1174317]], 1),
    ("KNNvK", [[154, 1437574, 0], [30, 1707858, 0]], 1),
    ("KNPvK", [[4405320, 169405, 0], [4176900, 947832, 0]], 27),
    ("KNvKN", [[5, 1567216, 1], [1, 1567216, 5]], 1),
    ("KNvKP", [[208, 4095612, 608446], [35, 3359329, 1622140]], 7),
    ("KPPvK", [[3555030, 58312, 0], [3522058, 302686, 0]], 32),
    ("KPvKP", [[1606514, 1242545, 868985], [868985, 1242545, 1606514]], 33),
    ("KQBvK", [[962339, 0, 0], [1547741, 160147, 0]], 8),
    ("KQNvK", [[1030802, 0, 0], [1543222, 164666, 0]], 9),
    ("KQPvK", [[3273697, 0, 0], [4978796, 145936, 0]], 10),
    ("KQQvK", [[707175, 0, 0], [1672594, 35294, 0]], 4),
    ("KQRvK", [[864052, 0, 0], [1690204, 17684, 0]], 6),
    ("KQvKB", [[1115754, 3462, 0], [1137179, 342019, 0]], 17),
    ("KQvKN", [[1111906, 7310, 0], [1261326, 305896, 0]], 21),
    ("KQvKP", [[3349631, 21317, 20], [3993795, 601733, 385976]], 28),
    ("KQvKQ", [[467214, 646911, 5091], [5091, 646911, 467214]], 13),
    ("KQvKR", [[1108111, 8963, 2142], [883075, 78518, 386313]], 35),
    ("KRBvK", [[1170995, 0, 0], [1557650, 150238, 0]], 16),
    ("KRNvK", [[1238446, 0, 0], [1551099, 156789, 0]], 16),
    ("KRPvK", [[3938586, 0, 0], [4998798, 125934, 0]], 16),
    ("KRRvK", [[1040963, 0, 0], [1702988, 4900, 0]], 7),
    ("KRvKB", [[473447, 874459, 0], [47736, 1431462, 0]], 29),
    ("KRvKN", [[651492, 696413, 1], [170672, 1396546, 4]], 40),
    ("KRvKP", [[3703102, 340191, 6727], [3292745, 871949, 816810]], 26),
    ("KRvKR", [[392459, 946389, 9058], [9058, 946389, 392459]], 19),
];

/// The positions with two equal men that are told apart, reflections counted once: a quarter of all positions and four times those of the
/// table that have every man on one diagonal, and so half as many reflections.
fn told_apart(endings: &Endings, material: &Material) -> [[u64; 3]; 2] {
    let mut counts = endings.counts(material).unwrap().results;
    for number in 0..endings.len_of(material).unwrap() {
        let (fen, ending) = endings.position(material, number).unwrap();
        let men = endings.variant().game(&fen).unwrap().stand().men;
        let on = |is_on: fn(u8, u8) -> bool| men.iter().all(|man| is_on(man.square.file(), man.square.rank()));
        if on(|file, rank| file == rank) || on(|file, rank| file + rank == 7) {
            let place = if let Ending::Win(winner, _) = ending { 2 * winner.index() } else { 1 };
            counts[usize::from(fen.contains(" b "))][place] += 4;
        }
    }
    counts.map(|row| row.map(|count| count / 4))
}

#[test]
#[ignore = "half an hour, and a gigabyte: cargo test --release -p jailbird-core --lib -- --ignored four_men"]
fn endings_of_chess_with_four_men_are_those_of_published_tables() {
    let mut endings = Endings::new(variants::find("chess").unwrap()).ok().unwrap();
    let stop = AtomicBool::new(false);
    for (name, published, moves) in FOUR_MEN {
        let material = endings.read(name).unwrap();
        endings.solve(&material, &Progress { stop: &stop, tell: &|_| {}, memory: 12 << 30 }).unwrap();
        // Published counts tell equal men apart.
        let is_pair = ["QQ", "RR", "BB", "NN", "PP"].iter().any(|pair| name.contains(pair));
        let own = match (is_pair, name.contains('P')) {
            (false, _) => different(&endings, &material),
            (true, true) => endings.counts(&material).unwrap().results,
            (true, false) => told_apart(&endings, &material),
        };
        assert_eq!((own, longest(&endings, &material)), (published, moves), "{name}");
    }
}

/// Whether the army wins within so many plies, looked for without tables.
fn wins_within(game: &mut Box<dyn Game>, winner: Color, plies: u16) -> bool {
    if let Some(outcome) = game.ended() {
        return outcome.winner.is_some_and(|seat| seat.color == winner);
    }
    if plies == 0 {
        return false;
    }
    let (is_winner, moves) = (game.turn().color == winner, game.legal_bits());
    let wins_after = |bits: u64| {
        game.play_bits(bits);
        let wins = wins_within(game, winner, plies - 1);
        game.undo();
        wins
    };
    let mut moves = moves.into_iter().map(wins_after);
    if is_winner { moves.any(|wins| wins) } else { moves.all(|wins| wins) }
}

#[test]
fn wins_are_those_that_a_search_without_tables_finds() {
    // Kings that escape, checks that are inside out, and pieces that come back from the hand.
    for (game, name) in [
        ("prisonbreak", "KRvK"),
        ("prisonersescape", "INvI"),
        ("crazyhouse", "KQvK"),
        ("makruk", "KRvK"),
        ("antichess", "RvN"),
    ] {
        let (endings, material) = solved(game, name);
        let count = endings.len_of(&material).unwrap();
        let mut random = ground::Random::new(5);
        let mut near = 0;
        for _ in 0..400 {
            let (fen, ending) = endings.position(&material, random.below(count)).unwrap();
            let mut position = endings.variant().game(&fen).unwrap();
            assert_eq!(endings.look_up(&*position), Some(ending));
            for winner in Color::ALL {
                for plies in 0..=3 {
                    let expected = matches!(ending, Ending::Win(own, distance) if own == winner && distance <= plies);
                    assert_eq!(
                        wins_within(&mut position, winner, plies),
                        expected,
                        "{game} {fen}: {winner:?} {plies}, {ending:?}"
                    );
                    near += u32::from(expected);
                }
            }
        }
        assert!(near > 0, "{game}");
    }
}

#[test]
fn every_position_is_worth_what_its_best_move_leads_to() {
    for (game, name) in [("antichess", "PvP"), ("minishogi", "KGvK")] {
        let (endings, material) = solved(game, name);
        let count = endings.len_of(&material).unwrap();
        let mut random = ground::Random::new(6);
        for _ in 0..2000 {
            let (fen, ending) = endings.position(&material, random.below(count)).unwrap();
            let position = endings.variant().game(&fen).unwrap();
            let us = position.turn().color;
            let moves = endings.after_each(&*position).unwrap();
            if moves.is_empty() {
                continue;
            }
            let after = |wanted: &dyn Fn(&Ending) -> bool| {
                moves.iter().map(|(_, ending)| *ending).filter(wanted).collect::<Vec<_>>()
            };
            let wins = after(&|ending| matches!(ending, Ending::Win(winner, _) if *winner == us));
            let draws = after(&|ending| *ending == Ending::Draw);
            let plies = |ending: &Ending| if let Ending::Win(_, plies) = ending { *plies } else { 0 };
            let expected = match (wins.iter().map(plies).min(), draws.is_empty()) {
                (Some(least), _) => Ending::Win(us, least + 1),
                (None, false) => Ending::Draw,
                (None, true) => Ending::Win(!us, 1 + moves.iter().map(|(_, ending)| plies(ending)).max().unwrap()),
            };
            assert_eq!(ending, expected, "{game} {fen}");
        }
    }
}

/// A pawn that is dropped must not mate, so what it leads to is not the position in which it stood there before.
#[test]
fn what_the_last_move_decides_is_no_placement() {
    let minishogi = variants::find("minishogi").unwrap();
    let endings = Endings::new(minishogi).ok().unwrap();
    for (fen, text, expected) in
        [("4k/R4/3GK/5/5[P] w - - 0 1", "P@e4", false), ("4k/R4/3GK/5/5[G] w - - 0 1", "G@e4", true)]
    {
        let game = minishogi.game(fen).unwrap();
        let bits = game.find(text).unwrap();
        let mut is_plain = None;
        game.look_ahead(&mut |number, stand, _| {
            if number == bits {
                is_plain = Some(endings.ground.is_plain(stand));
            }
        });
        assert_eq!(is_plain, Some(expected), "{fen} {text}");
    }
}

/// White has to give one check, Black three: a game with exchanged armies is another one.
#[test]
fn armies_with_unequal_counters_are_not_exchanged() {
    let text = "[unequal:3check]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1\n";
    let row = variants::ini::variant_of(variants::ini::Reader::default().read(text).0.pop().unwrap()).unwrap();
    let endings = Endings::new(Box::leak(Box::new(row))).ok().unwrap();
    let names: Vec<String> = endings.materials(3).unwrap().iter().map(|material| endings.name(material)).collect();
    assert!(["KRvK", "KvKR"].iter().all(|name| names.iter().any(|own| own == name)), "{names:?}");
    let equal = Endings::new(variants::find("3check").unwrap()).ok().unwrap();
    assert_eq!(equal.materials(3).unwrap().len() * 2, names.len());
}

/// Pieces that become pawns again have names of their own.
#[test]
fn promoted_pieces_are_told_apart() {
    let endings = Endings::new(variants::find("crazyhouse").unwrap()).ok().unwrap();
    let material = endings.read("KQ~vK").unwrap();
    assert_eq!(endings.name(&material), "KQ~vK");
    assert_ne!(material, endings.read("KQvK").unwrap());
}

#[test]
fn lines_lead_to_the_end() {
    let (endings, material) = solved("chess", "KRvK");
    let (plies, fen) = endings.counts(&material).unwrap().longest[0].clone().unwrap();
    let mut game = endings.variant().game(&fen).unwrap();
    let line = endings.line(&*game);
    assert_eq!(line.len(), usize::from(plies));
    assert!(line.into_iter().all(|bits| game.play_bits(bits)) && game.ended().is_some());
}

#[test]
fn the_armies_may_be_exchanged() {
    let (endings, white) = solved("chess", "KRvK");
    let black = endings.read("KvKR").unwrap();
    assert_eq!(endings.name(&black), "KvKR");
    for number in (0..endings.len_of(&black).unwrap()).step_by(997) {
        let (fen, ending) = endings.position(&black, number).unwrap();
        let game = endings.variant().game(&fen).unwrap();
        assert_eq!((endings.material_of(&*game), endings.look_up(&*game)), (Ok(black.clone()), Some(ending)), "{fen}");
    }
    let (white, black) = (endings.counts(&white).unwrap(), endings.counts(&black).unwrap());
    for turn in 0..2 {
        let reversed: Vec<u64> = black.results[1 - turn].iter().rev().copied().collect();
        assert_eq!(white.results[turn].as_slice(), reversed);
    }
    let (plies, fen) = black.longest[1].clone().unwrap();
    assert_eq!(plies, 31);
    let game = endings.variant().game(&fen).unwrap();
    assert_eq!((game.turn().color, endings.look_up(&*game)), (Color::Black, Some(Ending::Win(Color::Black, 31))));
}

#[test]
fn what_has_no_table_is_named() {
    let refused = |game: &str, text: &str| {
        let endings = match Endings::new(variants::find(game).unwrap()) {
            Ok(endings) => endings,
            Err(EndingError::Refused(why)) => return why,
            Err(EndingError::Stopped) => unreachable!(),
        };
        match endings.read(text) {
            Err(EndingError::Refused(why)) => why,
            other => format!("{other:?}"),
        }
    };
    assert!(refused("penaltybox-dual", "KvK").contains("for two players"));
    assert!(refused("chess", "KQK").contains("as in KQvK"));
    assert!(refused("chess", "KXvK").contains("`X` is no piece of Chess"));
    assert!(refused("chess", "QvK").contains("White has 1 `K`, not 0"));
    assert!(refused("chess", "KQQQQQvK").contains("at most 6 men"));
}

#[test]
fn solving_can_be_stopped_and_memory_is_bounded() {
    let mut endings = Endings::new(variants::find("chess").unwrap()).ok().unwrap();
    let material = endings.read("KQvK").unwrap();
    let mut solve = |stopped: bool, memory: u64| {
        let stop = AtomicBool::new(stopped);
        endings.solve(&material, &Progress { stop: &stop, tell: &|_| {}, memory })
    };
    assert_eq!(solve(true, 1 << 30), Err(EndingError::Stopped));
    assert!(
        matches!(solve(false, 1000), Err(EndingError::Refused(why)) if why.contains("KQvK") && why.contains("memory"))
    );
    assert_eq!(solve(false, 1 << 30), Ok(()));
}
