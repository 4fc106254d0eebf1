// Uses the installed package in Node. WALKS=FILE has games that the client for Python has played, as JSON; without it they are left out.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { JailbirdError, load } from "jailbird";

/** @type {import("jailbird").Jailbird} */
let jailbird;
before(async () => {
  jailbird = await load();
});
after(() => jailbird.close());

const HILL = "[leapinghill:chess]\nknight = -\ncustomPiece1 = n:NC\npromotionPieceTypes = qrbn\n";

/** What is thrown. */
async function refused(work) {
  const error = await work().then(() => null, (thrown) => thrown);
  assert.ok(error instanceof JailbirdError, `${error}`);
  return error;
}

test("a game goes on and back", async () => {
  const game = await jailbird.game("chess", { moves: ["e4", "e5"] });
  assert.deepEqual(game.history, ["e2e4", "e7e5"]);
  assert.deepEqual([game.turn, game.seat, game.result], ["white", 0, null]);
  assert.equal((await game.moves()).length, 29);
  assert.equal(await game.play("Nf3"), "g1f3");
  assert.match(game.fen, / b KQkq - 1 2$/);
  await game.takeBack(3);
  assert.equal(game.fen, game.start);
  assert.deepEqual(game.history, []);
});

test("plays that nobody waits for come one after the other", async () => {
  const game = await jailbird.game("chess");
  await Promise.all(["e4", "e5", "Nf3"].map((move) => game.play(move)));
  assert.deepEqual(game.history, ["e2e4", "e7e5", "g1f3"]);
});

const FAULTS = [
  ["an illegal move", (game) => game.play("e2e5"), 400, /^illegal move: e2e5$/, 0],
  ["an illegal move in a list", () => jailbird.game("chess", { moves: ["e2e4", "e7e5", "e4e5"] }), 400, /^moves: move 3: illegal move: e4e5$/, 2],
  ["an unknown game", () => jailbird.game("no such game"), 400, /no such game/, null],
  ["a bad FEN", () => jailbird.game("chess", { fen: "8/8/8/8/8/8/8/K7 w - - 0 1" }), 400, /Black has 0 kings/, null],
  ["too many moves to take back", (game) => game.takeBack(1), 400, /1 moves cannot be taken back: 0/, null],
  ["a search without limits", (game) => game.search({}), 400, /one of movetime, clock, depth/, null],
  ["a misspelt limit", (game) => game.search({ dept: 3 }), 400, /unknown field `dept`/, null],
  ["a level that is none", (game) => game.search({ depth: 1, level: 21 }), 400, /level: 21 is not between 0 and 20/, null],
  ["an illegal move to search", (game) => game.search({ depth: 1, only: ["e2e5"] }), 400, /e2e5 is no legal move/, null],
  ["a list with an unknown game", () => load({ games: ["no such game"] }), 400, /^games: no game is called `no such game`/, null],
  ["an unknown request", () => jailbird.request("no-such-request", {}), 404, /there is no such request/, null],
];
for (const [what, work, status, sentence, at] of FAULTS) {
  test(`refused: ${what}`, async () => {
    const game = await jailbird.game("chess");
    const before = game.fen;
    const error = await refused(() => work(game));
    assert.match(error.message, sentence);
    assert.deepEqual([error.status, error.at, game.fen], [status, at, before]);
    assert.equal((await game.search({ depth: 1 })).lines.length, 1);
  });
}

test("games of texts are played and searched, and faults have file and line", async () => {
  const { games } = await jailbird.loadGames(HILL);
  assert.deepEqual(games, ["leapinghill"]);
  assert.ok((await jailbird.games()).includes("leapinghill"));
  const game = await jailbird.game("leapinghill");
  assert.equal((await game.moves()).length, 24);
  assert.equal((await game.search({ depth: 3 })).lines[0].depth, 3);
  const error = await refused(() => jailbird.loadGames("[good:chess]\n[bad:chess]\nknigth = n\n", { name: "two.ini" }));
  assert.match(error.message, /^two\.ini:3: `knigth` is no key/);
  assert.deepEqual(error.games, ["good"]);
  assert.deepEqual((await jailbird.loadGames("[odd:chess]\nknigth = n\n", { name: "odd.ini", lenient: true })).games, ["odd"]);
  assert.match((await refused(() => jailbird.loadGames(HILL, { networks: { leapinghill: "AAAA" } }))).message, /network/);
  assert.match((await refused(() => jailbird.loadGames("[chess]\nknight = -\n"))).message, /`chess` is a game of the program/);
});

test("a search reports, and ends with a legal move", async () => {
  const game = await jailbird.game("crazyhouse", { moves: ["e2e4", "d7d5", "e4d5"] });
  const reports = [];
  const found = await game.search({ nodes: 5000, multipv: 3, onInfo: (info) => reports.push(info) });
  const legal = await game.moves();
  assert.ok(legal.includes(found.move));
  assert.deepEqual(found.lines.map((line) => line.multipv), [1, 2, 3]);
  assert.equal(found.pv[0], found.move);
  assert.ok(reports.length > 3 && reports.every((info) => legal.includes(info.pv[0])));
  const mate = await (await jailbird.game("chess", { moves: ["f3", "e5", "g4"] })).search({ depth: 3 });
  assert.deepEqual([mate.move, mate.san, mate.score], ["d8h4", "Qh4#", { mate: 1 }]);
});

test("a game that is over has a result, no moves and no best move", async () => {
  const game = await jailbird.game("chess", { moves: ["f3", "e5", "g4", "Qh4"] });
  assert.deepEqual(game.result, { score: "0-1", winner: 1, reason: "checkmate", text: "Black mates" });
  assert.deepEqual(await game.moves(), []);
  assert.deepEqual(await game.search({ depth: 3 }), { move: null, san: null, ponder: null, score: null, pv: [], lines: [] });
  const repeated = await jailbird.game("chess", { moves: ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] });
  assert.deepEqual([repeated.result, repeated.claim.score], [null, "1/2-1/2"]);
});

test("a signal ends a search at once, and so does a listener that throws", async () => {
  const game = await jailbird.game("chess");
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 200);
  const begun = performance.now();
  await assert.rejects(game.search({ infinite: true, signal: controller.signal }), { name: "AbortError" });
  assert.ok(performance.now() - begun < 5000);
  await assert.rejects(game.search({ depth: 1, signal: controller.signal }), { name: "AbortError" });
  const within = new AbortController();
  await assert.rejects(game.search({ infinite: true, signal: within.signal, onInfo: () => within.abort() }), { name: "AbortError" });
  await assert.rejects(game.search({ infinite: true, onInfo: () => { throw new RangeError("enough"); } }), RangeError);
  assert.ok((await game.search({ depth: 1 })).move);
});

test("searches run beside each other and beside requests", async () => {
  const game = await jailbird.game("chess");
  const controller = new AbortController();
  const long = game.search({ infinite: true, signal: controller.signal });
  long.catch(() => {});
  assert.ok((await game.search({ depth: 3 })).move);
  assert.equal(await game.play("e4"), "e2e4");
  controller.abort();
  await assert.rejects(long, { name: "AbortError" });
});

test("an engine that is closed says so, and ends its searches", async () => {
  const other = await load({ games: ["friendly", "chess"] });
  assert.deepEqual(await other.games(), ["friendly", "chess"]);
  const game = await other.game("chess");
  const search = game.search({ infinite: true });
  search.catch(() => {});
  await other.close();
  for (const work of [() => search, () => game.play("e4"), () => other.game("chess")]) {
    assert.deepEqual((await refused(work)).message, "The engine is closed.");
  }
});

test("a program that does not close the engine ends all the same", () => {
  const script = 'import { load } from "jailbird"; const game = await (await load()).game(); console.log((await game.search({ depth: 2 })).move !== null);';
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 60000, encoding: "utf8" }), "true\n");
});

test("a request that cannot be sent is refused and does not keep the program from ending", () => {
  const script = `import { load } from "jailbird"; const game = await (await load()).game();
for (const limits of [{ depth: () => 1 }, { depth: 1n }]) console.log(await game.search(limits).then(() => "found", (error) => error.name));
console.log((await game.search({ depth: 2 })).move !== null);`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { timeout: 60000, encoding: "utf8" });
  assert.equal(told, "JailbirdError\nJailbirdError\ntrue\n");
});

const walks = process.env.WALKS ? JSON.parse(readFileSync(process.env.WALKS, "utf8")) : null;
test("every game goes as in Python", { skip: walks === null }, async () => {
  assert.deepEqual(new Set(walks.map(({ name }) => name)), new Set(await (await load()).games()));
  for (const { name, history, positions } of walks) {
    const game = await jailbird.game(name);
    for (const [i, position] of positions.entries()) {
      if (i > 0) await game.play(history[i - 1]);
      const ends = [game.result, game.claim].map((end) => end && [end.score, end.text]);
      const here = { fen: game.fen, turn: game.turn, seat: game.seat, ends, moves: (await game.moves()).sort() };
      assert.deepEqual(here, position, `${name} after ${game.history.join(" ")}`);
    }
  }
});
