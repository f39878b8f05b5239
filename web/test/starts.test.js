// The choice of the start position in the dialog for a new game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, myTurn, standing, visit } from "./board.js";

const { open } = visit();

/** Begins the chosen game, and returns the letters of White's first rank from the first file on. */
async function firstRank(page, files) {
  await page.locator(".new-game button.main").click();
  await myTurn(page);
  const pieces = await standing(page);
  return [...files].map((file) => pieces[`${file}1`] ?? ".").join("");
}

test("each side has the array that is chosen in the dialog", async () => {
  const page = await open();
  await choose(page, "janggi");
  const sides = page.locator(".start-choice select");
  await sides.first().waitFor();
  assert.deepEqual(await sides.first().locator("option").allTextContents(), [
    "horses outside",
    "horses inside",
    "horses towards the a-file",
    "horses towards the i-file",
    "drawn at random",
  ]);
  await sides.first().selectOption("bnnb");
  await sides.last().selectOption("nbnb");
  assert.equal(await firstRank(page, "abcdefghi"), "RBNA.ANBR");
  const pieces = await standing(page);
  assert.equal([..."abcdefghi"].map((file) => pieces[`${file}10`] ?? ".").join(""), "rnba.anbr");
});

test("pieces are shuffled, with the chosen number or another one", async () => {
  const page = await open();
  await choose(page, "shuffle-chess");
  await page.locator(".start-choice input").fill("5039");
  assert.equal(await firstRank(page, "abcdefgh"), "KQBBNNRR");
  await page.locator("button", { hasText: "New game" }).first().click();
  await page.locator(".start-choice input").fill("");
  const rank = await firstRank(page, "abcdefgh");
  assert.equal([...rank].sort().join(""), "BBKNNQRR");
});
