// The element <kurier-board> and the page for frames, with a small game in place of the engine. The tests of the
// JavaScript package and of the static page use the engine itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { accessible, launch } from "./board.js";

const root = new URL("../../", import.meta.url);
/**
 * A game of two kings on one rank of nine squares, a1 to i1. A king steps forward or, from b1, jumps to d1. Whoever
 * reaches the last square wins.
 */
const FAKE = `
const at = (name) => name.charCodeAt(0) - 97;
const name = (file) => String.fromCharCode(97 + file) + "1";
export const searches = [];
export class Board {
  constructor(variant, fen) {
    if (variant !== "race") throw new Error("unknown variant '" + variant + "'");
    this.variant = variant;
    this.start = (fen ?? "0 0 w").split(" ");
    this.history = [];
  }
  get #places() {
    const places = { white: Number(this.start[0]), black: Number(this.start[1]) };
    let side = this.start[2] === "w" ? "white" : "black";
    for (const move of this.history) {
      places[side] = at(move.slice(-2));
      side = side === "white" ? "black" : "white";
    }
    return { places, side };
  }
  get turn() { return this.#places.side; }
  get fullmoveNumber() { return 1 + Math.floor((this.history.length + (this.start[2] === "w" ? 0 : 1)) / 2); }
  fen() { const { places, side } = this.#places; return places.white + " " + places.black + " " + side[0]; }
  legalMoves() {
    if (this.outcome()) return [];
    const { places, side } = this.#places;
    const from = places[side];
    const moves = [name(from) + name(from + 1)];
    if (from === 1) moves.push(name(1) + name(2) + name(3));
    return moves;
  }
  route(move) { return move.match(/[a-z]1/g); }
  parse(text) {
    const move = this.legalMoves().find((move) => move === text || this.san(move) === text);
    if (!move) throw new Error("'" + text + "' is not a legal move");
    return move;
  }
  san(move) { return "K" + move.slice(-2); }
  push(move) { this.history.push(this.parse(move)); }
  pop() { return this.history.pop(); }
  isCheck() { return false; }
  outcome() {
    const { places } = this.#places;
    const winner = places.white === 8 ? "1-0" : places.black === 8 ? "0-1" : null;
    return winner ? { result: winner, reason: "last square" } : undefined;
  }
  squareAt(x, y, flipped) { return name(Math.floor((flipped ? 1 - x : x) * 9)); }
  svg({ flipped, targets }) {
    const { places } = this.#places;
    return '<svg xmlns="http://www.w3.org/2000/svg" width="450" height="50" data-flipped="' + flipped + '" data-targets="' +
      (targets ?? "") + '"><text y="30">' + places.white + " " + places.black + "</text></svg>";
  }
}
export class Engine {
  async search(board, limits) {
    searches.push({ fen: board.fen(), ...limits });
    globalThis.searches = searches;
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The element's own answer comes first.
    setTimeout(() => (globalThis.answered = searches.length));
    return { move: board.legalMoves()[0] };
  }
  close() { globalThis.engineClosed = true; }
}`;

const PARTS = {
  "/embed.html": ["text/html", "web/static/embed.html"],
  "/embed.js": ["text/javascript", "web/static/embed.js"],
  "/engine/element.js": ["text/javascript", "bindings/js/element.js"],
};
let server, browser, address;
before(async () => {
  server = createServer(({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    if (path === "/engine/kurier.js") return response.setHeader("content-type", "text/javascript").end(FAKE);
    if (path === "/blog.html") {
      const moves = "1. Kb1 Kb1 2. Kc1 Kd1";
      const page = `<!doctype html><html lang="en"><title>A blog</title><script type="module" src="engine/element.js"></script>
        <main><h1>A blog</h1><kurier-board game="race" moves="${moves}"></kurier-board></main></html>`;
      return response.setHeader("content-type", "text/html").end(page);
    }
    const part = PARTS[path];
    if (path === "/favicon.ico") return response.writeHead(204).end();
    if (!part) return response.writeHead(404).end();
    return response.setHeader("content-type", part[0]).end(readFileSync(new URL(part[1], root)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server.close();
  assert.deepEqual(browser?.errors, []);
});

const places = (page) => page.locator("kurier-board svg text").textContent();
const state = (page) => page.locator("kurier-board [part=state]").textContent();
const becomes = (page, words) => page.locator("kurier-board [part=state]", { hasText: words }).waitFor();

test("a game in a page of somebody's is clicked through, by mouse and by keys", async () => {
  const page = await browser.open(`${address}blog.html`);
  await becomes(page, "White to move");
  assert.equal(await places(page), "2 3");
  assert.equal((await page.locator("kurier-board [part=line]").textContent()).trim(), "1. Kb1 Kb1 2. Kc1 Kd1");
  assert.equal(await page.locator("kurier-board [part=line] b").textContent(), "Kd1");
  await page.getByRole("button", { name: "one move back" }).click();
  assert.equal(await places(page), "2 1");
  await page.keyboard.press("Home");
  assert.equal(await places(page), "0 0");
  await page.keyboard.press("ArrowRight");
  assert.equal(await places(page), "1 0");
  await page.keyboard.press("End");
  assert.equal(await places(page), "2 3");
  await page.locator("kurier-board [part=line] span").first().click();
  assert.equal(await places(page), "1 0");
  assert.equal(await page.locator("kurier-board input").isVisible(), false);
  await page.locator("kurier-board svg").click({ position: { x: 20, y: 20 } });
  assert.equal(await places(page), "1 0", "nobody moves in a game that is shown");
  await page.getByRole("button", { name: "turn the board round" }).click();
  assert.equal(await page.locator("kurier-board svg").getAttribute("data-flipped"), "true");
  await accessible(page);
});

test("attributes that change set up another game, and mistakes are told", async () => {
  const page = await browser.open(`${address}embed.html?game=race&fen=3+1+b&moves=Kd1&ply=0`);
  await becomes(page, "Black to move");
  assert.equal(await places(page), "3 1");
  assert.equal((await page.locator("kurier-board [part=line]").textContent()).trim(), "1... Kd1");
  const set = (name, value) =>
    page.evaluate(([name, value]) => document.querySelector("kurier-board").setAttribute(name, value), [name, value]);
  await set("moves", "Kd1 Ke1 Ka9");
  await becomes(page, "'Ka9' is not a legal move");
  await set("game", "chess");
  await becomes(page, "unknown variant 'chess'");
  await page.evaluate(() => document.querySelector("kurier-board").removeAttribute("game"));
  await becomes(page, '"game" is missing');
});

test("the engine is an opponent", async () => {
  const page = await browser.open(`${address}embed.html?game=race&play=white&time=70&onclick=alert(1)`);
  await becomes(page, "White to move");
  assert.equal(await page.locator("kurier-board").getAttribute("onclick"), null);
  await page.evaluate(() => {
    globalThis.played = [];
    document.addEventListener("move", ({ detail }) => globalThis.played.push(detail));
  });
  const click = (file) => page.locator("kurier-board svg").click({ position: { x: file * 50 + 25, y: 20 } });
  await click(0);
  assert.equal(await page.locator("kurier-board svg").getAttribute("data-targets"), "a1");
  await click(1);
  await becomes(page, "White to move");
  await page.waitForFunction(() => globalThis.played.length === 2);
  assert.equal(await places(page), "1 1");
  // A chain of two steps, square by square.
  for (const file of [1, 2]) await click(file);
  await page.locator("kurier-board button", { hasText: "Kc1" }).waitFor();
  await click(3);
  await page.waitForFunction(() => globalThis.played.length === 4);
  assert.equal(await places(page), "3 2");
  await page.locator("kurier-board input").fill("Kz9");
  await page.keyboard.press("Enter");
  await becomes(page, "'Kz9' is not a legal move");
  await page.locator("kurier-board input").fill("Ke1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => globalThis.played.length === 6);
  const [played, searches] = await page.evaluate(() => [globalThis.played, globalThis.searches]);
  assert.deepEqual(played[0], { move: "a1b1", san: "Kb1", fen: "1 0 b" });
  assert.deepEqual(searches[0], { fen: "1 0 b", time: 70 });
  await page.evaluate(() => document.querySelector("kurier-board").remove());
  assert.equal(await page.evaluate(() => globalThis.engineClosed), true);
});

test("an answer that comes after going back is dropped", async () => {
  const page = await browser.open(`${address}embed.html?game=race&play=black`);
  await becomes(page, "Black to move");
  await page.getByRole("button", { name: "first position" }).click();
  await page.waitForFunction(() => globalThis.answered === 1);
  assert.equal(await places(page), "0 0");
  assert.equal(await state(page), "White to move");
});
