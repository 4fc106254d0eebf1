/** Starts the page and joins its parts. */

import { getToken, onConnection, request, setToken } from "./core/api.js";
import { attr, byId, later, listenTabs, once, setText } from "./core/dom.js";
import { ApiError } from "./core/fault.js";
import { game, on, result, stepBy } from "./core/game.js";
import { applyTheme, changeSettings, recall, settings } from "./core/settings.js";
import { loadTexts, translatePage } from "./core/texts.js";
import { format, parse } from "./core/url.js";
import { again, hint, offerDraw, rematch, resign, takeBack } from "./play/actions.js";
import { consider, setPaused } from "./play/opponent.js";
import { attempt, cancel, choose, typeMove } from "./play/picking.js";
import { getPlayers, hasPerson, isEngine } from "./play/seats.js";
import { asks, here, hideOffer, listenAddress, notice, offerLast, knownTokens, restore, takeToken, writeAddress } from "./panels/address.js";
import { drawControls } from "./panels/analysis.js";
import { openArchive } from "./panels/archive.js";
import { listenDraw, openLink } from "./panels/draw.js";
import { openShare } from "./panels/io.js";
import { drawMoves } from "./panels/moves.js";
import { openNewGame, openPlayers } from "./panels/newgame.js";
import { drawLesson, listenLessons } from "./panels/lessons.js";
import { drawPuzzle, listenPuzzles } from "./panels/puzzles.js";
import { reviewGame } from "./panels/review.js";
import { drawRules, listenRules, readOther } from "./panels/rules.js";
import { closeSetUp, forgetSetUp, listenSetUp, openSetUp } from "./panels/setup.js";
import { openKeys, openMore, openSettings } from "./panels/settings.js";
import { animateMove } from "./view/animate.js";
import { buildBoards, drawBoards, forgetPointed, isFlipped } from "./view/board.js";
import { drawInspector } from "./view/card.js";
import { drawChoices, listenChoices } from "./view/choices.js";
import { listenDrawing } from "./view/drawn.js";
import { listen } from "./view/input.js";
import { loadPictures } from "./view/pieces.js";
import { announceMove, drawConnection, drawStatus, passing } from "./view/status.js";
import { drawClocks, drawStrips } from "./view/strips.js";
import "./view/sounds.js";

let connected = true;
let builtFor = "";

async function boot() {
  applyTheme();
  await loadTexts();
  translatePage(document.body);
  const fragment = parse(location.hash);
  onConnection(connection);
  join();
  await begin(fragment, [fragment.token, ...knownTokens()]);
}

/** Asks for the list of games with the first token that the engine accepts. @param {string[]} tokens */
async function listGames(tokens) {
  for (const [i, token] of tokens.entries()) {
    setToken(token);
    try {
      const list = await request("games", {});
      takeToken(token);
      return list;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403) || i === tokens.length - 1) throw error;
    }
  }
}

/** Asks for the list of games and shows the one of the address. @param {import("./core/url.js").Fragment} fragment @param {string[]} tokens those that may be right */
async function begin(fragment, tokens) {
  const known = tokens.filter(Boolean);
  if (!known.length) return drawConnection("token");
  try {
    game.catalogue = await listGames(known);
    await restore(fragment);
    document.body.classList.add("ready");
    for (const part of document.querySelectorAll("[inert]")) part.removeAttribute("inert");
    if (asks(fragment)) openLink(fragment);
    else if (!fragment.moves.length && !fragment.fen && !fragment.puzzle && !fragment.lesson) offerLast();
  } catch (error) {
    setText(byId("prompt"), error instanceof Error ? error.message : String(error));
  }
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
  if (game.info) listGames([token]).then(consider, () => {});
  else begin(parse(location.hash), [token]);
}

/** Another tab knows the engine that was started again. @param {StorageEvent} event */
function tokenFound({ key }) {
  const token = recall("localStorage", "jailbird.token");
  if (key === "jailbird.token" && !connected && token && token !== getToken()) useToken(token);
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
    redraw();
    recordSoon();
  });
  listenAddress();
  on("message", () => {
    drawClocks();
    drawButtons();
  });
  listen();
  listenChoices();
  listenDrawing();
  listenSetUp();
  listenPuzzles();
  listenLessons();
  listenDraw();
  listenRules((name) => attempt(() => readOther(name)));
  bindButtons();
  bindTabs();
  document.addEventListener("keydown", globalKey);
  window.addEventListener("storage", tokenFound);
}

/** Writes down what has been played, once for all events of one step. */
const recordSoon = once(later, () => {
  drawMoves();
  if (game.position) writeAddress();
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
  drawLesson();
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
  can("take-back", game.live.parent !== null && !game.editing && (!game.mail || game.locked));
  can("hint", !over && !game.editing);
  can("resign", !over && !game.editing && game.node === game.live && !(game.mail && (game.locked || game.sent)));
  can("draw", !over && !game.editing && game.info.players === 2 && game.node === game.live && game.live.parent !== null);
  const pause = byId("pause");
  pause.hidden = hasPerson();
  setText(pause, game.paused ? "Go on" : "Pause");
  attr(byId("type-move"), "aria-disabled", String(over || (isEngine(game.position.turn.seat) && !game.exploring)));
}

function bindButtons() {
  /** @type {Object<string, () => unknown>} */
  const actions = {
    "new-game": () => openNewGame(), "game-button": () => openNewGame(), flip, "take-back": takeBack, hint, resign, draw: offerDraw, rematch: again, share: openShare, players: openPlayers,
    "end-rematch": rematch, "end-new": () => openNewGame(), "end-review": reviewEnd, "step-first": () => step(-Infinity), "step-back": () => step(-1), "step-on": () => step(1), "step-last": () => step(Infinity),
    "continue-no": hideOffer, pass: () => choose(passing()?.text ?? ""), theme: switchTheme, pause: () => setPaused(!game.paused),
    archive: openArchive, settings: openSettings, menu: openMore, "notice-close": () => notice(""),
  };
  for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => action());
  byId("move-form").addEventListener("submit", submitMove);
  byId("connection-form").addEventListener("submit", (event) => {
    event.preventDefault();
    moveTo(/** @type {HTMLInputElement} */ (byId("connection-address")).value);
  });
}

/** Opens the analysis and reviews the game that is over. */
function reviewEnd() {
  byId("tab-analysis").click();
  reviewGame();
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
  setText(byId("type-error"), done ? "" : game.message);
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
  listenTabs(byId("tabs"));
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
  if (event.ctrlKey || event.altKey || event.metaKey || !game.info) return;
  const at = event.target instanceof Element ? event.target : document.body;
  const own = at.closest("input,select,textarea,dialog,[role=tablist],.choices,pre,table");
  const by = STEPS[event.key];
  if (own || game.editing) return;
  const action = by === undefined ? KEYS[event.key] : () => step(by);
  if (!action || (event.key === " " && at.closest("button,[tabindex]"))) return;
  event.preventDefault();
  action();
}

/** @type {Object<string, () => unknown>} */
const KEYS = { f: flip, "?": openKeys, " ": () => !byId("hint").hasAttribute("disabled") && !byId("hint").hidden && hint() };

boot();
