/** Mouse, touch and keyboard on the boards and on everything else that has `data-target`. */

import { byId, el } from "../core/dom.js";
import { game, nextStep } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { cancel, click, expectClick, explain, explainDrag, mayDrag, mayMove } from "../play/picking.js";
import { mayPremove, premoveDrag } from "../play/premove.js";
import { skipAnimation } from "./animate.js";
import { cellElement, focusCell, point } from "./board.js";

/** @typedef {{target: string, element: HTMLElement, x: number, y: number, ghost: HTMLElement | null, picks: boolean, isDone: boolean, dropped?: Dropped}} Press `isDone`: the click was made when the pointer went down */
/** Told what was dragged and what it was left over. @typedef {(element: HTMLElement, over: Element | null) => void} Dropped */

/** @type {Press | null} */
let press = null;
let keyboard = false;
/** Whether a cell was reached with the tabulator key: then arrow keys go over the board. */
let roving = false;
const DRAG = 6;

/** Whether the last input came from the keyboard; then choices take the focus. */
export const byKeyboard = () => keyboard;

/** @param {boolean} value */
function setKeyboard(value) {
  keyboard = value;
  document.body.classList.toggle("keys", value);
}

/** The card stays while pointed at. @param {EventTarget | null} node */
const isOnCard = (node) => node instanceof Element && node.closest("#card") !== null;

/** @param {PointerEvent} event */
function pointed(event) {
  setKeyboard(false);
  roving = false;
  if (event.pointerType === "touch" && !targetOf(event.target) && !isOnCard(event.target)) point(null);
}

/** @param {KeyboardEvent} event */
function typed(event) {
  setKeyboard(true);
  if (event.key === "Tab") roving = true;
}

/** The element that stands for a target, and the target. @param {EventTarget | null} node @returns {{element: HTMLElement, target: string} | null} */
function targetOf(node) {
  const element = node instanceof Element ? /** @type {HTMLElement | null} */ (node.closest("[data-square],[data-target],[data-begin],[data-at]")) : null;
  const target = element?.dataset.square ?? element?.dataset.target ?? element?.dataset.begin ?? element?.dataset.at;
  return element && target ? { element, target } : null;
}

/** Listens on the part of the page that holds the boards and what belongs to them. */
export function listen() {
  const stage = byId("stage");
  stage.addEventListener("pointerdown", down);
  byId("setup").addEventListener("pointerdown", grasp);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", release);
  stage.addEventListener("click", activate);
  stage.addEventListener("keydown", key);
  stage.addEventListener("pointerover", hover);
  // What was touched stays named until the next touch.
  const leaves = /** @param {PointerEvent} event */ (event) => event.pointerType !== "touch" && !isOnCard(event.relatedTarget) && point(null);
  stage.addEventListener("pointerleave", leaves);
  byId("card").addEventListener("pointerleave", leaves);
  stage.addEventListener("focusin", (event) => keyboard && point(targetOf(event.target)?.target ?? null));
  window.addEventListener("pointerdown", pointed, true);
  window.addEventListener("keydown", typed, true);
}

/** @param {PointerEvent} event */
function hover(event) {
  if (press?.ghost || event.pointerType === "touch") return;
  const found = targetOf(event.target);
  expectClick(found?.target ?? null);
  point(found && isSquare(found.target) ? found.target : null);
}

/** @param {PointerEvent} event */
function down(event) {
  const found = targetOf(event.target);
  if (event.button !== 0) return;
  if (game.editing) return grasp(event);
  if (!found) return outside(event);
  if (event.pointerType === "touch") point(isSquare(found.target) ? found.target : null);
  const { target, element } = found;
  expectClick(target);
  if (element.hasAttribute("data-square")) focusCell(element);
  const isNext = game.clicked.length > 0 && nextStep().targets.has(target);
  const wasSelected = game.clicked[game.clicked.length - 1] === target;
  const picks = mayDrag(target) || (wasSelected && mayMove());
  press = { target, element, x: event.clientX, y: event.clientY, ghost: null, picks: picks && !isNext, isDone: !isNext && !wasSelected };
  if (press.isDone) click(target);
  if (event.pointerType === "mouse") event.preventDefault();
}

/** In the set-up every piece of the board or of the palette can be dragged. @param {PointerEvent} event */
function grasp(event) {
  if (hold(event, ".cell[data-piece],.brush", carried) && event.pointerType === "mouse") event.preventDefault();
}

/** Lets what a selector finds within an element be dragged. @param {Element} root @param {string} selector @param {Dropped} dropped */
export function listenDrags(root, selector, dropped) {
  root.addEventListener("pointerdown", (event) => hold(/** @type {PointerEvent} */ (event), selector, dropped));
}

/** @param {PointerEvent} event @param {string} selector @param {Dropped} dropped */
function hold(event, selector, dropped) {
  const element = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(selector)) : null;
  if (!element || event.button !== 0) return false;
  press = { target: element.dataset.square ?? element.dataset.at ?? "", element, x: event.clientX, y: event.clientY, ghost: null, picks: true, isDone: true, dropped };
  return true;
}

/** @type {Dropped} Tells the set-up where a piece was dragged. */
function carried(element, over) {
  const { square: from = null, symbol = "" } = element.dataset;
  const to = targetOf(over)?.element.dataset.square ?? null;
  byId("stage").dispatchEvent(new CustomEvent("carry", { detail: { from, symbol, to } }));
}

/** Something that was dragged is left. The click that follows is none. @param {Press} press @param {PointerEvent} event */
function leave({ element, ghost, dropped }, event) {
  if (!ghost) return;
  dropped?.(element, document.elementFromPoint(event.clientX, event.clientY));
  const swallow = /** @param {Event} click */ (click) => click.stopPropagation();
  window.addEventListener("click", swallow, true);
  setTimeout(() => window.removeEventListener("click", swallow, true));
}

/** A click beside the boards gives up the clicks made so far. @param {PointerEvent} event */
function outside(event) {
  if (event.target instanceof Element && !event.target.closest("button,.choices")) cancel();
}

/** @param {PointerEvent} event */
function move(event) {
  if (!press?.picks) return;
  if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG) press.ghost = lift(press);
  if (!press.ghost) return;
  press.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  const over = targetAt(event);
  for (const cell of document.querySelectorAll(".over")) if (cell !== over?.element) cell.classList.remove("over");
  over?.element.classList.add("over");
}

/** @param {PointerEvent} event */
const targetAt = (event) => targetOf(document.elementFromPoint(event.clientX, event.clientY));

/** Makes a copy of the piece that follows the pointer. @param {Press} press */
function lift({ element, target }) {
  const piece = element.querySelector(".piece");
  if (!piece) return null;
  const scope = element.closest("dialog");
  const cell = isSquare(target) ? element : scope ? scope.querySelector("[data-at]") : cellElement("a1");
  const side = (cell ?? element).getBoundingClientRect().width;
  const ghost = el("div", { class: "ghost" }, piece.cloneNode(true));
  ghost.style.width = ghost.style.height = `${Math.max(side, 40)}px`;
  (scope ?? document.body).append(ghost);
  element.classList.add("lifted");
  return ghost;
}

/** @param {PointerEvent} event */
async function up(event) {
  const started = press;
  release();
  if (!started) return;
  if (started.dropped) return leave(started, event);
  const over = targetAt(event);
  if (over?.target === started.target) {
    if (!started.ghost && !started.isDone) await click(started.target);
  } else if (started.ghost) {
    if (over && mayPremove()) premoveDrag(started.target, over.target);
    else if (over && nextStep().targets.has(over.target)) {
      skipAnimation();
      await click(over.target);
    } else {
      cancel();
      if (over && isSquare(started.target) && isSquare(over.target)) await explain(started.target, over.target);
    }
  } else if (over && started.isDone && isSquare(over.target)) await explainDrag(started.target, over.target);
}

function release() {
  press?.ghost?.remove();
  press?.element.classList.remove("lifted");
  for (const cell of document.querySelectorAll(".over")) cell.classList.remove("over");
  press = null;
}

/** Clicks without a pointer: by keyboard on a button, by a screen reader or a script. @param {MouseEvent} event */
function activate(event) {
  const found = targetOf(event.target);
  if (event.detail === 0 && found && !game.editing) click(found.target);
}

/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @param {KeyboardEvent} event */
function key(event) {
  const cell = event.target instanceof HTMLElement && event.target.dataset.square ? event.target : null;
  if (event.key === "Escape") cancel();
  if (!cell) return;
  const step = ARROWS[event.key];
  if (step && (roving || game.editing)) walk(cell, step);
  else if (event.key === "Enter" || event.key === " ") activateCell(cell);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} cell */
function activateCell(cell) {
  if (game.editing) cell.dispatchEvent(new CustomEvent("place", { bubbles: true }));
  else click(cell.dataset.square ?? "");
}

/** Moves the focus over the cells, holes are skipped. @param {HTMLElement} cell @param {[number, number]} step */
function walk(cell, [down, right]) {
  const lines = [...(cell.closest(".grid")?.children ?? [])].map((row) => /** @type {HTMLElement[]} */ ([...row.children]));
  let y = lines.findIndex((line) => line.includes(cell));
  let x = lines[y].indexOf(cell);
  do {
    y += down;
    x += right;
  } while (lines[y]?.[x]?.classList.contains("hole"));
  if (lines[y]?.[x]) focusCell(lines[y][x]);
}
