//! The verdict: ten questions that inventors ask of a game, each with its number, and what that is held against.

use super::Study;
use super::facts::Facts;
use super::measures::{self, DRAMA, LENGTHS, Measure, RESULTS, named};
use super::report::{Bound, Finding, Part, Section, Unit};
use super::settings::{FEWER, Series};
use super::statistics::{self, Number};
use crate::tools::tree::PLAYABLE;

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
        let file = study.variant.file.map_or(String::new(), |file| format!("--variants {} ", file.display()));
        return format!(
            "The player has learnt nothing of this game: it counts pieces and looks ahead. What depends on more than that is not \
             seen here. Let it learn first, with jailbird {file}learn {name} --hours 1, and the numbers mean more."
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

/// A question about a game.
struct Question {
    key: &'static str,
    text: &'static str,
    unit: Unit,
    bound: Bound,
    /// What the number is, with `{}` in its place and `{name}` in that of the name.
    sentence: &'static str,
    /// What its terms mean.
    meaning: &'static str,
    of: fn(&Study) -> Option<Answered>,
}

/// The number that answers a question, and the name of what it is about, if it is about a piece or a rule.
type Answered = (Number, &'static str);

const QUESTIONS: [Question; 10] = [
    Question {
        key: "balance",
        text: "Are the chances even?",
        unit: Unit::Percent,
        bound: Bound::Within(0.4, 0.6),
        sentence: "White scores {} of the points",
        meaning: "A win is a point, a draw half a point.",
        of: |study| measured(study, RESULTS, "score"),
    },
    Question {
        key: "draws",
        text: "Do games have a winner?",
        unit: Unit::Percent,
        bound: Bound::Most(0.5),
        sentence: "{} of the games are drawn",
        meaning: "Games that were given up as too long are not counted.",
        of: |study| measured(study, RESULTS, "draw"),
    },
    Question {
        key: "length",
        text: "Do games have a good length?",
        unit: Unit::Plain(0),
        bound: Bound::Within(20.0, 200.0),
        sentence: "Half of the games are over after {} plies",
        meaning: "A ply is a move of one side.",
        of: |study| measured(study, LENGTHS, "median"),
    },
    Question {
        key: "early",
        text: "Is it more than an opening?",
        unit: Unit::Percent,
        bound: Bound::Most(0.1),
        sentence: "{} of the games are decided before move ten",
        meaning: "A game is decided from where its winner’s expectation never falls below 80 % again.",
        of: |study| unnamed(decided_early(&study.main()).filter(|_| study.is_duel())),
    },
    Question {
        key: "choice",
        text: "Is there a choice at the start?",
        unit: Unit::Plain(0),
        bound: Bound::Least(3.0),
        sentence: "The number of playable first moves is {}",
        meaning: "A move is playable if it is expected to score at most 5 points of a hundred less than the best one.",
        of: |study| unnamed(playable(study)),
    },
    Question {
        key: "comebacks",
        text: "Can one come back?",
        unit: Unit::Percent,
        bound: Bound::Least(0.02),
        sentence: "In {} of the won games the winner had once been expected to score less than 20 %",
        meaning: "Such a game is a comeback.",
        of: |study| measured(study, DRAMA, "comebacks").filter(|_| study.is_duel()),
    },
    Question {
        key: "idle",
        text: "Do all pieces take part?",
        unit: Unit::Percent,
        bound: Bound::Most(0.5),
        sentence: "The {name}, which takes part least, neither moves nor is captured in {} of the games",
        meaning: "All pieces of a kind count together.",
        of: idle,
    },
    Question {
        key: "rare",
        text: "Do all special rules matter?",
        unit: Unit::Percent,
        bound: Bound::Least(0.01),
        sentence: "The rarest special event, {name}, happens in {} of the games",
        meaning: "The section on special rules has them all. A rule that hardly ever matters could go.",
        of: rare,
    },
    Question {
        key: "sharpness",
        text: "Is it neither dull nor all forced?",
        unit: Unit::Percent,
        bound: Bound::Within(0.01, 0.15),
        sentence: "The second best move costs {} of the points on average",
        meaning: "This is sharpness: how much depends on the right move. It is measured in one position of each game, up to 200.",
        of: |study| unnamed(statistics::score(&study.gaps)),
    },
    Question {
        key: "depth",
        text: "Does the better player win?",
        unit: Unit::Percent,
        bound: Bound::Least(0.6),
        sentence: "A player with four times the nodes scores {} of the points",
        meaning: "This is depth: in a game of luck, or one that is soon understood, more thought gains nothing.",
        of: |study| unnamed(points_of_strong(&study.series(Series::Uneven))),
    },
];

/// The questions that the games can answer.
fn findings(study: &Study) -> Vec<Finding> {
    let finding = |question: &Question| {
        let (number, name) = (question.of)(study)?;
        Some(Finding {
            key: question.key,
            question: question.text,
            number,
            unit: question.unit,
            bound: question.bound,
            sentence: question.sentence.replace("{name}", name),
            meaning: question.meaning,
        })
    };
    QUESTIONS.iter().filter_map(finding).collect()
}

fn unnamed(number: Option<Number>) -> Option<Answered> {
    number.map(|number| (number, ""))
}

/// A measure of the games.
fn measured(study: &Study, measures: &[Measure], key: &str) -> Option<Answered> {
    unnamed(named(measures, key).and_then(|measure| (measure.of)(&study.main())))
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
fn idle(study: &Study) -> Option<Answered> {
    let games = study.main();
    let share = |place| statistics::share(games.iter().filter(|game| game.is_idle[place]).count(), games.len());
    let shares = study.variant.kinds.iter().enumerate().filter_map(|(place, kind)| Some((share(place)?, kind.name)));
    shares.max_by(|a, b| a.0.value.total_cmp(&b.0.value))
}

/// The special event that happens in the fewest games, with their share.
fn rare(study: &Study) -> Option<Answered> {
    let games = study.main();
    let has = |bit: usize| move |game: &&&Facts| game.plies.iter().any(|ply| ply.events & 1 << bit != 0);
    let names = study.variant.events.iter().copied().enumerate();
    let shares = names
        .filter_map(|(bit, name)| Some((statistics::share(games.iter().filter(has(bit)).count(), games.len())?, name)));
    shares.min_by(|a, b| a.0.value.total_cmp(&b.0.value))
}
