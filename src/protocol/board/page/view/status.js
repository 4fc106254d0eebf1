/** The status line, the end of the game, announcements, and the connection. */

import { byId, setText } from "../core/dom.js";
import { game, on, result } from "../core/game.js";
import { mayMove } from "../play/picking.js";
import { prompt, scoreOf } from "./prompt.js";

let announced = "";

/** Draws the status line and the end. */
export function drawStatus() {
  setText(byId("prompt"), prompt());
  const ended = game.editing ? null : result();
  const holder = byId("end");
  setText(holder, ended ? ended.text : "");
  byId("end-bar").hidden = !ended || game.puzzle !== null;
  byId("prompt-bar").hidden = Boolean(ended) && (!game.message || game.puzzle !== null);
  setText(byId("end-score"), ended ? scoreOf(ended.score) : "");
  byId("pass").hidden = !passing();
  byId("prompt-bar").dataset.side = game.position.turn.color;
}

/** The move that passes, if a person may play it. */
export const passing = () => (mayMove() ? game.position.moves.find((move) => move.kind === "pass") : undefined);

/** Tells screen readers the move that was played. */
export function announceMove() {
  const { node, position } = game;
  if (!node.parent) return;
  const who = game.info.seats[node.seat]?.name ?? "";
  const text = [`${who}: ${node.label || node.san}.`, position.check ? `${position.check.text}.` : "", ...position.pending.map((one) => `${one.text}.`)].join(" ").trim();
  if (text !== announced) setText(byId("announcer"), text);
  announced = text;
}

/** @param {"ok" | "lost" | "token"} state */
export function drawConnection(state) {
  const bar = byId("connection");
  bar.hidden = state === "ok";
  bar.dataset.state = state;
  const lost = "The connection to the engine is lost. Your game is kept here. Start `jailbird board` again; if its address has changed, paste it:";
  const again = "The engine does not know this page any more: it was started again. Your game is kept here. Paste the address that it printed:";
  const first = "This address lacks its key, or it is an old one. Paste the whole address that `jailbird board` printed:";
  setText(byId("connection-text"), state === "lost" ? lost : game.info ? again : first);
}

on("message", drawStatus);
