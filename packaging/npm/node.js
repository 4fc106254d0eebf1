/** The package in Node. */

import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { gunzip } from "node:zlib";
import { loader } from "./jailbird.js";

export { JailbirdError } from "./error.js";

export const load = loader({
  async compile() {
    const packed = await readFile(new URL("./engine/engine.bin", import.meta.url));
    return WebAssembly.compile(await promisify(gunzip)(packed));
  },
  start(hear, fail) {
    // The switches of the program, such as --input-type, are not for it.
    const worker = new Worker(new URL("./node-worker.js", import.meta.url), { execArgv: [] });
    worker.on("message", hear);
    worker.on("error", (error) => fail(error.message));
    // A Worker without work does not keep the program from ending.
    worker.unref();
    return {
      post: (message) => worker.postMessage(message),
      hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
      end: () => void worker.terminate(),
    };
  },
});
