/**
 * Board and moves alone, for pages that show a board in a frame: with `?embed` or `#embed`. uci-docs/export.md describes the messages
 * between both pages.
 */

import { emit, game, on, start } from "./core/game.js";
import { lineTo } from "./core/tree.js";
import { wind } from "./play/clock.js";
import { setPlayers } from "./play/seats.js";

const isEmbedded = new URLSearchParams(location.search).has("embed") || /[#&]embed(?=&|$)/.test(location.hash);

/** The level of the engine that plays the other side, or null. @type {number | null} */
let level = null;
/** The moves that the other page knows. @type {string[]} */
let known = [];
let isSetting = false;
/** Messages wait for the one before. */
let last = Promise.resolve();

const MOST_MOVES = 4096;
/** The fields of each message. @type {Object<string, string[]>} */
const FIELDS = { set: ["game", "fen", "moves", "at", "level"], get: [] };

/** @param {object} message */
function tell(message) {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}

const played = () => lineTo(game.live).map((node) => node.text);

function state() {
  const { position } = game;
  const ended = position.result ?? game.ended;
  return { game: game.info.name, start: game.fen, moves: played(), at: lineTo(game.node).length, fen: position.fen, turn: position.turn.seat, result: ended ? { score: ended.score, text: ended.text } : null };
}

/** What a message asks for; throws a sentence about what is wrong with it. @param {any} wish */
function wished(wish) {
  const { game: name = game.info.name, fen = null, moves = [], at = null, level: strength = null } = wish;
  if (typeof name !== "string") throw new Error("game: not a text");
  if (fen !== null && typeof fen !== "string") throw new Error("fen: not a text");
  if (!Array.isArray(moves) || moves.length > MOST_MOVES || !moves.every((move) => typeof move === "string")) throw new Error("moves: not a list of texts");
  if (at !== null && !(Number.isInteger(at) && at >= 0 && at <= moves.length)) throw new Error(`at: not a number from 0 to ${moves.length}`);
  if (strength !== null && !(Number.isInteger(strength) && strength >= 0 && strength <= 20)) throw new Error("level: not between 0 and 20");
  return { name, fen, moves, at, strength };
}

/** @param {any} wish */
async function set(wish) {
  const { name, fen, moves, at, strength } = wished(wish);
  isSetting = true;
  try {
    await start({ game: name, fen, moves, at }, () => {
      level = strength;
      seat();
      wind();
    });
  } finally {
    isSetting = false;
  }
}

/** People on all seats, or the engine on those whose turn it is not. */
function seat() {
  const own = game.position.turn.seat;
  setPlayers(game.info.seats.map(({ seat: number }) => ({ engine: level !== null && number !== own, level: level ?? 20 })));
}

/** @param {MessageEvent} event */
async function hear({ source, data }) {
  if (source !== window.parent || window.parent === window || typeof data?.jailbird !== "string") return;
  const { jailbird: what, id = null } = data;
  try {
    if (!Object.hasOwn(FIELDS, what)) throw new Error(`there is no message ${what}`);
    const unknown = Object.keys(data).find((field) => ![...FIELDS[what], "jailbird", "id"].includes(field));
    if (unknown) throw new Error(`${unknown}: ${what} has no such field`);
    if (what === "set") await set(data);
    tell({ jailbird: "state", id, ...state() });
  } catch (error) {
    tell({ jailbird: "error", id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Tells a move that was made here. */
function live() {
  if (isSetting) return;
  const moves = played();
  const isNew = moves.length === known.length + 1 && known.every((move, i) => move === moves[i]);
  known = moves;
  if (isNew) queueMicrotask(() => tell({ jailbird: "move", move: moves[moves.length - 1], ...state() }));
}

if (isEmbedded) {
  document.documentElement.classList.add("embed");
  // The moves of a game that is shown are known; only those behind them are made here.
  on("new", () => {
    known = played();
    if (!isSetting) seat();
  });
  on("live", live);
  const ready = () => {
    if (!document.body.classList.contains("ready")) return;
    watch.disconnect();
    window.addEventListener("message", (event) => {
      last = last.then(() => hear(event));
    });
    tell({ jailbird: "ready", ...state() });
    emit("live");
  };
  const watch = new MutationObserver(ready);
  watch.observe(document.body, { attributes: true, attributeFilter: ["class"] });
}
