/** Where squares are: names, indices and places on the screen. */

/** @import {BoardInfo} from "./types.js" */

/** @typedef {{board: string | null, file: number, rank: number}} Place file and rank count from 0 */

const FILES = "abcdefghijklmnopqrstuvwxyz";

/** @param {string | null} board @param {number} file @param {number} rank @returns {string} */
export const squareName = (board, file, rank) => `${board ? `${board}:` : ""}${FILES[file]}${rank + 1}`;

/** @param {number} file */
export const fileName = (file) => FILES[file];

/** @param {string} square @returns {Place | null} */
export function place(square) {
  const found = /^(?:([A-Z]):)?([a-z])(\d+)$/.exec(square);
  return found && { board: found[1] ?? null, file: FILES.indexOf(found[2]), rank: Number(found[3]) - 1 };
}

/** Whether a square lies on a rank, file or diagonal of the piece. @param {number} x @param {number} y */
export const isStraight = (x, y) => x === 0 || y === 0 || Math.abs(x) === Math.abs(y);

/** The first step of a line to a square; the leap itself if it lies on none. @param {number} x @param {number} y @returns {[number, number]} */
export const firstStep = (x, y) => (isStraight(x, y) ? [Math.sign(x), Math.sign(y)] : [x, y]);

/** The middle of a square in cells from the upper left corner of its board. @param {string} square @param {BoardInfo} board @param {boolean} flipped */
export function middle(square, board, flipped) {
  const at = place(square);
  if (!at) return null;
  const x = flipped ? board.files - 1 - at.file : at.file;
  const y = flipped ? at.rank : board.ranks - 1 - at.rank;
  return { x: x + 0.5, y: y + 0.5 };
}

/** All squares of a board, row by row as they are seen. @param {BoardInfo} board @param {boolean} flipped @returns {string[][]} */
export function rows(board, flipped) {
  const order = /** @param {number} count @param {boolean} up */ (count, up) => [...Array(count).keys()].map((i) => (up ? i : count - 1 - i));
  const ranks = order(board.ranks, flipped);
  const files = order(board.files, !flipped);
  return ranks.map((rank) => files.map((file) => squareName(board.name, file, rank)));
}
