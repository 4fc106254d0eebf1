/** One cell: its piece, marks, classes, attributes and its name for screen readers. */

import { attr } from "../core/dom.js";
import { doneSoFar, game, lastOfBoards } from "../core/game.js";
import { isSquare, squaresOf } from "../core/paths.js";
import { t } from "../core/texts.js";
import { hasForm, isWhole, markElement, pieceElement } from "./pieces.js";

/** @import {Mark, Piece, Position} from "../core/types.js" */
/** @import {Step} from "../core/paths.js" */

/** @typedef {{square: string, element: HTMLElement, drawn: string}} CellView `drawn` tells what the element shows */
/** @typedef {{side: string, letter: string}} Ghost what will stand on a square if the move is completed */
/** @typedef {{piece: Piece | null, ghost: Ghost | null, token: boolean, marks: Mark[], classes: string[], target: string | null}} Look */

/**
 * What every cell that is not plain looks like.
 * @param {Position} position @param {Step} step @param {string[]} clicked
 * @param {{square: string | null, moves: Set<string>, hostile: boolean}} pointed
 * @returns {Map<string, Look>}
 */
export function describe(position, step, clicked, pointed) {
  /** @type {Map<string, Look>} */
  const looks = new Map();
  /** @param {string} square */
  const look = (square) => {
    let one = looks.get(square);
    if (!one) looks.set(square, (one = { piece: null, ghost: null, token: false, marks: [], classes: [], target: null }));
    return one;
  };
  for (const piece of position.pieces) look(piece.square).piece = piece;
  for (const token of position.tokens) if (token.square) look(token.square).token = true;
  for (const mark of position.marks) look(mark.square).marks.push(mark);
  addHistory(position, look);
  addTargets(step, clicked, look, pointed.square);
  for (const square of pointed.moves) look(square).classes.push(pointed.hostile ? "threat" : "preview");
  return looks;
}

/** @param {Position} position @param {(square: string) => Look} look */
function addHistory({ last, check, pending }, look) {
  for (const square of [...(last?.changed ?? []), ...(last?.legs ?? []).flat()].filter(isSquare)) look(square).classes.push("last");
  const others = game.info.boards.length > 1 ? lastOfBoards().slice(0, -1) : [];
  for (const node of others) for (const square of squaresOf(node.text)) look(square).classes.push("last");
  for (const square of last?.captures ?? []) look(square).classes.push("captured");
  for (const square of check?.squares ?? []) look(square).classes.push("check");
  for (const square of check?.by ?? []) look(square).classes.push("giver");
  for (const { squares } of pending) for (const square of squares) look(square).classes.push("pending");
}

/** @param {Step} step @param {string[]} clicked @param {(square: string) => Look} look @param {string | null} pointed */
function addTargets(step, clicked, look, pointed) {
  for (const target of step.targets) {
    const one = look(target);
    one.target = target;
    one.classes.push(clicked.length ? "target" : "movable");
  }
  for (const target of clicked) look(target).classes.push("clicked");
  const { moves, puts } = doneSoFar();
  for (const [from] of moves) look(from).classes.push("leaving");
  for (const { square, target } of puts) look(square).ghost = putPiece(target);
  if (!clicked.length) return;
  for (const move of step.moves) {
    for (const path of move.paths) {
      const target = path[clicked.length];
      if (target && ["swap", "rifle", "castle", "box"].includes(move.kind)) look(target).classes.push(`t-${move.kind}`);
      if (!target || path.length > clicked.length + 1 || !move.captures.some((square) => square !== target)) continue;
      look(target).classes.push("t-strike");
      if (target === pointed) for (const square of move.captures) look(square).classes.push("victim");
    }
  }
}

/** What a click has put on the board. @param {string} target `@Q`, `token`, or empty for the piece from the box @returns {Ghost | null} */
function putPiece(target) {
  if (target === "token") return { side: "token", letter: "*" };
  const box = game.position.box?.[0];
  if (target) return { side: game.position.turn.color, letter: target.slice(1) };
  return box ? { side: box.side, letter: box.letter } : null;
}

/** Changes a cell if it looks different from before. @param {CellView} cell @param {Look | undefined} look */
export function paint(cell, look) {
  const drawn = look ? signature(look) : "";
  if (cell.drawn === drawn && cell.element.hasAttribute("aria-label")) return;
  cell.drawn = drawn;
  const { element, square } = cell;
  const shade = element.classList.contains("dark") ? "dark" : "light";
  const piece = look?.piece ?? null;
  element.className = ["cell", shade, piece ? piece.side : "", piece || look?.token ? "occupied" : "", look?.token ? "with-token" : "", ...new Set(classesOf(look))].join(" ");
  attr(element, "data-piece", piece ? piece.letter : look?.token ? "*" : null);
  attr(element, "data-target", look?.target ?? null);
  attr(element, "aria-label", nameOf(square, look));
  attr(element, "aria-selected", look?.classes.includes("clicked") ? "true" : null);
  fill(element, look);
}

/** @param {Look} look */
function signature({ piece, ghost, token, marks, classes, target }) {
  const shown = marks.map((mark) => mark.mark + mark.text).join();
  return [ghost?.side, ghost?.letter, piece?.side, piece?.letter, piece?.promoted, token, shown, classes.join(), target].join("|");
}

/** @param {Look | undefined} look */
const classesOf = (look) => [...(look?.classes ?? []), ...(look?.marks ?? []).map((mark) => `is-${mark.mark}`), ...(look?.piece?.promoted && !hasForm(look.piece.letter) ? ["promoted"] : [])];

/** Replaces the pictures in a cell only if they differ. @param {HTMLElement} element @param {Look | undefined} look */
function fill(element, look) {
  const icons = [...new Set((look?.marks ?? []).map((mark) => mark.mark))];
  if (look?.classes.includes("check")) icons.push("check");
  const ghost = look?.ghost ?? null;
  const content = [ghost ? ghost.side + ghost.letter : "", look?.piece ? look.piece.side + look.piece.letter : "", look?.token, look?.piece?.promoted, ...icons].join();
  if (element.dataset.content === content) return;
  element.dataset.content = content;
  const parts = icons.filter(isWhole).map(markElement);
  if (look?.token) parts.push(pieceElement("token", "*"));
  if (look?.piece) parts.push(pieceElement(look.piece.side, look.piece.letter, look.piece.promoted));
  if (ghost) {
    const shape = pieceElement(ghost.side, ghost.letter);
    shape.classList.add("to-be");
    parts.push(shape);
  }
  element.replaceChildren(...parts, ...corner(icons.filter((icon) => !isWhole(icon))));
}

/** @param {string[]} icons */
function corner(icons) {
  if (!icons.length) return [];
  const holder = document.createElement("span");
  holder.className = "icons";
  holder.append(...icons.slice(0, 3).map(markElement));
  return [holder];
}

/** The name of a cell: "e4, white Knight, frozen by the Ice Queen on d8". @param {string} square @param {Look | undefined} look */
export function nameOf(square, look) {
  const { piece, token = false, marks = [], classes = [], target = null } = look ?? {};
  const parts = [square.replace(":", " ")];
  if (piece) parts.push(`${piece.side} ${piece.name}`);
  if (piece?.promoted) parts.push("promoted");
  if (token) parts.push("token");
  for (const mark of marks) parts.push(mark.text);
  if (classes.includes("check")) parts.push("in check");
  if (classes.includes("giver")) parts.push("gives check");
  if (classes.includes("clicked")) parts.push("selected");
  else if (target) parts.push(game.clicked.length ? "can go here" : "can move");
  return parts.map(t).join(", ");
}
