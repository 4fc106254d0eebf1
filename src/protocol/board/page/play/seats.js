/** Who plays: for each seat a person or the engine. */

import { game } from "../core/game.js";
import { recall, remember, settings } from "../core/settings.js";

/** @import {GameInfo} from "../core/types.js" */

/** @typedef {{engine: boolean, level: number}} Player */

const KEY = "jailbird.players";

/** @type {Player[]} */
let players = [];

/** @param {Player[]} wish one for each seat */
export function setPlayers(wish) {
  players = wish;
  remember("sessionStorage", KEY, players);
}

/** The players before the page was reloaded, if they fit. @param {number} count @returns {Player[] | null} */
export function recallPlayers(count) {
  const known = recall("sessionStorage", KEY);
  return Array.isArray(known) && known.length === count ? known : null;
}

/** A person on the first seat, the engine on the others. @param {GameInfo} info @returns {Player[]} */
export const usualPlayers = (info) => info.seats.map((seat) => ({ engine: seat.seat > 0, level: settings.level }));

export const getPlayers = () => players;

/** @param {number} seat */
export const isEngine = (seat) => players[seat]?.engine ?? false;

/** @param {number} seat */
export const levelOf = (seat) => players[seat]?.level ?? 20;

export const hasEngine = () => players.some((player) => player.engine);
export const hasPerson = () => players.some((player) => !player.engine);

/** Whether engines among themselves wait: nobody looks, or somebody has stopped them. Their clocks stand. */
export const isIdle = () => !hasPerson() && (game.paused || document.visibilityState === "hidden");
