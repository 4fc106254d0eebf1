/** The game that the page shows: its moves, the position, and what has been clicked. */

import { request } from "./api.js";
import { addChild, follow, isOnLine, lineTo, makeRoot, remove, tip } from "./tree.js";
import { doneBy, step, unfold } from "./paths.js";

/** @import {Catalogue, GameInfo, Position, MoveList, Puzzle, Lesson, Result, GameRef} from "./types.js" */
/** @import {TreeNode} from "./tree.js" */

/** Lessons, and the one that is shown. @typedef {{list: Lesson[], at: number, state: "open" | "done"}} Course */

/**
 * The topics that views listen to. `position`: another position is shown. `clicked`: other targets can be clicked.
 * `tree`: moves, names or scores in the list have changed. `new`: another game has begun. `live`: players, clock or end have changed.
 * `pointed`: the pointer or the focus is on another square. `arrows`: other arrows are asked for.
 * @typedef {"position" | "clicked" | "pointed" | "arrows" | "tree" | "new" | "live" | "message"} Topic
 */

/** @type {{catalogue: Catalogue, info: GameInfo, fen: string | null, root: TreeNode, node: TreeNode, live: TreeNode,
 *   position: Position, list: MoveList, clicked: string[], ended: Result | null, puzzle: Puzzle | null, lesson: Course | null, exploring: boolean, editing: boolean, paused: boolean, mail: boolean, locked: boolean, sent: boolean, message: string,
 *   task: {played: TreeNode, at: TreeNode} | null}} `mail`: it goes by mail, `locked`: its move is made, `sent`: and sent, `task`: a better move than `played` is looked for at `at` */
export const game = /** @type {any} */ ({ clicked: [], ended: null, puzzle: null, lesson: null, exploring: false, editing: false, paused: false, mail: false, locked: false, sent: false, message: "", task: null });

/** @type {Map<Topic, (() => void)[]>} */
const listeners = new Map();

/** @param {Topic} topic @param {() => void} listener */
export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

/** @param {Topic} topic */
export function emit(topic) {
  for (const listener of listeners.get(topic) ?? []) listener();
}

/** Shows a sentence in the status line until the next click. @param {string} text */
export function say(text) {
  game.message = text;
  emit("message");
}

/** @type {Map<number, Position>} */
const cache = new Map();
const CACHED = 300;
let latest = 0;

/** What a request needs to name the position at a node. @param {TreeNode} [node] @returns {GameRef} */
export function reference(node = game.node) {
  const moves = lineTo(node).map((one) => one.text);
  return { game: game.info.name, ...(game.fen === null ? {} : { fen: game.fen }), ...(moves.length ? { moves } : {}) };
}

/** @param {TreeNode} node @returns {Promise<Position>} */
export async function positionAt(node) {
  const known = cache.get(node.id);
  if (known) return known;
  const position = await request("position", reference(node));
  keep(node, position);
  return position;
}

/** The answer to a move that will probably be played. @type {{node: TreeNode | null, text: string, answer: Promise<Position>}} */
let foreseen = { node: null, text: "", answer: Promise.reject() };
foreseen.answer.catch(() => {});

/** Asks for the position after a move before it is played, so that it can be drawn at once. @param {string} text */
export function foresee(text) {
  const { node } = game;
  if ((foreseen.node === node && foreseen.text === text) || node.children.some((child) => child.text === text)) return;
  foreseen = { node, text, answer: request("position", { ...extended(node, text), recent: 1 }) };
  foreseen.answer.catch(() => {});
}

/** The position after a move that is new. @param {TreeNode} from @param {string} text @returns {Promise<Position>} */
function after(from, text) {
  const ask = () => request("position", { ...extended(from, text), recent: 1 });
  return foreseen.node === from && foreseen.text === text ? foreseen.answer.catch(ask) : ask();
}

/** @param {TreeNode} node @param {Position} position */
function keep(node, position) {
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value ?? -1);
  cache.set(node.id, position);
}

/**
 * Begins a game, or restores one from a link.
 * @param {{game: string, fen?: string | null, moves?: string[], at?: number | null, puzzle?: Puzzle | null, lesson?: Course | null, mail?: boolean, ended?: Result | null}} wish `ended`: it was over other than by rule
 * @param {() => void} [prepare] called when the engine has accepted the game, before it is drawn
 */
export async function start({ game: name, fen = null, moves = [], at = null, puzzle = null, lesson = null, mail = false, ended = null }, prepare = () => {}) {
  const position = await request("position", { game: name, ...(fen ? { fen } : {}), ...(moves.length ? { moves } : {}) });
  const info = game.catalogue.games.find((one) => one.name === position.game);
  if (!info) throw new Error(`The engine does not list the game ${position.game}.`);
  cache.clear();
  latest++;
  const root = makeRoot();
  const last = position.played.reduce(addChild, root);
  keep(last, position);
  Object.assign(game, { info, fen: fen || null, root, live: last, ended, puzzle, lesson, exploring: false, editing: false, mail, locked: false, sent: false, message: "" });
  put(last, position);
  prepare();
  emit("new");
  emit("live");
  announceShown();
  const shown = at === null ? last : (follow(root, moves.slice(0, at)) ?? last);
  if (shown !== last) await show(shown);
}

/** @param {TreeNode} node @param {Position} position */
function put(node, position) {
  const { moves, stubs, buttons } = position;
  Object.assign(game, { node, position, list: { moves, stubs, buttons }, clicked: [], message: "" });
}

function announceShown() {
  emit("position");
  emit("clicked");
  emit("tree");
}

/** Shows another node of the tree; a later call overtakes an earlier one. @param {TreeNode} node */
export async function show(node) {
  const turn = ++latest;
  const position = await positionAt(node);
  if (turn !== latest) return;
  put(node, position);
  announceShown();
}

/**
 * Plays a move at the node that is shown. The engine may refuse it (then an ApiError is thrown and nothing changes).
 * @param {string} text the engine's text or any other that the game understands
 * @param {TreeNode} [from]
 */
export async function play(text, from = game.node) {
  const { root, node: shown } = game;
  const known = from.children.find((child) => child.text === text);
  const position = known ? await positionAt(known) : await after(from, text);
  if (game.root !== root) return;
  const node = known ?? addChild(from, position.played[position.played.length - 1]);
  keep(node, position);
  const follows = !game.exploring;
  if (follows) Object.assign(game, { live: node, ended: null });
  if (from === shown && game.node === shown) {
    latest++;
    put(node, position);
    announceShown();
  } else emit("tree");
  if (follows) emit("live");
}

/** @param {TreeNode} from @param {string} text @returns {GameRef} */
function extended(from, text) {
  const base = reference(from);
  return { ...base, moves: [...(base.moves ?? []), text] };
}

/** Takes moves back: the game goes on at a node, what followed it is dropped. @param {TreeNode} node */
export async function rewind(node) {
  const dropped = lineTo(game.live)[lineTo(node).length];
  if (dropped) remove(dropped);
  Object.assign(game, { live: node, ended: null });
  await show(node);
  emit("live");
}

/** Drops a variation. @param {TreeNode} node */
export async function drop(node) {
  const parent = node.parent;
  if (!parent) return;
  const shown = isOnLine(node, game.node);
  if (isOnLine(node, game.live)) game.live = parent;
  remove(node);
  if (shown) await show(parent);
  emit("tree");
  emit("live");
}

/** Steps along the line that is shown: -1, 1, or to its ends. @param {number} by */
export function stepBy(by) {
  const { node, root } = game;
  if (by === -Infinity) return show(root);
  if (by === Infinity) return show(tip(node));
  const to = by < 0 ? node.parent : node.children[0];
  return to ? show(to) : Promise.resolve();
}

/** @type {{list: MoveList | null, clicked: string[], step: import("./paths.js").Step}} */
let counted = { list: null, clicked: [], step: step({ moves: [], stubs: [], buttons: {} }, []) };

/** What may be clicked next; counted anew only if the list or the clicks have changed. */
export function nextStep() {
  const { list, clicked } = game;
  if (counted.list !== list || counted.clicked !== clicked) counted = { list, clicked, step: step(list, clicked) };
  return counted.step;
}

/** The last move on each board, the latest one last. @returns {TreeNode[]} */
export function lastOfBoards() {
  /** @type {Map<string | null, TreeNode>} */
  const found = new Map();
  for (let node = game.node; node.parent && found.size < game.info.boards.length; node = node.parent) {
    const board = game.info.seats[node.seat]?.board ?? null;
    if (!found.has(board)) found.set(board, node);
  }
  return [...found.values()].reverse();
}

/** What the clicks so far have done. */
export function doneSoFar() {
  const { moves } = nextStep();
  return doneBy(game.clicked, moves.length > 0 && moves.every((move) => move.kind === "release"));
}

/** @param {string[]} clicked */
export function setClicked(clicked) {
  game.clicked = clicked;
  game.message = "";
  emit("clicked");
}

/** The name of the piece at a target. @param {string} target */
export function nameAt(target) {
  if (target.endsWith("token")) return "Token";
  if (target.startsWith("@")) return game.list.buttons[target]?.text ?? "piece";
  const piece = game.position.pieces.find((one) => one.square === target);
  if (piece) return piece.name;
  return game.position.tokens.some((token) => token.square === target) ? "Token" : "piece";
}

/** Fetches the moves behind the stub that has been clicked. @param {import("./types.js").Stub} stub */
export async function openStub(stub) {
  const { position, list } = game;
  const more = await request("moves", { ...reference(), path: stub.path });
  if (game.position !== position) return;
  game.list = unfold(list, stub, more);
  emit("clicked");
}

/** The end of the game at the node that is shown: by rule, or by resignation, agreement or time. @returns {Result | null} */
export function result() {
  return game.position.result ?? (game.node === game.live ? game.ended : null);
}

/** Ends the game other than by rule. @param {Result} ended */
export function end(ended) {
  game.ended = ended;
  emit("live");
  emit("clicked");
}
