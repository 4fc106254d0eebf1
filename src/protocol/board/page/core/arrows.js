/** The arrows that parts of the page ask for. The boards draw them over their squares. */

import { emit } from "./game.js";

/** @typedef {{from: string, to: string, look: string, label?: string}} Arrow `look` is a class; equal squares make a ring */

/** By the name of who asks. @type {Map<string, Arrow[]>} */
const asked = new Map();

/** @param {string} owner @param {Arrow[]} arrows in place of those that the owner has asked for before */
export function setArrows(owner, arrows) {
  asked.set(owner, arrows);
  emit("arrows");
}

/** All of them. */
export const askedArrows = () => [...asked.values()].flat();
