/** The text of a game in a link: packed, as letters that an address may hold. */

/** The section of a game with those before it that it inherits from, and the comments above them. @param {string} text of files @param {string} name */
export function sectionOf(text, name) {
  /** @type {{name: string, parent: string, lines: string[]}[]} */
  const sections = [];
  /** @type {string[]} */
  let above = [];
  for (const line of text.replace(/\r/g, "").split("\n")) {
    const [head, own, parent = ""] = /^\s*\[([^:\]]*):?(.*)\]\s*$/.exec(line) ?? [];
    if (/^\s*[#;]/.test(line)) above.push(line);
    else if (head) above = (sections.push({ name: own.trim(), parent: parent.trim(), lines: [...above, line] }), []);
    else above = (sections[sections.length - 1]?.lines.push(...above, line), []);
  }
  const taken = [];
  let wanted = name;
  for (const section of sections.reverse()) {
    if (section.name !== wanted) continue;
    taken.unshift(...section.lines);
    wanted = section.parent;
  }
  return taken.join("\n");
}

/** The longest text that is taken from a link, in bytes, and the longest form of it in a link. */
export const LONGEST = 64 << 10;
const LONGEST_PACKED = 16 << 10;

/** @param {string} text @returns {Promise<string | null>} null if it is too long for a link */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes.subarray(0, LONGEST_PACKED))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return bytes.length > LONGEST_PACKED || packed.length > LONGEST_PACKED ? null : packed;
}

/** @param {string} packed @returns {Promise<string | null>} null if it holds no text, or too long a one */
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

/** Reads a stream as far as a text may be long. @param {ReadableStream<Uint8Array>} stream */
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
