// Plays some moves in an exported page in Firefox, by WebDriver BiDi: node firefox.mjs FIREFOX PAGE.html
import { argv, exit } from "node:process";
import puppeteer from "puppeteer-core";

const [, , firefox, file] = argv;
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true });
const errors = [];
let failure = "";
try {
  const page = await browser.newPage();
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  const begun = performance.now();
  await page.goto(`file://${file}`);
  await page.waitForSelector("[data-piece]", { timeout: 60000 });
  const shown = performance.now() - begun;
  const line = () => page.evaluate(() => (new URLSearchParams(location.hash.slice(1)).get("moves") ?? "").split("_").filter(Boolean));
  const until = async (condition, what) => {
    for (let end = Date.now() + 30000; !(await condition()); await new Promise((done) => setTimeout(done, 50))) if (Date.now() > end) throw new Error(what);
  };
  for (let ply = 0; ply < 6; ply += 2) {
    // The first piece that can move, and its first square.
    for (let click = 0; click < 2; click++) {
      const target = click ? ".cell.target[data-target]" : ".cell[data-target][data-piece]";
      await page.waitForSelector(target);
      await (await page.$(target)).click();
    }
    await until(async () => (await line()).length >= ply + 2, `no answer of the engine after ${await line()}`);
  }
  console.log(`ok firefox: board ${shown.toFixed(0)} ms, ${(await line()).length} plies`);
} catch (error) {
  failure = String(error);
} finally {
  await browser.close();
}
if (errors.length) failure ||= `console: ${errors[0]}`;
if (failure) console.log(`FAIL firefox: ${failure}`);
exit(failure ? 1 : 0);
