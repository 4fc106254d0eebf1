//! What is said to the GUI: options, reports, answers.

use crate::engine::options::{EngineOption, Kind, variant_values};
use crate::search::{Answer, Bound, Report};
use crate::types::score::DisplayScore;
use crate::variants::VARIANTS;
use vampirc_uci::{UciInfoAttribute, UciOptionConfig};

pub(super) fn describe(option: &EngineOption) -> UciOptionConfig {
    let name = option.name.to_owned();
    match option.kind {
        Kind::Spin { default, least, most } => UciOptionConfig::Spin {
            name,
            default: Some(default as i64),
            min: Some(least as i64),
            max: Some(most as i64),
        },
        Kind::Check(default) => UciOptionConfig::Check { name, default: Some(default) },
        Kind::Button => UciOptionConfig::Button { name },
        Kind::Variant => UciOptionConfig::Combo {
            name,
            default: VARIANTS.first().map(|variant| variant.name.to_owned()),
            var: variant_values().into_iter().map(str::to_owned).collect(),
        },
    }
}

pub(super) fn info(report: &Report) -> Vec<UciInfoAttribute> {
    let (cp, mate) = match report.score {
        DisplayScore::Centipawns(cp) => (Some(cp), None),
        DisplayScore::Mate(moves) => (None, Some(moves.clamp(-127, 127) as i8)),
    };
    let mut parts = vec![UciInfoAttribute::Depth(report.depth.min(255) as u8)];
    let score = UciInfoAttribute::Score {
        cp,
        mate,
        lower_bound: (report.bound == Bound::Lower).then_some(true),
        upper_bound: (report.bound == Bound::Upper).then_some(true),
    };
    if report.depth == 0 {
        parts.push(score);
        return parts;
    }
    parts.push(UciInfoAttribute::SelDepth(report.seldepth.min(255) as u8));
    parts.push(UciInfoAttribute::MultiPv(report.multipv as u16));
    parts.push(score);
    parts.push(UciInfoAttribute::Nodes(report.nodes));
    parts.push(UciInfoAttribute::Nps(report.nps()));
    parts.push(UciInfoAttribute::HashFull(report.hashfull as u16));
    // The library's own time attribute wants a chrono value; the text is the same.
    parts.push(UciInfoAttribute::Any("time".into(), report.time.as_millis().to_string()));
    parts.push(UciInfoAttribute::Any("pv".into(), report.pv.join(" ")));
    parts
}

/// Chances of win, draw and loss in permille: a logistic curve, one pawn up winning two games of three that are
/// decided. An estimate, not a measurement.
pub(super) fn wdl(score: DisplayScore) -> String {
    let (win, loss) = match score {
        DisplayScore::Mate(moves) => (if moves > 0 { 1000 } else { 0 }, if moves > 0 { 0 } else { 1000 }),
        DisplayScore::Centipawns(cp) => {
            let chance = |cp: f64| 1000.0 / (1.0 + ((150.0 - cp) / 100.0).exp());
            (chance(f64::from(cp)) as i32, chance(-f64::from(cp)) as i32)
        }
    };
    format!("{win} {} {loss}", 1000 - win - loss)
}

pub(super) fn best_move(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove (none)".into(),
    }
}
