// Puzzles, without page and engine: a substitute replies when it is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Trainer, rated, readSet } from "../page/trainer.js";

const puzzle = (id, rating, solution) => ({
  id,
  fen: `${id} w`,
  goal: "win",
  solution,
  san: solution,
  themes: [],
  rating,
});
const SET = { format: 1, game: "any", puzzles: [puzzle("x-1", 900, ["a", "b", "c"]), puzzle("x-2", 1500, ["d"])] };

/** Any turn is legal; White is first to move, and a turn called "mate" wins. */
class Engine {
  async ask(request, { position }) {
    assert.equal(request, "position");
    const { moves } = position;
    const outcome = moves.at(-1) === "mate" ? { result: "1-0", winner: "White", reason: "checkmate" } : null;
    const turns = ["a", "c", "d", "z", "mate"].map(turn);
    return { pieces: moves.join(), side: moves.length % 2 === 0 ? "White" : "Black", turns, outcome };
  }
}

const turn = (text) => ({ text, squares: [text] });

async function begun(record = { rating: 800, tried: {} }) {
  const told = {};
  const trainer = new Trainer(new Engine(), SET, record, (now) => (told.record = now));
  await trainer.begin();
  return { trainer, told };
}

test("a puzzle is solved turn by turn, with the replies", async () => {
  const { trainer, told } = await begun();
  assert.equal(trainer.puzzle.peek().id, "x-1", "the one near the user's rating");
  await trainer.play(turn("a"));
  assert.deepEqual([trainer.position.peek().pieces, trainer.state.peek()], ["a,b", "open"]);
  await trainer.play(turn("c"));
  assert.deepEqual([trainer.position.peek().pieces, trainer.state.peek()], ["a,b,c", "solved"]);
  assert.deepEqual(trainer.position.peek().turns, []);
  assert.deepEqual(told.record, { rating: rated(800, 900, true), tried: { "x-1": true } });
  await trainer.next();
  assert.equal(trainer.puzzle.peek().id, "x-2");
});

test("a wrong turn is taken back and counts once", async () => {
  const { trainer, told } = await begun();
  const { turns } = trainer.position.peek();
  await trainer.play(turn("z"));
  assert.equal(trainer.state.peek(), "wrong");
  assert.notEqual(trainer.position.peek().turns, turns);
  assert.equal(trainer.position.peek().pieces, "");
  const failed = { rating: rated(800, 900, false), tried: { "x-1": false } };
  assert.deepEqual(told.record, failed);
  await trainer.play(turn("z"));
  await trainer.play(turn("a"));
  await trainer.play(turn("c"));
  assert.equal(trainer.state.peek(), "solved");
  assert.deepEqual(told.record, failed);
});

test("any turn that wins the game is right", async () => {
  const { trainer, told } = await begun();
  await trainer.play(turn("a"));
  await trainer.play(turn("mate"));
  assert.equal(trainer.state.peek(), "solved");
  assert.equal(told.record.tried["x-1"], true);
});

test("a solution that is shown counts as a failure", async () => {
  const { trainer, told } = await begun();
  await trainer.show();
  assert.deepEqual([trainer.position.peek().pieces, trainer.state.peek()], ["a,b,c", "shown"]);
  assert.equal(told.record.tried["x-1"], false);
});

test("puzzles that failed come again after all others", async () => {
  const { trainer, told } = await begun({ rating: 800, tried: { "x-1": false, "x-2": true } });
  assert.equal(trainer.puzzle.peek().id, "x-1");
  await trainer.play(turn("a"));
  await trainer.play(turn("c"));
  assert.deepEqual(told.record, { rating: 800, tried: { "x-1": true, "x-2": true } });
});

test("a rating rises by a puzzle that is solved, and more by a hard one", () => {
  assert.equal(rated(800, 800, true), 820);
  assert.equal(rated(800, 800, false), 780);
  assert.ok(rated(800, 1200, true) > 830);
  assert.ok(rated(800, 1200, false) > 790);
});

test("only sets of puzzles are read", () => {
  assert.deepEqual(readSet(JSON.stringify(SET)), SET);
  const bad = [
    "",
    "null",
    "{}",
    JSON.stringify({ ...SET, format: 2 }),
    JSON.stringify({ ...SET, puzzles: [] }),
    JSON.stringify({ ...SET, puzzles: [{ ...SET.puzzles[0], solution: ["a", "b"] }] }),
    JSON.stringify({ ...SET, puzzles: [null] }),
    JSON.stringify({ ...SET, puzzles: [{ ...SET.puzzles[0], rating: "high" }] }),
  ];
  for (const text of bad) assert.throws(() => readSet(text), /not a set of puzzles/, text);
});
