// Drawings on boards: pieces, marks, arrows.
import { pieceSet } from "../look.js";
import { html, useMemo } from "../vendor/preact.js";
import { pictograms } from "./pictograms.js";
import { t, typeName } from "../text.js";
import { pieceType, sideName } from "../words.js";

/** Returns the colours of the pieces of a side. @param {boolean} white */
const colours = (white) =>
  white
    ? { fill: "#fffaf0", stroke: "#2a211a", color: "#2a211a" }
    : { fill: "#3a322c", stroke: "#15100c", color: "#fff4e0" };

/**
 * Returns the shapes of a piece in the set that the user has chosen. A piece without a pictogram is shown by its
 * drawing.
 * @param {import("../messages").Game} game
 * @param {import("../messages").Piece} piece
 * @param {boolean} white
 */
function shapesOf(game, piece, white) {
  const set = pieceSet.value;
  const letter = white ? piece.letter : piece.letter.toLowerCase();
  if (set === "letters") return letterShapes(piece.letter);
  return (set === "pictograms" && pictograms(game).value[letter]) || piece.shapes;
}

/** Draws a letter on a disc. @param {string} letter */
function letterShapes(letter) {
  return (
    '<circle cx="50" cy="50" r="40"/><text x="50" y="50" dy=".36em" text-anchor="middle" font-size="54" ' +
    `font-family="Georgia, serif" font-weight="700" fill="currentColor" stroke="none">${letter}</text>`
  );
}

/**
 * Defines the drawings of all pieces of a game. Each id consists of `prefix` and the piece's letter.
 * @param {{ game: import("../messages").Game, prefix: string }} props
 */
export function Symbols({ game, prefix }) {
  const drawn = pieceSet.value === "pictograms" ? pictograms(game).value : null;
  const inside = useMemo(() => symbols(game, prefix), [game, prefix, pieceSet.value, drawn]);
  return html`<defs dangerouslySetInnerHTML=${{ __html: inside }} />`;
}

/** @param {import("../messages").Game} game @param {string} prefix */
function symbols(game, prefix) {
  return game.pieces
    .flatMap((piece) =>
      [true, false].map((white) => {
        const { fill, stroke, color } = colours(white);
        const letter = white ? piece.letter : piece.letter.toLowerCase();
        return (
          `<g id="${prefix}${letter}" fill="${fill}" stroke="${stroke}" color="${color}" stroke-width="4.5" ` +
          `stroke-linejoin="round" stroke-linecap="round">${shapesOf(game, piece, white)}</g>`
        );
      }),
    )
    .join("");
}

/**
 * Draws a piece as a small picture.
 * @param {{ game: import("../messages").Game, letter: string, size?: number }} props
 */
export function PieceIcon({ game, letter, size = 36 }) {
  const piece = pieceType(game, letter);
  if (!piece) return null;
  const white = letter === piece.letter;
  return html`<svg class="icon" viewBox="0 0 100 100" width=${size} height=${size} aria-hidden="true">
    <g ...${colours(white)} stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round"
      dangerouslySetInnerHTML=${{ __html: shapesOf(game, piece, white) }} />
  </svg>`;
}

/** @param {import("../messages").Game} game @param {string} letter */
export function pieceName(game, letter) {
  const piece = pieceType(game, letter);
  if (!piece) return t("square.empty");
  return t("piece", { side: sideName(letter === piece.letter ? "White" : "Black"), piece: typeName(piece.name) });
}

/** Draws a mark as described in docs/games.md: a disc, a ring, a cross or a diamond. @param {{ mark: string }} props */
export function MarkShape({ mark }) {
  switch (mark) {
    case "quiet":
      return html`<circle class="mark quiet" r="14" />`;
    case "capture":
      return html`<path class="mark capture" d="M-15 -15l30 30m0-30l-30 30" />`;
    case "first":
      return html`<path class="mark first" d="M0 -19l19 19l-19 19l-19-19z" />`;
    case "chain":
      return html`<circle class="mark chained" r="20" />`;
    default:
      return html`<circle class="mark both" r="16" />`;
  }
}

/** @typedef {{ x: number, y: number, scale?: number }} Point */

/** The corners of a star with five points, whose points touch the sides of a square of 100 by 100 units. */
const STAR = Array.from({ length: 10 }, (_, i) => {
  const [radius, angle] = [i % 2 === 0 ? 48 : 21, (i * Math.PI) / 5];
  return `${(radius * Math.sin(angle)).toFixed(1)},${(-radius * Math.cos(angle)).toFixed(1)}`;
}).join(" ");

/** Draws a star on a square that is to be visited. @param {{ square: string, at: Point }} props */
export function Star({ square, at: { x, y, scale = 1 } }) {
  return html`<polygon class="star" data-star=${square} points=${STAR} transform=${`translate(${x} ${y}) scale(${scale})`} />`;
}

/**
 * Draws an arrow between the middles of two squares.
 * @param {{ from: Point, to: Point, colour?: string }} props
 */
export function Arrow({ from, to, colour = "" }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return null;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(from.x + dx * along - dy * aside).toFixed(1)} ${(from.y + dy * along + dx * aside).toFixed(1)}`;
  const neck = Math.max(length - 38, 20);
  const outline = [
    [18, 8],
    [neck, 8],
    [neck, 24],
    [length, 0],
    [neck, -24],
    [neck, -8],
    [18, -8],
  ];
  return html`<path class=${`arrow ${colour}`} d=${`M${outline.map(([along, aside]) => at(along, aside)).join("L")}Z`} />`;
}
