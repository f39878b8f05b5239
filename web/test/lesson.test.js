// A lesson in progress, without page and engine: a substitute replies when it is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Lesson } from "../page/lesson.js";
import { reasons } from "../page/merits.js";

const GAME = { name: "any", squares: ["a", "b", "c", "d"].map((name) => ({ name })) };
const VISIT = { kind: "piece", piece: "R", fen: "visit", visit: ["b", "c"], turns: [], solution: ["ab", "bc"] };
const TURN = { kind: "promotion", piece: "R", fen: "turn", visit: [], turns: ["ab"], solution: ["ab"] };

const turn = (text) => ({ text, squares: [...text] });

/** A rook on any of four squares in a row, which a position names, and a king that stays. */
class Engine {
  asked = [];
  outcome = null;

  async ask(request, content) {
    this.asked.push([request, content]);
    const fen = content.fen ?? content.position.fen;
    const before = fen.length === 1 ? fen : "a";
    const at = content.text ? content.text.at(-1) : before;
    const pieces = [..."abcd"].map((square) => (square === at ? "R" : ".")).join("");
    const turns = [..."abcd"].filter((to) => to !== at).map((to) => turn(at + to));
    return { fen: at, pieces, turns, side: "White", outcome: this.outcome };
  }
}

/** Returns a lesson that shows the first step that is not done, its engine, and what it keeps. */
async function begun(steps = [VISIT, TURN], done = []) {
  const engine = new Engine();
  const kept = [];
  const lesson = new Lesson(engine, GAME, steps, done, (now) => kept.push(now));
  await lesson.begin();
  return { lesson, engine, kept };
}

test("a lesson begins with the first step that is not done", async () => {
  assert.equal((await begun()).lesson.index.peek(), 0);
  const { lesson, engine } = await begun([VISIT, TURN], [0, 7]);
  assert.equal(lesson.index.peek(), 1);
  assert.deepEqual(lesson.done.peek(), [0], "a step that does not exist is forgotten");
  assert.deepEqual(engine.asked, [["position", { position: { game: "any", fen: "turn" } }]]);
  assert.equal((await begun([VISIT, TURN], [0, 1])).lesson.index.peek(), 0);
});

test("stars are visited in any order, while the opponent waits", async () => {
  const { lesson, engine, kept } = await begun();
  assert.deepEqual(lesson.stars.peek(), ["b", "c"]);
  await lesson.play(turn("ac"));
  assert.deepEqual([lesson.stars.peek(), lesson.state.peek()], [["b"], "open"]);
  await lesson.play(turn("cd"));
  assert.deepEqual([lesson.stars.peek(), lesson.state.peek()], [["b"], "open"]);
  assert.deepEqual(engine.asked.at(-1), ["practise", { game: "any", fen: "c", text: "cd" }]);
  await lesson.play(turn("db"));
  assert.equal(lesson.state.peek(), "done");
  assert.deepEqual(lesson.position.peek().turns, [], "no more turns are needed");
  assert.deepEqual(kept, [[0]]);
});

test("a chain of captures visits every square on its way", async () => {
  const { lesson } = await begun();
  await lesson.play({ text: "abc", squares: ["a", "b", "c"] });
  assert.equal(lesson.state.peek(), "done");
});

test("another piece visits no star", async () => {
  const { lesson } = await begun([{ ...VISIT, piece: "K" }]);
  await lesson.play(turn("ab"));
  assert.deepEqual(lesson.stars.peek(), ["b", "c"]);
});

test("a legal turn that is not wanted is taken back", async () => {
  const { lesson, engine, kept } = await begun([TURN]);
  const before = lesson.position.peek();
  await lesson.play(turn("ac"));
  assert.equal(lesson.state.peek(), "wrong");
  assert.notEqual(lesson.position.peek().turns, before.turns, "the board resets on a new list");
  assert.deepEqual(lesson.position.peek(), before);
  assert.equal(engine.asked.length, 1);
  await lesson.play(turn("ab"));
  assert.equal(lesson.state.peek(), "done");
  assert.deepEqual(engine.asked.at(-1), ["play", { position: { game: "any", fen: "a" }, text: "ab" }]);
  assert.deepEqual(kept, [[0]]);
  await lesson.play(turn("ab"));
  assert.equal(engine.asked.length, 2, "the step is over");
});

test("a game that ends before the goal is told", async () => {
  const { lesson, engine } = await begun();
  engine.outcome = { result: "1/2-1/2", winner: null, reason: "stalemate" };
  await lesson.play(turn("ab"));
  assert.equal(lesson.state.peek(), "over");
  engine.outcome = null;
  await lesson.again();
  assert.deepEqual([lesson.state.peek(), lesson.stars.peek()], ["open", ["b", "c"]]);
});

test("the solution is shown turn by turn, as long as the user follows it", async () => {
  const { lesson } = await begun();
  await lesson.play(turn("ad"));
  await lesson.show();
  assert.deepEqual(lesson.shown.peek(), ["a", "b"]);
  await lesson.play(turn("ab"));
  assert.deepEqual(lesson.shown.peek(), ["b", "c"]);
  await lesson.play(turn("bd"));
  assert.equal(lesson.shown.peek(), null);
});

test("a step that is shown again is done only once", async () => {
  const { lesson, kept } = await begun([TURN]);
  await lesson.play(turn("ab"));
  await lesson.again();
  await lesson.play(turn("ab"));
  assert.equal(kept.length, 1);
});

test("a step that is opened meanwhile is not disturbed by a late reply", async () => {
  const { lesson } = await begun();
  const late = lesson.play(turn("ab"));
  await lesson.open(1);
  await late;
  assert.equal(lesson.index.peek(), 1);
  assert.equal(lesson.state.peek(), "open");
  assert.equal(lesson.position.peek().fen, "a");
});

test("reasons are sentences that name pieces", () => {
  const game = { pieces: [{ letter: "R", name: "Rook" }] };
  const merits = [
    { merit: "captures", piece: "r" },
    { merit: "checks", piece: null },
  ];
  assert.equal(reasons(merits, game), "Captures: Rook. Gives check.");
  assert.equal(reasons([], game), "");
});
