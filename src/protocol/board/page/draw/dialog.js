/** Making a game by drawing it: the dialog, its four views, and links that bring a game. */

import { open } from "../core/dialog.js";
import { attr, button, byId, el, listenTabs, select, verbatim } from "../core/dom.js";
import { notice } from "../panels/address.js";
import { copyLink, openFile, playText, saveFile, savePage } from "./files.js";
import { isTyping, noteOf, tell, tellAnew } from "./fields.js";
import { redraw } from "./grid.js";
import { kindChips, legend, listenMoves, moveBoard, moveNote, movePanel } from "./moves.js";
import { unpack } from "./packed.js";
import { loadKinds } from "./pictures.js";
import { rulesPanel } from "./rules.js";
import { Sheet } from "./sections.js";
import { carry, goalBoard, startBoard, startPanel, takeBrush } from "./start.js";
import { ask, begin, canUndo, draft, former, listenDraft, replaceText, setText, takeFormer, undo } from "./store.js";
import { isPlayable, rulesWords, verdictLine, verdictList } from "./verdict.js";
import { listenDrags } from "../view/input.js";
import { drawLater, listenPresses, mayDraw } from "./waiting.js";

/** @typedef {{stage: () => HTMLElement[], panel: () => HTMLElement[]}} View */

/** The views by their names. @type {[string, View][]} */
const VIEWS = [
  ["Board", { stage: () => [startBoard(), noteOf("board")], panel: startPanel }],
  ["Pieces", { stage: () => [kindChips(), moveBoard(), moveNote(), legend()], panel: movePanel }],
  ["Rules", { stage: () => [goalBoard()], panel: rulesPanel }],
  ["Text", { stage: () => [textArea()], panel: textPanel }],
];
const TEXT = 3;
let shown = 0;
/** The text about which something was told last. */
let toldOf = "";
/** The number of pieces and the one that is chosen, when it was scrolled to. */
let chipShown = "";

const stage = el("div", { class: "draw-stage" });
const panel = el("div", { class: "draw-panel", role: "region", "aria-label": "Form", tabindex: 0 });
const remarks = el("div", { class: "draw-check", role: "region", "aria-label": "What the engine says", tabindex: 0 });
const line = el("p", { class: "draw-line", role: "status" });
const told = el("p", { class: "quiet draw-told", "aria-live": "polite" });
const play = button("Play the game", () => {}, { class: "primary", id: "draw-play" });
const back = button("Undo", undo, { id: "draw-undo" });
const earlier = button("Former draft", takeFormer, { id: "draw-former" });

/** Opens the dialog. */
export function openDraw() {
  if (document.querySelector("dialog .draw")) return;
  takeBrush(null);
  tell("");
  told.textContent = "";
  listenDraft(draw);
  listenMoves(() => show(0));
  open("Draw a game", (close) => {
    play.onclick = async () => {
      const why = await playText(draft.sheet.text, draft.sheet.head.name);
      told.textContent = why;
      if (!why) close();
    };
    const actions = el("div", { class: "actions draw-actions" }, play, back,
      button("Save file", saveFile, { id: "draw-save" }), button("Save as page", () => savePage(told), { id: "draw-page" }), button("Copy link", () => copyLink(told), { id: "draw-link" }),
      button("Open file", () => openFile(told), { id: "draw-open" }), button("Begin anew", begin, { id: "draw-begin" }), earlier);
    const foot = el("div", { class: "draw-foot" }, line, told, actions);
    return [el("div", { class: "draw" }, tabs(), el("div", { class: "draw-view", role: "tabpanel", id: "draw-view", "aria-labelledby": "draw-tab-0" }, stage, el("div", { class: "draw-side" }, panel, remarks)), foot)];
  });
  const dialog = stage.closest("dialog");
  if (dialog) {
    listenPresses(dialog, draw);
    listenDrags(dialog, "#draw-start [data-at]:has(.piece), .brush:has(.piece)", carry);
  }
  draw();
  ask();
}

function tabs() {
  const list = el("div", { class: "draw-tabs", role: "tablist", "aria-label": "Parts of the game" });
  VIEWS.forEach(([name], i) => list.append(el("button", { type: "button", role: "tab", id: `draw-tab-${i}`, "aria-controls": "draw-view", onclick: () => show(i) }, name)));
  listenTabs(list);
  return list;
}

/** @param {number} view */
function show(view) {
  [shown, chipShown] = [view, ""];
  panel.scrollTop = 0;
  tell("");
}

/** Draws what has changed. Pictures that are missing are loaded, and then it is drawn again. */
function draw() {
  if (!document.querySelector("dialog .draw") || !mayDraw()) return;
  drawNow();
  loadKinds().then((loaded) => loaded.length && mayDraw() && drawNow());
}

function drawNow() {
  VIEWS.forEach((_, i) => {
    const tab = document.getElementById(`draw-tab-${i}`);
    if (!tab) return;
    attr(tab, "aria-selected", String(i === shown));
    attr(tab, "tabindex", i === shown ? 0 : -1);
  });
  document.getElementById("draw-view")?.setAttribute("aria-labelledby", `draw-tab-${shown}`);
  const [, view] = VIEWS[shown];
  stage.className = `draw-stage view-${shown}`;
  const scrolled = stage.querySelector(".draw-chips");
  const [left, top] = [scrolled?.scrollLeft ?? 0, scrolled?.scrollTop ?? 0];
  if (document.activeElement?.id !== "draw-text") redraw(stage, ...view.stage());
  stage.querySelector(".draw-chips")?.scrollTo(left, top);
  if (isTyping(panel)) drawLater();
  else {
    tellAnew();
    redraw(panel, ...view.panel());
  }
  redraw(remarks, ...verdictList(shown === TEXT, toLine));
  remarks.hidden = !remarks.childElementCount;
  line.replaceChildren(verdictLine());
  play.disabled = !isPlayable();
  back.disabled = !canUndo();
  earlier.hidden = !former();
  if (toldOf !== draft.sheet.text) told.textContent = "";
  toldOf = draft.sheet.text;
  showChip();
}

/** The pieces are a row or a field that scrolls; the one that is chosen newly is seen. */
function showChip() {
  const [chip, chips] = [stage.querySelector(".draw-chip[aria-pressed=true]"), stage.querySelector(".draw-chips")];
  const now = `${chips?.childElementCount} ${chip?.getAttribute("data-kind")}`;
  if (!chip || !chips || now === chipShown) return;
  chipShown = now;
  const [one, all] = [chip.getBoundingClientRect(), chips.getBoundingClientRect()];
  if (one.left < all.left || one.right > all.right) chips.scrollLeft += one.left - all.left - (all.width - one.width) / 2;
  if (one.top < all.top || one.bottom > all.bottom) chips.scrollTop += one.top - all.top;
}

/** Marks a line of the text. @param {number} line */
function toLine(line) {
  const area = /** @type {HTMLTextAreaElement} */ (byId("draw-text"));
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * (line - 4);
}

function textArea() {
  const area = el("textarea", { id: "draw-text", spellcheck: "false", "aria-label": "Text of the file", oninput: () => setText(area.value), onblur: () => setTimeout(draw) }, verbatim(draft.sheet.text));
  return area;
}

function textPanel() {
  const { heads } = draft.sheet;
  const chooser = heads.length > 1 ? [select("Game that is drawn", heads.map(({ name }, i) => [String(i), name]), String(draft.sheet.section), (value) => setText(draft.sheet.text, Number(value)))] : [];
  return [el("p", { class: "quiet" }, "The game as a file. What is typed here is seen in the form; lines that the form does not know stay as they are."), ...chooser, el("h3", {}, "The rules in words"), el("div", { class: "draw-words" }, ...rulesWords())];
}

/** Offers the game of a link. @param {import("../core/url.js").Fragment} fragment */
export async function openLink(fragment) {
  const text = await unpack(fragment.draw ?? "");
  const sheet = new Sheet(text ?? "");
  const { name } = sheet.head;
  if (!text || !name) return notice("The link has a mistake: it holds no game.");
  const { title, summary } = sheet.words;
  open("A game from a link", (close) => {
    const why = el("p", { class: "bad", "aria-live": "polite" });
    const playIt = async () => {
      why.textContent = await playText(text, name, fragment);
      if (!why.textContent) close();
    };
    const lookAt = () => {
      replaceText(text);
      close();
      openDraw();
    };
    return [el("p", {}, `This link brings a game: ${title || name}.`), summary ? el("p", { class: "quiet" }, verbatim(summary)) : el("p", {}), why,
      el("div", { class: "actions" }, button("Play it", playIt, { class: "primary", id: "draw-link-play" }), button("Look at how it is made", lookAt, { id: "draw-link-look" }), button("No", close))];
  });
}
