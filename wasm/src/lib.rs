//! The engine in a page without a server: a module for WASI, whose one function answers one request.
//!
//! Standard input has the name of the request in the first line and its body, JSON, behind it. The answer goes to standard output as lines, each a status of
//! HTTP, a space and JSON: one line, or those of a search as they arise. Requests and answers are those of the board's server, and
//! `begin` and `load`, which say which games there are.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jailbird_board::answers::alone::Alone;
use jailbird_board::answers::drawing::Drawing;
use jailbird_board::answers::texts::{self, Texts};
use jailbird_board::answers::{self, Problem, Replays, list_of, read, write};
use jailbird_board::game::Variant;
use jailbird_board::position::piece_kind::PieceKind;
use jailbird_board::variants;
use jailbird_board::variants::ini::known;
use jailbird_board::variants::ini::library::{Beside, Library, Loading};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

/// The games in code.
static GAMES: &[&Variant] = &[
    #[cfg(feature = "chess")]
    &variants::CHESS,
    #[cfg(feature = "prisonbreak")]
    &variants::PRISON_BREAK,
    #[cfg(feature = "prisonbreak")]
    &variants::PRISON_BREAK_OPEN,
    #[cfg(feature = "escape")]
    &variants::PRISONERS_ESCAPE,
    #[cfg(feature = "escape")]
    &variants::KINGS_ESCAPE,
    #[cfg(feature = "escape")]
    &variants::ANTICHECKMATE,
    #[cfg(feature = "zigzagmadness")]
    &variants::ZIGZAG_MADNESS,
    #[cfg(feature = "friendly")]
    &variants::FRIENDLY,
    #[cfg(feature = "penaltybox")]
    &variants::PENALTY_BOX,
    #[cfg(feature = "penaltybox")]
    &variants::PENALTY_BOX_NO_KING,
    #[cfg(feature = "penaltybox")]
    &variants::PENALTY_BOX_BEN,
    #[cfg(feature = "penaltybox")]
    &variants::PENALTY_BOX_DUAL,
];

/// Their texts.
static TEXTS: Texts = Texts {
    rules: &include!(concat!(env!("OUT_DIR"), "/rules.rs")),
    puzzles: &include!(concat!(env!("OUT_DIR"), "/puzzles.rs")),
};

/// `begin`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    /// The games of the list; empty for all.
    games: Vec<String>,
}

/// `teach`: by well-known game, the file of its network, in base64. It comes before all that asks for the game.
type Teach = BTreeMap<String, String>;

/// `load`: a file in the language of `variants.ini`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Load {
    name: String,
    text: String,
    /// Keys that are not known are passed over instead of refused.
    #[serde(default)]
    lenient: bool,
    /// By game, the names of pictures that come with it.
    #[serde(default)]
    pictures: BTreeMap<String, Vec<String>>,
    /// By game, the file of the network that comes with it, in base64.
    #[serde(default)]
    networks: BTreeMap<String, String>,
    /// By game, its puzzles in EPD.
    #[serde(default)]
    puzzles: BTreeMap<String, String>,
}

impl Beside for Load {
    fn pictures(&self, game: &str, _: &[PieceKind]) -> &'static [&'static str] {
        let names = self.pictures.get(game).cloned().unwrap_or_default();
        names.into_iter().map(|name| &*name.leak()).collect::<Vec<_>>().leak()
    }

    fn network(&self, game: &str) -> Result<Option<Vec<u8>>, String> {
        self.networks.get(game).map(|text| network(game, text)).transpose()
    }

    fn puzzles(&self, game: &str) -> Result<Option<String>, String> {
        Ok(self.puzzles.get(game).cloned())
    }
}

fn teach(request: &Teach) -> Result<Vec<u8>, Problem> {
    for (game, text) in request {
        known::bring_network(game, network(game, text).map_err(Problem::bad)?);
    }
    write(&json!({}))
}

/// The bytes of a game's network in base64.
fn network(game: &str, text: &str) -> Result<Vec<u8>, String> {
    BASE64_STANDARD.decode(text).map_err(|error| format!("networks: {game}: {error}"))
}

/// What is kept from request to request.
#[derive(Default)]
struct Engine {
    replays: Replays,
    /// The engine that searches, after the first search.
    alone: Option<Alone>,
    library: Library,
    drawing: Drawing,
    /// The games of the list; empty for all.
    listed: Vec<&'static Variant>,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

/// Answers the request on standard input.
#[allow(unsafe_code, reason = "a function that a page calls is exported by its own name")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    // Both take effect once.
    variants::choose(GAMES);
    texts::choose(TEXTS);
    let mut request = Vec::new();
    let taken = std::io::stdin().read_to_end(&mut request);
    let result = match taken {
        Ok(_) => ENGINE.with_borrow_mut(|engine| engine.answer(&request)),
        Err(error) => Err(Problem::new(500, error.to_string())),
    };
    match result {
        Ok(Some(answer)) => tell(200, &answer),
        Ok(None) => {}
        Err(problem) => tell(problem.status, &problem.body()),
    }
}

/// Writes a line of an answer.
fn tell(status: u16, json: &[u8]) {
    let line = [format!("{status} ").as_bytes(), json, b"\n"].concat();
    // The page is the one that reads; there is nobody else to tell.
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(&line).and_then(|()| out.flush());
}

impl Engine {
    /// The answer; `None` if it has been told line by line.
    fn answer(&mut self, request: &[u8]) -> Result<Option<Vec<u8>>, Problem> {
        let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
        let (name, body) = request.split_at(end);
        let body = body.strip_prefix(b"\n").unwrap_or(body);
        match &*String::from_utf8_lossy(name) {
            "begin" => self.begin(&read(body)?).map(Some),
            "teach" => teach(&read(body)?).map(Some),
            "load" => self.load(&read(body)?).map(Some),
            "draft" => self.drawing.draft(body).map(Some),
            "games" if !self.listed.is_empty() => list_of(self.listed.clone(), body).map(Some),
            "search" => self.search(body).map(|()| None),
            name => answers::answer(&self.replays, name, body).map(Some),
        }
    }

    fn begin(&mut self, request: &Begin) -> Result<Vec<u8>, Problem> {
        let find = |name: &String| variants::find(name).map_err(|error| Problem::bad(format!("games: {error}")));
        self.listed = request.games.iter().map(find).collect::<Result<_, _>>()?;
        write(&json!({}))
    }

    /// Adds the games of a file, to the list, too.
    fn load(&mut self, request: &Load) -> Result<Vec<u8>, Problem> {
        let file: &'static Path = Box::leak(Path::new(&request.name).to_owned().into_boxed_path());
        let Loading { games, problems, notes } = self.library.add(file, file, &request.text, request.lenient, request);
        if !self.listed.is_empty() {
            self.listed.retain(|listed| games.iter().all(|game| game.name != listed.name));
            self.listed.extend(&games);
        }
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        write(&json!({"games": names, "problems": problems, "notes": notes}))
    }

    fn search(&mut self, body: &[u8]) -> Result<(), Problem> {
        if self.alone.is_none() {
            self.alone = Some(Alone::new()?);
        }
        let line = |line: &Value| tell(200, line.to_string().as_bytes());
        match &mut self.alone {
            Some(alone) => alone.search(&self.replays, body, line),
            None => Ok(()),
        }
    }
}
