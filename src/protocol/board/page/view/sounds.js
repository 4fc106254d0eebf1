/** Short sounds of moves, made by the browser; off unless they are wished. */

import { game, on, result } from "../core/game.js";
import { settings } from "../core/settings.js";

/** Frequencies in Hz, one after another. @type {Object<string, number[]>} */
const TONES = { move: [220], capture: [165, 110], check: [440, 554], end: [330, 262, 196] };
const LENGTH = 0.09;

/** @type {AudioContext | null} */
let audio = null;
/** @type {import("../core/tree.js").TreeNode | null} */
let before = null;

/** @param {string} what */
function sound(what) {
  audio ??= new AudioContext();
  audio.resume();
  for (const [i, frequency] of TONES[what].entries()) tone(audio, frequency, audio.currentTime + i * LENGTH);
}

/** @param {AudioContext} context @param {number} frequency @param {number} when in seconds */
function tone(context, frequency, when) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.25, when);
  gain.gain.exponentialRampToValueAtTime(0.001, when + LENGTH);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(when);
  oscillator.stop(when + LENGTH);
}

/** Makes the sound of the move that has just been shown. */
function heard() {
  const follows = before !== null && game.node.parent === before;
  before = game.node;
  if (!settings.sounds || !follows || game.editing) return;
  const { check, last } = game.position;
  sound(result() ? "end" : check ? "check" : last?.captures.length ? "capture" : "move");
}

on("position", heard);
