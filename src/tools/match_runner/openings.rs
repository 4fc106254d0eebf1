//! Where games begin: positions of an EPD file or the first moves of a PGN file.

use super::words::{self, Words};
use crate::game::Game;
use crate::game::Variant;
use crate::tools::files;
use crate::tools::openings::rows;
use crate::tools::pgn;
use std::path::{Path, PathBuf};

/// The beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None`: the start.
    pub fen: Option<String>,
    /// Moves from there, as the rules write them.
    pub moves: Vec<String>,
}

impl Opening {
    /// A game that has been played to the end of the opening.
    ///
    /// # Errors
    /// When the position or a move is not legal.
    pub fn game(&self, variant: &'static Variant) -> Result<Box<dyn Game>, String> {
        let fen = self.fen.as_deref().unwrap_or(variant.start);
        let mut game = variant.game(fen).map_err(|error| format!("{error}: {fen}"))?;
        for text in &self.moves {
            game.play(text).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A position a line.
    Epd,
    /// Games.
    Pgn,
}

/// A file of openings and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file.
    pub file: PathBuf,
    /// Its kind.
    pub format: Format,
    /// Moves of a PGN game that are taken.
    pub plies: usize,
}

impl Source {
    /// Reads `FILE`, or cutechess-cli's `file=FILE format=pgn plies=8`. What `order` says is returned apart.
    ///
    /// # Errors
    /// Names the word that makes no sense.
    pub fn read(list: &Words) -> Result<(Source, Option<String>), String> {
        let mut source = Source { file: PathBuf::new(), format: Format::Epd, plies: usize::MAX };
        let (mut format, mut order) = (None, None);
        for word in list {
            match word.split_once('=') {
                None => source.file = word.into(),
                Some(("file", file)) => source.file = file.into(),
                Some(("format", text)) => format = Some(text),
                Some(("plies", text)) => source.plies = words::value("plies", text)?,
                Some(("order", text)) => order = Some(text.to_owned()),
                Some((key, _)) => return Err(words::unknown(key, "file, format, order, plies")),
            }
        }
        if source.file.as_os_str().is_empty() {
            return Err("which file?".into());
        }
        source.format = match format {
            Some("pgn") => Format::Pgn,
            Some("epd") => Format::Epd,
            Some(text) => return Err(format!("`format={text}`: there are epd and pgn")),
            None if has_extension(&source.file, "pgn") => Format::Pgn,
            None => Format::Epd,
        };
        Ok((source, order))
    }

    /// The openings of the file; every one has been played through.
    ///
    /// # Errors
    /// Names the file and the line or the game.
    pub fn load(&self, variant: &'static Variant) -> Result<Vec<Opening>, String> {
        let name = self.file.display();
        let text = files::read(&self.file)?;
        self.read_text(&text, variant).map_err(|error| format!("{name}: {error}"))
    }

    /// The openings of a file with this text; every one has been played through.
    ///
    /// # Errors
    /// Names the line or the game.
    pub fn read_text(&self, text: &str, variant: &'static Variant) -> Result<Vec<Opening>, String> {
        let openings = match self.format {
            Format::Epd => read_epd(text, variant),
            Format::Pgn => read_pgn(text, variant, self.plies),
        }?;
        if openings.is_empty() { Err("no openings".into()) } else { Ok(openings) }
    }
}

fn has_extension(file: &Path, wanted: &str) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn read_epd(text: &str, variant: &'static Variant) -> Result<Vec<Opening>, String> {
    rows(text)
        .map(|(number, line)| read_position(line, variant).map_err(|error| format!("line {number}: {error}")))
        .collect()
}

fn read_position(line: &str, variant: &'static Variant) -> Result<Opening, String> {
    let (game, _) = split_epd(line, variant)?;
    playable(&*game)?;
    Ok(Opening { fen: Some(game.fen()), moves: Vec::new() })
}

/// A FEN, perhaps with operations behind it (`bm e4; id "x";`). How many fields a FEN has is the game's affair, so the
/// longest beginning that the game takes is the position, and what is left must look like operations, with or without a
/// semicolon before the first.
///
/// # Errors
/// What the game says of the line as a FEN.
pub fn split_epd<'a>(line: &'a str, variant: &'static Variant) -> Result<(Box<dyn Game>, &'a str), String> {
    let error = match variant.game(line) {
        Ok(game) => return Ok((game, "")),
        Err(error) => error,
    };
    let operations = |at: usize| line[at..].trim_start_matches([' ', ';']);
    blanks(line)
        .filter(|&at| line[at..].contains(';') && operations(at).starts_with(char::is_alphabetic))
        .find_map(|at| Some((variant.game(line[..at].trim_end()).ok()?, operations(at))))
        .ok_or_else(|| error.to_string())
}

/// Where a line may be cut, from its end.
fn blanks(line: &str) -> impl Iterator<Item = usize> {
    line.rmatch_indices(' ').map(|(at, _)| at)
}

fn read_pgn(text: &str, variant: &'static Variant, plies: usize) -> Result<Vec<Opening>, String> {
    let games = pgn::read_placed(text).map_err(|error| error.to_string())?;
    let read = |(index, placed)| {
        read_game(placed, variant, plies).map_err(|(line, error)| format!("line {line}: game {}: {error}", index + 1))
    };
    games.iter().enumerate().map(read).collect()
}

/// The opening that a game begins with, or the line of what is wrong with it.
fn read_game(placed: &pgn::Placed, variant: &'static Variant, plies: usize) -> Result<Opening, (usize, String)> {
    let record = &placed.record;
    let fen = record.tag("FEN").map(str::to_owned);
    let start = Opening { fen: fen.clone(), moves: Vec::new() };
    let mut game = start.game(variant).map_err(|error| (placed.line, error))?;
    for (mv, &line) in record.moves.iter().zip(&placed.move_lines).take(plies) {
        game.play(&mv.text).map_err(|error| (line, error.to_string()))?;
    }
    playable(&*game).map_err(|error| (placed.line, error))?;
    Ok(Opening { fen, moves: game.played() })
}

fn playable(game: &dyn Game) -> Result<(), String> {
    game.outcome().map_or(Ok(()), |outcome| Err(format!("the game is over: {outcome}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    fn chess() -> &'static Variant {
        variants::find("chess").unwrap()
    }

    #[test]
    fn positions_with_and_without_operations_are_read() {
        let four = FEN.trim_end_matches(" 0 1");
        for line in [FEN.to_owned(), format!("{four} hmvc 0; id \"a b\";"), format!("{FEN} bm e5; c0 \"x\";")] {
            let openings = read_epd(&format!("# comment\n\n{line}\n"), chess()).unwrap();
            assert_eq!(openings, [Opening { fen: Some(FEN.into()), moves: vec![] }], "{line}");
        }
    }

    #[test]
    fn what_is_no_opening_is_named() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        for wrong in ["rubbish", mated, "8/8/8/8/8/8/8/8 w - - 0 1", &FEN[..30]] {
            let error = read_epd(&format!("{FEN}\n{wrong}\n"), chess()).unwrap_err();
            assert!(error.starts_with("line 2: "), "{wrong}: {error}");
        }
    }

    #[test]
    fn games_of_other_variants_have_other_fens() {
        for variant in crate::variants::VARIANTS {
            let text = format!("{}\n{} id \"start\";\n", variant.start, variant.start);
            let openings = read_epd(&text, variant).unwrap();
            assert_eq!(openings[0], openings[1], "{}", variant.name);
        }
    }

    #[test]
    fn moves_are_taken_from_games() {
        let openings = read_pgn("1. e4\ne7e5 2. Nf3 *", chess(), 2).unwrap();
        assert_eq!(openings, [Opening { fen: None, moves: vec!["e2e4".into(), "e7e5".into()] }]);
        let error = read_pgn("1. e4\ne7e5 *\n\n1. e4\ne2e4 *", chess(), 2).unwrap_err();
        assert!(error.starts_with("line 5: game 2: ") && error.contains("e2e4"), "{error}");
    }

    #[test]
    fn words_of_cutechess_are_read() {
        let words: Words = ["file=a.epd", "format=pgn", "order=random", "plies=4"].map(str::to_owned).to_vec();
        let (source, order) = Source::read(&words).unwrap();
        assert_eq!(source, Source { file: "a.epd".into(), format: Format::Pgn, plies: 4 });
        assert_eq!(order.as_deref(), Some("random"));
        for bad in ["depth=4", "format=abk", "plies=x"] {
            assert!(Source::read(&vec!["f".into(), bad.to_owned()]).is_err(), "{bad}");
        }
        assert!(Source::read(&vec!["order=random".to_owned()]).is_err());
    }
}
