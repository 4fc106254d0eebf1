/** Gives the Worker's script, which is that of pages, in Node what Workers of browsers have. */

import { webcrypto } from "node:crypto";
import { parentPort } from "node:worker_threads";

/** @type {{onmessage: ((event: {data: unknown}) => void) | null, postMessage: (message: unknown) => void}} */
const self = { onmessage: null, postMessage: (message) => parentPort?.postMessage(message) };
const give = /** @param {string} name @param {unknown} value */ (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

give("self", self);
// Node 18 has it only here.
if (!globalThis.crypto) give("crypto", webcrypto);
await import("./engine/worker.js");
parentPort?.on("message", (data) => self.onmessage?.({ data }));
