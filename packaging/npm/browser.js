/** The package in browsers. */

import { JailbirdError } from "./error.js";
import { loader } from "./jailbird.js";

export { JailbirdError };

const GZIP = 0x1f;

/** The engine's bytes; a server that unpacks files on the way has done so. @param {ArrayBuffer} bytes */
async function unpacked(bytes) {
  if (new Uint8Array(bytes)[0] !== GZIP) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

export const load = loader({
  async compile() {
    const answer = await fetch(new URL("./engine/engine.bin", import.meta.url));
    if (!answer.ok) throw new JailbirdError(`The engine cannot be fetched: ${answer.status} ${answer.statusText}`, { status: 0 });
    return WebAssembly.compile(await unpacked(await answer.arrayBuffer()));
  },
  start(hear, fail) {
    const worker = new Worker(new URL("./engine/worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = ({ message }) => fail(message);
    return { post: (message) => worker.postMessage(message), hold: () => {}, end: () => worker.terminate() };
  },
});
