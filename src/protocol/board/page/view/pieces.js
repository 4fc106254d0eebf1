/** Pictures of pieces: loaded once for each game, drawn by reference. */

import { svg } from "../core/dom.js";

/** @import {GameInfo} from "../core/types.js" */

/** @type {Map<string, string>} letter → picture of the game that is shown; `*` is the token */
let pictures = new Map();
/** @type {Map<string, string>} picture → the inside of its SVG */
const loaded = new Map();

/** @type {Map<string, string>} picture of a mark → the attributes of its SVG that colour it */
const colours = new Map();

const MARKS = ["frozen", "held", "escape", "check", "borrowed", "free", "waiting", "immobile"];

/** Loads what a game needs. A picture that is missing is replaced with the piece's letter. @param {GameInfo} info */
export async function loadPictures(info) {
  pictures = new Map(info.kinds.map((kind) => [kind.letter, kind.picture]));
  if (info.box) pictures.set("*", "token");
  const wanted = [...new Set([...pictures.values(), ...MARKS.map((mark) => `mark-${mark}`)])];
  await Promise.all(wanted.filter((one) => !loaded.has(one)).map(load));
}

/** @param {string} picture */
async function load(picture) {
  const response = await fetch(`/pieces/${picture}.svg`).catch(() => null);
  if (!response?.ok) return;
  const root = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  if (root.localName !== "svg") return;
  loaded.set(picture, root.innerHTML);
  const own = [...(picture.startsWith("mark-") ? ["fill", "stroke", "color"] : []), "stroke-width", "stroke-linecap", "stroke-linejoin"];
  colours.set(picture, own.map((name) => `${name}="${root.getAttribute(name) ?? ""}"`).join(" "));
  const symbol = svg("symbol", { id: `p-${picture}`, viewBox: "0 0 64 64" }, ...root.childNodes);
  for (const name of own) symbol.setAttribute(name, root.getAttribute(name) ?? "");
  document.getElementById("symbols")?.append(symbol);
}

/** The name of the picture of a letter; undefined if there is none. @param {string} letter upper case, or `*` */
export const pictureOf = (letter) => (loaded.has(pictures.get(letter) ?? "") ? pictures.get(letter) : undefined);

/** The inside of a picture's SVG, for export. @param {string} picture */
export const sourceOf = (picture) => loaded.get(picture) ?? "";

/** A mark's picture for export, with its colours; empty for a mark without one. @param {string} mark */
export function markPicture(mark) {
  const picture = `mark-${ICONS.get(mark) ?? mark}`;
  return loaded.has(picture) ? `<g ${colours.get(picture)}>${loaded.get(picture)}</g>` : "";
}

/**
 * @param {string} side `white`, `black` or `token` @param {string} letter any case
 * @returns {SVGElement} coloured by its class
 */
export function pieceElement(side, letter) {
  const picture = pictureOf(letter.toUpperCase());
  const shape = picture ? svg("use", { href: `#p-${picture}` }) : letterElement(letter);
  return svg("svg", { class: `piece ${side}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, shape);
}

/** @param {string} letter */
function letterElement(letter) {
  const text = svg("text", { x: 32, y: 46, "text-anchor": "middle", "font-size": 42, "font-weight": 700 });
  text.textContent = letter;
  return text;
}

const ICONS = new Map(Object.entries({ icicle: "frozen", power: "borrowed" }));

/** Whether a mark is a picture or a shape of the whole cell, below the piece, and no icon in its corner. @param {string} mark */
export const isWhole = (mark) => mark === "escape" || mark === "en-passant";

/** A mark's picture; a dot for marks that the page does not know. @param {string} mark */
export function markElement(mark) {
  const picture = `mark-${ICONS.get(mark) ?? mark}`;
  const shape = loaded.has(picture) ? svg("use", { href: `#p-${picture}` }) : svg("circle", { cx: 32, cy: 32, r: 16 });
  return svg("svg", { class: `mark mark-${mark}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, shape);
}
