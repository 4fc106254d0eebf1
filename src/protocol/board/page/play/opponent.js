/** The engine as a player: it moves when it is its turn at the end of the game. */

import { search } from "../core/api.js";
import { ApiError } from "../core/fault.js";
import { emit, end, game, on, play, positionAt, reference, say } from "../core/game.js";
import { settings } from "../core/settings.js";
import { remaining } from "./clock.js";
import { hasEngine, hasPerson, isEngine, isIdle, levelOf } from "./seats.js";

/** @import {Info, Seat} from "../core/types.js" */
/** @import {TreeNode} from "../core/tree.js" */

/** @type {{node: TreeNode, control: AbortController} | null} */
let thinking = null;
const RETRY = 1500;
/** A person sees the own move for so many milliseconds, unless the engine is to move faster. */
const LEAST = 600;
/** Whether the engine would have accepted a draw when it last moved for a seat. @type {Map<number, boolean>} */
const peaceful = new Map();

/** @param {boolean} value whether engines among themselves wait */
export function setPaused(value) {
  game.paused = value;
  emit("live");
  emit("message");
}

/** Whether the engine, playing a seat, would accept a draw, by what it said with its last move. @param {number} seat */
export const wouldAgree = (seat) => peaceful.get(seat) ?? false;

/** Starts or stops the engine's search as the game demands. */
export async function consider() {
  const idle = isIdle() || game.puzzle !== null || game.exploring || game.editing || game.ended !== null;
  if (thinking && (idle || thinking.node !== game.live)) stop();
  if (idle || thinking) return;
  const node = game.live;
  const position = await positionAt(node).catch(() => null);
  if (!position || position.result || thinking || node !== game.live) return;
  // The engine claims a draw; two people may go on.
  if (position.claim && node.parent && hasEngine()) return end(position.claim);
  if (isEngine(position.turn.seat)) await think(node, position.turn);
}

/** @param {number} time milliseconds @returns {Promise<void>} */
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

function stop() {
  thinking?.control.abort();
  thinking = null;
}

/** @param {TreeNode} node @param {Seat} turn */
async function think(node, turn) {
  const control = new AbortController();
  thinking = { node, control };
  emit("message");
  /** @type {Info | null} */
  let info = null;
  try {
    const shown = sleep(pause(turn.seat));
    const best = await search({ ...reference(node), ...limits(turn.seat), level: levelOf(turn.seat) }, control.signal, (one) => (info = one));
    await shown;
    if (thinking?.control !== control) return;
    thinking = null;
    if (best?.accepts_draw !== undefined) peaceful.set(turn.seat, best.accepts_draw);
    if (best?.move && node === game.live) await answer(node, best.move, turn, info);
  } catch (error) {
    if (thinking?.control === control) thinking = null;
    failed(error);
  }
}

/** How many milliseconds the last move is to be seen at least. Engines among themselves take the time that was chosen for a move. @param {number} seat */
function pause(seat) {
  const left = remaining(seat);
  if (left !== null) return Math.min(LEAST, left / 20);
  return hasPerson() ? Math.min(LEAST, settings.movetime) : settings.movetime;
}

/** @param {TreeNode} node @param {string} move @param {Seat} turn @param {Info | null} info */
async function answer(node, move, turn, info) {
  await play(move, node);
  const child = node.children.find((one) => one.text === move);
  if (child && info) Object.assign(child, whiteView(info, turn));
  emit("tree");
}

/** A score and its chances from White's view. @param {Pick<Info, "score" | "wdl">} info @param {Seat} turn @returns {Pick<Info, "score" | "wdl">} */
export function whiteView({ score, wdl }, turn) {
  if (turn.color === "white") return { score, wdl };
  return { score: score.mate !== undefined ? { mate: -score.mate } : { cp: -(score.cp ?? 0) }, wdl: [...wdl].reverse() };
}

/** @param {number} seat */
function limits(seat) {
  const left = remaining(seat);
  if (left === null || !settings.clock) return { movetime: settings.movetime };
  return { clock: { remaining: Math.max(1, Math.round(left)), increment: settings.clock[1], moves: null } };
}

/** Busy and lost engines are asked again. @param {unknown} error */
function failed(error) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 503) setTimeout(consider, RETRY);
  else if (status !== 0 && error instanceof Error) say(error.message);
}

on("live", consider);
on("new", () => {
  stop();
  peaceful.clear();
});
document.addEventListener("visibilitychange", () => game.info && consider());
