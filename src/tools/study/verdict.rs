//! The verdict: ten questions that inventors ask of a game, each with its number, and what that is held against.

use super::Study;
use super::facts::Facts;
use super::measures::{self, DRAMA, LENGTHS, Measure, RESULTS, named};
use super::report::{Bound, Finding, Part, Section, Unit};
use super::settings::{FEWER, Series};
use super::statistics::{self, Number};

/// A first move is playable if it is expected to score at most this much less than the best one.
const PLAYABLE: f64 = 0.05;
/// What is decided before this ply is decided in the opening.
const OPENING: usize = 20;

pub(super) fn section(study: &Study) -> Section {
    let mut section = Section::new("verdict", "Verdict").text(player(study)).text(
        "Each question is answered by a number, with its interval and the number of games that it rests on, and by what is wanted. \
         The answer is yes or no where the whole interval says so. What is wanted is a usual measure and no law: a good game may \
         fail some of these.",
    );
    section.parts.push(Part::Findings(findings(study)));
    section
}

/// How strong the engine was that played.
fn player(study: &Study) -> String {
    let name = study.variant.name;
    if study.variant.network_file.is_empty() {
        return format!(
            "The player has learnt nothing of this game: it counts pieces and looks ahead. What depends on more than that is not \
             seen here. `jailbird learn {name} --hours 1` teaches it first, and then the numbers mean more."
        );
    }
    let points = |series| points_of_strong(&study.series(series));
    let (untrained, uneven) = (points(Series::Untrained), points(Series::Uneven));
    let Some(score) = untrained else { return "The player has learnt this game from its own games.".into() };
    let levels = uneven.and_then(|uneven| Some(elo(score.value)? / elo(uneven.value).filter(|level| *level > 10.0)?));
    let levels = levels.map_or(String::new(), |levels| {
        format!(", which is {levels:.1} levels above it, if a level is what {FEWER} times the nodes are worth")
    });
    format!(
        "The player has learnt this game from its own games: against an evaluation that counts pieces it scores {} of the points ({}; \
         n {}) with as many nodes{levels}.",
        Unit::Percent.text(score.value),
        score.interval.map_or(String::new(), |interval| Unit::Percent.range(interval)),
        score.games
    )
}

/// A share of the points as a difference in Elo; `None` where all or no points were scored.
fn elo(points: f64) -> Option<f64> {
    let elo = 400.0 * (points / (1.0 - points)).log10();
    elo.is_finite().then_some(elo)
}

/// The points of the better equipped side.
fn points_of_strong(games: &[&Facts]) -> Option<Number> {
    let points = |game: &&Facts| Some(game.strong?.choose(game.points?, 1.0 - game.points?));
    statistics::score(&games.iter().filter_map(points).collect::<Vec<_>>())
}

/// The questions that the games can answer.
fn findings(study: &Study) -> Vec<Finding> {
    let games = study.main();
    let of = |measures: &[Measure], key: &str| named(measures, key).and_then(|measure| (measure.of)(&games));
    let duel = |number: Option<Number>| number.filter(|_| study.is_duel());
    let (idle, rare) = (idle(study, &games), rare(study, &games));
    let percent = |key, question, number: Option<Number>, bound, sentence: &str, meaning: &str| {
        Some(Finding {
            key,
            question,
            number: number?,
            unit: Unit::Percent,
            bound,
            sentence: sentence.into(),
            meaning: meaning.into(),
        })
    };
    let plain = |key, question, number: Option<Number>, digits, bound, sentence: &str, meaning: &str| {
        let finding = percent(key, question, number, bound, sentence, meaning)?;
        Some(Finding { unit: Unit::Plain(digits), ..finding })
    };
    let all = [
        percent(
            "balance",
            "Are the chances even?",
            of(RESULTS, "score"),
            Bound::Within(0.4, 0.6),
            "White scores {} of the points",
            "A win is a point, a draw half a point.",
        ),
        percent(
            "draws",
            "Do games have a winner?",
            of(RESULTS, "draw"),
            Bound::Most(0.5),
            "{} of the games are drawn",
            "Games that were given up as too long are not counted.",
        ),
        plain(
            "length",
            "Do games have a good length?",
            of(LENGTHS, "median"),
            0,
            Bound::Within(20.0, 200.0),
            "Half of the games are over after {} plies",
            "A ply is a move of one side.",
        ),
        percent(
            "early",
            "Is it more than an opening?",
            duel(decided_early(&games)),
            Bound::Most(0.1),
            "{} of the games are decided before move ten",
            "A game is decided from where its winner’s expectation never falls below 80 % again.",
        ),
        plain(
            "choice",
            "Is there a choice at the start?",
            playable(study),
            0,
            Bound::Least(3.0),
            "The number of playable first moves is {}",
            "A move is playable if it is expected to score at most 5 points of a hundred less than the best one.",
        ),
        percent(
            "comebacks",
            "Can one come back?",
            duel(of(DRAMA, "comebacks")),
            Bound::Least(0.02),
            "In {} of the won games the winner had once been expected to score less than 20 %",
            "Such a game is a comeback.",
        ),
        percent(
            "idle",
            "Do all pieces take part?",
            idle.as_ref().map(|(_, share)| *share),
            Bound::Most(0.5),
            &format!(
                "The {}, which takes part least, neither moves nor is captured in {{}} of the games",
                idle.map_or("", |(name, _)| name)
            ),
            "All pieces of a kind count together.",
        ),
        percent(
            "rare",
            "Do all special rules matter?",
            rare.as_ref().map(|(_, share)| *share),
            Bound::Least(0.01),
            &format!("The rarest special event, {}, happens in {{}} of the games", rare.map_or("", |(name, _)| name)),
            "The section on special rules has them all. A rule that hardly ever matters could go.",
        ),
        percent(
            "sharpness",
            "Is it neither dull nor all forced?",
            duel(statistics::score(&study.gaps)),
            Bound::Within(0.01, 0.15),
            "The second best move costs {} of the points on average",
            "This is sharpness: how much depends on the right move. It is measured in one position of each game, up to 200.",
        ),
        percent(
            "depth",
            "Does the better player win?",
            points_of_strong(&study.series(Series::Uneven)),
            Bound::Least(0.6),
            &format!("A player with {FEWER} times the nodes scores {{}} of the points"),
            "This is depth: in a game of luck, or one that is soon understood, more thought gains nothing.",
        ),
    ];
    all.into_iter().flatten().collect()
}

/// The share of the finished games that are decided in the opening.
fn decided_early(games: &[&Facts]) -> Option<Number> {
    let known: Vec<_> = measures::courses(games).filter(|(game, _)| game.points.is_some()).collect();
    let is_early = |(game, course): &&(&Facts, Vec<f64>)| {
        measures::won(game, course).is_some_and(|won| measures::decided(&won) < OPENING)
    };
    statistics::share(known.iter().filter(is_early).count(), known.len())
}

/// The number of first moves that lose little against the best one.
fn playable(study: &Study) -> Option<Number> {
    let color = study.start.turn().color;
    let own: Vec<f64> = study.first_moves.values().map(|&points| color.choose(points, 1.0 - points)).collect();
    let best = own.iter().copied().max_by(f64::total_cmp)?;
    Some(Number::exact(own.iter().filter(|&&points| points >= best - PLAYABLE).count() as f64, 0))
}

/// The kind whose pieces take part in the fewest games, with the share of those in which none does.
fn idle(study: &Study, games: &[&Facts]) -> Option<(&'static str, Number)> {
    let share = |place| statistics::share(games.iter().filter(|game| game.is_idle[place]).count(), games.len());
    let shares = study.variant.kinds.iter().enumerate().filter_map(|(place, kind)| Some((kind.name, share(place)?)));
    shares.max_by(|a, b| a.1.value.total_cmp(&b.1.value))
}

/// The special event that happens in the fewest games, with their share.
fn rare(study: &Study, games: &[&Facts]) -> Option<(&'static str, Number)> {
    let has = |bit: usize| move |game: &&&Facts| game.plies.iter().any(|ply| ply.events & 1 << bit != 0);
    let names = study.variant.events.iter().copied().enumerate();
    let shares = names
        .filter_map(|(bit, name)| Some((name, statistics::share(games.iter().filter(has(bit)).count(), games.len())?)));
    shares.min_by(|a, b| a.1.value.total_cmp(&b.1.value))
}
