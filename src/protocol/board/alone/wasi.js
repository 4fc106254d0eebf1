/** The few calls of WASI that the engine makes: standard input and output, the clock and random numbers. */

const GOOD = 0;
const BAD_FILE = 8;

/**
 * What the module imports. Standard input is `input()`, read until it is empty; standard output and errors go to `output` as bytes.
 * @param {() => WebAssembly.Memory} memory @param {() => Uint8Array} input @param {(file: number, bytes: Uint8Array) => void} output
 */
export function wasi(memory, input, output) {
  const view = () => new DataView(memory().buffer);
  const bytes = /** @param {number} at @param {number} length */ (at, length) => new Uint8Array(memory().buffer, at, length);
  const buffers = /** @param {number} list @param {number} count */ (list, count) =>
    Array.from({ length: count }, (_, i) => bytes(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)));
  const none = /** @param {number} count @param {number} size */ (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return GOOD;
  };
  /** What has not been read yet. @type {Uint8Array} */
  let rest = new Uint8Array(0);
  return {
    /** @param {number} file @param {number} list @param {number} count @param {number} read */
    fd_read(file, list, count, read) {
      if (file !== 0) return BAD_FILE;
      if (!rest.length) rest = input();
      let total = 0;
      for (const buffer of buffers(list, count)) {
        const part = rest.subarray(0, buffer.length);
        buffer.set(part);
        rest = rest.subarray(part.length);
        total += part.length;
      }
      view().setUint32(read, total, true);
      return GOOD;
    },
    /** @param {number} file @param {number} list @param {number} count @param {number} written */
    fd_write(file, list, count, written) {
      let total = 0;
      for (const buffer of buffers(list, count)) {
        output(file, buffer.slice());
        total += buffer.length;
      }
      view().setUint32(written, total, true);
      return GOOD;
    },
    /** @param {number} clock 0 is the time of day @param {bigint} _precision @param {number} at */
    clock_time_get(clock, _precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return GOOD;
    },
    /** @param {number} at @param {number} length */
    random_get(at, length) {
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytes(at + done, Math.min(65536, length - done)));
      return GOOD;
    },
    environ_sizes_get: none,
    environ_get: () => GOOD,
    args_sizes_get: none,
    args_get: () => GOOD,
    sched_yield: () => GOOD,
    fd_close: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    /** @param {number} code */
    proc_exit(code) {
      throw new Error(`the engine has ended with ${code}`);
    },
  };
}
