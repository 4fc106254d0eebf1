/** Who plays: for each seat a person or the engine. */

import { game } from "../core/game.js";
import { recall, remember, settings } from "../core/settings.js";

/** @import {GameInfo} from "../core/types.js" */

/** @typedef {{engine: boolean, level: number}} Player */

const KEY = "jailbird.players";

/** @type {Player[]} */
let players = [];

/** What a person has chosen in this tab; lessons, puzzles and loaded games have players of their own. @type {Player[] | null} */
let chosen = recall("sessionStorage", KEY);

/** @param {Player[]} wish one for each seat */
export function setPlayers(wish) {
  players = wish;
}

/** The same by a person's choice, which holds for later games. @param {Player[]} wish one for each seat */
export function choosePlayers(wish) {
  chosen = wish;
  remember("sessionStorage", KEY, wish);
  setPlayers(wish);
}

/** The players whom a person chose last in this tab, if they fit. @param {number} count @returns {Player[] | null} */
export const chosenPlayers = (count) => (Array.isArray(chosen) && chosen.length === count ? structuredClone(chosen) : null);

/** Whether those play whom a person chose last. */
export const areChosen = () => JSON.stringify(players) === JSON.stringify(chosen);

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
