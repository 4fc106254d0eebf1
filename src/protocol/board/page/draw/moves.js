/** The kinds of piece, and the small board on which the moves of one are drawn. */

import { button, el, select, svg, verbatim } from "../core/dom.js";
import { firstStep, isStraight } from "../core/squares.js";
import { t } from "../core/texts.js";
import { drawDiagram } from "../view/diagram.js";
import { RADIUS, isHop, readMoves, toggled, writeMoves } from "./betza.js";
import { choice, faults, noteOf, part, tell, textField } from "./fields.js";
import { addNamed, addOwn, formsOf, freeLetter, kindsOf, movesOf, pieceName, removeKind, setForm, setLetter, setMoves } from "./form.js";
import { makeGrid } from "./grid.js";
import { kindElement } from "./pictures.js";
import { NAMED, isOwn } from "./pieces.js";
import { brushFollows, takeBrush } from "./start.js";
import { diagramOf, draft, edit, kinds } from "./store.js";

/** @import {Base, Kind} from "./form.js" */
/** @import {Sheet} from "./sections.js" */
/** @import {Reach, Way} from "./betza.js" */

/** The key of the kind that is shown. */
let chosen = "";
/** What a click draws. @type {{reach: Reach, mode: "mc" | "m" | "c", symmetry: "all" | "sides" | "one", range: number}} */
const tool = { reach: "leap", mode: "mc", symmetry: "all", range: 0 };
/** Shows the board. @type {() => void} */
let toBoard = () => {};

/** @param {() => void} board shows the board */
export function listenMoves(board) {
  toBoard = board;
}

/** @returns {Kind | undefined} */
const shown = () => kinds().find((kind) => kind.key === chosen) ?? kinds().find((kind) => isOwn(kind.key)) ?? kinds()[0];

/** @param {Kind} kind */
const others = (kind) => kinds().filter((one) => one.key !== kind.key);

/** @param {string} key */
function choose(key) {
  chosen = key;
  tell("");
}

/** Changes the moves of the kind that is shown. @param {string} betza */
function change(betza) {
  const kind = shown();
  if (!kind) return;
  edit((sheet, base) => setMoves(sheet, base, kind, betza));
  const after = kinds().find((one) => one.letter === kind.letter);
  if (after) chosen = after.key;
}

/** The kinds, to choose one. */
export function kindChips() {
  const now = shown();
  const chip = /** @param {Kind} kind */ (kind) => {
    const one = button("", () => choose(kinds().find((one) => one.letter === kind.letter)?.key ?? ""), { class: "draw-chip", "aria-pressed": String(kind.key === now?.key), "data-kind": kind.letter });
    one.append(kindElement(kind, "white"), el("span", {}, kind.name));
    return one;
  };
  return el("div", { class: "draw-kinds" }, el("div", { class: "draw-chips", role: "group", "aria-label": "Pieces of the game" }, ...kinds().map(chip)),
    el("div", { class: "actions" }, button("+ New piece", addNew, { class: "draw-add", id: "draw-new-piece" }), knownPieces()));
}

function addNew() {
  const count = kinds().filter((kind) => isOwn(kind.key)).length;
  const name = pieceName(`${t("New Piece")}${count ? ` ${count + 1}` : ""}`);
  add((sheet, base) => addOwn(sheet, base, name, ""));
}

/** Adds a kind and shows it. @param {(sheet: Sheet, base: Base) => string | null} make answers its letter */
function add(make) {
  edit((sheet, base) => {
    const letter = make(sheet, base);
    chosen = kindsOf(sheet, base).find((one) => one.letter === letter)?.key ?? chosen;
  });
  choose(chosen);
}

/** A list of the pieces that have names. */
function knownPieces() {
  const there = kinds().map((kind) => kind.key);
  const options = NAMED.filter((one) => !there.includes(one.key)).map((one) => [one.key, one.name]);
  const field = select("Add a known piece", [["", "Choose …"], ...options], "", (key) => key && add((sheet, base) => addNamed(sheet, base, key)), { id: "draw-known" });
  field.classList.add("draw-known");
  return field;
}

/** The small board of moves. */
export function moveBoard() {
  const kind = shown();
  if (!kind) return el("p", { class: "quiet" }, "This game has no pieces yet. Add one.");
  const { ways } = readMoves(movesOf(kind)) ?? { ways: [] };
  const line = [...Array(2 * RADIUS + 1).keys()].map((i) => i - RADIUS);
  const cells = [...line].reverse().map((y) => line.map((x) => {
    const here = ways.filter((way) => isHop(way.reach) ? isBehind(way, x, y) : way.x === x && way.y === y);
    const passed = here.length ? [] : ways.filter((way) => isOnLine(way, x, y));
    const isMiddle = !x && !y;
    return { name: `${x},${y}`, label: isMiddle ? t(kind.name) : `${placeWords(x, y)}: ${wayWords(here.length ? here : passed)}`, look: `${(x + y) % 2 ? "light" : "dark"}${isMiddle ? " middle" : ""}`, content: isMiddle ? [kindElement(kind, "white")] : [signs(here, passed)] };
  }));
  return el("div", { class: "draw-board" }, makeGrid("draw-moves", "Moves of the piece", cells, draw));
}

/** What the signs mean. */
export function legend() {
  const way = /** @param {"m" | "c"} mode @param {Reach} reach @returns {Way} */ (mode, reach) => ({ x: 1, y: 0, mode, reach, range: reach === "leap" ? 1 : 0 });
  const entry = /** @param {string} words @param {Way[]} ways */ (words, ways) => el("span", {}, signs(ways, []), words);
  return el("p", { class: "draw-legend" }, entry("moves there", [way("m", "leap")]), entry("captures there", [way("c", "leap")]), entry("and goes on", [way("m", "slide"), way("c", "slide")]), entry("only by a jump over a piece", [way("m", "next")]));
}

/** Whether a square is the first one on which a hop may end: right behind the next one. @param {Way} way @param {number} x @param {number} y */
const isBehind = (way, x, y) => way.x * 2 === x && way.y * 2 === y;

/** Whether a slide or hop passes a square. @param {Way} way @param {number} x @param {number} y */
function isOnLine(way, x, y) {
  if (way.reach === "leap" || way.reach === "lame") return false;
  const steps = way.x ? x / way.x : y / way.y;
  return Number.isInteger(steps) && steps > 1 && way.x * steps === x && way.y * steps === y && (!way.range || steps <= way.range);
}

/** @param {number} x @param {number} y */
function placeWords(x, y) {
  const words = [];
  if (y) words.push(t(y > 0 ? `${y} forward` : `${-y} back`));
  if (x) words.push(t(x > 0 ? `${x} right` : `${-x} left`));
  return words.join(", ");
}

/** @type {Object<Reach, string>} */
const REACHES = { leap: "Step or leap", slide: "Slide", over: "Hop over a piece and on", next: "Hop right behind a piece", lame: "Leap that can be blocked" };

/** @param {Way[]} ways */
function wayWords(ways) {
  const one = /** @param {Way} way */ (way) => `${t(REACHES[way.reach])}, ${t(way.mode === "m" ? "only to move" : "to capture")}`;
  return ways.length ? ways.map(one).join("; ") : t("no move");
}

/** Dot: moves; ring: captures; pale: passed by a line; arch: by a hop; bar: can be blocked; arrow: goes on. @param {Way[]} here @param {Way[]} passed */
function signs(here, passed) {
  const of = /** @param {Way[]} ways @param {"m" | "c"} mode */ (ways, mode) => ways.some((way) => way.mode === mode);
  const ways = here.length ? here : passed;
  const parts = [];
  const [hops, others] = [true, false].map((hop) => ways.filter((way) => isHop(way.reach) === hop));
  const plain = others.length ? others : hops;
  if (of(plain, "m")) parts.push(svg("circle", { class: "dot", cx: 32, cy: 32, r: 10 }));
  if (of(plain, "c")) parts.push(svg("circle", { class: "ring", cx: 32, cy: 32, r: 22 }));
  if (hops.length) parts.push(svg("path", { class: "arch", d: "M10 58q22-22 44 0" }));
  // What a hop does where there is another way has small signs below the arch.
  if (hops.length && others.length && of(hops, "m")) parts.push(svg("circle", { class: "dot", cx: 32, cy: 57, r: 4 }));
  if (hops.length && others.length && of(hops, "c")) parts.push(svg("circle", { class: "ring", cx: 32, cy: 57, r: 6, "stroke-width": 3 }));
  if (here.some((way) => way.reach === "lame")) parts.push(svg("path", { class: "arch", d: "M10 56h44" }));
  const far = here.find((way) => way.reach === "slide" || way.reach === "over");
  if (far) parts.push(arrow(far));
  return svg("svg", { class: `draw-signs${here.length ? "" : " faint"}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, ...parts);
}

/** @param {Way} way */
function arrow({ x, y, range }) {
  const angle = (Math.atan2(-y, x) * 180) / Math.PI;
  const shape = [svg("path", { class: "arrow", d: "M46 32h15m-7-7l7 7-7 7" })];
  if (range) {
    const number = svg("text", { class: "far", x: 58, y: 16, "text-anchor": "end", "font-size": 17 });
    number.textContent = String(range);
    return svg("g", {}, svg("g", { transform: `rotate(${angle} 32 32)` }, ...shape), number);
  }
  return svg("g", { transform: `rotate(${angle} 32 32)` }, ...shape);
}

/** A click on the small board. @param {string} name */
function draw(name) {
  const kind = shown();
  const [x, y] = name.split(",").map(Number);
  if (!kind || (!x && !y)) return;
  const moves = readMoves(movesOf(kind)) ?? { ways: [], rest: "" };
  const { symmetry, range, reach } = tool;
  if (isHop(reach) && !isStraight(x, y)) return tell("moves", "Hops go along ranks, files and diagonals.");
  if (reach === "lame" && Math.max(Math.abs(x), Math.abs(y)) === 1) return tell("moves", "Nothing can block a step to the next square.");
  const isFar = reach === "slide" || isHop(reach);
  const [toX, toY] = isFar ? firstStep(x, y) : [x, y];
  if (reach === "slide" && !isStraight(x, y) && Math.abs(x * y) !== 2) return tell("moves", "Only the leaps of a knight go on and on here; others are typed.");
  const wish = { x: toX, y: toY, modes: /** @type {("m" | "c")[]} */ ([...tool.mode]), reach, range: isFar ? (reach === "next" ? 0 : range) : 1 };
  change(writeMoves({ ways: toggled(moves.ways, wish, symmetry), rest: moves.rest }));
}

/** What is said below the diagram. */
export function moveNote() {
  const kind = shown();
  const isLacking = kind && kind.betza === "";
  const note = noteOf("moves", { id: "draw-hint" });
  if (isLacking && !note.textContent) note.append(el("span", {}, "This piece needs a move. Click a square of the diagram."));
  return note;
}

/** What a click draws, and what the piece is called. */
export function movePanel() {
  const kind = shown();
  if (!kind) return [];
  return [tools(), properties(kind), ...preview(kind)];
}

function tools() {
  const set = /** @template {keyof typeof tool} K @param {K} key */ (key) => /** @param {typeof tool[K]} value */ (value) => {
    tool[key] = value;
    tell("");
  };
  const reaches = /** @type {Reach[]} */ (Object.keys(REACHES));
  const far = tool.reach === "slide" || tool.reach === "over";
  const range = select("How far", [["0", "As far as it is free"], ...[2, 3, 4, 5, 6].map((i) => [String(i), `${i} steps at most`])], String(tool.range), (value) => set("range")(Number(value)));
  return part("Draw its moves", el("p", { class: "quiet" }, "Click the squares where the piece may go; forward is up. A second click takes a move away."),
    choice("How it goes", reaches.map((reach) => [reach, REACHES[reach]]), tool.reach, set("reach"), "data-reach"),
    ...(far ? [range] : []),
    choice("What it does there", [["mc", "Move and capture"], ["m", "Only move"], ["c", "Only capture"]], tool.mode, set("mode"), "data-mode"),
    choice("In which directions", [["all", "All alike"], ["sides", "Left and right"], ["one", "Only this square"]], tool.symmetry, set("symmetry"), "data-symmetry"));
}

/** Another name for the piece that is shown. @param {string} text */
function rename(text) {
  const [kind, name] = [shown(), pieceName(text.trim())];
  if (!kind) return;
  // A piece that has just been made takes its letter from its first name.
  const letter = name && kind.name.startsWith(pieceName(t("New Piece"))) ? freeLetter(others(kind), name) : null;
  edit((sheet, base) => {
    sheet.setNameOf(kind.letter, name || null);
    if (letter && letter !== kind.letter) setLetter(sheet, base, kind, letter);
  });
  if (letter) brushFollows(kind.letter, letter);
  const isSame = name.toLowerCase() === text.trim().toLowerCase();
  tell("name", isSame || !name ? "" : `Names have letters, digits, blanks, ' and -, 24 at most; the others were left out.`);
}

/** Another letter for the piece that is shown. @param {string} text */
function reletter(text) {
  const [kind, letter] = [shown(), text.trim().toLowerCase()];
  if (!kind) return;
  const isLetter = /^[a-z]$/.test(letter);
  tell("");
  if (isLetter && freeLetter(others(kind), letter) === letter) {
    edit((sheet, base) => setLetter(sheet, base, kind, letter));
    return brushFollows(kind.letter, letter);
  }
  tell("letter", isLetter ? `The letter ${letter.toUpperCase()} is taken by another piece.` : "A piece has one letter from A to Z.");
}

/** @param {Kind} kind */
function properties(kind) {
  const { rest } = readMoves(movesOf(kind)) ?? { rest: "" };
  const isTwin = others(kind).some((one) => one.name.toLowerCase() === kind.name.toLowerCase());
  const place = () => {
    takeBrush(shown()?.letter.toUpperCase() ?? null);
    toBoard();
  };
  const remove = () => {
    const now = shown();
    if (now) edit((sheet, base) => removeKind(sheet, base, now));
    choose("");
  };
  return part("The piece",
    el("div", { class: "fields" }, textField("Name", t(kind.name), rename, { "data-field": "name" }), textField("Letter", kind.letter.toUpperCase(), reletter, { "data-field": "letter", maxlength: 1 })),
    noteOf("name"), noteOf("letter"), isTwin ? el("p", { class: "bad", "data-note": "twin" }, "Another piece has this name, too.") : null,
    textField("Moves in Betza's language", movesOf(kind), (text) => change(text.trim()), { "data-field": "betza", class: "mono" }),
    ...(kind.key === "king" ? [] : [formField(kind)]),
    ...faults((key) => (key === kind.key && kind.betza !== "") || key === "promotedPieceType"),
    rest ? el("p", { class: "quiet" }, "Typed and not drawn: ", verbatim(rest)) : null,
    el("div", { class: "actions" }, button("Put it on the board", place, { id: "draw-place" }), button("Remove this piece", remove, { id: "draw-remove" })));
}

/** What a piece is like when it is promoted. @param {Kind} kind */
function formField(kind) {
  const { letter } = kind;
  const options = others(kind).map((one) => [one.letter, one.name]);
  return select("Promoted, it moves like", [["", "It is not promoted"], ...options], formsOf(draft.sheet, draft.base).get(letter) ?? "", (form) => edit((sheet, base) => setForm(sheet, base, letter, form)), { "data-field": "form" });
}

/** What the engine has understood. There is nothing to jump over on an empty board. @param {Kind} kind */
function preview(kind) {
  const diagram = diagramOf(kind, movesOf(kind));
  if (!diagram) return [];
  const cells = diagram.cells.filter((cell) => !cell.jump);
  const notes = (diagram.notes ?? []).map((note) => el("p", { class: "quiet" }, `${note}.`));
  if (cells.length < diagram.cells.length) notes.push(el("p", { class: "quiet" }, "Jumps over pieces are not shown here; there are none."));
  return [part("On the empty board", el("div", { class: "draw-preview" }, drawDiagram({ ...diagram, cells }, false, kindElement(kind, "white"))), ...notes)];
}
