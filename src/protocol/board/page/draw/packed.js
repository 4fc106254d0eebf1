/** The text of a game in a link: packed, as letters that an address may hold. */

/** The longest text of a link in bytes, and the longest form of it. */
export const LONGEST = 64 << 10;
const LONGEST_PACKED = 16 << 10;

/** @param {string} text @returns {Promise<string | null>} null if it is too long for a link */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes.subarray(0, LONGEST_PACKED))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return bytes.length > LONGEST_PACKED || packed.length > LONGEST_PACKED ? null : packed;
}

/** @param {string} packed @returns {Promise<string | null>} null if it holds none, or too long a one */
export async function unpack(packed) {
  if (packed.length > LONGEST_PACKED || !/^[A-Za-z0-9_-]+$/.test(packed)) return null;
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const stream = new Blob([Uint8Array.from(letters, (one) => one.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await textOf(stream);
  } catch {
    return null;
  }
}

/** Reads a text. @param {ReadableStream<Uint8Array>} stream */
async function textOf(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, length] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > LONGEST) {
      reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
