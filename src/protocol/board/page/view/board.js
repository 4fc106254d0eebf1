/** The boards: their cells are made once for each game and then only changed where they differ. */

import { attr, byId, el, svg } from "../core/dom.js";
import { readPlacement } from "../core/fen.js";
import { emit, game, nextStep } from "../core/game.js";
import { reach } from "../core/paths.js";
import { pieceElement } from "./pieces.js";
import { describe, paint } from "./cell.js";
import { drawOverlay } from "./overlay.js";
import { fileName, place, rows } from "../core/squares.js";
import { t } from "../core/texts.js";

/** @import {BoardInfo, Position} from "../core/types.js" */
/** @import {CellView} from "./cell.js" */

/**
 * @typedef {{info: BoardInfo, column: HTMLElement, area: HTMLElement, grid: HTMLElement, overlay: SVGElement, token: HTMLButtonElement | null}} BoardView
 */

/** @type {BoardView[]} */
let views = [];
/** @type {Map<string, CellView>} */
let cells = new Map();
/** @type {Map<string, HTMLElement>} the cells that are holes or walls */
let blocked = new Map();
let flipped = false;
/** @type {{square: string | null, moves: Set<string>, hostile: boolean}} what the pointer or the focus is on */
let pointed = { square: null, moves: new Set(), hostile: false };

export const isFlipped = () => flipped;
export const boardViews = () => views;
/** @param {string} square */
export const cellElement = (square) => cells.get(square)?.element ?? null;

/** Makes the boards of the game anew. @param {boolean} turned */
export function buildBoards(turned) {
  flipped = turned;
  cells = new Map();
  blocked = new Map();
  const holder = byId("boards");
  const boards = game.position.boards;
  const { style } = byId("stage");
  style.setProperty("--files", String(boards[0].files));
  style.setProperty("--ranks", String(boards[0].ranks));
  style.setProperty("--count", String(boards.length));
  attr(holder, "data-boards", boards.length);
  attr(holder, "data-flipped", turned);
  views = boards.map(buildBoard);
  holder.replaceChildren(...views.map((view) => view.column));
}

/** @param {BoardInfo} info @returns {BoardView} */
function buildBoard(info) {
  const label = info.name ? `Board ${info.name}` : "Board";
  const lines = rows(info, flipped);
  const grid = el("div", { class: "grid", role: "grid", "aria-label": label, "data-board": info.name });
  grid.append(...lines.map((line) => el("div", { role: "row", class: "row" }, ...line.map((square) => buildCell(square)))));
  const overlay = svg("svg", { class: "overlay", viewBox: `0 0 ${info.files} ${info.ranks}`, "aria-hidden": "true" });
  const token = game.info.box ? tokenButton(info) : null;
  const area = el("div", { class: "area" }, grid, overlay, token);
  const frame = el("div", { class: "frame" }, gutter(info, false), area, el("div", { class: "corner" }), gutter(info, true));
  const strips = ["top", "bottom"].map((end) => el("div", { class: `strip ${end}`, "data-end": end }));
  const title = info.name ? el("h2", { class: "board-name" }, label) : null;
  const column = el("div", { class: "column", "data-board": info.name }, title, strips[0], frame, strips[1]);
  return { info, column, area, grid, overlay, token };
}

/** @param {BoardInfo} info @param {boolean} isFiles */
function gutter(info, isFiles) {
  return el("div", { class: isFiles ? "files" : "ranks", "aria-hidden": "true" }, ...labels(info, isFiles));
}

/** @param {BoardInfo} info @param {boolean} isFiles */
function labels(info, isFiles) {
  const count = isFiles ? info.files : info.ranks;
  const upward = isFiles ? !flipped : flipped;
  return [...Array(count).keys()].map((i) => {
    const at = upward ? i : count - 1 - i;
    return el("span", {}, isFiles ? fileName(at) : String(at + 1));
  });
}

/** Whether what is no square was put there by a move. @param {string} square */
export const isWall = (square) => readPlacement(game.info.start, game.position.boards, new Set()).get(square) !== "*";

/** @param {string} square */
function shadeOf(square) {
  const at = place(square);
  return ((at?.file ?? 0) + (at?.rank ?? 0)) % 2 === 0 ? "dark" : "light";
}

/** @param {string} square */
function buildCell(square) {
  if (game.position.holes.includes(square)) {
    const wall = isWall(square);
    const hole = el("div", { role: "gridcell", class: `cell ${wall ? shadeOf(square) : ""} hole`, "aria-label": wall ? `${square}, ${t("wall")}` : null });
    if (wall) hole.append(el("div", { class: "wall" }));
    blocked.set(square, hole);
    return hole;
  }
  const element = el("div", { role: "gridcell", class: `cell ${shadeOf(square)}`, "data-square": square, tabindex: -1 });
  cells.set(square, { square, element, drawn: "" });
  return element;
}

/** @param {BoardInfo} info */
function tokenButton(info) {
  const label = info.name ? `Token of board ${info.name} on the centre point` : "Token on the centre point";
  const token = el("button", { type: "button", class: "centre-token", "data-piece": "*", "aria-label": label, title: label });
  token.append(pieceElement("token", "*"));
  return token;
}

/** Makes the cells anew on which walls have come to stand, or from which they have gone. @param {Position} position */
function followWalls({ holes }) {
  for (const [square, element] of [...blocked]) {
    if (holes.includes(square)) continue;
    blocked.delete(square);
    element.replaceWith(buildCell(square));
  }
  for (const square of holes) {
    const cell = cells.get(square);
    cells.delete(square);
    cell?.element.replaceWith(buildCell(square));
  }
}

/** Draws what has changed: pieces, marks, targets. */
export function drawBoards() {
  const { position, clicked, info } = game;
  followWalls(position);
  const holder = byId("boards");
  attr(holder, "data-variant", info.name);
  attr(holder, "data-fen", position.fen);
  attr(holder, "data-turn", position.turn.seat);
  const looks = describe(position, nextStep(), clicked, pointed);
  for (const cell of cells.values()) paint(cell, looks.get(cell.square));
  for (const view of views) drawView(view, position);
  keepTabStop();
}

/** @param {BoardView} view @param {Position} position */
function drawView(view, position) {
  const { info, token } = view;
  const isTurn = position.turn.board === null || position.turn.board === info.name;
  view.column.classList.toggle("waiting", !isTurn);
  view.column.classList.toggle("ended", position.boards.find((one) => one.name === info.name)?.ended ?? false);
  if (token) drawToken(token, info, position);
  drawOverlay(view, flipped, pointed.square);
}

/** @param {HTMLButtonElement} button @param {BoardInfo} info @param {Position} position */
function drawToken(button, info, position) {
  const token = position.tokens.find((one) => one.board === info.name);
  button.hidden = !token || token.square !== null;
  const target = token?.target ?? null;
  const may = target !== null && nextStep().targets.has(target);
  attr(button, "data-target", may ? target : null);
  button.classList.toggle("clicked", target !== null && game.clicked.includes(target));
  button.disabled = !may && !(target !== null && game.clicked.includes(target));
}

/** One cell of each board can be reached with the tabulator key. */
function keepTabStop() {
  for (const { grid } of views) {
    if (grid.querySelector('[tabindex="0"]')) continue;
    const first = grid.querySelector(".cell[data-target]") ?? grid.querySelector(".cell:not(.hole)");
    first?.setAttribute("tabindex", "0");
  }
}

/** Moves the tab stop and the focus to a cell. @param {HTMLElement} cell */
export function focusCell(cell) {
  const grid = cell.closest(".grid");
  for (const other of grid?.querySelectorAll('[tabindex="0"]') ?? []) other.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
  cell.focus();
}

/** Shows the moves of the piece under the pointer or the focus. @param {string | null} square */
export function point(square) {
  if (square === pointed.square) return;
  const threats = square && !game.clicked.length ? game.position.threats[square] : undefined;
  const own = square && !game.clicked.length ? reach(game.list, square) : new Set();
  pointed = { square, moves: threats ? new Set(threats) : own, hostile: Boolean(threats) };
  emit("pointed");
}

/** Forgets what was pointed at; the boards are drawn later. */
export function forgetPointed() {
  pointed = { square: null, moves: new Set(), hostile: false };
}

export const pointedSquare = () => pointed.square;
