/** The moves of a kind of piece in a sentence, read off its diagram. */

import { firstStep, place } from "./squares.js";
import { t } from "./texts.js";

/** @import {Diagram} from "./types.js" */

/** Directions and their names; the first ones take in those behind them. @type {[string, [number, number][]][]} */
const DIRECTIONS = [
  ["in all directions", [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]]],
  ["straight", [[0, 1], [0, -1], [1, 0], [-1, 0]]],
  ["diagonally", [[1, 1], [-1, 1], [1, -1], [-1, -1]]],
  ["diagonally forward", [[1, 1], [-1, 1]]],
  ["diagonally back", [[1, -1], [-1, -1]]],
  ["sideways", [[1, 0], [-1, 0]]],
  ["forward", [[0, 1]]],
  ["back", [[0, -1]]],
];

/** @param {[number, number]} offset */
const key = ([x, y]) => `${x},${y}`;

/** Where a cell lies from the piece. @param {Diagram} diagram @param {{square: string}} cell @returns {[number, number]} */
function offset({ square }, cell) {
  const [at, to] = [place(square), place(cell.square)];
  return at && to ? [to.file - at.file, to.rank - at.rank] : [0, 0];
}

/** What a piece does, in a sentence. @param {Diagram} diagram @returns {string} */
export function describeMoves(diagram) {
  if (!diagram.cells.length) return t("It has no moves of its own.");
  const where = /** @param {(cell: Diagram["cells"][0]) => boolean} wanted */ (wanted) => diagram.cells.filter(wanted).map((cell) => offset(diagram, cell));
  const moves = where((cell) => cell.move && !cell.jump);
  const captures = where((cell) => cell.capture && !cell.stays && !cell.jump);
  const shots = where((cell) => cell.stays);
  const [going, taking] = [words(moves), words(captures)];
  const parts = going === taking ? [going && `${t("Moves and captures:")} ${going}`] : [going && `${t("Moves:")} ${going}`, taking && `${t("captures:")} ${taking}`];
  if (shots.length) parts.push(`${t("captures without going there:")} ${words(shots)}`);
  const [jumping, leaping] = [where((cell) => cell.jump && cell.move), where((cell) => cell.jump && cell.capture)].map((offsets) => lines(offsets, diagram));
  if (jumping === leaping) parts.push(jumping && `${t("moves and captures by a jump over a piece:")} ${jumping}`);
  else parts.push(jumping && `${t("moves by a jump over a piece:")} ${jumping}`, leaping && `${t("captures by a jump over a piece:")} ${leaping}`);
  const text = parts.filter(Boolean).join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The directions of jumps. Who jumps to both sides is taken to do so forward as back where the board ends. @param {[number, number][]} offsets @param {Diagram} diagram */
function lines(offsets, { square, files, ranks }) {
  const left = new Set(offsets.map(([x, y]) => key(firstStep(x, y))));
  const at = place(square);
  for (const [x, y] of offsets.map((one) => firstStep(...one))) {
    const [file, rank] = at ? [at.file - 2 * x, at.rank - 2 * y] : [0, 0];
    const ends = file < 0 || file >= files || rank < 0 || rank >= ranks;
    if (ends && left.has(key([y, x])) && left.has(key([-y, -x]))) left.add(key([-x, -y]));
  }
  const parts = DIRECTIONS.flatMap(([name, directions]) => {
    if (!directions.every((one) => left.has(key(one)))) return [];
    for (const one of directions) left.delete(key(one));
    return [t(name)];
  });
  return [...parts, ...leaps(left)].join(", ");
}

/** @param {[number, number][]} offsets */
function words(offsets) {
  const left = new Set(offsets.map(key));
  const length = /** @param {[number, number]} direction */ ([x, y]) => {
    let count = 0;
    while (left.has(key([x * (count + 1), y * (count + 1)]))) count++;
    return count;
  };
  /** @type {string[]} */
  const parts = [];
  for (const [name, directions] of DIRECTIONS) {
    const lengths = directions.map(length);
    if (lengths.some((one) => one === 0)) continue;
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    if (most > 2 && least === 1) continue;
    parts.push(t(most > 2 ? `slides ${name}` : most === 2 && least === 2 ? `one or two squares ${name}` : `one square ${name}`));
    const reached = most > 2 || least === 2 ? most : 1;
    for (const [x, y] of directions) for (let i = 1; i <= reached; i++) left.delete(key([x * i, y * i]));
  }
  return [...parts, ...leaps(left)].join(", ");
}

/** The leaps that are left, by their sizes. @param {Set<string>} left @returns {string[]} */
function leaps(left) {
  const sizes = new Set([...left].map((text) => text.split(",").map((one) => Math.abs(Number(one))).sort((a, b) => a - b).join(" by ")));
  if (!sizes.size) return [];
  return [t(sizes.size > 4 ? "leaps far" : `leaps ${[...sizes].map(t).join(", ")}`)];
}
