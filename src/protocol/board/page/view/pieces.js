/** Pictures of pieces: loaded once for each game, drawn by reference. */

import { picture as textOf } from "../core/api.js";
import { svg } from "../core/dom.js";

/** @import {GameInfo} from "../core/types.js" */

/** @type {Map<string, string>} letter, behind a `+` if promoted → picture of the game that is shown; `*` is the token */
let pictures = new Map();
/** @type {Set<string>} letters of kinds that have a promoted form of their own */
let forms = new Set();
/** @type {Map<string, string>} side and letter → the address of a picture that comes with the game */
let own = new Map();
/** @type {Map<string, string>} picture → the inside of its SVG */
const loaded = new Map();

/** @type {Map<string, string>} picture of a mark → the attributes of its SVG that colour it */
const colours = new Map();

const MARKS = ["frozen", "held", "escape", "check", "borrowed", "free", "waiting", "immobile"];

/** Loads what a game needs. A picture that is missing is replaced with the piece's letter. @param {GameInfo} info */
export async function loadPictures(info) {
  const plain = info.kinds.map((kind) => /** @type {[string, string]} */ ([kind.letter, kind.picture ?? ""]));
  const promoted = info.kinds.map((kind) => /** @type {[string, string]} */ ([`+${kind.letter}`, kind.promoted?.picture ?? ""]));
  pictures = new Map([...plain, ...promoted].filter(([, picture]) => picture));
  forms = new Set(info.kinds.filter((kind) => kind.promoted).map((kind) => kind.letter));
  if (info.box) pictures.set("*", "token");
  const wanted = [...new Set([...pictures.values(), ...MARKS.map((mark) => `mark-${mark}`)])];
  await Promise.all([loadOwn(info), ...wanted.filter((one) => !loaded.has(one)).map(load)]);
}

/** Loads pictures by their names. @param {string[]} names */
export const loadNamed = (names) => Promise.all([...new Set(names)].filter((one) => one && !loaded.has(one)).map(load));

/** A piece by the name of its picture, which has been loaded, or by its letter. @param {string} side @param {string} picture @param {string} letter @returns {SVGElement} */
export function namedElement(side, picture, letter) {
  const shown = loaded.has(picture) ? [svg("use", { href: `#p-${picture}` })] : [disc(), writing(letter.toUpperCase(), 32, 43, 32, "currentColor")];
  return svg("svg", { class: `piece ${side}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, ...shown);
}

/** Loads the pictures that come with a game. They are shown as images, which run no scripts. @param {GameInfo} info */
async function loadOwn(info) {
  own = new Map();
  const files = info.kinds.flatMap(({ letter, own: names }) => ["white", "black"].map((side) => ({ key: side + letter, name: names?.[side] })));
  const read = /** @param {{key: string, name: string | null | undefined}} file */ async ({ key, name }) => {
    const text = await textOf(`pictures/${info.name}/${name}`);
    if (text !== null) own.set(key, `data:image/svg+xml,${encodeURIComponent(text)}`);
  };
  await Promise.all(files.filter((file) => file.name).map(read));
}

/** Whether a kind has a promoted form of its own. @param {string} letter any case */
export const hasForm = (letter) => forms.has(letter.toUpperCase());

/** @param {string} picture */
async function load(picture) {
  const text = await textOf(`pieces/${picture}.svg`);
  if (text === null) return;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return;
  loaded.set(picture, root.innerHTML);
  const own = [...(picture.startsWith("mark-") ? ["fill", "stroke", "color"] : []), "stroke-width", "stroke-linecap", "stroke-linejoin"];
  colours.set(picture, own.map((name) => `${name}="${root.getAttribute(name) ?? ""}"`).join(" "));
  const symbol = svg("symbol", { id: `p-${picture}`, viewBox: "0 0 64 64" }, ...root.childNodes);
  for (const name of own) symbol.setAttribute(name, root.getAttribute(name) ?? "");
  document.getElementById("symbols")?.append(symbol);
}

/** The inside of a piece's picture for export. @param {string} side @param {string} letter any case @param {boolean} promoted */
export function insideOf(side, letter, promoted) {
  const holder = svg("svg", {}, ...shapes(side, letter, promoted));
  for (const use of holder.querySelectorAll("use")) {
    const inside = svg("g", {});
    inside.innerHTML = loaded.get((use.getAttribute("href") ?? "").slice(3)) ?? "";
    use.replaceWith(inside);
  }
  return holder.innerHTML;
}

/** A mark's picture for export, with its colours; empty for a mark without one. @param {string} mark */
export function markPicture(mark) {
  const picture = `mark-${ICONS.get(mark) ?? mark}`;
  return loaded.has(picture) ? `<g ${colours.get(picture)}>${loaded.get(picture)}</g>` : "";
}

/**
 * @param {string} side `white`, `black` or `token` @param {string} letter any case @param {boolean} [promoted]
 * @returns {SVGElement} coloured by its class
 */
export function pieceElement(side, letter, promoted = false) {
  return svg("svg", { class: `piece ${side}`, viewBox: "0 0 64 64", "aria-hidden": "true" }, ...shapes(side, letter, promoted));
}

/** What a piece looks like: its picture or its letter on a disc; a promoted form has its letter in red. @param {string} side @param {string} letter @param {boolean} promoted */
function shapes(side, letter, promoted) {
  const kind = letter.toUpperCase();
  const isForm = promoted && hasForm(kind);
  const image = isForm ? undefined : own.get(side + kind);
  if (image) return [svg("image", { href: image, width: 64, height: 64 })];
  const picture = pictures.get(isForm ? `+${kind}` : kind) ?? "";
  const known = loaded.has(picture) ? svg("use", { href: `#p-${picture}` }) : null;
  if (!isForm) return known ? [known] : [disc(), writing(kind, 32, 43, 32, "currentColor")];
  return known ? [known, svg("circle", { cx: 52, cy: 12, r: 11, class: "badge", fill: "#fff", stroke: "#b3160d" }), writing(kind, 52, 18, 17, "#b3160d", "form")] : [disc(), writing(`+${kind}`, 31, 43, 29, side === "black" ? "#ff9d94" : "#b3160d", side === "black" ? "form light" : "form")];
}

const disc = () => svg("circle", { cx: 32, cy: 32, r: 26 });

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill @param {string} [look] a class */
function writing(text, x, y, size, fill, look = "letter") {
  const element = svg("text", { x, y, "text-anchor": "middle", "font-size": size, "font-weight": 700, "font-family": "sans-serif", fill, stroke: "none", class: look });
  element.textContent = text;
  return element;
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
