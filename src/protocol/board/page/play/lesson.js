/** Lessons: small positions in which a move is to be made. */

import { request } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { emit, game, on, rewind, say, start } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { recall, remember } from "../core/settings.js";
import { wind } from "./clock.js";
import { attempt } from "./picking.js";
import { setPlayers, usualPlayers } from "./seats.js";

/** @import {Lesson} from "../core/types.js" */

const KEY = "jailbird.lessons";

/** How many lessons of a game have been done in this browser. @param {string} name @returns {number} */
export const doneOf = (name) => Number((recall("localStorage", KEY) ?? {})[name] ?? 0);

/** @param {string} name @param {number} count */
function keepDone(name, count) {
  if (count > doneOf(name)) remember("localStorage", KEY, { ...recall("localStorage", KEY), [name]: count });
}

/** Shows a lesson. @param {string} name the game @param {Lesson[]} list @param {number} at */
async function openLesson(name, list, at) {
  const lesson = { list, at, state: /** @type {"open" | "done"} */ ("open") };
  await start({ game: name, fen: list[at].fen, lesson }, () => {
    setPlayers(game.info.seats.map(() => ({ engine: false, level: 20 })));
    wind();
  });
}

/** Begins with a lesson, or else with the first one that has not been done. @param {string} name @param {number} [wish] @returns {Promise<boolean>} whether the game has this lesson, or any */
export async function openLessons(name, wish) {
  const { lessons } = await request("lessons", { game: name });
  const done = doneOf(name);
  const at = wish ?? (done < lessons.length ? done : 0);
  if (!lessons[at]) return false;
  await openLesson(name, lessons, at);
  return true;
}

/** @param {number} by */
export async function stepLesson(by) {
  const { lesson, info } = game;
  const at = (lesson?.at ?? 0) + by;
  if (lesson?.list[at]) await openLesson(info.name, lesson.list, at);
  else await leaveLesson();
}

/** Begins the game, against the engine. */
export async function leaveLesson() {
  await start({ game: game.info.name }, () => {
    setPlayers(usualPlayers(game.info));
    wind();
  });
}

/** Shows what is to be done. */
export function showLesson() {
  const { lesson, list } = game;
  if (!lesson) return;
  setArrows("hint", legsOf(list, lesson.list[lesson.at].moves[0]).map(([from, to]) => ({ from, to, look: "hint" })));
}

/** Judges the move that was made. */
async function judge() {
  const { lesson, live: node } = game;
  if (!lesson || lesson.state === "done" || !node.parent) return;
  const { moves } = lesson.list[lesson.at];
  if (moves.includes(node.text)) {
    lesson.state = "done";
    keepDone(game.info.name, lesson.at + 1);
    return emit("clicked");
  }
  await rewind(node.parent);
  if (game.lesson === lesson) say("That is another move. Try again.");
}

on("live", () => attempt(judge));
