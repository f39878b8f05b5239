// Import into the page and export from it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { becomes, draft, ownGame, program, standing, visit } from "./board.js";

const { url, open } = visit();

/** Returns the file that a button downloads, and its name. */
async function saved(page, button) {
  const download = page.waitForEvent("download");
  await page.locator(`button:text-is("${button}")`).click();
  const file = await download;
  return { name: file.suggestedFilename(), path: await file.path() };
}

/** Pastes a FEN or a PGN. */
async function paste(page, text) {
  const files = page.locator("details:has(textarea)");
  await files.evaluate((details) => void (details.open = true));
  await page.locator("textarea").fill(text);
  await page.locator("form:has(textarea) button").click();
}

test("games with variations and positions go out and come in again", async () => {
  const page = await open("#analyse?game=courier&moves=b1c3,b8c6");
  await page.locator(".moves .turn:nth-of-type(2)").waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".moves .turn:nth-of-type(1) .now").waitFor();
  await page.fill(".typed input", "Nj6");
  await page.keyboard.press("Enter");
  await page.locator(".moves .variation").waitFor();
  const list = await page.locator(".moves").textContent();
  const pieces = await standing(page);
  await page.locator("summary:has-text('Position and files')").click();
  const fen = await page.locator(".fen code").textContent();
  const file = await saved(page, "Save PGN");
  assert.equal(file.name, "courier.pgn");
  const pgn = readFileSync(file.path, "utf8");
  assert.match(pgn, /1\. Nc3 Nc6 \(1\.\.\. Nj6\) \*/);
  // Another visitor who opens the PGN gets this game and, from the FEN, this position.
  const other = await open("#analyse?game=chess");
  await other.locator(".typed input").waitFor();
  await paste(other, pgn);
  await becomes(() => other.locator(".moves").textContent(), list);
  await other.locator("button:text-is('Start')").click();
  await other.locator("text=No moves yet.").waitFor();
  await paste(other, "8/8");
  await other.locator(".problem:has-text('rank')").waitFor();
  await paste(other, fen);
  await becomes(() => standing(other), pieces);
});

/** Opens a PGN file with the given content. */
async function openFile(page, buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.locator("button:text-is('Open PGN')").click();
  await (await chooser).setFiles({ name: "games.pgn", mimeType: "text/plain", buffer });
}

test("a file in UTF-16 is refused in words, and so is one that is too large", async () => {
  const page = await open("#review");
  await openFile(page, Buffer.from("\u{feff}1. e4 *", "utf16le"));
  await page.locator(".notice:has-text('The file is UTF-16')").waitFor();
  await openFile(page, Buffer.alloc((4 << 20) + 1, "1. e4 *\n"));
  await page.locator(".notice:has-text('this page takes up to 4 MB')").waitFor();
});

test("a pasted text that is too long is refused, and the page goes on", async () => {
  const page = await open("#analyse?game=chess");
  await page.locator(".typed input").waitFor();
  // The program would close the connection, and the page would repeat the request on the next connection.
  await paste(page, `8/${"8".repeat(5 << 20)}`);
  await page.locator(".problem:has-text('too long')").waitFor();
  await paste(page, "1. d4 *");
  await becomes(async () => (await page.locator(".moves").textContent()).replace(/\s+/g, " ").trim(), "1.d4");
});

test("a game of one's own stays in the browser, and the command line takes its file", async () => {
  const page = await open("#workshop");
  await page.locator(".verdict:has-text('first moves')").waitFor();
  await page.locator("select:has(option:text-is('…'))").selectOption("leap-multi");
  await page.locator(".cm-line:has-text('my-leap-multi')").waitFor();
  await page.locator(".preview h1:has-text('My Leap Chess')").waitFor();
  const file = await saved(page, "Export");
  assert.equal(file.name, "my-leap-multi.toml");
  const folder = mkdtempSync(join(tmpdir(), "kurier-"));
  try {
    const path = join(folder, file.name);
    execFileSync("cp", [file.path, path]);
    assert.match(execFileSync(program, ["check", path], { encoding: "utf8" }), /^my-leap-multi: 6x8/);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.locator("button:text-is('Save')").click();
  await page.locator(".notice:has-text('is kept in this browser')").waitFor();
  await page.goto(url("#play"));
  await page.reload();
  await page.locator(".new-game input[value=my-leap-multi]").waitFor({ state: "attached" });
});

test("the rules are printed without what belongs to the screen", async () => {
  const page = await open("#rules?game=courierleapale");
  await page.locator(".piece-rules .mark").first().waitFor();
  assert.ok(await page.locator("header").isVisible());
  await page.emulateMedia({ media: "print" });
  assert.ok(!(await page.locator("header").isVisible()));
  assert.ok(await page.locator(".piece-rules").last().isVisible());
});

test("the page fits windows from 360 to 2560 points", async () => {
  const page = await open();
  // The first visit: a choice of all games, which a phone shows as a row that scrolls sideways.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator(".new-game").waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "the first visit at 360");
  for (const [width, height] of [
    [360, 640],
    [1366, 768],
    [2560, 1440],
  ]) {
    await page.setViewportSize({ width, height });
    for (const part of [
      "play?game=courierleapale&side=both",
      "analyse?game=courier",
      "review",
      "rules?game=courier",
      "workshop",
    ]) {
      await page.goto(url(`#${part}`));
      await page.locator("main > .page, main > .rules").first().waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${part} at ${width}`);
      const board = page.locator(".room .board svg").first();
      if (await board.isVisible()) {
        assert.ok(
          (await board.boundingBox()).height > 0.35 * Math.min(width, height),
          `${part} at ${width}: a small board`,
        );
      }
    }
  }
});

test("a phone shows all entries of the navigation, in every language", async () => {
  for (const locale of ["en-US", "de-DE"]) {
    const page = await open("", { locale, viewport: { width: 360, height: 740 } });
    await page.locator(".new-game").waitFor();
    const [needed, given] = await page.locator("nav").evaluate((nav) => [nav.scrollWidth, nav.clientWidth]);
    assert.ok(needed > 200 && needed <= given, `${locale}: ${needed} of ${given} points`);
  }
});

test("the engine takes the number of lines, threads and the table's size", async () => {
  const page = await open("#analyse?game=leap");
  await page.locator(".lines button").first().waitFor();
  await page.locator("summary:text-is('Engine')").click();
  for (const [label, value] of [
    ["Lines", "5"],
    ["Threads", "2"],
    ["Hash", "8"],
  ]) {
    await page.locator(`label:has-text("${label}") input`).fill(value);
    await page.keyboard.press("Enter");
  }
  await page.locator(".lines li:nth-child(5) button").first().waitFor();
  await page.reload();
  await page.locator(".lines li:nth-child(5) button").first().waitFor();
  await page.locator("summary:text-is('Engine')").click();
  assert.deepEqual(
    await page.locator("details[open] input[type=number]").evaluateAll((inputs) => inputs.map((input) => input.value)),
    ["5", "2", "8"],
  );
});

/** A game whose rook never appears on the board. */
const DOUBTFUL = ownGame({ name: "doubtful", start: "4k/ppppp/5/5/PPPPP/4K w - - 0 1", files: 5, ranks: 6 });

test("the workshop has the doubts of kurier check", async () => {
  const page = await open("#workshop");
  await draft(page, DOUBTFUL);
  await page.locator(".doubt").first().waitFor();
  const shown = (await page.locator(".doubt").allTextContents()).map((text) => text.replace("Warning: ", ""));
  const folder = mkdtempSync(join(tmpdir(), "kurier-"));
  try {
    const path = join(folder, "doubtful.toml");
    writeFileSync(path, DOUBTFUL);
    const { stdout, stderr } = spawnSync(program, ["check", path], { encoding: "utf8" });
    const told = [...(stdout + stderr).matchAll(/^warning: (.*)$/gm)].map(([, words]) => words);
    assert.ok(
      shown.some((words) => words.includes("Rook")),
      String(shown),
    );
    for (const words of shown) assert.ok(told.includes(words), `${words} - not among ${told.join("; ")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the colours are those of the system, until others are chosen", async () => {
  const page = await open("#play", { colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.locator(".new-game").waitFor();
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.locator(".settings summary").click();
  await page.locator("select.theme").selectOption("light");
  await becomes(paper, light);
  await page.reload();
  await page.locator(".new-game").waitFor();
  await becomes(paper, light);
});
