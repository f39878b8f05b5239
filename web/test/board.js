// Helpers for the tests: a server, a browser, and functions that click squares.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

/**
 * Reports a time, or a rate, that depends on the machine's load. If `good` is false, the test fails, but only if
 * `QUIET` is set, which means that the machine does nothing else.
 * @param {import("node:test").TestContext} t
 * @param {boolean} good
 * @param {string} text
 */
export function inTime(t, good, text) {
  t.diagnostic(text);
  if (process.env.QUIET) assert.ok(good, text);
}

/** The milliseconds for which tests wait for the page. A busy machine may need many times what an idle one does. */
export const PATIENCE = 240_000;

/** The program: the path in KURIER or, if it is not set, the latest build. */
export const program =
  process.env.KURIER ??
  ["release", "debug"]
    .map((kind) => fileURLToPath(new URL(`../../target/${kind}/kurier`, import.meta.url)))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The folder in which the programs of these tests keep their key, and what they learn. */
export const state = mkdtempSync(join(tmpdir(), "kurier-state-"));
process.on("exit", () => rmSync(state, { recursive: true, force: true }));

/** Starts `kurier serve`. @param {string} port @param {string[]} more more arguments */
export async function serve(port = "0", more = []) {
  if (!program) throw new Error("build kurier first, or name it in KURIER");
  const env = { ...process.env, XDG_STATE_HOME: state };
  const child = spawn(program, ["serve", "--no-open", "--port", port, ...more], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("kurier serve has ended")));
    child.stdout.on("data", (data) => {
      printed += String(data);
      if (printed.includes("Ctrl+C")) resolve();
    });
  });
  const [url] = /http:\S+/.exec(printed);
  return { url, printed, pid: child.pid, stop: () => child.kill() };
}

/** Starts the page under test: the page of `kurier serve`, or the static page in the folder that SITE names. */
export function site() {
  return process.env.SITE ? serveFolder(process.env.SITE) : serve();
}

/** The header that servers of static pages send, so that a worker does not load again what the page has loaded. */
const CACHED = { "cache-control": "max-age=600" };
const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  json: "application/json",
  webmanifest: "application/json",
};

/**
 * Starts a plain file server.
 * @param {string} folder
 * @param {(path: string, body: Buffer) => void} [onSent] is called with each file that is sent
 */
export async function serveFolder(folder, onSent = () => {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    try {
      const bytes = await readFile(join(folder, normalize(`/${path}`)));
      response.writeHead(200, { "content-type": TYPES[path.split(".").at(-1)] ?? "text/plain", ...CACHED });
      response.end(bytes);
      onSent(path, bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, stop };
}

/**
 * The delay of each reply of the program, in milliseconds. A delay makes tests fail if they do not wait for replies.
 */
const LATENCY = Number(process.env.LATENCY ?? 0);

/** Delays the replies of the program. @param {import("playwright-core").WebSocketRoute} route */
function late(route) {
  const program = route.connectToServer();
  program.onMessage((message) => setTimeout(() => route.send(message), LATENCY));
}

/** Launches a browser whose pages must have no script error. */
export async function launch() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const errors = [];
  return {
    errors,
    close: () => browser.close(),
    /**
     * Opens a new page with its own profile. `ignoreErrors` says whether script errors are expected.
     * @param {object} [options]
     */
    async open(url, { ignoreErrors = false, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
      const page = await context.newPage();
      // A slow machine needs more than Playwright's default of 30 seconds.
      page.setDefaultTimeout(PATIENCE);
      if (!ignoreErrors) {
        page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
        page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      }
      if (LATENCY > 0) await page.routeWebSocket(/.*/, late);
      await page.goto(url);
      return page;
    },
  };
}

/**
 * Provides a page and a browser to all tests of a file. No test may cause a script error. `url` completes a URL, `open`
 * opens it in a new profile.
 */
export function visit() {
  let place, browser;
  before(async () => {
    place = await site();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    place?.stop();
    assert.deepEqual(browser?.errors, []);
  });
  const url = (part = "") => new URL(part, place.url).href;
  return { url, open: (part, options) => browser.open(url(part), options) };
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

/** Fails if the page has an accessibility fault. */
export async function accessible(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const faults = found.violations.map(
    (fault) =>
      `${where}: ${fault.id} ${fault.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
  );
  assert.deepEqual(faults, []);
}

/** Returns the middle of a square on the screen. */
export async function middle(page, square) {
  const box = await page.locator(`.board polygon[data-square="${square}"]`).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Clicks squares one after the other. */
export async function click(page, ...squares) {
  for (const square of squares) {
    await page.mouse.click(...(await middle(page, square)));
    await settle(page);
  }
}

/** Drags a piece. */
export async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  const [x, y] = await middle(page, to);
  await page.mouse.move(x - 8, y - 8, { steps: 4 });
  await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Waits for two frames, after which the effects of a click are on the screen. */
export async function settle(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Returns the letters of the pieces on the board, by square. */
export function standing(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll(".board .piece")].map((piece) => [
        piece.getAttribute("data-piece"),
        piece
          .querySelector("use")
          .getAttribute("href")
          .replace(/^#b\d+-/, ""),
      ]),
    ),
  );
}

/** Waits until a piece stands on a square. */
export async function stands(page, square, letter) {
  await page
    .locator(`.board .piece[data-piece=${square}] use[href$="-${letter}"]`)
    .first()
    .waitFor({ state: "attached", timeout: PATIENCE });
}

/** Waits until it is the user's turn, or the game is over. This may be true even before a turn; see `answered`. */
export async function myTurn(page) {
  await page.locator(".player.turn.you, .result").first().waitFor({ timeout: PATIENCE });
}

/**
 * Waits until a side is to move in a game of two people. The board draws a turn before the engine has answered with the
 * position after it, and a click in between is lost.
 * @param {"White" | "Black"} side
 */
export async function toMove(page, side) {
  await page.locator(`.player.turn[data-side=${side}]`).waitFor({ timeout: PATIENCE });
}

/** Returns the games that the dialog for a new game offers. */
export async function choices(page) {
  const all = page.locator(".new-game input[name=game]");
  await all.first().waitFor({ state: "attached" });
  return all.evaluateAll((inputs) => inputs.map(({ value }) => value));
}

/** Chooses a game in the dialog for a new game. */
export function choose(page, name) {
  return page.locator(`.new-game label:has(input[name=game][value="${name}"])`).click();
}

/** Returns the number of turns in the list of moves. */
export function turns(page) {
  return page.locator(".moves .turn").count();
}

/** Waits until the list has `number` turns, or the game is over. */
async function listed(page, number) {
  await page
    .locator(`.moves .turn:nth-of-type(${number}), .result`)
    .first()
    .waitFor({ state: "attached", timeout: PATIENCE });
}

/** Plays a turn by `act`, and waits until the engine has answered, or the game is over. */
export async function answered(page, act) {
  const before = await turns(page);
  await act();
  await listed(page, before + 2);
  await myTurn(page);
}

/** Takes the user's last turn back, and the engine's reply. */
export async function takeBack(page) {
  const before = await turns(page);
  await page.locator("button:has-text('Take back')").click();
  await page.locator(`.moves .turn:nth-of-type(${before})`).waitFor({ state: "detached" });
  await myTurn(page);
}

/**
 * Returns the text of a small user-defined game with kings, rooks and pawns.
 * @param {{ name: string, start: string, files: number, ranks: number }} game
 * @param {string} [pawn] more lines about the pawn
 */
export function ownGame({ name, start, files, ranks }, pawn = "") {
  return `name = "${name}"
start = "${start}"
[board]
files = ${files}
ranks = ${ranks}
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
[pieces.P]
name = "Pawn"
move = "fmWfcF"
pawn = true
${pawn}`;
}

/** Puts text into the workshop's editor, as if it had been left there. */
export async function draft(page, text) {
  await page.evaluate((kept) => localStorage.setItem("kurier.draft", JSON.stringify(kept)), text);
  await page.reload();
}

/** Waits until `read` returns the expected value. */
export async function becomes(read, expected) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (isDeepStrictEqual(await read(), expected)) return;
  }
  assert.deepEqual(await read(), expected);
}

/** Plays a legal turn with the mouse, preferably with the n-th piece, and waits for the engine. */
export function playSome(page, n) {
  return answered(page, async () => {
    const own = Object.entries(await standing(page))
      .filter(([, letter]) => letter === letter.toUpperCase())
      .map(([square]) => square);
    for (let tried = 0; tried < own.length; tried++) {
      await click(page, own[(n + tried) % own.length]);
      // A click on a piece that cannot move shows its description.
      const close = page.locator(".piece-card .close");
      await page.locator(".board .cell.chosen").or(close).first().waitFor();
      if ((await page.locator(".board .cell.chosen").count()) > 0) return finishTurn(page, n);
      await close.click();
    }
    throw new Error("no piece could be moved");
  });
}

/** More squares than any turn in these games has. */
const LONGEST_CHAIN = 20;

/** Moves the chosen piece to marked squares until the turn is complete. */
async function finishTurn(page, n) {
  const marks = page.locator(".board g[data-square]:has(> .mark)");
  let clicks = 0;
  for (let goals = await squares(marks); goals.length > 0; goals = await squares(marks)) {
    assert.ok(clicks++ < LONGEST_CHAIN, `a turn has come to an end, not: ${goals}`);
    await click(page, goals[n % goals.length]);
    const choice = page.locator(".chooser button").first();
    if (await choice.isVisible()) {
      await choice.click();
      return;
    }
  }
}

/** Returns the number of pixels of the graph that have the style sheet's colour `colour`. */
export function dots(page, colour) {
  return page.locator(".graph canvas").evaluate((canvas, name) => {
    const style = getComputedStyle(canvas);
    const [red, green, blue] = style
      .getPropertyValue(`--${name}`)
      .match(/[\da-f]{2}/g)
      .map((hex) => parseInt(hex, 16));
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let i = 0; i < data.length; i += 4) {
      found += Number(data[i] === red && data[i + 1] === green && data[i + 2] === blue && data[i + 3] === 255);
    }
    return found;
  }, colour);
}

/** Returns the squares of some parts of the board. */
function squares(parts) {
  return parts.evaluateAll((all) => all.map((part) => part.getAttribute("data-square")));
}
