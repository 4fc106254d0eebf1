/** The draft: its text, what the engine says of it, and what is kept of it in the browser. */

import { request } from "../core/api.js";
import { recall, remember } from "../core/settings.js";
import { BEGINNING, NOTHING, kindsOf, sizeOf } from "./form.js";
import { Sheet } from "./sections.js";

/** @import {Diagram} from "../core/types.js" */
/** @import {Base, Kind} from "./form.js" */

/** @typedef {{line: number, text: string}} Line */
/** @typedef {Diagram & {key: string, promoted: boolean, form: string, betza: string, picture: string | null, notes: string[] | null}} KindAnswer */
/** @typedef {{line: number, name: string, title: string, summary: string, ok: boolean, taken: boolean, tried: boolean, problems: Line[], warnings: Line[], extensions: Line[],
 *   words: string[], traps: string[], files: number | null, ranks: number | null, start: string, kinds: KindAnswer[]}} GameAnswer */
/** @typedef {{sections: {line: number, name: string}[], problems: Line[], game: GameAnswer | null}} DraftAnswer */

const KEY = "jailbird.draft";
const FORMER = "jailbird.former-draft";
/** Milliseconds from the last change to the question. */
const PAUSE = 250;
const MOST_PAST = 100;

/** @typedef {{text: string, section: number}} State */

/** @type {State & {brought?: string}} */
const kept = recall("localStorage", KEY) ?? { text: BEGINNING, section: 0 };
/** The text that took the place of another draft; as long as nobody changes it, it is not worth keeping. */
let brought = String(kept.brought ?? BEGINNING);

/** The draft. `answer` is about `asked`, a text and its section; `diagrams` has what was said last of each kind. @type {{sheet: Sheet, base: Base, answer: DraftAnswer | null, asked: string, fault: string, diagrams: Map<string, KindAnswer>}} */
export const draft = { sheet: new Sheet(String(kept.text), Number(kept.section)), base: NOTHING, answer: null, asked: "", fault: "", diagrams: new Map() };

/** Texts before changes. @type {{text: string, section: number}[]} */
const past = [];
let listener = () => {};
/** Draws the form anew. */
export const drawForm = () => listener();
let timer = 0;
let count = 0;
/** What the base was asked for. */
let basedOn = "";

/** @param {() => void} draw called after every change and every answer */
export function listenDraft(draw) {
  listener = draw;
}

const state = () => ({ text: draft.sheet.text, section: draft.sheet.section });

/** Changes the draft. @param {(sheet: Sheet, base: Base) => void} change */
export function edit(change) {
  const before = state();
  change(draft.sheet, draft.base);
  if (draft.sheet.text !== before.text) changed(before);
}

/** Another text, or another section of it. @param {string} text @param {number} [section] */
export function setText(text, section = draft.sheet.section) {
  const before = state();
  draft.sheet = new Sheet(text, section);
  if (text !== before.text || draft.sheet.section !== before.section) changed(before);
}

/** @param {{text: string, section: number}} before */
function changed(before) {
  past.push(before);
  if (past.length > MOST_PAST) past.shift();
  settle();
}

/** Keeps the draft, and asks about it soon. */
function settle() {
  remember("localStorage", KEY, { ...state(), brought });
  clearTimeout(timer);
  timer = window.setTimeout(ask, PAUSE);
  drawForm();
}

export const canUndo = () => past.length > 0;

export function undo() {
  const before = past.pop();
  if (!before) return;
  draft.sheet = new Sheet(before.text, before.section);
  settle();
}

/** Puts a text in the place of the draft, which is kept as the former one if it has been changed. @param {string} text @param {number} [section] */
export function replaceText(text, section = Infinity) {
  if (draft.sheet.text !== brought && draft.sheet.text !== text) remember("localStorage", FORMER, state());
  brought = text;
  setText(text, section);
}

/** A new draft. */
export const begin = () => replaceText(BEGINNING, 0);

/** The draft before this one, if there is another one. @returns {State | null} */
export function former() {
  const found = recall("localStorage", FORMER);
  return typeof found?.text === "string" && found.text !== draft.sheet.text ? { text: found.text, section: Number(found.section) } : null;
}

/** Takes up the former draft; this one becomes the former one. */
export function takeFormer() {
  const found = former();
  if (!found) return;
  replaceText(found.text, found.section);
  // It is somebody's work, and is kept when it is replaced.
  brought = BEGINNING;
  settle();
}

/** A text and its section in one. @param {State} one */
const markOf = ({ text, section }) => `${section} ${text}`;

/** Whether the answer is about the draft as it is. */
export const isCurrent = () => draft.asked === markOf(state());

/** Asks the engine about the draft. */
export async function ask() {
  clearTimeout(timer);
  const number = ++count;
  const { text, section } = state();
  const asked = markOf({ text, section });
  try {
    await findBase();
    const answer = /** @type {DraftAnswer} */ (await request("draft", { text, section }));
    if (number !== count) return;
    Object.assign(draft, { answer, asked, fault: "" });
    for (const kind of answer.game?.kinds ?? []) draft.diagrams.set(diagramKey(kind), kind);
  } catch (error) {
    if (number !== count) return;
    Object.assign(draft, { asked, answer: null, fault: error instanceof Error ? error.message : String(error) });
  }
  drawForm();
}

/** @param {KindAnswer} kind */
const diagramKey = (kind) => `${kind.promoted ? "+" : ""}${kind.letter.toLowerCase()} ${kind.betza}`;

/** What the engine has said of a kind's moves. @param {Kind} kind @param {string} betza @returns {KindAnswer | undefined} */
export const diagramOf = (kind, betza) => draft.diagrams.get(`${kind.letter} ${betza}`);

/** Asks what the section inherits. */
async function findBase() {
  const { sheet } = draft;
  const { parent, at } = sheet.head;
  const above = parent === null ? "" : sheet.lines.slice(0, at).join("\n");
  const wish = parent === null ? "" : `${above}\n[jailbird-base:${parent}]`;
  if (wish === basedOn) return;
  const { game } = parent === null ? { game: null } : /** @type {DraftAnswer} */ (await request("draft", { text: wish }));
  basedOn = wish;
  draft.base = game ? baseOf(game) : NOTHING;
}

/** @param {GameAnswer} game @returns {Base} */
function baseOf(game) {
  const kinds = game.kinds.filter((kind) => kind.key).map(({ key, letter, name, betza }) => ({ key, letter: letter.toLowerCase(), name, betza: key.startsWith("customPiece") || (key === "king" && betza !== "K") ? betza : null }));
  // A sentence of the engine tells what pawns become.
  const names = game.words.map((words) => / become one of these: (.+)\.$/.exec(words)?.[1].split(/, | or /)).find(Boolean) ?? [];
  const promotes = kinds.filter(({ name }) => names.includes(name)).map(({ letter }) => letter).join("");
  const forms = game.kinds.filter(({ form }) => form).map(({ key, form }) => /** @type {[string, string]} */ ([key, form]));
  return { files: game.files ?? 8, ranks: game.ranks ?? 8, start: game.start || NOTHING.start, kinds, promotes, forms };
}

/** Files and ranks of the board. */
export const size = () => sizeOf(draft.sheet, draft.base);

/** The kinds that were worked out last, and of what. @type {{mark: string, base: Base, kinds: Kind[]}} */
let made = { mark: "", base: NOTHING, kinds: [] };

export function kinds() {
  const mark = markOf(state());
  if (made.mark !== mark || made.base !== draft.base) made = { mark, base: draft.base, kinds: kindsOf(draft.sheet, draft.base) };
  return made.kinds;
}

/** The key that a sentence of the engine is about, empty for none. @param {Line} one */
export const keyOf = ({ line, text }) => draft.sheet.keyAt(line) ?? /^([A-Za-z0-9]+): /.exec(text)?.[1] ?? "";

/** What is wrong with the draft. That no piece has a letter is not told of a piece that is refused. @returns {Line[]} */
export function problems() {
  const { answer } = draft;
  if (!answer || !isCurrent()) return [];
  const all = [...answer.problems, ...(answer.game?.problems ?? [])];
  const keys = all.map(keyOf);
  const refused = kinds().filter((kind) => keys.includes(kind.key)).map((kind) => `no piece has the letter \`${kind.letter}\``);
  return all.filter(({ text }) => !refused.some((words) => text.toLowerCase().includes(words)));
}
