// What a piece is and does, in words.
import { html } from "./vendor/preact.js";
import { PieceIcon, pieceName } from "./board/shapes.js";

/**
 * @param {{ game: import("./messages").Game, letter: string, onClose?: () => void }} props
 */
export function PieceCard({ game, letter, onClose }) {
  const piece = game.pieces.find((piece) => piece.letter === letter.toUpperCase());
  if (!piece) return null;
  return html`<aside class="card piece-card" aria-label="About this piece">
    <${PieceIcon} game=${game} letter=${letter} size=${56} />
    <div>
      <h2>${pieceName(game, letter)} <small>(${piece.letter})</small></h2>
      ${piece.words.map((sentence) => html`<p>${sentence}</p>`)}
      <p class="faint">${piece.royal ? "The king." : `Worth about ${(piece.value / 100).toFixed(1)} to the engine.`} Betza: ${piece.betza}</p>
    </div>
    ${onClose ? html`<button class="close" onClick=${onClose} aria-label="Close">×</button>` : null}
  </aside>`;
}
