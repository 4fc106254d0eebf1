use super::journal::{self, Journal};
use super::list::{self, ListFormat, Tuned};
use super::tuning::{Gains, Perturbation, Tuning};
use super::{advance, chart, report};
use crate::search::parameters::{PARAMETERS, Scope};
use crate::tools::sprt::Tally;
use crate::tools::test_folder::TestFolder;
use crate::types::zobrist::mix;
use proptest::prelude::*;
use std::path::Path;

const GAINS: Gains = Gains { iterations: 400, pairs: 4, alpha: 0.602, gamma: 0.101, stability: 0.1, seed: 1 };

fn tuned(name: &str, value: i32, min: i32, max: i32) -> Tuned {
    Tuned { name: name.into(), value, min, max, c_end: 4.0, r_end: 0.02 }
}

/// Two sides whose difference in strength is that of their distances from 70 and 20; four pairs.
fn games(tuning: &Tuning) -> Tally {
    let Perturbation { plus, minus } = tuning.perturbation();
    let loss = |values: &[i32]| f64::from((values[0] - 70).pow(2) + (values[1] - 20).pow(2));
    let expected = 1.0 / (1.0 + ((loss(&plus) - loss(&minus)) / 400.0).exp());
    let luck = |game: u64| mix(u64::from(tuning.finished()) * 8 + game) as f64 / u64::MAX as f64;
    let wins = (0..8).filter(|&game| luck(game) < expected).count() as u64;
    Tally { wins, losses: 8 - wins, ..Tally::default() }
}

fn start(gains: Gains) -> Tuning {
    Tuning::new(gains, vec![tuned("one", 30, 0, 100), tuned("two", 60, 0, 100)])
}

/// Runs up to `count` more iterations.
fn run(tuning: &mut Tuning, count: u32, mut record: impl FnMut(&Tally) -> Result<(), String>) {
    let end = tuning.finished() + count;
    advance(tuning, |tuning| Ok((tuning.finished() < end).then(|| games(tuning))), |tally| record(tally)).unwrap();
}

#[test]
fn values_go_to_the_optimum_of_an_artificial_objective() {
    for seed in 1..=5 {
        let mut tuning = start(Gains { seed, iterations: 2000, ..GAINS });
        run(&mut tuning, u32::MAX / 2, |_| Ok(()));
        let values = tuning.values();
        assert_eq!(tuning.finished(), 2000);
        assert!((values[0] - 70.0).abs() < 8.0 && (values[1] - 20.0).abs() < 8.0, "seed {seed}: {values:?}");
    }
}

proptest! {
    #[test]
    fn perturbations_and_values_stay_within_bounds(
        (value, width) in (-50i32..=50, 1i32..60),
        (c_end, seed) in (0.1f64..100.0, any::<u64>()),
        leads in prop::collection::vec(-8i32..=8, 1..30),
    ) {
        let parameter = Tuned { c_end, r_end: 1.0, ..tuned("one", value, value - width / 2, value + width) };
        let mut tuning = Tuning::new(Gains { seed, ..GAINS }, vec![parameter.clone(); 3]);
        for lead in leads {
            let Perturbation { plus, minus } = tuning.perturbation();
            let within = |value: f64| f64::from(parameter.min) <= value && value <= f64::from(parameter.max);
            prop_assert!(plus.iter().chain(&minus).all(|&value| within(value.into())), "{plus:?} {minus:?}");
            tuning.learn(lead.into());
            prop_assert!(tuning.values().iter().all(|&value| within(value)), "{:?}", tuning.values());
        }
    }

    #[test]
    fn sides_are_opposite_and_depend_on_the_seed_only(seed in any::<u64>()) {
        let parameters: Vec<Tuned> = (0..64).map(|_| tuned("one", 0, -1000, 1000)).collect();
        let sides = |seed| Tuning::new(Gains { seed, ..GAINS }, parameters.clone()).perturbation();
        let (Perturbation { plus, minus }, other) = (sides(seed), sides(seed ^ 1));
        prop_assert_eq!(&sides(seed).plus, &plus);
        prop_assert_ne!(&other.plus, &plus);
        // c(1) = 4 · 400^0.101 = 7.3: the rounded values differ by twice that, up to rounding.
        let distances = plus.iter().zip(&minus).map(|(one, other)| (one - other).abs());
        prop_assert!(distances.into_iter().all(|distance| (14..=16).contains(&distance)));
        let up = plus.iter().filter(|&&value| value > 0).count();
        prop_assert!((12..=52).contains(&up), "{} of 64 go up", up);
    }

    #[test]
    fn lists_are_read_as_they_are_written(value in 0i32..100, c_end in 0.001f64..1e6, r_end in 0.001f64..1.0) {
        let list = vec![Tuned { c_end, r_end, ..tuned("one", value, -7, 100) }, tuned("two", 3, 2, 4)];
        let text: String = list.iter().map(|tuned| format!("{tuned}\n")).collect();
        prop_assert_eq!(list::read(&text), Ok(list));
    }
}

#[test]
fn the_last_iteration_has_the_sizes_of_the_list() {
    let mut tuning = Tuning::new(Gains { iterations: 1, ..GAINS }, vec![tuned("one", 50, 0, 100)]);
    let Perturbation { plus, minus } = tuning.perturbation();
    assert_eq!((plus[0] - minus[0]).abs(), 8);
    tuning.learn(1.0);
    let change = tuning.values()[0] - 50.0;
    assert!((change.abs() - 0.02 * 4.0).abs() < 1e-9 && (change > 0.0) == (plus[0] > minus[0]), "{change}");
}

#[test]
fn malformed_lists_are_one_error_that_names_the_line() {
    let rows = [
        ("", "no parameters"),
        ("a, int, 1, 0, 2, 1", "line 1: `a, int, 1, 0, 2, 1`"),
        ("a, int, 1, 0, 2, 1, 0.1\n\na, int, 1, 0, 2, 1, 0.1", "line 3: `a` is there twice"),
        ("a, float, 1, 0, 2, 1, 0.1", "line 1: a: the kind is `float`"),
        ("a, int, 3, 0, 2, 1, 0.1", "line 1: a: 3 is not a value from 0 to 2"),
        ("a, int, 1, 1, 1, 1, 0.1", "line 1: a: 1 is not a value from 1 to 1"),
        ("a, int, 1.5, 0, 2, 1, 0.1", "line 1: a: `1.5` is not a whole number"),
        ("a, int, 1, 0, 2, 0, 0.1", "line 1: a: `0` is not a number above 0"),
        ("a, int, 1, 0, 2, 1, NaN", "line 1: a: `NaN` is not a number above 0"),
        ("a b, int, 1, 0, 2, 1, 1", "line 1: `a b` is not the name of an option"),
    ];
    for (text, expected) in rows {
        let error = list::read(text).unwrap_err();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn lists_have_the_formats_of_other_tuners() {
    let list = [tuned("one", 7, 0, 9), tuned("two", 3, 2, 4)];
    let json = r#"{
    "one": { "value": 7, "min_value": 0, "max_value": 9, "step": 4 },
    "two": { "value": 3, "min_value": 2, "max_value": 4, "step": 4 }
}"#;
    assert_eq!(ListFormat::WeatherFactory.text(&list), json);
    assert_eq!(ListFormat::Openbench.text(&list), "one, int, 7, 0, 9, 4, 0.02\ntwo, int, 3, 2, 4, 4, 0.02");
}

#[test]
fn parameters_without_effect_are_left_out() {
    let scopes = [Scope::Game, Scope::Search, Scope::Time, Scope::Threads];
    let [all, search] = [&scopes[..], &scopes[..2]].map(|scopes| list::of_scopes(scopes, &[]));
    assert_eq!(all.len(), PARAMETERS.len());
    let has = |list: &[Tuned], name: &str| list.iter().any(|tuned| tuned.name == name);
    for (name, decides_the_tree) in [("futility_margin", true), ("soft_time_percent", false), ("deferral_depth", false)]
    {
        assert!(has(&all, name) && has(&search, name) == decides_the_tree, "{name}");
    }
}

#[test]
fn a_game_begins_with_its_own_values() {
    let [common, own] = [&[][..], &[("futility_margin", 7)]].map(|own| list::of_scopes(&[Scope::Game], own));
    let changed: Vec<_> = common.iter().zip(&own).filter(|(common, own)| common != own).collect();
    assert!(
        matches!(changed[..], [(_, Tuned { value: 7, .. })]) && changed[0].1.name == "futility_margin",
        "{changed:?}"
    );
}

fn new_journal(gains: Gains) -> Journal {
    Journal { settings: "prisonbreak nodes=200".into(), tuning: start(gains) }
}

/// Runs `count` more iterations of the run in a file.
fn go_on(path: &Path, gains: Gains, count: u32) -> Journal {
    let mut journal = new_journal(gains);
    let mut file = journal.resume(path).unwrap();
    run(&mut journal.tuning, count, |tally| journal::append(&mut file, tally));
    journal
}

#[test]
fn an_interrupted_run_has_the_same_result_and_file() {
    let folder = TestFolder::new();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.file(name));
    let expected = go_on(&whole, GAINS, 400);
    go_on(&parts, GAINS, 0);
    go_on(&parts, GAINS, 150);
    // A line that was cut off in writing.
    let text = folder.text("parts");
    std::fs::write(&parts, format!("{text}result 3 ")).unwrap();
    go_on(&parts, GAINS, 7);
    assert_eq!(go_on(&parts, GAINS, 1000), expected);
    assert_eq!(folder.bytes("parts"), folder.bytes("whole"));
    assert_eq!(expected.tuning.finished(), 400);
}

#[test]
fn files_of_other_runs_and_malformed_ones_are_errors_and_stay() {
    let folder = TestFolder::new();
    let path = folder.file("run");
    go_on(&path, GAINS, 3);
    let good = folder.text("run");
    let rows = [
        (good.replace("nodes=200", "nodes=300"), "begun with other settings: `match prisonbreak nodes=300`"),
        (good.replace("seed=1", "seed=2"), "begun with other settings: `gains"),
        (good.replace("int, 30", "int, 31"), "begun with other settings: `parameter one"),
        (good.replace("seed=1", ""), "line 2: no `seed=`"),
        (good.clone() + "result 1 1 1\n", "line 8: not a result"),
        (good.clone() + "nonsense\n", "line 8: not a result"),
        (good.clone() + &"result 8 0 0\n".repeat(398), "line 405: there are more results"),
        ("1. e4 e5\n".into(), "line 1: not a file of `spsa`"),
    ];
    for (text, expected) in rows {
        std::fs::write(&path, &text).unwrap();
        let error = new_journal(GAINS).resume(&path).map(|_| ()).unwrap_err();
        assert!(error.starts_with(&format!("{}: {expected}", path.display())), "{error}");
        assert_eq!(folder.text("run"), text);
    }
}

#[test]
fn runs_with_other_seeds_are_merged() {
    let folder = TestFolder::new();
    let paths = [1, 2].map(|seed| folder.file(&format!("run-{seed}")));
    let [one, two] = [1, 2].map(|seed| go_on(&paths[seed as usize - 1], Gains { seed, ..GAINS }, 100).tuning);
    let (parameters, values, iterations) = journal::merge(&paths).unwrap();
    assert_eq!((parameters, iterations), (one.parameters.clone(), 200));
    assert!((values[0] - (one.values()[0] + two.values()[0]) / 2.0).abs() < 1e-9);
    let twice = journal::merge(&[&paths[0], &paths[0]]).unwrap_err();
    assert!(twice.contains("the seed 1 is there twice"), "{twice}");
}

#[test]
fn the_table_and_the_picture_show_the_change() {
    let mut tuning = start(GAINS);
    run(&mut tuning, 50, |_| Ok(()));
    let table = report::table(&tuning.parameters, &[34.4, 50.0]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1..], [["one", "30", "34", "34.40", "+1.10"], ["two", "60", "50", "50.00", "-2.50"]]);
    for tuning in [&tuning, &start(GAINS)] {
        let picture = chart::svg("Paths", tuning).unwrap();
        assert!(picture.starts_with("<svg") && picture.contains(">\none\n</text>"), "{picture}");
    }
}
