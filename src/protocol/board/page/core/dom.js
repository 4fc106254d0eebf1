/** Small helpers to build elements. Texts of the program are shown in the person's language; those of people are text nodes. */

import { isText, t } from "./texts.js";

/**
 * Makes an element. Properties that start with `on` are listeners, `class` and names with `-` or in lower case
 * are attributes; null and false leave an attribute out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Object<string, any>} [props] @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) assign(node, name, value);
  for (const child of children) if (child !== null) node.append(typeof child === "string" ? t(child) : child);
  return node;
}

/** A text that is shown as it is: a name, a comment, a move. @param {string} text */
export const verbatim = (text) => document.createTextNode(text);

/** @param {Element} node @param {string} name @param {any} value */
function assign(node, name, value) {
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else attr(node, name, isText(name) && typeof value === "string" ? t(value) : value === true ? "" : value === false ? null : value);
}

/**
 * @param {string} tag @param {Object<string, any>} [attributes] @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) attr(node, name, value);
  node.append(...children);
  return node;
}

/** Sets an attribute only if it changes; null removes it. @param {Element} node @param {string} name @param {any} value */
export function attr(node, name, value) {
  if (value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** Replaces an element's content; the focus stays on the control at the same place. @param {Element} holder @param {...(Node | string)} children */
export function refill(holder, ...children) {
  const controls = () => /** @type {HTMLElement[]} */ ([...holder.querySelectorAll("button,select,input,textarea")]);
  const at = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  holder.replaceChildren(...children);
  if (at >= 0) controls()[at]?.focus({ preventScroll: true });
}

/** The element with an id that index.html has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

/** Sets text only if it changes. @param {Element} node @param {string} english */
export function setText(node, english) {
  const text = t(english);
  if (node.textContent !== text) node.textContent = text;
}

/** @param {string | Text} text @param {(event: MouseEvent) => void} onclick @param {Object<string, any>} [props] */
export function button(text, onclick, props = {}) {
  return el("button", { type: "button", onclick, ...props }, text);
}

/**
 * A labelled select.
 * @param {string} label @param {string[][]} options values and texts @param {string} value
 * @param {(value: string) => void} onchange @param {Object<string, any>} [props]
 */
export function select(label, options, value, onchange, props = {}) {
  const field = el("select", { onchange: () => onchange(field.value), ...props });
  field.append(...options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));
  return el("label", { class: "field" }, el("span", {}, label), field);
}

/**
 * A labelled field for a line of text.
 * @param {string} label @param {string} value @param {(value: string, field: HTMLInputElement) => void} onchange @param {Object<string, any>} [props]
 */
export function textField(label, value, onchange, props = {}) {
  const field = el("input", { type: "text", value, spellcheck: "false", autocomplete: "off", onchange: () => onchange(field.value, field), ...props });
  return el("label", { class: "field" }, el("span", {}, label), field);
}

/** Arrow keys go from tab to tab. @param {HTMLElement} list */
export function listenTabs(list) {
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.stopPropagation();
    const tabs = /** @type {HTMLElement[]} */ ([...list.children]);
    const next = tabs[(tabs.findIndex((tab) => tab === document.activeElement) + by + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

/** Runs an action when the browser has drawn and has nothing better to do, but within 0.2 s. @param {() => void} action */
export function later(action) {
  if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: 200 });
  else setTimeout(action, 50);
}

/**
 * Returns a function that schedules `run`. Calls while it is scheduled change nothing.
 * @param {(run: () => void) => void} schedule @param {() => void} run
 */
export function once(schedule, run) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    schedule(() => {
      isDue = false;
      run();
    });
  };
}
