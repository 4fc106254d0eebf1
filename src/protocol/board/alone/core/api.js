/** Requests to the engine, which runs in Workers of the page. One answers requests; searches have others, as a search hears nothing until it ends. */

import { ApiError } from "./fault.js";
import { sectionOf } from "./sections.js";
import { pack, unpack } from "../draw/packed.js";
import { recall, remember } from "./settings.js";

/** @import {GameRef, Info, Best} from "./types.js" */
/** @import {GamesFile, Told} from "../worker.js" */

/** What the page was made with. @type {{games: string[], files: GamesFile[], networks: Object<string, string>, pictures: Object<string, string>, offline: boolean, reports: {name: string, path: string}[]}} */
export const setup = { games: [], files: [], networks: {}, pictures: {}, offline: false, reports: [], ...JSON.parse(document.getElementById("page-setup")?.textContent ?? "{}") };

/** Files of games that were loaded in this tab. */
const FILES = "jailbird.files";
/** How often files were loaded. */
let changes = 0;
/** `links` has the rules of each game as links hold them; null if they are too long. @type {{name: string, text: string, links: Object<string, string | null>}[]} */
const loaded = recall("sessionStorage", FILES) ?? [];

/** So many searches may run. */
const MOST_SEARCHES = 4;
/** So many engines may wait for a search. */
const MOST_IDLE = 2;

// There is no server that could be lost.
export const setToken = (/** @type {string} */ _value) => {};
export const getToken = () => "page";
export const onConnection = (/** @type {(state: "ok" | "lost" | "token") => void} */ _listener) => {};
export const linkWords = (/** @type {string} */ game) => (rulesOf(game) === null ? "The rules of this game are too long for a link: it works only in this tab." : "The link opens this game wherever this page can be opened.");

/** The compiled engine. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** The address of the Worker's script. */
let script = "";

function engineModule() {
  // What could not be loaded is asked for again at the next request.
  compiled ??= compile().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function compile() {
  const inside = document.getElementById("page-engine");
  const packed = inside ? bytesOf(inside.textContent ?? "") : (await fetch("engine.bin")).body;
  const stream = packed instanceof Uint8Array ? new Blob([packed]).stream() : packed;
  if (!stream) throw new ApiError(0, "The engine of this page cannot be loaded.");
  const bytes = new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return WebAssembly.compile(await bytes);
}

/** @param {string} base64 */
function bytesOf(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function workerScript() {
  const inside = document.getElementById("page-worker");
  script ||= inside ? URL.createObjectURL(new Blob([inside.textContent ?? ""], { type: "text/javascript" })) : "worker.js";
  return script;
}

/** An engine in a Worker. */
class Engine {
  constructor() {
    this.worker = new Worker(workerScript());
    /** @type {Map<number, {line: (line: string) => void, done: (failed: boolean) => void}>} */
    this.waiting = new Map();
    this.count = 0;
    /** After so many loads it began. */
    this.files = 0;
    this.isEnded = false;
    this.worker.onmessage = ({ data }) => this.told(data);
    this.worker.onerror = () => this.end();
    this.ready = this.begin();
    this.ready.catch(() => this.end());
  }

  async begin() {
    const module = await engineModule();
    // Counted when they are sent: files may have been loaded meanwhile.
    this.files = changes;
    this.worker.postMessage({ module, games: setup.games, networks: setup.networks, files: setup.files, more: loaded.map(({ name, text }) => ({ name, text })) });
  }

  /** @param {Told} told */
  told({ id, line, done, failed = false }) {
    const asked = this.waiting.get(id);
    if (line !== undefined) asked?.line(line);
    if (!done) return;
    this.waiting.delete(id);
    asked?.done(failed);
  }

  /** Sends a request; settles when it has been answered, with whether the engine has failed. @param {string} name @param {object} body @param {(line: string) => void} line */
  async ask(name, body, line) {
    await this.ready;
    // A Worker that has ended answers nothing.
    if (this.isEnded) return true;
    const id = ++this.count;
    return new Promise((/** @type {(failed: boolean) => void} */ done) => {
      this.waiting.set(id, { line, done });
      this.worker.postMessage({ id, name, body });
    });
  }

  end() {
    this.isEnded = true;
    this.worker.terminate();
    for (const { done } of this.waiting.values()) done(true);
    this.waiting.clear();
  }
}

/** The engine that answers requests. @type {Engine | null} */
let desk = null;
/** Engines that wait for a search. @type {Engine[]} */
let idle = [];
let searches = 0;

/** The JSON of a line, if its status is good. @param {string} line */
function read(line) {
  const [status, json] = [Number(line.slice(0, 3)), JSON.parse(line.slice(4))];
  if (status !== 200) throw new ApiError(status, json.reason ?? json.error, json.at ?? null);
  return json;
}

/**
 * Sends a request and returns the answer's JSON.
 * @param {string} name @param {object} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(name, body, signal) {
  if (name === "reports") return { reports: setup.reports };
  if (name === "games" && setup.offline) return allGames();
  return ask(name, body, signal);
}

/** The list of games, which the site holds: the engine would need seconds for it. Those of loaded files are added. */
async function allGames() {
  const response = await fetch("games.json");
  const list = await response.json();
  if (!loaded.length) return list;
  const { games } = await ask("games", {});
  const isNew = /** @param {{name: string}} game */ ({ name }) => !list.games.some((/** @type {{name: string}} */ one) => one.name === name);
  return { ...list, games: [...list.games, ...games.filter(isNew)] };
}

/** @param {string} name @param {object} body @param {AbortSignal} [signal] @returns {Promise<any>} */
async function ask(name, body, signal) {
  if (!desk || desk.isEnded) desk = new Engine();
  const asked = desk;
  let answer = "";
  const failed = await asked.ask(name, body, (line) => (answer = line)).catch((error) => {
    if (desk === asked) desk = null;
    throw new ApiError(0, `The engine of this page cannot be started: ${error instanceof Error ? error.message : error}`);
  });
  if (failed && desk === asked) {
    asked.end();
    desk = null;
  }
  signal?.throwIfAborted();
  if (!answer) throw new ApiError(500, "The engine has failed at this request.");
  const told = read(answer);
  if (name === "position" && !idle.length && !searches) spare();
  if (name !== "draft" || !told.game?.ok || told.game.tried) return told;
  // This engine has no room left to try drafts; the next one has.
  asked.end();
  if (desk === asked) desk = null;
  return ask(name, body, signal);
}

/** Has an engine ready for the next search. */
function spare() {
  if (idle.length < MOST_IDLE) idle.push(new Engine());
}

/**
 * Runs a search; ends when the engine has chosen a move or `signal` is aborted (then null is returned).
 * @param {GameRef & Object<string, any>} body @param {AbortSignal} signal @param {(info: Info) => void} [onInfo]
 * @returns {Promise<Best | null>}
 */
export async function search(body, signal, onInfo = () => {}) {
  if (signal.aborted) return null;
  if (searches >= MOST_SEARCHES) throw new ApiError(503, `${MOST_SEARCHES} searches are running, which is the most; try again later`);
  searches++;
  idle = idle.filter((one) => !one.isEnded);
  const engine = idle.shift() ?? new Engine();
  // A search is ended with its Worker.
  const stop = () => engine.end();
  signal.addEventListener("abort", stop);
  /** @type {Best | null} */
  let best = null;
  /** @type {unknown} */
  let problem = null;
  const hear = /** @param {string} line */ (line) => {
    if (signal.aborted || problem) return;
    try {
      const event = read(line);
      if (event.event === "info") onInfo(event);
      if (event.event === "best") best = event;
    } catch (error) {
      problem = error;
    }
  };
  let failed = true;
  try {
    failed = await engine.ask("search", body, hear);
  } finally {
    searches--;
    signal.removeEventListener("abort", stop);
    // One that lacks files which were loaded during its search is of no use to the next.
    if (failed || engine.files !== changes || idle.length >= MOST_IDLE) engine.end();
    else idle.push(engine);
    if (!idle.length) spare();
  }
  if (signal.aborted) return null;
  if (problem) throw problem;
  if (!best) throw new ApiError(500, "The engine has failed at this search.");
  return best;
}

/**
 * Adds the games of a file in the language of `variants.ini`, until the tab is closed.
 * @param {string} name @param {string} text
 * @returns {Promise<{games: string[], problems: string[], notes: string[]}>}
 */
export async function loadGames(name, text) {
  const answer = await request("load", { name, text });
  if (!answer.games.length) return answer;
  const before = loaded.findIndex((file) => file.name === name);
  if (before >= 0) loaded.splice(before, 1);
  loaded.push({ name, text, links: {} });
  const all = [...setup.files, ...loaded].map((file) => file.text).join("\n");
  const { links } = loaded[loaded.length - 1];
  for (const game of answer.games) links[game] = await pack(sectionOf(all, game));
  remember("sessionStorage", FILES, loaded);
  changes++;
  for (const engine of idle) engine.end();
  idle = [];
  return answer;
}

/** The rules of a game as links hold them; null if they are too long, undefined if the page itself has the game. @type {(game: string) => string | null | undefined} */
export const rulesOf = (game) => loaded.findLast(({ links }) => Object.hasOwn(links, game))?.links[game];

/** The file that a game was loaded from in this tab. @param {string} game @returns {{name: string, text: string} | null} */
export function fileOf(game) {
  const found = loaded.findLast(({ links }) => Object.hasOwn(links, game));
  return found ? { name: found.name, text: found.text } : null;
}

/** Brings the game whose rules a link holds to the list. Rules of the page itself stay as they are. @param {string} name @param {string} packed @param {boolean} isKnown */
export async function bringGame(name, packed, isKnown) {
  const own = rulesOf(name);
  if (own === packed || (isKnown && own === undefined)) return null;
  const { games, problems, notes } = await loadGames(`${name}.ini`, (await unpack(packed)) ?? "");
  if (!games.includes(name)) throw new Error([...problems, ...notes].join(" ") || "it holds no game");
  return request("games", {});
}

/** The page as it was before its scripts changed it. */
const whole = setup.offline ? "" : document.documentElement.outerHTML;

/** The page itself with another file of games; null if it is not one file. @param {{name: string, text: string}} file @param {string} game its game that is shown first */
export function pageOf(file, game) {
  const element = document.getElementById("page-setup");
  const at = element ? whole.indexOf(element.outerHTML) : -1;
  if (!element || at < 0) return null;
  const own = JSON.parse(element.textContent ?? "{}");
  const files = [...(own.files ?? []).filter((/** @type {GamesFile} */ one) => one.name !== file.name), file];
  const games = [game, ...(own.games ?? []).filter((/** @type {string} */ one) => one !== game)];
  // `<` is written so that nothing in it ends the element.
  const json = JSON.stringify({ ...own, files, games }).replaceAll("<", "\\u003c");
  const end = at + element.outerHTML.length;
  return `<!doctype html>\n${whole.slice(0, at)}<script type="application/json" id="page-setup">${json}</script>${whole.slice(end)}\n`;
}

/** The text of a picture of the page, or null. @param {string} path below the page's folder @returns {Promise<string | null>} */
export async function picture(path) {
  if (Object.hasOwn(setup.pictures, path)) return setup.pictures[path];
  if (!setup.offline) return null;
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.text() : null;
}
