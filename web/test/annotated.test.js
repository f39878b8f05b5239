// The page of `kurier annotate --html`: one file, opened from the disk.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, becomes, dots, launch, middle, program, standing, turns } from "./board.js";

const EVIL = '</script><b>bold</b> GAMES "MODULES"';
let folder, browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "kurier-"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(browser?.errors, []);
});

/** Annotates games, and returns the URL of their page. */
function annotate(games) {
  const [pgn, page] = ["games.pgn", "games.html"].map((name) => join(folder, name));
  writeFileSync(pgn, games.join("\n"));
  execFileSync(program, ["annotate", pgn, "--nodes", "200", "--hash", "1", "--html", page], {
    stdio: ["ignore", "inherit", "ignore"],
  });
  const text = readFileSync(page, "utf8");
  // A data URL contains the resource itself.
  assert.ok(!/(src|href)="(?!data:)/.test(text), "nothing is fetched");
  return pathToFileURL(page).href;
}

test("the games are clicked through, by keyboard and mouse, and judged", async () => {
  const url = annotate([
    `[White "Ann"]\n[Black "Bob"]\n[Variant "chess"]\n[Result "0-1"]\n\n1. f3 {${EVIL}} e5 2. g4 Qh4# 0-1\n`,
    `[Event "Levels"]\n[Variant "courierleapale"]\n\n1. vwf3 *\n`,
  ]);
  const page = await browser.open(url);
  const at = (ply) => page.locator(`.moves .turn:nth-of-type(${ply}) .now`).waitFor();
  await page.locator("h1:has-text('Ann – Bob 0-1')").waitFor();
  assert.equal(Object.keys(await standing(page)).length, 32);
  assert.equal(await turns(page), 4);
  await page.keyboard.press("ArrowRight");
  await at(1);
  await page.locator(".board .arrow").waitFor();
  assert.ok((await page.locator(".moves .comment").first().textContent()).startsWith(EVIL));
  assert.equal(await page.locator(".moves b").count(), 0, "words are not tags");
  await page.keyboard.press("End");
  await at(4);
  await page.locator(".words:has-text('Black wins: checkmate')").waitFor();
  assert.equal((await standing(page)).h4, "q");
  assert.match(await page.locator(".accuracy").textContent(), /White \d+ %, Black \d+ %.*[1-9] blunder/);
  await page.locator(".graph[aria-label$='mistakes: 0']").waitFor({ state: "detached" });
  await becomes(async () => (await dots(page, "blunder")) > 30, true);
  await page.keyboard.press("Home");
  await page.locator(".moves .now").waitFor({ state: "detached" });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  await page.keyboard.press("m");
  await page.locator(".words .blunder, .words .mistake, .words .inaccuracy").waitFor();
  const [before] = await middle(page, "a1");
  await page.keyboard.press("f");
  await page.waitForFunction(
    (x) => document.querySelector("polygon[data-square=a1]").getBoundingClientRect().x > x,
    before,
  );
  await page.locator(".moves .turn:nth-of-type(2) button").click();
  await at(2);
  await page.mouse.click(...(await middle(page, "e8")));
  await page.locator(".piece-card:has-text('Black King')").waitFor();
  await page.locator("header select").selectOption("1");
  await page.locator("header:has-text('Levels')").waitFor();
  await page.locator(".graph[aria-label$='mistakes: 0']").waitFor();
  await becomes(() => Promise.all(["inaccuracy", "mistake", "blunder"].map((colour) => dots(page, colour))), [0, 0, 0]);
  await page.locator("button:has-text('Stacked')").click();
  await page.locator(".board.stacked .piece").first().waitFor();
  // The URL names a position.
  await page.goto(`${url}#1.3`);
  await page.reload();
  await at(3);
});

test("every game has its board", async () => {
  const listed = execFileSync(program, ["variants", "--json"], { encoding: "utf8" });
  const names = JSON.parse(listed).map((game) => game.name);
  assert.ok(names.length >= 24);
  const page = await browser.open(annotate(names.map((name) => `[Variant "${name}"]\n\n*\n`)));
  for (const name of names) {
    await page.locator("header select").selectOption({ index: names.indexOf(name) });
    await page.waitForFunction((number) => location.hash === `#${number}.0`, names.indexOf(name) + 1);
    await page.locator(".board .piece").first().waitFor();
  }
});

test("the page has no accessibility fault, light and dark", async () => {
  const url = annotate(['[Variant "courier"]\n\n1. Nc3 {a comment} Nc6 *\n']);
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.open(`${url}#1.1`, { colorScheme });
    await page.locator(".moves .now").waitFor();
    await accessible(page, colorScheme);
  }
});
