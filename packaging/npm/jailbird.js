/** The engine: its games, and the Workers that answer and search. */

import { JailbirdError, read } from "./error.js";
import { PlayedGame } from "./game.js";
import { EngineWorker } from "./worker.js";

/** @import * as Types from "./index.js" */
/** @import { GamesFile } from "./engine/worker.js" */
/** @import { System } from "./worker.js" */

/** So many Workers may wait for a search. */
const MOST_IDLE = 1;

/** @implements {Types.Jailbird} */
export class Jailbird {
  #system;
  #module;
  /** The games of the list; none for all. @type {string[]} */
  #listed = [];
  /** @type {GamesFile[]} */
  #files = [];
  /** Answers requests; searches have other Workers, as a search hears nothing until it ends. @type {EngineWorker | null} */
  #desk = null;
  /** Those that wait for a search. @type {EngineWorker[]} */
  #idle = [];
  /** @type {Set<EngineWorker>} */
  #searching = new Set();
  #isClosed = false;

  /** @param {System} system @param {WebAssembly.Module} module */
  constructor(system, module) {
    this.#system = system;
    this.#module = module;
  }

  /** Restricts the list of games. @param {string[]} games */
  async list(games) {
    await this.request("begin", { games });
    this.#listed = games;
  }

  async catalogue() {
    return this.request("games", {});
  }

  async games() {
    const { games } = await this.catalogue();
    return games.map((/** @type {Types.GameInfo} */ { name }) => name);
  }

  /** @param {string} text @param {{name?: string, lenient?: boolean, networks?: {[game: string]: string}}} [how] */
  async loadGames(text, { name = "games.ini", lenient = false, networks = {} } = {}) {
    const file = { name, text, lenient, networks };
    const { games, problems, notes } = await this.request("load", file);
    if (games.length) {
      this.#files.push(file);
      // Those that wait lack the file.
      for (const worker of this.#idle.splice(0)) worker.end("The engine lacks a file of games.");
    }
    if (problems.length) throw new JailbirdError(problems[0], { problems, games });
    if (!games.length) throw new JailbirdError(notes[0] ?? `${name}: there is no game in this text: it begins with its name in brackets`);
    return { games, notes };
  }

  /** @param {string} [name] @param {{fen?: string | null, moves?: readonly string[]}} [from] */
  async game(name = "chess", { fen = null, moves = [] } = {}) {
    const position = await this.request("position", { game: name, fen, moves });
    return new PlayedGame(this, fen, position);
  }

  /** @param {string} name @param {object} body */
  async request(name, body) {
    if (!this.#desk || this.#desk.isEnded) this.#desk = this.#worker();
    let answer = "";
    await this.#desk.ask(name, body, (line) => (answer = line));
    return read(answer);
  }

  /**
   * Runs a search in a Worker of its own; ends it if `hear` throws.
   * @param {object} body @param {AbortSignal | undefined} signal @param {(event: any) => void} hear
   */
  async search(body, signal, hear) {
    signal?.throwIfAborted();
    const worker = this.#idle.shift() ?? this.#worker();
    const files = this.#files.length;
    this.#searching.add(worker);
    /** @type {{error: unknown} | null} */
    let trouble = null;
    const stop = /** @param {unknown} error */ (error) => {
      trouble ??= { error };
      worker.end("The search has been stopped.");
    };
    const abort = () => stop(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      await worker.ask("search", body, (line) => {
        // A request that is refused leaves the Worker as it was.
        if (!trouble && !line.startsWith("200 ")) trouble = caught(() => read(line));
        if (trouble) return;
        const thrown = caught(() => hear(read(line)));
        if (thrown) stop(thrown.error);
      });
    } catch (error) {
      trouble ??= { error };
    }
    signal?.removeEventListener("abort", abort);
    this.#searching.delete(worker);
    this.#keep(worker, files);
    if (trouble) throw /** @type {{error: unknown}} */ (trouble).error;
  }

  /** Keeps a Worker for the next search if it knows all games. @param {EngineWorker} worker @param {number} files */
  #keep(worker, files) {
    if (worker.isEnded) return;
    if (files === this.#files.length && this.#idle.length < MOST_IDLE) this.#idle.push(worker);
    else worker.end("The search has ended.");
  }

  #worker() {
    if (this.#isClosed) throw new JailbirdError("The engine is closed.", { status: 0 });
    return new EngineWorker(this.#system, { module: this.#module, games: this.#listed, files: [], more: this.#files });
  }

  async close() {
    this.#isClosed = true;
    for (const worker of [this.#desk, ...this.#idle.splice(0), ...this.#searching]) worker?.end("The engine is closed.");
  }
}

/** What a function throws. @param {() => void} run */
function caught(run) {
  try {
    run();
    return null;
  } catch (error) {
    return { error };
  }
}

/** The function `load` of a system. @param {System} system @returns {typeof Types.load} */
export function loader(system) {
  /** Compiled once. @type {Promise<WebAssembly.Module> | null} */
  let compiled = null;
  const compile = () => (compiled ??= system.compile().catch((error) => {
    // What could not be loaded is loaded again at the next attempt.
    compiled = null;
    throw error;
  }));
  return async ({ games = [] } = {}) => {
    const jailbird = new Jailbird(system, await compile());
    await jailbird.list([...games]);
    return jailbird;
  };
}
