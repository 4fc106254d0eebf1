//! `check`: what files of games mean, and what is wrong or odd in them.

use super::console::print;
use crate::variant_files;
use crate::variants::ini::check::{Checked, Piece, file, known};
use clap::Args;
use std::path::Path;
use std::process::ExitCode;

#[derive(Args)]
pub(super) struct Arguments {
    /// Files in the language of `variants.ini`, or names of well-known games.
    #[arg(required = true)]
    files: Vec<String>,
}

/// Prints what is understood of every section, and fails if one was refused.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let mut is_well = true;
    for given in &arguments.files {
        let path = Path::new(given);
        let (sections, problems) = match known(given).filter(|_| !path.exists()) {
            Some(section) => (vec![section], Vec::new()),
            None => file(&variant_files::read(path)?, variant_files::is_lenient()),
        };
        variant_files::lines(path, &problems).iter().for_each(print);
        is_well &= problems.is_empty() && sections.iter().all(|section| section.game.is_ok());
        sections.iter().for_each(|section| show(path, section));
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn show(path: &Path, section: &Checked) {
    let Checked { name, game, warnings, extensions, .. } = section;
    let told = |problems| variant_files::lines(path, problems).into_iter().map(|line| format!("  {line}"));
    print(format_args!("[{name}]"));
    match game {
        Err(problems) => {
            print("  refused:");
            told(problems).for_each(print);
        }
        Ok(meaning) => {
            meaning.summary.iter().for_each(|line| print(format_args!("  {line}")));
            meaning.pieces.iter().for_each(show_piece);
        }
    }
    told(warnings).for_each(print);
    if !extensions.is_empty() {
        print("  pychess and Fairy-Stockfish do not understand:");
        told(extensions).for_each(print);
    }
    if let Some(meaning) = game.as_ref().ok().filter(|meaning| !meaning.traps.is_empty()) {
        print("  odd:");
        meaning.traps.iter().for_each(|trap| print(format_args!("  - {trap}")));
    }
    print("");
}

fn show_piece(piece: &Piece) {
    let Piece { name, letter, notes, diagram } = piece;
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    print(format_args!("\n  {letter} {name}{notes}"));
    diagram.iter().for_each(|row| print(format_args!("    {row}")));
    print(format_args!("    {}", piece.legend().join(", ")));
}
