// In every game: a game is begun, six turns are played with the mouse against the engine, and taken back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, myTurn, playSome, standing, takeBack, turns, visit } from "./board.js";

const { open } = visit();

test("six turns are played and taken back in every game", { timeout: 600_000 }, async (t) => {
  const first = await open();
  await first.locator(".new-game select[name=game] option").first().waitFor({ state: "attached" });
  const names = await first.locator(".new-game select[name=game] option").evaluateAll((options) => options.map((option) => option.value));
  assert.ok(names.length >= 24, `${names.length} games`);
  // GAMES names some of them, for a shorter run.
  const chosen = process.env.GAMES?.split(",") ?? names;
  for (const name of chosen) {
    assert.ok(names.includes(name), name);
    await t.test(name, async () => {
      const page = await open(`#play?game=${name}&side=White&level=1`);
      await myTurn(page);
      const start = await standing(page);
      const over = page.locator(".result");
      let played = 0;
      for (; played < 6 && !(await over.isVisible()); played++) await playSome(page, played * 3 + 1);
      assert.ok(played === 6 || (await over.isVisible()));
      for (let left = played; left > 0; left--) await takeBack(page);
      await page.locator("text=No moves yet.").waitFor();
      assert.equal(await turns(page), 0);
      await becomes(() => standing(page), start);
      await page.context().close();
    });
  }
});
