/** An engine in a Worker, from outside. */

import { JailbirdError } from "./error.js";

/** @import { Asked, Beginning, Told } from "./engine/worker.js" */
/**
 * What a system has of its own. `compile` gives the compiled engine; `start` starts a Worker, which tells what it answers to `hear` and why it has
 * ended to `fail`.
 * @typedef {{post: (message: Beginning | Asked) => void, hold: (isBusy: boolean) => void, end: () => void}} Port
 * @typedef {{compile: () => Promise<WebAssembly.Module>, start: (hear: (told: Told) => void, fail: (reason: string) => void) => Port}} System
 */

export class EngineWorker {
  isEnded = false;
  #count = 0;
  /** @type {Map<number, {hear: (line: string) => void, done: () => void, fail: (error: JailbirdError) => void}>} */
  #waiting = new Map();
  /** @type {Port} */
  #port;

  /** @param {System} system @param {Beginning} beginning */
  constructor(system, beginning) {
    this.#port = system.start((told) => this.#told(told), (reason) => this.end(`The engine has failed: ${reason}`, 500));
    this.#port.post(beginning);
  }

  /** Sends a request; settles when every line of the answer has been heard. @param {string} name @param {object} body @param {(line: string) => void} hear */
  ask(name, body, hear) {
    return new Promise((/** @type {(value?: undefined) => void} */ done, fail) => {
      if (this.isEnded) return fail(new JailbirdError("The engine has ended.", { status: 0 }));
      const id = ++this.#count;
      this.#waiting.set(id, { hear, done, fail });
      this.#port.hold(true);
      try {
        this.#port.post({ id, name, body });
      } catch (error) {
        // Functions, for example, cannot be sent.
        this.#forget(id);
        fail(new JailbirdError(`The request cannot be sent: ${error instanceof Error ? error.message : error}`));
      }
    });
  }

  /** @param {Told} told */
  #told({ id, line, done, failed = false }) {
    const asked = this.#waiting.get(id);
    if (line !== undefined) asked?.hear(line);
    if (!done) return;
    this.#forget(id);
    asked?.done();
    // After a failure it answers nothing more.
    if (failed) this.end("The engine has failed at the request before.", 500);
  }

  /** A request waits no more. @param {number} id */
  #forget(id) {
    this.#waiting.delete(id);
    this.#port.hold(this.#waiting.size > 0);
  }

  /** Ends the Worker; whoever waits for an answer is told why. @param {string} reason @param {number} [status] */
  end(reason, status = 0) {
    if (this.isEnded) return;
    this.isEnded = true;
    this.#port.end();
    for (const { fail } of this.#waiting.values()) fail(new JailbirdError(reason, { status }));
    this.#waiting.clear();
  }
}
