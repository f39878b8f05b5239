// What a screen reader says about the board.
import { t } from "../text.js";
import { pieceName } from "./shapes.js";

/** The maximum number of squares to list. If there are more, only their number is spoken. */
const MOST_LISTED = 12;

/**
 * Returns the words about the square under the cursor, and about the chosen piece.
 * @param {{ game: import("../messages").Game, square: string, piece: string, route: string[],
 *   goals: Map<string, string>, movable: boolean }} about `route` is the turn so far, `goals` are the squares on
 *   which it can continue, and `movable` says whether the user may move the piece on the square
 */
export function spoken({ game, square, piece, route, goals, movable }) {
  const place = t("spoken.square", { square, piece: pieceName(game, piece) });
  if (route.at(-1) === square) {
    const names = [...goals.keys()];
    const to = names.length > MOST_LISTED ? t("spoken.squares", { number: names.length }) : names.join(", ");
    return `${place}; ${names.length > 0 ? t("spoken.chosen", { to }) : t("spoken.nowhere")}`;
  }
  if (goals.has(square)) return `${place}; ${t(piece === "." ? "spoken.goal" : "spoken.capture")}`;
  return route.length === 0 && movable ? `${place}; ${t("spoken.movable")}` : place;
}
