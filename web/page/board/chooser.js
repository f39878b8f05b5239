// The choice between turns with the same squares.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { t, typeName } from "../text.js";
import { pieceType } from "../words.js";
import { isPass } from "./route.js";

/**
 * Lets the user choose between turns with the same squares: each picture shows the piece after the turn, or the piece
 * that is gated.
 * @param {{ game: import("../messages").Game, turns: import("../messages").Turn[], moving: string, prefix: string,
 *   onChoose: (turn: import("../messages").Turn) => void, onCancel: () => void }} props `moving` is the moving piece
 */
export function Chooser({ game, turns, moving, prefix, onChoose, onCancel }) {
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => first.current?.focus(), []);
  const white = moving === moving.toUpperCase();
  const becomes = (/** @type {import("../messages").Turn} */ { promotion, gated }) => {
    const other = promotion ?? gated;
    return other ? (white ? other : other.toLowerCase()) : moving;
  };
  const name = (/** @type {import("../messages").Turn} */ turn) => {
    const type = pieceType(game, becomes(turn));
    const named = type ? typeName(type.name) : turn.san;
    if (isPass(turn) && !turn.promotion) return t("choose.pass", { piece: named });
    if (turn.gated) return t("choose.gate", { piece: named });
    if (turns.some((other) => other.gated)) return t("choose.no-gate", { piece: named });
    return turn.promotion ? named : t("choose.as-is", { piece: named });
  };
  return html`<div class="chooser" role="dialog" aria-label=${t("choose")}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onCancel()}>
    ${turns.map(
      (
        turn,
        i,
      ) => html`<button ref=${i === 0 ? first : undefined} title=${turn.san} aria-label=${name(turn)} onClick=${() => onChoose(turn)}>
      <svg viewBox="0 0 100 100" width="64" height="64"><use href=${`#${prefix}${becomes(turn)}`} /></svg>
      <span>${name(turn)}</span>
    </button>`,
    )}
    <button class="cancel" onClick=${onCancel}>${t("choose.back")}</button>
  </div>`;
}
