// A program in TypeScript that uses the package; tsc checks it, and that what is marked is wrong.
import { JailbirdError, load, type Game, type Info, type Result, type SearchResult } from "jailbird";

const jailbird = await load({ games: ["chess", "friendly"] });
const game: Game = await jailbird.game("friendly", { fen: null, moves: [] });
const reports: Info[] = [];
const found: SearchResult = await game.search({ depth: 2, multipv: 2, signal: new AbortController().signal, onInfo: (info) => reports.push(info) });
const move: string = found.move ?? "";
const result: Result | null = game.result;
const { notes } = await jailbird.loadGames("[a:chess]", { name: "a.ini", lenient: true });
try {
  await game.play(move);
} catch (error) {
  if (error instanceof JailbirdError) console.log(error.at, error.status, error.message, notes, result);
}
// @ts-expect-error The limit is misspelt.
await game.search({ dept: 3 });
// @ts-expect-error A FEN cannot be set.
game.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
// @ts-expect-error A move is a text.
await game.play(12);
await jailbird.close();
