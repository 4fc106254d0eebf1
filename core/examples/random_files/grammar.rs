//! Sections of files by a grammar of the language of `variants.ini`: pieces, boards, start positions and rules at random.
//!
//! Only what other programs read in the same way is written, so that they can be asked for moves and results.

use jailbird_core::types::zobrist::mix;

/// A section and what is known of its game.
pub struct Section {
    /// Its lines, with the head.
    pub text: String,
    /// Whether the board turned by 180 degrees with the colours swapped is the same game.
    pub is_the_same_when_turned: bool,
}

/// Known games that sections inherit from: name, files, ranks, letters of pieces, the royal one last.
const PARENTS: &[(&str, usize, usize, &str)] = &[
    ("crazyhouse", 8, 8, "pnbrqk"),
    ("shogi", 9, 9, "plnsgbrk"),
    ("makruk", 8, 8, "pnsrmk"),
    ("capablanca", 10, 8, "pnbrqack"),
    ("grand", 10, 10, "pnbrqack"),
    ("minishogi", 5, 5, "psgbrk"),
    ("losalamos", 6, 6, "pnrqk"),
    ("berolina", 8, 8, "pnbrqk"),
    ("atomic", 8, 8, "pnbrqk"),
];

/// Pieces with names, but for pawn and king.
const NAMED: &[&str] = &[
    "knight",
    "bishop",
    "rook",
    "queen",
    "fers",
    "alfil",
    "fersAlfil",
    "silver",
    "aiwok",
    "bers",
    "archbishop",
    "chancellor",
    "amazon",
    "knibis",
    "biskni",
    "kniroo",
    "rookni",
    "shogiPawn",
    "lance",
    "shogiKnight",
    "gold",
    "dragonHorse",
    "clobber",
    "breakthrough",
    "immobile",
    "cannon",
    "janggiCannon",
    "soldier",
    "horse",
    "elephant",
    "janggiElephant",
    "banner",
    "wazir",
    "centaur",
];

/// Atoms with the modifiers of direction that they take.
const ATOMS: &[(&str, &[&str])] = &[
    ("W", ORTHOGONAL),
    ("D", ORTHOGONAL),
    ("H", ORTHOGONAL),
    ("R", ORTHOGONAL),
    ("F", DIAGONAL),
    ("A", DIAGONAL),
    ("G", DIAGONAL),
    ("B", DIAGONAL),
    ("N", OBLIQUE),
    ("C", OBLIQUE),
    ("Z", OBLIQUE),
    ("K", ROYAL),
    ("Q", ROYAL),
];
const ORTHOGONAL: &[&str] = &["f", "b", "l", "r", "v", "s", "fs", "bs", "fl", "lr", "fb"];
const DIAGONAL: &[&str] = &["f", "b", "l", "r", "fl", "fr", "bl", "br", "fs", "bs", "lv"];
const OBLIQUE: &[&str] =
    &["f", "b", "l", "r", "v", "s", "fl", "lf", "fr", "rf", "bl", "fs", "bs", "lv", "fh", "bh", "lh", "hl", "hr", "ff"];
const ROYAL: &[&str] = &["f", "b", "s", "v", "fs", "fl", "lf", "fh", "lh", "lv", "ff"];

/// A random section, the same for the same seed.
pub fn section(name: &str, seed: u64) -> Section {
    let mut writer = Writer::new(seed);
    let parent = writer.board();
    writer.lines.insert(0, if parent.is_empty() { format!("[{name}]") } else { format!("[{name}:{parent}]") });
    writer.promotion();
    writer.pawns();
    writer.drops();
    writer.duties();
    writer.ends();
    Section { text: writer.lines.join("\n") + "\n", is_the_same_when_turned: writer.turns }
}

struct Writer {
    random: u64,
    lines: Vec<String>,
    files: usize,
    ranks: usize,
    /// The letters of pieces, the royal one last if there is one.
    letters: Vec<char>,
    /// Whether there are pawns of chess.
    has_pawns: bool,
    /// Whether the last letter is a king.
    has_king: bool,
    drops: bool,
    turns: bool,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        Writer {
            random: mix(seed ^ 0x5eed),
            lines: Vec::new(),
            files: 8,
            ranks: 8,
            letters: Vec::new(),
            has_pawns: true,
            has_king: true,
            drops: false,
            turns: true,
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.random = mix(self.random);
        (self.random >> 16) as usize % count.max(1)
    }

    /// Whether something happens that does so `percent` times of 100.
    fn now(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.lines.push(format!("{key} = {value}"));
    }

    /// Sets a key now and then to one of some values.
    fn maybe(&mut self, percent: usize, key: &str, values: &[&str]) {
        if self.now(percent) {
            let value = self.pick(values);
            self.set(key, value);
        }
    }

    /// Some letters of pieces, at least one.
    fn some_letters(&mut self) -> String {
        let count = 1 + self.below(3);
        let mut letters: Vec<char> = (0..count).map(|_| self.letter()).collect();
        letters.dedup();
        letters.into_iter().collect()
    }

    fn letter(&mut self) -> char {
        let index = self.below(self.letters.len());
        self.letters[index]
    }

    /// A letter that is not royal.
    fn officer(&mut self) -> char {
        let index = self.below(self.letters.len() - usize::from(self.has_king));
        self.letters[index]
    }

    /// A region as pairs of file and rank from 0; `usize::MAX` for any. Regions near the side of the enemy come more often.
    fn region(&mut self, most_ranks: usize) -> Vec<(usize, usize)> {
        match self.below(4) {
            0 => (0..1 + self.below(6)).map(|_| (self.below(self.files), self.below(self.ranks))).collect(),
            1 => vec![(self.below(self.files), usize::MAX), (usize::MAX, self.below(self.ranks))],
            _ => (0..1 + self.below(most_ranks.min(self.ranks - 1)))
                .map(|rank| (usize::MAX, self.ranks - 1 - rank))
                .collect(),
        }
    }

    fn written(region: &[(usize, usize)]) -> String {
        let part = |&(file, rank): &(usize, usize)| {
            let file = if file == usize::MAX { '*' } else { (b'a' + file as u8) as char };
            let rank = if rank == usize::MAX { "*".into() } else { (rank + 1).to_string() };
            format!("{file}{rank}")
        };
        region.iter().map(part).collect::<Vec<_>>().join(" ")
    }

    /// Sets a region of White's and the same one turned for Black, now and then another one.
    fn regions(&mut self, [white, black]: [&str; 2], region: &[(usize, usize)]) {
        let (files, ranks) = (self.files, self.ranks);
        let turn = |at: usize, count: usize| if at == usize::MAX { at } else { count - 1 - at };
        let mut turned: Vec<_> = region.iter().map(|&(file, rank)| (turn(file, files), turn(rank, ranks))).collect();
        if self.now(10) {
            turned = self.region(2);
            self.turns = false;
        }
        self.set(white, Self::written(region));
        self.set(black, Self::written(&turned));
    }

    /// Sets a region for both players now and then.
    fn maybe_regions(&mut self, percent: usize, key: &str, most_ranks: usize) {
        if self.now(percent) {
            let region = self.region(most_ranks);
            self.regions([&format!("{key}White"), &format!("{key}Black")], &region);
        }
    }

    /// Moves of a piece: one to three atoms.
    fn moves(&mut self) -> String {
        if self.now(12) {
            return self
                .pick(&["mRcpR", "cpRmR", "mQcpQ", "RpB", "gQ", "pR", "mBcpB3", "gRgB", "mcpQ", "cgQmK"])
                .into();
        }
        let mut moves = String::new();
        for _ in 0..1 + self.below(3) {
            let atom = self.atom();
            // A letter that stands twice is a rider.
            if moves.chars().last().is_none_or(|last| !atom.starts_with(last)) {
                moves += &atom;
            }
        }
        moves
    }

    fn atom(&mut self) -> String {
        let (atom, directions) = self.pick(ATOMS);
        let direction = if self.now(40) { self.pick(directions) } else { "" };
        let mode = match self.below(10) {
            0 | 1 => "m",
            2 | 3 => "c",
            4 if matches!(atom, "N" | "A" | "D" | "Z") => "n",
            5 if self.below(2) == 0 => "im",
            _ => "",
        };
        let range = match atom {
            "R" | "B" | "Q" if self.now(30) => self.pick(&["2", "3", "4", "6"]),
            "W" | "F" if self.now(20) => self.pick(&["2", "3", "W", "F"]),
            "N" if mode != "n" && self.now(20) => self.pick(&["N", "2"]),
            _ => "",
        };
        let range = if matches!(range, "W" | "F") { atom } else { range };
        format!("{mode}{direction}{atom}{range}")
    }

    /// Board, pieces and start position; the parent.
    fn board(&mut self) -> &'static str {
        if self.now(15) {
            let (name, files, ranks, letters) = self.pick(PARENTS);
            (self.files, self.ranks) = (files, ranks);
            self.letters = letters.chars().collect();
            self.drops = matches!(name, "crazyhouse" | "shogi" | "minishogi");
            self.has_pawns = !matches!(name, "shogi" | "minishogi");
            // Castling, and kings that begin on one file.
            self.turns = matches!(name, "shogi" | "minishogi");
            return name;
        }
        let is_chess = self.now(30);
        if is_chess {
            self.letters = "pnbrq".chars().collect();
        } else {
            (self.files, self.ranks) = (3 + self.below(10), 3 + self.below(8));
            self.set("maxRank", self.ranks);
            self.set("maxFile", self.files);
        }
        self.pieces(is_chess);
        let rook = self.castling(is_chess);
        self.start(rook);
        if is_chess { "chess" } else { "" }
    }

    /// A letter that no piece has.
    fn free_letter(&mut self) -> char {
        loop {
            let letter = (b'a' + self.below(26) as u8) as char;
            if letter != 'k' && letter != 'p' && !self.letters.contains(&letter) {
                return letter;
            }
        }
    }

    fn pieces(&mut self, is_chess: bool) {
        self.has_pawns = is_chess || self.now(65);
        if self.has_pawns && !is_chess {
            self.set("pawn", 'p');
            self.letters.push('p');
        }
        let mut named: Vec<&str> = NAMED.to_vec();
        if is_chess {
            named.drain(..4);
        }
        for number in 0..usize::from(!is_chess) + self.below(6) {
            let letter = self.free_letter();
            if self.now(50) {
                let moves = self.moves();
                self.set(&format!("customPiece{}", number + 1), format!("{letter}:{moves}"));
            } else {
                let key = named.remove(self.below(named.len()));
                self.set(key, letter);
            }
            self.letters.push(letter);
        }
        self.has_king = is_chess || self.now(80);
        if self.has_king && self.now(15) {
            let moves = self.pick(&["KN", "W", "F", "KfmD", "WfF", "KimD", "N"]);
            self.set("king", format!("k:{moves}"));
        } else if self.has_king && !is_chess {
            self.set("king", 'k');
        }
        if self.has_king {
            self.letters.push('k');
        } else if self.now(60) {
            self.set("commoner", 'k');
            self.letters.push('k');
            self.set("extinctionValue", "loss");
            self.set("extinctionPieceTypes", 'k');
            self.maybe(60, "extinctionPseudoRoyal", &["true"]);
            self.maybe(20, "dupleCheck", &["true"]);
        }
    }

    /// The piece that castles with the king; `None` in games without castling.
    fn castling(&mut self, is_chess: bool) -> Option<char> {
        if self.files < 5 || !self.has_king || self.now(if is_chess { 40 } else { 75 }) {
            self.set("castling", "false");
            return None;
        }
        self.turns = false;
        let files: Vec<char> = (0..self.files).map(|file| (b'a' + file as u8) as char).collect();
        if self.files != 8 || self.now(30) {
            let (short, long) = (self.below(3), self.below(3));
            self.set("castlingKingsideFile", files[self.files - 1 - short]);
            self.set("castlingQueensideFile", files[long]);
        }
        let rook = self.officer();
        if rook == 'p' {
            self.set("castling", "false");
            return None;
        }
        self.set("castlingRookPieces", rook);
        self.maybe(20, "oppositeCastling", &["true"]);
        Some(rook)
    }

    /// Writes a start position: two ranks of pieces on both sides, rooks in the corners if they castle, now and then holes.
    fn start(&mut self, rook: Option<char>) {
        let (files, ranks) = (self.files, self.ranks);
        let mut board = vec![vec![String::new(); files]; ranks];
        let deep = if ranks >= 4 { 2 } else { 1 };
        let king = if rook.is_some() { 1 + self.below(files - 2) } else { self.below(files) };
        let swap = |letter: char| letter.to_ascii_lowercase().to_string();
        for rank in 0..deep {
            for file in 0..files {
                let letter = match (rank, self.has_pawns) {
                    (0, _) if rook.is_some() && (file == 0 || file + 1 == files) => rook.unwrap_or('r'),
                    (0, _) if file == king => self.letters[self.letters.len() - 1],
                    (1, true) if self.now(90) => 'p',
                    _ if self.now(80) => self.officer(),
                    _ => continue,
                };
                if (letter == 'k' && self.has_king && file != king) || (letter == 'p' && rank == 0 && self.has_pawns) {
                    continue;
                }
                let far = if self.turns { files - 1 - file } else { file };
                board[rank][file] = letter.to_ascii_uppercase().to_string();
                board[ranks - 1 - rank][far] = swap(letter);
            }
        }
        if ranks > 4 && self.now(15) {
            for _ in 0..1 + self.below(3) {
                let (file, rank) = (self.below(files), deep + self.below(ranks - 2 * deep));
                for (file, rank) in [(file, rank), (files - 1 - file, ranks - 1 - rank)] {
                    board[rank][file] = "*".into();
                }
            }
        }
        let row = |row: &Vec<String>| {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in row.iter().map(Some).chain([None]) {
                match cell {
                    Some(cell) if cell.is_empty() => empty += 1,
                    other => {
                        text += &if empty > 0 { empty.to_string() } else { String::new() };
                        text += other.map_or("", |cell| cell);
                        empty = 0;
                    }
                }
            }
            text
        };
        let placement = board.iter().rev().map(row).collect::<Vec<_>>().join("/");
        self.drops = self.now(30);
        let hand = if self.drops { self.hand() } else { String::new() };
        let rights = if rook.is_some() { "KQkq" } else { "-" };
        self.set("startFen", format!("{placement}{hand} w {rights} - 0 1"));
    }

    /// The same pieces in both hands.
    fn hand(&mut self) -> String {
        let held: String = (0..self.below(4)).map(|_| self.officer()).filter(|letter| *letter != 'k').collect();
        format!("[{}{held}]", held.to_ascii_uppercase())
    }

    fn promotion(&mut self) {
        if self.lines.iter().any(|line| line.starts_with("startFen")) && self.now(85) {
            let region = self.region(3);
            self.regions(["promotionRegionWhite", "promotionRegionBlack"], &region);
        } else if self.ranks != 8 {
            // White's region would be the eighth rank, Black's the first.
            self.turns = false;
        }
        if self.now(60) {
            let choices: String = (0..1 + self.below(4)).map(|_| self.officer()).collect();
            self.set("promotionPieceTypes", choices);
        }
        self.maybe(15, "mandatoryPawnPromotion", &["false"]);
        if self.now(10) {
            let (key, letters) = (self.pick(&["pawnTypes", "promotionPawnTypes"]), self.some_letters());
            self.set(key, letters);
        }
        if self.now(10) {
            let limit = format!("{}:{}", self.officer(), self.below(3));
            self.set("promotionLimit", limit);
        }
        if self.now(25) {
            let (from, to) = (self.officer(), self.officer());
            if from == to {
                return;
            }
            self.set("promotedPieceType", format!("{from}:{to}"));
            self.maybe(25, "mandatoryPiecePromotion", &["true"]);
            self.maybe(20, "piecePromotionOnCapture", &["true"]);
            self.maybe(20, "pieceDemotion", &["true"]);
            self.maybe(30, "dropPromoted", &["true"]);
        }
    }

    fn pawns(&mut self) {
        self.maybe(25, "doubleStep", &["false"]);
        if self.ranks != 8 || self.now(15) {
            let rank = 1 + self.below(self.ranks.min(3));
            self.regions(["doubleStepRegionWhite", "doubleStepRegionBlack"], &[(usize::MAX, rank - 1)]);
        }
        self.maybe_regions(10, "tripleStepRegion", 10);
        self.maybe_regions(8, "enPassantRegion", 10);
        if self.now(12) {
            let letters = self.some_letters();
            self.set("enPassantTypes", letters);
        }
    }

    fn drops(&mut self) {
        if !self.drops {
            return;
        }
        self.set("pieceDrops", "true");
        self.maybe(75, "capturesToHand", &["true"]);
        self.maybe_regions(20, "dropRegion", 10);
        self.maybe(20, "firstRankPawnDrops", &["true"]);
        self.maybe(20, "promotionZonePawnDrops", &["true"]);
        self.maybe(10, "dropChecks", &["false"]);
        if self.now(15) {
            let letter = self.officer();
            self.set("dropNoDoubled", letter);
            self.maybe(30, "dropNoDoubledCount", &["2"]);
        }
        self.maybe(20, "dropLoop", &["true"]);
        self.maybe(8, "dropOppositeColoredBishop", &["true"]);
        self.maybe(8, "sittuyinRookDrop", &["true"]);
        self.maybe(8, "shogiPawnDropMateIllegal", &["true"]);
        self.maybe(12, "mustDrop", &["true"]);
    }

    fn duties(&mut self) {
        self.maybe(12, "immobilityIllegal", &["true"]);
        self.maybe(10, "pass", &["true"]);
        self.maybe(10, "passOnStalemate", &["true"]);
        self.maybe(6, "makpongRule", &["true"]);
        self.maybe(6, "flyingGeneral", &["true"]);
        self.maybe(6, "checking", &["false"]);
        if !self.lines.iter().any(|line| line.starts_with("mustDrop")) {
            self.maybe(12, "mustCapture", &["true"]);
        }
        if self.now(8) {
            let letters = self.some_letters();
            self.set("mutuallyImmuneTypes", letters);
        }
        if self.now(6) {
            self.set("blastOnCapture", "true");
            let letter = self.officer();
            self.maybe(40, "blastImmuneTypes", &[&letter.to_string()]);
        }
        if self.now(12) {
            let piece = self.pick(&["King", "CustomPiece1", "Pawn", "Rook", "Knight"]);
            let region = self.region(6);
            let keys = ["White", "Black"].map(|player| format!("mobilityRegion{player}{piece}"));
            self.regions([&keys[0], &keys[1]], &region);
        }
    }

    fn ends(&mut self) {
        self.maybe(8, "checkmateValue", &["win", "draw"]);
        self.maybe(25, "stalemateValue", &["win", "loss"]);
        self.maybe(8, "stalematePieceCount", &["true"]);
        if self.now(15) {
            let letters = self.some_letters();
            self.set("nMoveRuleTypes", letters);
        }
        self.maybe(8, "checkCounting", &["true"]);
        self.maybe(5, "materialCounting", &["whitedrawodds", "blackdrawodds"]);
        if self.now(15) && !self.lines.iter().any(|line| line.starts_with("extinction")) {
            self.maybe(95, "extinctionValue", &["loss", "win"]);
            let letters = if self.now(25) { "*".into() } else { self.some_letters() };
            self.set("extinctionPieceTypes", letters);
            self.maybe(20, "extinctionPieceCount", &["1", "2"]);
            self.maybe(10, "extinctionOpponentPieceCount", &["1", "2"]);
            self.maybe(20, "extinctionPseudoRoyal", &["true"]);
        }
        if self.now(20) {
            let region = self.region(1);
            self.regions(["flagRegionWhite", "flagRegionBlack"], &region);
            let letter = self.letter();
            self.maybe(70, "flagPiece", &[&letter.to_string()]);
            self.maybe(15, "flagPieceCount", &["2"]);
            self.maybe(15, "flagPieceBlockedWin", &["true"]);
            if self.now(20) {
                // Only Black may reach the goal after the other one.
                self.set("flagMove", true);
                self.turns = false;
            }
            self.maybe(15, "flagPieceSafe", &["true"]);
        }
    }
}
