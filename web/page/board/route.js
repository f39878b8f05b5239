// Choosing a turn square by square.

/** @typedef {import("../messages").Turn} Turn */

/**
 * What a further square does to a turn that has been begun.
 * @param {Turn[]} turns the legal ones
 * @param {string[]} route the squares so far
 * @param {string} square the next
 * @returns {{ route: string[], turns: Turn[] } | null} the squares then; `turns` are those that end there, more than one where
 *   the player has to choose; `null`: the square is none to go to
 */
export function extend(turns, route, square) {
  if (route.length === 0) {
    return turns.some((turn) => turn.squares[0] === square) ? { route: [square], turns: [] } : null;
  }
  const longer = [...route, square];
  const begun = turns.filter((turn) => startsWith(turn, longer));
  if (begun.length > 0) {
    return { route: longer, turns: begun.filter((turn) => turn.squares.length === longer.length) };
  }
  // A chain may be pointed at by its end, if that says which.
  const ending = turns.filter((turn) => startsWith(turn, route) && turn.squares.at(-1) === square);
  const ways = new Set(ending.map((turn) => turn.squares.join(" ")));
  return ways.size === 1 ? { route: ending[0].squares, turns: ending } : null;
}

/**
 * Where one can go on to, with the mark of each square.
 * @param {Turn[]} turns
 * @param {string[]} route
 * @returns {Map<string, string>}
 */
export function targets(turns, route) {
  const marks = new Map();
  if (route.length === 0) return marks;
  for (const turn of turns) {
    if (!startsWith(turn, route) || turn.squares.length === route.length) continue;
    marks.set(turn.squares[route.length], route.length > 1 ? "chain" : turn.mark);
  }
  return marks;
}

/** @param {Turn} turn @param {string[]} route */
function startsWith(turn, route) {
  return route.every((square, i) => turn.squares[i] === square);
}

/**
 * What stands on the squares in the midst of a chain.
 * @param {string} pieces by square
 * @param {Map<string, number>} places the numbers of the squares
 * @param {string[]} route
 */
export function midway(pieces, places, route) {
  if (route.length < 2) return pieces;
  const standing = [...pieces];
  const number = (/** @type {string} */ square) => places.get(square) ?? 0;
  const moved = standing[number(route[0])];
  for (const square of route) standing[number(square)] = ".";
  standing[number(route[route.length - 1])] = moved;
  return standing.join("");
}
