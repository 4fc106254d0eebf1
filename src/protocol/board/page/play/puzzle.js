/** A puzzle: the engine judges the player's moves and defends. */

import { request, search } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { emit, game, on, play, positionAt, reference, rewind, say, show, start } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { recall, remember } from "../core/settings.js";
import { lineTo } from "../core/tree.js";
import { attempt } from "./picking.js";
import { setPlayers } from "./seats.js";
import { wind } from "./clock.js";

/** @import {Puzzle} from "../core/types.js" */
/** @import {TreeNode} from "../core/tree.js" */

const KEY = "jailbird.puzzles";
/** Nodes of the search that proves a move right or wrong. */
const PROOF = 2_000_000;
/** The player sees the own move for so many milliseconds before the reply. */
const PAUSE = 500;

export const LEVELS = ["easy", "medium", "hard"];

/** The puzzles that have been solved in this browser. @returns {Object<string, number[]>} by game and level */
const solved = () => recall("localStorage", KEY) ?? {};

/** @param {string} name @param {string} level @returns {number[]} */
export const solvedOf = (name, level) => solved()[`${name}.${level}`] ?? [];

/** @param {Puzzle} puzzle */
function keepSolved({ game: name, level, number }) {
  const known = solvedOf(name, level);
  if (!known.includes(number)) remember("localStorage", KEY, { ...solved(), [`${name}.${level}`]: [...known, number] });
}

/** Shows a puzzle. @param {string} name the game @param {string} level @param {number} number */
export async function openPuzzle(name, level, number) {
  const { puzzle } = await request("puzzle", { game: name, level, number });
  /** @type {Puzzle} */
  const wish = { ...puzzle, game: name, number, state: "open" };
  await start({ game: name, fen: puzzle.fen, puzzle: wish }, () => {
    const solver = game.position.turn.seat;
    setPlayers(game.info.seats.map(({ seat }) => ({ engine: seat !== solver, level: 20 })));
    wind();
  });
}

/** The next puzzle of the level that has not been solved, or simply the next one. */
export async function nextPuzzle() {
  const { puzzle } = game;
  if (!puzzle) return;
  const count = countOf(puzzle.game, puzzle.level);
  const others = Array.from({ length: count }, (_, i) => (puzzle.number + 1 + i) % count);
  const known = solvedOf(puzzle.game, puzzle.level);
  await openPuzzle(puzzle.game, puzzle.level, others.find((number) => !known.includes(number)) ?? others[0]);
}

/** How many puzzles there are. @param {string} name @param {string} level */
export const countOf = (name, level) => (LEVELS.includes(level) && game.catalogue.games.find((one) => one.name === name)?.puzzles?.[level]) || 0;

/** The task in words. @param {Puzzle} puzzle */
export function task(puzzle) {
  const solver = game.info.seats[game.root.children[0]?.seat ?? game.position.turn.seat].name;
  return `${solver} to move wins in ${puzzle.moves}`;
}

/** Own moves that are left from a node on. @param {Puzzle} puzzle @param {TreeNode} node */
const movesLeft = (puzzle, node) => puzzle.moves - Math.floor(lineTo(node).length / 2);

/** The rest of the solution behind a node; null beside the solution. @param {Puzzle} puzzle @param {TreeNode} node */
function solutionAt(puzzle, node) {
  const line = lineTo(node).map((one) => one.text);
  return line.every((text, i) => text === puzzle.line[i]) ? puzzle.line.slice(line.length) : null;
}

/** The winning line that a proof finds at a node, null if there is none. @param {Puzzle} puzzle @param {TreeNode} node @param {string[]} [only] first moves */
async function winning(puzzle, node, only = []) {
  const most = movesLeft(puzzle, node);
  /** @type {{last: import("../core/types.js").Info | null}} */
  const told = { last: null };
  await search({ ...reference(node), mate: most, only, nodes: PROOF }, new AbortController().signal, (info) => (told.last = info));
  const mate = told.last?.score.mate ?? 0;
  return told.last && mate > 0 && mate <= most && told.last.bound !== "upper" ? told.last.pv : null;
}

/** Judges the player's last move, and replies to a right one. */
async function follow() {
  const { puzzle, live: node } = game;
  if (!puzzle || puzzle.state !== "open" || !node.parent || lineTo(node).length % 2 === 0) return;
  const position = await positionAt(node);
  const before = node.parent;
  const right = position.result ? position.result.winner === node.seat : await replyTo(puzzle, node, before);
  if (game.puzzle !== puzzle || game.live !== node) return;
  if (right === false) return refuse(puzzle, before);
  if (position.result) return solve(puzzle);
  if (typeof right === "string") await reply(puzzle, node, right);
}

/** The strongest reply to a right move, false after a wrong one. @param {Puzzle} puzzle @param {TreeNode} node @param {TreeNode} before */
async function replyTo(puzzle, node, before) {
  const known = solutionAt(puzzle, node);
  if (known?.length) return known[0];
  if (movesLeft(puzzle, before) <= 1) return false;
  const line = await winning(puzzle, before, [node.text]);
  if (!line) return false;
  if (line.length > 1) return line[1];
  return (await search({ ...reference(node), nodes: 20_000 }, new AbortController().signal))?.move ?? false;
}

/** @param {Puzzle} puzzle @param {TreeNode} node @param {string} text */
async function reply(puzzle, node, text) {
  say("Right.");
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (game.puzzle !== puzzle || game.live !== node) return;
  await play(text, node);
  const left = movesLeft(puzzle, game.live);
  if (game.puzzle === puzzle) say(`Right. ${left === 1 ? "The next move wins." : `${left} more moves.`}`);
}

/** Takes a wrong move back. @param {Puzzle} puzzle @param {TreeNode} before */
async function refuse(puzzle, before) {
  const left = movesLeft(puzzle, before);
  await rewind(before);
  if (game.puzzle === puzzle) say(`That does not win${left > 1 ? ` in ${left}` : ""}. Try again.`);
}

/** @param {Puzzle} puzzle */
function solve(puzzle) {
  puzzle.state = "solved";
  keepSolved(puzzle);
  emit("clicked");
}

/** Marks the piece that moves, and if asked again the move. */
export async function puzzleHint() {
  const { puzzle, node, list, position } = game;
  if (!puzzle || puzzle.state !== "open" || lineTo(node).length % 2) return;
  say("Looking …");
  const text = solutionAt(puzzle, node)?.[0] ?? (await winning(puzzle, node))?.[0];
  if (game.node !== node || !text) return;
  const legs = legsOf(list, text);
  const move = position.moves.find((one) => one.text === text);
  const whole = puzzle.hintedAt === node.id;
  puzzle.hintedAt = node.id;
  const from = move?.paths[0][0] ?? legs[0]?.[0];
  setArrows("hint", whole ? legs.map(([start, end]) => ({ from: start, to: end, look: "hint" })) : [{ from, to: from, look: "hint" }]);
  say(whole ? `Hint: ${move?.label ?? text}` : `Hint: ${nameOf(from)}`);
}

/** What a hint calls a target. @param {string} target */
function nameOf(target) {
  const piece = game.position.pieces.find((one) => one.square === target);
  if (piece) return `the ${piece.name} on ${target}`;
  return target.startsWith("@") || target.startsWith("=") ? (game.list.buttons[target]?.text ?? target) : "the token";
}

/** Puts the solution into the list of moves, to be stepped through. */
export async function showSolution() {
  const { puzzle } = game;
  if (!puzzle) return;
  await start({ game: puzzle.game, fen: puzzle.fen, moves: puzzle.line, at: 1, puzzle: { ...puzzle, state: "shown" } });
}

/** The same puzzle from its start. */
export async function retry() {
  const { puzzle } = game;
  if (puzzle) await openPuzzle(puzzle.game, puzzle.level, puzzle.number);
}

/** Leaves the puzzle; its position can be played on. */
export function leavePuzzle() {
  game.puzzle = null;
  emit("new");
  emit("live");
  return show(game.node);
}

on("live", () => attempt(follow));
