/**
 * The engine in a Worker. The first message has the compiled module and the setup, others a request each. Of a request come lines, and
 * then a message that it is done; after a failure the engine answers nothing more.
 */

import { makeEngine } from "./engine.js";

/** @typedef {{name: string, text: string, pictures?: Object<string, string[]>}} GamesFile */
/** @typedef {{module: WebAssembly.Module, games: string[], files: GamesFile[], more: GamesFile[]}} Beginning `games` are those of the list, none for all; the games of `more` are added to it */
/** @typedef {{id: number, name: string, body: object}} Asked */
/** @typedef {{id: number, line?: string, done?: boolean, failed?: boolean}} Told */

/** @type {ReturnType<typeof makeEngine> | null} */
let engine = null;

self.onmessage = ({ data }) => {
  if ("module" in data) begin(data);
  else answer(data);
};

/** @param {Beginning} beginning */
function begin({ module, games, files, more }) {
  engine = makeEngine(module);
  for (const file of files) engine("load", file, () => {});
  engine("begin", { games }, () => {});
  for (const file of more) engine("load", file, () => {});
}

/** @param {Asked} asked */
function answer({ id, name, body }) {
  let failed = false;
  try {
    engine?.(name, body, (line) => self.postMessage({ id, line }));
  } catch (error) {
    failed = true;
    const told = `The engine has failed at this request: ${error instanceof Error ? error.message : error}`;
    self.postMessage({ id, line: `500 ${JSON.stringify({ error: told })}` });
  }
  self.postMessage({ id, done: true, failed });
}
