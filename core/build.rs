//! Collects the networks, so that the library can embed them.
//!
//! The environment variable `EVALFILE`, as OpenBench sets it, names a network that is embedded in place of that of its game.

mod build_files;
#[allow(dead_code, reason = "the library uses the rest of it")]
#[path = "src/types/bytes.rs"]
mod bytes;
#[allow(dead_code, reason = "the library uses the rest of it")]
#[path = "src/network/head.rs"]
mod head;

use build_files::{files, out_directory, root};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The folder below which the networks of games in code are.
const OF_CODE: &str = "src/variants";
/// That of the networks of games from files.
const OF_FILES: &str = "games/networks";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build_files.rs");
    if let Err(problem) = collect_networks() {
        println!("cargo::error={problem}");
    }
}

/// A network: the folder and the name of its file, its bytes, its game and what features it is made for.
struct Network {
    folder: &'static str,
    name: OsString,
    bytes: Vec<u8>,
    game: String,
    features: String,
}

impl Network {
    fn read(folder: &'static str, path: &Path) -> Result<Network, String> {
        let naming = |error: String| format!("{}: {error}", path.display());
        let bytes = fs::read(path).map_err(|error| naming(error.to_string()))?;
        let of_head = |key| head::value(head::split(&bytes)?.0, key).map(str::to_owned);
        let (game, features) = (of_head("game").map_err(naming)?, of_head("features").map_err(naming)?);
        Ok(Network { folder, name: path.file_name().unwrap_or_default().into(), bytes, game, features })
    }
}

/// Puts the networks where they are embedded from, and beside them a table of those of games from files.
fn collect_networks() -> Result<(), String> {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let mut networks = Vec::new();
    for folder in [OF_CODE, OF_FILES] {
        println!("cargo::rerun-if-changed={folder}");
        for path in files(folder).map_err(|error| format!("{folder}: {error}"))? {
            if path.extension().is_some_and(|extension| extension == "net") {
                networks.push(Network::read(folder, &path)?);
            }
        }
    }
    let is_twice = |network: &&Network| networks.iter().filter(|other| other.name == network.name).count() > 1;
    if let Some(network) = networks.iter().find(is_twice) {
        return Err(format!("{}: two networks are called {}", network.folder, network.name.display()));
    }
    if let Some(path) = env::var_os("EVALFILE").filter(|path| !path.is_empty()) {
        // A relative path begins where the program is built, beside this package.
        let path = root().join("..").join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        replace(&mut networks, Network::read("", &path)?).map_err(|error| format!("EVALFILE: {error}"))?;
    }
    let folder = out_directory().join("networks");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut table = String::from("[\n");
    for Network { folder: from, name, bytes, game, .. } in &networks {
        let path = folder.join(name);
        keep(&path, bytes)?;
        if *from == OF_FILES {
            let _ = writeln!(table, "    ({game:?}, include_bytes!({:?}) as &[u8]),", path.display().to_string());
        }
    }
    keep(&folder.join("of_files.rs"), (table + "]\n").as_bytes())
}

/// Writes a file. One that stays as it is does not make cargo compile the program again.
fn keep(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let is_there = fs::read(path).is_ok_and(|there| there == bytes);
    if is_there { Ok(()) } else { fs::write(path, bytes) }.map_err(|error| format!("{}: {error}", path.display()))
}

/// Replaces the bytes of the network of the same game.
fn replace(networks: &mut [Network], other: Network) -> Result<(), String> {
    let games = networks.iter().map(|network| network.game.as_str()).collect::<Vec<_>>().join(", ");
    let Network { game, features, bytes, .. } = other;
    let Some(own) = networks.iter_mut().find(|network| network.game == game) else {
        return Err(format!("a network for {game}, which has none built in; these have: {games}"));
    };
    if own.features != features {
        return Err(format!("made for other features than {game} has in this program; train it anew"));
    }
    own.bytes = bytes;
    Ok(())
}
