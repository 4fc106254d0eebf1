//! `variant`, `memory`, `cores` and `option`.

use super::{Cecp, xboard};
use crate::engine::options::EngineOption;
use crate::engine::session::Session;
use crate::variants::chess::is_chess960;
use crate::variants::{self, VARIANTS};

impl Cecp {
    pub(super) fn set_variant(&mut self, name: &str) {
        self.settle();
        // Games that XBoard cannot show are not announced, but other programs may ask for them by their own name.
        let announced = VARIANTS.iter().find(|v| v.xboard.as_ref().is_some_and(|xboard| xboard.name == name));
        let Some(variant) = announced.or_else(|| variants::find(name).ok()) else {
            self.say(format_args!("Error (unknown variant): {name}"));
            return self.restart_analysis();
        };
        self.session.set_variant(variant);
        self.session.settings_mut().chess960 = is_chess960(name);
        self.refused = false;
        self.position_changed();
        xboard::setup_lines(variant).iter().for_each(|line| self.say(line));
        self.restart_analysis();
    }

    /// `memory MB`.
    pub(super) fn set_memory(&mut self, line: &str, rest: &str) {
        self.set_resource(line, rest, |session, megabytes| session.set_hash(megabytes.clamp(1, 65536)));
    }

    /// `cores N`.
    pub(super) fn set_cores(&mut self, line: &str, rest: &str) {
        self.set_resource(line, rest, |session, threads| session.set_threads(threads.clamp(1, 512)));
    }

    fn set_resource(&mut self, line: &str, rest: &str, set: fn(&mut Session, usize) -> Result<(), String>) {
        let Ok(amount) = rest.parse::<usize>() else {
            return self.say(format_args!("Error (bad argument): {line}"));
        };
        let interrupted = self.interrupt();
        if let Err(problem) = set(&mut self.session, amount) {
            self.say(format_args!("Error ({problem}): {line}"));
        }
        self.resume_after(interrupted);
    }

    /// `option NAME[=VALUE]`.
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
}
