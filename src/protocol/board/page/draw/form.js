/** What a section says, as the form shows it, and how a change of the form changes its lines. */

import { readHand, readPlacement, writePlacement } from "../core/fen.js";
import { fileName, place, squareName } from "../core/squares.js";
import { freeKey, isPieceKey, namedOf } from "./pieces.js";

/** @import {Sheet} from "./sections.js" */
/** @import {Placement} from "../core/fen.js" */

/** A kind of piece; `letter` is lower case, `betza` null where it has the moves of its key. @typedef {{key: string, letter: string, betza: string | null, name: string}} Kind */
/** What a game inherits; `promotes` has the letters of what pawns become, `forms` the keys of kinds and of what they are like when promoted. @typedef {{files: number, ranks: number, start: string, kinds: Kind[], promotes: string, forms: [string, string][]}} Base */

const CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** What a section without a parent begins with. @type {Base} */
export const NOTHING = { files: 8, ranks: 8, start: CHESS, kinds: [], promotes: "", forms: [] };

/** The greatest size of a board. */
export const LARGEST = 16;

/** The text that a new draft begins with. */
export const BEGINNING = `# My Game: chess with pieces of my own
[mygame]
maxFile = 8
maxRank = 8
king = k
queen = q
rook = r
bishop = b
knight = n
pawn = p
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
promotionPieceTypes = qrbn
promotionRegionWhite = *8
promotionRegionBlack = *1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *7
castling = false
`;

/** @param {string | null} text */
function numberOf(text) {
  const value = text !== null && /^[a-p]$/.test(text) ? text.charCodeAt(0) - 96 : Number(text);
  return Number.isInteger(value) && value >= 1 && value <= LARGEST ? value : null;
}

/** @param {Sheet} sheet @param {Base} base @returns {{files: number, ranks: number}} */
export const sizeOf = (sheet, base) => ({ files: numberOf(sheet.get("maxFile")) ?? base.files, ranks: numberOf(sheet.get("maxRank")) ?? base.ranks });

/** @param {Sheet} sheet @param {Base} base */
const boardsOf = (sheet, base) => [{ name: null, ended: false, ...sizeOf(sheet, base) }];

/** The kinds of a section with those that it inherits. @param {Sheet} sheet @param {Base} base @returns {Kind[]} */
export function kindsOf(sheet, base) {
  let kinds = [...base.kinds];
  for (const key of new Set(sheet.keys().filter(isPieceKey))) {
    const [letter = "", ...moves] = (sheet.get(key) ?? "").split(":");
    const plain = letter.trim().toLowerCase();
    kinds = kinds.filter((one) => one.key !== key && one.letter !== plain);
    if (/^[a-z]$/.test(plain)) kinds.push({ key, letter: plain, betza: moves.length ? moves.join(":").trim() : null, name: "" });
  }
  return kinds.map((kind) => ({ ...kind, name: sheet.nameOf(kind.letter) ?? (kind.name || namedOf(kind.key)?.name || kind.letter.toUpperCase()) }));
}

/** The moves of a kind. @param {Kind} kind */
export const movesOf = (kind) => kind.betza ?? namedOf(kind.key)?.betza ?? "";

/** The start position's FEN. @param {Sheet} sheet @param {Base} base */
export const fenOf = (sheet, base) => sheet.get("startFen") ?? base.start;

/** What stands where at the start; `*` is a hole. @param {Sheet} sheet @param {Base} base @returns {Placement} */
export const placementOf = (sheet, base) => readPlacement(fenOf(sheet, base), boardsOf(sheet, base), new Set());

/** The squares that are mirrored: the same file, the rank counted from the other side. @param {string} square @param {number} ranks */
export function mirrored(square, ranks) {
  const at = place(square);
  return at ? squareName(null, at.file, ranks - 1 - at.rank) : square;
}

/** The symbol of the other player. @param {string} symbol */
export const swapped = (symbol) => (symbol === symbol.toUpperCase() ? symbol.toLowerCase() : symbol.toUpperCase());

/** Writes the start position; what depends on it follows. @param {Sheet} sheet @param {Base} base @param {Placement} [placement] */
export function setPlacement(sheet, base, placement = placementOf(sheet, base)) {
  const fields = fenOf(sheet, base).split(/\s+/);
  const isHeld = isOn(sheet, "pieceDrops", readHand(base.start) !== null);
  const hand = readHand(fenOf(sheet, base)) ?? (isHeld ? (readHand(base.start) ?? "") : null);
  const checks = checksOf(fenOf(sheet, base)) ?? (sheet.get("checkCounting") === "true" ? "3+3" : null);
  const rest = fields.slice(4).filter((field) => /^\d+$/.test(field));
  const rights = castlingField(sheet, base, placement, fields[2] ?? "-");
  const board = writePlacement(placement, boardsOf(sheet, base), new Set()) + (hand === null ? "" : `[${hand}]`);
  sheet.set("startFen", [board, fields[1] ?? "w", rights, "-", ...(checks === null ? [] : [checks]), rest[0] ?? "0", rest[1] ?? "1"].join(" "));
}

/** The field of a FEN with the checks that are left to give, null if it has none. @param {string} fen */
export const checksOf = (fen) => fen.split(/\s+/).find((field) => /^\d\+\d$/.test(field)) ?? null;

/** Whether a key says true; `usual` if it is not set. @param {Sheet} sheet @param {string} key @param {boolean} usual */
export function isOn(sheet, key, usual) {
  const value = sheet.get(key);
  return value === null ? usual : value === "true";
}

/** Whether there is castling. @param {Sheet} sheet */
export const hasCastling = (sheet) => isOn(sheet, "castling", true);

/** The rights to castle at the start: those of kings and rooks on their home ranks. @param {Sheet} sheet @param {Base} base @param {Placement} placement @param {string} before */
function castlingField(sheet, base, placement, before) {
  if (!hasCastling(sheet)) return "-";
  if (sheet.get("castling") !== "true") return before;
  const { files, ranks } = sizeOf(sheet, base);
  const kinds = kindsOf(sheet, base);
  const [king, rook] = ["king", "rook"].map((key) => kinds.find((kind) => kind.key === key)?.letter ?? "");
  const side = /** @param {number} rank @param {(letter: string) => string} dress */ (rank, dress) => {
    const at = /** @param {number} file */ (file) => placement.get(squareName(null, file, rank));
    const home = [...Array(files).keys()].find((file) => king && at(file) === dress(king));
    if (home === undefined || !rook) return "";
    const found = [...Array(files).keys()].filter((file) => at(file) === dress(rook));
    return (found.some((file) => file > home) ? "k" : "") + (found.some((file) => file < home) ? "q" : "");
  };
  const rights = side(0, (letter) => letter.toUpperCase()).toUpperCase() + side(ranks - 1, (letter) => letter);
  const home = [...placement].find(([square, symbol]) => king && symbol === king.toUpperCase() && place(square)?.rank === 0)?.[0];
  const file = home ? place(home)?.file : undefined;
  const isUsual = file === undefined || (file === 4 && files === 8);
  sheet.set("castlingKingFile", isUsual ? null : fileName(file));
  sheet.set("castlingKingsideFile", isUsual ? null : fileName(files - 2));
  sheet.set("castlingQueensideFile", isUsual ? null : fileName(2));
  return rights || "-";
}

/** Where a rank lies on a board of another size: the lower half and the middle stay, the upper half keeps its distance from the last rank. @param {number} rank from 0 @param {number} before @param {number} after @returns {number} -1 if it is off the board */
function movedRank(rank, before, after) {
  const moved = rank >= before / 2 ? rank + after - before : rank;
  return moved < after ? Math.max(moved, -1) : -1;
}

/** Changes the size of the board. @param {Sheet} sheet @param {Base} base @param {number} files @param {number} ranks */
export function setSize(sheet, base, files, ranks) {
  const before = sizeOf(sheet, base);
  /** @type {Placement} */
  const placement = new Map();
  for (const [square, symbol] of placementOf(sheet, base)) {
    const at = place(square);
    if (!at || at.file >= files) continue;
    const rank = movedRank(at.rank, before.ranks, ranks);
    if (rank >= 0) placement.set(squareName(null, at.file, rank), symbol);
  }
  moveRegions(sheet, before, { files, ranks });
  sheet.set("maxFile", String(files));
  sheet.set("maxRank", String(ranks));
  setPlacement(sheet, base, placement);
}

/** The regions of a section without a parent that does not set them; the size of its board changes nothing in them. @type {Object<string, string>} */
export const USUAL = { promotionRegionWhite: "*8", promotionRegionBlack: "*1", doubleStepRegionWhite: "*2", doubleStepRegionBlack: "*7" };
/** Whether a key sets a region. @param {string} key */
const isRegion = (key) => key.includes("Region") || ["whiteFlag", "blackFlag", "diagonalLines"].includes(key);

/** The usual regions that hold in a section: it has no parent, and no key that sets them in another way. @param {Sheet} sheet */
function usualRegions(sheet) {
  const isSet = /** @param {string} key */ (key) => sheet.keys().some((other) => other === key || other.startsWith(key.replace(/Region.*/, "Rank")));
  return sheet.head.parent === null ? Object.keys(USUAL).filter((key) => !isSet(key)) : [];
}

/** @param {Set<string>} one @param {Set<string>} other */
const sameSet = (one, other) => one.size === other.size && [...one].every((square) => other.has(square));

/** The regions of a section follow the size of its board; those that it inherits stay. @param {Sheet} sheet @param {{files: number, ranks: number}} before @param {{files: number, ranks: number}} after */
function moveRegions(sheet, before, after) {
  const pairs = sheet.keys().filter((key) => key.endsWith("White")).map((key) => [key, key.replace(/White$/, "Black")]);
  const isAcross = /** @param {string[]} pair @param {{files: number, ranks: number}} size */ ([white, black], size) => sameSet(across(sheet.get(white) ?? "", size), readRegion(sheet.get(black) ?? "", size));
  const alike = pairs.filter((pair) => isAcross(pair, before));
  for (const key of new Set(sheet.keys().filter(isRegion))) {
    const text = sheet.get(key) ?? "-";
    if (text !== "-") sheet.set(key, movedRegion(text, before, after));
  }
  // What was across still is: of a middle rank both sides have the same half.
  for (const pair of alike.filter((one) => !isAcross(one, after))) sheet.set(pair[1], writeRegion(across(sheet.get(pair[0]) ?? "", after), after) || "-");
  for (const key of usualRegions(sheet)) {
    const moved = movedRegion(USUAL[key], before, after);
    if (moved !== USUAL[key] && readRegion(USUAL[key], before).size) sheet.set(key, moved);
  }
}

/** A region on a board of another size. @param {string} text @param {{ranks: number}} before @param {{files: number, ranks: number}} after */
function movedRegion(text, before, { files, ranks }) {
  const parts = text.split(/\s+/).flatMap((part) => {
    const [, file, rank] = /^([a-p*])(\d+|\*)$/.exec(part) ?? [];
    if (!file) return [part];
    if (file !== "*" && file.charCodeAt(0) - 97 >= files) return [];
    if (rank === "*") return [part];
    const moved = movedRank(Number(rank) - 1, before.ranks, ranks);
    return moved >= 0 ? [`${file}${moved + 1}`] : [];
  });
  return parts.join(" ") || "-";
}

/** Keys whose value is letters of pieces, some of them for each player, too. */
const SETS = ["pawnTypes", "mustDropType", "dropNoDoubled", "petrifyOnCaptureTypes", "blastImmuneTypes", "mutuallyImmuneTypes", "extinctionPieceTypes", "castlingRookPiece",
  ...["promotionPieceTypes", "promotionPawnTypes", "enPassantTypes", "castlingKingPiece", "castlingRookPieces", "nMoveRuleTypes", "flagPiece"].flatMap((key) => [key, `${key}White`, `${key}Black`])];
/** Keys that are left out where no piece is left: without one they mean something else, or are refused. */
const UNSET = ["extinctionPieceTypes", "castlingKingPiece", "castlingKingPieceWhite", "castlingKingPieceBlack", "flagPiece", "flagPieceWhite", "flagPieceBlack"];
/** Keys whose value is pairs such as `p:g` or `q:1`. */
const PAIRS = ["promotionLimit", "promotedPieceType"];

/** The first letter that no kind has: of a wish, or any. @param {Kind[]} kinds @param {string} wish @returns {string | null} */
export function freeLetter(kinds, wish) {
  const taken = kinds.map((kind) => kind.letter);
  return [...wish.toLowerCase().replace(/[^a-z]/g, ""), ..."abcdefghijklmnopqrstuvwxyz"].find((letter) => !taken.includes(letter)) ?? null;
}

/** Adds a named piece. @param {Sheet} sheet @param {Base} base @param {string} key @returns {string | null} its letter */
export function addNamed(sheet, base, key) {
  const letter = freeLetter(kindsOf(sheet, base), namedOf(key)?.key === "knight" ? "n" : (namedOf(key)?.name ?? ""));
  if (letter) sheet.set(key, letter);
  return letter;
}

/** Adds a piece of one's own. @param {Sheet} sheet @param {Base} base @param {string} name @param {string} betza @returns {string | null} its letter */
export function addOwn(sheet, base, name, betza) {
  const kinds = kindsOf(sheet, base);
  const key = freeKey(kinds.map((kind) => kind.key));
  const letter = freeLetter(kinds, name);
  if (!key || !letter) return null;
  sheet.set(key, `${letter}:${betza}`);
  sheet.setNameOf(letter, name);
  return letter;
}

/** Takes a kind out of the game, its pieces and mentions, too. @param {Sheet} sheet @param {Base} base @param {Kind} kind */
export function removeKind(sheet, base, kind) {
  const isInherited = base.kinds.some((one) => one.key === kind.key);
  sheet.set(kind.key, isInherited ? "-" : null);
  sheet.setNameOf(kind.letter, null);
  changeLetters(sheet, base, (letter) => (letter.toLowerCase() === kind.letter ? "" : letter));
}

/** Gives a kind another letter. @param {Sheet} sheet @param {Base} base @param {Kind} kind @param {string} letter */
export function setLetter(sheet, base, kind, letter) {
  const name = sheet.nameOf(kind.letter);
  sheet.setNameOf(kind.letter, null);
  sheet.set(kind.key, kind.betza === null ? letter : `${letter}:${kind.betza}`);
  if (name) sheet.setNameOf(letter, name);
  changeLetters(sheet, base, (one) => (one === kind.letter ? letter : one === kind.letter.toUpperCase() ? letter.toUpperCase() : one));
}

/** @param {Sheet} sheet @param {Base} base @param {(letter: string) => string} change */
function changeLetters(sheet, base, change) {
  const changed = /** @param {string} symbol */ (symbol) => symbol.replace(/[A-Za-z]/, change);
  /** @type {Placement} */
  const placement = new Map();
  for (const [square, symbol] of placementOf(sheet, base)) {
    const other = changed(symbol);
    if (/[A-Za-z*]/.test(other)) placement.set(square, other);
  }
  const fen = fenOf(sheet, base);
  const hand = readHand(fen);
  const held = hand?.replace(/\+?[A-Za-z]/g, (symbol) => (/[A-Za-z]/.test(changed(symbol)) ? changed(symbol) : ""));
  if (held !== hand) sheet.set("startFen", fen.replace(/\[.*?\]/, `[${held}]`));
  if (sheet.get("startFen") !== null || placement.size) setPlacement(sheet, base, placement);
  for (const key of SETS) {
    const text = sheet.get(key);
    if (text === null || text === "-" || text === "*") continue;
    const left = text.replace(/[A-Za-z]/g, change).trim();
    sheet.set(key, left || (UNSET.includes(key) ? null : "-"));
  }
  for (const key of PAIRS) {
    const pairs = sheet.get(key)?.split(/\s+/).map((pair) => pair.replace(/[A-Za-z]/g, change));
    if (pairs) sheet.set(key, pairs.filter((pair) => !/^:|:$/.test(pair)).join(" ") || "-");
  }
}

/** Changes the moves of a kind; a named piece becomes one of one's own. @param {Sheet} sheet @param {Base} base @param {Kind} kind @param {string} betza */
export function setMoves(sheet, base, kind, betza) {
  if (kind.betza !== null || kind.key === "king") return sheet.set(kind.key, `${kind.letter}:${betza}`);
  const kinds = kindsOf(sheet, base);
  const key = freeKey(kinds.map((one) => one.key));
  if (!key) return;
  sheet.set(kind.key, base.kinds.some((one) => one.key === kind.key) ? "-" : null);
  sheet.set(key, `${kind.letter}:${betza}`);
  if (!sheet.nameOf(kind.letter)) sheet.setNameOf(kind.letter, kind.name);
}

const FORMS = "promotedPieceType";

/** The forms that are inherited. @param {Sheet} sheet @param {Base} base @returns {Map<string, string>} */
function inheritedForms(sheet, base) {
  const letters = new Map(kindsOf(sheet, base).map((kind) => [kind.key, kind.letter]));
  return new Map(base.forms.map((pair) => /** @type {[string, string]} */ (pair.map((key) => letters.get(key)))).filter(([letter, form]) => letter && form));
}

/** What pieces are like when promoted, as in shogi: letters. @param {Sheet} sheet @param {Base} base */
export function formsOf(sheet, base) {
  const text = sheet.get(FORMS)?.toLowerCase() ?? "";
  const forms = text === "-" ? new Map() : inheritedForms(sheet, base);
  for (const [, letter, form] of text.matchAll(/([a-z]):([a-z-])/g)) {
    if (form === "-") forms.delete(letter);
    else forms.set(letter, form);
  }
  return forms;
}

/** Chooses what a kind is like when promoted; what is inherited is not written. @param {Sheet} sheet @param {Base} base @param {string} letter @param {string} form empty for nothing */
export function setForm(sheet, base, letter, form) {
  const [forms, inherited] = [formsOf(sheet, base).set(letter, form || "-"), inheritedForms(sheet, base)];
  for (const key of inherited.keys()) if (!forms.has(key)) forms.set(key, "-");
  sheet.set(FORMS, [...forms].filter(([key, is]) => is !== (inherited.get(key) ?? "-")).map((pair) => pair.join(":")).join(" ") || null);
}

/** What the engine accepts as a piece's name. @param {string} text */
export function pieceName(text) {
  const plain = text.replace(/[^\p{L}\p{N} '’-]/gu, "").trimStart().slice(0, 24);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The name of a game for protocols: its title in small letters. @param {string} title @param {string[]} taken names that the program has */
export function gameName(title, taken) {
  const plain = title.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 24) || "mygame";
  return taken.includes(plain) ? `${plain}-own` : plain;
}

/** The squares that a side has to reach, as text. @param {Sheet} sheet @param {"White" | "Black"} side */
export const goalText = (sheet, side) => sheet.get(`flagRegion${side}`) ?? sheet.get("flagRegion") ?? sheet.get(`${side.toLowerCase()}Flag`) ?? "";

/** The squares of a region. @param {string} text @param {{files: number, ranks: number}} size @returns {Set<string>} */
export function readRegion(text, { files, ranks }) {
  const squares = new Set();
  for (const part of text.split(/\s+/)) {
    const [, file, rank] = /^([a-p*])(\d+|\*)$/.exec(part) ?? [];
    for (let x = 0; x < files; x++) {
      for (let y = 0; y < ranks; y++) {
        if (file && (file === "*" || file === fileName(x)) && (rank === "*" || Number(rank) === y + 1)) squares.add(squareName(null, x, y));
      }
    }
  }
  return squares;
}

/** The squares across from a region. @param {string} text @param {{files: number, ranks: number}} size */
export const across = (text, size) => new Set([...readRegion(text, size)].map((square) => mirrored(square, size.ranks)));

/** A region as text: whole ranks, then squares. @param {Set<string>} squares @param {{files: number, ranks: number}} size */
export function writeRegion(squares, { files, ranks }) {
  const parts = [];
  const left = new Set(squares);
  for (let y = 0; y < ranks; y++) {
    const rank = `*${y + 1}`;
    const all = [...readRegion(rank, { files, ranks })];
    if (!all.every((square) => left.has(square))) continue;
    parts.push(rank);
    for (const square of all) left.delete(square);
  }
  return [...parts, ...left].join(" ");
}
