//! `setoption`.

use super::Uci;
use crate::engine::options::{Audience, EngineOption, OPTIONS, OptionKind};

impl Uci {
    pub(super) fn set_option(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = read_setoption(line)?;
        let option = EngineOption::find(&name).filter(|option| option.audience != Audience::Cecp);
        let option = option.ok_or_else(|| no_such_option(&name))?;
        option.set(&mut self.session, value.as_deref())?;
        if matches!(option.kind, OptionKind::Variant { .. }) {
            self.describe_variant();
        }
        Ok(())
    }

    /// Prints the board of the new game for GUIs that do not know it.
    fn describe_variant(&mut self) {
        let variant = self.session.game().variant();
        let (name, files, ranks, pocket) = (variant.name, variant.files, variant.ranks, variant.pocket);
        let (template, start) = (variant.template, variant.start);
        self.say(format_args!(
            "info string variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {start}"
        ));
    }
}

/// Reads `setoption name N [value V]` into N and V. Both may contain blanks.
fn read_setoption(line: &str) -> Result<(String, Option<String>), String> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some((&"name", rest)) = words.split_first() else {
        return Err("setoption wants `name`".into());
    };
    let at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(at);
    if name.is_empty() {
        return Err("setoption without the name of an option".into());
    }
    let value = value.split_first().map(|(_, words)| words.join(" "));
    Ok((name.join(" "), value.filter(|text| text != "<empty>")))
}

/// Returns an error text for an unknown option. If `value` is missing, as in `setoption name Hash 64`, it says so.
fn no_such_option(name: &str) -> String {
    let is_beginning = |option: &&EngineOption| {
        let beginning = name.split_at_checked(option.name.len());
        beginning.is_some_and(|(start, rest)| start.eq_ignore_ascii_case(option.name) && rest.starts_with(' '))
    };
    match OPTIONS.iter().filter(|option| option.audience != Audience::Cecp).find(is_beginning) {
        Some(option) => format!("no option is called `{name}`; is `value` missing after {}?", option.name),
        None => format!("no option is called `{name}`"),
    }
}
