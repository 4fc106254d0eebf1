/** Diagrams of the moves of a kind of piece. */

import { svg } from "../core/dom.js";
import { fileName, place } from "../core/squares.js";
import { pieceElement } from "./pieces.js";

/** @import {Diagram} from "../core/types.js" */

/** The diagram of the moves of a piece. @param {Diagram} diagram @param {boolean} promoted @param {SVGElement} [piece] what it looks like */
export function drawDiagram(diagram, promoted, piece = pieceElement("white", diagram.letter, promoted)) {
  const { files, ranks, square, holes, cells } = diagram;
  const words = `${diagram.name} on ${square}: ${cells.length} squares`;
  const picture = svg("svg", { class: "diagram", viewBox: crop(diagram), role: "img", "aria-label": words });
  const missing = new Set(holes);
  for (let rank = 0; rank < ranks; rank++) {
    for (let file = 0; file < files; file++) {
      if (missing.has(`${fileName(file)}${rank + 1}`)) continue;
      const shade = (file + rank) % 2 ? "light" : "dark";
      picture.append(svg("rect", { class: shade, x: file, y: ranks - 1 - rank, width: 1, height: 1 }));
    }
  }
  for (const cell of cells) picture.append(...sign(cell, ranks));
  const at = place(square);
  for (const [key, value] of Object.entries({ x: at?.file ?? 0, y: ranks - 1 - (at?.rank ?? 0), width: 1, height: 1 })) piece.setAttribute(key, String(value));
  picture.append(piece);
  return picture;
}

/** The part of the board that is worth showing: square, with the piece, its goals and a margin. @param {Diagram} diagram */
function crop({ files, ranks, square, cells }) {
  const places = [square, ...cells.map((cell) => cell.square)].flatMap((name) => place(name) ?? []);
  const xs = places.map(({ file }) => file);
  const ys = places.map(({ rank }) => ranks - 1 - rank);
  const size = Math.min(Math.max(files, ranks), Math.max(6, spread(xs) + 3, spread(ys) + 3));
  const start = /** @param {number[]} values @param {number} count */ (values, count) => {
    const middle = (Math.min(...values) + Math.max(...values) + 1 - size) / 2;
    return size >= count ? (count - size) / 2 : Math.max(0, Math.min(Math.floor(middle), count - size));
  };
  return `${start(xs, files)} ${start(ys, ranks)} ${size} ${size}`;
}

/** @param {number[]} values */
const spread = (values) => Math.max(...values) - Math.min(...values);

/** Dot: moves there; ring: captures there; crosshair: captures without going there; arch: only by a jump. @param {Diagram["cells"][0]} cell @param {number} ranks */
export function sign({ square, move, capture, stays, jump }, ranks) {
  const at = place(square);
  if (!at) return [];
  const [cx, cy] = [at.file + 0.5, ranks - 0.5 - at.rank];
  const parts = [];
  if (move) parts.push(svg("circle", { class: "dot", cx, cy, r: 0.16 }));
  if (capture) parts.push(svg("circle", { class: "ring", cx, cy, r: 0.34 }));
  if (jump) parts.push(svg("path", { class: "cross", d: `M${cx - 0.3} ${cy + 0.4}q.3-.3.6 0` }));
  if (stays) parts.push(svg("path", { class: "cross", d: `M${cx - 0.45} ${cy}h.9M${cx} ${cy - 0.45}v.9` }));
  return parts;
}
