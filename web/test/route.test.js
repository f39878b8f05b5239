// Choosing a turn square by square, without page and engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { extend, passes, targets } from "../page/board/route.js";

/** Returns a turn over squares, which are separated by spaces. @param {string} route */
function turn(route, mark = "capture") {
  const squares = route.split(" ");
  return /** @type {import("../page/messages").Turn} */ (
    /** @type {unknown} */ ({ text: squares.join(""), san: squares.join(""), squares, promotion: null, mark })
  );
}

/** The turns of a lion on e4 with an enemy on e5 and another on e6. */
const LION = ["e4 e5", "e4 e6", "e4 e5 e6", "e4 e5 e4", "e4 e5 d5", "e4 e4"].map((route) => turn(route));

/** Returns the route and the turns after squares have been chosen one by one. @param {string[]} squares */
function chosen(squares) {
  let found = { route: /** @type {string[]} */ ([]), turns: /** @type {import("../page/messages").Turn[]} */ ([]) };
  for (const square of squares) {
    const next = extend(LION, found.route, square);
    assert.ok(next, square);
    found = next;
  }
  return { route: found.route.join(" "), turns: found.turns.map(({ text }) => text) };
}

test("a move that may end or go on ends when its square is chosen again", () => {
  assert.deepEqual(chosen(["e4", "e5"]), { route: "e4 e5", turns: [] });
  assert.deepEqual(chosen(["e4", "e5", "e5"]), { route: "e4 e5", turns: ["e4e5"] });
  assert.deepEqual(chosen(["e4", "e5", "e6"]), { route: "e4 e5 e6", turns: ["e4e5e6"] });
  assert.deepEqual(chosen(["e4", "e5", "e4"]), { route: "e4 e5 e4", turns: ["e4e5e4"] });
  assert.deepEqual(chosen(["e4", "e6"]), { route: "e4 e6", turns: ["e4e6"] });
  assert.equal(extend(LION, ["e4", "e5"], "a1"), null);
});

test("the squares where a move may go on are marked, and the square where it may end", () => {
  const marks = targets(LION, ["e4", "e5"]);
  assert.deepEqual(Object.fromEntries(marks), { e4: "chain", e5: "capture", e6: "chain", d5: "chain" });
});

test("the turn of a piece that stays where it is is a pass", () => {
  assert.deepEqual(
    passes(LION, "e4").map(({ text }) => text),
    ["e4e4"],
  );
  assert.deepEqual(passes(LION, "e5"), []);
});
