// The first visit and later visits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, choices, choose, click, myTurn, standing, stands, toMove, visit } from "./board.js";

const { url, open } = visit();

test("a first visit meets Courier Chess, a welcome of three lines, and all games with their pictures", async () => {
  const page = await open();
  const welcome = page.locator(".welcome");
  await welcome.waitFor();
  const lines = await welcome
    .locator("p")
    .evaluateAll((all) => all.map((line) => line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight)));
  assert.deepEqual(lines.map(Math.round), [1, 1, 1]);
  const parts = await welcome.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.deepEqual(parts, ["#analyse", "#review", "#rules", "#workshop"]);
  assert.equal(await page.locator(".new-game input[name=game]:checked").inputValue(), "courier");
  await page.locator(".room polygon[data-square=l8]").waitFor();
  assert.equal(await page.locator(".room polygon").count(), 12 * 8);
  const games = await choices(page);
  assert.ok(games.length >= 24, `${games.length} games`);
  // A picture is drawn when it is about to be seen.
  const pictures = page.locator(".new-game label img");
  assert.ok((await pictures.count()) < games.length);
  for (const name of games) {
    await page.locator(`.new-game label:has(input[value="${name}"])`).scrollIntoViewIfNeeded();
  }
  await becomes(() => pictures.count(), games.length);
  const drawn = () =>
    pictures.evaluateAll((images) => images.every((image) => image.complete && image.naturalWidth > 40));
  await becomes(drawn, true);
  const different = await pictures.evaluateAll((images) => new Set(images.map(({ src }) => src)).size);
  assert.ok(different > games.length / 2, `${different} different pictures`);
});

test("games are searched for, and shown by their families", async () => {
  const page = await open();
  const titles = page.locator(".choice-of-games h2");
  await titles.first().waitFor();
  assert.equal(await titles.first().textContent(), "Courier");
  await page.locator("input[type=search]").fill("large champion");
  await becomes(async () => (await choices(page)).includes("omega"), true);
  assert.ok((await choices(page)).length < 5);
  assert.deepEqual(await titles.allTextContents(), ["Large boards"]);
  await page.locator("input[type=search]").fill("no such game");
  await page.locator(".choice-of-games p").waitFor();
});

test("the games are within the dialog, and the button that begins is in sight, in a large window and on a phone", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const page = await open("", { viewport });
    await becomes(async () => {
      const [form, list] = await Promise.all(
        [".new-game", ".game-choice"].map((part) => page.locator(part).boundingBox()),
      );
      return form !== null && list !== null && list.x >= form.x && list.x + list.width <= form.x + form.width + 1;
    }, true);
    const begin = page.locator("button:text-is('Begin')");
    await becomes(async () => {
      const box = await begin.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
    }, true);
  }
});

test("a picture is chosen by mouse and keyboard, and its game is played", async () => {
  const page = await open();
  await page.locator(".welcome").waitFor();
  await choose(page, "chess");
  await becomes(() => page.locator(".room polygon").count(), 8 * 8);
  await page.locator(".new-game input[value=chess]").focus();
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await page.locator(".new-game input[name=game]:checked").inputValue(), "chess");
  await page.keyboard.press("ArrowRight");
  await page.locator("label:has-text('both sides')").click();
  await page.locator("button:text-is('Begin')").click();
  await myTurn(page);
  assert.equal(await page.locator(".welcome").count(), 0);
  assert.equal(Object.keys(await standing(page)).length, 32);
});

test("later visits open what was played last", async () => {
  const page = await open("#play?game=chess&side=both");
  await myTurn(page);
  await click(page, "e2", "e4");
  await toMove(page, "Black");
  // The same browser on another day.
  await page.goto("about:blank");
  await page.goto(url());
  await stands(page, "e4", "P");
  assert.equal(await page.locator(".panel h1").textContent(), "Chess");
  assert.equal(await page.locator(".welcome").count(), 0);
  await page.locator("button:text-is('New game')").click();
  await page.locator(".new-game").waitFor();
  assert.equal(await page.locator(".welcome").count(), 0);
  assert.equal(await page.locator(".new-game input[name=game]:checked").inputValue(), "chess");
});
