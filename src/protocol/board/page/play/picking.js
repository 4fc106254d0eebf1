/** Clicks on squares, items and buttons become moves. */

import { request } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { choose as ask } from "../core/dialog.js";
import { emit, foresee, game, nextStep, on, openStub, play, reference, result, say, setClicked, show } from "../core/game.js";
import { isBeginning, isSquare, step } from "../core/paths.js";
import { lineTo, promote } from "../core/tree.js";
import { forgetPremove, isOwn, mayPremove, premove, takePremove } from "./premove.js";
import { isEngine } from "./seats.js";

/** @import {Reason} from "../core/types.js" */
/** @import {TreeNode} from "../core/tree.js" */

let isFetching = false;
/** The square of a piece that has no move, after a click on it: the next click asks about that goal. */
let stuck = "";
/** How often a reason was asked for: only the last answer is told. */
let questions = 0;

/** Whether a person may move in the position that is shown. */
export function mayMove() {
  if (game.editing || result()) return false;
  return game.exploring || !(isEngine(game.position.turn.seat) || (game.locked && game.node === game.live));
}

/** @param {string} target a square, an item of a hand, the token or a button */
export async function click(target) {
  if (mayPremove()) return premove(target);
  if (!mayMove() || isFetching) return;
  const { clicked, list } = game;
  if (nextStep().targets.has(target)) return advance([...clicked, target]);
  const isLast = clicked[clicked.length - 1] === target;
  const from = clicked[clicked.length - 1] || stuck;
  stuck = "";
  if (!isLast && isBeginning(list, [target])) return advance([target]);
  if (from || game.message) setClicked([]);
  if (isLast || !isSquare(target)) return;
  const piece = game.position.pieces.find((one) => one.square === target);
  if (from && from !== target) return explain(from, target);
  if (!piece) return;
  if (piece.side === game.position.turn.color) stuck = target;
  await explain(target);
}

/** Tells why what stands on a target may not go to another one, or not at all, and points at the culprit. @param {string} from @param {string} [to] */
export async function explain(from, to) {
  const { node, clicked } = game;
  const question = ++questions;
  await attempt(async () => {
    /** @type {Reason} */
    const reason = await request("why", { ...reference(), from, ...(to ? { to } : {}) });
    if (game.node === node && game.clicked === clicked && question === questions) blame(reason);
  });
}

/** A piece that has no move was dragged: it is judged by its goal, as by a click on it. @param {string} from @param {string} to */
export async function explainDrag(from, to) {
  if (stuck !== from) return;
  stuck = "";
  await explain(from, to);
}

/** @param {Reason} reason */
function blame({ text, by, on: victim }) {
  if (text) say(text);
  setArrows("why", by.map((from) => ({ from, to: victim ?? from, look: "why" })));
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

/** Plays a move of the list. Before the end of the game it asks first. @param {string} text @returns {Promise<boolean>} whether it was played */
export async function choose(text) {
  const { node } = game;
  const next = node.children.find((child) => child.text === text);
  if (game.exploring || game.puzzle || game.lesson || node === game.live) return attempt(() => play(text));
  if (next) return attempt(() => show(next));
  return branch(node, text);
}

/** Asks what a move before the end of the game is to be. @param {TreeNode} node @param {string} text */
async function branch(node, text) {
  const [at, count] = [lineTo(node).length, lineTo(game.live).length];
  const question = `This is the position after move ${at} of ${count}. Shall the game go on from here with another move? The moves that were played stay as a side line.`;
  const mail = "By mail the game goes on only at its end. Shall another move be tried here? It is not sent.";
  const ways = game.mail ? ["Only try it"] : ["Play on from here", "Only try it"];
  const answer = await ask("Another move", game.mail ? mail : question, ways, "Cancel");
  if (answer < 0 || game.node !== node) return false;
  if (ways[answer] === "Only try it") {
    game.exploring = true;
    emit("live");
    return attempt(() => play(text));
  }
  return attempt(async () => {
    await play(text);
    promote(game.node);
    emit("tree");
    emit("live");
  });
}

/** Plays a typed move. @param {string} text @returns {Promise<boolean>} whether it was legal */
export async function typeMove(text) {
  if (!mayMove()) {
    say("It is not your turn.");
    return false;
  }
  const { node } = game;
  return attempt(async () => {
    const { move, error, why } = await request("typed", { ...reference(), text: text.trim().replace(/[!?]+$/, "") });
    if (game.node !== node) throw new Error("");
    if (move === null) {
      if (why) blame(why);
      throw new Error(why?.text || error);
    }
    if (!(await choose(move))) throw new Error(game.message);
  });
}

/** Runs an action; what goes wrong is told. @param {() => Promise<void>} action @returns {Promise<boolean>} */
export async function attempt(action) {
  try {
    await action();
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** Forgets the clicks of a move that could not be played; what went wrong stays in the status line. */
function clearClicks() {
  const { message } = game;
  setClicked([]);
  say(message);
}

/** Gives up the clicks made so far, also those ahead of the turn. */
export function cancel() {
  stuck = "";
  if (forgetPremove()) say("");
  if (game.clicked.length) setClicked([]);
}

/** Whether the piece on a square can be dragged now, also ahead of the turn. @param {string} square */
export const mayDrag = (square) => (mayMove() ? isBeginning(game.list, [square]) : mayPremove() && isOwn(square));

on("clicked", () => setArrows("why", []));
on("position", () => (stuck = ""));
on("live", () => {
  const ahead = game.position && mayMove() ? takePremove() : [];
  const { node } = game;
  if (ahead.length) setTimeout(() => game.node === node && isBeginning(game.list, ahead) && advance(ahead));
});
