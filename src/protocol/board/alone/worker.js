/**
 * The engine in a Worker. The first message has the compiled module and the setup, others a request each. Of a request come lines, and
 * then a message that it is done; after a failure the engine answers nothing more.
 */

import { makeEngine } from "./engine.js";

/** @typedef {{name: string, text: string, lenient?: boolean, pictures?: Object<string, string[]>, networks?: Object<string, string>}} GamesFile */
/** @typedef {{module: WebAssembly.Module, games: string[], networks?: Object<string, string>, files: GamesFile[], more: GamesFile[]}} Beginning `games` are those of the list, none for all; `networks` are those of well-known games; the games of `more` are added to it */
/** @typedef {{id: number, name: string, body: object}} Asked */
/** @typedef {{id: number, line?: string, done?: boolean, failed?: boolean}} Told */

/** @type {ReturnType<typeof makeEngine> | null} */
let engine = null;
/** Why there is none. */
let trouble = "it could not begin";

self.onmessage = ({ data }) => {
  if ("module" in data) begin(data);
  else answer(data);
};

/** @param {Beginning} beginning */
function begin({ module, games, networks = {}, files, more }) {
  try {
    const made = makeEngine(module);
    prepare(made, "teach", networks);
    for (const file of files) prepare(made, "load", file);
    prepare(made, "begin", { games });
    for (const file of more) prepare(made, "load", file);
    engine = made;
  } catch (error) {
    // Nobody waits for an answer yet: the first request tells it.
    trouble += `: ${wordsOf(error)}`;
  }
}

/** Sends a request that must be accepted. @param {ReturnType<typeof makeEngine>} made @param {string} name @param {object} body */
function prepare(made, name, body) {
  let answer = "";
  made(name, body, (line) => (answer = line));
  if (answer.startsWith("200 ")) return;
  throw new Error(answer ? JSON.parse(answer.slice(4)).error : `no answer to ${name}`);
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {Asked} asked */
function answer({ id, name, body }) {
  let failed = false;
  try {
    if (!engine) throw new Error(trouble);
    engine(name, body, (line) => self.postMessage({ id, line }));
  } catch (error) {
    failed = true;
    const reason = `The engine has failed at this request: ${wordsOf(error)}`;
    self.postMessage({ id, line: `500 ${JSON.stringify({ error: reason, field: null, at: null, reason })}` });
  }
  self.postMessage({ id, done: true, failed });
}
