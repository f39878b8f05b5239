// Turns that need more than two clicks.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  becomes,
  click,
  draft,
  drag,
  middle,
  myTurn,
  ownGame,
  settle,
  standing,
  stands,
  toMove,
  visit,
} from "./board.js";

/** A knight that captures five times. */
const CHAIN = { fen: "*2k1*/2p3/p5/2p3/p5/2p3/6/*N2K* w - - 0 1", route: ["b1", "c3", "a4", "c5", "a6", "c7"] };

const { open } = visit();

/** Returns the URL of a game in which the user plays both sides from a position. */
const bothSides = (game, fen) => `#play?${new URLSearchParams({ game, side: "both", ...(fen ? { fen } : {}) })}`;

/** Opens a page with a game in which the user plays both sides from a position. */
async function from(game, fen, options) {
  const page = await open(bothSides(game, fen), options);
  await myTurn(page);
  return page;
}

const moves = (page) => page.locator(".moves button").allTextContents();

test("a chain of five captures is played square by square", async () => {
  const page = await from("leap-multi", CHAIN.fen);
  await click(page, CHAIN.route[0], CHAIN.route[1]);
  assert.ok((await page.locator(".cell.chain").count()) >= 1, "the next squares are shown");
  await click(page, CHAIN.route[2]);
  await page.locator("text=Undo step").click();
  assert.equal(await page.locator(".cell.chosen").count(), 2);
  await click(page, ...CHAIN.route.slice(2));
  await page.locator(".moves button").first().waitFor();
  assert.equal((await moves(page)).length, 1);
  await stands(page, CHAIN.route.at(-1), "N");
  const after = await standing(page);
  for (const square of CHAIN.route.slice(0, -1)) assert.equal(after[square], undefined, square);
});

test("a piece goes to another level, on both views, and a pawn is promoted by choice", async () => {
  const fen = "6/6/6/6/6/6|6/6/6/6/6/6|5k/1P4/6/6/6/3K2|6/6/6/6/2Q3/6|6/6/6/6/6/6|6/6/6/6/6/6 w - - 0 1";
  const page = await from("courierleapale", fen);
  await click(page, "xc2", "yc2");
  await stands(page, "yc2", "Q");
  await toMove(page, "Black");
  await click(page, "wf6", "we6");
  await stands(page, "we6", "k");
  await toMove(page, "White");
  await page.locator("button:has-text('Stacked')").click();
  await settle(page);
  await click(page, "yc2", "zc2");
  await stands(page, "zc2", "Q");
  await toMove(page, "Black");
  await page.locator("button:has-text('Side by side')").click();
  await settle(page);
  await click(page, "we6", "wf6");
  await stands(page, "wf6", "k");
  await toMove(page, "White");
  await click(page, "wb5", "wb6");
  assert.deepEqual(await page.locator(".chooser button span").allTextContents(), ["Archduke", "Empress", "Alibuck"]);
  await page.locator(".chooser button:has-text('Empress')").click();
  await stands(page, "wb6", "M");
});

/**
 * A user's own game in which a pawn may be promoted from the fourth rank on, so that two turns have the same squares.
 */
const CHOICE = ownGame(
  { name: "choice", start: "4k/5/5/P4/5/1P2K w - - 0 1", files: 5, ranks: 6 },
  'promotes-to = "R"\npromotion-rank = 4\n',
);

test("where turns share their squares, in a game of one's own, each can be chosen", async () => {
  const page = await open("#workshop");
  await draft(page, CHOICE);
  await page.locator(".verdict:has-text('first moves')").waitFor();
  await page.locator("button:text-is('Play it')").click();
  await myTurn(page);
  // The king stands on a different square, so that the test sees when the new game has begun.
  await page.goto(new URL(bothSides("choice", "4k/5/5/P4/5/1P1K1 w - - 0 1"), page.url()).href);
  await stands(page, "d1", "K");
  const asked = page.locator(".chooser button:not(.cancel)");
  const choose = (name) => asked.filter({ hasText: name }).click();
  // Escape closes the choice of pieces, but the pawn stays chosen.
  await click(page, "a3", "a4");
  assert.deepEqual((await asked.allTextContents()).map((text) => text.trim()).sort(), ["Pawn, as it is", "Rook"]);
  await page.keyboard.press("Escape");
  await asked.first().waitFor({ state: "detached" });
  await stands(page, "a3", "P");
  await click(page, "a4");
  await choose("Pawn");
  await stands(page, "a4", "P");
  await toMove(page, "Black");
  await click(page, "e6", "d6");
  await stands(page, "d6", "k");
  await toMove(page, "White");
  await click(page, "a4", "a5");
  await choose("Rook");
  await toMove(page, "Black");
  await stands(page, "a5", "R");
  assert.deepEqual(await moves(page), ["a4", "Kd6", "a5=R"]);
});

test("the stacked board is turned by dragging", async () => {
  const page = await from("courierleapale");
  await page.locator("button:has-text('Stacked')").click();
  await settle(page);
  const before = await middle(page, "za1");
  const [x, y] = await middle(page, "wc3");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y, { steps: 6 });
  await page.mouse.up();
  await settle(page);
  assert.notDeepEqual(await middle(page, "za1"), before);
  await page.mouse.move(...(await middle(page, "wd1")));
  await page.locator(".cell.column").first().waitFor();
  assert.equal(await page.locator(".cell.column").count(), 6);
  await page.locator(".board .mark").first().waitFor();
});

test("a pawn becomes the piece of its file", async () => {
  const page = await from("column-courier", "12/1P10/12/5k6/12/12/12/5K6 w - - 0 1");
  await click(page, "b7", "b8");
  await stands(page, "b8", "N");
});

test("the king castles with a knight, and the list says so", async () => {
  const page = await from("leap", "*nqkn*/rpbbpr/pppppp/6/6/PPPPPP/RPBBPR/*N1KN* w KQkq - 0 1");
  await click(page, "d1", "b1");
  await page.locator(".moves button").first().waitFor();
  assert.deepEqual(await moves(page), ["O-O-O"]);
  await stands(page, "c1", "K");
  await stands(page, "d1", "N");
});

test("kings leap as their first move", async () => {
  const dama = await from("de-la-dama");
  await click(dama, "f1");
  assert.ok((await dama.locator(".mark.first").count()) > 0);
  await click(dama, "g3");
  await stands(dama, "g3", "K");
  const eight = await from("courierviii", "rn1ke1nr/pppecppp/3pp3/8/3P4/4P3/PPPECPPP/RN1KE1NR w Dd - 0 1");
  await drag(eight, "d1", "d3");
  await stands(eight, "d3", "K");
});

test("a bare king loses, and the page says why", async () => {
  const page = await from("courier", "5k6/12/12/4r7/4R7/12/4R7/5K6 w - - 0 1");
  await click(page, "e4", "e5");
  await page.locator(".result").waitFor();
  assert.equal((await page.locator(".result").textContent()).replace(/\s+/g, " ").trim(), "1-0 White wins: bare king");
});

test("moves are typed, and refused in words", async () => {
  const page = await from("courier");
  await page.fill(".typed input", "Nc3");
  await page.keyboard.press("Enter");
  await page.locator(".piece[data-piece=c3]").waitFor();
  await page.fill(".typed input", "Qx9");
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".problem").textContent(), /illegal move/);
});

test("the keyboard alone plays a move", async () => {
  const page = await from("chess");
  await page.locator(".board svg[role=application]").focus();
  // The cursor begins in the middle of the first rank.
  for (const key of ["ArrowUp", "Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.locator(".piece[data-piece=e4]").waitFor();
});

test("every piece explains itself", async () => {
  const page = await from("courier");
  await page.mouse.click(...(await middle(page, "c8")));
  const card = page.locator(".piece-card");
  assert.match(await card.textContent(), /Black Elephant.*Leaps two squares diagonally\..*Worth/s);
  await page.mouse.click(...(await middle(page, "f1")), { button: "right" });
  await page.locator(".piece-card:has-text('White King')").waitFor();
  // If another piece is chosen while the reach of a piece is shown, only the targets of the chosen piece are shown.
  const marked = () =>
    page
      .locator(".board g[data-square]:has(> .mark)")
      .evaluateAll((all) => all.map((square) => square.getAttribute("data-square")).sort());
  await becomes(marked, ["e1", "e2", "f2", "g1", "g2"]);
  await click(page, "f2");
  await becomes(marked, ["f3"]);
  await page.mouse.click(...(await middle(page, "f1")), { button: "right" });
  await becomes(marked, ["e1", "e2", "f2", "g1", "g2"]);
});

test("a phone's viewport is played by touch", async () => {
  const page = await from("leap", null, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  for (const square of ["a3", "a4"]) {
    await page.touchscreen.tap(...(await middle(page, square)));
    await settle(page);
  }
  await stands(page, "a4", "P");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "nothing sticks out");
  const parts = page.locator("header nav");
  assert.ok(
    await parts.evaluate((nav) => nav.scrollWidth <= nav.clientWidth),
    "all parts of the page are there to be touched",
  );
});
