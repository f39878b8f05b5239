// What players expect of a board: turns chosen ahead, drawings, looks, sounds, a report on the game, print.
import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOf } from "../page/sound.js";
import {
  accessible,
  becomes,
  click,
  dots,
  drag,
  middle,
  myTurn,
  settle,
  stands,
  toMove,
  turns,
  visit,
} from "./board.js";

const { url, open } = visit();

/** Holds back the engine's turns: each function in `held` releases one. */
function holdBest() {
  globalThis.held = [];
  for (const { prototype } of [WebSocket, Worker]) {
    const { set } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
    const hold = (listener) => (event) => {
      const message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
      if (message.reply === "best") globalThis.held.push(() => listener(event));
      else listener(event);
    };
    Object.defineProperty(prototype, "onmessage", {
      set(listener) {
        set.call(this, hold(listener));
      },
    });
  }
}

/** Opens a game in which the engine waits for `release`. */
async function held(address) {
  const page = await open("about:blank");
  await page.addInitScript(holdBest);
  await page.goto(url(address));
  const waits = () => page.evaluate(() => globalThis.held.length);
  const release = async () => {
    await becomes(waits, 1);
    await page.evaluate(() => globalThis.held.shift()());
  };
  return { page, release };
}

test("a turn that is chosen ahead is played when the opponent has moved", async () => {
  const { page, release } = await held("#play?game=chess&side=White&level=1");
  await myTurn(page);
  await click(page, "e2", "e4");
  await stands(page, "e4", "P");
  await page.locator(".player.turn[data-side=Black]").waitFor();
  await click(page, "d2", "d3");
  await becomes(() => page.locator(".cell.ahead").count(), 2);
  await release();
  await stands(page, "d3", "P");
  await becomes(() => turns(page), 3);
  // A turn that was chosen ahead is taken back by a click with the right button.
  await drag(page, "g1", "f3");
  await becomes(() => page.locator(".cell.ahead").count(), 2);
  await page.mouse.click(...(await middle(page, "a5")), { button: "right" });
  await becomes(() => page.locator(".cell.ahead").count(), 0);
  await release();
  await myTurn(page);
  await stands(page, "g1", "N");
});

test("what is chosen ahead and is not legal then is forgotten", async () => {
  const { page, release } = await held(
    `#play?${new URLSearchParams({ game: "chess", side: "White", level: "10", fen: "4k3/8/8/3r4/8/8/4P3/R3K3 w - - 0 1" })}`,
  );
  await myTurn(page);
  await click(page, "a1", "a5");
  await stands(page, "a5", "R");
  await page.locator(".player.turn[data-side=Black]").waitFor();
  // Black takes the rook, the only good turn.
  await click(page, "a5", "a8");
  await becomes(() => page.locator(".cell.ahead").count(), 2);
  await release();
  await stands(page, "a5", "r");
  await myTurn(page);
  assert.equal(await turns(page), 2);
  assert.equal(await page.locator(".cell.ahead").count(), 0);
});

test("the right button draws circles and arrows, in four colours, until the next click", async () => {
  const page = await open("#play?game=courierleapale&side=both");
  await myTurn(page);
  const pull = async (from, to) => {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(page, to)), { steps: 3 });
    await page.mouse.up({ button: "right" });
    await settle(page);
  };
  await pull("wa1", "xb3");
  assert.equal(await page.locator(".board .arrow.green").count(), 1, "from one level to another");
  await page.keyboard.down("Shift");
  await pull("wa2", "wa4");
  await pull("wc3", "wc3");
  await page.keyboard.up("Shift");
  assert.equal(await page.locator(".board .arrow.red").count(), 1);
  assert.equal(await page.locator(".board .ring.red").count(), 1);
  await page.keyboard.down("Alt");
  await pull("wd3", "wd3");
  await page.keyboard.up("Alt");
  assert.equal(await page.locator(".board .ring.blue").count(), 1);
  await pull("wa1", "xb3");
  assert.equal(await page.locator(".board .arrow.green").count(), 0, "the second time it is taken away");
  await click(page, "wf3");
  assert.equal(await page.locator(".board .ring, .board .arrow").count(), 0);
});

test("pieces and board have the looks that the user has chosen", async () => {
  const page = await open("#play?game=courier&side=both");
  await myTurn(page);
  const drawing = () => page.locator(".board defs g[id$='-N']").innerHTML();
  const square = () => page.locator("polygon[data-square=a1]").evaluate((cell) => getComputedStyle(cell).fill);
  const before = [await drawing(), await square()];
  await page.locator(".settings summary").click();
  await page.locator("select[aria-label=Pieces]").selectOption("letters");
  await becomes(() => page.locator(".board defs g[id$='-N'] text").textContent(), "N");
  await page.locator("select[aria-label=Pieces]").selectOption("pictograms");
  // A knight has eight leaps and a middle, and a rook four slides.
  await becomes(() => page.locator(".board defs g[id$='-N'] circle[fill=currentColor]").count(), 9);
  assert.match(await page.locator(".board defs g[id$='-R'] path").getAttribute("d"), /^(M50 50L[\d.]+ [\d.]+){4}$/);
  await page.locator("select[aria-label=Board]").selectOption("blue");
  await becomes(async () => (await square()) !== before[1], true);
  await accessible(page, "settings");
  await page.reload();
  await becomes(() => page.locator(".board defs g[id$='-N'] circle[fill=currentColor]").count(), 9);
  await page.locator(".settings summary").click();
  await page.locator("select[aria-label=Pieces]").selectOption("drawings");
  await page.locator("select[aria-label=Board]").selectOption("wood");
  await becomes(async () => [await drawing(), await square()], before);
});

test("each kind of turn has its sound", () => {
  const position = (pieces, more = {}) => ({ pieces, check: null, outcome: null, ...more });
  assert.equal(soundOf(position("K..k"), position(".K.k")), "turn");
  assert.equal(soundOf(position("Kp.k"), position(".K.k")), "capture");
  assert.equal(soundOf(position("Kp.k"), position(".K.k", { check: "d1" })), "check");
  assert.equal(soundOf(position("Kp.k"), position(".K.k", { outcome: {} })), "end");
});

test("sounds are heard when they are switched on", async () => {
  const page = await open("#play?game=chess&side=both");
  await page.evaluate(() => {
    globalThis.heard = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...at) {
      globalThis.heard.push(this.frequency.value);
      return start.apply(this, at);
    };
  });
  const heard = () => page.evaluate(() => globalThis.heard.splice(0).length);
  await myTurn(page);
  await click(page, "e2", "e4");
  await toMove(page, "Black");
  assert.equal(await heard(), 0, "they are off at first");
  await page.locator(".settings summary").click();
  await page.getByLabel("Sounds").check();
  await page.locator(".settings summary").click();
  assert.equal(await heard(), 1);
  await click(page, "d7", "d5");
  await toMove(page, "White");
  assert.equal(await heard(), 1);
  await click(page, "e4", "d5");
  await toMove(page, "Black");
  assert.equal(await heard(), 2, "a capture");
});

test("a game that has ended is judged: accuracy, graph, mistakes, which the analysis shows as well", async () => {
  const page = await open("#play?game=chess&side=both");
  await myTurn(page);
  for (const [from, to, next] of [
    ["f2", "f3", "Black"],
    ["e7", "e5", "White"],
    ["g2", "g4", "Black"],
  ]) {
    await click(page, from, to);
    await toMove(page, next);
  }
  await click(page, "d8", "h4");
  await page.locator(".result:has-text('0-1')").waitFor();
  await page.locator(".accuracy").waitFor();
  assert.match(await page.locator(".accuracy").textContent(), /White \d+ %, Black \d+ %.*[1-9] blunder/);
  await becomes(async () => (await dots(page, "blunder")) > 30, true);
  await page.locator(".moves .blunder").first().waitFor();
  await page.locator("button[aria-label=Back]").click();
  await page.locator(".words:has-text('Better')").waitFor();
  await page.reload();
  await page.locator(".accuracy").waitFor();
  await page.locator("button:text-is('Analyse')").click();
  await page.locator("button:text-is('Set up')").waitFor();
  await becomes(async () => (await dots(page, "blunder")) > 30, true);
  await page.locator(".moves .comment:has-text('better')").waitFor();
});

test("signs in somebody's file are dots on the graph", async () => {
  const page = await open("#analyse?game=chess");
  await page.locator(".typed input").waitFor();
  await page.locator("details:has(textarea[spellcheck])").evaluate((details) => void (details.open = true));
  await page.locator("textarea[spellcheck]").fill("1. e4 e5 2. Qh5? Ke7 $4 3. Qxe5# 1-0");
  await page.locator("form:has(textarea) button").click();
  await page.locator(".moves .turn:nth-of-type(5)").waitFor();
  await becomes(async () => (await dots(page, "blunder")) > 30 && (await dots(page, "mistake")) > 30, true);
});

test("signs and comments are edited, and kept", async () => {
  const page = await open("#analyse?game=chess&moves=e2e4,e7e5");
  await page.locator(".moves .turn:nth-of-type(2) .now").waitFor();
  await page.locator("summary:has-text('Signs and comment')").click();
  await page.locator(".glyphs button:text-is('?!')").click();
  await page.locator(".glyphs button:text-is('!')").click();
  await page.locator(".glyphs button:text-is('⩲')").click();
  await page.locator(".annotation textarea").fill("The open game.");
  await page.locator(".annotation textarea").blur();
  await page.locator(".moves .comment:text-is('The open game.')").waitFor();
  const list = () => page.locator(".moves .turn button").allTextContents();
  assert.deepEqual(await list(), ["e4", "e5!⩲"]);
  await page.goto(url("#analyse"));
  await page.reload();
  await page.locator(".moves .comment:text-is('The open game.')").waitFor();
  assert.deepEqual(await list(), ["e4", "e5!⩲"]);
  const written = await page.evaluate(async () => {
    const [{ Tree }, { pgnOf }] = await Promise.all(
      ["./tree.js", "./files.js"].map((path) => import(new URL(path, document.baseURI).href)),
    );
    return pgnOf(Tree.load(JSON.parse(localStorage.getItem("kurier.analysis"))));
  });
  assert.match(written, /1\. e4 e5! \$14 \{The open game\.\}/);
});

test("two people at one board have two clocks, and a board that turns if they like", async () => {
  const page = await open("#play");
  await page.locator(".new-game label:has(input[value=chess])").click();
  await page.locator("label:has-text('both sides')").click();
  await page.locator("label:has-text('Minutes') input").fill("1");
  await page.locator("button:text-is('Begin')").click();
  await myTurn(page);
  assert.deepEqual(
    (await page.locator(".player").allTextContents()).map((text) => text.replace(/\s+/g, " ").trim()),
    ["Black1:00", "White1:00"],
  );
  await page.locator("button:text-is('Turn after each move')").click();
  const first = () => page.locator(".player").first().getAttribute("data-side");
  assert.equal(await first(), "Black");
  await click(page, "e2", "e4");
  await becomes(first, "White");
  await page.locator(".player.turn[data-side=Black] .clock.running").waitFor();
  await page.waitForFunction(() => document.querySelector(".player[data-side=Black] .clock").textContent < "1:00");
  await click(page, "e7", "e5");
  await becomes(first, "Black");
});

test("on paper there are the board, the moves and what is said about them", async () => {
  const page = await open("#analyse?game=courier&moves=b1c3,b8c6");
  await page.locator(".moves .turn:nth-of-type(2)").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const seen of [".board", ".moves"]) assert.ok(await page.locator(seen).isVisible(), seen);
  for (const hidden of ["header", ".steps", ".buttons >> nth=0", ".typed", ".lines"]) {
    assert.ok(!(await page.locator(hidden).first().isVisible()), hidden);
  }
  const { width, height } = await page.locator(".board").boundingBox();
  assert.ok(width > 300 && height > 200, `${width} x ${height}`);
});

test("a lion captures twice, returns, ends after its first step, and passes", async () => {
  const fen = "k9/10/10/10/3pp5/4W5/10/10/10/5K4 w - - 0 1";
  const page = await open(`#play?${new URLSearchParams({ game: "elven", side: "both", fen })}`);
  const list = page.locator(".moves");
  /** Plays a turn of White from the position. @param {string[]} squares @param {string} san */
  const plays = async (squares, san) => {
    await toMove(page, "White");
    await click(page, ...squares);
    if (san === "We5") await page.locator(".chooser button").first().click();
    await becomes(async () => (await list.textContent()).includes(san), true);
    await toMove(page, "Black");
    await page.locator("button:text-is('Take back')").click();
  };
  await plays(["e5", "e6", "d6"], "Wxe6xd6");
  await plays(["e5", "e6", "e5"], "Wxe6-e5");
  await plays(["e5", "e6", "e6"], "Wxe6");
  await plays(["e5", "e5"], "We5");
});
