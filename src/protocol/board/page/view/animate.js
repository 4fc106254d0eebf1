/** A piece slides to its new square. The board is already drawn as it is after the move. */

import { el } from "../core/dom.js";
import { game } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { settings } from "../core/settings.js";
import { boardViews, cellElement, isFlipped } from "./board.js";
import { middle } from "../core/squares.js";

/** @import {TreeNode} from "../core/tree.js" */

const TIME = 150;
/** @type {TreeNode | null} */
let before = null;
let dragged = false;

/** The next move has been dragged, so its piece is already there. */
export function skipAnimation() {
  dragged = true;
}

/** Slides the pieces of the last move if the position follows the one shown before. */
export function animateMove() {
  const follows = before !== null && game.node.parent === before;
  const still = dragged || !settings.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;
  before = game.node;
  dragged = false;
  if (follows && !still) for (const [from, to] of slides()) slide(from, to);
}

/** Where pieces came from; legs of one piece are joined. @returns {[string, string][]} */
function slides() {
  const origin = new Map();
  for (const [from, to] of game.position.last?.legs ?? []) {
    if (!isSquare(from)) continue;
    origin.set(to, origin.get(from) ?? from);
    if (to !== from) origin.delete(from);
  }
  return [...origin].map(([to, from]) => /** @type {[string, string]} */ ([from, to]));
}

/**
 * A copy of the piece slides over the board, while the piece itself is hidden. The copy is drawn above everything else of its
 * board, so that the browser draws no cell again because of it.
 * @param {string} from @param {string} to
 */
function slide(from, to) {
  const target = cellElement(to);
  const piece = target?.querySelector(".piece");
  const view = boardViews().find(({ grid }) => grid.contains(target));
  const [start, end] = view ? [from, to].map((square) => middle(square, view.info, isFlipped())) : [];
  if (!view || !target || !piece || !start || !end) return;
  const flyer = el("div", { class: "flyer" }, piece.cloneNode(true));
  const at = /** @param {{x: number, y: number}} place */ ({ x, y }) => ({ transform: `translate(${(x - 0.5) * 100}%, ${(y - 0.5) * 100}%)` });
  target.classList.add("arriving");
  view.area.append(flyer);
  const motion = flyer.animate([at(start), at(end)], { duration: TIME, easing: "ease-out" });
  const done = () => {
    target.classList.remove("arriving");
    flyer.remove();
  };
  motion.addEventListener("finish", done);
  motion.addEventListener("cancel", done);
}
