// The pieces that a player holds in hand, next to the board.
import { html } from "../vendor/preact.js";
import { t, typeName } from "../text.js";

/**
 * @typedef {object} Hands
 * @property {[string, string]} letters the pieces of White and of Black, as capitals
 * @property {"White" | "Black"} side the side to move
 */

/**
 * Returns the pieces in hand in a position; `null` in games without a hand.
 * @param {import("../messages").Position} position
 * @returns {Hands | null}
 */
export function handsOf({ hands, side }) {
  return hands ? { letters: hands, side } : null;
}

/** Returns the beginning of the notation of a drop. @param {string} letter */
const beginning = (letter) => `${letter}@`;

/**
 * @param {object} props
 * @param {import("../messages").Game} props.game
 * @param {string} props.letters the pieces in hand, as capitals
 * @param {boolean} props.black whether they are Black's
 * @param {string} props.prefix the prefix of the ids of the board's drawings
 * @param {string | undefined} props.chosen the beginning of the chosen turn, such as `P@`
 * @param {(from: string) => boolean} props.canDrop returns whether a legal turn begins with `from`
 * @param {(from: string) => void} props.onChoose
 */
export function Hand({ game, letters, black, prefix, chosen, canDrop, onChoose }) {
  const kinds = [...new Set(letters)];
  return html`<div class="hand" role="group" aria-label=${t(black ? "board.hand.black" : "board.hand.white")}>
    ${kinds.map((letter) => {
      const count = [...letters].filter((other) => other === letter).length;
      const from = beginning(letter);
      const name = typeName(game.pieces.find((piece) => piece.letter === letter)?.name ?? letter);
      return html`<button key=${letter} class=${chosen === from ? "chosen" : ""} disabled=${!canDrop(from)}
        aria-label=${`${name}: ${count}`} title=${name} onClick=${() => onChoose(from)}>
        <svg viewBox="0 0 100 100" aria-hidden="true"><use href=${`#${prefix}${black ? letter.toLowerCase() : letter}`} /></svg>
        ${count > 1 ? html`<span>${count}</span>` : null}
      </button>`;
    })}
  </div>`;
}
