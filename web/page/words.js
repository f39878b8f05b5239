// What several parts of the page say in the same words.

/** How a game has ended. @param {import("./messages").Outcome} outcome */
export function ending(outcome) {
  return outcome.winner ? `${outcome.winner} wins: ${outcome.reason}` : `A draw: ${outcome.reason}`;
}

/** The side and number of the first turn from a FEN. @param {string} fen */
export function firstPly(fen) {
  const words = fen.trim().split(/\s+/);
  return { side: words[1] === "b" ? "Black" : "White", number: Number(words.at(-1)) || 1 };
}

/** @param {number | null} value 0 to 100 */
export function percent(value) {
  return value === null ? "–" : `${value.toFixed(0)} %`;
}

/** What signs of turns say, as the colours are named. @type {Record<string, string>} */
export const SIGNS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
