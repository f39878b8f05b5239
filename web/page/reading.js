// Reads files of games in parts, so that the user sees the progress and can cancel.
import { html, signal } from "./vendor/preact.js";
import { LONGEST_FILE, checkSize } from "./files.js";
import * as link from "./link.js";
import { spoken, t } from "./text.js";

/** @typedef {import("./messages").RecordView} RecordView */

/** The maximum number of games that the page reads. */
const MOST_GAMES = 20_000;
/** Returns the text that states both limits, which is shown before a file is chosen. */
export const limits = () =>
  t("reading.limits", { size: LONGEST_FILE >> 20, games: MOST_GAMES.toLocaleString(spoken()) });
/** The length of a part, in UTF-16 code units; a part is extended if a single game is longer. */
const PIECE = 1 << 13;

/**
 * The reading in progress, if any.
 * @type {import("./vendor/preact.js").Signal<{ part: number, games: number, cancel: () => void } | null>}
 */
export const reading = signal(null);

/**
 * Reads the games of a PGN, and cancels an earlier reading. In the result, `complete` says whether the whole text was
 * read.
 * @param {string} text
 * @param {{ enough?: (records: RecordView[]) => boolean, ask?: typeof link.ask }} [options] `enough` ends the reading
 *   early
 * @returns {Promise<{ records: RecordView[], complete: boolean } | null>} `null` if the reading was cancelled
 */
export async function readGames(text, { enough = (records) => records.length >= MOST_GAMES, ask = link.ask } = {}) {
  // The limit is in bytes, because the server counts bytes.
  checkSize(t("this-text"), new TextEncoder().encode(text).length);
  reading.peek()?.cancel();
  let cancelled = false;
  const cancel = () => {
    cancelled = true;
    reading.value = null;
  };
  /** @type {RecordView[]} */
  const records = [];
  let before = { games: 0, lines: 0 };
  let [at, length, complete] = [0, PIECE, false];
  try {
    while (!complete && !enough(records)) {
      reading.value = { part: at / text.length, games: before.games, cancel };
      const end = endOfPiece(text, at + length);
      complete = end === text.length;
      const found = await ask("read-pgn", { text: text.slice(at, end), before, more: !complete });
      if (cancelled) return null;
      for (const record of found.records) records.push(record);
      at += found.read;
      length = found.read === 0 ? 2 * length : PIECE;
      before = found.place;
    }
  } finally {
    if (!cancelled) reading.value = null;
  }
  return { records, complete };
}

/**
 * Returns the end of a part: after white space, so that no word is divided.
 * @param {string} text
 * @param {number} from
 */
function endOfPiece(text, from) {
  const after = text.slice(from).search(/\s/);
  return after < 0 ? text.length : from + after + 1;
}

/** Shows the progress of the reading, with a button to cancel it. */
export function Reading() {
  const now = reading.value;
  if (!now) return null;
  return html`<div class="reading">
    <label class="progress">${t("reading", { games: now.games.toLocaleString(spoken()) })} <progress max="1" value=${now.part}></progress></label>
    <button type="button" onClick=${now.cancel}>${t("cancel")}</button>
  </div>`;
}
