/** Setting up a position by hand. The engine says whether it can be played, and if not, why. */

import { request } from "../core/api.js";
import { byId, button, el, refill, select, textField } from "../core/dom.js";
import { emit, game, show, start } from "../core/game.js";
import { isOn, readHand, readPlacement, sideField, writePlacement } from "../core/fen.js";
import { wind } from "../play/clock.js";
import { attempt } from "../play/picking.js";
import { pieceElement } from "../view/pieces.js";

/** @import {Piece, Position, Verdict} from "../core/types.js" */
/** @import {Placement} from "../core/fen.js" */

/** @type {Placement} */
let placement = new Map();
/** The FEN's fields; the first one holds only what is in brackets until the FEN is written. @type {string[]} */
let fields = [];
let hand = /** @type {string | null} */ (null);
/** The palette's symbol: a letter of a FEN, `*` for the token, empty to clear. */
let chosen = "";
let checking = 0;
/** @type {Position} */
let base;

const holes = () => new Set(base.holes);

/** Begins to edit the position that is shown. */
export function openSetUp() {
  if (game.editing) return;
  base = game.position;
  game.editing = true;
  byId("boards").classList.add("editing");
  game.clicked = [];
  chosen = game.info.kinds[0]?.letter ?? "";
  load(base.fen);
  emit("live");
}

/** Goes back to the game. */
export async function closeSetUp() {
  if (!game.editing) return;
  game.editing = false;
  byId("boards").classList.remove("editing");
  await attempt(() => show(game.node));
  emit("live");
}

/** Takes over a FEN, as far as it can be read. @param {string} fen */
function load(fen) {
  fields = fen.trim().split(/\s+/);
  hand = readHand(fen);
  placement = readPlacement(fen, base.boards, holes());
  draw();
}

/** @returns {string} */
function fen() {
  const first = writePlacement(placement, base.boards, holes()) + (hand === null ? "" : `[${hand}]`);
  return [first, ...fields.slice(1)].join(" ");
}

/** After a change on the board: what depends on the last move is dropped. */
function edited() {
  const boards = base.boards.length;
  // Captured pieces stay captured.
  fields = game.info.box && fields.length > 6 ? [...fields.slice(0, 7), "-"] : fields.slice(0, 6 + checks());
  if (fields[3]) fields[3] = Array(boards).fill("-").join("|");
  draw();
}

function draw() {
  const pieces = [...placement].filter(([, symbol]) => symbol !== "*").map(([square, symbol]) => pieceOf(square, symbol));
  const tokens = base.tokens.map((token) => ({ ...token, target: null, square: [...placement].find(([square, symbol]) => symbol === "*" && isOn(square, token.board))?.[0] ?? null }));
  const list = { moves: [], stubs: [], buttons: {} };
  const plain = { marks: [], check: null, last: null, result: null, claim: null, powerless: [], pending: [], threats: {}, hands: [], captured: [], box: null };
  game.position = { ...base, ...list, ...plain, pieces, tokens };
  game.list = list;
  emit("position");
  emit("clicked");
  drawPanel();
  clearTimeout(checking);
  checking = window.setTimeout(check, 150);
}

/** @param {string} square @param {string} symbol @returns {Piece} */
function pieceOf(square, symbol) {
  const letter = symbol.replace(/[+~]/g, "");
  const kind = letter.toUpperCase();
  const name = game.info.kinds.find((one) => one.letter === kind)?.name ?? kind;
  return { square, letter, kind, name, side: letter === kind ? "white" : "black", promoted: /[+~]/.test(symbol), marks: [] };
}

async function check() {
  const asked = fen();
  const done = await attempt(async () => {
    /** @type {Verdict} */
    const verdict = await request("check", { game: game.info.name, fen: asked });
    if (game.editing && asked === fen()) drawVerdict(verdict);
  });
  if (!done) drawVerdict({ ok: false, fen: null, repaired: [], reasons: [{ field: "", text: game.message }] });
}

/** @param {Verdict} verdict */
function drawVerdict({ ok, repaired, reasons }) {
  const list = byId("setup-reasons");
  const good = () => [el("li", { class: "good" }, "This position can be played."), ...repaired.map((text) => el("li", {}, el("b", {}, "Left out – "), text))];
  list.replaceChildren(...(ok ? good() : reasons.map(({ field, text }) => el("li", {}, field ? el("b", {}, `${field}: `) : null, text))));
  for (const one of byId("setup").querySelectorAll("button.needs-legal")) /** @type {HTMLButtonElement} */ (one).disabled = !ok;
}

function drawPanel() {
  const { seats, boards } = game.info;
  if (!byId("setup").querySelector(".palette")) makePanel();
  for (const one of byId("setup").querySelectorAll("[data-symbol]")) one.setAttribute("aria-pressed", String(one.getAttribute("data-symbol") === chosen));
  const field = /** @type {HTMLTextAreaElement} */ (byId("setup-fen"));
  if (document.activeElement !== field) field.value = fen();
  const turn = seats.findIndex((seat) => sideField(fields[1] ?? "w", seat, boards) === fields[1]);
  const sides = seats.map((seat) => [String(seat.seat), seat.name]);
  refill(byId("setup-fields"), 
    select("To move", sides, String(Math.max(0, turn)), (value) => changeField(1, sideField(fields[1] ?? "w", seats[Number(value)], boards))),
    textField("Castling", fields[2] ?? "-", (value) => changeField(2, value || "-")),
    ...(hand === null ? [] : [textField(game.info.box ? "In the box" : "In hand", hand, changeHand)]),
  );
}

/** @param {number} index @param {string} value */
function changeField(index, value) {
  while (fields.length <= index) fields.push("-");
  fields[index] = value;
  draw();
}

/** @param {string} value */
function changeHand(value) {
  hand = value.replace(/[^A-Za-z~]/g, "");
  draw();
}

function makePanel() {
  const { kinds, box, title } = game.info;
  const palette = el("div", { class: "palette", role: "group", "aria-label": "Pieces to place" });
  for (const side of ["white", "black"]) {
    const dress = /** @param {string} letter */ (letter) => (side === "white" ? letter : letter.toLowerCase());
    const plain = kinds.map((kind) => brush(dress(kind.letter), `${side} ${kind.name}`, side));
    const promoted = kinds.filter((kind) => kind.promoted).map((kind) => brush(`+${dress(kind.letter)}`, `${side} ${kind.promoted?.name}, promoted ${kind.name}`, side));
    palette.append(el("div", { class: "palette-row" }, ...plain, ...promoted));
  }
  const others = el("div", { class: "palette-row" }, brush("", "Clear a square", ""), ...(box ? [brush("*", "Token", "token")] : []));
  palette.append(others);
  const input = el("textarea", { id: "setup-fen", rows: 3, spellcheck: "false", autocomplete: "off", oninput: () => load(input.value) });
  const field = el("label", { class: "field wide" }, el("span", {}, "FEN"), input);
  const actions = [button("Empty board", () => clear()), button("Start position", () => load(game.info.start))];
  const use = [button("Play this position", () => use_(), { class: "primary needs-legal" }), button("Cancel", () => document.getElementById("tab-game")?.click())];
  byId("setup").replaceChildren(
    el("h2", {}, `Set up: ${title}`),
    el("p", { class: "quiet" }, "Drag pieces, or choose one and click squares. A second click takes it away, and so does dragging it off the board."),
    el("div", { class: "actions" }, ...actions), palette, el("div", { id: "setup-fields", class: "fields" }), field,
    el("div", { class: "actions" }, ...use), el("ul", { id: "setup-reasons", "aria-live": "polite" }),
  );
}

/** @param {string} symbol @param {string} label @param {string} side */
function brush(symbol, label, side) {
  const choose = () => {
    chosen = symbol;
    drawPanel();
  };
  const one = button(symbol ? "" : "✕", choose, { class: "brush", "data-symbol": symbol, "aria-label": label, title: label });
  if (symbol) one.append(pieceElement(side, symbol.replace("+", ""), symbol.startsWith("+")));
  return one;
}

/** The number of fields for checks that are left to give. */
const checks = () => (fields[4]?.includes("+") ? 1 : 0);

function clear() {
  placement.clear();
  fields = fields.slice(0, 6 + checks());
  const each = /** @param {string} text */ (text) => Array(base.boards.length).fill(text).join("|");
  [fields[2], fields[4 + checks()], fields[5 + checks()]] = [each("-"), each("0"), "1"];
  if (hand !== null) hand = "";
  edited();
}

async function use_() {
  const wish = { game: game.info.name, fen: fen() };
  if (await attempt(() => start(wish, wind))) document.getElementById("tab-game")?.click();
}

/** Puts the chosen piece on a square, or takes it away. @param {Event} event */
function place(event) {
  if (!game.editing || !(event.target instanceof Element)) return;
  const square = event.target.closest(".cell")?.getAttribute("data-square");
  if (!square) return;
  if (!chosen || placement.get(square) === chosen) placement.delete(square);
  else put(square, chosen);
  edited();
}

/** A piece was dragged: from a square or from the palette, to a square or off the board. @param {Event} event */
function carried(event) {
  const { from, symbol, to } = /** @type {CustomEvent} */ (event).detail;
  const piece = from ? placement.get(from) : symbol;
  if (!piece || from === to) return;
  placement.delete(from);
  if (to) put(to, piece);
  edited();
}

/** @param {string} square @param {string} symbol */
function put(square, symbol) {
  if (symbol === "*") for (const [other, one] of placement) if (one === "*" && isOn(other, base.boards.find((one) => isOn(square, one.name))?.name ?? null)) placement.delete(other);
  placement.set(square, symbol);
}

/** Listens for clicks on squares; forgets the palette when another game begins. */
export function listenSetUp() {
  byId("stage").addEventListener("click", (event) => event.detail > 0 && place(event));
  byId("stage").addEventListener("place", place);
  byId("stage").addEventListener("carry", carried);
}

export const forgetSetUp = () => byId("setup").replaceChildren();
