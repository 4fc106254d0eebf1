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
export async function confirm(title, text, yes) {
  let agreed = false;
  await open(title, (close) => {
    const accept = () => {
      agreed = true;
      close();
    };
    return [el("p", {}, text), el("div", { class: "actions" }, button(yes, accept, { class: "primary", autofocus: true }), button("No", close))];
  });
  return agreed;
}
