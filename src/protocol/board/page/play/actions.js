/** What a player can do besides moving: take back, ask for a hint, resign, offer a draw, play again. */

import { search } from "../core/api.js";
import { setArrows } from "../core/arrows.js";
import { confirm } from "../core/dialog.js";
import { end, game, on, positionAt, reference, result, rewind, say, start } from "../core/game.js";
import { legsOf } from "../core/paths.js";
import { lostBy, wind } from "./clock.js";
import { wouldAgree } from "./opponent.js";
import { attempt } from "./picking.js";
import { areChosen, choosePlayers, getPlayers, isEngine, setPlayers } from "./seats.js";

/** Takes back the last move of a person, and what followed it. */
export async function takeBack() {
  // By mail only a move that has not been sent.
  if (game.mail && !game.locked) return;
  let node = game.live;
  while (node.parent && isEngine(node.seat) && getPlayers().some((player) => !player.engine)) node = node.parent;
  const back = node.parent;
  if (back) await attempt(() => rewind(back));
}

/** Shows a good move. */
export async function hint() {
  const { node, position, list } = game;
  say("Looking for a good move …");
  await attempt(async () => {
    const best = await search({ ...reference(), movetime: 1000 }, new AbortController().signal);
    if (game.node !== node || !best?.move) return;
    setArrows("hint", legsOf(list, best.move).map(([from, to]) => ({ from, to, look: "hint" })));
    const label = position.moves.find((move) => move.text === best.move)?.label;
    say(`Hint: ${best.san}${label ? ` – ${label}` : ""}`);
  });
}

/** The seat that resigns or offers: the person to move, otherwise the only person. */
function speaker() {
  const turn = game.position.turn.seat;
  if (!isEngine(turn)) return turn;
  const person = getPlayers().findIndex((player) => !player.engine);
  return person < 0 ? turn : person;
}

export async function resign() {
  const seat = speaker();
  const { name } = game.info.seats[seat];
  const all = game.info.seats.length > 2 ? " The game then ends for all, on both boards." : "";
  if (!(await confirm("Resign", `Shall ${name} resign?${all}`, "Resign"))) return;
  end(await lostBy(seat, "resignation", `${name} resigns`));
}

/** Claims a draw where that is possible, and otherwise offers one to the other side; the engine accepts if it does not stand better, and declines before its first move. */
export async function offerDraw() {
  const { claim } = await positionAt(game.live);
  if (claim) return end(claim);
  const seat = speaker();
  const other = game.info.seats.find((one) => one.seat !== seat);
  if (!other) return;
  const question = isEngine(other.seat) ? [`Offer ${other.name} a draw? If the engine accepts, the game is over.`, "Offer"] : [`${game.info.seats[seat].name} offers a draw. Does ${other.name} accept?`, "Accept"];
  const meant = await confirm("Draw", question[0], question[1]);
  if (!meant && isEngine(other.seat)) return;
  const agreed = meant && (!isEngine(other.seat) || wouldAgree(other.seat));
  if (agreed) end({ score: "1/2-1/2", winner: null, reason: "agreement", text: "Drawn by agreement" });
  else say("The offer is declined.");
}

/** The same game again; two players change sides. */
export async function rematch() {
  const players = getPlayers();
  await restart(players.length === 2 ? [players[1], players[0]] : players, areChosen() ? choosePlayers : setPlayers);
}

/** The same game from its start, with the same players. */
export async function again() {
  const isRunning = game.live.parent !== null && !result();
  if (isRunning && !(await confirm("Start again", "Shall the game begin anew? The moves so far stay among your games.", "Start again"))) return;
  await restart(getPlayers());
}

/** @param {import("./seats.js").Player[]} players @param {typeof setPlayers} seat */
async function restart(players, seat = setPlayers) {
  const prepare = () => {
    seat(players);
    wind();
  };
  await attempt(() => start({ game: game.info.name, fen: game.fen }, prepare));
}

on("position", () => setArrows("hint", []));
