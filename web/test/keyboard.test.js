// A whole game by keyboard alone, with what a screen reader says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, becomes, toMove, visit } from "./board.js";

const { open } = visit();

/** Moves the board's cursor from one square to another with the arrow keys. */
async function walk(page, from, to) {
  const steps = (a, b, less, more) => Array(Math.abs(b - a)).fill(b > a ? more : less);
  const keys = [
    ...steps(from.charCodeAt(0), to.charCodeAt(0), "ArrowLeft", "ArrowRight"),
    ...steps(Number(from.slice(1)), Number(to.slice(1)), "ArrowDown", "ArrowUp"),
  ];
  for (const key of keys) await page.keyboard.press(key);
  await page.locator(`.cell.cursor[data-square=${to}]`).waitFor();
}

const said = (page) => page.locator(".board .unseen").textContent();
const told = (page) => page.locator(".last-turn").textContent();

test("a game is begun, played and ended without a mouse, and everything is said", async () => {
  const page = await open("#play");
  await page.locator(".new-game input[value=chess]").focus();
  await page.keyboard.press("Space");
  await page.getByLabel("both sides").focus();
  await page.keyboard.press("Space");
  await page.locator("button:text-is('Begin')").focus();
  await page.keyboard.press("Enter");
  await toMove(page, "White");
  await page.locator("svg[role=application]").focus();
  await page.keyboard.press("ArrowUp");
  await page.locator(".cell.cursor").waitFor();
  let at = await page.locator(".cell.cursor").getAttribute("data-square");
  const play = async (from, to) => {
    await walk(page, at, from);
    await becomes(async () => (await said(page)).endsWith("; can move"), true);
    await page.keyboard.press("Enter");
    await page.locator(`.cell.chosen[data-square=${from}]`).waitFor();
    assert.match(await said(page), /; chosen, can go to /);
    await walk(page, from, to);
    await becomes(async () => / (the chosen piece can go here|can be captured)$/.test(await said(page)), true);
    await page.keyboard.press("Enter");
    at = to;
  };
  await walk(page, at, "f2");
  at = "f2";
  await becomes(() => said(page), "f2: White Pawn; can move");
  await play("f2", "f3");
  await toMove(page, "Black");
  assert.equal(await told(page), "White: f3");
  await play("e7", "e5");
  await toMove(page, "White");
  await play("g2", "g4");
  await toMove(page, "Black");
  await play("d8", "h4");
  await page.locator(".result[role=status]:has-text('Black wins: checkmate')").waitFor();
  assert.equal(await told(page), "Black: Qh4#; check");
  await accessible(page, "a game that has ended");
});

test("a chain is played by keyboard, and a piece explains itself", async () => {
  const fen = "*2k1*/2p3/p5/2p3/p5/2p3/6/*N2K* w - - 0 1";
  const page = await open(`#play?${new URLSearchParams({ game: "leap-multi", side: "both", fen })}`);
  await toMove(page, "White");
  await page.locator("svg[role=application]").focus();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".cell.cursor").waitFor();
  let at = await page.locator(".cell.cursor").getAttribute("data-square");
  for (const square of ["b1", "c3", "a4", "c5", "a6", "c7"]) {
    await walk(page, at, square);
    if (square === "b1") {
      await page.keyboard.press("i");
      await page.locator(".piece-card:has-text('White')").waitFor();
    }
    await page.keyboard.press("Enter");
    at = square;
  }
  await becomes(() => page.locator(".moves .turn").count(), 1);
  assert.match(await told(page), /^White: Nxc3xa4/);
});
