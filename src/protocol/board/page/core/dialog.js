/** Dialogs over the page. */

import { button, el } from "./dom.js";

/**
 * Opens a dialog; it closes with Escape, its cross, or `close`.
 * @param {string} title @param {(close: () => void) => (Node | string)[]} content
 * @returns {Promise<void>} when it has been closed
 */
export function open(title, content) {
  return new Promise((resolve) => {
    const close = () => dialog.close();
    const head = el("div", { class: "dialog-head" }, el("h2", { id: "dialog-title" }, title), button("×", close, { class: "close", "aria-label": "Close" }));
    const dialog = el("dialog", { "aria-labelledby": "dialog-title" }, head, el("div", { class: "dialog-body" }, ...content(() => close())));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
    dialog.addEventListener("click", (event) => event.target === dialog && close());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks a question. @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export const confirm = async (title, text, yes) => (await choose(title, text, [yes], "No")) === 0;

/**
 * Lets choose among answers.
 * @param {string} title @param {string} text @param {string[]} answers @param {string} none the answer that changes nothing
 * @returns {Promise<number>} the answer's place, -1 for none
 */
export async function choose(title, text, answers, none) {
  let chosen = -1;
  await open(title, (close) => {
    const take = /** @param {number} place */ (place) => {
      chosen = place;
      close();
    };
    const buttons = answers.map((answer, i) => button(answer, () => take(i), i ? {} : { class: "primary", autofocus: true }));
    return [el("p", {}, text), el("div", { class: "actions" }, ...buttons, button(none, close))];
  });
  return chosen;
}

/** Opens a list of actions. @param {string} title @param {[string, () => void][]} actions */
export function openMenu(title, actions) {
  open(title, (close) => {
    const entry = /** @param {[string, () => void]} action */ ([text, act]) => button(text, () => {
      close();
      act();
    });
    return [el("div", { class: "menu-list" }, ...actions.map(entry))];
  });
}
