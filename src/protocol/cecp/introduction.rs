//! What the engine says of itself: features, games, options; and how these are set.

use super::super::xboard;
use super::Cecp;
use crate::engine::options::{Audience, EngineOption, Kind, OPTIONS};
use crate::variants;
use crate::variants::VARIANTS;
use crate::variants::chess::{CHESS960, is_chess960};

impl Cecp {
    /// The `feature` lines.
    pub(super) fn introduce(&mut self) {
        let names: Vec<&str> = xboard_names().collect();
        self.say("feature done=0");
        self.say("feature ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0");
        self.say("feature reuse=1 analyze=1 memory=1 smp=1 exclude=1 nps=0 name=1 debug=1 highlight=1 pause=1");
        self.say("feature draw=1 ics=1 oocastle=0 fen960=1 time=1");
        self.say(format_args!("feature myname=\"Jailbird {}\"", env!("CARGO_PKG_VERSION")));
        self.say(format_args!("feature variants=\"{}\"", names.join(",")));
        for option in OPTIONS.iter().filter(|option| option.audience != Audience::Uci) {
            self.say(format_args!("feature option=\"{} -{}\"", option.name, describe(option.kind)));
        }
        self.say("feature done=1");
    }

    pub(super) fn set_variant(&mut self, name: &str) {
        self.settle();
        // Games that XBoard cannot show are not announced, but other programs may ask for them.
        let known = VARIANTS.iter().find(|v| v.xboard.as_ref().is_some_and(|x| x.name == name));
        let Some(variant) = known.or_else(|| variants::find(name).ok()) else {
            self.say(format_args!("Error (unknown variant): {name}"));
            return self.restart_analysis();
        };
        self.session.set_variant(variant);
        let chess960 = is_chess960(name);
        let _ = self.session.change(|settings| settings.chess960 = chess960);
        self.refused = false;
        self.position_changed();
        xboard::setup_lines(variant).iter().for_each(|line| self.say(line));
        self.restart_analysis();
    }

    pub(super) fn set_resource(&mut self, line: &str, word: &str, rest: &str) {
        let Ok(amount) = rest.parse::<usize>() else {
            return self.say(format_args!("Error (bad argument): {line}"));
        };
        let was_at_move = self.interrupt();
        let result = match word {
            "memory" => self.session.set_hash(amount.clamp(1, 65536)),
            _ => self.session.set_threads(amount.clamp(1, 512)),
        };
        if let Err(problem) = result {
            self.say(format_args!("Error ({problem}): {line}"));
        }
        self.go_on(was_at_move);
    }

    pub(super) fn set_option(&mut self, rest: &str) {
        let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value.trim())));
        let Some(option) = EngineOption::find(name.trim()) else {
            return self.say(format_args!("Error (unknown option): {name}"));
        };
        let was_at_move = self.interrupt();
        if let Err(problem) = option.set(&mut self.session, value) {
            self.say(format_args!("Error ({problem}): option {rest}"));
        }
        self.go_on(was_at_move);
    }
}

/// The games that XBoard is told of; chess appears twice, as itself and as Chess960.
fn xboard_names() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().filter_map(|variant| variant.xboard.as_ref()).flat_map(|xboard| {
        // Chess, the only game that XBoard knows itself.
        let second = xboard.setup.is_none().then_some(CHESS960);
        [Some(xboard.name), second].into_iter().flatten()
    })
}

fn describe(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, least, most } => format!("spin {default} {least} {most}"),
        Kind::Check(default) => format!("check {}", u8::from(default)),
        Kind::Button => "button".into(),
        Kind::Variant => "string chess".into(),
    }
}
