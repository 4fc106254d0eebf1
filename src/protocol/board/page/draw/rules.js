/** Promotion, the goal and the ends of a game, chosen from words. */

import { el, select, button, verbatim } from "../core/dom.js";
import { squareName } from "../core/squares.js";
import { faults, part, ruleField, textField, toggle, unsaid } from "./fields.js";
import { USUAL, across, checksOf, fenOf, goalText, isOn, readRegion, setPlacement, placementOf, writeRegion } from "./form.js";
import { WHO, leaveGoal, setGoal } from "./start.js";
import { draft, edit, kinds, size } from "./store.js";

/** @import {Sheet} from "./sections.js" */

const isChild = () => draft.sheet.head.parent !== null;

/** A select of a key's values. @param {string} key @param {string} label @param {string[][]} options the first one holds if the key is not set and there is no parent */
function keySelect(key, label, options) {
  const [[plain, usual], ...others] = options;
  const said = draft.sheet.get(key) ?? "";
  const value = isChild() || said !== plain ? said : "";
  const all = [["", unsaid(usual)], ...(isChild() ? options : others)];
  if (!all.some(([one]) => one === value)) all.push([value, value]);
  return select(label, all, value, (wish) => edit((sheet) => sheet.set(key, wish || null)), { "data-field": key });
}

/** Boxes for the kinds, of which some are in a set. @param {string} label @param {string} key @param {string} usual @param {(letter: string) => boolean} [fits] */
function kindBoxes(label, key, usual, fits = () => true) {
  const said = draft.sheet.get(key);
  const text = (said ?? usual).toLowerCase();
  const inherited = isChild() && (said === null ? el("span", { class: "quiet" }, unsaid("")) : button(unsaid(""), () => edit((sheet) => sheet.set(key, null)), { "data-unset": key }));
  const boxes = kinds().filter((kind) => fits(kind.key)).map((kind) => toggle(kind.name, text.includes(kind.letter), (isIn) => edit((sheet) => {
    const next = (isIn ? text + kind.letter : text.replaceAll(kind.letter, "")).replace(/[-*]/g, "");
    sheet.set(key, next || "-");
  }), { "data-box": `${key}.${kind.letter}` }));
  return el("div", { class: "draw-choice", role: "group", "aria-label": label }, el("span", { class: "draw-label" }, label), el("div", { class: "draw-boxes" }, ...boxes, ...(inherited ? [inherited] : [])));
}

function promotionPart() {
  const { ranks } = size();
  const region = draft.sheet.get("promotionRegionWhite") ?? (isChild() ? "" : USUAL.promotionRegionWhite);
  const last = /** @param {number} count */ (count) => [...Array(Math.min(count, ranks)).keys()].map((i) => `*${ranks - i}`).reverse().join(" ");
  const options = [[last(1), "On the last rank"], [last(2), "On the last two ranks"], [last(3), "On the last three ranks"], ["-", "Nowhere"]];
  if (isChild()) options.unshift(["", unsaid("")]);
  if (!options.some(([one]) => one === region)) options.push([region, region === USUAL.promotionRegionWhite ? "On rank 8" : region]);
  const where = select("Where", options, region, (value) => edit((sheet) => {
    sheet.set("promotionRegionWhite", value || null);
    sheet.set("promotionRegionBlack", value === "-" ? "-" : writeRegion(across(value, size()), size()) || null);
  }), { "data-field": "promotionRegionWhite" });
  const letters = kinds().find((kind) => kind.key === "pawn")?.letter ?? "";
  return part("Promotion",
    kindBoxes("What pawns become", "promotionPieceTypes", draft.base.promotes, (key) => key !== "king" && key !== "pawn"), where,
    kindBoxes("Who promotes like a pawn", "promotionPawnTypes", letters, (key) => key !== "king"),
    ruleField("mandatoryPawnPromotion", "A pawn may stay a pawn there", true, () => {}, true),
    ...faults((key) => key.startsWith("promotion") || key === "mandatoryPawnPromotion"));
}

/** A remark on squares of the goal that are holes. @param {Set<string>} squares */
function holesOn(squares) {
  const holes = [...placementOf(draft.sheet, draft.base)].filter(([square, symbol]) => symbol === "*" && squares.has(square)).map(([square]) => square);
  return holes.length ? [el("p", { class: "bad", "data-note": "holes" }, "Nobody gets to a hole: ", verbatim(holes.join(", ")))] : [];
}

function goalPart() {
  const { files, ranks } = size();
  const text = goalText(draft.sheet, "White");
  const middle = /** @param {number} count */ (count) => [Math.floor((count - 1) / 2), Math.ceil((count - 1) / 2)];
  const centre = () => new Set(middle(files).flatMap((file) => middle(ranks).map((one) => squareName(null, file, one))));
  const set = /** @param {Set<string>} squares */ (squares) => () => setGoal(squares, kinds().find((kind) => kind.key === "king")?.letter);
  const who = [["", unsaid("Any piece")], ...(isChild() ? [["*", "Any piece"]] : []), ...kinds().map((kind) => [kind.letter, kind.name])];
  const said = (draft.sheet.get("flagPieceWhite") ?? draft.sheet.get("flagPiece") ?? "").toLowerCase();
  const piece = said === "-" || said === "*" ? (isChild() ? "*" : "") : said;
  const chooser = select("Who has to get there", who, piece, (value) => edit((sheet) => {
    for (const key of WHO) sheet.set(key, key === "flagPiece" ? value || null : null);
  }), { "data-field": "flagPiece" });
  return part("A goal to reach", el("p", { class: "quiet" }, "Who brings a piece to a square of his goal wins. Click squares of White's goal on the board, or choose:"),
    el("div", { class: "actions" }, button("The last rank", set(readRegion(`*${ranks}`, size())), { "data-goal": "rank" }), button("The centre", set(centre()), { "data-goal": "centre" }), button("No goal", set(new Set()), { "data-goal": "none" }),
      ...(isChild() ? [button(unsaid(""), leaveGoal, { "data-goal": "parent", "aria-pressed": String(text === "") })] : [])),
    ...(text && text !== "-" ? [chooser, textField("Squares of White's goal", text, (value) => setGoal(readRegion(value, size())), { "data-field": "flagRegion" })] : []),
    ...holesOn(new Set([text, goalText(draft.sheet, "Black")].flatMap((one) => [...readRegion(one, size())]))),
    ...faults((key) => /^flag|Flag$/.test(key)));
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
/** Their keys, and what those say that are left out, where a parent may say something else. @type {Object<string, string | null>} */
const LACK_PLAIN = { extinctionValue: null, extinctionPieceTypes: null, extinctionPieceCount: "0", extinctionOpponentPieceCount: "0" };

/** @param {Sheet} sheet */
function lackOf(sheet) {
  const value = sheet.get("extinctionValue");
  if (value === null && isChild()) return "";
  const types = sheet.get("extinctionPieceTypes") ?? "";
  if (value !== "loss" && value !== "win") return "none";
  if (types !== "*") return value === "loss" ? "kindLoss" : "kindWin";
  if (value === "win") return "allWin";
  return sheet.get("extinctionPieceCount") === "1" ? "bare" : "allLoss";
}

/** @param {string} lack empty to leave it as the parent has it */
function setLack(lack) {
  edit((sheet) => {
    const before = sheet.get("extinctionPieceTypes");
    const isSaid = isChild() && lack !== "" && lack !== "none";
    for (const [key, plain] of Object.entries(LACK_PLAIN)) sheet.set(key, LACKS[lack]?.[key] ?? (isSaid ? plain : null));
    if (isChild() && lack === "none") sheet.set("extinctionValue", "none");
    const first = kinds().find((kind) => kind.key === "queen") ?? kinds().find((kind) => kind.key !== "king" && kind.key !== "pawn");
    if (lack.startsWith("kind")) sheet.set("extinctionPieceTypes", before && before !== "*" ? before : (first?.letter ?? "-"));
  });
}

/** @param {string} value */
function setChecks(value) {
  edit((sheet, base) => {
    sheet.set("checkCounting", value ? "true" : checksOf(base.start) ? "false" : null);
    setPlacement(sheet, base);
    const fen = sheet.get("startFen");
    if (fen) sheet.set("startFen", fen.replace(/ \d\+\d /, value ? ` ${value}+${value} ` : " "));
  });
}

function endsPart() {
  const { sheet, base } = draft;
  const lack = lackOf(sheet);
  const checks = isOn(sheet, "checkCounting", checksOf(base.start) !== null) ? (checksOf(fenOf(sheet, base))?.[0] ?? "3") : "";
  const times = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => [String(count), count === 1 ? "One check wins" : `${count} checks win`]);
  return part("How it ends",
    keySelect("checkmateValue", "Checkmate", [["loss", "Who is mated loses"], ["win", "Who is mated wins"], ["draw", "It is a draw"]]),
    keySelect("stalemateValue", "Stalemate", [["draw", "It is a draw"], ["loss", "Who cannot move loses"], ["win", "Who cannot move wins"]]),
    select("Checks", [["", "Checks are not counted"], ...times], checks, setChecks, { "data-field": "checks" }),
    select("Lack of pieces", [...(isChild() ? [["", unsaid("")]] : []), ["none", "Does not end the game"], ["allLoss", "Who has lost all pieces loses"], ["allWin", "Who has lost all pieces wins"], ["bare", "Who has only one piece left, the king, loses"],
      ["kindLoss", "Who has lost all pieces of a kind loses"], ["kindWin", "Who has lost all pieces of a kind wins"]], lack, setLack, { "data-field": "lack" }),
    ...(lack.startsWith("kind") ? [kindBoxes("Which kinds", "extinctionPieceTypes", "")] : []),
    ...faults((key) => key.endsWith("Value") || key.startsWith("extinction") || key === "checkCounting"));
}

function otherPart() {
  return part("Other rules", ruleField("mustCapture", "Who can capture must capture", false), ruleField("pass", "Passing is allowed", false), ruleField("blastOnCapture", "Captures blow up the pieces around", false),
    ...faults((key) => key === "mustCapture" || key === "pass" || key === "blastOnCapture"));
}

export const rulesPanel = () => [goalPart(), endsPart(), promotionPart(), otherPart()];
