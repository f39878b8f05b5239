// Files of games, as bytes and in parts, without page and engine: a substitute replies.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONGEST_FILE, decode, textOf } from "../page/files.js";
import { readGames, reading } from "../page/reading.js";

/** A desk that finds a game in each line and records its requests. `answered` may delay a reply. */
function desk(answered = async () => {}) {
  const asked = [];
  const ask = async (request, { text, before, more }) => {
    assert.equal(request, "read-pgn");
    asked.push({ length: text.length, before, more });
    await answered(asked.length);
    const lines = text.split("\n");
    if (more || lines.at(-1) === "") lines.pop();
    const read = more ? lines.join("\n").length + (lines.length > 0 ? 1 : 0) : text.length;
    const records = lines.map((line, i) => ({
      number: before.games + i + 1,
      moves: [],
      error: line.startsWith("bad") ? line : null,
    }));
    return { records, read, place: { games: before.games + lines.length, lines: before.lines + lines.length } };
  };
  return { asked, ask };
}

const tiny = (/** @type {number} */ games) => "e4 *\n".repeat(games);

test("a file of many games is asked for in pieces, and how far it is can be seen", async () => {
  const seen = [];
  const { asked, ask } = desk(async () => seen.push(reading.peek()));
  const found = await readGames(tiny(16_000), { ask });
  assert.ok(found?.complete);
  assert.equal(found.records.length, 16_000);
  assert.deepEqual(
    found.records.map(({ number }) => number),
    [...Array(16_000).keys()].map((i) => i + 1),
  );
  assert.ok(asked.length > 8 && Math.max(...asked.map(({ length }) => length)) < 10_000, "no piece is large");
  assert.deepEqual(
    asked.map(({ more }) => more),
    asked.map((_, i) => i < asked.length - 1),
  );
  const parts = seen.map(({ part }) => part);
  assert.ok(
    parts[0] === 0 && parts.every((part, i) => i === 0 || part > parts[i - 1]) && parts.at(-1) < 1,
    String(parts),
  );
  assert.equal(reading.peek(), null);
});

test("it can be left: nothing is asked from then on", async () => {
  const { asked, ask } = desk(async (number) => void (number === 2 && reading.peek().cancel()));
  assert.equal(await readGames(tiny(16_000), { ask }), null);
  assert.equal(asked.length, 2);
  assert.equal(reading.peek(), null);
});

test("of two files the one that came last is read", async () => {
  let second;
  const first = desk(async (number) => {
    if (number === 2) second = readGames(tiny(3), { ask: desk().ask });
    await second;
  });
  assert.equal(await readGames(tiny(16_000), { ask: first.ask }), null);
  assert.equal(first.asked.length, 2);
  assert.equal((await second).records.length, 3);
});

test("no more is read than is wanted", async () => {
  const { asked, ask } = desk();
  const enough = (records) => records.some((record) => !record.error);
  const found = await readGames("bad\n".repeat(10_000) + tiny(10_000), { ask, enough });
  assert.equal(found?.complete, false);
  assert.ok(found.records.at(-1).error === null && found.records.length < 20_000);
  assert.ok(asked.length < 8, `${asked.length} pieces`);
});

test("a game that is longer than a piece makes it longer, and no word is cut", async () => {
  const { asked, ask } = desk();
  const found = await readGames(`${"long ".repeat(40_000)}\n${tiny(2)}`, { ask });
  assert.equal(found?.records.length, 3);
  assert.ok(asked.length < 10, `${asked.length} pieces`);
});

test("what the desk refuses is told, and nothing is being read any more", async () => {
  const ask = async () => {
    throw new Error("there is no game in it");
  };
  await assert.rejects(readGames("nothing", { ask }), /no game/);
  assert.equal(reading.peek(), null);
});

const bytes = (text, encoding = "utf8") => new Uint8Array(Buffer.from(text, encoding));

test("bytes are read as UTF-8, and a line that is not as Latin-1", () => {
  assert.equal(decode(bytes('[White "Müller – Čapek"]\n')), '[White "Müller – Čapek"]\n');
  assert.equal(decode(bytes('[White "Müller"]\r\n\r\n1. e4 *', "latin1")), '[White "Müller"]\r\n\r\n1. e4 *');
  const mixed = new Uint8Array([...bytes("{ä}\n", "latin1"), ...bytes("{ä €}\n"), ...bytes("{\x80}", "latin1")]);
  assert.equal(decode(mixed), "{ä}\n{ä €}\n{\x80}");
  assert.equal(decode(new Uint8Array()), "");
});

test("UTF-16 is named, with a mark or without", () => {
  const text = '[Event "A"]\n\n1. e4 *\n';
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const coded of [
    little,
    big,
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
  ]) {
    assert.throws(() => decode(new Uint8Array(coded)), /UTF-16.*UTF-8/);
  }
  assert.equal(decode(bytes("a\0b and more")), "a\0b and more");
});

test("a file that is too large is not read at all", async () => {
  const large = { name: "all.pgn", size: LONGEST_FILE * 2, arrayBuffer: () => assert.fail("it is read") };
  await assert.rejects(textOf(/** @type {any} */ (large)), /all\.pgn has 8 MB; this page takes up to 4 MB/);
  assert.equal(await textOf(new File([bytes("1. e4 *")], "one.pgn")), "1. e4 *");
  const ask = () => assert.fail("it is asked for");
  await assert.rejects(readGames("1. e4 *\n".repeat(LONGEST_FILE / 4), { ask }), /This text has 8 MB/);
});
