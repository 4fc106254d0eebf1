//! `protover`: features, games, options.

use super::{Cecp, xboard};
use crate::engine::options::{Audience, OPTIONS, OptionKind};
use crate::variants::VARIANTS;
use crate::variants::chess::CHESS960;

impl Cecp {
    /// Prints the `feature` lines.
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

/// Returns CECP's names of the games that XBoard can show. Chess has two: its own and that of Chess960.
fn variant_names() -> Vec<&'static str> {
    let mut names = Vec::new();
    for variant in VARIANTS {
        names.extend(variant.xboard.as_ref().map(|xboard| xboard.name));
        names.extend(xboard::is_built_in(variant).then_some(CHESS960));
    }
    names
}

fn kind_text(kind: OptionKind) -> String {
    match kind {
        OptionKind::Spin { default, least, most, .. } => format!("spin {default} {least} {most}"),
        OptionKind::Check { default, .. } => format!("check {}", u8::from(default)),
        OptionKind::Button { .. } => "button".into(),
        OptionKind::Variant { default, .. } => format!("string {}", default().name),
    }
}
