//! From settings to rules: slots become kinds, named pieces become moves.

use super::betza::Moves;
use super::definition::{Definition, MaterialCounting, Slots};
use super::pieces::{FIRST_CUSTOM, KING, PAWN, PIECES, SLOTS, key_of, slot};
use super::values::Region;
use crate::types::fen::read_marked_placement;
use crate::types::{Color, Kind, Square};
use crate::variants::general::rules::*;
use crate::variants::general::square_set::SquareSet;

/// The kinds of the slots of a game, and the kinds that are only there by promotion.
struct Kinds {
    /// By slot, its kind; 0 for none.
    of_slot: [Kind; SLOTS],
    /// Slot and form of every kind, from number 1 on.
    all: Vec<(usize, Form)>,
    /// The slot as which every kind moves and counts.
    moving: Vec<usize>,
}

impl Definition {
    /// The rules that the settings make.
    ///
    /// # Errors
    /// A sentence: what is impossible.
    pub fn compile(&self) -> Result<Rules, String> {
        let squares = self.squares()?;
        let kinds = self.kinds()?;
        let board = Board { squares, everywhere: SquareSet::rectangle(self.files, self.ranks) };
        let choices = self.promotion_choices[0] | self.promotion_choices[1];
        if !kinds.of_slot[KING].is_none() && choices >> KING & 1 != 0 {
            return Err("no pawn can become the king (`promotionPieceTypes`)".into());
        }
        if self.walling == Some(WallPlace::Moved) && self.petrify != 0 {
            return Err("`wallingRule = duck` and `petrifyOnCaptureTypes` together are not supported".into());
        }
        self.check_extinction(&kinds)?;
        let promotion = self.promotion(&kinds, &board);
        let pawns = kinds.all.iter().take_while(|(slot, form)| *form == Form::Plain && self.is_pawn(*slot)).count();
        let royal = kinds.of_slot[KING];
        let royal = if royal.is_none() { 0 } else { royal.bit() };
        // All pieces together are no kind that could be royal.
        let has_last_royals = self.pseudo_royal && self.extinction_types != 0 && !self.extinction_all;
        let last_royals = has_last_royals.then(|| LastRoyals {
            kinds: kinds.set(self.extinction_types),
            most: self.extinction_count + 1,
            all_at_once: self.duple_check,
        });
        let rules = Rules {
            files: self.files,
            ranks: self.ranks,
            squares,
            kinds: kinds.all.iter().map(|&(slot, form)| self.kind(slot, form, &kinds, &board)).collect(),
            pawns: pawns as u8,
            royal,
            last_royals,
            en_passant: self.en_passant(&kinds, &board),
            castling: self.castling_rules(&kinds)?,
            hand: self.hand(&kinds, &board, &promotion),
            home: self.home(&kinds)?,
            duties: self.duties(&kinds),
            effects: Effects {
                blast: self.blast_rules(&kinds),
                // What no blast removes turns into no wall by it.
                petrify: kinds.set(if self.blast { self.petrify & !self.blast_immune } else { self.petrify }),
                walls: self.wall_rules(&board),
            },
            ends: self.ends(&kinds, &board),
            promotion,
        };
        let ways: usize = rules.kinds.iter().map(|kind| kind.moves.len()).sum();
        match ways > MOST_WAYS {
            true => {
                Err(format!("the pieces have {ways} ways to go, each direction by itself; {MOST_WAYS} are possible"))
            }
            false => Ok(rules),
        }
    }

    /// Refuses sets of pieces that lose when one is gone and that name a piece that is not in the game.
    fn check_extinction(&self, kinds: &Kinds) -> Result<(), String> {
        let ends = self.extinction.is_some() && (!self.pseudo_royal || self.blast);
        let is_missing = |&slot: &usize| self.extinction_types >> slot & 1 != 0 && kinds.of_slot[slot].is_none();
        if !ends || self.extinction_all || self.extinction_enemy > 0 {
            return Ok(());
        }
        match (0..SLOTS).find(is_missing) {
            Some(slot) => {
                let name = key_of(slot);
                Err(format!(
                    "extinctionPieceTypes: `{name}` is not in the game, which would be over before the first move"
                ))
            }
            None => Ok(()),
        }
    }

    /// The squares of the board: the cells of the start position without holes.
    fn squares(&self) -> Result<SquareSet, String> {
        let placement = self.start.split_whitespace().next().unwrap_or("");
        let placement = placement.split('[').next().unwrap_or("");
        let cells =
            read_marked_placement(placement, self.files, self.ranks).map_err(|error| format!("startFen: {error}"))?;
        let mut squares = SquareSet::rectangle(self.files, self.ranks);
        // Where walls come and go, those of the start position are no holes.
        let has_walls = self.walling.is_some() || self.petrify != 0;
        let holes = cells.iter().filter(|(cell, _)| cell.letter == '*' && !has_walls);
        holes.for_each(|(hole, _)| squares.remove(hole.square));
        match squares.is_empty() {
            true => Err("the board has no squares".into()),
            false => Ok(squares),
        }
    }

    /// Whether pieces of a slot promote like pawns of one of the players.
    fn is_pawn(&self, slot: usize) -> bool {
        slot != KING && (self.promotion_pawns[0] | self.promotion_pawns[1]) >> slot & 1 != 0
            || PIECES.get(slot).is_some_and(|it| it.key == PAWN)
    }

    fn kinds(&self) -> Result<Kinds, String> {
        let present: Vec<usize> = (0..SLOTS).filter(|&slot| self.letters[slot].is_some()).collect();
        let mut kinds = Kinds { of_slot: [Kind::NONE; SLOTS], all: Vec::new(), moving: Vec::new() };
        let (pawns, officers): (Vec<usize>, Vec<usize>) = present.into_iter().partition(|&slot| self.is_pawn(slot));
        let plain = pawns.into_iter().chain(officers);
        kinds.all.extend(plain.map(|slot| (slot, Form::Plain)));
        for (index, &(slot, _)) in kinds.all.iter().enumerate() {
            kinds.of_slot[slot] = Kind::new(index as u8 + 1);
        }
        let is_present = |slot: usize| self.letters[slot].is_some();
        // A piece may become one that has no letter of its own any more, but then it goes into no hand as that.
        let has_moves = |slot: usize| is_present(slot) || slot < FIRST_CUSTOM && !self.drop_loop;
        kinds.all.extend(
            self.promoted
                .iter()
                .filter(|(from, to)| *from != KING && is_present(*from) && has_moves(*to))
                .map(|&(from, _)| (from, Form::Promoted)),
        );
        if self.captures_to_hand && !self.drop_loop {
            let choices = self.promotion_choices[0] | self.promotion_choices[1];
            kinds.all.extend(
                (0..SLOTS)
                    .filter(|&slot| choices >> slot & 1 != 0 && is_present(slot))
                    .map(|slot| (slot, Form::FromPawn)),
            );
        }
        kinds.moving = kinds.all.iter().map(|&(slot, form)| self.moving_slot(slot, form)).collect();
        match kinds.all.len() {
            0 => Err("the game has no pieces".into()),
            count if count < Kind::LIMIT => Ok(kinds),
            count => Err(format!(
                "{count} kinds of piece, those by promotion included, at most {} are possible",
                Kind::LIMIT - 1
            )),
        }
    }

    /// The slot whose moves a kind has.
    fn moving_slot(&self, slot: usize, form: Form) -> usize {
        let becomes = self.promoted.iter().find(|promoted| promoted.0 == slot);
        if form == Form::Promoted { becomes.map_or(slot, |promoted| promoted.1) } else { slot }
    }

    fn kind(&self, slot: usize, form: Form, kinds: &Kinds, board: &Board) -> KindRules {
        let moving = self.moving_slot(slot, form);
        let pawn = || kinds.all.iter().position(|&(slot, form)| form == Form::Plain && self.is_pawn(slot));
        let in_hand = match form {
            Form::FromPawn => Kind::new(pawn().map_or(0, |index| index as u8 + 1)),
            Form::Promoted if self.drop_loop => kinds.of_slot[moving],
            _ => kinds.of_slot[slot],
        };
        let usual_name = self.usual_name(moving);
        KindRules {
            letter: self.letters[slot].unwrap_or('?').to_ascii_uppercase(),
            form,
            name: self.own_name(slot, form, moving).map_or_else(|| usual_name.clone(), str::to_owned),
            usual_name,
            moves: self.patterns(moving, board),
            lands_on: [0, 1].map(|player| self.landing(player, moving, board)),
            in_hand,
            alike: kinds.set(1 << moving),
        }
    }

    /// Where a player's pieces of a slot may land.
    fn landing(&self, player: usize, slot: usize, board: &Board) -> SquareSet {
        let own = self.lands_on[player].iter().find(|known| known.0 == slot);
        own.map_or(board.squares, |(_, region)| region.squares() & board.squares)
    }

    /// The moves of a slot.
    fn patterns(&self, slot: usize, board: &Board) -> Vec<Pattern> {
        let double = [0, 1].map(|player| self.double_region[player].squares() & board.squares);
        let own = slot.checked_sub(FIRST_CUSTOM).and_then(|custom| self.moves[custom].as_ref());
        let moves = match own {
            Some((_, moves)) => moves.clone(),
            None => named_moves(slot),
        };
        let mut patterns = Vec::new();
        let mut ways: Vec<(Pattern, bool)> = moves.patterns.into_iter().zip(moves.initial).collect();
        // A square that can be reached in the usual way is reached so.
        ways.sort_by_key(|way| way.1);
        for (mut pattern, initial) in ways.into_iter().filter(|way| !way.1 || self.double_step) {
            if initial {
                pattern.starts = Some(double);
            }
            if slot == KING {
                pattern.leaves = Leaves::Nothing;
            }
            patterns.push(pattern);
        }
        if is(slot, PAWN) {
            let double = if self.double_step { double } else { [SquareSet::EMPTY; 2] };
            let triple = [0, 1].map(|player| self.triple_region[player].squares() & board.squares);
            for (length, starts) in [(2, double), (3, triple)] {
                if starts.iter().any(|region| !region.is_empty()) {
                    patterns.push(Pattern {
                        steps: vec![(0, 1); length],
                        first_stop: length as u8 - 1,
                        captures: false,
                        starts: Some(starts),
                        leaves: Leaves::Passed,
                        ..Pattern::leap(0, 1)
                    });
                }
            }
        }
        if is(slot, "soldier") && self.soldier_rank > 0 {
            let is_reached =
                |color: Color, square: &Square| color.relative_rank(*square, self.ranks) >= self.soldier_rank;
            let reached = |color: Color| board.squares.squares().filter(|square| is_reached(color, square)).collect();
            let sideways = patterns.iter_mut().filter(|pattern| pattern.steps[0].0 != 0);
            sideways.for_each(|pattern| pattern.starts = Some(Color::ALL.map(reached)));
        }
        if is(slot, "janggiCannon") {
            patterns.iter_mut().for_each(|pattern| pattern.hop = Hop::OverOthers(15));
        }
        let lines = self.diagonal_lines.squares() & board.squares;
        if !lines.is_empty() && self.follows_lines(slot) {
            patterns.extend(along_lines(&patterns, lines));
        }
        patterns
    }

    fn promotion(&self, kinds: &Kinds, board: &Board) -> Promotion {
        let by_kind = |form: Form| {
            let mut table = [Kind::NONE; Kind::LIMIT];
            for (index, &(slot, other)) in kinds.all.iter().enumerate() {
                if other == form {
                    table[usize::from(kinds.of_slot[slot].number())] = Kind::new(index as u8 + 1);
                }
            }
            table
        };
        let mut into = by_kind(Form::Promoted);
        // What has become another piece may become what that one does.
        let promoted = || kinds.all.iter().enumerate().filter(|(_, it)| it.1 == Form::Promoted);
        for (index, _) in promoted() {
            let again = promoted().find(|(_, it)| it.0 == kinds.moving[index]);
            into[index + 1] = again.map_or(Kind::NONE, |(again, _)| Kind::new(again as u8 + 1));
        }
        // So may what a pawn has become.
        for (index, &(slot, form)) in kinds.all.iter().enumerate() {
            if form == Form::FromPawn {
                into[index + 1] = into[usize::from(kinds.of_slot[slot].number())];
            }
        }
        let mut back = [Kind::NONE; Kind::LIMIT];
        for (index, &(slot, _)) in promoted() {
            back[index + 1] = kinds.of_slot[slot];
        }
        let mut limit = [u8::MAX; Kind::LIMIT];
        for &(slot, count) in self.promotion_limit.iter().filter(|limit| limit.1 > 0) {
            for (index, _) in kinds.moving.iter().enumerate().filter(|(_, moving)| **moving == slot) {
                limit[index + 1] = count;
            }
        }
        Promotion {
            pawns: self.promotion_pawns.map(|slots| kinds.set((slots | PAWN_SLOT) & !(1 << KING))),
            choices: self.promotion_choices.map(|slots| kinds.plain(slots)),
            region: self.promotion_region.map(|region| region.squares() & board.squares),
            is_compulsory: self.must_promote,
            limit,
            into,
            back,
            tracked: by_kind(Form::FromPawn),
            is_compulsory_for_pieces: self.must_promote_pieces,
            by_capture_only: self.promotes_by_capture,
            can_turn_back: self.demotion,
            on_diagonals: self.sittuyin_promotion,
        }
    }

    fn en_passant(&self, kinds: &Kinds, board: &Board) -> EnPassantRules {
        EnPassantRules {
            by: self.en_passant_types.map(|slots| kinds.set(slots)),
            region: self.en_passant_region.map(|region| region.squares() & board.squares),
            only_if_possible: self.en_passant_types.map(|slots| slots & !PAWN_SLOT == 0),
        }
    }

    fn castling_rules(&self, kinds: &Kinds) -> Result<Option<CastlingRules>, String> {
        // Another piece than the king castles only where there is no king.
        let has_king = !kinds.of_slot[KING].is_none();
        let castles = |slot: usize| if has_king && slot != KING { Kind::NONE } else { kinds.of_slot[slot] };
        let king = self.castling_king.map(castles);
        let is_on_board = self.castling_files.iter().any(|&file| file < self.files) && self.castling_rank < self.ranks;
        if !self.castling || king == [Kind::NONE; 2] || !is_on_board {
            return Ok(None);
        }
        if self.castling_files[0] == 0 || self.castling_files[1] + 1 == self.files {
            return Err("castling leaves no square beside the king for the rook".into());
        }
        Ok(Some(CastlingRules {
            king,
            rooks: self.castling_rooks.map(|slots| kinds.set(slots)),
            king_file: self.castling_king_file,
            king_to: self.castling_files,
            rook_from: [
                self.castling_rook_files[0].unwrap_or(self.files - 1),
                self.castling_rook_files[1].unwrap_or(0),
            ],
            rank: self.castling_rank,
            shuffled: self.chess960,
            after_drop: self.castling_dropped,
            only_other_side: self.opposite_castling,
        }))
    }

    fn hand(&self, kinds: &Kinds, board: &Board, promotion: &Promotion) -> Option<HandRules> {
        let has_hand = self.drops || self.gating && self.seirawan_gating;
        if !has_hand {
            return None;
        }
        let plain = |slot: usize| kinds.of_slot[slot];
        let region = |index: usize| -> [SquareSet; 2] {
            let Some(&(slot, _)) = index.checked_sub(1).and_then(|index| kinds.all.get(index)) else {
                return [SquareSet::EMPTY; 2];
            };
            Color::ALL.map(|color| self.drop_region_of(slot, color, board, promotion))
        };
        let all = kinds.set(Slots::MAX >> (64 - SLOTS));
        let must = self.must_drop_type.map_or(all, |slot| kinds.set(1 << slot));
        let crowded = self.no_doubled.map_or(0, |slot| kinds.set(1 << slot));
        Some(HandRules {
            takes_captures: self.captures_to_hand,
            drops: self.drops,
            region: (0..=kinds.all.len()).map(region).collect(),
            must_drop: if self.must_drop { must } else { 0 },
            may_check: self.drop_checks,
            mate_loses: if self.no_pawn_drop_mate { kinds.named("shogiPawn") } else { 0 },
            crowded: (crowded, self.no_doubled_count),
            promoted: self.drop_promoted,
            other_color: if self.opposite_bishops { kinds.named("bishop") } else { 0 },
            order: (0..SLOTS).rev().map(plain).filter(|kind| !kind.is_none()).collect(),
        })
    }

    fn drop_region_of(&self, slot: usize, color: Color, board: &Board, promotion: &Promotion) -> SquareSet {
        let player = color.index();
        let mut region = self.drop_region[player].squares() & self.landing(player, slot, board);
        let is_own_first = |square: &Square| color.relative_rank(*square, self.ranks) == 0;
        let first: SquareSet = board.everywhere.squares().filter(is_own_first).collect();
        if is(slot, PAWN) {
            region = if self.first_rank_pawn_drops { region } else { region & !first };
            region = if self.promotion_zone_pawn_drops { region } else { region & !promotion.region[player] };
        }
        if self.sittuyin_rooks && is(slot, "rook") {
            region = region & first;
        }
        region
    }

    fn home(&self, kinds: &Kinds) -> Result<Option<HomeRules>, String> {
        if !self.gating {
            return Ok(None);
        }
        // The field of castling rights has files beside `K` and `Q`: what cannot be told apart there is refused.
        let unclear = [
            (self.chess960, "`chess960`"),
            (self.cambodian_moves, "`cambodianMoves` and castling"),
            (self.opposite_castling, "`oppositeCastling`"),
            (self.files > 10, "castling on more than ten files"),
        ];
        if let Some((_, what)) = unclear.into_iter().find(|(is_set, _)| *is_set && self.castling) {
            return Err(format!("`gating` and {what} together are not supported"));
        }
        let leaps: [(&str, &[(i8, i8)]); 2] = [("king", &[(-2, 1), (2, 1)]), ("fers", &[(0, 2)])];
        let leaps = leaps.into_iter().filter(|_| self.cambodian_moves);
        let of_kind =
            |(key, leaps): (&str, &[(i8, i8)])| (slot(key).map_or(Kind::NONE, |it| kinds.of_slot[it]), leaps.to_vec());
        let leaps = leaps.map(of_kind).filter(|(kind, _)| !kind.is_none()).collect();
        let rank = self.castling_rank.min(self.ranks - 1);
        let ended_by = if self.cambodian_moves { kinds.named("rook") } else { 0 };
        Ok(Some(HomeRules { rank, enters: self.seirawan_gating, leaps, ended_by }))
    }

    fn wall_rules(&self, board: &Board) -> Option<WallRules> {
        let region = self.walling_region.map(|region| region.squares() & board.squares);
        self.walling.map(|place| WallRules { place, region })
    }

    /// Whether pieces of a slot go along diagonal lines as they do along files and ranks.
    fn follows_lines(&self, slot: usize) -> bool {
        let is_common = ["rook", "wazir", "soldier", "janggiCannon"].iter().any(|key| is(slot, key));
        let own = slot.checked_sub(FIRST_CUSTOM).and_then(|custom| self.moves[custom].as_ref());
        is_common || slot == KING && own.is_some_and(|(betza, _)| betza == "W")
    }

    fn blast_rules(&self, kinds: &Kinds) -> Option<Blast> {
        let blast = Blast { spared: kinds.set(PAWN_SLOT), survivors: kinds.set(self.blast_immune) };
        self.blast.then_some(blast)
    }

    fn duties(&self, kinds: &Kinds) -> Duties {
        Duties {
            must_capture: self.must_capture,
            no_checks: !self.checking,
            no_dead_ends: self.no_dead_ends,
            stand_in_check: self.makpong,
            no_facing: self.flying_general,
            answer_facing: self.bikjang,
            pass: self.pass,
            pass_if_stuck: self.pass_if_stuck,
            immune: kinds.set(self.immune),
        }
    }

    fn ends(&self, kinds: &Kinds, board: &Board) -> Ends {
        let extinction = self.extinction.filter(|_| (!self.pseudo_royal || self.blast) && self.extinction_types != 0);
        let goal = |player: usize| {
            let region = self.flag_region[player].squares() & board.squares;
            let has_answer = self.flag_move && self.flag_piece[player].is_some();
            (!region.is_empty() || has_answer).then(|| Goal {
                kinds: self.flag_piece[player].map_or(u32::MAX, |slot| kinds.set(1 << slot)),
                region,
                count: self.flag_count,
                blocked_wins: self.flag_blocked,
                safe: self.flag_safe,
            })
        };
        Ends {
            checkmate: self.checkmate,
            stalemate: self.stalemate,
            stalemate_by_count: self.stalemate_count,
            extinction: extinction.map(|value| Extinction {
                value,
                kinds: kinds.set(self.extinction_types),
                together: self.extinction_all,
                left: self.extinction_count,
                enemy: self.extinction_enemy,
                claimed: self.extinction_claim,
            }),
            goal: [goal(0), goal(1)],
            equal_turns: self.flag_move,
            counts_checks: self.check_counting,
            draws: self.draws(kinds),
            most_moves: self.moves_limit,
            progress: self.progress.map(|slots| kinds.set(slots)),
            repetitions: self.repetitions,
            repetition: (self.repetition, self.repetition_absolute),
            perpetual_check_loses: self.perpetual,
            counting: self.counting.map(|rule| CountingRules {
                rule,
                pawns: kinds.set(PAWN_SLOT | self.promotion_pawns[0] | self.promotion_pawns[1]),
                rooks: kinds.named("rook"),
                silvers: kinds.named("silver"),
                knights: kinds.named("knight"),
            }),
        }
    }

    fn draws(&self, kinds: &Kinds) -> Draws {
        match self.material_counting {
            MaterialCounting::None => Draws::Drawn,
            MaterialCounting::Odds(color) => Draws::For(color),
            MaterialCounting::Unweighted => Draws::Counted([1; Kind::LIMIT], 0),
            MaterialCounting::Janggi => {
                let mut points = [0; Kind::LIMIT];
                for (index, &slot) in kinds.moving.iter().enumerate() {
                    points[index + 1] = HALF_POINTS.iter().find(|row| is(slot, row.0)).map_or(0, |row| row.1);
                }
                Draws::Counted(points, SECOND_PLAYERS_HALF_POINTS)
            }
        }
    }

    /// By player, the regions that a section has set, with the keys that set them, to check them against the board.
    pub fn regions(&self) -> Vec<(&'static str, &Region)> {
        vec![
            ("promotionRegionWhite", &self.promotion_region[0]),
            ("promotionRegionBlack", &self.promotion_region[1]),
            ("doubleStepRegionWhite", &self.double_region[0]),
            ("doubleStepRegionBlack", &self.double_region[1]),
        ]
    }
}

/// The most ways to go of all pieces together, each direction by itself: tables of more would take seconds to make.
const MOST_WAYS: usize = 1500;

/// The pawn of chess, which always promotes.
const PAWN_SLOT: Slots = 1;

/// The pieces that count in Janggi, in half points.
const HALF_POINTS: &[(&str, u8)] =
    &[("rook", 26), ("janggiCannon", 14), ("horse", 10), ("janggiElephant", 6), ("wazir", 6), ("soldier", 4)];

/// What the second player has beside his pieces, in half points.
const SECOND_PLAYERS_HALF_POINTS: u8 = 3;

/// The ways along diagonal lines of a piece with these ways along files and ranks: between two directions that it may both go.
fn along_lines(patterns: &[Pattern], lines: SquareSet) -> Vec<Pattern> {
    let way = |step: (i8, i8)| patterns.iter().find(|pattern| pattern.steps == [step]);
    let line = |(files, ranks): (i8, i8)| {
        let (forward, sideways) = (way((0, ranks))?, way((files, 0))?);
        let starts = sideways.starts.or(forward.starts);
        Some(Pattern { steps: vec![(files, ranks)], along: Some(lines), starts, ..forward.clone() })
    };
    [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().filter_map(line).collect()
}

/// The squares of a board, and the rectangle around them.
struct Board {
    squares: SquareSet,
    everywhere: SquareSet,
}

impl Kinds {
    /// The kinds of slots: those that move as the slot does.
    fn set(&self, slots: Slots) -> KindSet {
        let kinds = self.moving.iter().enumerate().filter(|(_, slot)| slots >> **slot & 1 != 0);
        kinds.fold(0, |set, (index, _)| set | Kind::new(index as u8 + 1).bit())
    }

    /// The kinds of slots, without those that are only there by promotion.
    fn plain(&self, slots: Slots) -> KindSet {
        let has = |slot: &usize| slots >> slot & 1 != 0;
        (0..SLOTS).filter(has).fold(0, |set, slot| set | self.of_slot[slot].bit() & !1)
    }

    /// The kind of a named piece, as a set.
    fn named(&self, key: &str) -> KindSet {
        slot(key).map_or(0, |slot| self.set(1 << slot))
    }
}

/// Whether a slot is that of a named piece.
fn is(slot: usize, key: &str) -> bool {
    PIECES.get(slot).is_some_and(|piece| piece.key == key)
}

/// The moves of a named piece or of the king.
fn named_moves(slot: usize) -> Moves {
    let betza = PIECES.get(slot).map_or("K", |piece| piece.betza);
    Moves::read(betza).unwrap_or_default()
}
