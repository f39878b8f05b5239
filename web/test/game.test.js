// The game in progress, without page and engine: a substitute replies when a test allows it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Superseded } from "../page/link.js";
import { PlayedGame } from "../page/game.js";
import { Tree } from "../page/tree.js";

const OPTIONS = { game: "any", side: "White", level: 3, other: 7, minutes: 0, increment: 5 };

/** Any moves are legal here; the sides take turns, and a move called "end" ends the game. */
class Engine {
  connected = { peek: () => true };
  /** The searches that have no reply yet. */
  searches = [];
  /** All searches that were requested. */
  asked = [];

  async ask(request, { position, text }) {
    if (request === "why") return { merits: [{ merit: "checks", piece: null, end: text }] };
    assert.equal(request, "position");
    const moves = position.moves ?? [];
    const over = moves.at(-1) === "end";
    const outcome = over ? { result: "1-0", winner: "White", reason: "bare king" } : null;
    const turns = ["p", "q"].map((text) => ({ ...move(text), squares: [text, `${text}1`], promotion: null }));
    return { side: moves.length % 2 === 0 ? "White" : "Black", turns, outcome };
  }

  search(request, content) {
    assert.equal(request, "search");
    this.stop();
    this.asked.push(content);
    return new Promise((resolve, reject) => this.searches.push({ resolve, reject }));
  }

  stop() {
    for (const { reject } of this.searches.splice(0)) reject(new Superseded("given up"));
  }

  /** Replies to the waiting search. */
  async answer(text, cp = 0) {
    const [{ resolve }] = this.searches.splice(0, 1);
    resolve({ turn: text && move(text), score: { cp, mate: null }, depth: 9 });
    await settled();
  }
}

const move = (text) => ({ text, san: text.toUpperCase(), squares: [text] });

/** Waits until the callbacks of all settled promises have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a game that is shown, and the messages that it sends. */
async function begun(options = {}, kept = null) {
  const engine = new Engine();
  const told = { kept, said: [] };
  const owner = {
    keep: (game) => (told.kept = structuredClone(game)),
    say: (problem) => told.said.push(String(problem)),
  };
  const game = kept ? PlayedGame.load(engine, owner, kept) : new PlayedGame(engine, owner, { ...OPTIONS, ...options });
  game.enter();
  await settled();
  return { game, engine, told };
}

const line = (game) =>
  game.tree
    .line(game.tree.root)
    .slice(1)
    .map(({ text }) => text);

/** Plays the user's turn. */
async function play(game, text) {
  game.play(move(text));
  await settled();
}

test("the engine answers each turn of the user's", async () => {
  const { game, engine } = await begun();
  assert.ok(game.mine);
  assert.equal(engine.searches.length, 0);
  await play(game, "a");
  assert.ok(game.thinking.peek() && !game.mine);
  assert.deepEqual(engine.asked[0].position.moves, ["a"]);
  assert.equal(engine.asked[0].settings.level, 3);
  assert.ok(Number.isInteger(engine.asked[0].settings.book));
  await engine.answer("b");
  assert.deepEqual(line(game), ["a", "b"]);
  assert.ok(game.mine && !game.thinking.peek());
});

test("a turn that is chosen ahead is played at once, if it is legal then", async () => {
  const { game, engine } = await begun();
  assert.equal(game.waiting, null);
  await play(game, "a");
  assert.equal(game.waiting, "White");
  game.ahead.value = ["p", "p1"];
  await engine.answer("b");
  assert.deepEqual(line(game), ["a", "b", "p"]);
  game.ahead.value = ["p", "q1"];
  await engine.answer("c");
  assert.deepEqual([line(game), game.ahead.peek()], [["a", "b", "p", "c"], null]);
  assert.ok(game.mine);
  // A user who looks at another position has changed their mind.
  await play(game, "d");
  game.ahead.value = ["q", "q1"];
  await game.goTo(game.tree.root);
  assert.equal(game.ahead.peek(), null);
});

test("who plays Black waits for the engine, and two people for nobody", async () => {
  const black = await begun({ side: "Black" });
  assert.equal(black.engine.searches.length, 1);
  await black.engine.answer("a");
  assert.ok(black.game.mine);
  const both = await begun({ side: "both" });
  await play(both.game, "a");
  await play(both.game, "b");
  assert.equal(both.engine.asked.length, 0);
  assert.deepEqual(line(both.game), ["a", "b"]);
});

test("two engines play, each at its level, until the game is over", async () => {
  const { game, engine } = await begun({ side: "none" });
  for (const text of ["a", "b", "end"]) await engine.answer(text);
  assert.deepEqual(
    engine.asked.map(({ settings }) => settings.level),
    [3, 7, 3],
  );
  assert.deepEqual(game.result.peek(), { result: "1-0", words: "White wins: bare king" });
  assert.equal(engine.searches.length, 0);
});

test("a game is kept after each turn, and goes on where it was", async () => {
  const { game, engine, told } = await begun({ minutes: 3 });
  await play(game, "a");
  await engine.answer("b");
  const again = await begun({}, told.kept);
  assert.deepEqual(line(again.game), ["a", "b"]);
  assert.deepEqual(again.game.clock.peek(), [185_000, 185_000]);
  await play(again.game, "c");
  assert.deepEqual(again.engine.asked[0].position.moves, ["a", "b", "c"]);
  assert.deepEqual(line(PlayedGame.load(engine, { keep() {}, say() {} }, again.told.kept)), ["a", "b", "c"]);
});

test("a game that cannot be shown does not take the place of the one that is kept", async () => {
  const engine = new Engine();
  engine.ask = () => Promise.reject(new Error("there is no such game"));
  const kept = [];
  const game = new PlayedGame(engine, { keep: (each) => kept.push(each), say() {} }, OPTIONS);
  await assert.rejects(game.enter(), /no such game/);
  assert.deepEqual(kept, []);
});

test("turns are taken back as far as the user's last one", async () => {
  const { game, engine, told } = await begun();
  await game.takeBack();
  assert.match(told.said[0], /no move of yours/);
  await play(game, "a");
  await engine.answer("b");
  await game.takeBack();
  assert.deepEqual(line(game), []);
  assert.ok(game.mine);
  // If the engine is thinking, taking back cancels its search, and no other search begins.
  await play(game, "c");
  assert.equal(engine.searches.length, 1);
  await game.takeBack();
  await settled();
  assert.deepEqual([line(game), engine.searches.length], [[], 0]);
  assert.equal(told.said.length, 1);
});

test("a game that was given up can be gone on with by taking a turn back", async () => {
  const { game, engine, told } = await begun();
  await play(game, "a");
  await engine.answer("b");
  game.resign();
  assert.deepEqual(told.kept.result, { result: "0-1", words: "White resigns" });
  assert.ok(!game.mine);
  await game.takeBack();
  assert.equal(told.kept.result, null);
  assert.ok(game.mine);
});

test("what the engine finds too late is not played", async () => {
  const { game, engine } = await begun();
  await play(game, "a");
  const [search] = engine.searches;
  // This reply was already on its way when the user resigned.
  engine.stop = () => {};
  game.resign();
  search.resolve({ turn: move("b"), score: { cp: 0, mate: null } });
  await settled();
  assert.deepEqual(line(game), ["a"]);
  assert.equal(game.result.peek().result, "0-1");
});

test("the engine does not think about a game that nobody sees, and goes on when it is seen again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { game, engine } = await begun();
  await play(game, "a");
  game.leave();
  await settled();
  t.mock.timers.tick(10_000);
  await settled();
  assert.equal(engine.searches.length, 0);
  game.enter();
  await settled();
  assert.equal(engine.searches.length, 1);
  await engine.answer("b");
  assert.deepEqual(line(game), ["a", "b"]);
});

test("an earlier position is shown without a new turn, and what is played there makes a variation", async () => {
  const { game, engine } = await begun({ side: "both" });
  await play(game, "a");
  await play(game, "b");
  await game.goTo(game.tree.root);
  assert.equal(game.shown.peek().side, "White");
  assert.ok(!game.mine, "the end of the line is elsewhere");
  assert.equal(engine.asked.length, 0);
  await game.goTo(game.tree.line().at(-1));
  assert.ok(game.mine);
});

test("an engine that fails is asked again, and the user reads why", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { game, engine, told } = await begun();
  await play(game, "a");
  engine.searches.splice(0)[0].reject(new Error("the engine has failed"));
  await settled();
  assert.deepEqual(told.said, ["Error: the engine has failed"]);
  assert.equal(engine.searches.length, 0);
  t.mock.timers.tick(2000);
  await settled();
  assert.equal(engine.searches.length, 1);
  await engine.answer("b");
  assert.deepEqual(line(game), ["a", "b"]);
});

test("the clock runs from the second turn on, gains with each, and ends the game", async () => {
  const { game, engine, told } = await begun({ minutes: 1 });
  game.tick(10_000);
  assert.deepEqual(game.clock.peek(), [60_000, 60_000], "the first move is not timed");
  await play(game, "a");
  assert.deepEqual(game.clock.peek(), [65_000, 60_000]);
  assert.deepEqual(engine.asked[0].limits, { clock: [65_000, 60_000], increment: 5000 });
  game.tick(1500);
  await engine.answer("b");
  assert.deepEqual(game.clock.peek(), [65_000, 63_500]);
  game.tick(65_000);
  assert.deepEqual(game.result.peek(), { result: "0-1", words: "Black wins on time" });
  game.tick(1000);
  assert.deepEqual(told.kept.clock, [0, 63_500]);
});

test("the clock rests while the engine is away", async () => {
  const { game, engine } = await begun({ minutes: 1, side: "both" });
  await play(game, "a");
  engine.connected.peek = () => false;
  game.tick(1000);
  assert.deepEqual(game.clock.peek(), [65_000, 60_000]);
});

test("the engine agrees to a draw where it is not better, and not early", async () => {
  const { game, engine, told } = await begun();
  const offer = async (cp) => {
    game.offerDraw();
    await settled();
    await engine.answer("x", cp);
  };
  await offer(0);
  assert.deepEqual(told.said, ["Kurier declines the draw."]);
  for (let turn = 0; turn < 10; turn++) {
    await play(game, `a${turn}`);
    await engine.answer(`b${turn}`);
  }
  await offer(-50);
  assert.equal(told.said.length, 2, "Black stands better");
  await offer(50);
  assert.deepEqual(game.result.peek(), { result: "1/2-1/2", words: "A draw by agreement" });
});

test("a hint is for the position that is shown", async () => {
  const { game, engine } = await begun();
  game.suggest();
  await settled();
  await engine.answer("c");
  assert.deepEqual(game.hint.peek(), ["c"]);
  const merits = [{ merit: "checks", piece: null, end: "c" }];
  assert.deepEqual(game.why.peek(), { san: "C", merits, depth: 9 });
  await play(game, "a");
  assert.equal(game.hint.peek(), null);
  assert.equal(game.why.peek(), null);
});

test("from a position with Black to move, White waits for the engine", async () => {
  const engine = new Engine();
  const { ask } = engine;
  engine.ask = async (request, { position }) =>
    ask(request, { position: { moves: ["fen", ...(position.moves ?? [])] } });
  const game = new PlayedGame(
    engine,
    { keep() {}, say() {} },
    OPTIONS,
    new Tree("any", "a position with Black to move"),
  );
  game.enter();
  await settled();
  assert.equal(engine.searches.length, 1);
  assert.equal(engine.asked[0].position.fen, "a position with Black to move");
  await engine.answer("b");
  assert.ok(game.mine);
});
