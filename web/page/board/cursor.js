// The keyboard's cursor on the board.

/** The steps of the keys, in files, ranks and levels. @type {Record<string, [number, number, number]>} */
export const STEPS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};

/** @param {import("../messages").Game} game */
export function middleOf(game) {
  return game.squares[Math.floor(game.files / 2)].name;
}

/**
 * Returns the next square in a direction, skipping holes; returns `from` if there is none.
 * @param {import("../messages").Game} game
 * @param {string} from
 * @param {[number, number, number]} step
 * @param {boolean} flipped
 */
export function neighbour(game, from, [files, ranks, levels], flipped) {
  const sign = flipped ? -1 : 1;
  const start = game.squares.find((square) => square.name === from) ?? game.squares[0];
  for (let distance = 1; distance < 26; distance++) {
    const file = start.file + sign * files * distance;
    const rank = start.rank + sign * ranks * distance;
    const level = start.level + levels * distance;
    const found = game.squares.find((square) => square.file === file && square.rank === rank && square.level === level);
    if (found) return found.name;
  }
  return from;
}
