// Drawings on boards: pieces, marks, arrows.
import { html, useMemo } from "../vendor/preact.js";

/**
 * Defines the drawings of all pieces of a game. Each id is `prefix` and the piece's letter.
 * @param {{ game: import("../messages").Game, prefix: string }} props
 */
export function Symbols({ game, prefix }) {
  const inside = useMemo(() => symbols(game, prefix), [game, prefix]);
  return html`<defs dangerouslySetInnerHTML=${{ __html: inside }} />`;
}

/** @param {import("../messages").Game} game @param {string} prefix */
function symbols(game, prefix) {
  const sides = [
    { letter: (/** @type {string} */ l) => l, colours: 'fill="#fffaf0" stroke="#2a211a" color="#2a211a"' },
    {
      letter: (/** @type {string} */ l) => l.toLowerCase(),
      colours: 'fill="#3a322c" stroke="#15100c" color="#fff4e0"',
    },
  ];
  return game.pieces
    .flatMap((piece) =>
      sides.map(
        (side) =>
          `<g id="${prefix}${side.letter(piece.letter)}" ${side.colours} stroke-width="4.5" stroke-linejoin="round" ` +
          `stroke-linecap="round">${piece.shapes}</g>`,
      ),
    )
    .join("");
}

/**
 * Draws a piece as a small picture.
 * @param {{ game: import("../messages").Game, letter: string, size?: number }} props
 */
export function PieceIcon({ game, letter, size = 36 }) {
  const piece = game.pieces.find((piece) => piece.letter === letter.toUpperCase());
  if (!piece) return null;
  const white = letter === piece.letter;
  const [fill, stroke, ink] = white ? ["#fffaf0", "#2a211a", "#2a211a"] : ["#3a322c", "#15100c", "#fff4e0"];
  return html`<svg class="icon" viewBox="0 0 100 100" width=${size} height=${size} aria-hidden="true">
    <g fill=${fill} stroke=${stroke} color=${ink} stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round"
      dangerouslySetInnerHTML=${{ __html: piece.shapes }} />
  </svg>`;
}

/** @param {import("../messages").Game} game @param {string} letter */
export function pieceName(game, letter) {
  const piece = game.pieces.find((piece) => piece.letter === letter.toUpperCase());
  if (!piece) return "empty";
  return `${letter === piece.letter ? "White" : "Black"} ${piece.name}`;
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

/** Draws an arrow between the middles of two squares. @param {{ from: Point, to: Point }} props */
export function Arrow({ from, to }) {
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
  return html`<path class="arrow" d=${`M${outline.map(([along, aside]) => at(along, aside)).join("L")}Z`} />`;
}
