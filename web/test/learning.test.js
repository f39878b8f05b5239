// Games that are learned in the workshop.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, draft, myTurn, state, visit } from "./board.js";

const { open } = visit();

/** Returns the text of a small game. */
const small = (name) => `name = "${name}"
start = "r1k2r/pppppp/6/6/PPPPPP/R1K2R w - - 0 1"
[board]
files = 6
ranks = 6
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
P = { name = "Pawn", move = "fmWfcF", pawn = true, promotes-to = "R" }
`;

/** Runs in the page: limits learning by a number of games instead of a time. */
function learnByGames() {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(String(text));
    if (message.request === "learn") {
      Object.assign(message, { nodes: 20, budget: { work: { generations: 1, games: 30, pairs: 1 } } });
    }
    send.call(this, JSON.stringify(message));
  };
}

const status = (page) => page.locator(".learning [role=status]");

test("a game is learned, saved and played", { timeout: 600_000 }, async () => {
  const page = await open("#workshop");
  await page.addInitScript(learnByGames);
  await draft(page, small("small"));
  await page.locator("button:text-is('Let Kurier learn it')").click();
  await page.locator(".learning button:text-is('Begin')").click();
  await status(page).waitFor({ timeout: 480_000 });
  assert.match(await status(page).textContent(), /^Learned small for \d+ \w+: [+−]\d+ ±\d+ Elo\./);
  const row = page.locator(".learning tbody tr");
  assert.equal(await row.count(), 1);
  assert.match(await row.textContent(), /^\s*weights\s*30\s*[+−]\d+ ±\d+ Elo in 2 games\s*(yes|no)\s*$/);

  // Two games cannot show whether something better was learned, so the test says that it was.
  const learned = join(state, "kurier", "learned");
  const [run] = readdirSync(learned);
  assert.match(run, /^small-/);
  const file = join(learned, run, "state.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"taken": false', '"taken": true'));
  await page.reload();
  await page.locator("button:text-is('Let Kurier learn it')").click();
  await page.locator(".learning:has-text('Kurier plays with what it has learned.')").waitFor();
  for (const [name, content] of [
    ["best.toml", "fitted to self-play games"],
    ["small.toml", 'evaluation = "best.toml"'],
  ]) {
    const download = page.waitForEvent("download");
    await page.locator(`.learning button:text-is('Save ${name}')`).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), name);
    assert.ok(readFileSync(await saved.path(), "utf8").includes(content), name);
  }
  await accessible(page, "learning");
  await page.locator("button:text-is('Forget what was learned')").click();
  await page.locator("button:text-is('Keep it')").click();
  await page.locator("button:text-is('Forget what was learned')").click();
  await page.locator("button:text-is('Delete')").click();
  await page.locator(".learning button:text-is('Begin')").waitFor();
  assert.deepEqual(readdirSync(learned), []);
  assert.equal(await page.locator(".learning tbody tr").count(), 0);
  await page.locator("button:text-is('Play it')").click();
  await myTurn(page);
});

test("learning is stopped and goes on", { timeout: 600_000 }, async () => {
  const page = await open("#workshop");
  await draft(page, small("smaller"));
  await page.locator("button:text-is('Let Kurier learn it')").click();
  await page.getByLabel("Minutes").fill("600");
  await page.locator(".learning button:text-is('Begin')").click();
  for (let run = 0; run < 2; run++) {
    await page.locator(".learning label:has-text('Generation 1')").waitFor();
    await page.locator(".learning button:text-is('Stop')").click();
    await status(page).waitFor();
    await page.locator(".learning button:text-is('Continue')").click();
  }
  // The game is learned while other parts of the page are shown.
  await page.locator("nav a[href='#rules']").click();
  await page.locator(".piece-rules h3").first().waitFor();
  await page.locator("nav a[href='#workshop']").click();
  await page.locator(".learning button:text-is('Stop')").click();
  await status(page).waitFor();
});
