/** Requests to the engine's interface, and the state of the connection. */

import { ApiError } from "./fault.js";
import { recall, remember } from "./settings.js";

/** @import {GameRef, Info, Best} from "./types.js" */

/** What is told beside links to a game. @type {(game: string) => string} */
export const linkWords = () => "The link opens this game in this browser, as long as the engine runs.";

/** Files of games that were loaded in this tab. */
const FILES = "jailbird.files";
/** @type {{name: string, text: string, games: string[]}[]} */
let loaded = recall("sessionStorage", FILES) ?? [];

let token = "";
/** @type {(state: "ok" | "lost" | "token") => void} */
let report = () => {};

/** @param {string} value 32 hexadecimal digits */
export function setToken(value) {
  token = value;
}

export const getToken = () => token;

/** @param {(state: "ok" | "lost" | "token") => void} listener hears of lost and resumed connections */
export function onConnection(listener) {
  report = listener;
}

/**
 * @param {string} name @param {object} body @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(name, body, signal) {
  const headers = { "Content-Type": "application/json", "X-Jailbird-Token": token };
  const options = { method: "POST", headers, body: JSON.stringify(body), signal, cache: /** @type {const} */ ("no-store") };
  let response;
  try {
    response = await fetch(`/api/${name}`, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    report("lost");
    throw new ApiError(0, "The engine does not answer.");
  }
  report(response.status === 403 ? "token" : "ok");
  if (!response.ok) throw await failure(response);
  return response;
}

/** @param {Response} response @returns {Promise<ApiError>} */
async function failure(response) {
  const answer = await response.json().catch(() => ({}));
  return new ApiError(response.status, answer.reason ?? `The engine answered ${response.status}`, answer.at ?? null);
}

/**
 * Sends a request and returns the answer's JSON.
 * @param {string} name @param {object} body @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(name, body, signal) {
  return (await post(name, body, signal)).json();
}

/**
 * Runs a search; ends when the engine has chosen a move or `signal` is aborted (then null is returned).
 * @param {GameRef & Object<string, any>} body @param {AbortSignal} signal @param {(info: Info) => void} [onInfo]
 * @returns {Promise<Best | null>}
 */
export async function search(body, signal, onInfo = () => {}) {
  try {
    const response = await post("search", body, signal);
    for await (const event of lines(response)) {
      if (event.event === "info") onInfo(event);
      if (event.event === "best") return event;
      if (event.event === "error") throw new ApiError(400, event.error);
    }
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof ApiError) throw error;
  }
  report("lost");
  throw new ApiError(0, "The search was cut off.");
}

/**
 * Adds the games of a file in the language of `variants.ini`, until the server ends.
 * @param {string} name @param {string} text
 * @returns {Promise<{games: string[], problems: string[], notes: string[]}>}
 */
export async function loadGames(name, text) {
  const answer = await request("load", { name, text });
  if (!answer.games.length) return answer;
  loaded = [...loaded.filter((file) => file.name !== name), { name, text, games: answer.games }];
  remember("sessionStorage", FILES, loaded);
  return answer;
}

/** The file that a game was loaded from in this tab. @param {string} game @returns {{name: string, text: string} | null} */
export function fileOf(game) {
  const found = loaded.findLast(({ games }) => games.includes(game));
  return found ? { name: found.name, text: found.text } : null;
}

/** The rules of a game in links. @type {(game: string) => any} */
export const rulesOf = () => null;

/** Adds the game of a link without a question. @type {(game: string, packed: string, isKnown: boolean) => Promise<any>} */
export const bringGame = async () => null;

/** The page itself with another file of games, if it is one that needs no server. @type {((file: {name: string, text: string}, game: string) => string | null) | null} */
export const pageOf = null;

/** The text of a picture of the page, or null. @param {string} path below the page's folder @returns {Promise<string | null>} */
export async function picture(path) {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.text() : null;
}

/** @param {Response} response @returns {AsyncGenerator<any>} */
async function* lines(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.trim()) yield JSON.parse(part);
  }
}
