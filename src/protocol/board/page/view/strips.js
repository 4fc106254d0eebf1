/** Beside the boards: who plays, clocks, pieces in hand, captured pieces that may come back, the penalty box. */

import { attr, byId, el, refill, setText } from "../core/dom.js";
import { game, nextStep, result } from "../core/game.js";
import { getPlayers } from "../play/seats.js";
import { remaining } from "../play/clock.js";
import { mayMove } from "../play/picking.js";
import { readPlacement } from "../core/fen.js";
import { settings } from "../core/settings.js";
import { boardViews, isFlipped } from "./board.js";
import { pieceElement } from "./pieces.js";

/** @import {Item, Seat} from "../core/types.js" */

/** Draws all strips and the box anew where they differ. */
export function drawStrips() {
  for (const view of boardViews()) {
    for (const strip of view.column.querySelectorAll(".strip")) {
      const isTop = strip.classList.contains("top");
      const color = isTop === isFlipped() ? "white" : "black";
      const seat = game.info.seats.find((one) => one.color === color && one.board === view.info.name);
      if (seat) drawStrip(/** @type {HTMLElement} */ (strip), seat);
    }
  }
  drawBox();
  drawClocks();
}

/** @param {HTMLElement} strip @param {Seat} seat */
function drawStrip(strip, seat) {
  const { hands, captured, turn, notes } = game.position;
  const isTurn = turn.seat === seat.seat && !result();
  strip.classList.toggle("turn", isTurn);
  const items = seat.board === null || seat.board === game.info.boards[0] ? [...hands, ...captured].filter((item) => item.side === seat.color) : [];
  const taken = takenBy(seat);
  const key = JSON.stringify([seat, getPlayers()[seat.seat], items, items.map((item) => stateOf(item)), notes, taken]);
  if (strip.dataset.drawn === key) return;
  strip.dataset.drawn = key;
  const what = hands.length ? "In hand" : "Captured, may come back";
  const tray = el("div", { class: "tray", role: "group", "aria-label": `${what}: ${seat.name}` }, ...items.map(itemButton));
  refill(strip, 
    el("span", { class: `disc ${seat.color}`, "aria-hidden": "true" }),
    el("span", { class: "who" }, el("strong", {}, `${seat.color === "white" ? "White" : "Black"}${seat.board ? ` ${seat.board}` : ""}`), ` ${playerName(seat.seat)}`),
    tray, ...(taken.length ? [takenTray(seat, taken)] : []),
    ...notes.filter((note) => note.side === seat.color || (!note.side && isTurn)).map((note) => el("span", { class: "note" }, note.text)),
    el("span", { class: "clock", "data-seat": seat.seat, role: "timer", "aria-label": `Clock of ${seat.name}` }),
  );
}

/** The letters of the pieces that a side has captured, in games where they are gone for good. @param {Seat} seat @returns {string[]} */
function takenBy({ color, board }) {
  const { position, info } = game;
  if (!settings.captured || info.pocket || info.box || game.editing) return [];
  const isTheirs = /** @param {string} letter */ (letter) => (letter === letter.toLowerCase()) === (color === "white");
  const start = [...readPlacement(position.start, position.boards, new Set(position.holes))];
  const counts = /** @type {Map<string, number>} */ (new Map());
  const add = /** @param {string} letter @param {number} count */ (letter, count) => counts.set(letter, (counts.get(letter) ?? 0) + count);
  for (const [square, symbol] of start) if (boardOf(square) === board && isTheirs(symbol)) add(symbol, 1);
  for (const { square, letter } of position.pieces) if (boardOf(square) === board && isTheirs(letter)) add(letter, -1);
  // Pieces beyond those of the start were pawns.
  let surplus = [...counts.values()].reduce((sum, count) => sum - Math.min(0, count), 0);
  for (const [letter, count] of counts) {
    if (!isPawn(letter) || count <= 0) continue;
    const became = Math.min(count, surplus);
    counts.set(letter, count - became);
    surplus -= became;
  }
  return [...counts].flatMap(([letter, count]) => Array(Math.max(0, count)).fill(letter));
}

/** @param {string} letter */
const isPawn = (letter) => game.info.kinds.some((kind) => kind.pawn && kind.letter.toUpperCase() === letter.toUpperCase());

/** @param {string} square */
const boardOf = (square) => /^([A-Z]):/.exec(square)?.[1] ?? null;

/** @param {Seat} seat @param {string[]} letters */
function takenTray(seat, letters) {
  const side = seat.color === "white" ? "black" : "white";
  return el("span", { class: "taken", role: "img", "aria-label": `${seat.name} has captured ${letters.length}` }, ...letters.map((letter) => pieceElement(side, letter)));
}

/** @param {number} seat */
export function playerName(seat) {
  const player = getPlayers()[seat];
  if (!player?.engine) return getPlayers().filter((one) => !one.engine).length === 1 ? "you" : "person";
  const level = game.catalogue.levels.find((one) => one.level === player.level);
  return `engine, ${level?.title ?? "full strength"}`;
}

/** @param {Item} item @returns {"" | "target" | "clicked"} */
function stateOf({ target }) {
  if (!target || !mayMove()) return "";
  if (nextStep().targets.has(target)) return "target";
  return game.clicked.includes(target) ? "clicked" : "";
}

/** @param {Item} item */
function itemButton(item) {
  const state = stateOf(item);
  const label = `${item.count} ${item.side} ${item.name}${item.count > 1 ? "s" : ""}${item.promoted ? ", promoted" : ""}`;
  const button = el("button", { type: "button", class: `item ${state}`, "data-piece": item.letter, "aria-label": label, title: label, disabled: !state });
  attr(button, "data-target", state === "target" ? item.target : null);
  attr(button, "data-begin", state === "clicked" ? item.target : null);
  attr(button, "aria-pressed", state === "clicked" ? "true" : null);
  button.append(pieceElement(item.side, item.letter));
  if (item.count > 1) button.append(el("span", { class: "count" }, String(item.count)));
  return button;
}

function drawBox() {
  const holder = byId("box");
  const { box } = game.position;
  holder.hidden = box === null;
  if (box === null) return;
  const key = JSON.stringify([box, box.map(stateOf)]);
  if (holder.dataset.drawn === key) return;
  holder.dataset.drawn = key;
  const slot = el("div", { class: "slot" }, ...box.map(itemButton));
  const words = box.length ? box.map((item) => `${item.side} ${item.name}`).join() : "empty";
  refill(holder, slot, el("div", {}, el("strong", {}, "Penalty box"), el("br"), words));
}

/** Shows the clocks; called often. */
export function drawClocks() {
  for (const face of document.querySelectorAll(".clock")) {
    const left = remaining(Number(face.getAttribute("data-seat")));
    setText(face, left === null ? "" : clockText(left));
    face.classList.toggle("short", left !== null && left < 20000);
  }
}

/** @param {number} left milliseconds */
function clockText(left) {
  const seconds = Math.max(0, left) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
