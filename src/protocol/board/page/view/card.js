/** What the piece under the pointer is: name, marks, a sentence about its moves and a diagram; otherwise the last move. */

import { request } from "../core/api.js";
import { describeMoves } from "../core/describe.js";
import { byId, el } from "../core/dom.js";
import { emit, game, lastOfBoards, on } from "../core/game.js";
import { settings } from "../core/settings.js";
import { pointedSquare } from "./board.js";
import { drawDiagram } from "./diagram.js";
import { hasForm, pieceElement } from "./pieces.js";
import { t } from "../core/texts.js";
import { cap, inspect } from "./prompt.js";

/** @import {Diagram, Piece} from "../core/types.js" */

/** The diagrams of the game, by letter and form; null while the engine is asked. @type {Map<string, Diagram | null>} */
const known = new Map();

/** @param {Piece} piece @returns {Diagram | null} as far as it is known */
function diagramOf(piece) {
  const promoted = piece.promoted && hasForm(piece.letter);
  const name = `${game.info.name} ${promoted ? "+" : ""}${piece.kind}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  known.set(name, null);
  request("kind", { game: game.info.name, letter: piece.kind, promoted }).then((diagram) => {
    known.set(name, diagram);
    emit("pointed");
  }, () => known.delete(name));
  return null;
}

/** Draws the card if it shows something else. */
export function drawInspector() {
  const { node, position } = game;
  const square = game.clicked.length > 1 ? null : pointedSquare();
  const piece = position.pieces.find((one) => one.square === square);
  const diagram = piece && settings.hover ? diagramOf(piece) : null;
  const words = t(inspect(square)) || lastMoves() || (node.parent ? "" : sentence(game.info.summary));
  const lent = position.marks.filter((mark) => mark.square === square && mark.kind).map((mark) => mark.kind ?? "");
  const key = [words, lent.join(), diagram?.letter, diagram?.name].join("|");
  const holder = byId("inspector");
  if (holder.dataset.drawn === key) return;
  holder.dataset.drawn = key;
  const shown = diagram?.cells.length || !lent.length ? diagram : null;
  const moves = shown ? [" ", el("span", { class: "moves-so" }, describeMoves(shown))] : [];
  holder.replaceChildren(...[...new Set(lent)].map((kind) => pieceElement(piece?.side ?? "white", kind)), words, ...moves);
  byId("card-picture").replaceChildren(...(shown ? [drawDiagram(shown, Boolean(piece?.promoted && hasForm(piece.letter)))] : []));
}

/** A summary as a sentence. @param {string} text */
const sentence = (text) => cap(text).replace(/\.?$/, ".");

/** The last move in words; with several boards that of each. */
function lastMoves() {
  return lastOfBoards().map((node) => t(`${game.info.seats[node.seat]?.name ?? ""}: ${node.label}`)).join(". ");
}

on("new", () => known.clear());
