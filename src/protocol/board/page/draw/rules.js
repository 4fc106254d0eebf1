/** Promotion, the goal and the ends of a game, chosen from words. */

import { el, select, button, verbatim } from "../core/dom.js";
import { squareName } from "../core/squares.js";
import { faults, part, textField, toggle } from "./fields.js";
import { checksOf, fenOf, isOn, readRegion, setPlacement, placementOf, sizeOf, writeRegion, mirrored } from "./form.js";
import { setGoal } from "./start.js";
import { draft, edit, kinds } from "./store.js";

/** @import {Sheet} from "./sections.js" */

const size = () => sizeOf(draft.sheet, draft.base);

/** What a key is left at if it is not set: the rule of the parent, if there is one. @param {string} usual */
const unsaid = (usual) => {
  const { parent } = draft.sheet.head;
  return parent === null ? usual : `As in ${parent}`;
};

/** A select of a key's values. @param {string} key @param {string} label @param {[string, string][]} options @param {string} usual what holds if it is not set */
function keySelect(key, label, options, usual) {
  const value = draft.sheet.get(key) ?? "";
  const all = /** @type {[string, string][]} */ ([["", unsaid(usual)], ...options]);
  const known = all.some(([one]) => one === value) ? all : [...all, /** @type {[string, string]} */ ([value, value])];
  return tagged(select(label, known, value, (wish) => edit((sheet) => sheet.set(key, wish || null))), key);
}

/** @param {HTMLElement} field @param {string} name */
function tagged(field, name) {
  field.querySelector("select")?.setAttribute("data-field", name);
  return field;
}

/** Boxes for the kinds, of which some are in a set. @param {string} label @param {string} key @param {string} usual @param {(letter: string) => boolean} [fits] */
function kindBoxes(label, key, usual, fits = () => true) {
  const text = draft.sheet.get(key) ?? usual;
  const boxes = kinds().filter((kind) => fits(kind.key)).map((kind) => toggle(verbatim(kind.name), text.includes(kind.letter), (isIn) => edit((sheet) => {
    const next = (isIn ? text + kind.letter : text.replaceAll(kind.letter, "")).replace(/[-*]/g, "");
    sheet.set(key, next || "-");
  }), { "data-box": `${key}.${kind.letter}` }));
  return el("div", { class: "draw-choice", role: "group", "aria-label": label }, el("span", { class: "draw-label" }, label), el("div", { class: "draw-boxes" }, ...boxes));
}

function promotionPart() {
  const { ranks } = size();
  const region = draft.sheet.get("promotionRegionWhite") ?? "";
  const last = /** @param {number} count */ (count) => [...Array(Math.min(count, ranks)).keys()].map((i) => `*${ranks - i}`).reverse().join(" ");
  const first = /** @param {number} count */ (count) => [...Array(Math.min(count, ranks)).keys()].map((i) => `*${i + 1}`).join(" ");
  const options = /** @type {[string, string][]} */ ([[last(1), "On the last rank"], [last(2), "On the last two ranks"], [last(3), "On the last three ranks"], ["-", "Nowhere"]]);
  if (!options.some(([one]) => one === region)) options.push([region, region || unsaid("On rank 8")]);
  const where = tagged(select("Where", options, region, (value) => edit((sheet) => {
    const count = value.split(" ").length;
    const isLast = value === last(count);
    sheet.set("promotionRegionWhite", value || null);
    sheet.set("promotionRegionBlack", isLast ? first(count) : value === "-" ? "-" : mirroredRegion(value));
  })), "promotionRegionWhite");
  const letters = kinds().find((kind) => kind.key === "pawn")?.letter ?? "";
  return part("Promotion",
    kindBoxes("What pawns become", "promotionPieceTypes", "", (key) => key !== "king" && key !== "pawn"), where,
    kindBoxes("Who promotes like a pawn", "promotionPawnTypes", letters, (key) => key !== "king"),
    toggle("A pawn may stay a pawn there", !isOn(draft.sheet, "mandatoryPawnPromotion", true), (value) => edit((sheet) => sheet.set("mandatoryPawnPromotion", value ? "false" : null))),
    ...faults((key) => key.startsWith("promotion") || key === "mandatoryPawnPromotion"));
}

/** @param {string} text */
const mirroredRegion = (text) => writeRegion(new Set([...readRegion(text, size())].map((square) => mirrored(square, size().ranks))), size()) || null;

function goalPart() {
  const { files, ranks } = size();
  const text = draft.sheet.get("flagRegionWhite") ?? draft.sheet.get("flagRegion") ?? "";
  const rank = () => new Set([...Array(files).keys()].map((file) => squareName(null, file, ranks - 1)));
  const middle = /** @param {number} count */ (count) => [Math.floor((count - 1) / 2), Math.ceil((count - 1) / 2)];
  const centre = () => new Set(middle(files).flatMap((file) => middle(ranks).map((one) => squareName(null, file, one))));
  const set = /** @param {Set<string>} squares */ (squares) => () => {
    setGoal(squares);
    if (squares.size && draft.sheet.get("flagPiece") === null) edit((sheet) => sheet.set("flagPiece", kinds().find((kind) => kind.key === "king")?.letter ?? null));
  };
  const who = /** @type {[string, string | Text][]} */ ([["", "Any piece"], ...kinds().map((kind) => /** @type {[string, string]} */ ([kind.letter, kind.name]))]);
  const piece = draft.sheet.get("flagPiece") ?? "";
  const chooser = tagged(select("Who has to get there", /** @type {[string, string][]} */ (who), piece, (value) => edit((sheet) => sheet.set("flagPiece", value || null))), "flagPiece");
  return part("A goal to reach", el("p", { class: "quiet" }, "Who brings a piece to a square of his goal wins. Click squares of White's goal on the board, or choose:"),
    el("div", { class: "actions" }, button("The last rank", set(rank()), { "data-goal": "rank" }), button("The centre", set(centre()), { "data-goal": "centre" }), button("No goal", set(new Set()), { "data-goal": "none" })),
    ...(text ? [chooser, textField("Squares of White's goal", text, (value) => setGoal(readRegion(value, size())), { "data-field": "flagRegion" })] : []),
    ...faults((key) => key.startsWith("flag")));
}

/** The end by a lack of pieces, as settings. @type {Object<string, Object<string, string>>} */
const LACKS = {
  none: {},
  allLoss: { extinctionValue: "loss", extinctionPieceTypes: "*" },
  allWin: { extinctionValue: "win", extinctionPieceTypes: "*" },
  bare: { extinctionValue: "loss", extinctionPieceTypes: "*", extinctionPieceCount: "1", extinctionOpponentPieceCount: "2" },
  kindLoss: { extinctionValue: "loss" },
  kindWin: { extinctionValue: "win" },
};
const LACK_KEYS = ["extinctionValue", "extinctionPieceTypes", "extinctionPieceCount", "extinctionOpponentPieceCount"];

/** @param {Sheet} sheet */
function lackOf(sheet) {
  const value = sheet.get("extinctionValue");
  const types = sheet.get("extinctionPieceTypes") ?? "";
  if (value !== "loss" && value !== "win") return "none";
  if (types !== "*") return value === "loss" ? "kindLoss" : "kindWin";
  if (value === "win") return "allWin";
  return sheet.get("extinctionPieceCount") === "1" ? "bare" : "allLoss";
}

/** @param {string} lack */
function setLack(lack) {
  edit((sheet) => {
    const before = sheet.get("extinctionPieceTypes");
    for (const key of LACK_KEYS) sheet.set(key, LACKS[lack][key] ?? null);
    const first = kinds().find((kind) => kind.key === "queen") ?? kinds().find((kind) => kind.key !== "king" && kind.key !== "pawn");
    if (lack.startsWith("kind")) sheet.set("extinctionPieceTypes", before && before !== "*" ? before : (first?.letter ?? "-"));
  });
}

/** @param {string} value */
function setChecks(value) {
  edit((sheet, base) => {
    sheet.set("checkCounting", value ? "true" : checksOf(base.start) ? "false" : null);
    setPlacement(sheet, base, placementOf(sheet, base));
    const fen = sheet.get("startFen");
    if (fen) sheet.set("startFen", fen.replace(/ \d\+\d /, value ? ` ${value}+${value} ` : " "));
  });
}

function endsPart() {
  const { sheet, base } = draft;
  const lack = lackOf(sheet);
  const checks = isOn(sheet, "checkCounting", checksOf(base.start) !== null) ? (checksOf(fenOf(sheet, base))?.[0] ?? "3") : "";
  const times = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => /** @type {[string, string]} */ ([String(count), count === 1 ? "One check wins" : `${count} checks win`]));
  return part("How it ends",
    keySelect("checkmateValue", "Checkmate", [["win", "Who is mated wins"], ["draw", "It is a draw"]], "Who is mated loses"),
    keySelect("stalemateValue", "Stalemate", [["loss", "Who cannot move loses"], ["win", "Who cannot move wins"]], "It is a draw"),
    tagged(select("Checks", [["", "Checks are not counted"], ...times], checks, setChecks), "checks"),
    tagged(select("Lack of pieces", [["none", "Does not end the game"], ["allLoss", "Who has lost all pieces loses"], ["allWin", "Who has lost all pieces wins"], ["bare", "Who has only one piece left, the king, loses"],
      ["kindLoss", "Who has lost all pieces of a kind loses"], ["kindWin", "Who has lost all pieces of a kind wins"]], lack, setLack), "lack"),
    ...(lack.startsWith("kind") ? [kindBoxes("Which kinds", "extinctionPieceTypes", "")] : []),
    ...faults((key) => key.endsWith("Value") || key.startsWith("extinction") || key === "checkCounting"));
}

function otherPart() {
  const { sheet } = draft;
  const box = /** @param {string} key @param {string} text */ (key, text) => toggle(text, isOn(sheet, key, false), (value) => edit((one) => one.set(key, value ? "true" : one.head.parent === null ? null : "false")), { "data-field": key });
  return part("Other rules", box("mustCapture", "Who can capture must capture"), box("pass", "Passing is allowed"), box("blastOnCapture", "Captures blow up the pieces around"),
    ...faults((key) => key === "mustCapture" || key === "pass" || key === "blastOnCapture"));
}

export const rulesPanel = () => [goalPart(), endsPart(), promotionPart(), otherPart()];
