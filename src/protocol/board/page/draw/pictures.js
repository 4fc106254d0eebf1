/** What the pieces of a draft look like. */

import { loadNamed, namedElement } from "../view/pieces.js";
import { namedOf } from "./pieces.js";
import { diagramOf, draft, kinds } from "./store.js";
import { formsOf, movesOf } from "./form.js";

/** @import {Kind} from "./form.js" */

/** The name of a kind's picture. @param {Kind} kind */
const pictureOf = (kind) => (kind.betza === null ? namedOf(kind.key)?.picture : undefined) ?? diagramOf(kind, movesOf(kind))?.picture ?? "";

/** Loads what the kinds of the draft need. */
export const loadKinds = () => loadNamed(kinds().map(pictureOf));

/** @param {Kind | undefined} kind @param {string} side @param {string} [letter] */
export const kindElement = (kind, side, letter = kind?.letter ?? "?") => namedElement(side, kind ? pictureOf(kind) : "", letter);

/** The kind of a piece of a FEN: behind `+` that of its promoted form. @param {string} symbol */
export function kindOf(symbol) {
  const letter = symbol.replace(/[+~]/g, "").toLowerCase();
  const form = symbol.startsWith("+") ? formsOf(draft.sheet, draft.base).get(letter) : null;
  return kinds().find((one) => one.letter === (form ?? letter));
}

/** A piece of a FEN. @param {string} symbol */
export const symbolElement = (symbol) => kindElement(kindOf(symbol), symbol === symbol.toUpperCase() ? "white" : "black", symbol.replace(/[+~]/g, ""));
