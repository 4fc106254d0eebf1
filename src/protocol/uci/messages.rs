//! The texts of options, reports and answers.

use crate::protocol::options::{EngineOption, OptionKind, variant_values};
use crate::search::{Bound, Report};
use crate::types::score::DisplayScore;
use vampirc_uci::{UciInfoAttribute, UciOptionConfig};

pub(super) fn option(option: &EngineOption) -> UciOptionConfig {
    let name = option.name.to_owned();
    match option.kind {
        OptionKind::Spin { default, least, most, .. } => UciOptionConfig::Spin {
            name,
            default: Some(default as i64),
            min: Some(least as i64),
            max: Some(most as i64),
        },
        OptionKind::Check { default, .. } => UciOptionConfig::Check { name, default: Some(default) },
        OptionKind::File { .. } => UciOptionConfig::String { name, default: None },
        OptionKind::GameFiles => UciOptionConfig::String { name, default: Some("<empty>".into()) },
        OptionKind::Button { .. } => UciOptionConfig::Button { name },
        OptionKind::Variant { default, .. } => UciOptionConfig::Combo {
            name,
            default: Some(default().name.to_owned()),
            var: variant_values().into_iter().map(str::to_owned).collect(),
        },
    }
}

/// The parts of an `info` line, with the chances in `wdl` behind the score and the moves in `line` at the end. A report
/// of depth 0, of a finished game, has only depth and score.
pub(super) fn info(report: &Report, wdl: Option<String>, line: &[String]) -> Vec<UciInfoAttribute> {
    let wdl = wdl.map(|chances| UciInfoAttribute::Any("wdl".into(), chances));
    let mut parts = vec![UciInfoAttribute::Depth(report.depth.min(255) as u8)];
    if report.depth == 0 {
        parts.push(score(report));
        parts.extend(wdl);
        return parts;
    }
    parts.push(UciInfoAttribute::SelDepth(report.seldepth.min(255) as u8));
    parts.push(UciInfoAttribute::MultiPv(report.multipv as u16));
    parts.push(score(report));
    parts.extend(wdl);
    parts.push(UciInfoAttribute::Nodes(report.nodes));
    parts.push(UciInfoAttribute::Nps(report.nps()));
    parts.push(UciInfoAttribute::HashFull(report.hashfull as u16));
    // vampirc-uci's own attribute for the time takes a chrono value; the text is the same.
    parts.push(UciInfoAttribute::Any("time".into(), report.time.as_millis().to_string()));
    parts.push(UciInfoAttribute::Any("pv".into(), line.join(" ")));
    parts
}

fn score(report: &Report) -> UciInfoAttribute {
    let (cp, mate) = match report.score.into() {
        DisplayScore::Centipawns(cp) => (Some(cp), None),
        DisplayScore::Mate(moves) => (None, Some(moves.clamp(-127, 127) as i8)),
    };
    UciInfoAttribute::Score {
        cp,
        mate,
        lower_bound: (report.bound == Bound::Lower).then_some(true),
        upper_bound: (report.bound == Bound::Upper).then_some(true),
    }
}

/// The answer to `go`: the best move and the expected reply, as far as there are any.
pub(super) fn best_move(line: &[String]) -> String {
    match line {
        [best, ponder, ..] => format!("bestmove {best} ponder {ponder}"),
        [best] => format!("bestmove {best}"),
        [] => "bestmove (none)".into(),
    }
}
