/** Clocks of all seats. They run from the first move on. */

import { emit, end, game, on, positionAt } from "../core/game.js";
import { recall, remember, settings } from "../core/settings.js";
import { isIdle } from "./seats.js";

/** @import {Position} from "../core/types.js" */

const KEY = "jailbird.clock";

/** @type {number[] | null} milliseconds left, null without clocks */
let left = null;
/** @type {{seat: number, since: number} | null} */
let running = null;
/** @type {import("../core/tree.js").TreeNode | null} */
let seen = null;

/** Winds the clocks for a new game; puzzles and lessons have none. @param {boolean} [restored] whether the game goes on after a reload */
export function wind(restored = false) {
  running = null;
  seen = game.live;
  const known = restored ? recall("sessionStorage", KEY) : null;
  left = game.puzzle || game.lesson ? null : settings.clock && (Array.isArray(known) ? known : whole());
}

/** The time at the start. @returns {number[]} */
const whole = () => game.info.seats.map(() => settings.clock?.[0] ?? 0);

/** @param {number} seat @returns {number | null} milliseconds */
export function remaining(seat) {
  if (!left) return null;
  return left[seat] - (running?.seat === seat ? performance.now() - running.since : 0);
}

/** Stops the clock that runs. @param {boolean} [moved] whether its seat has moved and gets the increment */
function stop(moved = false) {
  if (!left || !running) return;
  left[running.seat] = (remaining(running.seat) ?? 0) + (moved ? (settings.clock?.[1] ?? 0) : 0);
  running = null;
  remember("sessionStorage", KEY, left);
}

/** After a move, a takeback or an end. What the clocks show is kept with every move; a takeback gives it back. */
function turnOver() {
  if (!left) return;
  const { live } = game;
  if (live === seen || live.parent === seen) stop(live !== seen);
  else {
    running = null;
    left = live.left ? [...live.left] : live.parent ? left : whole();
  }
  if (live !== seen) live.left = [...left];
  seen = live;
  if (isIdle()) return;
  const isOver = game.ended || (game.node === game.live && game.position.result);
  if (isOver || game.exploring || !game.live.parent) return;
  running = { seat: nextSeat(), since: performance.now() };
}

/** The seat to move at the end of the game; the position may not be the one shown. */
function nextSeat() {
  if (game.node === game.live) return game.position.turn.seat;
  return (game.live.seat + 1) % game.info.seats.length;
}

function tick() {
  if (running && (remaining(running.seat) ?? 1) <= 0) flagFell(running.seat);
  if (running) emit("message");
}

/** @param {number} seat */
async function flagFell(seat) {
  stop();
  if (left) left[seat] = 0;
  const node = game.live;
  const lost = await lostBy(seat, "time", `${game.info.seats[seat].name} has run out of time`);
  if (node === game.live) end(lost);
}

/** How the game ends when a seat loses. @param {number} seat @param {string} reason @param {string} text */
export async function lostBy(seat, reason, text) {
  return lostAt(await positionAt(game.live).catch(() => null), seat, reason, text);
}

/** The same at a position: the other colour on the seat's board wins, unless it has nothing left to win with. @param {Position | null} position @param {number} seat @param {string} reason @param {string} text */
export function lostAt(position, seat, reason, text) {
  const loser = game.info.seats[seat];
  const winner = game.info.seats.find((one) => one.board === loser.board && one.color !== loser.color);
  if (winner && position?.powerless.includes(winner.seat)) return { score: "1/2-1/2", winner: null, reason, text };
  // Of four, three lose.
  const words = winner && game.info.seats.length > 2 ? `${text}; ${winner.name} wins alone` : text;
  return { score: winner?.color === "white" ? "1-0" : "0-1", winner: winner?.seat ?? null, reason, text: words };
}

on("live", turnOver);
document.addEventListener("visibilitychange", () => game.info && turnOver());
setInterval(tick, 100);
