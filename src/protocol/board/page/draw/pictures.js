/** What the pieces of a draft look like. */

import { loadNamed, namedElement } from "../view/pieces.js";
import { namedOf } from "./pieces.js";
import { diagramOf, kinds } from "./store.js";
import { movesOf } from "./form.js";

/** @import {Kind} from "./form.js" */

/** The name of a kind's picture. @param {Kind} kind */
const pictureOf = (kind) => (kind.betza === null ? namedOf(kind.key)?.picture : undefined) ?? diagramOf(kind, movesOf(kind))?.picture ?? "";

/** Loads what the kinds of the draft need. */
export const loadKinds = () => loadNamed(kinds().map(pictureOf));

/** @param {Kind | undefined} kind @param {string} side @param {string} [letter] */
export const kindElement = (kind, side, letter = kind?.letter ?? "?") => namedElement(side, kind ? pictureOf(kind) : "", letter);

/** A piece of a FEN. @param {string} symbol */
export function symbolElement(symbol) {
  const letter = symbol.replace(/[+~]/g, "");
  const kind = kinds().find((one) => one.letter === letter.toLowerCase());
  return kindElement(kind, letter === letter.toUpperCase() ? "white" : "black", letter);
}
