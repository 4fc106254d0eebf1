//! The keys of the language, in the order in which they take effect whatever the order of lines: pieces before sets of pieces,
//! keys for both players before those of one.

use super::definition::Definition;
use super::pieces::{SLOTS, slot, slot_of_suffix};
use super::values::{Region, file, rank};
use crate::types::near::near_word;

/// The keys after those of pieces, in the order in which they take effect.
pub const KEYS: &[&str] = &[
    "maxRank",
    "maxFile",
    "startFen",
    "chess960",
    "pawnTypes",
    "promotionPawnTypes",
    "promotionPawnTypesWhite",
    "promotionPawnTypesBlack",
    "promotionPieceTypes",
    "promotionPieceTypesWhite",
    "promotionPieceTypesBlack",
    "promotionRank",
    "promotionRegionWhite",
    "promotionRegionBlack",
    "mandatoryPawnPromotion",
    "promotionLimit",
    "promotedPieceType",
    "mandatoryPiecePromotion",
    "piecePromotionOnCapture",
    "pieceDemotion",
    "sittuyinPromotion",
    "doubleStep",
    "doubleStepRankMin",
    "doubleStepRank",
    "doubleStepRegionWhite",
    "doubleStepRegionBlack",
    "tripleStepRegionWhite",
    "tripleStepRegionBlack",
    "enPassantRegion",
    "enPassantRegionWhite",
    "enPassantRegionBlack",
    "enPassantTypes",
    "enPassantTypesWhite",
    "enPassantTypesBlack",
    "castling",
    "castlingKingsideFile",
    "castlingQueensideFile",
    "castlingRank",
    "castlingKingFile",
    "castlingKingPiece",
    "castlingKingPieceWhite",
    "castlingKingPieceBlack",
    "castlingRookPiece",
    "castlingRookPieces",
    "castlingRookPiecesWhite",
    "castlingRookPiecesBlack",
    "castlingRookKingsideFile",
    "castlingRookQueensideFile",
    "castlingDroppedPiece",
    "oppositeCastling",
    "pieceDrops",
    "capturesToHand",
    "mustDrop",
    "mustDropType",
    "whiteDropRegion",
    "blackDropRegion",
    "dropRegionWhite",
    "dropRegionBlack",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "dropChecks",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "dropPromoted",
    "dropLoop",
    "dropOppositeColoredBishop",
    "sittuyinRookDrop",
    "shogiPawnDropMateIllegal",
    "immobilityIllegal",
    "pass",
    "passWhite",
    "passBlack",
    "passOnStalemate",
    "passOnStalemateWhite",
    "passOnStalemateBlack",
    "makpongRule",
    "gating",
    "seirawanGating",
    "cambodianMoves",
    "wallingRule",
    "wallingRegion",
    "wallingRegionWhite",
    "wallingRegionBlack",
    "diagonalLines",
    "flyingGeneral",
    "bikjangRule",
    "soldierPromotionRank",
    "blastOnCapture",
    "blastImmuneTypes",
    "petrifyOnCaptureTypes",
    "mustCapture",
    "checking",
    "mutuallyImmuneTypes",
    "perpetualCheckIllegal",
    "checkmateValue",
    "stalemateValue",
    "stalematePieceCount",
    "nMoveRule",
    "nMoveRuleTypes",
    "nMoveRuleTypesWhite",
    "nMoveRuleTypesBlack",
    "nFoldRule",
    "nFoldValue",
    "nFoldValueAbsolute",
    "extinctionValue",
    "extinctionPieceTypes",
    "extinctionPieceCount",
    "extinctionOpponentPieceCount",
    "extinctionClaim",
    "extinctionPseudoRoyal",
    "dupleCheck",
    "flagPiece",
    "flagPieceWhite",
    "flagPieceBlack",
    "whiteFlag",
    "blackFlag",
    "flagRegion",
    "flagRegionWhite",
    "flagRegionBlack",
    "flagPieceCount",
    "flagPieceBlockedWin",
    "flagMove",
    "flagPieceSafe",
    "checkCounting",
    "materialCounting",
    "countingRule",
];

/// Keys that mean nothing here: they speak of pictures and of an evaluation by hand.
pub const IGNORED: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Keys that are not supported unless they have this value, which changes nothing.
pub const UNSUPPORTED: &[(&str, &str)] = &[
    ("twoBoards", "false"),
    ("wallOrMove", "false"),
    ("enclosingDrop", "none"),
    ("enclosingDropStart", ""),
    ("flipEnclosedPieces", "none"),
    ("dropOnTop", "false"),
    ("petrifyOnCapture", "false"),
    ("petrifyBlastPieces", "false"),
    ("moveRepetitionIllegal", "false"),
    ("chasingRule", "none"),
    ("castlingWins", "-"),
    ("connectN", "0"),
    ("connectHorizontal", "true"),
    ("connectVertical", "true"),
    ("connectDiagonal", "true"),
    ("connectPieceTypes", "*"),
    ("connectRegion1White", "-"),
    ("connectRegion2White", "-"),
    ("connectRegion1Black", "-"),
    ("connectRegion2Black", "-"),
    ("connectNxN", "0"),
    ("collinearN", "0"),
    ("connectValue", "win"),
    ("adjudicateFullBoard", "false"),
    ("shatarMateRule", "false"),
];

/// Games that other programs have and whose rules are not supported, and which rules these are.
pub const UNSUPPORTED_GAMES: &[(&str, &str)] = &[
    ("ataxx", "pieces that change sides beside a drop"),
    ("bughouse", "two boards"),
    ("flipello", "pieces that change sides between two others"),
    ("flipello10", "pieces that change sides between two others"),
    ("flipersi", "pieces that change sides between two others"),
    ("janggimodern", "repetitions that are illegal"),
    ("koedem", "two boards"),
    ("shatar", "mates that only some pieces may give"),
    ("supply", "two boards"),
];

/// What lies off the board in the value of a key, if that is a region, a file or a rank.
pub fn off_board(definition: &Definition, key: &str, text: &str) -> Option<String> {
    let (files, ranks) = (definition.files, definition.ranks);
    if key.starts_with("castling") && key.ends_with("File") {
        let is_off = file(text).is_ok_and(|file| file >= files);
        return is_off.then(|| format!("file {text} is off the board of {files}x{ranks}"));
    }
    if key != "maxRank" && (key.ends_with("Rank") || key.ends_with("RankMin")) {
        let is_off = rank(text).is_ok_and(|rank| rank >= ranks);
        return is_off.then(|| format!("rank {text} is off the board of {files}x{ranks}"));
    }
    let is_region = key.contains("Region") || matches!(key, "whiteFlag" | "blackFlag" | "diagonalLines");
    let region = Region::read(text).ok().filter(|_| is_region)?;
    region.off_board(files, ranks)
}

/// Where a key stands in the order in which settings take effect; `None` for an unknown key.
pub fn order(key: &str) -> Option<usize> {
    let listed = KEYS.iter().position(|known| *known == key);
    let of_mobility = || mobility(key).map(|_| SLOTS + KEYS.len());
    slot(key).or_else(|| listed.map(|place| SLOTS + place)).or_else(of_mobility)
}

/// Player and slot of a key such as `mobilityRegionWhiteKnight`.
pub(super) fn mobility(key: &str) -> Option<(usize, usize)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let white = rest.strip_prefix("White").map(|piece| (0, piece));
    let (player, piece) = white.or_else(|| rest.strip_prefix("Black").map(|piece| (1, piece)))?;
    Some((player, slot_of_suffix(piece)?))
}

/// The known key that looks most like an unknown one, if any is near.
pub fn nearest(key: &str) -> Option<&'static str> {
    let pieces = super::pieces::PIECES.iter().map(|piece| piece.key);
    let all = KEYS.iter().copied().chain(IGNORED.iter().copied()).chain(pieces).chain(["king", "customPiece1"]);
    near_word(key, all)
}
