// Choosing a turn square by square.

/** @typedef {import("../messages").Turn} Turn */

/**
 * Adds a square to the turn that the player is entering.
 * @param {Turn[]} turns the legal turns
 * @param {string[]} route the squares so far
 * @param {string} square the next square
 * @returns {{ route: string[], turns: Turn[] } | null} the new route; `turns` are the turns that end there, several if
 *   the player must choose; `null` if the square is not a target
 */
export function extend(turns, route, square) {
  if (route.length === 0) {
    return turns.some((turn) => turn.squares[0] === square) ? { route: [square], turns: [] } : null;
  }
  const longer = [...route, square];
  const begun = turns.filter((turn) => startsWith(turn, longer));
  if (begun.length > 0) {
    const ending = begun.filter((turn) => turn.squares.length === longer.length);
    // A move that may, but need not, end on a square ends there when the square is chosen a second time.
    return { route: longer, turns: ending.length < begun.length ? [] : ending };
  }
  const whole = turns.filter((turn) => startsWith(turn, route) && turn.squares.length === route.length);
  if (route.length > 1 && square === route.at(-1) && whole.length > 0) return { route, turns: whole };
  // A chain may be chosen by its last square if no other chain ends there.
  const ending = turns.filter((turn) => startsWith(turn, route) && turn.squares.at(-1) === square);
  const ways = new Set(ending.map((turn) => turn.squares.join(" ")));
  return ways.size === 1 ? { route: ending[0].squares, turns: ending } : null;
}

/**
 * Returns the squares by which the route can be extended, with the mark of each.
 * @param {Turn[]} turns
 * @param {string[]} route
 * @returns {Map<string, string>}
 */
export function targets(turns, route) {
  const marks = new Map();
  if (route.length === 0) return marks;
  for (const turn of turns) {
    if (!startsWith(turn, route)) continue;
    const next = turn.squares[route.length];
    if (next) marks.set(next, route.length > 1 ? "chain" : turn.mark);
    else if (route.length > 1) marks.set(turn.squares[route.length - 1], turn.mark);
  }
  return marks;
}

/**
 * Returns the turns in which the piece on a square stays there, so that the player merely passes.
 * @param {Turn[]} turns
 * @param {string} square
 */
export function passes(turns, square) {
  return turns.filter((turn) => turn.squares[0] === square && isPass(turn));
}

/** Returns whether the piece of a turn stays where it is. @param {Turn} turn */
export function isPass({ squares }) {
  return squares.length === 2 && squares[0] === squares[1];
}

/** @param {Turn} turn @param {string[]} route */
function startsWith(turn, route) {
  return route.every((square, i) => turn.squares[i] === square);
}

/**
 * Returns the pieces as they stand during a chain, after the steps of `route`.
 * @param {string} pieces by square
 * @param {Map<string, number>} places the numbers of the squares
 * @param {string[]} route
 */
export function midway(pieces, places, route) {
  // A drop removes no piece from the board.
  if (route.length < 2 || !places.has(route[0])) return pieces;
  const standing = [...pieces];
  const number = (/** @type {string} */ square) => places.get(square) ?? 0;
  const moved = standing[number(route[0])];
  for (const square of route) standing[number(square)] = ".";
  standing[number(route[route.length - 1])] = moved;
  return standing.join("");
}
