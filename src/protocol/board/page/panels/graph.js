/** The evaluation of a game as a curve. */

import { byId, el, svg } from "../core/dom.js";
import { game, show } from "../core/game.js";
import { lineTo, tip } from "../core/tree.js";
import { attempt } from "../play/picking.js";

/** @import {Score} from "../core/types.js" */

const WIDTH = 300;
const HEIGHT = 80;

/** The expected points in percent: a draw counts one half. @param {number[]} wdl permille @returns {number} */
export const share = ([win, draw]) => (win + draw / 2) / 10;

/** @param {Score} score @returns {string} such as `+0.34`, `#3`, `#-2` */
export function scoreText(score) {
  if (score.mate !== undefined) return `#${score.mate}`;
  const pawns = (score.cp ?? 0) / 100;
  return `${pawns > 0 ? "+" : pawns < 0 ? "−" : ""}${Math.abs(pawns).toFixed(2)}`;
}

/** The same without the sign, for narrow places. @param {Score} score */
export const sizeText = (score) => (score.mate !== undefined ? `#${Math.abs(score.mate)}` : Math.abs((score.cp ?? 0) / 100).toFixed(1));

export function drawGraph() {
  const line = lineTo(tip(game.node));
  const holder = byId("graph");
  const known = line.filter((node) => node.wdl).length > 1;
  holder.hidden = !known;
  if (!known) return holder.replaceChildren();
  const step = WIDTH / Math.max(1, line.length - 1);
  const points = line.flatMap((node, i) => (node.wdl ? [[i * step, HEIGHT * (1 - share(node.wdl) / 100)]] : []));
  const curve = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const at = line.indexOf(game.node) * step;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Evaluation of the game; up is good for White" });
  picture.append(
    svg("path", { class: "area", d: `M${points[0][0]} ${HEIGHT}L${curve}L${points[points.length - 1][0]} ${HEIGHT}z` }),
    svg("path", { class: "zero", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    svg("path", { class: "curve", d: `M${curve}` }),
    svg("path", { class: "now", d: `M${at} 0V${HEIGHT}` }),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
    attempt(() => show(line[index]));
  });
  holder.replaceChildren(picture, el("p", { class: "quiet" }, "Up: good for White. Click to go to a move."));
}
