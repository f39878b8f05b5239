// Texts that several parts of the page share.

/** Returns a text about the end of a game. @param {import("./messages").Outcome} outcome */
export function ending(outcome) {
  return outcome.winner ? `${outcome.winner} wins: ${outcome.reason}` : `A draw: ${outcome.reason}`;
}

/** Returns the side to move and the full move number of a FEN. @param {string} fen */
export function firstPly(fen) {
  const words = fen.trim().split(/\s+/);
  return { side: words[1] === "b" ? "Black" : "White", number: Number(words.at(-1)) || 1 };
}

/** @param {number | null} value 0 to 100 */
export function percent(value) {
  return value === null ? "–" : `${value.toFixed(0)} %`;
}

/** The words for the signs of turns, which are also the names of their colours. @type {Record<string, string>} */
export const SIGNS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/** The signs that are shown for numeric glyphs. @type {Record<string, string>} */
const GLYPHS = {
  $1: "!",
  $2: "?",
  $3: "!!",
  $4: "??",
  $5: "!?",
  $6: "?!",
  $7: "□",
  $10: "=",
  $13: "∞",
  $14: "⩲",
  $15: "⩱",
  $16: "±",
  $17: "∓",
  $18: "+−",
  $19: "−+",
  $22: "⨀",
};

/** Returns the signs after a turn: the engine's sign or else the signs of its glyphs. @param {import("./tree").Node} node */
export function signsOf(node) {
  const others = node.glyphs.map((glyph) => GLYPHS[glyph] ?? (glyph.startsWith("$") ? "" : glyph));
  return node.sign || others.join("");
}

/** Returns the part of a comment that people have written, without the scores and commands of programs. @param {string} comment */
export function written(comment) {
  return comment
    .replace(/\[%[^\]]*\]/g, "")
    .replace(/^[+-]M?[\d.]+\/\d+ [\d.]+s,?/, "")
    .replace(/\s+/g, " ")
    .trim();
}
