// Lessons and puzzles: the whole lessons of two games by mouse, and the games with hints that follow them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, becomes, click, visit } from "./board.js";

const { open } = visit();

const heading = (page) => page.locator(".lesson .card h1").textContent();
const button = (page, text) => page.locator(`.lesson .buttons button:text-is('${text}')`);
const isDone = (page) => page.locator(".lesson .state.done").count();

/** Opens the lesson of a game; returns the page and the steps. */
async function lesson(game) {
  const page = await open(`#learn?game=${game}`);
  await page.locator(".lesson-steps button").first().waitFor();
  const { steps } = await page.evaluate(async (game) => (await import("./link.js")).ask("lesson", { game }), game);
  return { page, steps };
}

/** Returns the turns that may be played in a position of a lesson. */
function turnsIn(page, game, fen) {
  return page.evaluate(async (position) => (await (await import("./link.js")).ask("position", { position })).turns, {
    game,
    fen,
  });
}

/** Plays the solution of a step with the mouse. */
async function solve(page, game, step) {
  let { fen } = step;
  for (const text of step.solution) {
    const turns = await turnsIn(page, game, fen);
    const turn = turns.find((turn) => turn.text === text);
    await click(page, ...turn.squares);
    const choices = turns.filter(({ squares }) => squares.join() === turn.squares.join());
    if (choices.length > 1) await page.locator(`.chooser button[title="${turn.san}"]`).click();
    const next = await page.evaluate(async (content) => (await import("./link.js")).ask("practise", content), {
      game,
      fen,
      text,
    });
    ({ fen } = next);
    // The board has the position after the turn: the piece has arrived.
    await page
      .locator(`.board .piece[data-piece="${turn.squares.at(-1)}"]`)
      .first()
      .waitFor({ state: "attached" });
    await becomes(async () => (await page.locator(".board .cell.chosen").count()) === 0, true);
  }
  await page.locator(".lesson .state.done").waitFor();
}

for (const game of ["courier", "leap-multi"]) {
  test(`the whole lesson of ${game}`, async () => {
    const { page, steps } = await lesson(game);
    await accessible(page, `lesson of ${game}`);
    assert.ok(steps.length >= 10, String(steps.length));
    const headings = [];
    for (const [number, step] of steps.entries()) {
      headings.push(await heading(page));
      await solve(page, game, step);
      if (number + 1 === steps.length) break;
      await button(page, "Next").click();
      await becomes(() => page.locator(".lesson-steps [aria-current]").textContent(), String(number + 2));
    }
    if (game === "leap-multi") assert.ok(headings.includes("Chains of captures"), headings.join());
    await page.locator(".state:has-text('the whole lesson')").waitFor();
    await page.reload();
    await page.locator(".lesson-steps button").first().waitFor();
    assert.equal(await page.locator(".lesson-steps button.done").count(), steps.length, "what is done is remembered");
    await button(page, "Play at level 1").click();
    await page.locator(".player:has-text('level 1')").waitFor();
    await page.locator("button:has-text('Hint')").click();
    await page.locator(".hint-words:has-text('.')").waitFor();
  });
}

test("a wrong turn is told, the solution is shown, and the step can begin again", async () => {
  const { page, steps } = await lesson("courier");
  const number = steps.findIndex(({ kind }) => kind === "check");
  const step = steps[number];
  await page.locator(".lesson-steps button").nth(number).click();
  await page.locator(".task:has-text('Give check')").waitFor();
  const turns = await turnsIn(page, "courier", step.fen);
  const wrong = turns.find(({ text }) => !step.turns.includes(text));
  await click(page, ...wrong.squares);
  await page.locator(".state.wrong:has-text('Try again')").waitFor();
  await page.locator(`.board .piece[data-piece="${wrong.squares[0]}"]`).waitFor({ state: "attached" });
  await button(page, "Show me").click();
  await page.locator(".board .arrow").waitFor();
  assert.equal(await isDone(page), 0);
  await button(page, "Again").click();
  await page.locator(".board .arrow").waitFor({ state: "detached" });
  await solve(page, "courier", step);
});

test("stars disappear one by one, and are read out", async () => {
  const { page, steps } = await lesson("courier");
  const [step] = steps;
  await page.locator(`.state:has-text('Stars left: ${step.visit.join(", ")}')`).waitFor();
  assert.equal(await page.locator(".board .star").count(), step.visit.length);
  const turns = await turnsIn(page, "courier", step.fen);
  await click(page, ...turns.find(({ text }) => text === step.solution[0]).squares);
  await becomes(() => page.locator(".board .star").count(), step.visit.length - 1);
});

const mate = (id, fen, turn, san) => {
  return { id, fen, goal: "mate in 1", solution: [turn], san: [san], themes: ["mate"], rating: 400, nodes: 32 };
};
const SET = {
  format: 1,
  game: "chess",
  puzzles: [
    mate("chess-1", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    mate("chess-2", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", "Ra1#"),
  ],
};

test("puzzles of a file are solved, failed and shown", async () => {
  const page = await open("#learn?game=courier");
  await page.locator(".panel a:has-text('Puzzles')").click();
  const choose = page.locator("button:has-text('Open a set of puzzles')");
  await choose.waitFor();
  await accessible(page, "puzzles");
  await page.locator(".sets button:text-is('Courier Chess')").click();
  await page.locator("h1:text-is('Courier Chess')").waitFor();
  await page.locator(".task").waitFor();
  await page.locator("button:text-is('All sets')").click();
  const load = async (text) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), choose.click()]);
    await chooser.setFiles({ name: "set.json", mimeType: "application/json", buffer: Buffer.from(text) });
  };
  await load("{}");
  await page.locator(".notice:has-text('not a set of puzzles')").waitFor();
  await load(JSON.stringify(SET));
  await page.locator(".task:has-text('White to move: mate in 1.')").waitFor();
  await click(page, "a1", "a7");
  await page.locator(".state.wrong:has-text('Try again')").waitFor();
  await click(page, "a1", "a8");
  await page.locator(".state.solved").waitFor();
  await page.locator("text=Solved 0 of 1 tried; the set has 2.").waitFor();
  await page.locator("button:text-is('Next')").click();
  await page.locator(".task:has-text('Black to move: mate in 1.')").waitFor();
  await page.locator("button:has-text('Show the solution')").click();
  await page.locator(".state:has-text('Ra1#')").waitFor();
  await page.locator("text=chess-2, rated 400: mate").waitFor();
  await page.reload();
  await page.locator("text=Solved 0 of 2 tried; the set has 2.").waitFor();
});
