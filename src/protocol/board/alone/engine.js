/** An instance of the engine: it answers one request after the other. */

import { wasi } from "./wasi.js";

const NEW_LINE = 10;

/**
 * @param {WebAssembly.Module} module
 * @returns {(name: string, body: object, tell: (line: string) => void) => void} answers a request; `tell` is given every line, a status and JSON
 */
export function makeEngine(module) {
  let input = new Uint8Array(0);
  /** @type {Uint8Array[]} */
  let line = [];
  /** @type {(line: string) => void} */
  let tell = () => {};
  let trouble = "";
  const exports = /** @type {{memory: WebAssembly.Memory, _initialize?: () => void, answer: () => void}} */ (/** @type {unknown} */ (
    new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi(() => exports.memory, take, put) }).exports));

  function take() {
    const taken = input;
    input = new Uint8Array(0);
    return taken;
  }

  /** @param {number} file @param {Uint8Array} bytes */
  function put(file, bytes) {
    if (file !== 1) {
      trouble += new TextDecoder().decode(bytes);
      return;
    }
    const end = bytes.indexOf(NEW_LINE);
    if (end < 0) return void line.push(bytes);
    const whole = [...line, bytes.subarray(0, end)];
    line = [];
    const text = new TextDecoder();
    tell(whole.map((part) => text.decode(part, { stream: true })).join("") + text.decode());
    if (end + 1 < bytes.length) put(file, bytes.subarray(end + 1));
  }

  exports._initialize?.();
  return (name, body, listener) => {
    input = new TextEncoder().encode(`${name}\n${JSON.stringify(body)}`);
    tell = listener;
    trouble = "";
    try {
      exports.answer();
    } catch (error) {
      throw new Error(trouble.trim().split("\n")[0] || String(error));
    }
  };
}
