// Compares an engine for pages with the program: answers, and node counts and speed of searches.
//     node compare.mjs JAILBIRD ENGINE.wasm.gz REQUESTS.txt
// Speeds are told and judged by nobody: they depend on the machine.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { makeEngine } from "./engine.js";

const [, , program, file, list] = argv;
const module = await WebAssembly.compile(gunzipSync(await readFile(file)));
const engine = makeEngine(module);
let failures = 0;

/** Lines of an answer of the engine for pages: status and JSON. */
function here(name, body) {
  const lines = [];
  engine(name, body, (line) => lines.push([Number(line.slice(0, 3)), JSON.parse(line.slice(4))]));
  return lines;
}

const server = spawn(program, ["board", "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve) => createInterface(server.stdout).once("line", resolve));
const [origin, token] = address.split("/#");

/** The same of the server. */
async function there(name, body) {
  const headers = { "Content-Type": "application/json", "X-Jailbird-Token": token };
  const answer = await fetch(`${origin}/api/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
  const lines = (await answer.text()).trim().split("\n");
  return lines.map((line) => [answer.status, JSON.parse(line)]);
}

function check(what, own, other) {
  // How many threads there are is not a matter of the game.
  for (const [, json] of [...own, ...other]) delete json.limits;
  const [a, b] = [own, other].map((lines) => JSON.stringify(lines));
  if (a === b) return;
  failures++;
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  console.log(`FAIL ${what}: the page's engine ${a.slice(Math.max(0, at - 60), at + 100)}, the server ${b.slice(Math.max(0, at - 60), at + 100)}`);
}

/** A weak level plays by chance, so only that a search ends with a legal move can be compared. */
function checkMove(what, game, lines) {
  const last = lines[lines.length - 1]?.[1];
  const isLegal = last?.event === "best" && last.move && here("position", { game, moves: [last.move] })[0][0] === 200;
  if (isLegal) return;
  failures++;
  console.log(`FAIL ${what}: the search ends with ${JSON.stringify(last)}`);
}

try {
  const begun = performance.now();
  const { games } = here("games", {})[0][1];
  const first = performance.now() - begun;
  const coded = games.filter((game) => game.group === "house").map((game) => game.name);
  const rows = (await readFile(list, "utf8")).split("\n").filter((row) => row && !row.startsWith("#"));
  let count = 0;
  for (const row of rows) {
    for (const game of row.includes("GAME") ? coded : [""]) {
      const [, name, text] = /^(\S+) (.*)$/.exec(row.replace("GAME", game));
      const body = JSON.parse(text);
      check(`${name} ${text}`, here(name, body), await there(name, body));
      count++;
    }
  }
  console.log(`${failures ? "FAIL" : "ok"} ${count} answers; the list of ${games.length} games takes ${first.toFixed(0)} ms`);
  const [before, speeds] = [failures, []];
  for (const game of [...coded, "shogi", "crazyhouse"]) {
    const body = { game, nodes: 150000, lines: 1 };
    const tell = (lines) => lines.map(([, json]) => json).filter((json) => json.event === "info").pop();
    const [own, other] = [tell(here("search", body)), tell(await there("search", body))];
    const strip = ({ time, nps, ...rest }) => [[200, rest]];
    check(`search ${game}`, strip(own), strip(other));
    speeds.push(own.nps / other.nps);
    console.log(`   ${game}: ${own.nodes} nodes, ${own.nps} and ${other.nps} nodes/s, ratio ${(own.nps / other.nps).toFixed(2)}`);
    const weak = { game, movetime: 50, level: 0 };
    checkMove(`level 0 ${game}, the page's engine`, game, here("search", weak));
    checkMove(`level 0 ${game}, the server`, game, await there("search", weak));
  }
  const mean = Math.exp(speeds.reduce((sum, ratio) => sum + Math.log(ratio), 0) / speeds.length);
  console.log(`${failures > before ? "FAIL" : "ok"} searches; mean ratio of speeds ${mean.toFixed(2)}`);
} finally {
  server.kill();
}
exit(failures ? 1 : 0);
