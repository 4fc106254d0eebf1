/** Arrows and rings that a person draws with the right button. They go with the next click or move. */

import { setArrows } from "../core/arrows.js";
import { byId } from "../core/dom.js";
import { on } from "../core/game.js";

/** @import {Arrow} from "../core/arrows.js" */

/** @type {Arrow[]} */
let drawn = [];
let from = "";

/** @param {EventTarget | null} node @returns {string} */
const squareOf = (node) => (node instanceof Element && /** @type {HTMLElement | null} */ (node.closest("[data-square]"))?.dataset.square) || "";

/** Draws an arrow, or takes it away if it is there. @param {string} to */
function toggle(to) {
  const others = drawn.filter((arrow) => arrow.from !== from || arrow.to !== to);
  drawn = others.length < drawn.length ? others : [...drawn, { from, to, look: "drawn" }];
  setArrows("drawn", drawn);
}

function clear() {
  if (!drawn.length) return;
  drawn = [];
  setArrows("drawn", drawn);
}

/** Listens on the boards. */
export function listenDrawing() {
  const stage = byId("stage");
  stage.addEventListener("contextmenu", (event) => squareOf(event.target) && event.preventDefault());
  stage.addEventListener("pointerdown", (event) => {
    if (event.button === 2 && event.pointerType === "mouse") from = squareOf(event.target);
    else if (event.button === 0) clear();
  });
  window.addEventListener("pointerup", (event) => {
    const to = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (event.button === 2 && from && to) toggle(to);
    if (event.button === 2) from = "";
  });
  on("position", clear);
}
