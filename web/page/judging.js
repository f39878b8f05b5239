// Judges games in the background, position by position, each game from its end backwards.
import { search, Superseded } from "./link.js";
import { say } from "./state.js";

/** @typedef {import("./judgements.js").Reviewed} Reviewed */

/**
 * Games that are to be judged.
 * @typedef {object} Source
 * @property {() => Reviewed[]} games
 * @property {() => number} nodes the number of nodes to which the search of a position is limited
 * @property {(last: boolean) => void | Promise<void>} onJudged is called after each position; `last` says whether none
 *   is left
 */

/** The index of the engine that judges; the other engine analyses and plays. */
export const JUDGE = 1;
/** The delay of the next request after a search was cancelled, in milliseconds. */
const AFTER_STOP = 100;

/** The games of the latest source are judged first. @type {Source[]} */
const sources = [];
let working = false;

/** Judges the games of a source, before the games of all other sources. @param {Source} source */
export function judge(source) {
  if (!sources.includes(source)) sources.unshift(source);
  work();
}

/** Stops judging the games of a source. @param {Source} source */
export function abandon(source) {
  if (sources.includes(source)) sources.splice(sources.indexOf(source), 1);
}

/** Judges all games that are not judged yet. */
async function work() {
  if (working) return;
  working = true;
  try {
    for (let next = unfinished(); next; next = unfinished()) {
      const { source, game, ply } = next;
      const { record, judged } = game;
      const texts = record.moves.map((move) => move.text);
      const after = judged[ply + 1];
      judged[ply] = await search("judge", {
        engine: JUDGE,
        position: { game: record.game, fen: record.fen, moves: texts.slice(0, ply) },
        limits: { nodes: source.nodes() },
        next: after ? { text: texts[ply], expectation: after.score.expectation } : null,
      });
      await source.onJudged(firstOf(source) === null);
    }
  } catch (error) {
    if (!(error instanceof Superseded)) say(error);
  } finally {
    working = false;
  }
  // Other games may have been added in the meantime.
  if (unfinished()) setTimeout(work, AFTER_STOP);
}

function unfinished() {
  for (const source of sources) {
    const found = firstOf(source);
    if (found) return { source, ...found };
  }
  return null;
}

/** Returns the next position to judge; `null` if all are judged. @param {Source} source */
function firstOf(source) {
  for (const game of source.games()) {
    const ply = game.judged.lastIndexOf(null);
    if (ply >= 0) return { game, ply };
  }
  return null;
}
