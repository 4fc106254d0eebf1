/** A piece slides to its new square. The board is already drawn as it is after the move. */

import { game } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { cellElement } from "./board.js";

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
  const still = dragged || matchMedia("(prefers-reduced-motion: reduce)").matches;
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

/** @param {string} from @param {string} to */
function slide(from, to) {
  const target = cellElement(to);
  const start = cellElement(from)?.getBoundingClientRect();
  const piece = target?.querySelector(".piece");
  if (!target || !start || !piece) return;
  const end = target.getBoundingClientRect();
  const grid = target.closest(".grid");
  target.classList.add("arriving");
  grid?.classList.add("moving");
  const steps = [{ transform: `translate(${start.left - end.left}px, ${start.top - end.top}px)` }, { transform: "none" }];
  const motion = piece.animate(steps, { duration: TIME, easing: "ease-out" });
  const done = () => {
    target.classList.remove("arriving");
    grid?.classList.remove("moving");
  };
  motion.addEventListener("finish", done);
  motion.addEventListener("cancel", done);
}
