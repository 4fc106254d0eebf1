//! The openings of a match: positions of an EPD file, or the first moves of a PGN file's games.

use super::key_value::{self, KeyValues};
use crate::game::Game;
use crate::game::Variant;
use crate::pgn;
use crate::tools::console::{complain, game_from};
use crate::tools::epd;
use crate::tools::text_file::{self, naming};
use crate::types::fen;
use std::path::{Path, PathBuf};

/// The first position and moves of a game.
pub struct Opening {
    /// The position's FEN; `None` is the game's start.
    pub fen: Option<String>,
    /// The game at the end of the moves.
    pub game: Box<dyn Game>,
}

impl Opening {
    /// The start of a game, without moves.
    pub fn at_start(variant: &'static Variant) -> Opening {
        Opening { fen: None, game: variant.new_game() }
    }

    /// The current position of a game, without moves.
    pub fn of_position(game: &dyn Game) -> Opening {
        Opening { fen: Some(game.fen()), game: game.begun_here() }
    }

    /// The game before the moves.
    pub fn start(&self) -> Box<dyn Game> {
        let mut start = self.game.boxed_clone();
        while start.undo() {}
        start
    }
}

/// The format of a file of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One position per line.
    Epd,
    /// Games.
    Pgn,
}

impl Format {
    fn read(text: &str) -> Result<Format, String> {
        match text {
            "pgn" => Ok(Format::Pgn),
            "epd" => Ok(Format::Epd),
            _ => Err(format!("`format={text}`: the formats are epd and pgn")),
        }
    }

    fn of(path: &Path) -> Format {
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if is_pgn { Format::Pgn } else { Format::Epd }
    }
}

/// A file of openings, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFile {
    /// The path.
    pub path: PathBuf,
    /// The format.
    pub format: Format,
    /// The greatest number of moves that are taken from a PGN game.
    pub plies: usize,
    /// The number of the first opening, from 1, counted in the order of the match.
    pub start: u32,
}

impl OpeningFile {
    /// All openings of a file, whose format is that of its name.
    pub fn of(path: &Path) -> OpeningFile {
        OpeningFile { path: path.into(), format: Format::of(path), plies: usize::MAX, start: 1 }
    }

    /// Parses `FILE`, or cutechess-cli's `file=FILE format=pgn plies=8 start=1`. The value of `order` is returned
    /// separately.
    ///
    /// # Errors
    /// Names the word that is malformed.
    pub fn read(list: &KeyValues) -> Result<(OpeningFile, Option<String>), String> {
        let mut file = OpeningFile { path: PathBuf::new(), format: Format::Epd, plies: usize::MAX, start: 1 };
        let (mut format, mut order) = (None, None);
        for word in list {
            match word.split_once('=') {
                None => file.path = word.into(),
                Some(("file", path)) => file.path = path.into(),
                Some(("format", text)) => format = Some(text),
                Some(("plies", text)) => file.plies = key_value::parse_value("plies", text)?,
                Some(("start", text)) => {
                    file.start = key_value::parse_value("start", text)?;
                    if file.start == 0 {
                        return Err("`start=0`: openings are counted from 1".into());
                    }
                }
                Some(("order", text)) => order = Some(text.to_owned()),
                Some((key, _)) => return Err(key_value::unknown_key(key, "file, format, order, plies, start")),
            }
        }
        if file.path.as_os_str().is_empty() {
            return Err("no file is given".into());
        }
        file.format = format.map_or_else(|| Ok(Format::of(&file.path)), Format::read)?;
        Ok((file, order))
    }

    /// Reads the openings of the file and checks that they are legal. Tells the user of those that are cut off.
    pub fn load(&self, variant: &'static Variant) -> Result<Vec<Opening>, String> {
        let text = text_file::read(&self.path)?;
        let (openings, cuts) = self.read_and_cut(&text, variant).map_err(naming(&self.path))?;
        if let Some(first) = cuts.first() {
            let (count, path) = (cuts.len(), self.path.display());
            complain(format_args!("{path}: {first}; openings cut off before the move that ends the game: {count}"));
        }
        Ok(openings)
    }

    /// Reads the openings of a file with this text and checks that they are legal.
    ///
    /// # Errors
    /// Names the line or the game.
    pub fn read_text(&self, text: &str, variant: &'static Variant) -> Result<Vec<Opening>, String> {
        self.read_and_cut(text, variant).map(|(openings, _)| openings)
    }

    /// The same; also returns why and where openings are cut off.
    fn read_and_cut(&self, text: &str, variant: &'static Variant) -> Result<(Vec<Opening>, Vec<String>), String> {
        let (openings, cuts) = match self.format {
            Format::Epd => (read_epd(text, variant)?, Vec::new()),
            Format::Pgn => read_pgn(text, variant, self.plies)?,
        };
        if openings.is_empty() { Err("no openings".into()) } else { Ok((openings, cuts)) }
    }
}

fn read_epd(text: &str, variant: &'static Variant) -> Result<Vec<Opening>, String> {
    epd::rows(text)
        .map(|(number, line)| read_position(line, variant).map_err(|error| format!("line {number}: {error}")))
        .collect()
}

fn read_position(line: &str, variant: &'static Variant) -> Result<Opening, String> {
    let (game, operations) = epd::split(line, variant)?;
    let counter = |name: &str, field: &'static str| {
        let count = operations.split(';').find_map(|operation| operation.trim().strip_prefix(name));
        let count = count.map(|count| fen::number(field, count.trim(), 0)).transpose();
        count.map_err(|error| error.to_string())
    };
    let game = game.begun_with_counters(
        counter("hmvc ", "halfmove clock")?,
        counter("fmvn ", "fullmove number")?.map(|number| number.max(1)),
    );
    check_not_over(&*game)?;
    Ok(Opening::of_position(&*game))
}

/// The openings of games, and why and where some are cut off.
fn read_pgn(text: &str, variant: &'static Variant, plies: usize) -> Result<(Vec<Opening>, Vec<String>), String> {
    let games = pgn::read_located(text).whole().map_err(|fault| fault.to_string())?;
    let (mut openings, mut cuts) = (Vec::new(), Vec::new());
    for (index, located) in games.iter().enumerate() {
        let place = |(line, what): (usize, String)| format!("line {line}: game {}: {what}", index + 1);
        let (opening, cut) = read_game(located, variant, plies).map_err(place)?;
        openings.push(opening);
        cuts.extend(cut.map(place));
    }
    Ok((openings, cuts))
}

/// A line of a file, and what is there.
type Remark = (usize, String);

/// The opening of a game. A move that ends the game by the rules, also without a claim, is not part of it: such a
/// move is returned as a remark.
fn read_game(
    located: &pgn::LocatedGame,
    variant: &'static Variant,
    plies: usize,
) -> Result<(Opening, Option<Remark>), Remark> {
    let record = &located.record;
    if record.tag("Variant") == Some(variant.name) {
        record.check_rules(variant).map_err(|error| (located.line, error))?;
    }
    let tag = record.tag("FEN");
    let mut game = game_from(variant, tag.unwrap_or(variant.start))
        .map_err(|error| (located.line, format!("{error}: {}", tag.unwrap_or_default())))?;
    let fen = tag.map(|_| game.fen());
    check_not_over(&*game).map_err(|error| (located.line, error))?;
    let mut cut = None;
    for (mv, &line) in record.moves.iter().zip(&located.move_lines).take(plies) {
        game.play(&mv.text).map_err(|error| (line, error.to_string()))?;
        if let Some(outcome) = game.outcome() {
            cut = Some((line, format!("`{}` ends the game: {}", mv.text, outcome.comment())));
            game.undo();
            break;
        }
    }
    Ok((Opening { fen, game }, cut))
}

fn check_not_over(game: &dyn Game) -> Result<(), String> {
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

    fn told(openings: &[Opening]) -> Vec<(Option<String>, Vec<String>)> {
        openings.iter().map(|opening| (opening.fen.clone(), opening.game.played())).collect()
    }

    #[test]
    fn positions_with_and_without_operations_are_read() {
        let four = FEN.trim_end_matches(" 0 1");
        for line in [FEN.to_owned(), format!("{four} hmvc 0; id \"a b\";"), format!("{FEN} bm e5; c0 \"x\";")] {
            let openings = read_epd(&format!("# comment\n\n{line}\n"), chess()).unwrap();
            assert_eq!(told(&openings), [(Some(FEN.into()), vec![])], "{line}");
        }
        let counted = read_epd(&format!("{four} hmvc 3; fmvn 7;"), chess()).unwrap();
        assert_eq!(counted[0].fen.as_deref(), Some(format!("{four} 3 7").as_str()));
    }

    #[test]
    fn lines_that_are_not_openings_are_named() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        for wrong in ["rubbish", mated, "8/8/8/8/8/8/8/8 w - - 0 1", &FEN[..30], "4k3/8/8/8/8/8/8/4K2R w K - hmvc x;"] {
            let error = read_epd(&format!("{FEN}\n{wrong}\n"), chess()).err().unwrap();
            assert!(error.starts_with("line 2: "), "{wrong}: {error}");
        }
    }

    #[test]
    fn start_positions_of_all_games_are_read() {
        for variant in crate::variants::coded() {
            let text = format!("{}\n{} id \"start\";\n", variant.start, variant.start);
            let openings = read_epd(&text, variant).unwrap();
            let told = told(&openings);
            assert_eq!(told[0], told[1], "{}", variant.name);
        }
    }

    #[test]
    fn openings_are_taken_from_pgn_games() {
        let (openings, cuts) = read_pgn("1. e4\ne7e5 2. Nf3 *", chess(), 2).unwrap();
        assert!(cuts.is_empty());
        assert_eq!(told(&openings), [(None, vec!["e2e4".into(), "e7e5".into()])]);
        let (openings, _) = read_pgn("[FEN \"4k3/8/8/8/8/8/8/R3K3 w KQ - - -\"]\n\n1. O-O-O *", chess(), 2).unwrap();
        assert_eq!(openings[0].fen.as_deref(), Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
        let error = read_pgn("1. e4\ne7e5 *\n\n1. e4\ne2e4 *", chess(), 2).err().unwrap();
        assert!(error.starts_with("line 5: game 2: ") && error.contains("e2e4"), "{error}");
    }

    /// A line that goes past the third repetition, or to mate, is played up to the move before.
    #[test]
    fn openings_are_cut_off_before_the_move_that_ends_the_game() {
        let back_and_forth = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6\n4. Ng1 Ng8";
        let rows = [
            (format!("{back_and_forth} 5. e4 e5 *"), 7, "line 2: game 1: `Ng8` ends the game: Draw by repetition"),
            (format!("{back_and_forth} *"), 7, "line 2: game 1: `Ng8` ends the game: Draw by repetition"),
            ("1. f3 e5 2. g4 Qh4# *".into(), 3, "line 1: game 1: `Qh4#` ends the game: Black mates"),
            (
                "[FEN \"4kr2/8/8/8/8/8/8/3RK3 w - - 98 90\"]\n\n1. Ke2 Rf7 2. Ke3 *".into(),
                1,
                "line 3: game 1: `Rf7` ends the game: Draw by fifty-move rule",
            ),
        ];
        for (text, plies, remark) in rows {
            let (openings, cuts) = read_pgn(&text, chess(), usize::MAX).unwrap();
            assert_eq!((openings[0].game.played_bits().len(), cuts), (plies, vec![remark.to_owned()]), "{text}");
        }
        assert!(read_pgn("[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *", chess(), 1).is_err());
    }

    #[test]
    fn words_as_in_cutechess_are_read() {
        let words: KeyValues =
            ["file=a.epd", "format=pgn", "order=random", "plies=4", "start=9"].map(str::to_owned).to_vec();
        let (file, order) = OpeningFile::read(&words).unwrap();
        assert_eq!(file, OpeningFile { path: "a.epd".into(), format: Format::Pgn, plies: 4, start: 9 });
        assert_eq!(order.as_deref(), Some("random"));
        for bad in ["depth=4", "format=abk", "plies=x", "start=0"] {
            assert!(OpeningFile::read(&vec!["f".into(), bad.to_owned()]).is_err(), "{bad}");
        }
        assert!(OpeningFile::read(&vec!["order=random".to_owned()]).is_err());
    }
}
