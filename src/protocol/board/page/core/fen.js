/**
 * The placement field of a FEN, as the set-up needs it: people change the board and the FEN beside it, and what they have at hand is
 * often no position that the engine takes. So the page turns the one into the other, as far as it can be read; what a FEN means, and
 * whether it can be played, the engine says.
 */

import { place, squareName } from "./squares.js";

/** @import {BoardInfo} from "./types.js" */

/** What stands on a square: a FEN letter with `~` behind it or `+` before it if promoted, or `*` for the token. @typedef {Map<string, string>} Placement */

/** @param {string} fen @param {BoardInfo[]} boards @param {Set<string>} holes @returns {Placement} as far as it can be read */
export function readPlacement(fen, boards, holes) {
  const placement = new Map();
  const parts = (fen.split(" ")[0] ?? "").replace(/\[.*?\]/g, "").split("|");
  for (const [i, board] of boards.entries()) {
    for (const [row, text] of (parts[i] ?? "").split("/").entries()) readRow(text, board, board.ranks - 1 - row, holes, placement);
  }
  return placement;
}

/** @param {string} text @param {BoardInfo} board @param {number} rank @param {Set<string>} holes @param {Placement} placement */
function readRow(text, board, rank, holes, placement) {
  let file = 0;
  for (const [symbol] of text.matchAll(/\d+|\+?[A-Za-z]~?|\*/g)) {
    if (/\d/.test(symbol)) file += Number(symbol);
    else {
      const square = squareName(board.name, file++, rank);
      if (file <= board.files && rank >= 0 && !holes.has(square)) placement.set(square, symbol);
    }
  }
}

/** @param {Placement} placement @param {BoardInfo[]} boards @param {Set<string>} holes @returns {string} without what is in hand */
export function writePlacement(placement, boards, holes) {
  return boards.map((board) => writeBoard(placement, board, holes)).join("|");
}

/** @param {Placement} placement @param {BoardInfo} board @param {Set<string>} holes */
function writeBoard(placement, board, holes) {
  const lines = [];
  for (let rank = board.ranks - 1; rank >= 0; rank--) {
    let line = "";
    let empty = 0;
    const flush = () => {
      line += empty || "";
      empty = 0;
    };
    for (let file = 0; file < board.files; file++) {
      const square = squareName(board.name, file, rank);
      const symbol = holes.has(square) ? "*" : placement.get(square);
      if (symbol) {
        flush();
        line += symbol;
      } else empty++;
    }
    flush();
    lines.push(line);
  }
  return lines.join("/");
}

/** What is in hand or in the box: the text in brackets, null if the FEN has none. @param {string} fen */
export const readHand = (fen) => /\[(.*?)\]/.exec(fen.split(" ")[0] ?? "")?.[1] ?? null;

/** The text of the side to move for a seat, in the form that the FEN uses. @param {string} old @param {{color: string, board: string | null}} seat @param {(string | null)[]} boards */
export function sideField(old, seat, boards) {
  const side = seat.color.charAt(0);
  return /\d/.test(old) || boards.length > 1 ? `${side}${boards.indexOf(seat.board) + 1}` : side;
}

/** Whether the board of a square is the given one. @param {string} square @param {string | null} board */
export const isOn = (square, board) => place(square)?.board === board;
