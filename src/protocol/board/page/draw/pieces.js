/** The pieces that the language of games from files has names for, and the order of its keys. */

/** Key, name, moves, and name of the picture. @type {[string, string, string, string][]} */
const ROWS = [
  ["king", "King", "K", "king"], ["queen", "Queen", "Q", "queen"], ["rook", "Rook", "R", "rook"], ["bishop", "Bishop", "B", "bishop"], ["knight", "Knight", "N", "knight"], ["pawn", "Pawn", "fmWfcF", "pawn"],
  ["archbishop", "Archbishop", "BN", "archbishop"], ["chancellor", "Chancellor", "RN", "chancellor"], ["amazon", "Amazon", "QN", "amazon"], ["centaur", "Centaur", "KN", "centaur"], ["commoner", "Commoner", "K", "commoner"],
  ["wazir", "Wazir", "W", "wazir"], ["fers", "Ferz", "F", "ferz"], ["alfil", "Alfil", "A", "elephant"], ["fersAlfil", "Ferz-Alfil", "FA", "ferz-alfil"], ["bers", "Dragon King", "RF", "dragon-king"], ["dragonHorse", "Dragon Horse", "BW", "dragon-horse"], ["aiwok", "Ai-Wok", "RNF", "ai-wok"],
  ["knibis", "Knibis", "mNcB", "knibis"], ["biskni", "Biskni", "mBcN", "biskni"], ["kniroo", "Kniroo", "mNcR", "kniroo"], ["rookni", "Rookni", "mRcN", "rookni"],
  ["shogiPawn", "Shogi Pawn", "fW", "pawn"], ["lance", "Lance", "fR", "lance"], ["shogiKnight", "Shogi Knight", "fN", "knight"], ["silver", "Silver General", "FfW", "silver-general"], ["gold", "Gold General", "WfF", "gold-general"],
  ["soldier", "Soldier", "fsW", "pawn"], ["horse", "Horse", "nN", "knight"], ["elephant", "Elephant", "nA", "elephant"], ["cannon", "Cannon", "mRcpR", "cannon"], ["banner", "Banner", "RcpRnN", "banner"], ["janggiCannon", "Janggi Cannon", "pR", "cannon"], ["janggiElephant", "Janggi Elephant", "nZ", "elephant"],
  ["clobber", "Stone", "cW", "stone"], ["breakthrough", "Runner", "fmWfF", "pawn"], ["immobile", "Statue", "", "statue"],
];

/** @typedef {{key: string, name: string, betza: string, picture: string}} Named */

/** @type {Named[]} */
export const NAMED = ROWS.map(([key, name, betza, picture]) => ({ key, name, betza, picture }));

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
  "pawnTypes", "promotionPawnTypes", "promotionPieceTypes", "promotionRegionWhite", "promotionRegionBlack", "mandatoryPawnPromotion", "doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack",
  "castling", "castlingKingsideFile", "castlingQueensideFile", "castlingKingFile", "pieceDrops", "capturesToHand", "pass", "mustCapture", "blastOnCapture",
  "flagPiece", "flagRegionWhite", "flagRegionBlack", "checkCounting", "checkmateValue", "stalemateValue", "extinctionValue", "extinctionPieceTypes", "extinctionPieceCount", "extinctionOpponentPieceCount", "nMoveRule",
];
