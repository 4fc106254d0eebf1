/** The way to the puzzles, and the bar above the board while one is shown. */

import { attr, byId, button, el, refill, select, setText } from "../core/dom.js";
import { game } from "../core/game.js";
import { attempt } from "../play/picking.js";
import { LEVELS, countOf, leavePuzzle, nextPuzzle, openPuzzle, puzzleHint, retry, showSolution, solvedOf, task } from "../play/puzzle.js";
import { cap } from "../view/prompt.js";
import { open } from "../core/dialog.js";

/** Opens the dialog that asks for game and level. */
export function openPuzzles() {
  const games = game.catalogue.games.filter((one) => Object.keys(one.puzzles ?? {}).length);
  const wish = { name: games.some((one) => one.name === game.info.name) ? game.info.name : games[0].name, level: game.puzzle?.level ?? LEVELS[0] };
  const levels = el("fieldset", { class: "levels" });
  const drawLevels = () => {
    const there = LEVELS.filter((level) => countOf(wish.name, level));
    if (!there.includes(wish.level)) wish.level = there[0];
    refill(levels, el("legend", {}, "How hard"), ...there.map((level) => levelCard(wish, level)));
  };
  drawLevels();
  open("Puzzles", (close) => [
    el("p", {}, "One move wins by force. Find it, and go on until the game is won; the engine defends."),
    select("Choose a game", games.map((one) => [one.name, one.title]), wish.name, (name) => {
      wish.name = name;
      drawLevels();
    }),
    levels,
    el("div", { class: "actions foot" }, button("Start", () => begin(wish, close), { class: "primary", id: "start-puzzle" })),
  ]);
}

/** @param {{name: string, level: string}} wish @param {string} level */
function levelCard(wish, level) {
  const radio = el("input", { type: "radio", name: "level", value: level, checked: level === wish.level, onchange: () => (wish.level = level) });
  const words = `${solvedOf(wish.name, level).length} of ${countOf(wish.name, level)} solved`;
  return el("label", { class: "game-card" }, radio, el("span", {}, el("b", {}, cap(level)), el("small", {}, words)));
}

/** @param {{name: string, level: string}} wish @param {() => void} close */
async function begin({ name, level }, close) {
  const known = solvedOf(name, level);
  const number = Array.from({ length: countOf(name, level) }, (_, i) => i).find((one) => !known.includes(one)) ?? 0;
  if (await attempt(() => openPuzzle(name, level, number))) close();
}

/** Draws the bar, and hides what has no meaning in a puzzle or in a lesson. */
export function drawPuzzle() {
  const { puzzle } = game;
  byId("puzzle-bar").hidden = !puzzle;
  document.body.classList.toggle("puzzle", puzzle !== null);
  for (const id of ["draw", "resign", "rematch", "players", "end-rematch", "end-new", "end-review", "hint", "take-back"]) byId(id).hidden = puzzle !== null || game.lesson !== null;
  // Nobody is there who could accept a draw.
  if (game.mail) for (const id of ["draw", "players"]) byId(id).hidden = true;
  if (!puzzle) return;
  const { number, level, state } = puzzle;
  setText(byId("puzzle-task"), state === "solved" ? "Solved!" : state === "shown" ? "The solution: step through the moves." : `${task(puzzle)}.`);
  setText(byId("puzzle-number"), `Puzzle ${number + 1} of ${countOf(puzzle.game, level)}, ${level} · ${solvedOf(puzzle.game, level).length} solved`);
  attr(byId("puzzle-bar"), "data-state", state);
  byId("puzzle-hint").hidden = state !== "open";
  byId("puzzle-solution").hidden = state !== "open";
  byId("puzzle-retry").hidden = state !== "shown";
  byId("puzzle-next").classList.toggle("primary", state !== "open");
}

/** Binds the buttons of the bar. */
export function listenPuzzles() {
  /** @type {Object<string, () => Promise<void>>} */
  const actions = { "puzzle-hint": puzzleHint, "puzzle-solution": showSolution, "puzzle-next": nextPuzzle, "puzzle-retry": retry, "puzzle-leave": leavePuzzle };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => attempt(action));
  byId("puzzles").addEventListener("click", openPuzzles);
}
