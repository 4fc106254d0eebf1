//! What each key does to the settings of a game.

use super::betza::Moves;
use super::definition::{Definition, MaterialCounting, Slots};
use super::keys::mobility;
use super::pieces::{FIRST_CUSTOM, KING, SLOTS, slot};
use super::values::{Region, boolean, file, number, rank, value};
use crate::types::Color;
use crate::variants::general::rules::{Counting, WallPlace};

impl Definition {
    /// Carries out a setting whose key is known.
    ///
    /// # Errors
    /// What is wrong with the value.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        if let Some(slot) = slot(key) {
            return self.set_piece(slot, text);
        }
        if let Some((player, slot)) = mobility(key) {
            let region = Region::read(text)?;
            self.lands_on[player].retain(|known| known.0 != slot);
            self.lands_on[player].push((slot, region));
            return Ok(());
        }
        self.set_board(key, text)
            .or_else(|| self.set_promotion(key, text))
            .or_else(|| self.set_pawns(key, text))
            .or_else(|| self.set_castling(key, text))
            .or_else(|| self.set_drops(key, text))
            .or_else(|| self.set_duties(key, text))
            .or_else(|| self.set_walls(key, text))
            .or_else(|| self.set_ends(key, text))
            .or_else(|| self.set_extinction_and_flag(key, text))
            .unwrap_or_else(|| Err(format!("`{key}` is no key")))
    }

    /// `p`, `p:fmWfcF` or `-`.
    fn set_piece(&mut self, slot: usize, text: &str) -> Result<(), String> {
        if text == "-" {
            self.remove(slot);
            return Ok(());
        }
        let (letter, betza) = match text.split_once(':') {
            Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
            None => (text, None),
        };
        let mut letters = letter.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).filter(|_| letters.next().is_none());
        let letter = letter.ok_or_else(|| format!("`{text}` does not begin with one letter"))?.to_ascii_lowercase();
        let has_moves = slot >= FIRST_CUSTOM;
        let moves = match betza {
            Some(_) if !has_moves => return Err(format!("`{text}`: only customPiece1 to 25 and king take moves")),
            Some(betza) => Some((betza.to_owned(), Moves::read(betza).map_err(|error| error.0)?)),
            None if slot == KING || !has_moves => None,
            None => return Err(format!("`{text}`: moves are missing, as in `{letter}:NN`")),
        };
        // Who has the letter leaves, also to come back: he is then none of those that pawns become.
        match self.slot_of(letter) {
            Some(other) if other != slot => self.remove(other),
            Some(_) => self.drop_from_promotion(slot),
            None => {}
        }
        self.letters[slot] = Some(letter);
        if has_moves {
            self.names.retain(|known| known.0 != slot);
            if moves.as_ref().is_some_and(|(_, moves)| moves.en_passant) {
                self.en_passant_types.iter_mut().for_each(|slots| *slots |= 1 << slot);
            }
            self.moves[slot - FIRST_CUSTOM] = moves;
        }
        Ok(())
    }

    /// The slots of letters: `nbrq`, `-` for none.
    fn slots(&self, text: &str) -> Result<Slots, String> {
        if text == "-" {
            return Ok(0);
        }
        let mut slots = 0;
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            let slot = self.slot_of(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
            slots |= 1 << slot;
        }
        Ok(slots)
    }

    fn one_slot(&self, text: &str) -> Result<Option<usize>, String> {
        match text {
            "-" | "*" => Ok(None),
            _ => {
                let mut letters = text.chars();
                let letter = letters.next().filter(|_| letters.next().is_none());
                let letter = letter.ok_or_else(|| format!("`{text}` is not one letter"))?;
                self.slot_of(letter).map(Some).ok_or_else(|| format!("no piece has the letter `{letter}`"))
            }
        }
    }

    /// Pairs such as `a:1 b:2`.
    fn pairs<'a>(&self, text: &'a str) -> Result<Vec<(usize, &'a str)>, String> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let pair = |part: &'a str| {
            let (letter, value) = part.split_once(':').ok_or_else(|| format!("`{part}` is no pair such as `p:1`"))?;
            let slot = self.one_slot(letter)?.ok_or_else(|| format!("`{part}` names no piece"))?;
            Ok((slot, value))
        };
        text.split_whitespace().map(pair).collect()
    }

    fn set_board(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "maxRank" => rank(text).map(|last| self.ranks = last + 1),
            "maxFile" => file(text).map(|last| self.files = last + 1),
            "startFen" => {
                // Without a side to move it is White's turn, as in other programs.
                let side = if text.contains(char::is_whitespace) { "" } else { " w" };
                self.start = format!("{text}{side}");
                Ok(())
            }
            "chess960" => boolean(text).map(|is| self.chess960 = is),
            _ => return None,
        })
    }

    fn set_promotion(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "pawnTypes" => self.slots(text).map(|slots| {
                (self.promotion_pawns, self.en_passant_types, self.progress) = ([slots; 2], [slots; 2], [slots; 2]);
            }),
            "promotionPawnTypes" => self.slots(text).map(|slots| self.promotion_pawns = [slots; 2]),
            "promotionPawnTypesWhite" => self.slots(text).map(|slots| self.promotion_pawns[0] = slots),
            "promotionPawnTypesBlack" => self.slots(text).map(|slots| self.promotion_pawns[1] = slots),
            "promotionPieceTypes" => self.slots(text).map(|slots| self.promotion_choices = [slots; 2]),
            "promotionPieceTypesWhite" => self.slots(text).map(|slots| self.promotion_choices[0] = slots),
            "promotionPieceTypesBlack" => self.slots(text).map(|slots| self.promotion_choices[1] = slots),
            "promotionRank" => rank(text).map(|rank| {
                let mirrored = (self.ranks - 1).saturating_sub(rank);
                self.promotion_region = [Region::ranks(rank..self.ranks), Region::ranks(0..=mirrored)];
            }),
            "promotionRegionWhite" => Region::read(text).map(|region| self.promotion_region[0] = region),
            "promotionRegionBlack" => Region::read(text).map(|region| self.promotion_region[1] = region),
            "mandatoryPawnPromotion" => boolean(text).map(|is| self.must_promote = is),
            "promotionLimit" => self.pairs(text).and_then(|pairs| {
                let limit = |(slot, count): (usize, &str)| Ok((slot, number(count, 64)? as u8));
                // Those of a section above stay for other pieces.
                let limits = pairs.into_iter().map(limit).collect::<Result<Vec<_>, String>>()?;
                self.promotion_limit.retain(|known| limits.iter().all(|(slot, _)| *slot != known.0));
                self.promotion_limit.extend(limits);
                Ok(())
            }),
            "promotedPieceType" => self.set_promoted(text),
            "mandatoryPiecePromotion" => boolean(text).map(|is| self.must_promote_pieces = is),
            "piecePromotionOnCapture" => boolean(text).map(|is| self.promotes_by_capture = is),
            "pieceDemotion" => boolean(text).map(|is| self.demotion = is),
            "sittuyinPromotion" => boolean(text).map(|is| self.sittuyin_promotion = is),
            _ => return None,
        })
    }

    fn set_promoted(&mut self, text: &str) -> Result<(), String> {
        let mut promoted = self.promoted.clone();
        if text == "-" {
            promoted.clear();
        }
        for (slot, becomes) in self.pairs(text)? {
            promoted.retain(|known| known.0 != slot);
            match self.one_slot(becomes)? {
                Some(other) if other == slot => return Err(format!("`{becomes}` would promote to itself")),
                other => promoted.extend(other.map(|other| (slot, other))),
            }
        }
        self.promoted = promoted;
        Ok(())
    }

    fn set_pawns(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "doubleStep" => boolean(text).map(|is| self.double_step = is),
            // The other end of the ranks is the second one, whatever the other key or a parent says.
            "doubleStepRankMin" => rank(text).map(|least| self.set_double_ranks(least, 1)),
            "doubleStepRank" => rank(text).map(|most| self.set_double_ranks(1, most)),
            "doubleStepRegionWhite" => Region::read(text).map(|region| self.double_region[0] = region),
            "doubleStepRegionBlack" => Region::read(text).map(|region| self.double_region[1] = region),
            "tripleStepRegionWhite" => Region::read(text).map(|region| self.triple_region[0] = region),
            "tripleStepRegionBlack" => Region::read(text).map(|region| self.triple_region[1] = region),
            "enPassantRegion" => Region::read(text).map(|region| self.en_passant_region = [region; 2]),
            "enPassantRegionWhite" => Region::read(text).map(|region| self.en_passant_region[0] = region),
            "enPassantRegionBlack" => Region::read(text).map(|region| self.en_passant_region[1] = region),
            "enPassantTypes" => self.slots(text).map(|slots| self.en_passant_types = [slots; 2]),
            "enPassantTypesWhite" => self.slots(text).map(|slots| self.en_passant_types[0] = slots),
            "enPassantTypesBlack" => self.slots(text).map(|slots| self.en_passant_types[1] = slots),
            _ => return None,
        })
    }

    /// Double steps begin on these ranks, as each player counts them from 0.
    fn set_double_ranks(&mut self, least: u8, most: u8) {
        let mirrored = |rank: u8| (self.ranks - 1).saturating_sub(rank);
        self.double_region = [Region::ranks(least..=most), Region::ranks((least..=most).map(mirrored))];
    }

    fn set_castling(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        let king =
            |definition: &Definition| definition.one_slot(text)?.ok_or_else(|| format!("`{text}` names no piece"));
        Some(match key {
            "castling" => boolean(text).map(|is| self.castling = is),
            "castlingKingsideFile" => file(text).map(|file| self.castling_files[0] = file),
            "castlingQueensideFile" => file(text).map(|file| self.castling_files[1] = file),
            "castlingRank" => rank(text).map(|rank| self.castling_rank = rank),
            "castlingKingFile" => file(text).map(|file| self.castling_king_file = file),
            "castlingKingPiece" => king(self).map(|slot| self.castling_king = [slot; 2]),
            "castlingKingPieceWhite" => king(self).map(|slot| self.castling_king[0] = slot),
            "castlingKingPieceBlack" => king(self).map(|slot| self.castling_king[1] = slot),
            "castlingRookPiece" | "castlingRookPieces" => {
                self.slots(text).map(|slots| self.castling_rooks = [slots; 2])
            }
            "castlingRookPiecesWhite" => self.slots(text).map(|slots| self.castling_rooks[0] = slots),
            "castlingRookPiecesBlack" => self.slots(text).map(|slots| self.castling_rooks[1] = slots),
            "castlingRookKingsideFile" => file(text).map(|file| self.castling_rook_files[0] = Some(file)),
            "castlingRookQueensideFile" => file(text).map(|file| self.castling_rook_files[1] = Some(file)),
            "castlingDroppedPiece" => boolean(text).map(|is| self.castling_dropped = is),
            "oppositeCastling" => boolean(text).map(|is| self.opposite_castling = is),
            _ => return None,
        })
    }

    fn set_drops(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "pieceDrops" => boolean(text).map(|is| self.drops = is),
            "capturesToHand" => boolean(text).map(|is| self.captures_to_hand = is),
            "mustDrop" => boolean(text).map(|is| self.must_drop = is),
            "mustDropType" => self.one_slot(text).map(|slot| self.must_drop_type = slot),
            "dropRegionWhite" | "whiteDropRegion" => Region::read(text).map(|region| self.drop_region[0] = region),
            "dropRegionBlack" | "blackDropRegion" => Region::read(text).map(|region| self.drop_region[1] = region),
            "firstRankPawnDrops" => boolean(text).map(|is| self.first_rank_pawn_drops = is),
            "promotionZonePawnDrops" => boolean(text).map(|is| self.promotion_zone_pawn_drops = is),
            "dropChecks" => boolean(text).map(|is| self.drop_checks = is),
            "dropNoDoubled" => self.one_slot(text).map(|slot| self.no_doubled = slot),
            "dropNoDoubledCount" => number(text, 16).map(|count| self.no_doubled_count = count as u8),
            "dropPromoted" => boolean(text).map(|is| self.drop_promoted = is),
            "dropLoop" => boolean(text).map(|is| self.drop_loop = is),
            "dropOppositeColoredBishop" => boolean(text).map(|is| self.opposite_bishops = is),
            "sittuyinRookDrop" => boolean(text).map(|is| self.sittuyin_rooks = is),
            "shogiPawnDropMateIllegal" => boolean(text).map(|is| self.no_pawn_drop_mate = is),
            "immobilityIllegal" => boolean(text).map(|is| self.no_dead_ends = is),
            _ => return None,
        })
    }

    fn set_duties(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "pass" => boolean(text).map(|is| self.pass = [is; 2]),
            "passWhite" => boolean(text).map(|is| self.pass[0] = is),
            "passBlack" => boolean(text).map(|is| self.pass[1] = is),
            "passOnStalemate" => boolean(text).map(|is| self.pass_if_stuck = [is; 2]),
            "passOnStalemateWhite" => boolean(text).map(|is| self.pass_if_stuck[0] = is),
            "passOnStalemateBlack" => boolean(text).map(|is| self.pass_if_stuck[1] = is),
            "makpongRule" => boolean(text).map(|is| self.makpong = is),
            "gating" => boolean(text).map(|is| self.gating = is),
            "seirawanGating" => boolean(text).map(|is| self.seirawan_gating = is),
            "cambodianMoves" => boolean(text).map(|is| self.cambodian_moves = is),
            "diagonalLines" => Region::read(text).map(|region| self.diagonal_lines = region),
            "bikjangRule" => boolean(text).map(|is| self.bikjang = is),
            "flyingGeneral" => boolean(text).map(|is| self.flying_general = is),
            "soldierPromotionRank" => rank(text).map(|rank| self.soldier_rank = rank),
            "blastOnCapture" => boolean(text).map(|is| self.blast = is),
            "blastImmuneTypes" => self.slots(text).map(|slots| self.blast_immune = slots),
            "petrifyOnCaptureTypes" => self.slots(text).map(|slots| self.petrify = slots),
            "mustCapture" => boolean(text).map(|is| self.must_capture = is),
            "checking" => boolean(text).map(|is| self.checking = is),
            "mutuallyImmuneTypes" => self.slots(text).map(|slots| self.immune = slots),
            "perpetualCheckIllegal" => boolean(text).map(|is| self.perpetual = is),
            _ => return None,
        })
    }

    fn set_walls(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "wallingRule" => walling(text).map(|place| self.walling = place),
            "wallingRegion" => Region::read(text).map(|region| self.walling_region = [region; 2]),
            "wallingRegionWhite" => Region::read(text).map(|region| self.walling_region[0] = region),
            "wallingRegionBlack" => Region::read(text).map(|region| self.walling_region[1] = region),
            _ => return None,
        })
    }

    fn set_ends(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        let result = || value(text)?.ok_or_else(|| format!("`{text}` is none of win, draw, loss"));
        Some(match key {
            "checkmateValue" => result().map(|value| self.checkmate = value),
            "stalemateValue" => result().map(|value| self.stalemate = value),
            "stalematePieceCount" => boolean(text).map(|is| self.stalemate_count = is),
            "nMoveRule" => number(text, 4000).map(|moves| self.moves_limit = moves),
            "nMoveRuleTypes" => self.slots(text).map(|slots| self.progress = [slots; 2]),
            "nMoveRuleTypesWhite" => self.slots(text).map(|slots| self.progress[0] = slots),
            "nMoveRuleTypesBlack" => self.slots(text).map(|slots| self.progress[1] = slots),
            "nFoldRule" => number(text, 100).map(|count| self.repetitions = count as u8),
            "nFoldValue" => result().map(|value| self.repetition = value),
            "nFoldValueAbsolute" => boolean(text).map(|is| self.repetition_absolute = is),
            "checkCounting" => boolean(text).map(|is| self.check_counting = is),
            "materialCounting" => material_counting(text).map(|rule| self.material_counting = rule),
            "countingRule" => counting(text).map(|rule| self.counting = rule),
            _ => return None,
        })
    }

    fn set_extinction_and_flag(&mut self, key: &str, text: &str) -> Option<Result<(), String>> {
        Some(match key {
            "extinctionValue" => value(text).map(|value| self.extinction = value),
            "extinctionPieceTypes" if text == "*" => {
                (self.extinction_types, self.extinction_all) = ((1 << SLOTS) - 1, true);
                Ok(())
            }
            "extinctionPieceTypes" => self.slots(text).map(|slots| {
                (self.extinction_types, self.extinction_all) = (slots, false);
            }),
            "extinctionPieceCount" => number(text, 64).map(|count| self.extinction_count = count as u8),
            "extinctionOpponentPieceCount" => number(text, 64).map(|count| self.extinction_enemy = count as u8),
            "extinctionClaim" => boolean(text).map(|is| self.extinction_claim = is),
            "extinctionPseudoRoyal" => boolean(text).map(|is| self.pseudo_royal = is),
            "dupleCheck" => boolean(text).map(|is| self.duple_check = is),
            "flagPiece" => self.one_slot(text).map(|slot| self.flag_piece = [slot; 2]),
            "flagPieceWhite" => self.one_slot(text).map(|slot| self.flag_piece[0] = slot),
            "flagPieceBlack" => self.one_slot(text).map(|slot| self.flag_piece[1] = slot),
            "flagRegion" => Region::read(text).map(|region| self.flag_region = [region; 2]),
            "flagRegionWhite" | "whiteFlag" => Region::read(text).map(|region| self.flag_region[0] = region),
            "flagRegionBlack" | "blackFlag" => Region::read(text).map(|region| self.flag_region[1] = region),
            "flagPieceCount" => number(text, 64).map(|count| self.flag_count = count as u8),
            "flagPieceBlockedWin" => boolean(text).map(|is| self.flag_blocked = is),
            "flagMove" => boolean(text).map(|is| self.flag_move = is),
            "flagPieceSafe" => boolean(text).map(|is| self.flag_safe = is),
            _ => return None,
        })
    }
}

/// Reads where walls are put.
fn walling(text: &str) -> Result<Option<WallPlace>, String> {
    match text {
        "none" => Ok(None),
        "static" => Ok(Some(WallPlace::Anywhere)),
        "duck" => Ok(Some(WallPlace::Moved)),
        "arrow" => Ok(Some(WallPlace::Arrow)),
        "edge" => Ok(Some(WallPlace::Edge)),
        "past" => Ok(Some(WallPlace::Left)),
        _ => Err(format!("`{text}` is none of arrow, duck, edge, past, static, none")),
    }
}

/// Reads what becomes of drawn games.
fn material_counting(text: &str) -> Result<MaterialCounting, String> {
    match text {
        "none" => Ok(MaterialCounting::None),
        "whitedrawodds" => Ok(MaterialCounting::Odds(Color::White)),
        "blackdrawodds" => Ok(MaterialCounting::Odds(Color::Black)),
        "unweighted" => Ok(MaterialCounting::Unweighted),
        "janggi" => Ok(MaterialCounting::Janggi),
        _ => Err(format!("`{text}` is none of janggi, unweighted, whitedrawodds, blackdrawodds, none")),
    }
}

/// Reads whose rule of counting a game has.
fn counting(text: &str) -> Result<Option<Counting>, String> {
    match text {
        "none" => Ok(None),
        "makruk" => Ok(Some(Counting::Makruk)),
        "cambodian" => Ok(Some(Counting::Cambodian)),
        "asean" => Ok(Some(Counting::Asean)),
        _ => Err(format!("`{text}` is none of makruk, cambodian, asean, none")),
    }
}
