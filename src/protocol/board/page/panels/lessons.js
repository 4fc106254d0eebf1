/** The bar of a lesson. */

import { byId, setText } from "../core/dom.js";
import { game, say } from "../core/game.js";
import { attempt } from "../play/picking.js";
import { leaveLesson, openLessons, showLesson, stepLesson } from "../play/lesson.js";

/** Draws the bar. */
export function drawLesson() {
  const { lesson } = game;
  byId("lesson-bar").hidden = !lesson;
  if (!lesson) return;
  const { task, told } = lesson.list[lesson.at];
  const done = lesson.state === "done";
  const isLast = lesson.at === lesson.list.length - 1;
  byId("lesson-bar").dataset.state = lesson.state;
  setText(byId("lesson-task"), done ? `Right. ${told}` : task);
  setText(byId("lesson-number"), `Lesson ${lesson.at + 1} of ${lesson.list.length}`);
  setText(byId("lesson-next"), isLast && done ? "Play the game" : "Next");
  byId("lesson-next").classList.toggle("primary", done);
  byId("lesson-show").hidden = done;
  byId("lesson-back").hidden = lesson.at === 0;
}

/** Opens the lessons of the game that is shown. */
async function begin() {
  const { name, title } = game.info;
  if (!(await openLessons(name))) say(`${title} has no lessons; its rules are in the tab Rules.`);
}

/** Binds the buttons. */
export function listenLessons() {
  /** @type {Object<string, () => unknown>} */
  const actions = { lessons: begin, "lesson-next": () => stepLesson(1), "lesson-back": () => stepLesson(-1), "lesson-show": showLesson, "lesson-leave": leaveLesson };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => attempt(async () => void (await action())));
}
