/** The review of a game: every move is judged, and the better moves can be found. */

import { search } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { byId, button, el } from "../core/dom.js";
import { emit, game, on, positionAt, reference, say, show } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { lineTo, tip } from "../core/tree.js";
import { attempt } from "../play/picking.js";
import { whiteView } from "../play/opponent.js";
import { drawGraph, share } from "./graph.js";

/** @import {Info} from "../core/types.js" */
/** @import {TreeNode} from "../core/tree.js" */

/** Milliseconds for a position. */
const GLANCE = 300;
/** From so many lost points of a hundred on a move gets a glyph of PGN; `jailbird annotate` judges alike. @type {[number, number, string][]} */
const MARKS = [[15, 4, "blunder"], [10, 2, "mistake"], [5, 6, "inaccuracy"]];

/** The best moves that were found, by the position before them. @type {Map<TreeNode, string>} */
const best = new Map();
/** @type {AbortController | null} */
let running = null;

/** Judges every move of the line that is shown. */
export async function reviewGame() {
  if (running) return running.abort();
  const control = new AbortController();
  running = control;
  const { root } = game;
  const line = [root, ...lineTo(tip(game.node))];
  for (const [i, node] of line.entries()) {
    byId("review").replaceChildren(progress(i, line.length), button("Stop", () => control.abort()));
    const done = await attempt(() => glance(node, control.signal));
    if (!done || control.signal.aborted || game.root !== root) break;
    if (node.parent) judge(node);
    drawGraph();
    emit("tree");
  }
  running = null;
  if (game.root === root) summary(line.slice(1));
}

/** @param {number} at @param {number} count */
const progress = (at, count) => el("progress", { max: count, value: at, "aria-label": `Move ${at} of ${count - 1}` });

/** Evaluates the position at a node. @param {TreeNode} node @param {AbortSignal} signal */
async function glance(node, signal) {
  const { turn, result } = await positionAt(node);
  if (result) {
    const winner = result.winner === null ? null : game.info.seats[result.winner]?.color;
    node.wdl = winner === null ? [0, 1000, 0] : winner === "white" ? [1000, 0, 0] : [0, 0, 1000];
    return;
  }
  const found = await search({ ...reference(node), movetime: GLANCE }, signal, (/** @type {Info} */ info) => info.bound === "exact" && Object.assign(node, whiteView(info, turn)));
  if (found?.move) best.set(node, found.move);
}

/** Points of a hundred that the player of a move expects at a node. @param {TreeNode} at @param {TreeNode} move @returns {number | null} */
function expected(at, move) {
  if (!at.wdl) return null;
  return game.info.seats[move.seat].color === "white" ? share(at.wdl) : 100 - share(at.wdl);
}

/** What a move has lost, in points of a hundred. @param {TreeNode} node */
function loss(node) {
  const [before, after] = [node.parent && expected(node.parent, node), expected(node, node)];
  if (before === null || after === null || (node.parent && best.get(node.parent) === node.text)) return 0;
  return Math.max(0, before - after);
}

/** @param {TreeNode} node */
function judge(node) {
  const mark = MARKS.find(([least]) => loss(node) >= least);
  node.glyphs = [...node.glyphs.filter((glyph) => !MARKS.some(([, own]) => own === glyph)), ...(mark ? [mark[1]] : [])];
}

/** The accuracy of moves, 0 to 100: the mean of their arithmetic and their harmonic mean. @param {TreeNode[]} moves */
function accuracy(moves) {
  const each = moves.map((node) => Math.min(100, Math.max(1, 103.1668 * Math.exp(-0.04354 * loss(node)) - 3.1669)));
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length;
  const harmonic = each.length / each.reduce((sum, one) => sum + 1 / one, 0);
  return Math.round((mean + harmonic) / 2);
}

/** Accuracy and mistakes of every player, and the way to the mistakes. @param {TreeNode[]} line */
function summary(line) {
  const judged = line.filter((node) => node.wdl && node.parent?.wdl);
  const rows = game.info.seats.flatMap((seat) => {
    const own = judged.filter((node) => node.seat === seat.seat);
    if (!own.length) return [];
    const counts = MARKS.map(([, glyph]) => own.filter((node) => node.glyphs.includes(glyph)).length);
    return [el("tr", {}, el("th", { scope: "row" }, seat.name), el("td", {}, `${accuracy(own)} %`), ...counts.map((one) => el("td", {}, String(one))))];
  });
  const head = el("tr", {}, el("td", {}), ...["Accuracy", "??", "?", "?!"].map((text) => el("th", { scope: "col" }, text)));
  const table = el("table", { class: "review-table" }, el("thead", {}, head), el("tbody", {}, ...rows));
  byId("review").replaceChildren(table, el("div", { class: "actions" }, button("Next mistake", () => attempt(() => toMistake(line))), button("Find the better move", () => attempt(() => findBetter(line)))));
}

/** @param {TreeNode} node */
const isMistake = (node) => node.glyphs.some((glyph) => MARKS.some(([, own]) => own === glyph));

/** The first mistake behind the position that is shown, otherwise the first one of all. @param {TreeNode[]} line */
function nextMistake(line) {
  const at = line.indexOf(game.task ? game.task.played : game.node);
  return line.slice(at + 1).find(isMistake) ?? line.find(isMistake) ?? null;
}

/** @param {TreeNode[]} line */
async function toMistake(line) {
  const node = nextMistake(line);
  if (!node) return say("No mistake was found.");
  game.task = null;
  await show(node);
  const better = node.parent && best.get(node.parent);
  if (!better || !node.parent) return;
  const { moves } = await positionAt(node.parent);
  say(`Better: ${moves.find((move) => move.text === better)?.label ?? better}.`);
}

/** Shows the position before a mistake; the person looks for a better move. @param {TreeNode[]} line */
async function findBetter(line) {
  const node = nextMistake(line);
  if (!node?.parent) return say("No mistake was found.");
  const { parent } = node;
  game.task = { played: node, at: parent };
  game.exploring = true;
  emit("live");
  await show(parent);
  say(`${game.info.seats[node.seat].name} played ${node.short ?? node.san}. Find a better move.`);
}

/** Judges a move that was tried in place of a mistake. */
async function judgeTry() {
  const { task, node } = game;
  if (!task || node === task.at) return;
  if (node.parent !== task.at) return void (game.task = null);
  if (best.get(task.at) !== node.text) {
    say("One moment …");
    await glance(node, new AbortController().signal);
  }
  if (game.node !== node || game.task !== task) return;
  const lost = loss(node);
  if (lost < MARKS[2][0]) {
    game.task = { ...task, at: node };
    return say(best.get(task.at) === node.text ? "Right: that is the best move." : "Right: that is as good.");
  }
  await show(task.at);
  say(node === task.played ? "That was played. Find a better move." : "That is not better. Try again.");
  const known = best.get(task.at);
  if (known && lost > 0) setArrows("hint", legsOf(game.list, known).slice(0, 1).map(([from]) => ({ from, to: from, look: "hint" })));
}

on("position", () => attempt(judgeTry));
on("new", () => {
  running?.abort();
  best.clear();
  game.task = null;
  byId("review").replaceChildren();
});
