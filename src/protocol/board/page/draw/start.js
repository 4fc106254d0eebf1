/** The board with the start position: pieces are put on it with a click, Black's stand across. In the rules, squares of a goal are chosen on it. */

import { button, el, select, svg } from "../core/dom.js";
import { fileName, place, rows } from "../core/squares.js";
import { t } from "../core/texts.js";
import { faults, noteOf, part, ruleField, tell, textField, toggle } from "./fields.js";
import { LARGEST, fenOf, gameName, hasCastling, mirrored, placementOf, readRegion, setPlacement, setSize, sizeOf, swapped, writeRegion } from "./form.js";
import { makeGrid } from "./grid.js";
import { kindElement, symbolElement } from "./pictures.js";
import { cutTitle } from "./sections.js";
import { draft, edit, kinds } from "./store.js";
import { game } from "../core/game.js";

/** @import {Placement} from "../core/fen.js" */

/** What a click puts: a letter of a FEN, `*` for a hole, empty to clear, null for nothing. @type {string | null} */
let brush = null;
let isMirrored = true;
/** @type {() => void} */
let drawn = () => {};

/** @param {() => void} again draws the form anew */
export function listenStart(again) {
  drawn = again;
}

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

const size = () => sizeOf(draft.sheet, draft.base);
const boardRows = () => rows({ name: null, ended: false, ...size() }, false);

/** The board; a click puts the chosen piece there, a second one takes it away. */
export function startBoard() {
  const placement = placementOf(draft.sheet, draft.base);
  const cells = boardRows().map((row, y) => row.map((square, x) => {
    const symbol = placement.get(square);
    const shade = (size().ranks - y + x) % 2 ? "dark" : "light";
    const look = `${symbol === "*" ? "hole" : shade}`;
    return { name: square, label: `${square}: ${t(wordsOf(symbol))}`, look, content: [...(symbol && symbol !== "*" ? [symbolElement(symbol)] : [])], edges: edges(square) };
  }));
  return el("div", { class: "draw-board" }, makeGrid("draw-start", "Start position", cells, put));
}

/** The number of a rank and the letter of a file, at two edges of the board. @param {string} square */
function edges(square) {
  const at = place(square);
  return { rank: at?.file === 0 ? String(at.rank + 1) : null, file: at?.rank === 0 ? fileName(at.file) : null };
}

/** @param {string | undefined} symbol */
function wordsOf(symbol) {
  if (!symbol) return "empty";
  if (symbol === "*") return "hole";
  const letter = symbol.replace(/[+~]/g, "");
  const name = kinds().find((one) => one.letter === letter.toLowerCase())?.name ?? letter;
  return letter === letter.toUpperCase() ? `white ${name}` : `black ${name}`;
}

/** @param {string} square */
function put(square) {
  const symbol = brushNow();
  if (symbol === null) {
    tell("board", "Choose a piece beside the board first, or drag one.");
    return drawn();
  }
  edit((sheet, base) => {
    const placement = placementOf(sheet, base);
    stand(placement, square, placement.get(square) === symbol ? "" : symbol);
    setPlacement(sheet, base, placement);
  });
}

/** Puts something on a square, and across. @param {Placement} placement @param {string} square @param {string} symbol empty to clear */
function stand(placement, square, symbol) {
  const change = /** @param {string} at @param {string} what */ (at, what) => (what ? placement.set(at, what) : placement.delete(at));
  const across = mirrored(square, size().ranks);
  if (isMirrored && across !== square) change(across, symbol === "*" ? symbol : swapped(symbol));
  change(square, symbol);
}

/** A piece was dragged: from a square or the palette to a square, or off the board. @param {HTMLElement} element @param {Element | null} over */
export function carry(element, over) {
  const from = element.getAttribute("data-at");
  const to = over?.closest("#draw-start [data-at]")?.getAttribute("data-at") ?? null;
  if (from === to) return;
  edit((sheet, base) => {
    const placement = placementOf(sheet, base);
    const symbol = element.getAttribute("data-brush") ?? placement.get(from ?? "") ?? "";
    const across = from && mirrored(from, size().ranks);
    if (from) placement.delete(from);
    if (isMirrored && across && placement.get(across) === swapped(symbol)) placement.delete(across);
    if (to) stand(placement, to, symbol);
    setPlacement(sheet, base, placement);
  });
}

/** @param {string} symbol @param {string} label @param {Node} content */
function brushButton(symbol, label, content) {
  const choose = () => {
    brush = symbol;
    drawn();
  };
  const one = button("", choose, { class: "brush", "data-brush": symbol, "aria-label": label, title: label, "aria-pressed": String(brush === symbol) });
  one.append(content);
  return one;
}

/** @param {string} symbol @param {string} words */
function wordBrush(symbol, words) {
  const one = brushButton(symbol, words, el("span", {}, words));
  one.classList.add("words");
  return one;
}

/** The pieces to place. */
export function palette() {
  const all = kinds();
  brushNow();
  const row = /** @param {"white" | "black"} side */ (side) => el("div", { class: "palette-row" }, ...all.map((kind) => {
    const symbol = side === "white" ? kind.letter.toUpperCase() : kind.letter;
    return brushButton(symbol, `${side} ${kind.name}`, kindElement(kind, side));
  }));
  return el("div", { class: "palette", role: "group", "aria-label": "Pieces to place" }, row("white"), ...(isMirrored ? [] : [row("black")]),
    el("div", { class: "palette-row" }, wordBrush("", "Clear a square"), wordBrush("*", "Make a hole")));
}

/** The names of the program's games, which no other game may have. */
const taken = () => game.catalogue.games.filter((one) => one.group !== "own").flatMap((one) => [one.name, ...one.aliases]);

const titleNow = () => draft.sheet.words.title || draft.sheet.head.name;

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
  const options = [...Array(LARGEST).keys()].map((i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]));
  const count = () => [...placementOf(draft.sheet, draft.base).values()].filter((symbol) => symbol !== "*").length;
  const field = select(label, options, String(size()[side]), (value) => {
    const before = count();
    edit((sheet, base) => {
      const next = { ...sizeOf(sheet, base), [side]: Number(value) };
      setSize(sheet, base, next.files, next.ranks);
    });
    const lost = before - count();
    tell("size", lost > 1 ? `${lost} pieces have fallen off the board; Undo brings them back.` : lost ? "One piece has fallen off the board; Undo brings it back." : "");
    drawn();
  });
  field.querySelector("select")?.setAttribute("data-field", side);
  return field;
}

/** What is said of the board beside it. */
export function startPanel() {
  return [
    part("Name and size",
      textField("Name of the game", titleNow(), setTitle, { "data-field": "title" }), noteOf("title"),
      textField("In one sentence", draft.sheet.words.summary, (value) => edit((sheet) => sheet.setWords(titleNow(), value.trim())), { "data-field": "summary" }),
      el("div", { class: "fields" }, sizeField("files", "Files (columns)"), sizeField("ranks", "Ranks (rows)")), noteOf("size"),
      ...faults((key) => key === "maxFile" || key === "maxRank" || key === "")),
    part("Start position", el("p", { class: "quiet" }, "Drag pieces, or choose one and click squares. A second click takes it away, and so does dragging it off the board."), palette(),
      toggle("Black stands across from White", isMirrored, (isOn) => {
        isMirrored = isOn;
        if (isOn && brush !== brush?.toUpperCase()) brush = null;
        drawn();
      }, { "data-field": "mirror" }),
      el("div", { class: "actions" }, button("Empty board", () => edit((sheet, base) => setPlacement(sheet, base, new Map())))),
      ...faults((key) => key === "startFen")),
    part("Castling and pieces in hand",
      ruleField("castling", "King and rook may castle", null, (sheet, base) => {
        if (!hasCastling(sheet)) for (const key of ["castlingKingFile", "castlingKingsideFile", "castlingQueensideFile"]) sheet.set(key, null);
        setPlacement(sheet, base, placementOf(sheet, base));
      }),
      ruleField("capturesToHand", "Captured pieces change sides and may be put on the board", false, (sheet, base) => {
        const value = sheet.get("capturesToHand");
        sheet.set("pieceDrops", value);
        if (value !== "true") sheet.set("startFen", fenOf(sheet, base).replace(/\[.*?\]/, ""));
        setPlacement(sheet, base, placementOf(sheet, base));
      }),
      ...faults((key) => key.startsWith("castling") || key === "pieceDrops" || key === "capturesToHand")),
  ];
}

/** The squares of White's goal. */
const goal = () => readRegion(draft.sheet.get("flagRegionWhite") ?? draft.sheet.get("flagRegion") ?? "", size());

/** Makes squares White's goal, and Black's those across. @param {Set<string>} squares @param {string | null} [piece] who has to get there, if nobody is named */
export function setGoal(squares, piece = null) {
  const { ranks } = size();
  edit((sheet) => {
    const none = sheet.head.parent === null ? null : "-";
    const text = writeRegion(squares, size());
    for (const key of ["flagRegion", "whiteFlag", "blackFlag"]) sheet.set(key, null);
    sheet.set("flagRegionWhite", text || none);
    sheet.set("flagRegionBlack", text ? writeRegion(new Set([...squares].map((square) => mirrored(square, ranks))), size()) : none);
    if (!text) sheet.set("flagPiece", null);
    else if (piece && sheet.get("flagPiece") === null) sheet.set("flagPiece", piece);
  });
}

/** Leaves the goal as the parent has it. */
export function leaveGoal() {
  edit((sheet) => {
    for (const key of ["flagRegion", "whiteFlag", "blackFlag", "flagRegionWhite", "flagRegionBlack", "flagPiece"]) sheet.set(key, null);
  });
}

/** The board on which squares of the goal are chosen. */
export function goalBoard() {
  const placement = placementOf(draft.sheet, draft.base);
  const [white, black] = [goal(), readRegion(draft.sheet.get("flagRegionBlack") ?? draft.sheet.get("flagRegion") ?? "", size())];
  const cells = boardRows().map((row, y) => row.map((square, x) => {
    const symbol = placement.get(square);
    const shade = (size().ranks - y + x) % 2 ? "dark" : "light";
    const flags = [...(white.has(square) ? [flag("white")] : []), ...(black.has(square) ? [flag("black")] : [])];
    const words = [white.has(square) ? t("White's goal") : "", black.has(square) ? t("Black's goal") : "", t(wordsOf(symbol))].filter(Boolean).join(", ");
    return { name: square, label: `${square}: ${words}`, look: `${symbol === "*" ? "hole" : shade} ${symbol ? "faint" : ""}`, pressed: white.has(square), content: [...(symbol && symbol !== "*" ? [symbolElement(symbol)] : []), ...flags], edges: edges(square) };
  }));
  const pick = /** @param {string} square */ (square) => {
    const next = goal();
    if (!next.delete(square)) next.add(square);
    setGoal(next);
  };
  return el("div", { class: "draw-board" }, makeGrid("draw-goal", "Squares of the goal", cells, pick));
}

/** @param {"white" | "black"} side */
const flag = (side) => svg("svg", { class: `draw-flag ${side}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("path", { d: "M14 60V6h36l-8 12 8 12H20v30z" }));
