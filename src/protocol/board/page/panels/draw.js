/** What opens the dialog that draws games. Its scripts are loaded when it is first wanted. */

import { byId } from "../core/dom.js";
import { game } from "../core/game.js";
import { parse } from "../core/url.js";
import { notice } from "./address.js";

/** @import * as Dialog from "../draw/dialog.js" */

/** Does something with the dialog, or tells that it could not be loaded. @param {(dialog: typeof Dialog) => void} act */
async function withDialog(act) {
  const dialog = await import("../draw/dialog.js").catch(() => null);
  if (dialog) act(dialog);
  else notice("The part of the page that draws games could not be loaded. Load the page again.");
}

export const openDraw = () => withDialog((dialog) => dialog.openDraw());

/** Offers the game of a link. @param {string} packed */
export const openLink = (packed) => withDialog((dialog) => dialog.openLink(packed));

/** Listens for the button, and for links that are opened in this tab. */
export function listenDraw() {
  byId("draw-game").addEventListener("click", openDraw);
  window.addEventListener("hashchange", ({ newURL }) => {
    const { draw: packed } = parse(new URL(newURL).hash);
    if (packed && game.catalogue) openLink(packed);
  });
}
