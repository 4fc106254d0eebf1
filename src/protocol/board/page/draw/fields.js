/** Fields of the form, with what the engine says of their lines. */

import { button, el } from "../core/dom.js";
import { problemsOf } from "./store.js";

/** Sentences about lines with these keys. @param {(key: string) => boolean} isIt */
export const faults = (isIt) => problemsOf(isIt).map((text) => el("p", { class: "bad", role: "alert" }, text));

/** @param {string} label @param {string} value @param {(value: string) => void} change @param {Object<string, any>} [props] */
export function textField(label, value, change, props = {}) {
  const take = () => {
    // What has been taken over is not being typed any more.
    input.defaultValue = input.value;
    change(input.value);
  };
  const input = el("input", { type: "text", value, spellcheck: "false", autocomplete: "off", onchange: take, ...props });
  return el("label", { class: "field" }, el("span", {}, label), input);
}

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

/**
 * Buttons of which one is chosen.
 * @template {string} T
 * @param {string} label @param {[T, string][]} options @param {T} value @param {(value: T) => void} change @param {string} [name] of the attribute that tells them apart
 */
export function choice(label, options, value, change, name = "data-choose") {
  const buttons = options.map(([key, text]) => button(text, () => change(key), { "aria-pressed": String(key === value), [name]: key }));
  return el("div", { class: "draw-choice", role: "group", "aria-label": label }, el("span", { class: "draw-label" }, label), el("div", { class: "draw-buttons" }, ...buttons));
}

/** @param {string} title @param {...(Node | null)} children */
export const part = (title, ...children) => el("section", { class: "draw-part" }, el("h3", {}, title), ...children);
