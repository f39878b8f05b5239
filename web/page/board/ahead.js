// A turn that is chosen while the opponent is to move, and played if it is legal when the opponent has moved.
import { useEffect, useState } from "../vendor/preact.js";

/** @typedef {import("../messages").Turn} Turn */
/** @typedef {[string, string]} FromTo the square of the piece, and the square to which it is to move */

/**
 * @typedef {object} Ahead
 * @property {"White" | "Black"} side the side whose next turn is chosen
 * @property {FromTo | null} chosen
 * @property {(squares: FromTo | null) => void} onChoose
 */

/**
 * Returns the data with which a board lets the user choose the next turn of a game ahead; `undefined` if there is no
 * turn to choose.
 * @param {{ waiting: Ahead["side"] | null, ahead: import("../vendor/preact.js").Signal<FromTo | null> }} game
 * @returns {Ahead | undefined}
 */
export function choosing({ waiting, ahead }) {
  return waiting ? { side: waiting, chosen: ahead.value, onChoose: (squares) => (ahead.value = squares) } : undefined;
}

/** Returns whether a piece belongs to a side. @param {string} letter @param {"White" | "Black"} side */
export function belongs(letter, side) {
  return letter !== "." && (letter === letter.toUpperCase()) === (side === "White");
}

/**
 * Returns the legal turn with the squares that were chosen ahead; `undefined` if there is none. If the piece is
 * promoted, the first promotion in `turns` is chosen.
 * @param {Turn[]} turns
 * @param {FromTo} squares
 */
export function chosenAhead(turns, [from, to]) {
  const fitting = turns.filter(({ squares }) => squares[0] === from && squares.at(-1) === to);
  return fitting.find((turn) => turn.promotion) ?? fitting[0];
}

/**
 * Returns the squares to which the chosen piece could move on an empty board; `null` until they are known.
 * @param {Ahead | undefined} ahead
 * @param {string | undefined} square
 * @param {string} piece
 * @param {((piece: string, square: string) => Promise<[string, string][]>) | undefined} reach
 */
export function useAhead(ahead, square, piece, reach) {
  const [found, setFound] = useState(/** @type {Map<string, string> | null} */ (null));
  const asked = ahead && square && belongs(piece, ahead.side) ? square : null;
  useEffect(() => {
    setFound(null);
    if (!asked || !reach) return;
    let current = true;
    reach(piece, asked).then(
      (marks) => current && setFound(new Map(marks)),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [asked, piece]);
  return found;
}
