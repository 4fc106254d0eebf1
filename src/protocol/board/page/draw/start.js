/** The board with the start position: pieces are put on it with a click, Black's stand across. In the rules, squares of a goal are chosen on it. */

import { button, el, select, svg } from "../core/dom.js";
import { fileName, place as placeOf, rows } from "../core/squares.js";
import { t } from "../core/texts.js";
import { faults, noteOf, part, ruleField, tell, textField, toggle } from "./fields.js";
import { LARGEST, across, fenOf, gameName, goalText, hasCastling, mirrored, placementOf, readRegion, setPlacement, setSize, swapped, writeRegion } from "./form.js";
import { makeGrid } from "./grid.js";
import { kindElement, kindOf, symbolElement } from "./pictures.js";
import { cutTitle } from "./sections.js";
import { draft, drawForm, edit, kinds, size } from "./store.js";
import { game } from "../core/game.js";

/** @import {Placement} from "../core/fen.js" */

/** What a click puts: a letter of a FEN, `*` for a hole, empty to clear, null for nothing. @type {string | null} */
let brush = null;
let isMirrored = true;
/** @type {("White" | "Black")[]} */
const SIDES = ["White", "Black"];

/** Chooses what a click puts. @param {string | null} symbol */
export function takeBrush(symbol) {
  brush = symbol;
}

/** A piece has another letter. @param {string} before @param {string} after */
export function brushFollows(before, after) {
  if (brush === before) brush = after;
  else if (brush === before.toUpperCase()) brush = after.toUpperCase();
}

/** What a click puts, if there still is such a piece. */
function brushNow() {
  const letter = (brush ?? "").toLowerCase();
  if (/[a-z]/.test(letter) && !kinds().some((kind) => kind.letter === letter)) brush = null;
  return brush;
}

/** The start position. @param {string} id @param {string} label @param {(square: string) => void} pick @param {(side: "White" | "Black") => Set<string>} [goalOf] marked squares */
function boardGrid(id, label, pick, goalOf) {
  const placement = placementOf(draft.sheet, draft.base);
  const goals = goalOf ? SIDES.map((side) => ({ side, squares: goalOf(side) })) : [];
  const cells = rows({ name: null, ended: false, ...size() }, false).map((row, y) => row.map((square, x) => {
    const symbol = placement.get(square);
    const marked = goals.filter(({ squares }) => squares.has(square)).map(({ side }) => side);
    const shade = symbol === "*" ? "hole" : (size().ranks - y + x) % 2 ? "dark" : "light";
    const words = [...marked.map((side) => t(`${side}'s goal`)), t(wordsOf(symbol))].join(", ");
    const content = [...(symbol && symbol !== "*" ? [symbolElement(symbol)] : []), ...marked.map(flag)];
    return { name: square, label: `${square}: ${words}`, look: shade, pressed: goalOf && marked.includes("White"), content, edges: edges(square) };
  }));
  return el("div", { class: "draw-board" }, makeGrid(id, label, cells, pick));
}

/** The board; a click puts the chosen piece there, a second one takes it away. */
export const startBoard = () => boardGrid("draw-start", "Start position", put);

/** The number of a rank and the letter of a file, at two edges of the board. @param {string} square */
function edges(square) {
  const at = placeOf(square);
  return { rank: at?.file === 0 ? String(at.rank + 1) : null, file: at?.rank === 0 ? fileName(at.file) : null };
}

/** @param {string | undefined} symbol */
function wordsOf(symbol) {
  if (!symbol) return "empty";
  if (symbol === "*") return "hole";
  const name = kindOf(symbol)?.name ?? symbol;
  return symbol === symbol.toUpperCase() ? `white ${name}` : `black ${name}`;
}

/** @param {string} square */
function put(square) {
  const symbol = brushNow();
  if (symbol === null) return tell("board", "Choose a piece beside the board first, or drag one.");
  place((placement) => stand(placement, square, placement.get(square) === symbol ? "" : symbol));
}

/** Changes what stands where. @param {(placement: Placement) => void} change */
const place = (change) => edit((sheet, base) => {
  const placement = placementOf(sheet, base);
  change(placement);
  setPlacement(sheet, base, placement);
});

/** Puts something on a square, and across. @param {Placement} placement @param {string} square @param {string} symbol empty to clear */
function stand(placement, square, symbol) {
  const change = /** @param {string} at @param {string} what */ (at, what) => (what ? placement.set(at, what) : placement.delete(at));
  const twin = mirrored(square, size().ranks);
  if (isMirrored && twin !== square) change(twin, symbol === "*" ? symbol : swapped(symbol));
  change(square, symbol);
}

/** A piece was dragged: from a square or the palette to a square, or off the board. @param {HTMLElement} element @param {Element | null} over */
export function carry(element, over) {
  const from = element.getAttribute("data-at");
  const to = over?.closest("#draw-start [data-at]")?.getAttribute("data-at") ?? null;
  if (from === to) return;
  place((placement) => {
    const symbol = element.getAttribute("data-brush") ?? placement.get(from ?? "") ?? "";
    const twin = from && mirrored(from, size().ranks);
    if (from) placement.delete(from);
    if (isMirrored && twin && placement.get(twin) === swapped(symbol)) placement.delete(twin);
    if (to) stand(placement, to, symbol);
  });
}

/** @param {string} symbol @param {string} label @param {Node} [content] its label in words without it */
function brushButton(symbol, label, content) {
  const choose = () => {
    brush = symbol;
    drawForm();
  };
  const one = button("", choose, { class: content ? "brush" : "brush words", "data-brush": symbol, "aria-label": label, title: label, "aria-pressed": String(brush === symbol) });
  one.append(content ?? el("span", {}, label));
  return one;
}

/** The pieces to place. */
function palette() {
  const all = kinds();
  brushNow();
  const row = /** @param {"white" | "black"} side */ (side) => el("div", { class: "palette-row" }, ...all.map((kind) => {
    const symbol = side === "white" ? kind.letter.toUpperCase() : kind.letter;
    return brushButton(symbol, `${side} ${kind.name}`, kindElement(kind, side));
  }));
  return el("div", { class: "palette", role: "group", "aria-label": "Pieces to place" }, row("white"), ...(isMirrored ? [] : [row("black")]),
    el("div", { class: "palette-row" }, brushButton("", "Clear a square"), brushButton("*", "Make a hole")));
}

/** The names of the program's games, which no other game may have. */
const taken = () => game.catalogue.games.filter((one) => one.group !== "own").flatMap((one) => [one.name, ...one.aliases]);

const titleNow = () => draft.sheet.words.title || draft.sheet.head.name;

/** Whether the program has another game of this title. */
const isTwin = () => game.catalogue.games.some(({ name, title }) => name !== draft.sheet.head.name && title.toLowerCase() === titleNow().toLowerCase());

/** Another title. A name that was made of the former one follows. @param {string} title */
function setTitle(title) {
  const plain = cutTitle(title.replace(/[:#\n]/g, " ").trim()) || "My Game";
  edit((sheet) => {
    const before = titleNow();
    const isMade = [gameName(before, []), gameName(before, taken())].includes(sheet.head.name);
    sheet.setWords(plain, sheet.words.summary);
    if (isMade) sheet.setName(gameName(plain, taken()));
  });
  tell("title", plain === title.trim() ? "" : "A name has 40 letters at most, no colon and no #; it was changed.");
}

/** @param {"files" | "ranks"} side @param {string} label */
function sizeField(side, label) {
  const options = [...Array(LARGEST).keys()].map((i) => [String(i + 1), String(i + 1)]);
  const count = () => [...placementOf(draft.sheet, draft.base).values()].filter((symbol) => symbol !== "*").length;
  return select(label, options, String(size()[side]), (value) => {
    const before = count();
    const next = { ...size(), [side]: Number(value) };
    edit((sheet, base) => setSize(sheet, base, next.files, next.ranks));
    const lost = before - count();
    tell("size", lost > 1 ? `${lost} pieces have fallen off the board; Undo brings them back.` : lost ? "One piece has fallen off the board; Undo brings it back." : "");
  }, { "data-field": side });
}

/** What is said of the board beside it. */
export function startPanel() {
  return [
    part("Name and size",
      textField("Name of the game", titleNow(), setTitle, { "data-field": "title" }), noteOf("title"),
      isTwin() ? el("p", { class: "bad", "data-note": "twin" }, "Another game has this name, too.") : null,
      textField("In one sentence", draft.sheet.words.summary, (value) => edit((sheet) => sheet.setWords(titleNow(), value.trim())), { "data-field": "summary" }),
      el("div", { class: "fields" }, sizeField("files", "Files (columns)"), sizeField("ranks", "Ranks (rows)")), noteOf("size"),
      ...faults((key) => key === "maxFile" || key === "maxRank" || key === "")),
    part("Start position", el("p", { class: "quiet" }, "Drag pieces, or choose one and click squares. A second click takes it away, and so does dragging it off the board."), palette(),
      toggle("Black stands across from White", isMirrored, (isOn) => {
        isMirrored = isOn;
        if (isOn && brush !== brush?.toUpperCase()) brush = null;
        drawForm();
      }, { "data-field": "mirror" }),
      el("div", { class: "actions" }, button("Empty board", () => place((placement) => placement.clear()))),
      ...faults((key) => key === "startFen")),
    part("Castling and pieces in hand",
      ruleField("castling", "King and rook may castle", null, (sheet, base) => {
        if (!hasCastling(sheet)) for (const key of ["castlingKingFile", "castlingKingsideFile", "castlingQueensideFile"]) sheet.set(key, null);
        setPlacement(sheet, base);
      }),
      ruleField("capturesToHand", "Captured pieces change sides and may be put on the board", false, (sheet, base) => {
        const value = sheet.get("capturesToHand");
        sheet.set("pieceDrops", value);
        if (value !== "true") sheet.set("startFen", fenOf(sheet, base).replace(/\[.*?\]/, ""));
        setPlacement(sheet, base);
      }),
      ...faults((key) => key.startsWith("castling") || key === "pieceDrops" || key === "capturesToHand")),
  ];
}

/** The squares that a side has to reach. @param {"White" | "Black"} side */
const goal = (side) => readRegion(goalText(draft.sheet, side), size());

/** Keys of goals that this form does not write. */
const GOAL = ["flagRegion", "whiteFlag", "blackFlag"];
/** Keys of who must get there. */
export const WHO = ["flagPiece", "flagPieceWhite", "flagPieceBlack"];

/** Makes squares White's goal, and Black's those across. @param {Set<string>} squares @param {string | null} [piece] who has to get there, if nobody is named */
export function setGoal(squares, piece = null) {
  edit((sheet) => {
    const none = sheet.head.parent === null ? null : "-";
    const text = writeRegion(squares, size());
    for (const key of GOAL) sheet.set(key, null);
    sheet.set("flagRegionWhite", text || none);
    sheet.set("flagRegionBlack", writeRegion(across(text, size()), size()) || none);
    if (!text) for (const key of WHO) sheet.set(key, null);
    else if (piece && WHO.every((key) => sheet.get(key) === null)) sheet.set("flagPiece", piece);
  });
}

/** Leaves the goal as the parent has it. */
export function leaveGoal() {
  edit((sheet) => {
    for (const key of [...GOAL, ...WHO, "flagRegionWhite", "flagRegionBlack"]) sheet.set(key, null);
  });
}

/** The board on which squares of the goal are chosen. */
export const goalBoard = () => boardGrid("draw-goal", "Squares of the goal", (square) => {
  const next = goal("White");
  if (!next.delete(square)) next.add(square);
  setGoal(next);
}, goal);

/** @param {"White" | "Black"} side */
const flag = (side) => svg("svg", { class: `draw-flag ${side.toLowerCase()}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("path", { d: "M14 60V6h36l-8 12 8 12H20v30z" }));
