/** The dialog for a new game: which game, who plays, at what pace. */

import { byId, button, el, refill, select, verbatim } from "../core/dom.js";
import { emit, game, result, start } from "../core/game.js";
import { changeSettings, settings } from "../core/settings.js";
import { wind } from "../play/clock.js";
import { attempt } from "../play/picking.js";
import { choosePlayers, chosenPlayers, getPlayers, usualPlayers } from "../play/seats.js";
import { setPaused } from "../play/opponent.js";
import { cap } from "../view/prompt.js";
import { open } from "../core/dialog.js";
import { openDraw } from "./draw.js";

/** @import {GameInfo, Level} from "../core/types.js" */
/** @import {Player} from "../play/seats.js" */

/** @type {[string, string][]} */
const PACES = [
  ["move:200", "Engine: 0.2 s a move, no clocks"], ["move:1000", "Engine: 1 s a move, no clocks"], ["move:3000", "Engine: 3 s a move, no clocks"],
  ["move:10000", "Engine: 10 s a move, no clocks"], ["clock:60000:1000", "1 min + 1 s a move"], ["clock:180000:2000", "3 min + 2 s a move"],
  ["clock:300000:3000", "5 min + 3 s a move"], ["clock:600000:5000", "10 min + 5 s a move"], ["clock:1800000:20000", "30 min + 20 s a move"],
];

/** @param {Level} level @returns {string} */
const levelName = ({ level, title, elo }) => `${title || `Level ${level}`}${elo ? ` · about ${elo}` : ""}`;

/** What is chosen in the dialog. @type {{name: string, players: Player[], pace: string}} */
let wish = { name: "", players: [], pace: "" };

/** Opens the dialog. @param {string} [name] the game that is chosen at first */
export function openNewGame(name = game.info.name) {
  const info = infoOf(name);
  const pace = settings.clock ? `clock:${settings.clock.join(":")}` : `move:${settings.movetime}`;
  wish = { name, players: chosenPlayers(info.seats.length) ?? usualPlayers(info), pace };
  const seats = el("div", { class: "seats" });
  drawSeats(seats);
  const running = game.live.parent && !result() && !game.puzzle ? [el("p", { class: "quiet" }, "The present game stays among your games.")] : [];
  open("New game", (close) => {
    const draw = () => {
      close();
      openDraw();
    };
    const foot = el("div", { class: "actions foot" }, button("Start", () => begin(close), { class: "primary", id: "start-game" }), button("Draw a game of your own …", draw, { id: "draw-new" }));
    return [...running, gameChoice(seats), seats, paceChoice(), foot];
  });
}

/** Opens the dialog that changes who plays in the game that is shown. */
export function openPlayers() {
  wish = { name: game.info.name, players: structuredClone(getPlayers()), pace: "" };
  const seats = el("div", { class: "seats" });
  drawSeats(seats);
  open("Who plays", (close) => {
    const change = () => {
      choosePlayers(wish.players);
      setPaused(false);
      emit("live");
      close();
    };
    return [seats, el("div", { class: "actions foot" }, button("Change", change, { class: "primary" }))];
  });
}

/** @param {string} name @returns {GameInfo} */
const infoOf = (name) => game.catalogue.games.find((one) => one.name === name) ?? game.catalogue.games[0];

/** Headings of the groups of games, in their order. @type {[string, string][]} */
const GROUPS = [["house", "Jailbird's games"], ["own", "Your games"], ["known", "Well-known games"]];

/** @param {HTMLElement} seats */
function gameChoice(seats) {
  const set = el("fieldset", { class: "games" }, el("legend", {}, "Choose a game"));
  const none = el("p", { class: "quiet", hidden: true }, "No game has these words in its name or description.");
  const search = el("input", { type: "search", id: "find-game", placeholder: "Find a game …", "aria-label": "Find a game", autocomplete: "off", spellcheck: "false" });
  const groups = GROUPS.map(([group, title]) => gameGroup(group, title, seats)).filter((group) => group !== null);
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const group of groups) {
      const cards = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(".game-card")]);
      for (const card of cards) card.hidden = !words.every((word) => card.dataset.words?.includes(word));
      const count = cards.filter((card) => !card.hidden).length;
      group.hidden = count === 0;
      group.querySelector("h3 small")?.replaceChildren(` ${count}`);
    }
    none.hidden = groups.some((group) => !group.hidden);
    byName(words.join(" ")) ?? first();
  });
  const visible = () => /** @type {HTMLInputElement[]} */ ([...set.querySelectorAll(".game-card:not([hidden]) input")]);
  const byName = /** @param {string} text */ (text) => pick(visible().find((input) => input.dataset.title === text || input.value === text));
  const first = () => (search.value && !visible().some((input) => input.checked) ? pick(visible()[0]) : null);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    (visible().find((input) => input.checked) ?? visible()[0])?.focus();
  });
  set.append(el("div", { class: "finder" }, search), el("div", { class: "game-list" }, ...groups, none));
  return set;
}

/** Chooses a game. @param {HTMLInputElement | undefined} input */
function pick(input) {
  if (!input) return null;
  if (!input.checked) {
    input.checked = true;
    input.dispatchEvent(new Event("change"));
  }
  return input;
}

/** @param {string} group @param {string} title @param {HTMLElement} seats */
function gameGroup(group, title, seats) {
  const games = game.catalogue.games.filter((info) => info.group === group);
  if (!games.length) return null;
  if (group !== "house") games.sort((a, b) => a.title.localeCompare(b.title));
  const heading = el("h3", {}, title, el("small", {}, ` ${games.length}`));
  return el("div", { class: "game-group", role: "group", "aria-label": title }, heading, el("div", { class: "game-cards" }, ...games.map((info) => gameCard(info, seats))));
}

/** @param {GameInfo} info @param {HTMLElement} seats */
function gameCard(info, seats) {
  const change = () => {
    wish.name = info.name;
    if (wish.players.length !== info.seats.length) wish.players = usualPlayers(info);
    drawSeats(seats);
  };
  const radio = el("input", { type: "radio", name: "game", value: info.name, checked: info.name === wish.name, "data-title": info.title.toLowerCase(), onchange: change });
  const words = [info.name, info.title, info.summary, ...info.aliases, `${info.files}x${info.ranks}`].join(" ").toLowerCase();
  return el("label", { class: "game-card", "data-words": words }, radio, el("span", {}, el("b", {}, verbatim(info.title)), el("small", {}, verbatim(cap(info.summary)))));
}

/** @param {HTMLElement} holder */
function drawSeats(holder) {
  const info = infoOf(wish.name);
  const presets = info.seats.length === 2 ? [presetButton(holder, "Play White", [0]), presetButton(holder, "Play Black", [1])] : [presetButton(holder, "Play White on A", [0])];
  presets.push(presetButton(holder, info.seats.length === 2 ? "Two people" : "Four people", info.seats.map((seat) => seat.seat)), presetButton(holder, "Watch the engine", []));
  const options = game.catalogue.levels.map((level) => [String(level.level), `Engine: ${levelName(level)}`]);
  const selects = info.seats.map((seat, i) => {
    const player = wish.players[i];
    return select(seat.name, [["person", "Person"], ...options], player.engine ? String(player.level) : "person", (value) => {
      wish.players[i] = value === "person" ? { engine: false, level: player.level } : { engine: true, level: Number(value) };
      drawSeats(holder);
    });
  });
  refill(holder, el("div", { class: "presets", role: "group", "aria-label": "Who plays" }, ...presets), el("div", { class: "seat-grid" }, ...selects));
}

/** @param {HTMLElement} holder @param {string} text @param {number[]} persons */
function presetButton(holder, text, persons) {
  const fits = wish.players.every((player, i) => player.engine !== persons.includes(i));
  const choose = () => {
    const level = wish.players.find((player) => player.engine)?.level ?? settings.level;
    wish.players = wish.players.map((_, i) => ({ engine: !persons.includes(i), level }));
    drawSeats(holder);
  };
  return button(text, choose, { "aria-pressed": String(fits) });
}

function paceChoice() {
  const known = PACES.some(([key]) => key === wish.pace) ? PACES : [...PACES, [wish.pace, "As before"]];
  const minutes = el("input", { type: "number", min: 0.5, max: 180, step: 0.5, value: 15, "aria-label": "Minutes" });
  const seconds = el("input", { type: "number", min: 0, max: 60, value: 10, "aria-label": "Seconds added for each move" });
  const own = el("div", { class: "own-pace", hidden: true, onchange: () => set("own") }, minutes, "min +", seconds, "s a move");
  const set = /** @param {string} value */ (value) => {
    own.hidden = value !== "own";
    wish.pace = value === "own" ? `clock:${Math.round(Number(minutes.value) * 60000)}:${Math.round(Number(seconds.value) * 1000)}` : value;
  };
  return el("div", { class: "pace" }, select("Time", [...known, ["own", "Other clocks …"]], wish.pace, set), own);
}

/** @param {() => void} close */
async function begin(close) {
  const { name, players, pace } = wish;
  const [kind, first, second] = pace.split(":");
  const prepare = () => {
    changeSettings(kind === "move" ? { movetime: Number(first), clock: null } : { clock: [Math.max(1000, Number(first)), Number(second)] });
    const engine = players.find((player) => player.engine);
    if (engine) changeSettings({ level: engine.level });
    choosePlayers(players);
    setPaused(false);
    wind();
  };
  if (await attempt(() => start({ game: name }, prepare))) close();
  byId("boards").scrollIntoView({ block: "nearest" });
}
