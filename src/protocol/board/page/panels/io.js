/** Copy, save, paste and load: FEN, PGN, link and picture. */

import { linkWords, request } from "../core/api.js";
import { byId, button, el, setText, verbatim } from "../core/dom.js";
import { emit, game, reference, start } from "../core/game.js";
import { t } from "../core/texts.js";
import { addChild, leaves, lineTo, tip } from "../core/tree.js";
import { wind } from "../play/clock.js";
import { attempt } from "../play/picking.js";
import { setPlayers } from "../play/seats.js";
import { count } from "../view/prompt.js";
import { playerName } from "../view/strips.js";
import { open } from "../core/dialog.js";
import { format } from "../core/url.js";
import { here } from "./address.js";
import { picturePng, pictureSvg } from "./picture.js";

/** @import {PgnFault, PgnGame} from "../core/types.js" */

/** @typedef {Pick<PgnGame, "game" | "fen" | "moves" | "notes" | "lines">} Shown */

/** Opens the dialog to share and load. */
export function openShare() {
  open("Share and load", (close) => {
    const area = el("textarea", { id: "load-text", rows: 6, spellcheck: "false", placeholder: "FEN or PGN" });
    const file = el("input", { type: "file", accept: ".pgn,.fen,.txt", "aria-label": "Load a file", onchange: () => readFile(file, area) });
    const found = el("div", { class: "found", "aria-live": "polite" });
    const reports = el("div", { class: "reports" });
    attempt(() => listReports(reports));
    const told = el("p", { class: "quiet", role: "status" });
    const copyHere = /** @param {string} text @param {string} what */ (text, what) => copy(text, what, told);
    return [
      el("label", { class: "field wide" }, el("span", {}, "FEN of this position"), el("input", { type: "text", readonly: true, value: game.position.fen, id: "share-fen" })),
      el("div", { class: "actions" },
        button("Copy FEN", () => copyHere(game.position.fen, "FEN")), button("Copy PGN", () => withPgn((text) => copyHere(text, "PGN"))),
        button("Save PGN", () => withPgn((text) => save(new Blob([text], { type: "text/plain" }), fileName("pgn")))),
        button("Copy link", () => copyHere(location.href.split("#")[0] + format(here()), "Link")),
        button("Save picture (SVG)", () => save(new Blob([pictureSvg().text], { type: "image/svg+xml" }), fileName("svg"))),
        button("Save picture (PNG)", () => attempt(async () => save(await picturePng(), fileName("png"))))), el("p", { class: "quiet" }, linkWords(game.info.name)), told,
      el("label", { class: "field wide" }, el("span", {}, "Load a FEN or a PGN"), area), file,
      el("div", { class: "actions" }, button("Load", () => load(area.value, found, close), { class: "primary", id: "load" })), found, reports,
    ];
  });
}

/** @param {HTMLInputElement} input @param {HTMLTextAreaElement} area */
async function readFile(input, area) {
  const file = input.files?.[0];
  if (file) area.value = await file.text();
}

/** @param {string} text @param {string} what @param {HTMLElement} told tells that it is done */
export async function copy(text, what, told) {
  try {
    await navigator.clipboard.writeText(text);
    setText(told, `${what} copied.`);
  } catch {
    await open(what, () => [el("p", {}, "Copy this text:"), el("textarea", { rows: 6, readonly: true, "aria-label": what }, verbatim(text))]);
  }
}

/** The name of a file about the game that is shown. @param {string} ending */
const fileName = (ending) => `jailbird-${game.info.name}.${ending}`;

/** Saves a file. @param {Blob} blob @param {string} file its name */
export function save(blob, file) {
  const link = el("a", { href: URL.createObjectURL(blob), download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {(text: string) => void} then */
async function withPgn(then) {
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const seats = game.info.seats.map((seat) => [seat.board ? `${seat.color === "white" ? "White" : "Black"}${seat.board}` : seat.name, playerName(seat.seat)]);
  const tags = [["Event", "Casual game"], ["Date", date], ...seats];
  await attempt(async () => {
    const { pgn } = await request("write-pgn", { ...reference(tip(game.node)), tags, lines: otherLines() });
    then(withResult(pgn));
  });
}

/** The lines beside the one that is shown, as many as a request may hold. @returns {string[][]} */
function otherLines() {
  const shown = tip(game.node);
  const lines = leaves(game.root).filter((leaf) => leaf !== shown).map((leaf) => lineTo(leaf).map((node) => node.text));
  let room = game.catalogue.limits.moves ?? Infinity;
  return lines.filter((line) => (room -= line.length) >= 0);
}

/** A result by resignation, agreement or time, of which the engine does not know. @param {string} pgn */
function withResult(pgn) {
  const score = game.ended?.score;
  return score ? pgn.replace('[Result "*"]', `[Result "${score}"]`).replace(/\*\s*$/, `${score}\n`) : pgn;
}

/** Loads what looks like a FEN or else a PGN. @param {string} text @param {HTMLElement} found @param {() => void} close */
async function load(text, found, close) {
  const trimmed = text.trim();
  if (!trimmed) return found.replaceChildren();
  try {
    if (isFen(trimmed)) return await loadFen(trimmed, found, close);
    const { games: all, faults } = await request("read-pgn", { text: trimmed });
    const games = all.filter((/** @type {PgnGame} */ one) => one.moves.length || one.tags.length);
    if (games.length === 1 && !games[0].error && !faults.length) return await take(games[0], close);
    const told = faults.map((/** @type {PgnFault} */ { line, game: number, text: what }) => el("p", { class: "bad" }, `Line ${line}, game ${number}: ${what}`));
    found.replaceChildren(...(games.length ? games.map((/** @type {PgnGame} */ one) => gameButton(one, found, close)) : [el("p", { class: "bad" }, "This is neither a FEN nor a PGN with a game.")]), ...told);
  } catch (error) {
    found.replaceChildren(el("p", { class: "bad" }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {string} fen @param {HTMLElement} found @param {() => void} close */
async function loadFen(fen, found, close) {
  /** @type {import("../core/types.js").Verdict} */
  const verdict = await request("check", { game: game.info.name, fen });
  if (verdict.ok) return take({ game: game.info.name, fen, moves: [] }, close);
  const others = await gamesOf(fen);
  if (others.length === 1) return take({ game: others[0].name, fen, moves: [] }, close);
  const reasons = verdict.reasons.map(({ field, text }) => el("p", { class: "bad" }, `${field}: ${text}`));
  const choices = others.map((info) => takeButton(verbatim(info.title), { game: info.name, fen, moves: [] }, found, close));
  const offer = choices.length ? [el("p", {}, "It is a position of:"), el("div", { class: "actions" }, ...choices)] : [];
  found.replaceChildren(...reasons, ...offer);
}

/** Other games that accept a FEN; only those are asked whose boards have the size of its placement. @param {string} fen */
async function gamesOf(fen) {
  const rows = fen.split(/[ [|]/)[0].split("/");
  const files = [...(rows[0] ?? "").matchAll(/\d+|\+?[A-Za-z*]~?/g)].reduce((sum, [sign]) => sum + (/\d/.test(sign) ? Number(sign) : 1), 0);
  const fitting = game.catalogue.games.filter((info) => info !== game.info && info.ranks === rows.length && info.files === files);
  const verdicts = await Promise.allSettled(fitting.map((info) => request("check", { game: info.name, fen })));
  const accepting = fitting.filter((_, i) => verdicts[i].status === "fulfilled" && verdicts[i].value.ok);
  const house = accepting.filter((info) => info.group === "house");
  return house.length ? house : accepting.slice(0, 12);
}

/** @param {string} text */
const isFen = (text) => !text.startsWith("[") && !text.includes("\n") && /^\S+\/\S+ [wb]\d?( |$)/.test(text);

/** @param {PgnGame} one @param {HTMLElement} found @param {() => void} close */
function gameButton(one, found, close) {
  const tag = /** @param {string} name */ (name) => one.tags.find(([key]) => key === name)?.[1] ?? "?";
  const words = verbatim(`${tag("White")} – ${tag("Black")}, ${t(count(one.moves.length, "move"))}, ${one.result}`);
  return el("div", {}, takeButton(words, one, found, close), one.error ? el("p", { class: "bad" }, one.error) : null);
}

/** A button that shows a game; what goes wrong is told beside it. @param {Text} words @param {Shown} one @param {HTMLElement} found @param {() => void} close */
function takeButton(words, one, found, close) {
  return button(words, () => take(one, close).catch((error) => found.append(el("p", { class: "bad" }, error.message))));
}

/** Shows a game with its side lines and notes. @param {Shown} one @param {() => void} close */
async function take({ game: name, fen, moves, notes = [], lines = [] }, close) {
  await start({ game: name, fen, moves }, () => {
    setPlayers(game.info.seats.map(() => ({ engine: false, level: 20 })));
    wind();
  });
  close();
  const main = lineTo(tip(game.root));
  notes.forEach((note, i) => main[i] && Object.assign(main[i], note));
  if (notes.some(({ score }) => score)) byId("tab-analysis").click();
  emit("tree");
  const { root } = game;
  for (const line of lines) {
    const { played } = await request("position", { ...reference(root), moves: line });
    if (game.root !== root) return;
    played.reduce(addChild, root);
  }
  if (lines.length) emit("tree");
}

/** Links to the reports that the server was given. @param {HTMLElement} holder */
async function listReports(holder) {
  const { reports } = await request("reports", {});
  const link = /** @param {{name: string, path: string}} report */ ({ name, path }) => el("li", {}, el("a", { href: path, target: "_blank", rel: "noopener noreferrer" }, verbatim(name)));
  if (reports.length) holder.append(el("h3", {}, "Reports and annotated games"), el("ul", {}, ...reports.map(link)));
}
