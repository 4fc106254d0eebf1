/** Analysis: the engine searches the position that is shown and reports its lines. */

import { search } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { attr, byId, button, el, refill, select, setText } from "../core/dom.js";
import { emit, game, on, play, positionAt, reference, say } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { changeSettings, settings } from "../core/settings.js";
import { lineTo, tip } from "../core/tree.js";
import { attempt } from "../play/picking.js";
import { whiteView } from "../play/opponent.js";
import { drawGraph, scoreText, share, sizeText } from "./graph.js";

/** @import {Info} from "../core/types.js" */

/** @type {AbortController | null} */
let running = null;
/** @type {Map<number, Info>} */
let lines = new Map();
let waiting = false;
let pending = 0;

/** Starts or stops the analysis. While it runs, the engine does not play. */
function toggleAnalysis() {
  game.exploring = !game.exploring;
  document.body.classList.toggle("analysing", game.exploring);
  lines.clear();
  restart();
  drawControls();
  emit("live");
  emit("clicked");
}

/** Searches the position that is shown, after a moment, so that stepping through a game starts no search for every move. */
function restart() {
  running?.abort();
  running = null;
  clearTimeout(pending);
  lines.clear();
  setArrows("analysis", []);
  draw();
  if (game.exploring && !game.position.result) pending = window.setTimeout(run, 120);
}

async function run() {
  const control = new AbortController();
  running = control;
  const { node } = game;
  const threads = Math.max(1, game.catalogue.limits.threads ?? 1);
  try {
    await search({ ...reference(), infinite: true, lines: settings.lines, threads }, control.signal, (info) => {
      if (running !== control) return;
      take(info);
    });
  } catch (error) {
    if (running === control && error instanceof Error && game.node === node) say(error.message);
  }
}

/** @param {Info} info */
function take(info) {
  const isExact = info.bound === "exact";
  if (!isExact && lines.has(info.line)) return;
  lines.set(info.line, info);
  if (info.line === 1 && isExact) Object.assign(game.node, whiteView(info, game.position.turn));
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    waiting = false;
    draw();
  }, 200);
}

function draw() {
  const sorted = [...lines.values()].sort((a, b) => a.line - b.line).slice(0, settings.lines);
  refill(byId("lines"), ...sorted.map(lineElement));
  const first = sorted[0];
  setText(byId("depth"), first ? `Depth ${first.depth}/${first.seldepth} · ${short(first.nodes)} nodes · ${short(first.nps)}/s` : game.exploring ? "Starting …" : "");
  const arrows = settings.arrows && game.exploring ? sorted.flatMap(arrowsOf) : [];
  setArrows("analysis", arrows.reverse());
  drawBar();
  drawGraph();
}

/** @param {Info} info @param {number} index */
function arrowsOf(info, index) {
  return legsOf(game.list, info.pv[0] ?? "").map(([from, to], leg) => ({ from, to, look: `line-${index + 1}`, label: leg === 0 ? String(index + 1) : undefined }));
}

/** @param {number} count */
function short(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${Math.round(count / 1e3)} k` : String(count);
}

/** The sign before a score from White's view that is only a bound from that of the side to move. @param {string} bound */
function boundSign(bound) {
  if (bound === "exact") return "";
  return (bound === "lower") === (game.position.turn.color === "white") ? "≥ " : "≤ ";
}

/** @param {Info} info @param {number} index */
function lineElement(info, index) {
  const score = boundSign(info.bound) + scoreText(whiteView(info, game.position.turn).score);
  const moves = (info.san ?? info.pv).slice(0, 12).join(" ");
  const first = info.pv[0];
  const line = button("", () => first && attempt(() => play(first)), { class: "line", title: "Play the first move of this line" });
  line.append(el("span", { class: `line-number line-${index + 1}` }, String(info.line)), el("b", {}, score), el("span", { class: "pv" }, moves));
  return el("li", {}, line);
}

/** The bar beside the boards. */
function drawBar() {
  const bar = byId("bar");
  const { score, wdl } = game.node;
  bar.hidden = !game.exploring;
  byId("bar-white").style.height = `${wdl ? share(wdl) : 50}%`;
  setText(byId("bar-score"), score ? sizeText(score) : "");
  attr(bar, "aria-label", score ? `Evaluation ${scoreText(score)}, from White's view` : "Evaluation");
}

/** Makes the controls of the panel. */
export function drawControls() {
  const { limits } = game.catalogue;
  const most = Math.min(5, limits.lines ?? 5);
  const counts = [...Array(most).keys()].map((i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]));
  const arrows = el("input", { type: "checkbox", checked: settings.arrows, onchange: () => {
    changeSettings({ arrows: arrows.checked });
    draw();
  } });
  refill(byId("analysis-controls"), 
    button(game.exploring ? "Stop analysis" : "Start analysis", toggleAnalysis, { class: "primary", "aria-pressed": String(game.exploring) }),
    select("Lines", counts, String(settings.lines), (value) => {
      changeSettings({ lines: Number(value) });
      restart();
    }),
    el("label", { class: "check-field" }, arrows, "Arrows"),
    button("Evaluate the game", evaluateGame),
  );
}

const GLANCE = 250;

/** Gives every move of the line that is shown a score, for the graph. */
async function evaluateGame() {
  const { root } = game;
  for (const node of lineTo(tip(game.node))) {
    if (game.root !== root) return;
    if (node.score) continue;
    const { turn, result } = await positionAt(node);
    if (result) continue;
    const done = await attempt(async () => {
      await search({ ...reference(node), movetime: GLANCE }, new AbortController().signal, (info) => Object.assign(node, whiteView(info, turn)));
    });
    if (!done) return;
    drawGraph();
  }
}

on("position", () => (game.exploring ? restart() : drawGraph()));
on("tree", drawGraph);
on("new", () => {
  document.body.classList.toggle("analysing", game.exploring);
  restart();
  drawControls();
});
