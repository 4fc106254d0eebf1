/** The pieces that the language of games from files has names for, and the order of its keys. */

/** Key, name, moves, and name of the picture, if it is not that of the piece. */
const ROWS = [
  ["king", "King", "K"], ["queen", "Queen", "Q"], ["rook", "Rook", "R"], ["bishop", "Bishop", "B"], ["knight", "Knight", "N"], ["pawn", "Pawn", "fmWfcF"],
  ["archbishop", "Archbishop", "BN"], ["chancellor", "Chancellor", "RN"], ["amazon", "Amazon", "QN"], ["centaur", "Centaur", "KN"], ["commoner", "Commoner", "K"],
  ["wazir", "Wazir", "W"], ["fers", "Ferz", "F"], ["alfil", "Alfil", "A", "elephant"], ["fersAlfil", "Ferz-Alfil", "FA"], ["bers", "Dragon King", "RF"], ["dragonHorse", "Dragon Horse", "BW"], ["aiwok", "Ai-Wok", "RNF"],
  ["knibis", "Knibis", "mNcB"], ["biskni", "Biskni", "mBcN"], ["kniroo", "Kniroo", "mNcR"], ["rookni", "Rookni", "mRcN"],
  ["shogiPawn", "Shogi Pawn", "fW", "pawn"], ["lance", "Lance", "fR"], ["shogiKnight", "Shogi Knight", "fN", "knight"], ["silver", "Silver General", "FfW"], ["gold", "Gold General", "WfF"],
  ["soldier", "Soldier", "fsW", "pawn"], ["horse", "Horse", "nN", "knight"], ["elephant", "Elephant", "nA"], ["cannon", "Cannon", "mRcpR"], ["banner", "Banner", "RcpRnN"], ["janggiCannon", "Janggi Cannon", "pR", "cannon"], ["janggiElephant", "Janggi Elephant", "nZ", "elephant"],
  ["clobber", "Stone", "cW"], ["breakthrough", "Runner", "fmWfF", "pawn"], ["immobile", "Statue", ""],
];

/** @typedef {{key: string, name: string, betza: string, picture: string}} Named */

/** @type {Named[]} */
export const NAMED = ROWS.map(([key, name, betza, picture = name.toLowerCase().replace(" ", "-")]) => ({ key, name, betza, picture }));

/** A named piece, if a key is one's. @param {string} key */
export const namedOf = (key) => NAMED.find((one) => one.key === key);

/** How many pieces of one's own there may be. */
const MOST_OWN = 25;
const OWN = [...Array(MOST_OWN).keys()].map((i) => `customPiece${i + 1}`);

/** Whether a key sets a piece. @param {string} key */
export const isPieceKey = (key) => NAMED.some((one) => one.key === key) || OWN.includes(key);

/** @param {string} key */
export const isOwn = (key) => OWN.includes(key);

/** The first key of a piece of one's own that is free. @param {string[]} taken */
export const freeKey = (taken) => OWN.find((key) => !taken.includes(key)) ?? null;

/** The order of keys in a section. */
export const ORDER = [
  "maxFile", "maxRank", ...NAMED.map((one) => one.key), ...OWN, "startFen",
  "pawnTypes", "promotionPawnTypes", "promotionPieceTypes", "promotedPieceType", "promotionRegionWhite", "promotionRegionBlack", "mandatoryPawnPromotion", "doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack",
  "castling", "castlingKingsideFile", "castlingQueensideFile", "castlingKingFile", "pieceDrops", "capturesToHand", "pass", "mustCapture", "blastOnCapture",
  "flagPiece", "flagRegionWhite", "flagRegionBlack", "checkCounting", "checkmateValue", "stalemateValue", "extinctionValue", "extinctionPieceTypes", "extinctionPieceCount", "extinctionOpponentPieceCount", "nMoveRule",
];
