/** Narrowing the list of moves down by clicks. Knows no rules, only the paths of the moves. */

/** @import {Move, MoveList, Stub} from "./types.js" */

/**
 * What can be clicked after some clicks.
 * @typedef {{targets: Set<string>, moves: Move[], ended: Move[], stub: Stub | null, goesOn: boolean, candidates: number}} Step
 */

/** @param {string[]} path @param {string[]} clicked */
const begins = (path, clicked) => clicked.length <= path.length && clicked.every((target, i) => path[i] === target);

/**
 * @param {MoveList} list @param {string[]} clicked
 * @returns {Step} targets: what may be clicked next; ended: moves whose path is `clicked`; goesOn: whether others are longer
 */
export function step(list, clicked) {
  const targets = /** @type {Set<string>} */ (new Set());
  const moves = new Set();
  const ended = [];
  for (const move of list.moves) {
    for (const path of move.paths) {
      if (!begins(path, clicked)) continue;
      moves.add(move);
      if (path.length === clicked.length) ended.push(move);
      else targets.add(path[clicked.length]);
    }
  }
  const stubs = list.stubs.filter((stub) => begins(stub.path, clicked));
  for (const stub of stubs) if (stub.path.length > clicked.length) targets.add(stub.path[clicked.length]);
  const stub = stubs.find((one) => one.path.length === clicked.length) ?? null;
  return { targets, moves: [...moves], ended, stub, goesOn: targets.size > 0, candidates: moves.size + stubs.length };
}

/** Whether a path begins with these clicks. @param {MoveList} list @param {string[]} clicked */
export function isBeginning(list, clicked) {
  const found = list.moves.some((move) => move.paths.some((path) => begins(path, clicked)));
  return found || list.stubs.some((stub) => begins(stub.path, clicked));
}

/** The last targets of all moves that begin with one target. @param {MoveList} list @param {string} first @returns {Set<string>} */
export function reach(list, first) {
  const seconds = step(list, [first]).targets;
  return new Set([...seconds].filter((target) => !target.startsWith("=")));
}

/** A list in which a stub is replaced with the moves behind it. @param {MoveList} list @param {Stub} stub @param {MoveList} more @returns {MoveList} */
export function unfold(list, stub, more) {
  const known = new Set(list.moves.map((move) => move.text));
  return {
    moves: [...list.moves, ...more.moves.filter((move) => !known.has(move.text))],
    stubs: [...list.stubs.filter((one) => one !== stub), ...more.stubs],
    buttons: { ...list.buttons, ...more.buttons },
  };
}

const SQUARE = /^(?:[A-Z]:)?[a-z]\d+$/;

/** Whether a target is a square. @param {string} target */
export const isSquare = (target) => SQUARE.test(target);

/**
 * Pairs of squares to draw an arrow for a move; also of a move that is not in the list, from its text.
 * @param {MoveList} list @param {string} text @returns {[string, string][]}
 */
export function legsOf(list, text) {
  const move = list.moves.find((one) => one.text === text);
  const squares = (move ? move.paths[0] : squaresOf(text)).filter(isSquare);
  if (squares.length === 1) return [[squares[0], squares[0]]];
  return squares.slice(1).map((square, i) => [squares[i], square]);
}

/** The squares that a move's text names. @param {string} text @returns {string[]} */
export function squaresOf(text) {
  const board = /^[A-Z]:/.exec(text)?.[0] ?? "";
  const found = text.slice(board.length).match(/[a-z][1-9]\d?/g) ?? [];
  return found.map((square) => board + square);
}

/**
 * What has been done by the clicks so far: the piece or token that goes from square to square, and pieces put on the board.
 * @typedef {{moves: [string, string][], puts: {square: string, target: string}[]}} Done `target` is `@Q` or `token`, empty for the piece from the box
 */

/** @param {string[]} clicked @param {boolean} releases whether only moves remain that bring a piece out of the box @returns {Done} */
export function doneBy(clicked, releases) {
  /** @type {Done} */
  const done = { moves: [], puts: [] };
  let [holding, at] = ["", ""];
  for (const target of clicked) {
    if (!isSquare(target)) holding = target.startsWith("=") ? "" : target;
    else if (holding) {
      done.puts.push({ square: target, target: holding.replace(/^[A-Z]:/, "") });
      if (!holding.startsWith("@")) at = target;
      holding = "";
    } else if (at && releases && (done.moves.length || done.puts.some((put) => put.target === "token"))) done.puts.push({ square: target, target: "" });
    else {
      if (at) done.moves.push([at, target]);
      at = target;
    }
  }
  return done;
}
