/** What the engine says of the draft. */

import { button, el, verbatim } from "../core/dom.js";
import { isTold, plain } from "./fields.js";
import { draft, isCurrent, keyOf, kinds, problems } from "./store.js";

/** @import {Line} from "./store.js" */

/** Whether the draft can be played, as far as the engine has said. */
export const isPlayable = () => isCurrent() && Boolean(draft.answer?.game?.ok) && !draft.answer?.game?.taken && !draft.answer?.problems.length;

/** What is odd and leaves no game, the gravest first. */
const DEAD = [/^the game is over before/, /^every first move ends/, / begins without a /, / has no way to win/];

/** One line: whether the draft can be played. */
export function verdictLine() {
  const game = draft.answer?.game;
  if (!isCurrent()) return el("span", { class: "quiet" }, "Looking …");
  if (draft.fault) return el("span", { class: "bad" }, draft.fault);
  if (!game) return el("span", { class: "bad" }, "There is no game in this text: it begins with its name in brackets.");
  const count = problems().length;
  if (count) return el("span", { class: "bad" }, count === 1 ? "✗ One problem" : `✗ ${count} problems`);
  if (game.taken) return el("span", { class: "bad" }, "✗ The program has a game of this name.");
  if (game.tried === false) return el("span", { class: "good" }, "✓ The lines are understood; the start position is tried when the game is played.");
  const dead = DEAD.flatMap((words) => game.traps.find((trap) => words.test(trap)) ?? []).shift();
  if (dead) return el("span", { class: "bad" }, `⚠ It can be played, but ${dead}.`);
  const odd = game.traps.length + game.warnings.length;
  return el("span", { class: "good" }, odd === 0 ? "✓ This game can be played." : odd === 1 ? "✓ It can be played; one remark" : `✓ It can be played; ${odd} remarks`);
}

/** The name of the piece that a sentence is about. @param {Line} one */
const pieceOf = (one) => kinds().find((kind) => kind.key === keyOf(one))?.name;

/** All that is said. The text has numbers of lines, which lead there; the form has what does not stand beside its fields. @param {boolean} isText @param {(line: number) => void} toLine */
export function verdictList(isText, toLine) {
  const { answer } = draft;
  const game = answer?.game;
  if (!answer || !isCurrent()) return [];
  const where = /** @param {Line} one */ (one) => {
    const [key] = /^([A-Za-z0-9]+: )?/.exec(one.text) ?? [""];
    if (isText) return [button(`Line ${one.line}`, () => toLine(one.line), { class: "draw-line-link", "data-line": one.line }), verbatim(`: ${key}`), el("span", {}, one.text.slice(key.length))];
    const piece = pieceOf(one);
    return [...(piece ? [el("span", {}, piece), ": "] : []), el("span", {}, plain(one.text))];
  };
  const wrong = problems().filter((one) => isText || !isTold(one)).map((one) => el("li", { class: "bad" }, ...where(one)));
  const warnings = (game?.warnings ?? []).map((one) => el("li", {}, el("b", {}, "Skipped: "), ...where(one)));
  const traps = (game?.traps ?? []).map((text) => el("li", {}, el("b", {}, "Odd: "), el("span", {}, text)));
  const foreign = (game?.extensions ?? []).map((one) => el("li", {}, el("b", {}, "pychess and Fairy-Stockfish do not understand: "), ...where(one)));
  const all = [...wrong, ...warnings, ...traps, ...foreign];
  return all.length ? [el("ul", { class: "draw-remarks" }, ...all)] : [];
}

/** The rules in words. */
export const rulesWords = () => (draft.answer?.game?.words ?? []).map((text) => el("p", {}, text));
