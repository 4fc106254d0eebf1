//! Tests of the training.

use super::factors::Factors;
use super::model::Gradient;
use super::samples::Sample;
use super::*;
use crate::network::{FeatureGroup, FeatureSet, Symmetry};
use crate::tools::console::parsed;
use crate::tools::datagen;
use crate::tools::test_folder::TestFolder;
use std::sync::atomic::AtomicUsize;

const SET: FeatureSet = FeatureSet::new(
    &[FeatureGroup::marks("pieces", 2, 4), FeatureGroup::notes("rights", 2, 2)],
    3,
    3,
    Symmetry::Mirror,
);
const TARGET: Target = Target { scale: 100.0, blend: 0.5 };

fn optimiser() -> Optimiser {
    Optimiser::new(Shape { features: SET.len(), hidden: 64 }, &SET, 7)
}

fn sample(views: [&[u16]; 2]) -> Sample<'_> {
    Sample { views, result: 1.0, score: 50.0 }
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let model = optimiser().effective().clone();
    let sample = sample([&[0, 12, 37], &[20, 5, 39]]);
    let mut gradient = Gradient::new(model.shape);
    let loss = model.learn(&sample, TARGET, &mut gradient);
    assert!((loss - model.loss(&sample, TARGET)).abs() < 1e-9);
    let step = 1e-3;
    let slope = |change: &dyn Fn(&mut model::Model, f32)| {
        let [mut more, mut less] = [model.clone(), model.clone()];
        change(&mut more, step);
        change(&mut less, -step);
        (more.loss(&sample, TARGET) - less.loss(&sample, TARGET)) / f64::from(2.0 * step)
    };
    for neuron in 0..32 {
        let row = 12 * 32 + neuron;
        let rows = [
            (slope(&|model, by| model.rows[row] += by), gradient.model.rows[row]),
            (slope(&|model, by| model.biases[neuron] += by), gradient.model.biases[neuron]),
            (slope(&|model, by| model.outputs[32 + neuron] += by), gradient.model.outputs[32 + neuron]),
        ];
        for (expected, found) in rows {
            assert!((expected - f64::from(found)).abs() < 2e-4, "neuron {neuron}: {expected} and {found}");
        }
    }
}

#[test]
fn shared_rows_are_added_to_the_rows_of_their_features() {
    let factors = Factors::of(&SET);
    // Two kinds, own and enemy: a row for the kind, three for its ranks, three for its files.
    assert_eq!(factors.count, 4 * 7);
    let [mut shared, own] = [vec![0.0; 28], vec![1.0; SET.len()]];
    (shared[7], shared[7 + 1 + 2], shared[7 + 4]) = (10.0, 100.0, 1000.0);
    let mut rows = vec![0.0; SET.len()];
    factors.merge(&own, &shared, &mut rows, 1);
    // The second kind: its last rank, its first file.
    assert_eq!((rows[0], rows[9 + 1], rows[9 + 7], rows[9 + 6], rows[36]), (1.0, 11.0, 111.0, 1111.0, 1.0));
    let mut slopes = vec![0.0; 28];
    factors.split(&rows.iter().map(|_| 1.0).collect::<Vec<_>>(), &mut slopes, 1);
    assert_eq!((slopes[0], slopes[1], slopes[4]), (9.0, 3.0, 3.0));
}

#[test]
fn training_learns_who_is_winning() {
    let mut optimiser = optimiser();
    let rows: [([&[u16]; 2], f32); 2] = [([&[0, 20], &[18, 2]], 1.0), ([&[2, 18], &[20, 0]], 0.0)];
    let target = Target { scale: 100.0, blend: 1.0 };
    let losses: Vec<f64> = (0..200)
        .map(|_| {
            let mut gradient = Gradient::new(optimiser.shape());
            let learn = |(views, result): &([&[u16]; 2], f32)| {
                optimiser.effective().learn(
                    &Sample { views: *views, result: *result, score: 0.0 },
                    target,
                    &mut gradient,
                )
            };
            let loss = rows.iter().map(learn).sum();
            optimiser.step(&[gradient], 2.0, 0.01, 0.0);
            loss
        })
        .collect();
    assert!(losses[0] > 0.3 && losses[199] < 0.02, "{} {}", losses[0], losses[199]);
}

#[test]
fn integers_score_as_the_model_does() {
    let optimiser = optimiser();
    let model = optimiser.effective();
    let description = Description { game: "chess".into(), scale: 400, chances: None, origin: String::new() };
    let network = quantise::network(model, description, &SET).unwrap();
    let mut active = crate::network::ActiveFeatures::default();
    let (white, black) = (crate::network::Owner::Player(crate::types::Color::White), crate::types::Color::Black);
    active.add(&SET, 0, white, 1, crate::types::Square::new(1, 1));
    active.add(&SET, 0, crate::network::Owner::Player(black), 0, crate::types::Square::new(2, 2));
    let sample = sample([active.of(black), active.of(!black)]);
    // The prediction from the squared error against a target of 0.
    let exact = model.loss(&Sample { result: 0.0, score: f32::NEG_INFINITY, ..sample }, TARGET).sqrt();
    let score = f64::from(network.evaluate(&active, black));
    assert!((1.0 / (1.0 + (-score / 400.0).exp()) - exact).abs() < 0.01, "{score} and {exact}");
}

/// A folder with a file of games.
struct Folder(TestFolder);

impl Folder {
    fn new() -> Folder {
        let folder = TestFolder::new();
        let arguments = datagen::Arguments {
            games: 25,
            nodes: 20,
            max_plies: 40,
            unbalanced: 0,
            ..datagen::Arguments::new(prisonbreak(), folder.file("games"))
        };
        datagen::generate(&arguments, &AtomicBool::new(false)).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.file(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        self.0.bytes(name)
    }

    fn arguments(&self, options: &str) -> Arguments {
        let path = |word: &str| self.file(word.trim_start_matches('@')).display().to_string();
        let words = options.split_whitespace().map(|word| if word.starts_with('@') { path(word) } else { word.into() });
        let fixed = ["prisonbreak", "--threads", "2", "--batch", "64"].map(str::to_owned);
        parsed(fixed.into_iter().chain([path("games")]).chain(words)).unwrap()
    }

    /// Trains, and stops after so many steps.
    fn train(&self, options: &str, steps: usize) -> Result<Outcome, String> {
        let polled = AtomicUsize::new(0);
        self.arguments(options).train(&|| polled.fetch_add(1, Relaxed) >= steps)
    }
}

fn prisonbreak() -> &'static Variant {
    crate::variants::find("prisonbreak").unwrap()
}

const ALL: usize = usize::MAX;

#[test]
fn an_interrupted_training_gives_the_same_network() {
    let folder = Folder::new();
    assert!(folder.train("--hidden 64 --epochs 3 --out @whole.net", ALL).unwrap().is_finished);
    let mut stops = 0;
    // In the midst of an epoch, at its end, and without a single step.
    for steps in [2, 0, 5, 1, 7].into_iter().cycle() {
        if folder.train("--hidden 64 --epochs 3 --out @parts.net", steps).unwrap().is_finished {
            break;
        }
        stops += 1;
        assert!(folder.file("parts.net.checkpoint").exists() && !folder.file("parts.net").exists());
    }
    assert!(stops > 3, "{stops}");
    assert!(folder.bytes("parts.net") == folder.bytes("whole.net"));
    assert!(!folder.file("parts.net.checkpoint").exists(), "the checkpoint was left behind");
    assert_eq!(folder.bytes("parts.net.svg").len(), folder.bytes("whole.net.svg").len());
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let folder = Folder::new();
    let stopped = |options: &str, steps| folder.train(&format!("--hidden 64 --out @a.net {options}"), steps);
    stopped("--epochs 2", 1).unwrap();
    let before = folder.bytes("a.net.checkpoint");
    let rows = [
        ("--epochs 3", "of another training: --epochs was 2 and is 3; go on with what was, or delete"),
        ("--epochs 2 --rate 0.01 --blend 0.5", "--rate was 0.003 and is 0.01, --blend was 0.3 and is 0.5"),
        ("--epochs 2 --most 100", "with 100 positions"),
        ("--epochs 2 --seed 2", "--seed was 1 and is 2"),
    ];
    for (options, part) in rows {
        let error = stopped(options, ALL).map(|outcome| outcome.is_finished).unwrap_err();
        assert!(error.contains("a.net.checkpoint: ") && error.contains(part), "{error}");
        assert!(folder.bytes("a.net.checkpoint") == before && !folder.file("a.net").exists());
    }
    for cut in [0, 7, 20, before.len() / 2, before.len() - 1] {
        std::fs::write(folder.file("a.net.checkpoint"), &before[..cut]).unwrap();
        let error = stopped("--epochs 2", ALL).map(|outcome| outcome.is_finished).unwrap_err();
        assert!(error.contains("damaged"), "{error}");
    }
}

#[test]
fn training_goes_on_from_a_network() {
    let folder = Folder::new();
    let first = folder.train("--epochs 8 --out @a.net", ALL).unwrap();
    let second = folder.train("--from @a.net --epochs 1 --out @b.net", ALL).unwrap();
    let anew = folder.train("--epochs 1 --out @c.net", ALL).unwrap();
    // Its loss is near that of the first network, compared with the loss of a start from nothing.
    let [first, second, anew] = [first, second, anew].map(|outcome| outcome.losses[0]);
    assert!(first < anew && second - first < 0.1 * (anew - first), "{first} {second} {anew}");
    let error = |options: &str| folder.train(options, ALL).map(|outcome| outcome.is_finished).unwrap_err();
    let wrong = error("--from @a.net --hidden 128 --out @d.net");
    assert!(wrong.contains("a network of 64 hidden neurons, not of 128"), "{wrong}");
    let features = crate::variants::find("chess").unwrap().features;
    let other = Network::of_equal_pieces("chess", features);
    std::fs::write(folder.file("chess.net"), other.bytes(features)).unwrap();
    let wrong = error("--from @chess.net --out @d.net");
    assert!(wrong.contains("chess.net: a network for chess, not for prisonbreak"), "{wrong}");
    assert!(!folder.file("d.net").exists());
}

/// What training adds to a network is rounded away if the rate is 0.
#[test]
fn a_network_is_the_same_after_training_at_rate_0() {
    let folder = Folder::new();
    folder.train("--hidden 64 --epochs 4 --out @a.net", ALL).unwrap();
    folder.train("--from @a.net --rate 0 --epochs 1 --out @b.net", ALL).unwrap();
    let read = |name: &str| network_file::read(&folder.file(name)).unwrap();
    let (a, b) = (read("a.net"), read("b.net"));
    assert_eq!((&a.rows, &a.biases, &a.outputs), (&b.rows, &b.biases, &b.outputs));
    assert_eq!(a.output_bias, b.output_bias);
}

/// Only the size of the scores differs: the same result is expected from a position.
#[test]
fn a_scale_changes_scores_and_not_chances() {
    let folder = Folder::new();
    let train = |options: &str| folder.train(&format!("--epochs 2 --out @{options}"), ALL).unwrap().losses;
    assert_eq!(train("a.net"), train("b.net --scale 300"));
    let [a, b] = ["a.net", "b.net"].map(|name| network_file::read(&folder.file(name)).unwrap());
    assert_eq!((&a.rows, &a.biases, &a.outputs), (&b.rows, &b.biases, &b.outputs));
    assert_eq!(b.description.scale, 300);
    let win = |network: &Network, output: f64| {
        let Description { scale, chances, .. } = &network.description;
        chances.unwrap().win(output * f64::from(*scale))
    };
    for output in [-2.0, -0.3, 0.0, 0.5, 3.0] {
        let difference = win(&a, output) - win(&b, output);
        assert!(difference.abs() < 0.02, "{output}: {difference}");
    }
    assert!(folder.train("--epochs 1 --out @c.net --from @b.net", ALL).is_ok());
}

#[test]
fn the_curve_has_both_lines_and_their_names() {
    let svg = curve::svg("Chess: a.net", &[[0.2, 0.21], [0.1, 0.15], [0.05, 0.16]]).unwrap();
    for part in ["<svg", "Chess: a.net", "training games", "games held out", "epoch", "loss (mean squared error)"] {
        assert!(svg.contains(part), "{part}");
    }
    // No game held out, one epoch, none, and losses that do not change.
    for history in [&[[0.2, f64::NAN]][..], &[[0.1, 0.1], [0.1, 0.1]], &[]] {
        assert!(!curve::svg("x", history).unwrap().contains("NaN"));
    }
}
