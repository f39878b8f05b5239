// In every game: a game is begun, six turns are played with the mouse against the engine, and taken back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, myTurn, playSome, site, standing } from "./board.js";

let place, browser, names;
before(async () => {
  place = await site();
  browser = await launch();
  const page = await browser.open(place.url);
  await page.locator(".new-game select[name=game] option").first().waitFor({ state: "attached" });
  names = await page.locator(".new-game select[name=game] option").evaluateAll((options) => options.map((option) => option.value));
});
after(async () => {
  await browser?.close();
  place?.stop();
});

test("six turns are played and taken back in every game", { timeout: 600_000 }, async (t) => {
  assert.ok(names.length >= 24, `${names.length} games`);
  // GAMES names some of them, for a shorter run.
  const chosen = process.env.GAMES?.split(",") ?? names;
  for (const name of chosen) {
    assert.ok(names.includes(name), name);
    await t.test(name, async () => {
      const page = await browser.open(`${place.url}#play?game=${name}&side=White&level=1`);
      await myTurn(page);
      const start = await standing(page);
      let turns = 0;
      for (; turns < 6; turns++) {
        await playSome(page, turns * 3 + 1);
        await myTurn(page);
        if (await page.locator(".result").isVisible()) break;
      }
      assert.ok(turns === 6 || (await page.locator(".result").isVisible()));
      const back = page.locator("button:has-text('Take back')");
      for (let i = 0; i <= turns && (await back.isEnabled()); i++) {
        await back.click();
        await page.waitForTimeout(80);
      }
      await page.locator("text=No moves yet.").waitFor();
      assert.deepEqual(await standing(page), start);
      await page.context().close();
    });
  }
  assert.deepEqual(browser.errors, []);
});
