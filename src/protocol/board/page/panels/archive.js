/** The dialog with the games that were played in this browser. */

import { dropAll, dropGame, keptGames } from "../core/archive.js";
import { confirm, open } from "../core/dialog.js";
import { button, el, setText, verbatim } from "../core/dom.js";
import { t } from "../core/texts.js";
import { count } from "../view/prompt.js";
import { resume } from "./address.js";

/** @import {Kept} from "../core/archive.js" */

/** So many games are listed at once. */
const SHOWN = 50;

/** Opens the dialog. */
export async function openArchive() {
  let games = await keptGames();
  open("My games", (close) => {
    const search = el("input", { type: "search", id: "find-kept", placeholder: "Game, opponent, result or date …", "aria-label": "Find a game", autocomplete: "off" });
    const list = el("ul", { class: "kept-games" });
    const told = el("p", { class: "bad", role: "alert" });
    const draw = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = games.filter((one) => words.every((word) => textOf(one).includes(word)));
      const rest = found.length > SHOWN ? [el("li", { class: "quiet" }, `${found.length - SHOWN} more: say more words to find them.`)] : [];
      const empty = el("li", { class: "quiet" }, games.length ? "No game has these words." : "Games that you play are kept here, in this browser.");
      list.replaceChildren(...(found.length ? [...found.slice(0, SHOWN).map(row), ...rest] : [empty]));
    };
    const forget = /** @param {Kept} one */ async (one) => {
      await dropGame(one.id);
      games = games.filter((other) => other !== one);
      draw();
    };
    const row = /** @param {Kept} one */ (one) => {
      const go = async () => {
        try {
          await resume(one);
          close();
        } catch (error) {
          setText(told, error instanceof Error ? error.message : String(error));
        }
      };
      const words = el("span", {}, el("b", {}, verbatim(one.title)), verbatim(` ${names(one)}`), el("small", {}, verbatim(`${date(one)} · ${t(count(one.plies, "move"))} · ${t(score(one))}`)));
      return el("li", { class: "kept-game" }, words, button(one.result === "*" ? "Resume" : "Open", go), button("×", () => forget(one), { class: "close", "aria-label": `Delete ${one.title}, ${date(one)}` }));
    };
    const clear = async () => {
      if (!(await confirm("Delete all games", `Shall all ${games.length} games be deleted?`, "Delete all"))) return;
      await dropAll();
      games = [];
      draw();
    };
    search.addEventListener("input", draw);
    draw();
    return [search, told, list, el("div", { class: "actions" }, button("Delete all", clear))];
  });
}

/** @param {Kept} one */
const names = (one) => (Array.isArray(one.names) ? one.names.map((name) => t(String(name))).join(" – ") : "");

/** @param {Kept} one */
const score = (one) => (one.result === "*" ? "not over" : String(one.result).replace("1/2-1/2", "½–½"));

/** @param {Kept} one */
const date = (one) => new Date(one.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** What is searched. @param {Kept} one */
const textOf = (one) => [one.title, one.game, names(one), one.result, score(one), date(one)].join(" ").toLowerCase();
