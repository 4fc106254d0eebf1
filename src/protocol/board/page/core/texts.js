/**
 * Texts in the person's language. The key of a text is its English form; `{0}`, `{1}` … stand for what differs, which is translated,
 * too, if it is a text; `{0s}` is a square, `{0n}` a number, `{0w}` a name or a direction. So sentences of the engine are found as well. Of several sentences each is looked
 * up for itself, if they have no key together, and a sentence without its full stop. What a language lacks stays English.
 */

import { settings } from "./settings.js";

/** A language's texts by their keys. @typedef {Object<string, string>} Table */

/** How the texts of a language are fetched; English needs none. @type {Object<string, () => Promise<Table>>} */
const LANGUAGES = {
  de: () => import("./german.js").then((it) => it.GERMAN),
};

/** The texts of the language in use. @type {Table | null} */
let table = null;

/** What can be chosen. @type {[string, string][]} */
export const CHOICES = [["auto", "As the system"], ["en", "English"], ["de", "Deutsch"]];

/** Texts that were translated before. @type {Map<string, string>} */
const known = new Map();
const MOST_KNOWN = 2000;
/** The program's own texts are shorter; names in a link may be longer, and patterns take long for them. */
const LONGEST = 1000;
/** Keys with gaps, as patterns. @type {{pattern: RegExp, text: string}[]} */
let patterns = [];

/** The language in use. @returns {string} */
export function language() {
  const wish = settings.language === "auto" ? navigator.language.slice(0, 2) : settings.language;
  return Object.hasOwn(LANGUAGES, wish) ? wish : "en";
}

/** A word of a name or direction. */
const WORD = "(?:[\\p{Lu}\\p{N}][\\p{L}\\p{N}'’-]*|straight|sideways|diagonally|forward|backward|to|the|right|left)";
/** What a gap takes, by its letter. @type {Object<string, string>} */
const GAPS = { "": "((?:(?!\\. ).)+?)", s: "((?:[A-Z]:)?[a-p]\\d\\d?)", n: "([\\d.]+)", w: `(${WORD}(?: ${WORD})*?)` };

/** @param {string} key @param {string} text */
function compile(key, text) {
  const source = key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d([snw]?)\}/g, (_, kind) => GAPS[kind]);
  // A full stop belongs to no gap: the sentence is looked up without it.
  return { pattern: new RegExp(`^${source}${key.endsWith("}") ? "(?<!\\.)" : ""}$`, "su"), text };
}

/** Fetches the texts of the language in use; what cannot be had stays English. */
export async function loadTexts() {
  table = await LANGUAGES[language()]?.().catch(() => null) ?? null;
  patterns = Object.entries(table ?? {}).filter(([key]) => /\{\d[snw]?\}/.test(key)).map(([key, value]) => compile(key, value));
}

/** A text in the person's language. @param {string} text in English @returns {string} */
export function t(text) {
  if (!table || !text || text.length > LONGEST) return text;
  let found = known.get(text);
  if (found === undefined) {
    found = translate(text, table);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, found);
  }
  return found;
}

/** @param {string} text @param {Table} table */
function translate(text, table) {
  const [, before, inner, after] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? ["", "", text, ""];
  if (Object.hasOwn(table, inner)) return before + table[inner] + after;
  for (const { pattern, text: wanted } of patterns) {
    const match = pattern.exec(inner);
    if (match) return before + wanted.replace(/\{(\d)\}/g, (_, place) => t(match[Number(place) + 1] ?? "")) + after;
  }
  const sentences = inner.split(/(?<=[.!?…]) /);
  if (sentences.length > 1) return before + sentences.map(t).join(" ") + after;
  return inner.endsWith(".") ? `${before}${t(inner.slice(0, -1))}.${after}` : text;
}

/** Attributes that people read. */
const READ = ["title", "aria-label", "placeholder"];

/** Whether an attribute holds a text. @param {string} name */
export const isText = (name) => READ.includes(name);

/** Translates what index.html has. @param {Element} root */
export function translatePage(root) {
  document.documentElement.lang = language();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) node.nodeValue = t(node.nodeValue ?? "");
  for (const element of root.querySelectorAll(READ.map((name) => `[${name}]`).join())) {
    for (const name of READ) if (element.hasAttribute(name)) element.setAttribute(name, t(element.getAttribute(name) ?? ""));
  }
}
