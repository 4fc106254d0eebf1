//! Writes the fuzzer's first inputs to `corpus/`: rows of the test data, lines of the transcripts, games, files of games.

use jailbird::game::Variant;
use jailbird::network::Network;
use jailbird::pgn::{GameRecord, RecordedMove};
use jailbird::position::Notation;
use jailbird::tools::datagen::binary_format::{GenerationSettings, MAGIC, Ply, TrainingGame};
use jailbird::tools::epd::rows;
use jailbird::types::zobrist::mix;
use jailbird::variants;
use jailbird::variants::ini::known;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The number of rows taken from each file.
const ROWS: usize = 40;

fn main() -> io::Result<()> {
    for (index, variant) in variants::coded().into_iter().enumerate() {
        positions(variant, b'a' + index as u8)?;
        let (record, frame) = played(variant, index as u64);
        sow("pgn", variant.name, 0, record.to_string().as_bytes())?;
        sow("games", variant.name, 0, &[b"f", &settings(variant).head()[..], &frame.framed()].concat())?;
        // The content stands between the complement of the length and the checksum.
        let (head, framed) = (settings(variant).head(), frame.framed());
        let content = |frame: &[u8]| frame[8..frame.len() - 4].to_vec();
        sow("games", variant.name, 1, &[b"h".to_vec(), content(&head[MAGIC.len()..])].concat())?;
        sow("games", variant.name, 2, &[vec![index as u8], content(&framed)].concat())?;
        requests(variant, &record)?;
        let (game, set) = (variant.network_game, variant.features);
        let network = Network::of_equal_pieces(game, &set).bytes(&set);
        // The content stands between the magic and the checksum.
        let content = &network[MAGIC.len()..network.len() - 8];
        sow("networks", variant.name, 0, &[&[b'a' + index as u8], content].concat())?;
    }
    files_of_games()?;
    transcripts()
}

/// The sections of the known games.
fn files_of_games() -> io::Result<()> {
    for (name, text) in known::files() {
        for (number, section) in text.split("\n\n").enumerate() {
            sow("files", name, number, section.as_bytes())?;
        }
    }
    Ok(())
}

/// A request of each name for the page of the board.
fn requests(variant: &Variant, record: &GameRecord) -> io::Result<()> {
    let moves: Vec<String> = record.moves.iter().take(6).map(|played| format!("{:?}", played.text)).collect();
    let (name, moves, letter) = (variant.name, moves.join(","), variant.kinds[0].letter);
    let game = format!(r#""game":"{name}","fen":"{}","moves":[{moves}]"#, variant.start);
    let requests = [
        format!("position\n{{{game}}}"),
        format!(r#"moves{}{{{game},"path":["e2"]}}"#, '\n'),
        format!(r#"typed{}{{{game},"text":"e4"}}"#, '\n'),
        format!(r#"write-pgn{}{{{game},"tags":[["White","A"]]}}"#, '\n'),
        format!(r#"check{}{{"game":"{name}","fen":"{}"}}"#, '\n', variant.start),
        format!(r#"kind{}{{"game":"{name}","letter":"{letter}"}}"#, '\n'),
        format!(r#"rules{}{{"game":"{name}"}}"#, '\n'),
        format!(r#"puzzle{}{{"game":"{name}","level":"easy","number":1}}"#, '\n'),
        format!("read-pgn\n{{\"text\":{:?}}}", "1. e4 {[%eval 0.3] a} e5 $4 (1... c5 (1... e6) 2. Nf3) *"),
        format!("read-pgn\n{{\"text\":{:?}}}", record.to_string()),
    ];
    requests.iter().enumerate().try_for_each(|(number, text)| sow("board", name, number, text.as_bytes()))
}

/// Adds an input to the corpus of a target.
fn sow(target: &str, name: &str, number: usize, bytes: &[u8]) -> io::Result<()> {
    let folder = Path::new(HERE).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join(format!("seed-{name}-{number}")), bytes)
}

fn data(path: &str) -> PathBuf {
    Path::new(HERE).join("..").join(path)
}

/// FENs and rows of suites.
fn positions(variant: &Variant, letter: u8) -> io::Result<()> {
    let mut number = 0;
    for kind in ["perft", "mates"] {
        let text = fs::read_to_string(data(&format!("data/{kind}/{kind}-{}.epd", variant.name))).unwrap_or_default();
        for (_, row) in rows(&text).chain(rows(variant.bench)).take(ROWS) {
            number += 1;
            let fen = row.split(';').next().unwrap_or(row).trim();
            sow("fen", variant.name, number, &[&[letter], fen.as_bytes()].concat())?;
            sow("epd", variant.name, number, &[&[letter], row.as_bytes()].concat())?;
        }
    }
    Ok(())
}

fn settings(variant: &'static Variant) -> GenerationSettings {
    GenerationSettings {
        variant,
        nodes: 5000,
        seed: 1,
        random_plies: 8,
        max_plies: 400,
        decided: 1000,
        unbalanced: 600,
        network: 0,
    }
}

/// A random game, as PGN and as the tuner has it.
fn played(variant: &'static Variant, seed: u64) -> (GameRecord, TrainingGame) {
    let mut game = variant.new_game();
    for ply in 0..30 {
        let moves = game.legal_moves(Notation::Standard);
        let Some(text) = moves.get((mix(seed ^ mix(ply)) % moves.len().max(1) as u64) as usize) else { break };
        game.play(text).expect("a legal move");
    }
    let mut record = GameRecord { result: "1/2-1/2".into(), ..GameRecord::default() };
    record.set("Event", "seed");
    record.set("Variant", variant.name);
    let comment = |text: String| RecordedMove { comment: "+0.12/9 0.1s".into(), ..RecordedMove::new(text) };
    record.moves = game.played().into_iter().map(comment).collect();
    let plies = game.played_bits().into_iter().map(|bits| Ply { bits, score: 12 }).collect();
    (record, TrainingGame { start: variant.start.into(), winner: None, plies, key: game.key() })
}

/// The lines that the transcripts send, one input for each case.
fn transcripts() -> io::Result<()> {
    for entry in fs::read_dir(data("transcripts"))? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let Some((target, _)) = name.split_once('-') else { continue };
        let text = fs::read_to_string(&path)?;
        for (number, case) in text.split("\n[").enumerate() {
            let lines: Vec<&str> = case.lines().filter_map(|line| line.strip_prefix("> ")).collect();
            sow(target, &name, number, lines.join("\n").as_bytes())?;
        }
    }
    Ok(())
}
