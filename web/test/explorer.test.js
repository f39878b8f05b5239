// The opening explorer: the book's statistics for the position under analysis.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, becomes, visit } from "./board.js";

const { open } = visit();

const rows = (page) => page.locator(".explorer tbody tr");
const played = (page) => page.locator(".moves button").allTextContents();

test("the opening book shows moves, games, results and scores, and a click plays a move", async () => {
  const page = await open("#analyse?game=courier");
  await rows(page).nth(2).waitFor();
  const games = (await page.locator(".explorer tbody td:nth-child(2)").allTextContents()).map(Number);
  assert.deepEqual(
    games,
    games.toSorted((a, b) => b - a),
  );
  const bar = rows(page).first().locator("[role=img]");
  const shares = (await bar.getAttribute("aria-label")).match(/\d+/g).map(Number);
  assert.equal(shares.length, 3);
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 100) <= 1, String(shares));
  assert.match(await rows(page).first().locator("td").last().textContent(), /^[+−-]\d+\.\d\d$/);
  const san = await rows(page).first().locator("button").textContent();
  await rows(page).first().locator("button").click();
  await becomes(() => played(page), [san]);
  // Black's replies have fewer games than the move that they follow.
  await becomes(async () => (await rows(page).count()) > 0, true);
  const replies = (await page.locator(".explorer tbody td:nth-child(2)").allTextContents()).map(Number);
  assert.ok(replies[0] < games[0], `${replies} after ${games}`);
  await page.keyboard.press("ArrowLeft");
  await becomes(() => rows(page).first().locator("button").textContent(), san);
});

test("a position that the book does not know, and a game without a book, are told apart", async () => {
  const page = await open("#analyse?game=courier&moves=a1a3,a8a6");
  await page.getByText("The opening book does not know this position.").waitFor();
  const other = await open("#analyse?game=raumschach");
  await other.getByText("There is no opening book of this game.").waitFor();
  assert.equal(await rows(other).count(), 0);
});

test("the explorer stays closed over a reload, and speaks German", async () => {
  const page = await open("#analyse?game=courier", { locale: "de-DE" });
  await page.getByRole("columnheader", { name: "Ergebnisse" }).waitFor();
  await page.locator(".explorer summary").click();
  await becomes(() => page.locator(".explorer[open]").count(), 0);
  await page.reload();
  await page.locator(".explorer summary:text-is('Eröffnungsbuch')").waitFor();
  assert.equal(await page.locator(".explorer[open]").count(), 0);
});

test("the explorer has no accessibility fault and fits a phone", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open("#analyse?game=courier", { colorScheme, viewport: { width: 360, height: 740 } });
    await rows(page).first().waitFor();
    await accessible(page, `explorer, ${colorScheme}`);
    const fits = () => document.documentElement.scrollWidth <= globalThis.innerWidth;
    assert.ok(await page.evaluate(fits), "it is as wide as the phone");
  }
});
