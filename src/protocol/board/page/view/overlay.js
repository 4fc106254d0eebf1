/** Arrows and lines over a board: last move, check, what holds and lends, hint, analysis. */

import { askedArrows } from "../core/arrows.js";
import { svg } from "../core/dom.js";
import { doneSoFar, game } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { middle, place } from "../core/squares.js";

/** @import {BoardView} from "./board.js" */
/** @import {Arrow} from "../core/arrows.js" */

/** @param {string | null} pointed @returns {Arrow[]} */
function arrows(pointed) {
  const { position, clicked, editing } = game;
  if (editing) return [];
  const { last, check, marks } = position;
  const legs = last && last.legs.length > 1 && !clicked.length ? last.legs : [];
  const { moves, puts } = doneSoFar();
  return [
    ...legs.map(([from, to]) => ({ from: isSquare(from) ? from : to, to, look: "leg" })),
    ...lines(marks.filter((mark) => mark.mark === "held"), "holding"),
    ...lines(marks.filter((mark) => mark.square === pointed && mark.mark !== "held"), "lending"),
    ...lines(marks.filter((mark) => pointed !== null && mark.by.includes(pointed)), "lending"),
    ...(clicked.length > 1 ? [] : (check?.by ?? [])).flatMap((from) => (check?.squares ?? []).filter((to) => to !== from).map((to) => ({ from, to, look: "checking" }))),
    ...askedArrows(),
    ...moves.map(([from, to]) => ({ from, to, look: "path" })),
    ...puts.map(({ square }) => ({ from: square, to: square, look: "path" })),
  ];
}

/** Lines to what is marked; of several marks from one square to another there is one line. @param {{square: string, by: string[]}[]} marks @param {string} look @returns {Arrow[]} */
function lines(marks, look) {
  const all = new Map(marks.flatMap((mark) => mark.by.map((from) => [`${from} ${mark.square}`, { from, to: mark.square, look }])));
  return [...all.values()];
}

/** @param {BoardView} view @param {boolean} flipped @param {string | null} pointed */
export function drawOverlay(view, flipped, pointed) {
  const here = arrows(pointed).filter((arrow) => place(arrow.to)?.board === view.info.name && place(arrow.from)?.board === view.info.name);
  const key = JSON.stringify([here, flipped]);
  if (view.overlay.getAttribute("data-drawn") === key) return;
  view.overlay.setAttribute("data-drawn", key);
  view.overlay.replaceChildren(...here.flatMap((arrow) => shape(arrow, view, flipped)));
}

/** @param {Arrow} arrow @param {BoardView} view @param {boolean} flipped @returns {SVGElement[]} */
function shape({ from, to, look, label }, view, flipped) {
  const start = middle(from, view.info, flipped);
  const end = middle(to, view.info, flipped);
  if (!start || !end) return [];
  const parts = from === to ? [svg("circle", { class: `arrow ${look}`, cx: end.x, cy: end.y, r: 0.4 })] : [shaft(start, end, look)];
  if (label) parts.push(tag(label, start, end, look));
  return parts;
}

/** @param {{x: number, y: number}} start @param {{x: number, y: number}} end @param {string} look */
function shaft(start, end, look) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const tip = { x: end.x - ux * 0.12, y: end.y - uy * 0.12 };
  const neck = { x: tip.x - ux * 0.32, y: tip.y - uy * 0.32 };
  const wing = { x: -uy * 0.19, y: ux * 0.19 };
  const head = `M${tip.x} ${tip.y}L${neck.x + wing.x} ${neck.y + wing.y}L${neck.x - wing.x} ${neck.y - wing.y}z`;
  const body = `M${start.x + ux * 0.2} ${start.y + uy * 0.2}L${neck.x} ${neck.y}`;
  return svg("g", { class: `arrow ${look}` }, svg("path", { class: "shaft", d: body }), svg("path", { class: "head", d: head }));
}

/** A number on an arrow, before its head. @param {string} text @param {{x: number, y: number}} start @param {{x: number, y: number}} end @param {string} look */
function tag(text, start, end, look) {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const share = Math.max(0.2, Math.min(length * 0.72, length - 0.68)) / length;
  const [x, y] = [start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share];
  const label = svg("text", { x, y: y + 0.1 });
  label.textContent = text;
  return svg("g", { class: `arrow-label ${look}` }, svg("circle", { cx: x, cy: y, r: 0.19 }), label);
}
