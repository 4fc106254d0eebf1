/** The text of a file of games: its sections, and changes of single lines that leave all others as they are. */

import { ORDER } from "./pieces.js";

/** @typedef {{at: number, name: string, parent: string | null}} Head `at` is the index of its line */

/** @param {string} line @returns {Omit<Head, "at"> | null} */
function headOf(line) {
  const inside = /^\[(.*)\]$/.exec(line.trim())?.[1];
  if (inside === undefined) return null;
  const [name, ...parent] = inside.split(":");
  return { name: name.trim(), parent: parent.length ? parent.join(":").trim() : null };
}

/** The sections of a text. @param {string[]} lines @returns {Head[]} */
const headsIn = (lines) => lines.flatMap((line, at) => {
  const head = headOf(line);
  return head ? [{ at, ...head }] : [];
});

const isComment = /** @param {string} line */ (line) => /^\s*[#;]/.test(line);
const wordsOf = /** @param {string} line */ (line) => line.trim().replace(/^[#;]\s*/, "");
const keyOf = /** @param {string} line */ (line) => (isComment(line) || !line.includes("=") ? null : line.slice(0, line.indexOf("=")).trim());

/** The longest title in bytes, as the engine reads it. */
const LONGEST_TITLE = 40;
const NAME = /^([A-Za-z]):\s*(.+)$/;
/** What the engine reads above a section as the name of a piece, not as title or sentence. */
const NAME_ABOVE = /^\+?[A-Za-z]\s*:\s*(?!\p{Lowercase})\p{Alphabetic}[\p{Alphabetic}\p{N} '’-]{0,23}$/u;
const isNameAbove = /** @param {string} line */ (line) => NAME_ABOVE.test(wordsOf(line));

const bytesOf = /** @param {string} text */ (text) => new TextEncoder().encode(text).length;

/** What of a title is not too long. @param {string} text */
export function cutTitle(text) {
  const letters = [...text];
  while (bytesOf(letters.join("")) > LONGEST_TITLE) letters.pop();
  return letters.join("").trim();
}

/** A section of a text. */
export class Sheet {
  /** @param {string} text @param {number} [section] its number from 0; the last one without it */
  constructor(text, section = Infinity) {
    this.lines = text.replace(/\r/g, "").split("\n");
    /** The sections, as long as no line changes. @type {Head[] | null} */
    this.known = null;
    this.section = Math.max(0, Math.min(section, this.heads.length - 1));
  }

  get heads() {
    return (this.known ??= headsIn(this.lines));
  }

  /** Puts lines in the place of others. @param {number} at @param {number} count @param {...string} lines */
  replace(at, count, ...lines) {
    this.lines.splice(at, count, ...lines);
    this.known = null;
  }

  get text() {
    return this.lines.join("\n");
  }

  /** Its first line. @returns {Head} */
  get head() {
    return this.heads[this.section] ?? { at: this.lines.length, name: "", parent: null };
  }

  /** The index behind its last line; comments right above the next section belong to that. */
  get end() {
    const next = this.heads[this.section + 1];
    if (!next) return this.lines.length;
    let end = next.at;
    while (end > this.head.at + 1 && isComment(this.lines[end - 1])) end--;
    return end;
  }

  /** The indices of the lines with a key. @param {string} key */
  places(key) {
    const { head: { at }, end } = this;
    return this.lines.flatMap((line, i) => (i > at && i < end && keyOf(line) === key ? [i] : []));
  }

  /** The keys in the order of their lines. @returns {string[]} */
  keys() {
    const { head: { at }, end } = this;
    return this.lines.slice(at + 1, end).flatMap((line) => keyOf(line) ?? []);
  }

  /** The key of a line, by its number from 1. @param {number} line */
  keyAt(line) {
    return keyOf(this.lines[line - 1] ?? "");
  }

  /** The value of a key, null if it is not set. @param {string} key @returns {string | null} */
  get(key) {
    const place = this.places(key).pop();
    return place === undefined ? null : this.lines[place].slice(this.lines[place].indexOf("=") + 1).trim();
  }

  /** Sets a key; null takes it out. @param {string} key @param {string | null} value */
  set(key, value) {
    const places = this.places(key);
    const last = places.pop();
    for (const place of places.reverse()) this.replace(place, 1);
    if (value === null) {
      if (last !== undefined) this.replace(last - places.length, 1);
    } else if (last !== undefined) this.replace(last - places.length, 1, `${key} = ${value}`);
    else this.replace(this.placeFor(key), 0, `${key} = ${value}`);
  }

  /** Where a new key goes: behind those that usually stand before it. @param {string} key */
  placeFor(key) {
    const { head: { at }, end } = this;
    const rank = /** @param {string} name */ (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    let place = at + 1;
    for (let i = at + 1; i < end; i++) {
      const other = keyOf(this.lines[i]);
      const isName = isComment(this.lines[i]) && NAME.test(wordsOf(this.lines[i]));
      if (isName ? place === i : other !== null && rank(other) <= rank(key)) place = i + 1;
    }
    return place;
  }

  /** The index of the last comment that names the piece with a letter, within the section or right above it. @param {string} letter */
  placeOfName(letter) {
    const { head: { at }, end, titleAt } = this;
    const isPlace = /** @param {string} line @param {number} i */ (line, i) => (i > at ? i < end : i >= titleAt && isNameAbove(line));
    const isIt = /** @param {string} line @param {number} i */ (line, i) => isPlace(line, i) && isComment(line) && NAME.exec(wordsOf(line))?.[1].toLowerCase() === letter.toLowerCase();
    return this.lines.findLastIndex(isIt);
  }

  /** What the section calls the piece with a letter. @param {string} letter @returns {string | null} */
  nameOf(letter) {
    const place = this.placeOfName(letter);
    return place < 0 ? null : (NAME.exec(wordsOf(this.lines[place]))?.[2] ?? null);
  }

  /** @param {string} letter @param {string | null} name */
  setNameOf(letter, name) {
    const place = this.placeOfName(letter);
    const line = `# ${letter}: ${name}`;
    if (place >= 0) this.replace(place, 1, ...(name ? [line] : []));
    else if (name) this.replace(this.head.at + 1, 0, line);
  }

  /** The index of the first line of the comment above the section. */
  get titleAt() {
    let first = this.head.at;
    while (first > 0 && isComment(this.lines[first - 1])) first--;
    return first;
  }

  /** The comment above the section: lines that name pieces, and the others. @returns {{names: string[], others: string[]}} */
  get above() {
    const lines = this.lines.slice(this.titleAt, this.head.at);
    return { names: lines.filter(isNameAbove), others: lines.filter((line) => !isNameAbove(line)) };
  }

  /** Title and sentence of the comment above the section. @returns {{title: string, summary: string}} */
  get words() {
    const words = this.above.others.map(wordsOf).join(" ");
    const [title, ...summary] = words.split(": ");
    return summary.length && bytesOf(title) <= LONGEST_TITLE ? { title, summary: summary.join(": ") } : { title: "", summary: words };
  }

  /** @param {string} title @param {string} summary */
  setWords(title, summary) {
    const { titleAt, head, above: { names } } = this;
    const line = `# ${title}: ${summary || "a game of my own"}`;
    // With a full stop it names no piece.
    this.replace(titleAt, head.at - titleAt, isNameAbove(line) ? `${line}.` : line, ...names);
  }

  /** Gives the section another name; those below that inherit from it follow. @param {string} name */
  setName(name) {
    const { at, name: before, parent } = this.head;
    const heirs = this.heads.filter((head) => head.at > at && head.parent === before);
    for (const head of heirs) this.replace(head.at, 1, `[${head.name}:${name}]`);
    this.replace(at, 1, `[${name}${parent === null ? "" : `:${parent}`}]`);
  }
}
