// How the board looks: its colours, and the set of pieces.
import { kept } from "./kept.js";

/** The sets of pieces: the drawings, letters, and pictograms of how the pieces move. */
export const PIECE_SETS = /** @type {const} */ (["drawings", "letters", "pictograms"]);
/** The colours of the board. The style sheet defines them. */
export const BOARD_COLOURS = /** @type {const} */ (["wood", "green", "blue", "grey"]);

/** @type {import("./vendor/preact.js").Signal<typeof PIECE_SETS[number]>} */
export const pieceSet = kept("pieces", "drawings");
/** @type {import("./vendor/preact.js").Signal<typeof BOARD_COLOURS[number]>} */
export const boardColours = kept("board colours", "wood");
