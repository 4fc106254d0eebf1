/** What the engine says of the draft. */

import { el, verbatim } from "../core/dom.js";
import { t } from "../core/texts.js";
import { draft, isCurrent } from "./store.js";

/** @import {Line} from "./store.js" */

/** Whether the draft can be played, as far as the engine has said. */
export const isPlayable = () => isCurrent() && Boolean(draft.answer?.game?.ok) && !draft.answer?.game?.taken && !draft.answer?.problems.length;

/** One line: whether the draft can be played. */
export function verdictLine() {
  const game = draft.answer?.game;
  if (!isCurrent()) return el("span", { class: "quiet" }, "Looking …");
  if (draft.fault) return el("span", { class: "bad" }, draft.fault);
  if (!game) return el("span", { class: "bad" }, "There is no game in this text: it begins with its name in brackets.");
  const count = game.problems.length + (draft.answer?.problems.length ?? 0);
  if (count) return el("span", { class: "bad" }, count === 1 ? "✗ One problem" : `✗ ${count} problems`);
  if (game.taken) return el("span", { class: "bad" }, "✗ The program has a game of this name.");
  if (game.tried === false) return el("span", { class: "good" }, "✓ The lines are understood; the start position is tried when the game is played.");
  const odd = game.traps.length + game.warnings.length;
  return el("span", { class: "good" }, odd === 0 ? "✓ This game can be played." : odd === 1 ? "✓ It can be played; one remark" : `✓ It can be played; ${odd} remarks`);
}

/** @param {Line} one */
const withLine = ({ line, text }) => el("li", { class: "bad" }, `${t(`Line ${line}`)}: `, verbatim(text));

/** All that is said. */
export function verdictList() {
  const { answer } = draft;
  const game = answer?.game;
  if (!answer || !isCurrent()) return [];
  const problems = [...answer.problems, ...(game?.problems ?? [])].map(withLine);
  const warnings = (game?.warnings ?? []).map(({ line, text }) => el("li", {}, el("b", {}, "Skipped: "), `${t(`Line ${line}`)}: `, verbatim(text)));
  const traps = (game?.traps ?? []).map((text) => el("li", {}, el("b", {}, "Odd: "), verbatim(text)));
  const foreign = (game?.extensions ?? []).map(({ line, text }) => el("li", {}, el("b", {}, "pychess and Fairy-Stockfish do not understand: "), `${t(`Line ${line}`)}: `, verbatim(text)));
  const all = [...problems, ...warnings, ...traps, ...foreign];
  return all.length ? [el("ul", { class: "draw-remarks" }, ...all)] : [];
}

/** The rules in words. */
export const rulesWords = () => (draft.answer?.game?.words ?? []).map((text) => el("p", {}, verbatim(text)));
