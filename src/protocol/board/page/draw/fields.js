/** Fields of the form, with what the engine says of their lines. */

import { button, el, select, textField as plainField } from "../core/dom.js";
import { isOn } from "./form.js";
import { ORDER } from "./pieces.js";
import { draft, drawForm, edit, keyOf, problems } from "./store.js";
import { leave } from "./waiting.js";

/** @import {Base} from "./form.js" */
/** @import {Sheet} from "./sections.js" */
/** @import {Line} from "./store.js" */

/** A sentence of the engine as it stands in the form: without the key that it is about. @param {string} text */
export function plain(text) {
  if (text.endsWith("says no moves")) return "This piece needs a move. Click a square of the diagram.";
  return text.replace(/^([A-Za-z0-9]+): /, (all, key) => (ORDER.includes(key) ? "" : all)).replace(/^bad FEN, (placement: )?/, "");
}

/** What stands beside fields already. @type {Set<string>} */
const told = new Set();

/** Whether a sentence stands beside its field. @param {Line} one */
export const isTold = ({ text }) => told.has(text);

/** The form is made anew, nothing has been told beside its fields. */
export const tellAnew = () => told.clear();

/** Sentences about lines with these keys. @param {(key: string) => boolean} isIt */
export const faults = (isIt) => problems().filter((one) => isIt(keyOf(one))).map(({ text }) => {
  told.add(text);
  return el("p", { class: "bad", role: "alert" }, plain(text));
});

/** What is told beside a field until the draft changes. */
let note = { field: "", text: "", at: "" };

/** Tells something beside a field; without a text nothing is told any more. @param {string} field @param {string} [text] */
export function tell(field, text = "") {
  note = { field, text, at: draft.sheet.text };
  drawForm();
}

/** What is told beside a field. @param {string} field @param {Object<string, any>} [props] */
export function noteOf(field, props = {}) {
  const isIt = note.field === field && note.at === draft.sheet.text;
  return el("p", { class: "bad draw-note", "aria-live": "polite", "data-note": field, ...props }, isIt ? note.text : "");
}

/** A field that is not drawn anew while it is typed in. @param {string} label @param {string} value @param {(value: string) => void} change @param {Object<string, any>} [props] */
export const textField = (label, value, change, props) => plainField(label, value, (text, field) => {
  // What has been taken over is not being typed any more.
  field.defaultValue = text;
  leave();
  change(text);
}, props);

/** Whether something is being typed within an element, which must not be drawn anew then. @param {HTMLElement} holder */
export function isTyping(holder) {
  const active = document.activeElement;
  return active instanceof HTMLInputElement && active.type === "text" && holder.contains(active) && active.value !== active.defaultValue;
}

/** @param {string | Text} text @param {boolean} isOn @param {(isOn: boolean) => void} change @param {Object<string, any>} [props] */
export function toggle(text, isOn, change, props = {}) {
  const box = el("input", { type: "checkbox", checked: isOn, onchange: () => change(box.checked), ...props });
  return el("label", { class: "check-field" }, box, text);
}

/** What a key is left at if it is not set: the rule of the parent, if there is one. @param {string} usual */
export const unsaid = (usual) => {
  const { parent } = draft.sheet.head;
  return parent === null ? usual : `As in ${parent}`;
};

/**
 * A rule that holds or not: a box, or with a parent, whose rule may be left, a select.
 * @param {string} key @param {string} text @param {boolean | null} usual whether it holds in a section without parent that does not say; null if it is said there always
 * @param {(sheet: Sheet, base: Base) => void} [follow] changes what depends on it
 * @param {boolean} [isTurned] whether the text says what holds where the key is false
 */
export function ruleField(key, text, usual, follow = () => {}, isTurned = false) {
  const set = /** @param {string | null} value */ (value) => edit((sheet, base) => {
    sheet.set(key, value);
    follow(sheet, base);
  });
  const said = /** @param {boolean} holds */ (holds) => String(holds !== isTurned);
  if (draft.sheet.head.parent === null) return toggle(text, isOn(draft.sheet, key, usual ?? true) !== isTurned, (holds) => set(said(holds) === String(usual) ? null : said(holds)), { "data-field": key });
  return select(text, [["", unsaid("")], [said(true), "Yes"], [said(false), "No"]], draft.sheet.get(key) ?? "", (value) => set(value || null), { "data-field": key });
}

/**
 * Buttons of which one is chosen.
 * @template {string} T
 * @param {string} label @param {[T, string][]} options @param {T} value @param {(value: T) => void} change @param {string} name of the attribute that tells them apart
 */
export function choice(label, options, value, change, name) {
  const buttons = options.map(([key, text]) => button(text, () => change(key), { "aria-pressed": String(key === value), [name]: key }));
  return el("div", { class: "draw-choice", role: "group", "aria-label": label }, el("span", { class: "draw-label" }, label), el("div", { class: "draw-buttons" }, ...buttons));
}

/** @param {string} title @param {...(Node | null)} children */
export const part = (title, ...children) => el("section", { class: "draw-part" }, el("h3", {}, title), ...children);
