// Begins every game, plays six turns with the mouse against the engine, and takes them back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, choices, choose, myTurn, playSome, standing, takeBack, turns, visit } from "./board.js";

const { open } = visit();

test("six turns are played and taken back in every game", { timeout: 600_000 }, async (t) => {
  const first = await open();
  const names = await choices(first);
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

test(
  "whole games against level 3, begun on the page and played to their end",
  { skip: process.env.GAMES && "in the long form", timeout: 1_200_000 },
  async (t) => {
    for (const name of ["courierleapale", "leap-multi"]) {
      await t.test(name, async (t) => {
        const page = await open();
        await choose(page, name);
        await page.locator("label:has-text('Level') select").selectOption("3");
        await page.locator("button:has-text('Begin')").click();
        await myTurn(page);
        const over = page.locator(".result");
        for (let n = 1; !(await over.isVisible()); n += 7) await playSome(page, n);
        t.diagnostic(`${await turns(page)} turns, ${await over.textContent()}`);
        assert.match(await over.textContent(), /^(1-0 White wins|0-1 Black wins|½–½ A draw): [a-z ]+$/);
        assert.ok((await turns(page)) >= 4);
      });
    }
  },
);
