//! `protover`, `variant`, `memory`, `cores` and `option`.

use super::{Cecp, xboard};
use crate::engine::session::Session;
use crate::protocol::options::{Audience, EngineOption, OPTIONS, OptionKind};
use crate::variants;
use crate::variants::chess::{CHESS960, is_chess960};
use crate::variants::ini::name_in_xboard;

impl Cecp {
    pub(super) fn set_variant(&mut self, name: &str) {
        self.end_search();
        // Games that XBoard cannot show are not announced, but other programs may ask for them by their own name.
        let announced =
            variants::coded().into_iter().find(|v| v.xboard.as_ref().is_some_and(|xboard| xboard.name == name));
        let is_it = |own: &&str| name_in_xboard(own) == name;
        let from_file = || variants::find(variants::names_of_all().into_iter().find(is_it)?).ok();
        let Some(variant) = announced.or_else(|| variants::find(name).ok()).or_else(from_file) else {
            self.say(format_args!("Error (unknown variant): {name}"));
            return self.restart_analysis();
        };
        self.session.set_variant(variant);
        self.session.settings.chess960 = is_chess960(name);
        self.refused = false;
        self.position_changed();
        xboard::setup_lines(variant).iter().for_each(|line| self.say(line));
        self.restart_analysis();
    }

    /// `memory MB` and `cores N`.
    pub(super) fn set_resource(&mut self, line: &str, rest: &str, set: fn(&mut Session, usize) -> Result<(), String>) {
        let Ok(amount) = rest.parse::<usize>() else {
            return self.say(format_args!("Error (bad argument): {line}"));
        };
        let interrupted = self.interrupt();
        if let Err(problem) = set(&mut self.session, amount) {
            self.tell_fault(&problem);
        }
        self.resume_after(interrupted);
    }

    pub(super) fn set_option(&mut self, rest: &str) {
        let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value.trim())));
        let Some(option) = EngineOption::find(name.trim()) else {
            return self.say(format_args!("Error (unknown option): {name}"));
        };
        let interrupted = self.interrupt();
        if let Err(problem) = option.set(&mut self.session, value) {
            self.say(format_args!("Error ({problem}): option {rest}"));
        }
        self.resume_after(interrupted);
    }

    pub(super) fn introduce(&mut self) {
        self.say("feature done=0");
        self.say("feature ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0");
        self.say("feature reuse=1 analyze=1 memory=1 smp=1 exclude=1 nps=0 name=1 debug=1 highlight=1 pause=1");
        self.say("feature draw=1 ics=1 oocastle=0 fen960=1 time=1");
        self.say(format_args!("feature myname=\"Jailbird {}\"", env!("CARGO_PKG_VERSION")));
        self.say(format_args!("feature variants=\"{}\"", variant_names().join(",")));
        for option in OPTIONS.iter().filter(|option| option.audience != Audience::Uci) {
            self.say(format_args!("feature option=\"{} -{}\"", option.name, kind_text(option.kind)));
        }
        self.say("feature done=1");
    }
}

/// CECP's names of the games that XBoard can show. Chess has two: its own and that of Chess960.
fn variant_names() -> Vec<String> {
    let mut names = Vec::new();
    for variant in variants::coded() {
        names.extend(variant.xboard.as_ref().map(|xboard| xboard.name));
        names.extend(xboard::is_built_in(variant).then_some(CHESS960));
    }
    let others = variants::names_of_all().into_iter().skip(variants::coded().len());
    let others: Vec<String> = others.filter(|name| !names.contains(name)).map(name_in_xboard).collect();
    names.into_iter().map(str::to_owned).chain(others).collect()
}

fn kind_text(kind: OptionKind) -> String {
    match kind {
        OptionKind::Spin { default, least, most, .. } => format!("spin {default} {least} {most}"),
        OptionKind::Check { default, .. } => format!("check {}", u8::from(default)),
        OptionKind::File { .. } => "file ".into(),
        OptionKind::GameFiles => "string ".into(),
        OptionKind::Button { .. } => "button".into(),
        OptionKind::Variant { default, .. } => format!("string {}", default().name),
    }
}
