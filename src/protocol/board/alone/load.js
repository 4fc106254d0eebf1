/** Games from files in the language of `variants.ini`. */

import { loadGames, request } from "./core/api.js";
import { open } from "./core/dialog.js";
import { button, byId, el } from "./core/dom.js";
import { game } from "./core/game.js";
import { openNewGame } from "./panels/newgame.js";

const opener = el("button", { type: "button", id: "load-games", class: "in-menu", onclick: openLoad }, "Games file");
byId("share").after(opener);

/** Opens the dialog. */
function openLoad() {
  open("Load a file of games", (close) => {
    const area = el("textarea", { id: "games-text", rows: 8, spellcheck: "false", "aria-label": "Text of the file", placeholder: "[mygame:chess]\nking = c" });
    const told = el("div", { class: "found", "aria-live": "polite" });
    let name = "variants.ini";
    const file = el("input", { type: "file", accept: ".ini,.txt", "aria-label": "Load a file", onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      name = chosen.name;
      area.value = await chosen.text();
    } });
    const load = async () => {
      told.replaceChildren();
      try {
        const { games, problems, notes } = await loadGames(name, area.value);
        const lines = [...problems, ...notes];
        if (games.length) game.catalogue = await request("games", {});
        if (games.length && !problems.length) {
          close();
          return openNewGame(games[0]);
        }
        if (!lines.length) lines.push("There is no game in this text: it begins with its name in brackets.");
        const begin = games.map((one) => button(one, () => {
          close();
          openNewGame(one);
        }));
        told.replaceChildren(...lines.map((line) => el("p", { class: "bad" }, line)), el("div", { class: "actions" }, ...begin));
      } catch (error) {
        told.replaceChildren(el("p", { class: "bad" }, error instanceof Error ? error.message : String(error)));
      }
    };
    return [
      el("p", { class: "quiet" }, "The games stay until this tab is closed."), file, area,
      el("div", { class: "actions" }, button("Load", load, { class: "primary", id: "load-games-text" })), told,
    ];
  });
}
