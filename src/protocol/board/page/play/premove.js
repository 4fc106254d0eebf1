/** A move that is chosen while the engine thinks: its clicks are made as soon as it is the person's turn. */

import { setArrows } from "../core/arrows.js";
import { game, on, result, say } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { settings } from "../core/settings.js";
import { isOnLine } from "../core/tree.js";
import { getPlayers, isEngine } from "./seats.js";

/** @import {TreeNode} from "../core/tree.js" */

/** Where it begins, and where it goes when that is chosen, too; `at` is the end of the game when it was chosen. @type {{from: string, to: string, at: TreeNode} | null} */
let wish = null;

/** Whether a move may be chosen ahead: it is the engine's turn in a game with one person. */
export function mayPremove() {
  const waits = !game.exploring && !game.editing && !game.puzzle && game.node === game.live && !result();
  return settings.premoves && waits && isEngine(game.position.turn.seat) && getPlayers().some((player) => !player.engine);
}

/** Whether a person's piece stands on a square. @param {string} square */
export function isOwn(square) {
  const piece = game.position.pieces.find((one) => one.square === square);
  const board = /^[A-Z]:/.exec(square)?.[0].slice(0, 1) ?? null;
  return Boolean(piece) && game.info.seats.some((seat) => !isEngine(seat.seat) && seat.color === piece?.side && seat.board === board);
}

/** A click ahead of the turn: first the piece, then its goal. @param {string} target */
export function premove(target) {
  if (!isSquare(target)) return;
  if (!wish || wish.to || wish.from === target || isOwn(target)) set(isOwn(target) && wish?.from !== target ? target : "");
  else set(wish.from, target);
  if (wish) say(wish.to ? `Ahead: ${wish.from} to ${wish.to}, if it is legal then.` : `Ahead of your turn: choose where the piece on ${wish.from} goes.`);
  else say("");
}

/** A drag ahead of the turn. @param {string} from @param {string} to */
export function premoveDrag(from, to) {
  set(isOwn(from) ? from : "");
  if (wish) premove(to);
}

/** @param {string} from empty for no move @param {string} [to] */
function set(from, to = "") {
  wish = from ? { from, to, at: game.live } : null;
  setArrows("premove", wish ? [{ from, to: to || from, look: "premove" }] : []);
}

/** Gives up the move that was chosen ahead. @returns {boolean} whether there was one */
export function forgetPremove() {
  if (!wish) return false;
  set("");
  return true;
}

/** The clicks of the move that was chosen ahead, as far as it was chosen, if it is the person's turn. They are forgotten. @returns {string[]} */
export function takePremove() {
  if (!wish || isEngine(game.position.turn.seat) || game.node !== game.live) return [];
  const { from, to } = wish;
  set("");
  return to ? [from, to] : [from];
}

on("new", forgetPremove);
// Moves that are taken back take it with them.
on("live", () => {
  if (wish && (result() || !isOnLine(wish.at, game.live))) set("");
});
