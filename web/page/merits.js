// What a turn is good for, in words.
import { t, typeName } from "./text.js";
import { pieceType } from "./words.js";

/**
 * Returns sentences about what a turn does.
 * @param {import("./messages").Merit[]} merits
 * @param {import("./messages").Game} game
 */
export function reasons(merits, game) {
  return merits
    .map(({ merit, piece }) => t(`why.${merit}`, { piece: typeName(pieceType(game, piece)?.name ?? "") }))
    .join(" ");
}
