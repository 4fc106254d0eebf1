/** Games by mail: each player makes a move, copies the link and sends it. A link with `mail=1` is such a turn. */

import { linkWords } from "./core/api.js";
import { open } from "./core/dialog.js";
import { button, byId, el, setText } from "./core/dom.js";
import { emit, game, on, result } from "./core/game.js";
import { recall, remember } from "./core/settings.js";
import { isOnLine, lineTo } from "./core/tree.js";
import { format } from "./core/url.js";
import { here, writeAddress } from "./panels/address.js";
import { copy } from "./panels/io.js";
import { setPlayers } from "./play/seats.js";
import { isFlipped } from "./view/board.js";

/** @import {TreeNode} from "./core/tree.js" */

const KEY = "jailbird.mail";

/** Where the turn began. @type {TreeNode | null} */
let begun = null;
/** The move whose link was copied. @type {TreeNode | null} */
let sent = null;
/** Whether the game that was opened had been resigned by the other player. */
let isToldOver = false;
/** Whether the board of this game has been turned to whose turn it is. */
let turned = false;

const text = el("span", {});
const told = el("span", { class: "quiet", role: "status" });
const bar = el("div", { id: "mail", role: "group", "aria-label": "Game by mail", hidden: true }, text, " ", button("Copy link", send, { id: "mail-copy", class: "primary" }), " ", told);
byId("continue").after(bar);
byId("share").after(el("button", { type: "button", id: "by-mail", class: "in-menu", onclick: openMail }, "By mail"));

/** The fields of the game up to a node. @param {TreeNode} node @param {string | null} [end] */
const fieldsTo = (node, end = node === game.live ? here().end : null) => format({ ...here(), moves: lineTo(node).map((one) => one.text), at: null, end });

/** Copies the address of the game for the other player: of the moves that were played, whatever line is looked at. */
async function send() {
  await copy(location.href.split("#")[0] + fieldsTo(game.live), "Link", told);
  sent = game.live;
  emit("live");
}

/** Explains it, and makes the game that is shown one by mail. */
function openMail() {
  open("A game by mail", (close) => {
    const begin = () => {
      game.mail = true;
      begun = game.live;
      setPlayers(game.info.seats.map(() => ({ engine: false, level: 20 })));
      emit("live");
      writeAddress();
      close();
    };
    return [
      el("p", {}, "Make your move, copy the link and send it, by mail or in any other way. Who opens it finds the game, makes a move and sends the next link. The engine does not play."),
      el("p", { class: "quiet" }, linkWords(game.info.name)),
      el("div", { class: "actions" }, button("Begin with this position", begin, { class: "primary", id: "mail-begin" })),
    ];
  });
}

/** Where the turn of a game begins that is shown anew: where it ends, or before the move that was made in this tab before the page was loaded again. */
function beginning() {
  const { live } = game;
  return game.mail && live.parent && recall("sessionStorage", KEY) === fieldsTo(live.parent) ? live.parent : live;
}

/** Follows moves, and moves that are taken back. */
function follow() {
  const { live } = game;
  if (!begun || isOnLine(live, begun)) begun = live;
  else if (sent && live.parent === sent) [begun, sent] = [sent, null];
}

function draw() {
  bar.hidden = !game.mail || !game.position || game.editing || game.puzzle !== null || game.lesson !== null;
  [game.locked, game.sent] = [false, false];
  if (bar.hidden) return;
  follow();
  if (begun) remember("sessionStorage", KEY, fieldsTo(begun, isToldOver ? null : undefined));
  const hasMoved = game.live !== begun && game.live.parent !== null;
  game.sent = hasMoved && game.live === sent;
  game.locked = hasMoved && !game.sent;
  byId("mail-copy").hidden = !hasMoved && !hasResigned();
  setText(text, words(hasMoved));
  if (byId("mail-copy").hidden) told.textContent = "";
}

/** Whether this player has resigned. */
const hasResigned = () => game.ended?.reason === "resignation" && !isToldOver;

/** @param {boolean} hasMoved */
function words(hasMoved) {
  if (hasResigned()) return "You have resigned. Copy the link to tell the other player.";
  const over = game.ended !== null || result() !== null;
  if (hasMoved) return over ? "The game is over. Copy the link to show the other player." : "Your move is made. Copy the link and send it.";
  return over ? "The game is over." : `Your move: ${game.position.turn.name}. Make it, then copy the link.`;
}

on("new", () => {
  [begun, sent] = [beginning(), null];
  isToldOver = game.ended !== null && recall("sessionStorage", KEY) !== fieldsTo(game.live, "resign");
  turned = false;
});
on("position", draw);
// Whose turn it is sits at the bottom, from the moment that the board is made.
new MutationObserver(() => {
  const isTurned = game.live === begun && !turned && game.info.seats.length === 2 && (game.position.turn.color === "black") !== isFlipped();
  turned = true;
  if (game.mail && isTurned) byId("flip").click();
}).observe(byId("boards"), { childList: true });
on("live", draw);
