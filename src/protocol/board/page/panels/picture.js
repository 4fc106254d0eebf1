/** The position as a picture, SVG or PNG. */

import { game } from "../core/game.js";
import { insideOf, isWhole, markPicture } from "../view/pieces.js";
import { isFlipped, isWall } from "../view/board.js";
import { cap } from "../view/prompt.js";
import { fileName, middle, place, rows } from "../core/squares.js";

/** @import {BoardInfo, Position} from "../core/types.js" */

/** @typedef {{text: string, items: import("../core/types.js").Item[]}} Tray */

const CELL = 64;
const WALL = '<path d="M6 6H58V58H6zM6 23H58M6 41H58" fill="#a39a8d" stroke="#2c2418" stroke-width="2"/>';
const MARGIN = 26;
/** Height of a tray, and width of its words. */
const TRAY = 46;
const WORDS = 150;
const COLOURS = { light: "#ead9b8", dark: "#b3875d", last: "#e3c94f" };
const PIECES = /** @type {Object<string, string>} */ ({
  white: 'fill="#fff" stroke="#222" color="#222"',
  black: 'fill="#3b3b40" stroke="#0c0c0e" color="#f4f4f4"',
  token: 'fill="#e3b341" stroke="#5c4308" color="#5c4308"',
});

/** @param {Position} [position] @param {boolean} [flipped] @returns {{text: string, width: number, height: number}} the position as SVG */
export function pictureSvg(position = game.position, flipped = isFlipped()) {
  const { boards } = position;
  const [above, below] = trays(position, flipped);
  const width = boards.reduce((sum, board) => sum + board.files * CELL + MARGIN * 2, 0);
  const top = above.length * TRAY;
  const tall = Math.max(...boards.map((board) => board.ranks)) * CELL + MARGIN * 2;
  const height = top + tall + below.length * TRAY;
  let left = 0;
  const parts = boards.map((board) => {
    const part = `<g transform="translate(${left + MARGIN} ${top + MARGIN})">${drawBoard(board, position, flipped)}</g>`;
    left += board.files * CELL + MARGIN * 2;
    return part;
  });
  parts.push(...above.map((tray, i) => drawTray(tray, i * TRAY + MARGIN / 2, width)), ...below.map((tray, i) => drawTray(tray, top + tall + i * TRAY, width)));
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="15">`;
  return { text: `${head}<rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`, width, height };
}

/** What lies beside the boards: above them what the side there holds, below them that of the other side and the box. @param {Position} position @param {boolean} flipped @returns {[Tray[], Tray[]]} */
function trays({ hands, captured, box }, flipped) {
  const words = hands.length ? "in hand" : "captured";
  const of = /** @param {string} side @returns {Tray[]} */ (side) => {
    const items = [...hands, ...captured].filter((item) => item.side === side);
    return items.length ? [{ text: `${cap(side)}, ${words}:`, items }] : [];
  };
  const [top, bottom] = flipped ? ["white", "black"] : ["black", "white"];
  return [of(top), [...of(bottom), ...(box ? [{ text: box.length ? "Penalty box:" : "Penalty box: empty", items: box }] : [])]];
}

/** @param {Tray} tray @param {number} y @param {number} width */
function drawTray({ text, items }, y, width) {
  const step = Math.min(CELL, (width - MARGIN * 2 - WORDS) / Math.max(1, items.length));
  const size = Math.min(step, TRAY);
  const pieces = items.map(({ letter, side, count }, i) => {
    const x = MARGIN + WORDS + i * step;
    const many = count > 1 ? `<text x="${x + size - 4}" y="${y + TRAY - 6}" font-weight="bold">${count}</text>` : "";
    return `<g transform="translate(${x} ${y}) scale(${size / CELL})">${pieceGroup(letter, side)}</g>${many}`;
  });
  return `<text x="${MARGIN}" y="${y + TRAY / 2 + 5}">${text}</text>${pieces.join("")}`;
}

/** @param {BoardInfo} board @param {Position} position @param {boolean} flipped */
function drawBoard(board, position, flipped) {
  const { holes, marks, pieces, tokens, last } = position;
  const spot = /** @param {string | null} square null: the centre of the board */ (square) =>
    square ? middle(square, board, flipped) : { x: board.files / 2, y: board.ranks / 2 };
  const squares = rows(board, flipped).flat().filter((square) => !holes.includes(square));
  const own = pieces.filter((piece) => place(piece.square)?.board === board.name);
  const token = tokens.find((one) => one.board === board.name);
  return [
    ...squares.map((square) => cell(square, spot(square), last?.changed.includes(square) ?? false)),
    ...holes.filter((square) => position.game === game.info.name && isWall(square)).map((square) => cell(square, spot(square), false) + put(WALL, spot(square))),
    ...labels(board, flipped),
    ...marks.filter((mark) => isWhole(mark.mark)).map((mark) => drawMark(mark.mark, spot(mark.square), 0.6, 0)),
    ...own.map((piece) => put(pieceGroup(piece.letter, piece.side, piece.promoted), spot(piece.square))),
    token ? put(pieceGroup("*", "token"), spot(token.square)) : "",
    ...marks.filter((mark) => !isWhole(mark.mark)).map((mark) => drawMark(mark.mark, spot(mark.square), 0.34, 0.32)),
    ...(last?.legs ?? []).map(([from, to]) => arrow(spot(from), spot(to))),
  ].join("");
}

/** @typedef {{x: number, y: number} | null} Spot the middle of a cell in cells */

/** @param {string} square @param {Spot} at @param {boolean} changed */
function cell(square, at, changed) {
  const where = place(square);
  const colour = ((where?.file ?? 0) + (where?.rank ?? 0)) % 2 ? COLOURS.light : COLOURS.dark;
  const box = `x="${((at?.x ?? 0) - 0.5) * CELL}" y="${((at?.y ?? 0) - 0.5) * CELL}" width="${CELL}" height="${CELL}"`;
  return `<rect ${box} fill="${colour}"/>${changed ? `<rect ${box} fill="${COLOURS.last}" opacity=".5"/>` : ""}`;
}

/** @param {BoardInfo} board @param {boolean} flipped @returns {string[]} */
function labels(board, flipped) {
  const files = [...Array(board.files).keys()].map((i) => {
    const x = ((flipped ? board.files - 1 - i : i) + 0.5) * CELL;
    return `<text x="${x}" y="${board.ranks * CELL + 18}" text-anchor="middle">${fileName(i)}</text>`;
  });
  const ranks = [...Array(board.ranks).keys()].map((i) => {
    const y = ((flipped ? i : board.ranks - 1 - i) + 0.5) * CELL + 5;
    return `<text x="-13" y="${y}" text-anchor="middle">${i + 1}</text>`;
  });
  return [...files, ...ranks];
}

/** @param {string} inside drawn on one cell @param {Spot} at */
const put = (inside, at) => (at ? `<g transform="translate(${(at.x - 0.5) * CELL} ${(at.y - 0.5) * CELL})">${inside}</g>` : "");

/** @param {string} mark @param {Spot} at @param {number} size in cells @param {number} corner how far from the middle to the upper right */
function drawMark(mark, at, size, corner) {
  const inside = markPicture(mark);
  if (!at || !inside) return "";
  const [x, y] = [at.x + corner - size / 2, at.y - corner - size / 2];
  return `<g transform="translate(${x * CELL} ${y * CELL}) scale(${size})">${inside}</g>`;
}

/** @param {Spot} from @param {Spot} to */
function arrow(from, to) {
  if (!from || !to || (from.x === to.x && from.y === to.y)) return "";
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const at = /** @param {number} back @param {number} aside in cells */ (back, aside) =>
    `${(to.x - Math.cos(angle) * back - Math.sin(angle) * aside) * CELL} ${(to.y - Math.sin(angle) * back + Math.cos(angle) * aside) * CELL}`;
  const line = `<path d="M${from.x * CELL} ${from.y * CELL}L${at(0.45, 0)}" stroke="#1c6b5f" stroke-width="7" stroke-linecap="round"/>`;
  return `<g opacity=".75">${line}<path d="M${at(0.1, 0)}L${at(0.45, 0.2)}L${at(0.45, -0.2)}z" fill="#1c6b5f"/></g>`;
}

/** A piece in its colours, as large as a cell. @param {string} letter @param {string} side @param {boolean} [promoted] */
function pieceGroup(letter, side, promoted = false) {
  return `<g ${PIECES[side]} stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${insideOf(side, letter, promoted)}</g>`;
}

/** @returns {Promise<Blob>} the position as PNG, two pixels a unit */
export async function picturePng() {
  const { text, width, height } = pictureSvg();
  const image = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("The picture could not be drawn."));
    image.src = address;
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * 2, height * 2];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png"));
}
