/** A game that is played. */

import { JailbirdError } from "./error.js";

/** @import * as Types from "./index.js" */
/** @import { Jailbird } from "./jailbird.js" */

/** @implements {Types.Game} */
export class PlayedGame {
  #jailbird;
  /** The FEN at the beginning; null for the start position. */
  #start;
  /** @type {string[]} */
  #history;
  #position;
  /** A change waits for the one before. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Jailbird} jailbird @param {string | null} start @param {Types.Position} position */
  constructor(jailbird, start, position) {
    this.#jailbird = jailbird;
    this.#start = start;
    this.#position = position;
    this.#history = position.played.map(({ text }) => text);
  }

  get name() {
    return this.#position.game;
  }

  get start() {
    return this.#position.start;
  }

  get fen() {
    return this.#position.fen;
  }

  get turn() {
    return this.#position.turn.color;
  }

  get seat() {
    return this.#position.turn.seat;
  }

  get result() {
    return this.#position.result;
  }

  get claim() {
    return this.#position.claim;
  }

  get history() {
    return [...this.#history];
  }

  get position() {
    return this.#position;
  }

  /** The game up to a number of moves, as requests name it. */
  #reference(moves = this.#history) {
    return { game: this.name, fen: this.#start, moves };
  }

  async moves() {
    const game = this.#reference(this.history);
    const { moves, stubs } = this.#position;
    const found = moves.map(({ text }) => text);
    // In some positions there are so many moves that the answer has only the beginnings of some.
    for (const waiting = [...stubs]; waiting.length;) {
      const { path } = /** @type {Types.Stub} */ (waiting.pop());
      const behind = await this.#jailbird.request("moves", { ...game, path });
      for (const { text } of behind.moves) found.push(text);
      waiting.push(...behind.stubs);
    }
    return found;
  }

  /** @param {string} move */
  play(move) {
    return this.#change(async () => {
      const moves = [...this.#history, move];
      const position = await this.#jailbird.request("position", { ...this.#reference(moves), recent: 1 }).catch(shorter);
      const { text } = position.played[position.played.length - 1];
      this.#position = position;
      this.#history.push(text);
      return text;
    });
  }

  /** @param {number} [count] */
  takeBack(count = 1) {
    return this.#change(async () => {
      const rest = this.#history.length - count;
      if (!Number.isInteger(count) || count < 0 || rest < 0) throw new JailbirdError(`${count} moves cannot be taken back: ${this.#history.length} have been played`);
      const moves = this.#history.slice(0, rest);
      this.#position = await this.#jailbird.request("position", { ...this.#reference(moves), recent: 1 });
      this.#history = moves;
    });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #change(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {Types.SearchOptions} [options] @returns {Promise<Types.SearchResult>} */
  async search({ signal, onInfo, multipv, ...limits } = {}) {
    /** @type {Types.Info[]} */
    const lines = [];
    /** @type {{move: string | null, san: string | null, ponder: string | null} | null} */
    let best = null;
    await this.#jailbird.search({ ...limits, lines: multipv, ...this.#reference() }, signal, ({ event, line, ...rest }) => {
      if (event === "best") best = rest;
      if (event !== "info") return;
      const info = { ...rest, multipv: line };
      lines[line - 1] = info;
      onInfo?.(info);
    });
    if (!best) throw new JailbirdError("The engine has failed at this search.", { status: 500 });
    const { move, san, ponder } = /** @type {{move: string | null, san: string | null, ponder: string | null}} */ (best);
    return { move, san, ponder, score: lines[0]?.score ?? null, pv: lines[0]?.pv ?? [], lines };
  }
}

/** An illegal move is named without its number: it is the last one. @param {unknown} error @returns {never} */
function shorter(error) {
  if (!(error instanceof JailbirdError) || error.at === null) throw error;
  const { status, field, at, reason } = error;
  throw new JailbirdError(reason, { status, field, at });
}
