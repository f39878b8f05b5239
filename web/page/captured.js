// The captured pieces.
import { html } from "./vendor/preact.js";
import { PieceIcon } from "./board/shapes.js";
import { t } from "./text.js";

/** Shows the captured pieces. @param {{ game: import("./messages").Game, start: string, pieces: string }} props */
export function Captured({ game, start, pieces }) {
  const count = (/** @type {string} */ text, /** @type {string} */ letter) =>
    [...text].filter((c) => c === letter).length;
  const array = start.split(" ")[0];
  const gone = game.pieces
    .flatMap((piece) => [piece.letter, piece.letter.toLowerCase()])
    .map((letter) => ({ letter, number: count(array, letter) - count(pieces, letter) }))
    .filter(({ number }) => number > 0);
  if (gone.length === 0) return null;
  return html`<div class="captured" aria-label=${t("captured")}>${gone.map(
    ({ letter, number }) => html`<span>
    <${PieceIcon} game=${game} letter=${letter} size=${24} />${number > 1 ? `×${number}` : ""}</span>`,
  )}</div>`;
}
