//! Tests of inference, and of networks in files.

use super::*;
use crate::types::bytes::sealed;
use crate::types::score::WinModel;
use crate::types::zobrist::mix;
use crate::types::{Color, Score, Square};

const SET: FeatureSet = FeatureSet::new(
    &[FeatureGroup::marks("pieces", 3, 8), FeatureGroup::notes("rights", 2, 4)],
    4,
    5,
    Symmetry::Mirror,
);

/// A random number within `bound` of 0.
fn random(seed: u64, bound: i32) -> i16 {
    ((mix(seed) >> 33) as i32 % (2 * bound + 1) - bound) as i16
}

/// A network of random weights with two hidden blocks. Rows of the last item are zero.
fn network() -> Network {
    let block = |seed: u64, bound: i32| Block(std::array::from_fn(|lane| random(seed * 1000 + lane as u64, bound)));
    let mut rows: Vec<Block> = (0..2 * SET.len() as u64).map(|number| block(number, 300)).collect();
    rows[80..120].fill(Block::ZERO);
    Network {
        description: Description {
            game: "chess".into(),
            scale: 400,
            chances: Some(WinModel { even: 90, spread: 70 }),
            origin: "a test".into(),
        },
        biases: vec![block(5000, 200), block(5001, 200)],
        rows,
        outputs: (0..2).map(|number| [block(6000 + number, 127), block(7000 + number, 127)]).collect(),
        output_bias: 321,
    }
}

/// The same computed without blocks, in 64 bits.
fn score_of(network: &Network, views: [&[u16]; 2]) -> Score {
    let mut total = 0i64;
    for neuron in 0..2 * LANES {
        let (block, lane) = (neuron / LANES, neuron % LANES);
        for (view, features) in views.into_iter().enumerate() {
            let weights =
                features.iter().map(|&feature| i64::from(network.rows[usize::from(feature) * 2 + block][lane]));
            let sum = (i64::from(network.biases[block][lane]) + weights.sum::<i64>()).clamp(0, 255);
            total += sum * sum * i64::from(network.outputs[block][view][lane]);
        }
    }
    ((total / 255 + 321) * 400 / (255 * 64)) as Score
}

#[test]
fn the_score_is_that_of_the_plain_formula() {
    let network = network();
    for seed in 0..100 {
        let mut active = ActiveFeatures::default();
        for piece in 0..8 {
            let number = mix(seed * 100 + piece);
            let square = Square::new((number % 4) as u8, (number >> 8) as u8 % 5);
            let owner = Owner::Player(if number >> 16 & 1 == 0 { Color::White } else { Color::Black });
            active.add(&SET, 0, owner, (number >> 24) as usize % 3, square);
        }
        for side in Color::ALL {
            let expected = score_of(&network, [active.of(side), active.of(!side)]);
            assert_eq!(network.evaluate(&active, side), expected, "{active:?}");
        }
    }
}

#[test]
fn each_player_sees_the_board_from_its_own_side() {
    let mut active = ActiveFeatures::default();
    active.add(&SET, 0, Owner::Player(Color::White), 1, Square::new(2, 0));
    active.add(&SET, 0, Owner::Player(Color::Black), 1, Square::new(2, 4));
    active.add(&SET, 1, Owner::Player(Color::Black), 0, Square(0));
    let [own, enemy] = [20 + 2, 80 + 16 + 2];
    assert_eq!(active.of(Color::White), [own, enemy, 120 + 2]);
    assert_eq!(active.of(Color::Black), [enemy, own, 120]);
}

#[test]
fn a_file_gives_the_same_network_again() {
    let network = network();
    let bytes = network.bytes(&SET);
    let read = Network::read(&bytes, "chess", &SET).unwrap();
    assert_eq!(read.bytes(&SET), bytes);
    assert_eq!((read.rows, read.description), (network.rows, network.description));
    assert_eq!(game_of(&bytes), Ok("chess"));
}

/// Files with some random bytes and a correct checksum are refused, or give a network that scores as the plain formula
/// does.
#[test]
fn random_bytes_behind_the_checksum_are_refused_or_evaluated() {
    let bytes = network().bytes(&SET);
    let mut accepted = 0;
    for seed in 0..3000 {
        let mut content = bytes[8..bytes.len() - 8].to_vec();
        for change in 0..1 + seed % 4 {
            let number = mix(seed * 8 + change);
            let at = (number >> 8) as usize % content.len();
            content[at] = number as u8;
        }
        let file = sealed(MAGIC, &content);
        let Ok(network) = Network::read(&file, "chess", &SET) else { continue };
        accepted += 1;
        let mut active = ActiveFeatures::default();
        for square in 0..8 {
            let owner = Owner::Player(if square < 4 { Color::White } else { Color::Black });
            active.add(&SET, 0, owner, usize::from(square) % 3, Square::new(square % 4, square / 4));
        }
        (0..4).for_each(|_| active.add(&SET, 1, Owner::Player(Color::White), 0, Square(0)));
        let score = network.evaluate(&active, Color::White);
        if network.description.scale == 400 && network.output_bias == 321 {
            let views = [active.of(Color::White), active.of(Color::Black)];
            assert_eq!(score, score_of(&network, views));
        }
    }
    assert!((500..2900).contains(&accepted), "{accepted}");
}

/// The largest weights that a file may have, with the largest scale, on every neuron of the largest network.
#[test]
fn the_largest_network_gives_a_score_that_is_no_forced_win() {
    let blocks = MOST_HIDDEN / LANES;
    for sign in [-1, 1] {
        let largest = Network {
            description: Description { game: "chess".into(), scale: 10_000, chances: None, origin: String::new() },
            biases: vec![Block([255; LANES]); blocks],
            rows: vec![Block::ZERO; SET.len() * blocks],
            outputs: vec![[Block([sign * 127; LANES]); 2]; blocks],
            output_bias: i32::from(sign) << 20,
        };
        let network = Network::read(&largest.bytes(&SET), "chess", &SET).unwrap();
        let score = network.evaluate(&ActiveFeatures::default(), Color::White);
        assert_eq!(score, i32::from(sign) * (crate::types::score::DECIDED - 1));
    }
}

#[test]
fn a_network_of_equal_pieces_counts_pieces() {
    let network = Network::of_equal_pieces("chess", &SET);
    network.check(&SET).unwrap();
    let mut scores = Vec::new();
    for difference in -8i32..=8 {
        let mut active = ActiveFeatures::default();
        let color = if difference < 0 { Color::Black } else { Color::White };
        for piece in 0..difference.unsigned_abs() as u8 {
            active.add(&SET, 0, Owner::Player(color), usize::from(piece % 3), Square::new(piece % 4, piece / 4));
        }
        active.add(&SET, 1, Owner::Player(Color::White), 0, Square(0));
        let score = network.evaluate(&active, Color::White);
        assert!((score - 100 * difference).abs() <= 2, "{difference} pieces: {score}");
        assert_eq!(network.evaluate(&active, Color::Black), -score);
        scores.push(score);
    }
    assert!(scores.is_sorted());
}

#[test]
fn damaged_and_unfit_files_are_refused() {
    let bytes = network().bytes(&SET);
    let error = |bytes: &[u8]| Network::read(bytes, "chess", &SET).unwrap_err();
    for index in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x10;
        error(&damaged);
        error(&bytes[..index]);
    }
    let more = FeatureSet::new(SET.groups, 5, 5, Symmetry::Mirror);
    let overflowing = Network { rows: vec![Block([9000; LANES]); 2 * SET.len()], ..network() };
    // The same right four times.
    let mut repeated = vec![Block::ZERO; 2 * SET.len()];
    repeated[2 * 120] = Block([9000; LANES]);
    let repeated = Network { rows: repeated, ..network() };
    let rows = [
        (error(&repeated.bytes(&SET)), "overflows"),
        (error(b"JBNET"), "not a network"),
        (Network::read(&bytes, "friendly", &SET).unwrap_err(), "a network for chess, not for friendly"),
        (Network::read(&bytes, "chess", &more).unwrap_err(), "other features"),
        (error(&overflowing.bytes(&SET)), "overflows"),
        (error(&Network { output_bias: 1 << 24, ..network() }.bytes(&SET)), "output bias"),
        (error(&Network { outputs: vec![[Block([128; LANES]); 2]; 2], ..network() }.bytes(&SET)), "-127 to 127"),
    ];
    for (error, part) in rows {
        assert!(error.contains(part), "{error}");
    }
}
