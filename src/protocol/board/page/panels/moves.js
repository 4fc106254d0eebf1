/** The list of moves with variations. */

import { byId, button, el, refill, verbatim } from "../core/dom.js";
import { drop, emit, game, result, show } from "../core/game.js";
import { t } from "../core/texts.js";
import { isOnLine, promote } from "../core/tree.js";
import { attempt } from "../play/picking.js";
import { scoreOf } from "../view/prompt.js";
import { scoreText } from "./graph.js";

/** @import {TreeNode} from "../core/tree.js" */

/** Draws the list anew. */
export function drawMoves() {
  const list = byId("moves");
  const ended = result();
  const empty = game.root.children.length ? null : el("p", { class: "quiet" }, "No moves yet.");
  const end = ended ? el("p", { class: "score" }, verbatim(`${scoreOf(ended.score)} · ${t(ended.text)}`)) : null;
  refill(list, ...[empty, mainLine(), end].filter((one) => one !== null));
  watched.observe(list);
  reveal(list);
  drawTools();
}

/** A list that becomes smaller keeps the current move in view. */
const watched = new ResizeObserver(([{ target }]) => reveal(/** @type {HTMLElement} */ (target)));

/** Scrolls to the current move if it is out of view. @param {HTMLElement} list */
function reveal(list) {
  const current = list.querySelector('[aria-current="true"]');
  if (!current) return;
  const [move, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (move.top >= frame.top && move.bottom <= frame.bottom) return;
  list.scrollTop += move.top - frame.top - (frame.height - move.height) / 2;
}

/** The main line as a table of rounds, with variations between its rows. */
function mainLine() {
  const seats = game.info.seats.length;
  const rounds = el("ol", { class: `rounds seats-${seats}` });
  if (seats > 2) rounds.append(el("li", { class: "round head" }, el("span", {}), ...game.info.seats.map((seat) => el("span", {}, `${seat.board ?? ""} ${seat.color}`))));
  let number = 0;
  let row = /** @type {HTMLElement | null} */ (null);
  let last = -1;
  for (let node = game.root.children[0]; node; node = node.children[0]) {
    if (!row || node.seat <= last) {
      if (node.seat <= last || !number) number++;
      row = el("li", { class: "round" }, el("span", { class: "number" }, `${number}`));
      rounds.append(row);
    }
    for (let gap = row.children.length - 1; gap < node.seat; gap++) row.append(el("span", { class: "gap" }, "…"));
    row.append(moveButton(node));
    last = node.seat;
    const others = node.parent?.children.slice(1) ?? [];
    if (others.length) rounds.append(...others.map((other) => el("li", { class: "variation" }, ...variation(other, number))));
    if (node.comment) rounds.append(el("li", { class: "comment" }, verbatim(node.comment)));
    if (others.length || node.comment) row = null;
  }
  return rounds;
}

/** A side line as running text; its own side lines follow in brackets. @param {TreeNode} node @param {number} number @returns {Node[]} */
function variation(node, number) {
  /** @type {Node[]} */
  const parts = [el("span", { class: "number" }, `${number}${node.seat === 0 ? "." : "…"}`), moveButton(node)];
  for (let at = node; at.children.length; at = at.children[0]) {
    const [first, ...others] = at.children;
    if (first.seat <= at.seat) parts.push(el("span", { class: "number" }, `${++number}.`));
    parts.push(moveButton(first));
    for (const other of others) parts.push(el("span", { class: "nested" }, "( ", ...variation(other, number), " )"));
  }
  return parts;
}

/** The signs of the glyphs 1 to 6, and what they say of the move. */
const SIGNS = [["!", "good"], ["?", "mistake"], ["!!", "brilliant"], ["??", "blunder"], ["!?", "interesting"], ["?!", "dubious"]];

/** @param {TreeNode} node */
function moveButton(node) {
  const [sign, word] = SIGNS[(node.glyphs.find((glyph) => glyph >= 1 && glyph <= 6) ?? 0) - 1] ?? ["", ""];
  const score = node.score ? scoreText(node.score) : "";
  const text = node.short || node.san || node.text;
  // With several boards every seat has a column of its own, which tells the board.
  const shown = game.info.seats.length > 2 ? text.replace(/[A-Z]:/g, "") : text;
  const props = { class: `move ${word}`.trim(), title: [t(node.label), t(word), score].filter(Boolean).join(", "), "aria-label": [shown, t(word), t(node.label)].filter(Boolean).join(", "), "aria-current": node === game.node ? "true" : null };
  return button(verbatim(`${shown}${sign}`), () => attempt(() => show(node)), props);
}

/** Buttons for the variation that is shown. */
function drawTools() {
  const { node, live, root } = game;
  // By mail the moves of the game stay what they are.
  const isFixed = game.mail && isOnLine(node, live);
  const isSide = node.parent !== null && !isOnLine(node, tipOfMain(root));
  const tools = byId("move-tools");
  const away = node !== live;
  tools.replaceChildren(
    ...[
      away ? button("Back to the game", () => attempt(() => show(live))) : null,
      isSide && !game.mail ? button("Make this the main line", mainify) : null,
      isSide && !isFixed ? button("Delete from here", () => attempt(() => drop(node))) : null,
    ].filter((one) => one !== null),
  );
}

/** @param {TreeNode} root */
function tipOfMain(root) {
  let node = root;
  while (node.children.length) node = node.children[0];
  return node;
}

function mainify() {
  promote(game.node);
  emit("tree");
}
