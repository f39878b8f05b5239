// What a piece is and does, in words.
import { html } from "./vendor/preact.js";
import { PieceIcon, pieceName } from "./board/shapes.js";
import { t } from "./text.js";
import { pieceType } from "./words.js";

/**
 * @param {{ game: import("./messages").Game, letter: string, onClose?: () => void }} props
 */
export function PieceCard({ game, letter, onClose }) {
  const piece = pieceType(game, letter);
  if (!piece) return null;
  return html`<aside class="card piece-card" aria-label=${t("piece.about")}>
    <${PieceIcon} game=${game} letter=${letter} size=${56} />
    <div>
      <h2>${pieceName(game, letter)} <small>(${piece.letter})</small></h2>
      ${piece.words.map((sentence) => html`<p>${sentence}</p>`)}
      <p class="faint">${piece.royal ? t("piece.king") : t("piece.value", { value: (piece.value / 100).toFixed(1) })} Betza: ${piece.betza}</p>
    </div>
    ${onClose ? html`<button class="close" onClick=${onClose} aria-label=${t("close")}>×</button>` : null}
  </aside>`;
}
