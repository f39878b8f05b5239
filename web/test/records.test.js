// Files of games are read and written again by the page.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Tree } from "../page/tree.js";
import { visit } from "./board.js";

const { open } = visit();
const folder = new URL("../../engine-tests/data/records/", import.meta.url);

/** Tags that follow from the game itself. */
const DERIVED = ["Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"];

/** Decodes a file: as UTF-8, or as Latin-1 if it is not valid UTF-8. */
function textOf(name) {
  const bytes = readFileSync(new URL(name, folder));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

/**
 * Reads the games of a PGN with the page's own modules, and writes each from its tree, stored and loaded in between.
 */
const readAndWrite = (page, text) =>
  page.evaluate(async (file) => {
    const [{ ask }, { Tree: Kept }, { pgnOf }] = await Promise.all(
      ["./link.js", "./tree.js", "./files.js"].map((path) => import(new URL(path, document.baseURI).href)),
    );
    const { records } = await ask("read-pgn", { text: file });
    const kept = (record) => Kept.load(JSON.parse(JSON.stringify(Kept.of(record).save())));
    return Promise.all(
      records.map(async (record) => ({ record, text: record.error ? null : await pgnOf(kept(record)) })),
    );
  }, text);

test("files of games are written as they are read", async () => {
  const page = await open("#analyse?game=chess");
  await page.locator(".typed input").waitFor();
  let seen = 0;
  for (const name of readdirSync(folder).filter((each) => each !== "utf-16.pgn")) {
    for (const { record, text } of (await readAndWrite(page, textOf(name))).filter((each) => each.text)) {
      const [again] = await readAndWrite(page, text);
      for (const key of ["game", "fen", "preamble", "moves", "result"]) {
        assert.deepEqual(again.record[key], record[key], `${name}: ${key}\n${text}`);
      }
      for (const [tag, value] of record.tags.filter(
        ([known, said]) => !DERIVED.includes(known) && /[^?. ]/.test(said),
      )) {
        assert.equal(again.record.tags.find(([known]) => known === tag)?.[1], value, `${name}: ${tag}`);
      }
      assert.equal(again.text, text, name);
      seen++;
    }
  }
  assert.ok(seen >= 20, `${seen}`);
});

test("signs and the first comment are shown, and go out again", async () => {
  const page = await open("#analyse?game=chess");
  await page.locator(".typed input").waitFor();
  await page.locator("details:has(textarea)").evaluate((details) => void (details.open = true));
  await page
    .locator("textarea")
    .fill('[White "Anna"]\n\n{Before} 1. e4! {after [%clk 0:01]} e5?! $14 ({odd} 1... c5!?) 2. Nf3 1-0');
  await page.locator("form:has(textarea) button").click();
  await page.locator(".moves .comment:text-is('Before')").waitFor();
  const list = (await page.locator(".moves").textContent()).replace(/\s+/g, "");
  assert.equal(list, "Before1.e4!after1…e5?!⩲(odd1…c5!?)2.Nf3");
  const download = page.waitForEvent("download");
  await page.locator('button:text-is("Save PGN")').click();
  const text = readFileSync(await (await download).path(), "utf8");
  assert.match(text, /\[White "Anna"\]/);
  assert.match(
    text.replace(/\s+/g, " "),
    /\{Before\} 1\. e4! \{after \[%clk 0:01\]\} 1\.\.\. e5\?! \$14 \(\{odd\} 1\.\.\. c5!\?\) 2\. Nf3 1-0/,
  );
});

test("a variation that begins with the turns of its line loses no words", () => {
  const turn = (text, comment, glyphs, variations = []) => ({
    text,
    san: text,
    glyphs,
    before: "",
    comment,
    variations,
  });
  const variation = [turn("e2e4", "again", ["$14"]), turn("c7c5", "", [])];
  const record = {
    game: "chess",
    fen: null,
    tags: [],
    preamble: "first",
    result: "*",
    moves: [turn("e2e4", "main", ["!"], [variation])],
  };
  const tree = Tree.of(/** @type {any} */ (record));
  const [only] = tree.root.children;
  assert.equal(tree.root.comment, "first");
  assert.deepEqual([only.comment, only.glyphs, only.children.length], ["main again", ["!", "$14"], 1]);
  const loaded = Tree.load(JSON.parse(JSON.stringify(tree.save())));
  assert.deepEqual(loaded.save(), tree.save());
});
