/** Analysis: the engine searches the position that is shown and reports its lines. */

import { search } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { attr, byId, button, el, refill, select, setText, verbatim } from "../core/dom.js";
import { emit, game, on, play, reference, say } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { changeSettings, settings } from "../core/settings.js";
import { attempt } from "../play/picking.js";
import { whiteView } from "../play/opponent.js";
import { drawGraph, scoreText, share, sizeText } from "./graph.js";
import { reviewGame } from "./review.js";

/** @import {Info} from "../core/types.js" */

/** @type {AbortController | null} */
let running = null;
/** @type {Map<number, Info>} */
let lines = new Map();
let waiting = false;
/** Whether the controls show a running analysis. */
let shown = false;
let pending = 0;

/** Starts or stops the analysis. While it runs, the engine does not play. */
function toggleAnalysis() {
  game.exploring = !game.exploring;
  emit("live");
  emit("clicked");
}

/** Follows what others have done: a move that is only tried starts the analysis. */
function sync() {
  if (shown === game.exploring) return;
  shown = game.exploring;
  document.body.classList.toggle("analysing", shown);
  restart();
  drawControls();
}

/** Searches the position that is shown, after a moment, so that stepping through a game starts no search for every move. */
function restart() {
  running?.abort();
  running = null;
  clearTimeout(pending);
  lines.clear();
  setArrows("analysis", []);
  draw();
  if (game.exploring && !game.task && !game.position.result && document.visibilityState !== "hidden") pending = window.setTimeout(run, 120);
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
  const sorted = [...lines.values()].sort((a, b) => a.line - b.line);
  const isKnown = sorted[0]?.ending;
  if (!isKnown) sorted.splice(settings.lines);
  refill(byId("lines"), ...sorted.map(lineElement));
  const first = sorted[0];
  setText(byId("depth"), isKnown ? "Every move, played to the end" : first ? `Depth ${first.depth}/${first.seldepth} · ${short(first.nodes)} nodes · ${short(first.nps)}/s` : game.exploring ? "Starting …" : "");
  const arrows = settings.arrows && game.exploring ? sorted.slice(0, settings.lines).flatMap(arrowsOf) : [];
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
  const moves = (info.san ?? info.pv).slice(0, info.ending ? 4 : 12).map((san, i) => button(verbatim(san), () => follow(info.pv.slice(0, i + 1)), { class: "pv-move", title: "Play the line up to this move" }));
  return el("li", { class: "line" }, el("span", { class: `line-number line-${index + 1}` }, String(info.line)), el("b", {}, score), el("span", { class: "pv" }, ...moves));
}

/** Plays the moves of a line, one after another. @param {string[]} moves */
function follow(moves) {
  return attempt(async () => {
    for (const move of moves) await play(move);
  });
}

/** The bar beside the boards. */
function drawBar() {
  const bar = byId("bar");
  const { score, wdl } = game.node;
  bar.hidden = !game.exploring || game.info.seats.length > 2;
  byId("bar-white").style.height = `${wdl ? share(wdl) : 50}%`;
  setText(byId("bar-score"), score ? sizeText(score) : "");
  attr(bar, "aria-label", score ? `Evaluation ${scoreText(score)}, from White's view` : "Evaluation");
}

/** Makes the controls of the panel. */
export function drawControls() {
  const { limits } = game.catalogue;
  const most = Math.min(5, limits.lines ?? 5);
  const counts = [...Array(most).keys()].map((i) => [String(i + 1), String(i + 1)]);
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
    button("Review the game", reviewGame),
  );
}

on("position", () => (game.exploring ? restart() : drawGraph()));
on("tree", drawGraph);
on("live", sync);
on("new", () => {
  shown = game.exploring;
  document.body.classList.toggle("analysing", shown);
  restart();
  drawControls();
});
document.addEventListener("visibilitychange", () => game.exploring && restart());
