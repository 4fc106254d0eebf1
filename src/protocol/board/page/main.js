/** Starts the page and joins its parts. */

import { getToken, onConnection, request, setToken } from "./core/api.js";
import { attr, byId, later, once } from "./core/dom.js";
import { emit, game, on, result, start, stepBy } from "./core/game.js";
import { applyTheme, changeSettings, recall, remember, settings } from "./core/settings.js";
import { fromJson, lineTo, tip, toJson } from "./core/tree.js";
import { format, parse } from "./core/url.js";
import { hint, offerDraw, rematch, resign, takeBack } from "./play/actions.js";
import { wind } from "./play/clock.js";
import { consider, isPaused, setPaused } from "./play/opponent.js";
import { attempt, cancel, choose, typeMove } from "./play/picking.js";
import { openPuzzle } from "./play/puzzle.js";
import { getPlayers, hasPerson, isEngine, recallPlayers, setPlayers } from "./play/seats.js";
import { drawControls } from "./panels/analysis.js";
import { openShare } from "./panels/io.js";
import { drawMoves } from "./panels/moves.js";
import { openNewGame, openPlayers, usualPlayers } from "./panels/newgame.js";
import { drawPuzzle, listenPuzzles } from "./panels/puzzles.js";
import { drawRules, listenRules, readOther } from "./panels/rules.js";
import { closeSetUp, forgetSetUp, listenSetUp, openSetUp } from "./panels/setup.js";
import { animateMove } from "./view/animate.js";
import { buildBoards, drawBoards, forgetPointed, isFlipped } from "./view/board.js";
import { drawChoices, listenChoices } from "./view/choices.js";
import { listen } from "./view/input.js";
import { loadPictures } from "./view/pieces.js";
import { announceMove, drawConnection, drawInspector, drawStatus, passing } from "./view/status.js";
import { drawClocks, drawStrips } from "./view/strips.js";

/** @import {Fragment} from "./core/url.js" */

const LAST = "jailbird.last";
const TREE = "jailbird.tree";
let connected = true;
let builtFor = "";

async function boot() {
  applyTheme();
  const fragment = parse(location.hash);
  setToken(fragment.token || (recall("sessionStorage", "jailbird.token") ?? ""));
  onConnection(connection);
  join();
  await open(fragment);
}

/** Asks for the list of games and shows the one of the address. @param {Fragment} fragment */
async function open(fragment) {
  if (!getToken()) return drawConnection("token");
  try {
    game.catalogue = await request("games", {});
    remember("sessionStorage", "jailbird.token", getToken());
    const last = recall("localStorage", LAST);
    await restore(fragment);
    document.body.classList.add("ready");
    if (!fragment.moves.length && !fragment.fen && !fragment.puzzle) offerLast(last);
  } catch (error) {
    byId("prompt").textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {Fragment} fragment */
async function restore(fragment) {
  const name = fragment.game ?? game.catalogue.games[0].name;
  const prepare = () => {
    setPlayers(recallPlayers(game.info.seats.length) ?? usualPlayers(game.info));
    wind(true);
  };
  const [level, number] = (fragment.puzzle ?? "").split(".");
  if (number) return openPuzzle(name, level, Number(number));
  const kept = recall("sessionStorage", TREE);
  await start({ ...fragment, game: name, puzzle: null }, prepare);
  if (kept?.game !== game.info.name || kept.fen !== game.fen) return;
  fromJson(game.root, kept.moves);
  emit("tree");
}

/** Offers the game that this browser showed last. @param {Fragment | null} last */
function offerLast(last) {
  const info = game.catalogue.games.find((one) => one.name === last?.game);
  if (!last || !info || !last.moves?.length) return;
  byId("continue-text").textContent = `Last time: ${info.title}, ${last.moves.length === 1 ? "one move" : `${last.moves.length} moves`}.`;
  byId("continue").hidden = false;
  byId("continue-yes").addEventListener("click", () => attempt(() => restore({ ...last, token: getToken() })), { once: true });
}

/** The engine came, went or came back. @param {"ok" | "lost" | "token"} state */
function connection(state) {
  drawConnection(state);
  const returned = state === "ok" && !connected;
  if (state === "lost" && connected) setTimeout(ping, 1500);
  connected = state === "ok";
  if (returned && game.info) setTimeout(consider);
}

async function ping() {
  const done = await request("games", {}).catch((error) => error);
  if (done.status === 0) setTimeout(ping, 1500);
  else if (!game.info) location.reload();
}

/** Takes the address of an engine that was started again. @param {string} text */
function moveTo(text) {
  const [origin, hash = ""] = text.trim().split("#");
  const { token } = parse(hash);
  const base = origin.replace(/\/$/, "");
  if (!token || (base && !/^https?:\/\/[\w.:[\]-]+$/.test(base))) return byId("connection-text").append(" That is no address of the board.");
  if (base && base !== location.origin) location.href = `${base}/${format({ ...here(), token })}`;
  else useToken(token);
}

/** @param {string} token */
function useToken(token) {
  setToken(token);
  remember("sessionStorage", "jailbird.token", token);
  writeAddress();
  if (game.info) request("games", {}).then(consider, () => {});
  else open(parse(location.hash));
}

/** The game that is shown, as a fragment. @returns {Fragment} */
function here() {
  if (!game.info) return { ...parse(location.hash), token: getToken() };
  const { puzzle } = game;
  if (puzzle) return { token: getToken(), game: puzzle.game, fen: null, moves: [], at: null, puzzle: `${puzzle.level}.${puzzle.number}` };
  const line = lineTo(tip(game.node)).map((node) => node.text);
  const at = lineTo(game.node).length;
  return { token: getToken(), game: game.info.name, fen: game.fen, moves: line, at: at < line.length ? at : null };
}

function writeAddress() {
  if (game.editing) return;
  const address = format(here());
  if (address !== location.hash) history.replaceState(null, "", address);
}

/** Keeps the game for a reload and for the next visit. */
function keep() {
  if (game.editing || game.puzzle) return;
  if (game.root.children.length) remember("localStorage", LAST, here());
  remember("sessionStorage", TREE, { game: game.info.name, fen: game.fen, moves: toJson(game.root) });
}

/** A change of the address by hand: a new token, or another game. The page may have written its own since. @param {HashChangeEvent} event */
function hashChanged({ newURL }) {
  const fragment = parse(new URL(newURL).hash);
  if (fragment.token && fragment.token !== getToken() && !fragment.game) return useToken(fragment.token);
  if (fragment.token) setToken(fragment.token);
  attempt(() => restore(fragment));
}

/** Which views follow what. */
function join() {
  on("new", newGame);
  on("position", () => {
    byId("type-error").textContent = "";
    forgetPointed();
    redraw();
    queueMicrotask(animateMove);
    writeAddress();
    later(announceMove);
  });
  on("clicked", redraw);
  on("pointed", drawPointed);
  on("arrows", drawPointed);
  on("tree", recordSoon);
  on("live", () => {
    if (game.live.parent) hideOffer();
    redraw();
    recordSoon();
  });
  window.addEventListener("pagehide", () => game.position && keep());
  on("message", () => {
    drawClocks();
    drawButtons();
  });
  listen();
  listenChoices();
  listenSetUp();
  listenPuzzles();
  listenRules((name) => attempt(() => readOther(name)));
  bindButtons();
  bindTabs();
  document.addEventListener("keydown", globalKey);
  window.addEventListener("hashchange", hashChanged);
}

/** Writes down what has been played, once for all events of one step. */
const recordSoon = once(later, () => {
  drawMoves();
  if (!game.position) return;
  writeAddress();
  keep();
});

/** Draws what depends on the position and the clicks, once for all events of one step. */
const redraw = once(queueMicrotask, () => {
  if (builtFor !== game.info.name) return;
  drawBoards();
  drawStrips();
  drawStatus();
  drawInspector();
  drawChoices();
  drawPuzzle();
  drawButtons();
});

/** Draws what depends on the square under the pointer or on arrows, once for each frame. */
const drawPointed = once(requestAnimationFrame, () => {
  if (builtFor !== game.info.name || game.editing) return;
  drawBoards();
  drawInspector();
});

/** Makes the boards of another game; one's own side is at the bottom. */
function newGame() {
  const { info } = game;
  if (document.body.classList.contains("ready")) hideOffer();
  byId("game-title").textContent = info.title;
  document.title = `${info.title} – Jailbird`;
  const first = getPlayers().findIndex((player) => !player.engine);
  const flipped = info.seats.length === 2 && first === 1;
  builtFor = "";
  forgetSetUp();
  if (!byId("panel-setup").hidden) byId("tab-game").click();
  drawControls();
  if (byId("panel-rules").hidden === false) drawRules();
  loadPictures(info).then(() => {
    if (game.info !== info) return;
    builtFor = info.name;
    buildBoards(flipped);
    redraw();
  });
}

function flip() {
  buildBoards(!isFlipped());
  redraw();
}

/** Buttons that make sense now. */
function drawButtons() {
  const over = result() !== null;
  const can = /** @param {string} id @param {boolean} may */ (id, may) => attr(byId(id), "disabled", may ? null : "");
  can("take-back", game.live.parent !== null && !game.editing);
  can("hint", !over && !game.editing);
  can("resign", !over && !game.editing && game.node === game.live);
  can("draw", !over && !game.editing && game.info.players === 2 && game.node === game.live && game.live.parent !== null);
  const pause = byId("pause");
  pause.hidden = hasPerson();
  pause.textContent = isPaused() ? "Go on" : "Pause";
  byId("type-move").toggleAttribute("disabled", over || (isEngine(game.position.turn.seat) && !game.exploring));
}

function bindButtons() {
  /** @type {Object<string, () => unknown>} */
  const actions = {
    "new-game": () => openNewGame(), "game-button": () => openNewGame(), flip, "take-back": takeBack, hint, resign, draw: offerDraw, rematch, share: openShare, players: openPlayers,
    "end-rematch": rematch, "end-new": () => openNewGame(), "step-first": () => step(-Infinity), "step-back": () => step(-1), "step-on": () => step(1), "step-last": () => step(Infinity),
    "continue-no": hideOffer, pass: () => choose(passing()?.text ?? ""), theme: switchTheme, pause: () => setPaused(!isPaused()),
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => action());
  byId("move-form").addEventListener("submit", submitMove);
  byId("connection-form").addEventListener("submit", (event) => {
    event.preventDefault();
    moveTo(/** @type {HTMLInputElement} */ (byId("connection-address")).value);
  });
}

/** @param {number} by */
const step = (by) => attempt(() => stepBy(by));

/** @param {Event} event */
async function submitMove(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("type-move"));
  if (!field.value.trim()) return;
  const done = await typeMove(field.value);
  if (done) field.value = "";
  byId("type-error").textContent = done ? "" : game.message;
}

function hideOffer() {
  byId("continue").hidden = true;
}

function switchTheme() {
  const dark = settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  changeSettings({ theme: dark ? "light" : "dark" });
  applyTheme();
}

/** Tabs of the side panel. */
function bindTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role="tab"]')]);
  for (const tab of tabs) tab.addEventListener("click", () => openTab(tab, tabs));
  byId("tabs").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

/** @param {HTMLElement} tab @param {HTMLElement[]} tabs */
function openTab(tab, tabs) {
  for (const one of tabs) {
    const chosen = one === tab;
    attr(one, "aria-selected", String(chosen));
    attr(one, "tabindex", chosen ? 0 : -1);
    byId(one.getAttribute("aria-controls") ?? "").hidden = !chosen;
  }
  if (!game.info) return;
  if (tab.id === "tab-setup") openSetUp();
  else closeSetUp();
  if (tab.id === "tab-rules") attempt(drawRules);
}

/** @type {Object<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Arrow keys step through the game where they mean nothing else. @param {KeyboardEvent} event */
function globalKey(event) {
  if (event.key === "Escape") cancel();
  const at = event.target instanceof Element ? event.target : document.body;
  const own = at.closest("input,select,textarea,dialog,[role=grid],[role=tablist],.choices,pre,table");
  const by = STEPS[event.key];
  if (by === undefined || own || event.ctrlKey || event.altKey || event.metaKey || !game.info || game.editing) return;
  event.preventDefault();
  step(by);
}

boot();
