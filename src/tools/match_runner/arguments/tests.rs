//! Unit tests of the arguments.

use super::*;
use crate::tools::console::parsed;

fn plan(line: &str) -> Result<Plan, String> {
    let arguments = key_value::normalise(line.split_whitespace().map(str::to_owned));
    let flags: Arguments = parsed(arguments).map_err(|error| error.to_string())?;
    let sprt = flags.sprt.as_ref().map(read_sprt).transpose()?;
    flags.plan(sprt)
}

#[test]
fn flags_as_in_cutechess_are_read() {
    let plan = plan(
        "-engine name=A option.Hash=1 -engine cmd=b name=B nodes=5 -each proto=uci tc=10+0.1 timemargin=9 -rounds 50 \
         -games 2 -repeat -recover -concurrency 2 -openings file=x.epd format=epd order=random -srand 7 \
         -resign movecount=3 score=500 -draw movenumber=30 movecount=4 score=8 -maxmoves 200 \
         -sprt elo0=0 elo1=10 alpha=0.05 beta=0.1 -pgnout out.pgn -tournament gauntlet -variant prisonbreak",
    )
    .unwrap();
    assert_eq!((plan.engines.len(), plan.engines[1].name.as_str(), plan.variant.name), (2, "B", "prisonbreak"));
    assert_eq!(plan.engines[0].limit.to_string(), "10+0.1");
    assert_eq!(plan.engines[1].limit.to_string(), "10+0.1 nodes=5");
    let Schedule { order, seed, rounds, repeat, .. } = plan.schedule;
    assert_eq!((order, seed, rounds, repeat), (OpeningOrder::Random, 7, 50, true));
    assert_eq!(plan.adjudication.resign.map(|resign| resign.score), Some(500));
    assert_eq!(plan.sprt.map(|sprt| sprt.beta), Some(0.1));
}

#[test]
fn flags_of_the_worker_of_a_farm_are_read() {
    let engines = ["dev", "base"].map(|name| {
        format!("-engine cmd=./x proto=uci tc=8.00+0.08 timemargin=250 option.UCI_Variant=prisonbreak name=J-{name}")
    });
    let plan = |more: &str| {
        plan(&format!(
            "-recover -variant standard -testEnv -concurrency 2 -rounds 8 -resign movecount=3 score=400 {} {more} \
             -openings file=Books/b.epd format=epd order=random start=17 -srand 42 \
             -pgnout file=PGNs/1.pgn seldepth=true nodes=true match_line=^info.*",
            engines.join(" ")
        ))
    };
    let pairs = plan("-games 2").unwrap();
    assert_eq!((pairs.variant.name, pairs.output), ("prisonbreak", OutputStyle::Farm));
    assert!(pairs.engines.iter().all(|engine| engine.options.is_empty()));
    let Schedule { repeat, first_opening, seed, .. } = pairs.schedule;
    assert_eq!((repeat, first_opening, seed), (true, 16, 42));
    assert!(!plan("-games 1").unwrap().schedule.repeat);
    assert_eq!(plan("-output format=table").unwrap().output, OutputStyle::Table);
}

#[test]
fn lists_may_be_empty() {
    let plan = plan("--engine --engine name=B --st 1 --resign --draw --sprt").unwrap();
    assert!(plan.adjudication.resign.is_some() && plan.adjudication.draw.is_some() && plan.sprt.is_some());
}

#[test]
fn malformed_flags_are_named() {
    let rows = [
        ("--engine --st 1", "two engines"),
        ("--engine name=A --engine name=A --st 1", "`A`"),
        ("--engine name=A --engine name=B", "nothing limits `A`"),
        ("--engine name=A --engine name=B --st x", "st=x"),
        ("--engine name=A colour=red --engine name=B --st 1", "`colour`"),
        ("--engine name=A --engine name=B --st 1 --variant nochess", "`nochess`"),
        ("--engine name=A --engine name=B --st 1 --games 3 --repeat", "--games 3"),
        ("--engine name=A --engine name=B --st 1 --sprt elo0=9", "elo0"),
        ("--engine name=A --engine name=B --st 1 --seats 2v2", "`chess` is for two"),
        ("--engine name=A --engine name=B --st 1 --variant penaltybox-dual --seats 3v1", "3v1"),
        ("--engine name=A --engine name=B --st 1 --variant penaltybox-dual --games 2", "sets of 6 games"),
        (
            "--engine name=A --engine name=B --st 1 --variant penaltybox-dual --seats 1v3 --games 6",
            "sets of 8 games",
        ),
        ("--engine name=A --engine name=B --st 1 --draw moves=9", "`moves`"),
        ("--engine name=A --engine name=B --st 1 --openings order=x file=f", "order"),
        ("--engine name=A --engine name=B --engine name=C --st 1 --sprt", "two engines"),
        ("--engine name=A --engine name=B --st 1 --shard 3/2", "3/2"),
        ("--engine name=A --engine name=B --st 1 --patience nan", "--patience"),
        ("--engine name=A --engine name=B --st 1 --tournament knockout", "knockout"),
        ("--engine name=A option.UCI_Variant=friendly --engine name=B --st 1", "`B`"),
        ("--engine name=A --engine name=B --st 1 --each option.UCI_Variant=nochess", "`nochess`"),
        ("--engine name=A --engine name=B --st 1 --each option.UCI_Variant=friendly --variant prisonbreak", "friendly"),
        ("--engine name=A --engine name=B --st 1 --each option.UCI_Variant=friendly --variant chess960", "friendly"),
        ("--engine name=A --engine name=B --engine name=C --st 1 --testEnv", "two engines"),
        ("--engine name=A --engine name=B --st 1 --output format=xml", "xml"),
        ("-engine name=A -engine name=B -st 1 -tb /syzygy -tbpieces 6", "endgame tables"),
        ("--engine name=A --engine name=B --st 1 --pgnout file=x nps=true", "`nps`"),
    ];
    for (line, named) in rows {
        let error = plan(line).map(drop).unwrap_err();
        assert!(error.contains(named), "{line}: {error}");
    }
}
