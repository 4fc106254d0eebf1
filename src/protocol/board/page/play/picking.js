/** Clicks on squares, items and buttons become moves. */

import { request } from "../core/api.js";
import { foresee, game, nameAt, nextStep, openStub, play, reference, result, say, setClicked } from "../core/game.js";
import { isBeginning, step } from "../core/paths.js";
import { isEngine } from "./seats.js";

let isFetching = false;

/** Whether a person may move in the position that is shown. */
export function mayMove() {
  if (game.editing || result()) return false;
  return game.exploring || !isEngine(game.position.turn.seat);
}

/** @param {string} target a square, an item of a hand, the token or a button */
export async function click(target) {
  if (!mayMove() || isFetching) return;
  const { clicked, list } = game;
  if (nextStep().targets.has(target)) return advance([...clicked, target]);
  const isLast = clicked[clicked.length - 1] === target;
  if (!isLast && isBeginning(list, [target])) return advance([target]);
  if (!clicked.length) return;
  const mover = nameAt(clicked[clicked.length - 1]);
  setClicked([]);
  if (!isLast) say(`The ${mover} cannot go there.`);
}

/** Prepares for a click: if it completes a move, the engine is asked for the position after it. @param {string | null} target */
export function expectClick(target) {
  const { clicked, list } = game;
  if (!target || !clicked.length || !mayMove() || !nextStep().targets.has(target)) return;
  const { ended, goesOn } = step(list, [...clicked, target]);
  if (ended.length === 1 && !goesOn) foresee(ended[0].text);
}

/** @param {string[]} clicked */
async function advance(clicked) {
  const { stub } = step(game.list, clicked);
  if (stub) {
    setClicked(clicked);
    await fetchBehind(stub);
    if (game.clicked !== clicked) return;
  }
  const { ended, goesOn } = step(game.list, clicked);
  if (ended.length === 1 && !goesOn) await finish(clicked, ended[0].text);
  else setClicked(clicked);
}

/** An answer that comes within so many milliseconds is drawn without the last click before it. */
const SOON = 60;

/** Plays the only move that is left. @param {string[]} clicked @param {string} text */
async function finish(clicked, text) {
  game.clicked = clicked;
  const late = setTimeout(() => game.clicked === clicked && setClicked(clicked), SOON);
  const done = await choose(text);
  clearTimeout(late);
  if (!done && game.clicked === clicked) clearClicks();
}

/** Fetches the moves behind a stub; clicks wait for them. @param {import("../core/types.js").Stub} stub */
async function fetchBehind(stub) {
  isFetching = true;
  say(`Fetching ${stub.count} moves …`);
  const done = await attempt(() => openStub(stub));
  isFetching = false;
  if (done) say("");
}

/** Plays a move of the list. @param {string} text */
export function choose(text) {
  return attempt(() => play(text));
}

/** Plays a typed move. @param {string} text @returns {Promise<boolean>} whether it was legal */
export async function typeMove(text) {
  if (!mayMove()) {
    say("It is not your turn.");
    return false;
  }
  const { node } = game;
  return attempt(async () => {
    const { move, error } = await request("typed", { ...reference(), text: text.trim().replace(/[!?]+$/, "") });
    if (move === null) throw new Error(error);
    await play(move, node);
  });
}

/** Runs an action; what goes wrong is told. @param {() => Promise<void>} action @returns {Promise<boolean>} */
export async function attempt(action) {
  try {
    await action();
    return true;
  } catch (error) {
    say((error instanceof Error ? error.message : String(error)).replace(/^moves: move \d+: /, ""));
    return false;
  }
}

/** Forgets the clicks of a move that could not be played; what went wrong stays in the status line. */
function clearClicks() {
  const { message } = game;
  setClicked([]);
  say(message);
}

/** Gives up the clicks made so far. */
export function cancel() {
  if (game.clicked.length) setClicked([]);
}
