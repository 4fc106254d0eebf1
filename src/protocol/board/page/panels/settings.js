/** The dialog with the settings, and the list of keys. */

import { open, openMenu } from "../core/dialog.js";
import { byId, el, select } from "../core/dom.js";
import { emit, game } from "../core/game.js";
import { applyTheme, changeSettings, settings } from "../core/settings.js";
import { CHOICES } from "../core/texts.js";

/** @import {Settings} from "../core/settings.js" */

/** What is on or off. @type {[keyof Settings, string][]} */
const SWITCHES = [
  ["sounds", "Sounds"], ["animation", "Pieces slide"], ["coordinates", "Coordinates beside the board"], ["hover", "Card about the piece under the pointer"],
  ["captured", "Captured pieces"], ["premoves", "Moves ahead of the turn"],
];

const KEYS = [
  ["← →", "one move back or on"], ["Home, End", "to the start, to the end"], ["f", "turn the board"], ["Space", "a good move"], ["Esc", "give up what was clicked"],
  ["Tab, then arrows", "go over the board; Enter clicks"], ["right button", "draw arrows and rings"], ["?", "this list"],
];

/** Opens the dialog. */
export function openSettings() {
  open("Settings", () => [
    el("div", { class: "fields" },
      select("Theme", [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]], settings.theme, (value) => change({ theme: /** @type {Settings["theme"]} */ (value) })),
      select("Board", [["wood", "Wood"], ["green", "Green"], ["blue", "Blue"], ["grey", "Grey"]], settings.colours, (value) => change({ colours: value })),
      select("Language", CHOICES, settings.language, (value) => {
        changeSettings({ language: value });
        location.reload();
      })),
    el("div", { class: "switches" }, ...SWITCHES.map(toggle)),
    el("h3", {}, "Keys"), keyTable(),
  ]);
}

/** @param {[keyof Settings, string]} entry */
function toggle([name, text]) {
  const box = el("input", { type: "checkbox", checked: Boolean(settings[name]), "data-setting": name, onchange: () => change({ [name]: box.checked }) });
  return el("label", { class: "check-field" }, box, text);
}

/** @param {Partial<Settings>} wish */
function change(wish) {
  changeSettings(wish);
  applyTheme();
  if (game.position) emit("clicked");
}

const keyTable = () => el("table", { class: "keys-table" }, el("tbody", {}, ...KEYS.map(([key, text]) => el("tr", {}, el("th", { scope: "row" }, key), el("td", {}, text)))));

/** Opens the list of keys. */
export const openKeys = () => open("Keys", () => [keyTable()]);

/** The buttons that have no room on a phone, as a list. */
export function openMore() {
  const hidden = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("header .in-menu")]);
  openMenu("More", hidden.filter((one) => !one.hidden).map((one) => [one.getAttribute("aria-label") ?? one.textContent ?? "", () => byId(one.id).click()]));
}
