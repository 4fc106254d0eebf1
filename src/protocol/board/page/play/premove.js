/** A move that is chosen while the engine thinks, and played as soon as it is legal. */

import { setArrows } from "../core/arrows.js";
import { game, on, result, say } from "../core/game.js";
import { isSquare } from "../core/paths.js";
import { settings } from "../core/settings.js";
import { getPlayers, isEngine } from "./seats.js";

/** Where it begins, and where it goes when that is chosen, too. @type {{from: string, to: string} | null} */
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
  if (!wish || wish.to || wish.from === target || isOwn(target)) set(isOwn(target) && wish?.from !== target ? { from: target, to: "" } : null);
  else set({ ...wish, to: target });
  if (wish) say(wish.to ? `Ahead: ${wish.from} to ${wish.to}, if it is legal then.` : `Ahead of your turn: choose where the piece on ${wish.from} goes.`);
  else say("");
}

/** A drag ahead of the turn. @param {string} from @param {string} to */
export function premoveDrag(from, to) {
  set(isOwn(from) ? { from, to: "" } : null);
  if (wish) premove(to);
}

/** @param {{from: string, to: string} | null} value */
function set(value) {
  wish = value;
  setArrows("premove", wish ? [{ from: wish.from, to: wish.to || wish.from, look: "premove" }] : []);
}

/** The move that was chosen ahead, if it is legal now; of several the first one. It is forgotten. @returns {string | null} */
export function takePremove() {
  if (!wish?.to || isEngine(game.position.turn.seat) || game.node !== game.live) return null;
  const { from, to } = wish;
  set(null);
  const fits = game.list.moves.filter((move) => move.paths.some((path) => path.length === 2 && path[0] === from && path[1] === to));
  return fits[0]?.text ?? null;
}

on("new", () => set(null));
