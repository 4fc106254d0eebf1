/** What the browser remembers: looks, and how one likes to play. */

/**
 * @typedef {{theme: "auto" | "light" | "dark", level: number, movetime: number, clock: [number, number] | null,
 *   lines: number, arrows: boolean, hover: boolean, sounds: boolean, premoves: boolean, coordinates: boolean,
 *   animation: boolean, captured: boolean, colours: string, language: string}} Settings
 */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", level: 3, movetime: 1000, clock: null, lines: 3, arrows: true, hover: true, sounds: false, premoves: true, coordinates: true, animation: true, captured: true, colours: "wood", language: "auto" };
const KEY = "jailbird.settings";

/** Reads JSON from a storage; null if there is none or it may not be read. @param {"localStorage" | "sessionStorage"} where @param {string} key */
export function recall(where, key) {
  try {
    return JSON.parse(window[where].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {"localStorage" | "sessionStorage"} where @param {string} key @param {any} value */
export function remember(where, key, value) {
  try {
    window[where].setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...recall("localStorage", KEY) };

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  Object.assign(settings, change);
  remember("localStorage", KEY, settings);
}

/** Shows the looks that are set. */
export function applyTheme() {
  const root = document.documentElement;
  root.dataset.colours = settings.colours;
  root.toggleAttribute("data-plain", !settings.coordinates);
  if (settings.theme === "auto") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", settings.theme);
}
