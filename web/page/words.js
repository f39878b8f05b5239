// Texts that several parts of the page share.
import { spoken, t } from "./text.js";

/** Returns the name of a side. @param {string} side */
export function sideName(side) {
  return t(side === "White" ? "white" : "black");
}

/**
 * Returns the piece type with a letter of either side; `undefined` if there is none.
 * @param {import("./messages").Game} game
 * @param {string | null} letter
 */
export function pieceType({ pieces }, letter) {
  return pieces.find((piece) => piece.letter === letter?.toUpperCase());
}

/** Returns a sentence about the end of a game. @param {import("./messages").Outcome} outcome */
export function ending(outcome) {
  return outcome.winner
    ? t("end.won", { side: sideName(outcome.winner), reason: outcome.reason })
    : t("end.draw", { reason: outcome.reason });
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

/**
 * The words for the annotation symbols of mistakes, which are also the names of their colours in the style sheet.
 * @type {Record<string, string>}
 */
export const SIGNS = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/** The annotation symbols that are shown for numeric glyphs. @type {Record<string, string>} */
export const GLYPHS = {
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

/** Matches glyphs that rate a turn. */
export const ON_MOVES = /^([!?]+|\$[1-6])$/;

/** Returns a glyph as a number: `$1` for `!`. @param {string} glyph */
export function glyphOf(glyph) {
  return Object.keys(GLYPHS).find((number) => GLYPHS[number] === glyph) ?? glyph;
}

/**
 * Returns the glyphs of a turn, after the engine's symbol if no glyph rates the turn.
 * @param {import("./tree").Node} node
 */
export function glyphsWithVerdict({ sign, glyphs }) {
  return sign && !glyphs.some((glyph) => ON_MOVES.test(glyph)) ? [sign, ...glyphs] : glyphs;
}

/**
 * Returns the annotation symbols after a turn: the engine's, otherwise its glyphs'.
 * @param {import("./tree").Node} node
 */
export function signsOf(node) {
  const others = node.glyphs.map((glyph) => GLYPHS[glyph] ?? (glyph.startsWith("$") ? "" : glyph));
  return node.sign || others.join("");
}

/**
 * Returns the symbol of a mistake: the engine's, otherwise the first that somebody has given to the turn.
 * @param {import("./tree").Node} node
 */
export function verdictOf(node) {
  return node.sign || node.glyphs.map((glyph) => GLYPHS[glyph] ?? glyph).find((sign) => sign in SIGNS) || "";
}

/** Matches the commands and scores of programs in a comment. */
const OF_MACHINES = /\[%[^\]]*\]|^[+-]M?[\d.]+\/\d+ [\d.]+s,?/g;

/** Returns the commands and scores of programs in a comment. @param {string} comment */
export function machine(comment) {
  return (comment.match(OF_MACHINES) ?? []).join(" ");
}

/**
 * Returns the part of a comment that people have written, without the scores and commands of programs.
 * @param {string} comment
 */
export function written(comment) {
  return comment.replace(OF_MACHINES, "").replace(/\s+/g, " ").trim();
}

/** Returns a time in words, rounded up. @param {number} milliseconds */
export function timeInWords(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [number, unit] = seconds < 100 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return number.toLocaleString(spoken(), { style: "unit", unit, unitDisplay: "short" });
}
