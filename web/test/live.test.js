// The page of a running tournament: `kurier match --live`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible, becomes, launch, program, serveFolder } from "./board.js";

let folder, browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "kurier-live-"));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(browser?.errors, []);
});

/** Starts a match of Kurier against itself. Returns what it prints, the URL of its page, and its end. */
function match(...more) {
  const child = spawn(program, ["match", "-e", "self name=One", "-e", "self name=Two", "--concurrency", "1", ...more], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const told = { text: "", stop: () => child.kill() };
  const ended = new Promise((resolve) => child.on("exit", resolve));
  /** The URL of the page. */
  const url = new Promise((resolve, reject) => {
    child.stderr.on("data", (data) => {
      told.text += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\/\w{32}\//.exec(told.text);
      if (found) resolve(found[0]);
    });
    child.on("exit", () => reject(new Error(told.text)));
  });
  url.catch(() => {});
  return Object.assign(told, { ended, url });
}

const ENDLESS = [
  "--variant",
  "courier",
  "--tc",
  "600+1",
  "--games",
  "2",
  "--sprt",
  "elo0=0 elo1=10",
  "--event",
  "The Cup",
];

// The browser asks for an icon, and the page for the state of a tournament that has been stopped: both are errors on
// the console, which these tests ignore.

test("a tournament is watched while it runs, and only watched", async () => {
  const run = match(...ENDLESS, "--live");
  try {
    const url = await run.url;
    const page = await browser.open(url, { ignoreErrors: true });
    await page.locator("header:has-text('The Cup')").waitFor();
    await page.locator(".live-game .player:has-text('One') .clock").waitFor();
    await page.locator(".live-game .player.turn .clock.running").waitFor();
    assert.equal(await page.locator(".live-game polygon").count(), 12 * 8);
    await page.locator("h2:has-text('SPRT: 0.00')").waitFor();
    await page.locator(".standings td:text-is('Two')").waitFor();
    await accessible(page, "a tournament");
    const state = await (await fetch(new URL("state.json", url))).json();
    assert.deepEqual([state.event, state.over, state.games.length], ["The Cup", false, 1]);
    assert.equal((await fetch(new URL("state.json", url), { method: "POST" })).status, 405);
    assert.equal((await fetch(new URL("/state.json", url))).status, 404);
  } finally {
    run.stop();
    await run.ended;
  }
});

test("a folder keeps a tournament for any web server, with its games", async () => {
  const place = join(folder, "site");
  const run = match("--variant", "chess", "--nodes", "200", "--games", "4", "--max-moves", "20", "--live", place);
  assert.equal(await run.ended, 0, run.text);
  for (const name of ["index.html", "state.json", "games.pgn"]) assert.ok(existsSync(join(place, name)), name);
  const state = JSON.parse(readFileSync(join(place, "state.json"), "utf8"));
  assert.deepEqual([state.over, state.results.length, state.standings.games], [true, 4, 4]);
  assert.equal(readFileSync(join(place, "games.pgn"), "utf8").match(/^\[White /gm).length, 4);
  const server = await serveFolder(place);
  try {
    const page = await browser.open(server.url, { ignoreErrors: true });
    await page.locator("header:has-text('The tournament is over.')").waitFor();
    await becomes(() => page.locator(".results li").count(), 4);
  } finally {
    server.stop();
  }
});
