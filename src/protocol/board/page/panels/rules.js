/** The rules: the game's page, and for every kind of piece its picture and a diagram of its moves. */

import { request } from "../core/api.js";
import { byId, el, svg, verbatim } from "../core/dom.js";
import { game } from "../core/game.js";
import { t } from "../core/texts.js";
import { drawDiagram, sign } from "../view/diagram.js";
import { pieceElement } from "../view/pieces.js";
import { pictureSvg } from "./picture.js";

/** @import {Diagram, Kind} from "../core/types.js" */

let shown = "";

/** Draws the panel if it shows another game. */
export async function drawRules() {
  const { name, kinds } = game.info;
  if (shown === name) return;
  shown = name;
  const text = el("article", { class: "rules-text" }, "Loading …");
  const forms = kinds.flatMap((kind) => [{ kind, promoted: false }, ...(kind.promoted ? [{ kind, promoted: true }] : [])]);
  const cards = forms.map(({ kind, promoted }) => card(kind, promoted));
  const heading = el("h2", { id: "rules-pieces" }, `${game.info.title}: the pieces`);
  const down = el("button", { type: "button", onclick: () => heading.scrollIntoView({ block: "start" }) }, "Pieces and their moves ↓");
  byId("rules").replaceChildren(el("div", { class: "actions" }, down), text, heading, legend(), el("div", { class: "kinds" }, ...cards));
  await fillText(text, name);
  for (const [i, { kind, promoted }] of forms.entries()) await fillCard(cards[i], name, kind, promoted);
}

/** @param {HTMLElement} text @param {string} name */
async function fillText(text, name) {
  const answer = await request("rules", { game: name }).catch((error) => ({ title: "", html: "", error }));
  if (answer.error) {
    shown = "";
    text.textContent = answer.error.message;
    return;
  }
  const page = new DOMParser().parseFromString(answer.html, "text/html");
  for (const bad of page.querySelectorAll("script,style,iframe,object,embed")) bad.remove();
  for (const wide of page.querySelectorAll("pre, table")) wide.setAttribute("tabindex", "0");
  // Those of files are sentences of the engine; the pages of the program's own games are written in English.
  if (game.catalogue.games.find((one) => one.name === name)?.group !== "house") translate(page.body);
  await drawExamples(page.body, name);
  const tools = forTools(page.body);
  text.replaceChildren(...page.body.childNodes);
  if (tools.length) text.append(el("details", {}, el("summary", {}, "For authors of tools: FEN, move texts, evaluation, decisions"), ...tools));
}

/** The rules of a game from a file in the person's language; its title and its summary stay as they were written. @param {HTMLElement} body */
function translate(body) {
  const summary = body.querySelector("h1 + p");
  for (const code of body.querySelectorAll("code.language-position")) translateExample(code);
  for (const element of body.querySelectorAll("h2, p, li")) {
    if (element === summary) continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) node.nodeValue = spoken(node.nodeValue ?? "");
  }
}

/** What is to be seen in a position, behind its FEN and its moves. @param {Element} code */
function translateExample(code) {
  const lines = (code.textContent ?? "").split("\n");
  code.textContent = lines.map((line, i) => (i && !line.startsWith("moves ") ? t(line) : line)).join("\n");
}

/** Sentences, perhaps behind the name of a kind and its letters. @param {string} text */
function spoken(text) {
  const [, name, letters, rest] = /^([^.:()]+)( \([^()]*\): )(.*)$/s.exec(text) ?? [];
  return name ? `${t(name)}${letters}${t(rest)}` : t(text);
}

/**
 * Puts pictures in place of the blocks named `position`: a FEN, then perhaps `moves …`, then what is to be seen there.
 * @param {HTMLElement} body @param {string} name
 */
async function drawExamples(body, name) {
  for (const block of body.querySelectorAll("pre > code.language-position")) {
    const [fen, ...rest] = (block.textContent ?? "").trim().split("\n");
    const moves = rest[0]?.startsWith("moves ") ? (rest.shift() ?? "").split(" ").slice(1) : [];
    const words = rest.join(" ");
    const position = await request("position", { game: name, fen, moves }).catch(() => null);
    const picture = position && new DOMParser().parseFromString(pictureSvg(position, false).text, "image/svg+xml").documentElement;
    picture?.setAttribute("role", "img");
    picture?.setAttribute("aria-label", words);
    block.parentElement?.replaceWith(el("figure", { class: "example" }, picture, el("figcaption", {}, verbatim(words))));
  }
}

/** Headings of what players need not read. */
const TECHNICAL = /^(FEN|Moves|Moves? (as )?text|Position and move text|Evaluation|Decisions\b.*)$/i;

/** Takes out of a rules page what is meant for authors of tools. @param {HTMLElement} body @returns {Element[]} */
function forTools(body) {
  for (const note of body.querySelectorAll("em")) if (note.textContent?.startsWith("(Decision")) note.remove();
  const title = body.querySelector("h1");
  if (title) title.textContent = (title.textContent ?? "").replace(/ \(.*\)$/, "");
  const opening = body.querySelector("p")?.firstChild;
  if (opening) opening.textContent = (opening.textContent ?? "").replace(/^For players, and for authors of tools[^.]*\.\s*/, "");
  const taken = [];
  let inside = false;
  for (const part of [...body.children]) {
    if (/^H[12]$/.test(part.tagName)) inside = TECHNICAL.test(part.textContent ?? "");
    const isBoard = part.tagName === "PRE" && /\ba b c d\b/.test(part.textContent ?? "");
    if (inside || isBoard || (part.tagName === "P" && /^FEN( and moves)?:/.test(part.textContent ?? ""))) taken.push(part);
  }
  for (const part of taken) part.remove();
  return taken;
}

/** @param {Kind} kind @param {boolean} promoted its promoted form */
function card(kind, promoted) {
  const head = el("figcaption", {});
  const [name, mark] = promoted ? [kind.promoted?.name ?? kind.name, "+"] : [kind.name, ""];
  head.append(pieceElement("white", kind.letter, promoted), pieceElement("black", kind.letter, promoted), el("span", {}, name, " ", el("small", {}, mark + kind.letter)));
  return el("figure", { class: "kind" }, head);
}

/** @param {HTMLElement} card @param {string} name @param {Kind} kind @param {boolean} promoted */
async function fillCard(card, name, kind, promoted) {
  const diagram = await request("kind", { game: name, letter: kind.letter, promoted }).catch(() => null);
  if (diagram) card.append(drawDiagram(diagram, promoted));
}

function legend() {
  const entry = /** @param {Diagram["cells"][0]} cell @param {string} text */ (cell, text) => {
    const picture = svg("svg", { class: "diagram sign", viewBox: "0 0 1 1", "aria-hidden": "true" }, svg("rect", { class: "light", width: 1, height: 1 }), ...sign(cell, 1));
    return el("span", {}, picture, text);
  };
  const base = { square: "a1", move: false, capture: false, stays: false, jump: false };
  return el("p", { class: "legend" }, entry({ ...base, move: true }, "moves there"), entry({ ...base, capture: true }, "captures there"), entry({ ...base, capture: true, stays: true }, "captures from elsewhere"), entry({ ...base, move: true, jump: true }, "only by a jump over a piece"));
}

/** Links between rules pages. @param {(name: string) => void} open */
export function listenRules(open) {
  byId("rules").addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-rules]") : null;
    if (!link) return;
    event.preventDefault();
    open(link.getAttribute("data-rules") ?? "");
  });
}

/** Shows the rules page of another game without leaving the game that is played. @param {string} name */
export async function readOther(name) {
  shown = `other ${name}`;
  const text = el("article", { class: "rules-text" }, "Loading …");
  const back = el("button", { type: "button", onclick: drawRules }, `Back to ${game.info.title}`);
  byId("rules").replaceChildren(back, text);
  await fillText(text, name);
  byId("rules").scrollIntoView({ block: "nearest" });
}
