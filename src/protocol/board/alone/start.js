/** Starts a page without a server: the page itself, and what only such a page has. What comes first hears of a game before it is drawn. */

import "./german.js";
import "./embed.js";
import "./mail.js";
import "./main.js";
import "./load.js";
import { setup } from "./core/api.js";

if (setup.offline && "serviceWorker" in navigator && location.protocol !== "file:") {
  // Without it the page needs the network, and works.
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
