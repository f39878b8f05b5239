// Studies of games in the workshop.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { accessible, draft, visit } from "./board.js";

const { open } = visit();

/** A game that ends soon. */
const SMALL = `name = "small"
title = "Small Game"
start = "k3/4/4/K2R w - - 0 1"
[board]
files = 4
ranks = 4
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
`;

/** Opens the study of the small game, with a number of games and of nodes for each move. */
async function study(page, games, nodes) {
  await draft(page, SMALL);
  await page.locator("button:text-is('Study it')").click();
  await page.getByLabel("Games", { exact: true }).fill(String(games));
  await page.getByLabel("Nodes for each move").fill(String(nodes));
  await page.locator(".study button:text-is('Begin')").click();
}

/** Waits for the end of the study, and returns the text that is shown then. */
async function over(page) {
  const status = page.locator(".study [role=status]");
  await status.waitFor({ timeout: 480_000 });
  return status.textContent();
}

test("a game is studied, and its study shown and saved", { timeout: 600_000 }, async () => {
  for (const [colorScheme, paper] of [
    ["light", "rgb(251, 246, 234)"],
    ["dark", "rgb(29, 26, 23)"],
  ]) {
    const page = await open("#workshop", { colorScheme });
    await study(page, 3, 10);
    assert.match(await over(page), /^Study of small, games: 3\./);
    const shown = page.frameLocator(".study iframe");
    await shown.locator("h1:text-is('Small Game')").waitFor();
    assert.ok((await shown.locator("ul.verdict li").count()) > 0);
    assert.ok((await shown.locator("figure svg").count()) >= 4);
    assert.equal(await shown.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor), paper);
    // The whole page is in sight, without a scroll bar of its own.
    await page.waitForFunction(() => {
      const frame = document.querySelector(".study iframe");
      return frame.clientHeight >= frame.contentDocument.querySelector("footer").getBoundingClientRect().bottom;
    });
    await accessible(page, `study, ${colorScheme}`);
    for (const [name, content] of [
      ["study.html", "3 games of Kurier against itself, 10 nodes a move"],
      ["study.json", '"games": 3,'],
      ["games.pgn", '[Variant "small"]'],
    ]) {
      const download = page.waitForEvent("download");
      await page.locator(`.study button:text-is('Save ${name}')`).click();
      const file = await download;
      assert.equal(file.suggestedFilename(), `small-${name}`);
      assert.ok(readFileSync(await file.path(), "utf8").includes(content), name);
    }
    await page.locator(".cm-line").filter({ hasText: "Small Game" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" # changed");
    await page.locator(".study [role=status]:has-text('The file has changed since then.')").waitFor();
    await page.context().close();
  }
});

test("a study is stopped and continued", { timeout: 600_000 }, async () => {
  const page = await open("#workshop");
  // More than any machine can play during this test.
  await study(page, 400, 100_000);
  for (let run = 0; run < 2; run++) {
    await page.locator(".study progress").waitFor();
    await page.locator(".study button:text-is('Stop')").click();
    const [, played] = /games: (\d+)\./.exec(await over(page)) ?? [];
    assert.ok(Number(played) < 400, `${played} games`);
    await page.locator(".study button:text-is('Play the missing games')").click();
  }
  // The study continues while other parts of the page are shown.
  await page.locator("nav a[href='#rules']").click();
  await page.locator(".piece-rules h3").first().waitFor();
  await page.locator("nav a[href='#workshop']").click();
  await page.locator(".study progress").waitFor();
  await page.locator(".study button:text-is('Stop')").click();
  await over(page);
});
