/** The status line: whose turn it is, and what to do next. */

import { game, nameAt, nextStep, result } from "../core/game.js";
import { lineTo } from "../core/tree.js";
import { isEngine } from "../play/seats.js";
import { hasForm } from "./pieces.js";

/** @import {Step} from "../core/paths.js" */

/** @param {boolean} [short] without the name of the side to move @returns {string} */
export function prompt(short = false) {
  if (game.message) return game.message;
  if (game.editing) return `Set up: choose a piece, then ${hits().toLowerCase()} squares.`;
  const { position, clicked } = game;
  const { turn } = position;
  const ended = result();
  if (ended) return "The game is over.";
  if (game.puzzle && isEngine(turn.seat)) return game.puzzle.state === "open" ? "One moment …" : "";
  const past = game.node === game.live || game.exploring ? "" : looking();
  if (!game.exploring && isEngine(turn.seat)) {
    return past ? `${past}Step on, or start the analysis to try moves.` : `Jailbird is thinking for ${turn.name} …`;
  }
  if (game.locked && game.node === game.live && !game.exploring) return "Your move is made. Copy the link and send it.";
  const step = nextStep();
  if (game.exploring && game.node !== game.live && !clicked.length) return `Trying moves, not the game. ${turn.name} to move.`;
  return clicked.length ? promptWithin(step, clicked) : `${short ? "" : `${past}${turn.name} to move. `}${promptFirst(step)}`.trim();
}

/** Tells that the game has gone on. */
function looking() {
  const [at, count] = [lineTo(game.node).length, lineTo(game.live).length];
  return lineTo(game.live).includes(game.node) || !at ? `You look at ${at ? `move ${at} of ${count}` : "the start"}. ` : "You look at a side line. ";
}

/** How to say that one clicks. */
const hits = () => (matchMedia("(pointer: coarse)").matches ? "Tap" : "Click");

/** @param {Step} step */
function promptFirst({ targets }) {
  const { pending, check } = game.position;
  if (pending.length) return `${pending[0].text}.`;
  const all = [...targets];
  if (all.length && all.every((target) => target.startsWith("="))) return "Choose what the pawn becomes.";
  const isStart = game.node.parent === null;
  if (game.position.claim && game.node === game.live) return `${game.position.claim.text} may be claimed.`;
  const items = all.filter((target) => target.startsWith("@"));
  if (check) return `${check.text}.`;
  if (game.position.moves.some((move) => move.kind === "pass")) return "You may pass.";
  if (items.length && game.info.box) return "You may first bring back a captured piece from beside the board.";
  if (isStart || !game.node.parent?.parent) return `${hits()} a piece${game.info.box ? " or the token" : items.length ? ", on the board or beside it" : ""}.`;
  return "";
}

/** @param {Step} step @param {string[]} clicked */
function promptWithin({ targets, ended, moves, goesOn }, clicked) {
  const last = clicked[clicked.length - 1];
  const all = [...targets];
  if (last.startsWith("@")) return `Choose where the ${nameAt(last)} goes.`;
  if (ended.length && all.some((target) => target.startsWith("@"))) return "Bring back a captured piece, or not?";
  if (all.length && all.every((target) => target.startsWith("="))) return "Choose what the pawn becomes.";
  if (ended.length > 1 && ended.every((move) => move.becomes)) return "Choose what the pawn becomes.";
  if (ended.length > 1 && ended.every((move) => move.promoted !== null)) return "Promote, or not?";
  if (ended.length) return goesOn ? `Choose here, or ${hits().toLowerCase()} a further square.` : "Choose one of these moves.";
  if (clicked.length > 1 && moves.every((move) => move.kind === "release")) return `Choose where the ${game.position.box?.[0]?.name ?? "piece from the box"} comes out.`;
  if (clicked.length > 1 && moves.length && moves.every((move) => move.kind === "wall")) return "Choose where the wall goes.";
  if (last.startsWith("=") || clicked[0].startsWith("@")) return `Now your move: ${hits().toLowerCase()} a piece, then a marked square.`;
  return clicked.length === 1 ? `${nameAt(last)}: ${hits().toLowerCase()} a marked square.` : `${hits()} the next marked square.`;
}

/** What is to be told about a piece: its marks and how many moves it has. @param {string | null} square @returns {string} */
export function inspect(square) {
  if (!square) return "";
  const { pieces, marks, tokens, threats } = game.position;
  const piece = pieces.find((one) => one.square === square);
  const mine = marks.filter((mark) => mark.square === square);
  const parts = mine.filter((mark) => mark.mark !== "power").map((mark) => mark.text);
  const powers = mine.filter((mark) => mark.mark === "power");
  if (powers.length) parts.push(`Moves as ${listed(powers.map((mark) => kindName(mark.kind)))}`);
  if (piece) parts.unshift(`${cap(piece.side)} ${piece.name}${piece.promoted && !hasForm(piece.letter) ? " (promoted pawn)" : ""} on ${square}`);
  if (tokens.some((token) => token.square === square)) parts.unshift(`Token on ${square}`);
  if (threats[square]?.length) parts.push(`Could move to ${count(threats[square].length, "square")}`);
  return parts.length ? `${parts.join(". ")}.` : "";
}

/** @param {string | null} letter */
const kindName = (letter) => game.info.kinds.find((kind) => kind.letter === letter)?.name ?? letter ?? "";

/** Words with commas and an "and". @param {string[]} words */
const listed = (words) => (words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}` : (words[0] ?? ""));

/** @param {number} number @param {string} word in the singular */
export const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** A result as people write it. @param {string} score */
export const scoreOf = (score) => score.replace("1/2-1/2", "½–½").replace(/^([01])-([01])$/, "$1–$2");

/** @param {string} text */
export const cap = (text) => text.charAt(0).toUpperCase() + text.slice(1);
