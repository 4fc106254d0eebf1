/** The game in the address and in the archive: links, history, what was played last. */

import { bringGame, fileOf, getToken, loadGames, pageOf, request, rulesOf, setToken } from "../core/api.js";
import { keepGame, keptGames } from "../core/archive.js";
import { byId, later, once, setText } from "../core/dom.js";
import { ApiError } from "../core/fault.js";
import { emit, game, on, result, start } from "../core/game.js";
import { recall, remember } from "../core/settings.js";
import { language, t } from "../core/texts.js";
import { fromJson, isOnLine, lineTo, tip, toJson } from "../core/tree.js";
import { format, parse } from "../core/url.js";
import { lostAt, wind } from "../play/clock.js";
import { attempt } from "../play/picking.js";
import { doneOf, openLessons } from "../play/lesson.js";
import { countOf, openPuzzle } from "../play/puzzle.js";
import { chosenPlayers, getPlayers, setPlayers, usualPlayers } from "../play/seats.js";
import { playerName } from "../view/strips.js";

/** @import {Fragment} from "../core/url.js" */
/** @import {Kept} from "../core/archive.js" */
/** @import {Result} from "../core/types.js" */

const TREE = "jailbird.tree";
/** Of the game that is shown, in the archive. */
let id = "";
/** The archive's name of the game that is about to be shown, once the engine has accepted it. @type {string | null} */
let nextId = null;
/** Where the game stood when it was opened; a game that was only looked at is not kept. @type {Pick<typeof game, "live" | "ended"> | null} */
let begun = null;
/** Whether the next address is a new entry of the history. */
let isFresh = false;
let restoring = false;

/** @returns {Fragment} */
const nothing = () => ({ token: "", game: null, fen: null, moves: [], at: null, puzzle: null });

/** @param {string | null} name */
const knownGame = (name) => game.catalogue.games.find((one) => one.name === name || one.aliases.includes(name ?? ""));

/** Whether a link's game is played only if the person agrees. @param {Fragment} fragment */
export const asks = ({ draw, game: name }) => Boolean(draw) && (!name || (!pageOf && !knownGame(name)));

/** Shows what a link says. A link with a mistake is told, and shown as far as it can be. @param {Fragment} fragment */
export async function restore(fragment) {
  restoring = true;
  try {
    await show(asks(fragment) ? nothing() : fragment);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status === 403)) throw error;
    const words = (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
    await mend(fragment, error instanceof ApiError ? error.at : null);
    const isEnglish = language() !== "en" && t(words) === words;
    notice(`The link has a mistake${isEnglish ? "; the engine says" : ""}: ${words}.`);
  } finally {
    restoring = false;
  }
}

/** Shows the part of a link before its mistake. @param {Fragment} fragment @param {number | null} at the place of an illegal move */
async function mend({ game: name, fen, moves }, at) {
  const known = knownGame(name)?.name ?? null;
  if (at !== null && known) return show({ ...nothing(), game: known, fen, moves: moves.slice(0, at) });
  return show({ ...nothing(), game: known });
}

/** @param {Fragment} fragment */
async function show(fragment) {
  const { draw, mail, end } = fragment;
  if (draw && fragment.game) game.catalogue = (await bringGame(fragment.game, draw, Boolean(knownGame(fragment.game)))) ?? game.catalogue;
  const name = fragment.game ?? game.catalogue.games[0].name;
  const state = history.state?.players;
  const known = Array.isArray(state) ? state : null;
  const kept = recall("sessionStorage", TREE);
  const fits = kept?.game === name && kept.fen === fragment.fen && kept.id === history.state?.id;
  const prepare = () => {
    nextId = fits ? kept.id : (history.state?.id ?? null);
    const count = game.info.seats.length;
    setPlayers(mail ? game.info.seats.map(() => ({ engine: false, level: 20 })) : known?.length === count ? known : (chosenPlayers(count) ?? usualPlayers(game.info)));
    const { position } = game;
    const { seat, name: resigned } = position.turn;
    if (mail && end === "resign" && !position.result) game.ended = lostAt(position, seat, "resignation", `${resigned} resigns`);
    wind(true);
  };
  if (fragment.puzzle) {
    const [level, number] = fragment.puzzle.split(".");
    if (!/^\d+$/.test(number ?? "") || Number(number) >= countOf(name, level)) throw new Error(`there is no puzzle ${fragment.puzzle}`);
    return openPuzzle(name, level, Number(number));
  }
  if (fragment.lesson) {
    if (!(await openLessons(name, Number(fragment.lesson) - 1))) throw new Error(`there is no lesson ${fragment.lesson}`);
    return;
  }
  const isNoMove = fragment.at !== null && !(fragment.at <= fragment.moves.length);
  const ended = endOf(history.state);
  await start({ ...fragment, at: isNoMove ? null : fragment.at, game: name, puzzle: null, lesson: null, ended }, prepare);
  if (fits) {
    fromJson(game.root, kept.moves);
    emit("tree");
  }
  if (isNoMove) notice("The link has a mistake: it has no move with this number.");
}

/** Shows a sentence above the page until it is closed. @param {string} text */
export function notice(text) {
  setText(byId("notice-text"), text);
  byId("notice").hidden = !text;
}

/** The game that is shown, as a fragment without the token. @returns {Fragment} */
export function here() {
  if (!game.info) return { ...parse(location.hash), token: "" };
  const { puzzle, lesson } = game;
  if (puzzle) return { ...nothing(), game: puzzle.game, puzzle: `${puzzle.level}.${puzzle.number}` };
  if (lesson) return { ...nothing(), game: game.info.name, lesson: String(lesson.at + 1) };
  // By mail the moves are those of the game, whatever is tried.
  const line = lineTo(game.mail ? game.live : tip(game.node)).map((node) => node.text);
  const at = isOnLine(game.node, game.mail ? game.live : game.node) ? lineTo(game.node).length : line.length;
  const end = game.ended?.reason === "resignation" ? "resign" : null;
  return { ...nothing(), game: game.info.name, fen: game.fen, moves: line, at: at < line.length ? at : null, mail: game.mail, end, draw: rulesOf(game.info.name) };
}

/** Whether the page is in a frame of another one, whose history is not ours (alone/embed.js). */
const isEmbedded = () => document.documentElement.classList.contains("embed");

/** Writes the game into the address. A new game is an entry of the history. */
export function writeAddress() {
  if (game.editing) return;
  const address = format({ ...here(), embed: isEmbedded() });
  // The end of a game holds where its last move is that of the address.
  const ended = game.live === tip(game.node) ? game.ended : null;
  const isOther = address !== location.hash;
  if (isOther || endOf(history.state)?.text !== ended?.text) history[isOther && isFresh ? "pushState" : "replaceState"]({ players: getPlayers(), id, ended }, "", address);
  isFresh = false;
}

/** How the game of an entry of the history or of the archive has ended other than by rule. @param {any} kept @returns {Result | null} */
const endOf = (kept) => (typeof kept?.ended?.text === "string" && typeof kept.ended.score === "string" ? kept.ended : null);

/** Keeps the game for a reload and in the archive. */
export function keep() {
  if (game.editing || game.puzzle || game.lesson || !game.position) return;
  remember("sessionStorage", TREE, { id, game: game.info.name, fen: game.fen, moves: toJson(game.root) });
  if (!game.root.children.length || (game.live === begun?.live && game.ended === begun.ended)) return;
  const { at, fen } = here();
  const moves = lineTo(game.live).map((node) => node.text);
  const names = game.info.seats.map((seat) => playerName(seat.seat));
  const ended = (game.node === game.live ? game.position.result : null) ?? game.ended;
  keepGame({ id, game: game.info.name, title: game.info.title, fen, moves, at, tree: toJson(game.root), players: getPlayers(), names,
    result: ended?.score ?? "*", ended: game.ended, file: fileOf(game.info.name), plies: lineTo(game.live).length, when: Date.now() });
}

/** Loads the file of a kept game, which another tab or another run of the program may not know. @param {Kept} kept */
async function bringFile({ game: name, file }) {
  if (typeof file?.text !== "string" || fileOf(name)?.text === file.text) return;
  const { games, problems, notes } = await loadGames(String(file.name), file.text);
  if (!games.includes(name)) throw new Error([...problems, ...notes].join(" ") || `no game is called \`${name}\``);
  game.catalogue = await request("games", {});
}

/** Goes on with a game of the archive. @param {Kept} kept */
export async function resume(kept) {
  await bringFile(kept);
  const prepare = () => {
    nextId = kept.id;
    setPlayers(Array.isArray(kept.players) && kept.players.length === game.info.seats.length ? kept.players : usualPlayers(game.info));
    wind();
  };
  await start({ game: kept.game, fen: kept.fen, moves: kept.moves.map(String), ended: endOf(kept) }, prepare);
  fromJson(game.root, kept.tree ?? []);
  emit("tree");
}

/** Offers the game that was played last, if it is not over, and to who has not played yet the lessons. */
export async function offerLast() {
  const [last] = await keptGames();
  if (game.root.children.length) return;
  if (last && (last.file || knownGame(last.game)) && last.result === "*") {
    offer(`Last time: ${last.title}, ${last.plies === 1 ? "one move" : `${last.plies} moves`}.`, "Continue", () => resume(last));
  } else if (!last && game.info.group === "house" && !doneOf(game.info.name)) {
    offer("New to this game?", "Learn it in two minutes", async () => void (await openLessons(game.info.name)));
  }
}

/** @param {string} text @param {string} yes @param {() => Promise<void>} action */
function offer(text, yes, action) {
  setText(byId("continue-text"), text);
  setText(byId("continue-yes"), yes);
  byId("continue").hidden = false;
  byId("continue-yes").onclick = () => {
    hideOffer();
    attempt(action);
  };
}

export function hideOffer() {
  byId("continue").hidden = true;
}

/** A change of the address by hand or by Back: another game. The page may have written its own since. @param {HashChangeEvent} event */
async function hashChanged({ newURL }) {
  const fragment = parse(new URL(newURL).hash);
  if (fragment.token && fragment.token !== getToken()) await tryToken(fragment.token);
  if (!game.catalogue) return;
  if (asks(fragment) || (fragment.token && !fragment.game)) return writeAddress();
  notice("");
  attempt(() => restore(fragment));
}

const TOKEN = "jailbird.token";

/** A token that the engine has accepted is kept for this browser, so links need none. @param {string} token */
export function takeToken(token) {
  remember("sessionStorage", TOKEN, token);
  remember("localStorage", TOKEN, token);
}

/** Takes the token of another address, unless only the one before is right. @param {string} token */
async function tryToken(token) {
  const before = getToken();
  setToken(token);
  try {
    await request("games", {});
    takeToken(token);
  } catch {
    setToken(before);
    await request("games", {}).catch(() => {});
  }
}

/** The tokens that this tab and this browser know. @returns {string[]} */
export const knownTokens = () => [recall("sessionStorage", TOKEN), recall("localStorage", TOKEN), getToken()];

const keepSoon = once(later, keep);

/** Follows the game. */
export function listenAddress() {
  on("new", () => {
    isFresh = !restoring && !isEmbedded() && location.hash.length > 1;
    begun = { live: game.live, ended: game.ended };
    id = nextId ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    nextId = null;
  });
  on("tree", keepSoon);
  on("live", () => {
    if (game.live.parent) hideOffer();
    if (result()) keepSoon();
  });
  window.addEventListener("hashchange", hashChanged);
  window.addEventListener("pagehide", keep);
}
