/** The address's fragment: the game, and in the address that the program prints the token before it. */

/** @typedef {{token: string, game: string | null, fen: string | null, moves: string[], at: number | null, puzzle?: string | null, lesson?: string | null, draw?: string | null, mail?: boolean, end?: string | null, embed?: boolean}} Fragment `draw` holds the rules of a game, `end` is `resign` if who is to move has resigned a game by mail, `embed` says that the page is in a frame of another one */

/** @param {string} hash with or without `#` @returns {Fragment} */
export function parse(hash) {
  const parts = hash.replace(/^#/, "").split("&");
  const token = parts.find((part) => /^[0-9a-f]{32}$/i.test(part)) ?? "";
  const rest = parts.filter((part) => part.includes("="));
  const fields = new Map(rest.map((part) => [part.split("=")[0], decode(part.slice(part.indexOf("=") + 1))]));
  const at = fields.get("at");
  return {
    token,
    game: fields.get("game") ?? null,
    fen: fields.get("fen") ?? null,
    moves: (fields.get("moves") ?? "").split("_").filter(Boolean),
    puzzle: fields.get("puzzle") ?? null,
    lesson: fields.get("lesson") ?? null,
    draw: fields.get("draw") ?? null,
    mail: fields.get("mail") === "1",
    end: fields.get("end") ?? null,
    embed: parts.includes("embed"),
    at: at ? (/^\d+$/.test(at) ? Number(at) : NaN) : null,
  };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {Fragment} fragment @returns {string} with `#` */
export function format({ token, game, fen, moves, at, puzzle, lesson, draw, mail, end, embed }) {
  const parts = token ? [token] : [];
  if (embed) parts.push("embed");
  if (game) parts.push(`game=${game}`);
  if (fen) parts.push(`fen=${encode(fen)}`);
  if (moves.length) parts.push(`moves=${encode(moves.join("_"))}`);
  if (puzzle) parts.push(`puzzle=${encode(puzzle)}`);
  if (lesson) parts.push(`lesson=${encode(lesson)}`);
  if (at !== null) parts.push(`at=${at}`);
  if (mail) parts.push("mail=1");
  if (mail && end) parts.push(`end=${end}`);
  if (draw) parts.push(`draw=${draw}`);
  return `#${parts.join("&")}`;
}

/** Encodes what a fragment cannot hold or `&` would end; keeps the rest legible. @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/%(2C|40|3A|2F|3D|5B|5D|7C)/g, decodeURIComponent);
