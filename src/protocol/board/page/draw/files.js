/** Playing, saving, sharing and opening a draft. */

import { linkWords, loadGames, pageOf, request } from "../core/api.js";
import { open } from "../core/dialog.js";
import { button, el, setText as say, verbatim } from "../core/dom.js";
import { game, start } from "../core/game.js";
import { wind } from "../play/clock.js";
import { setPaused } from "../play/opponent.js";
import { setPlayers, usualPlayers } from "../play/seats.js";
import { copy, save } from "../panels/io.js";
import { LONGEST, pack } from "./packed.js";
import { ask, draft, isCurrent, problems, replaceText } from "./store.js";
import { Sheet } from "./sections.js";

const NO_GAME = "There is no game in this text: it begins with its name in brackets.";

/** The name of the file of a text. A server keeps the games of a file that is read again, so one name serves all texts; other pages forget them. @param {string} text */
const fileOf = (text) => (pageOf ? `${new Sheet(text).heads[0]?.name}.ini` : "drawn.ini");

/** Begins a game of a text's section against the engine. @param {string} text @param {string} name @param {{fen?: string | null, moves?: string[], at?: number | null}} [from] @returns {Promise<string>} why not */
export async function playText(text, name, { fen, moves, at } = {}) {
  try {
    const { games, problems, notes } = await loadGames(fileOf(text), text);
    if (!games.includes(name)) return [...problems, ...notes].join(" ") || NO_GAME;
    game.catalogue = await request("games", {});
    await start({ game: name, fen, moves, at }, () => {
      setPlayers(usualPlayers(game.info));
      setPaused(false);
      wind();
    });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const nameOf = () => draft.sheet.head.name || "game";

export const saveFile = () => save(new Blob([draft.sheet.text.replace(/\n*$/, "\n")], { type: "text/plain" }), `${nameOf()}.ini`);

/** Saves a page that plays the game, or tells how one is made. @param {HTMLElement} told */
export async function savePage(told) {
  const name = nameOf();
  const page = pageOf?.({ name: fileOf(draft.sheet.text), text: draft.sheet.text }, name) ?? null;
  if (page !== null) {
    save(new Blob([page], { type: "text/html" }), `${name}.html`);
    return say(told, "The page is saved; it needs no server.");
  }
  const command = `jailbird export ${name}.ini --html ${name}.html`;
  const copied = el("p", { class: "quiet", role: "status" });
  await open("Save as a page", () => [
    el("p", {}, "Save the file. Then give this command in its folder; the program makes a page of it that needs no server, to mail or to put on a web space:"),
    el("pre", { tabindex: 0 }, verbatim(command)),
    el("div", { class: "actions" }, button("Save file", saveFile, { class: "primary" }), button("Copy command", () => copy(command, "Command", copied), { id: "draw-command" })), copied,
  ]);
}

/** Copies a link that holds the text. @param {HTMLElement} told */
export async function copyLink(told) {
  const packed = await pack(draft.sheet.text);
  if (packed === null) return say(told, "This text is too long for a link. Save it as a file.");
  await copy(`${location.href.split("#")[0]}#draw=${packed}`, "Link", told);
  if (!isCurrent()) await ask();
  if (told.textContent) told.append(" ", el("span", {}, problems().length ? "But the draft has problems, and cannot be played yet." : linkWords("")));
}

/** Opens a file. @param {HTMLElement} told */
export function openFile(told) {
  const input = el("input", { type: "file", accept: ".ini,.txt,text/plain", hidden: true, "aria-label": "Open file", id: "draw-file", onchange: async () => {
    const file = input.files?.[0];
    input.remove();
    if (!file) return;
    if (file.size > LONGEST) return say(told, `The file has ${file.size} bytes, at most ${LONGEST} are possible.`);
    const text = await file.text();
    if (!new Sheet(text).head.name) return say(told, NO_GAME);
    replaceText(text);
    say(told, "");
  } });
  input.addEventListener("cancel", () => input.remove());
  document.querySelector("dialog .draw")?.append(input);
  input.click();
}
