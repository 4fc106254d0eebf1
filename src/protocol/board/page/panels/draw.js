/** What opens the dialog that draws games. Its scripts are loaded when it is first wanted. */

import { byId } from "../core/dom.js";
import { game } from "../core/game.js";
import { parse } from "../core/url.js";
import { asks, notice } from "./address.js";

/** @import * as Dialog from "../draw/dialog.js" */

/** Does something with the dialog, or tells that it could not be loaded. @param {(dialog: typeof Dialog) => void} act */
async function withDialog(act) {
  const dialog = await import("../draw/dialog.js").catch(() => null);
  if (dialog) act(dialog);
  else notice("The part of the page that draws games could not be loaded. Load the page again.");
}

export const openDraw = () => withDialog((dialog) => dialog.openDraw());

/** Offers the game of a link. @param {import("../core/url.js").Fragment} fragment */
export const openLink = (fragment) => withDialog((dialog) => dialog.openLink(fragment));

/** Listens for the button, and for links that are opened in this tab. */
export function listenDraw() {
  byId("draw-game").addEventListener("click", openDraw);
  window.addEventListener("hashchange", ({ newURL }) => {
    const fragment = parse(new URL(newURL).hash);
    if (game.catalogue && asks(fragment)) openLink(fragment);
  });
}
