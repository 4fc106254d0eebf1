/** Games by mail: each player makes a move, copies the link and sends it. A link with `mail=1` is such a turn. */

import { open } from "./core/dialog.js";
import { button, byId, el, setText } from "./core/dom.js";
import { emit, game, on, result } from "./core/game.js";
import { recall, remember } from "./core/settings.js";
import { lineTo } from "./core/tree.js";
import { format } from "./core/url.js";
import { copy } from "./panels/io.js";
import { setPlayers } from "./play/seats.js";
import { isFlipped } from "./view/board.js";

const KEY = "jailbird.mail";
const MARK = "mail=1";

/** Whether the game goes by mail. */
let isMail = Boolean(recall("sessionStorage", KEY));
/** Where the turn began. @type {import("./core/tree.js").TreeNode | null} */
let begun = null;
/** Whether the board of this game has been turned to whose turn it is. */
let turned = false;

const text = el("span", {});
const told = el("span", { class: "quiet", role: "status" });
const bar = el("div", { id: "mail", role: "group", "aria-label": "Game by mail", hidden: true }, text, " ", button("Copy link", () => copy(link(), "Link", told), { id: "mail-copy", class: "primary" }), " ", told);
byId("continue").after(bar);
byId("share").after(el("button", { type: "button", id: "by-mail", class: "in-menu", onclick: openMail }, "By mail"));

/** The address of the game for the other player: of the moves that were played, whatever line is looked at. */
function link() {
  const moves = lineTo(game.live).map((node) => node.text);
  return `${location.href.split("#")[0]}${format({ token: "", game: game.info.name, fen: game.fen, moves, at: null })}&${MARK}`;
}

/** Whether the address is a turn; the mark may be its first field. */
const isMarked = () => /[#&]mail=1(?=&|$)/.test(location.hash);

/** @param {boolean} value */
function setMail(value) {
  isMail = value;
  remember("sessionStorage", KEY, value);
}

/** Takes the mark of a link: the turn of whoever opens it. */
function look() {
  if (isMarked()) setMail(true);
}

/** Explains it, and makes the game that is shown one by mail. */
function openMail() {
  open("A game by mail", (close) => {
    const begin = () => {
      setMail(true);
      begun = game.live;
      people();
      emit("live");
      close();
    };
    return [
      el("p", {}, "Make your move, copy the link and send it, by mail or in any other way. Who opens it finds the game, makes a move and sends the next link. The engine does not play."),
      el("div", { class: "actions" }, button("Begin with this position", begin, { class: "primary", id: "mail-begin" })),
    ];
  });
}

/** All players are people. */
const people = () => setPlayers(game.info.seats.map(() => ({ engine: false, level: 20 })));

function draw() {
  bar.hidden = !isMail || !game.position || game.editing || game.puzzle !== null || game.lesson !== null;
  if (bar.hidden) return;
  const hasMoved = game.live !== begun && game.live.parent !== null;
  const over = result() !== null;
  byId("mail-copy").hidden = !hasMoved;
  setText(text, hasMoved ? (over ? "The game is over. Copy the link to show the other player." : "Your move is made. Copy the link and send it.") : over ? "The game is over." : `Your move: ${game.position.turn.name}. Make it, then copy the link.`);
  if (!hasMoved) told.textContent = "";
}

look();
window.addEventListener("hashchange", look);
on("new", () => {
  begun = game.live;
  turned = false;
  if (!isMail) return;
  // A game that is begun in this tab by the dialog is played as the dialog says.
  if (!isMarked() && document.body.classList.contains("ready")) return setMail(false);
  people();
});
on("position", draw);
// Whose turn it is sits at the bottom, from the moment that the board is made.
new MutationObserver(() => {
  const isTurned = game.live === begun && !turned && game.info.seats.length === 2 && (game.position.turn.color === "black") !== isFlipped();
  turned = true;
  if (isMail && isTurned) byId("flip").click();
}).observe(byId("boards"), { childList: true });
on("live", draw);
