/** Choices on the board: which move of several with the same path, what a pawn becomes, what comes back. */

import { attr, byId, el } from "../core/dom.js";
import { game, nextStep } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { cancel, choose, click, mayMove } from "../play/picking.js";
import { cellElement, focusCell } from "./board.js";
import { byKeyboard } from "./input.js";
import { pieceElement } from "./pieces.js";
import { prompt } from "./prompt.js";

/** @import {Move} from "../core/types.js" */
/** @import {Step} from "../core/paths.js" */

/** @param {string} letter of a FEN */
const sideOf = (letter) => (letter === letter.toLowerCase() ? "black" : "white");

/** More choices than this are drawn small. */
const MANY = 8;

/** Shows or hides the choices of the clicks made so far. */
export function drawChoices() {
  const box = byId("choices");
  const buttons = mayMove() ? makeButtons(nextStep()) : [];
  const hadFocus = box.contains(document.activeElement);
  box.hidden = buttons.length === 0;
  if (box.hidden) {
    box.replaceChildren();
    if (hadFocus) refocus();
    return;
  }
  const close = game.clicked.length ? el("button", { type: "button", class: "close", "aria-label": "Cancel", onclick: cancel }, "×") : null;
  const look = buttons.length > MANY ? "choices-list many" : "choices-list";
  box.replaceChildren(el("div", { class: "choices-head" }, el("span", { id: "choices-title" }, prompt(true)), close), el("div", { class: look }, ...buttons));
  placeBeside(box, anchor());
  if (byKeyboard()) buttons[0].focus({ preventScroll: true });
}

/** @param {Step} step @returns {HTMLButtonElement[]} */
function makeButtons({ ended, goesOn, targets }) {
  const moves = ended.length > 1 || goesOn ? ended.map(moveButton) : [];
  const inPath = [...targets].filter((target) => target.startsWith("=")).map(pathButton);
  const items = game.clicked.length ? [...targets].filter((target) => target.startsWith("@")).map(itemButton) : [];
  return [...inPath, ...items, ...moves];
}

/** @param {Move} move */
function moveButton(move) {
  const icon = move.becomes ? pieceElement(sideOf(move.becomes), move.becomes) : move.promoted !== null ? turnedElement(move.promoted) : null;
  const words = el("span", {}, move.choice);
  return el("button", { type: "button", class: "choice", "data-choice": move.text, title: move.label, onclick: () => choose(move.text) }, icon, words);
}

/** The piece that moves, in one of its forms. @param {boolean} promoted */
function turnedElement(promoted) {
  const [from] = game.clicked;
  const letter = from?.startsWith("@") ? from.slice(1) : game.position.pieces.find((piece) => piece.square === from)?.letter;
  return letter ? pieceElement(game.position.turn.color, letter, promoted) : null;
}

/** @param {string} target */
function pathButton(target) {
  const { text, letter } = game.list.buttons[target] ?? { text: target, letter: "" };
  const icon = letter ? pieceElement(sideOf(letter), letter) : null;
  return el("button", { type: "button", class: "choice", "data-choice": target, onclick: () => click(target) }, icon, el("span", {}, text));
}

/** @param {string} target */
function itemButton(target) {
  const { text, letter } = game.list.buttons[target] ?? { text: target, letter: target.slice(1) };
  const icon = pieceElement(game.position.turn.color, letter);
  return el("button", { type: "button", class: "choice", "data-target": target }, icon, el("span", {}, text));
}

/** The square beside which the choices stand. */
function anchor() {
  const clicked = game.clicked.filter(isSquare);
  const named = Object.values(game.list.buttons).find((button) => button.square)?.square;
  return clicked[clicked.length - 1] ?? named ?? game.position.pending[0]?.squares[0] ?? null;
}

/** Places the choices beside a square, below it if there is room, within the window. @param {HTMLElement} box @param {string | null} square */
function placeBeside(box, square) {
  const stage = byId("stage").getBoundingClientRect();
  const cell = (square && cellElement(square)) || byId("boards");
  const at = cell.getBoundingClientRect();
  const size = { width: box.offsetWidth, height: box.offsetHeight };
  const below = at.bottom + 6 + size.height <= window.innerHeight || at.top < size.height + 6;
  const within = /** @param {number} wish @param {number} length @param {number} most */ (wish, length, most) => Math.max(4, Math.min(wish, most - length - 4));
  const left = within(at.left + at.width / 2 - size.width / 2, size.width, window.innerWidth);
  const top = within(below ? at.bottom + 6 : at.top - size.height - 6, size.height, window.innerHeight);
  box.style.left = `${left - stage.left}px`;
  box.style.top = `${top - stage.top}px`;
  attr(box, "data-below", below);
}

function refocus() {
  const legs = game.position.last?.legs ?? [];
  const square = game.clicked.filter(isSquare)[0] ?? legs[legs.length - 1]?.[1];
  const cell = square ? cellElement(square) : null;
  if (cell) focusCell(cell);
}

/** Arrow keys go from one choice to the next. */
export function listenChoices() {
  byId("choices").addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...byId("choices").querySelectorAll("button.choice")]);
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[(at + by + all.length) % all.length]?.focus();
  });
}
