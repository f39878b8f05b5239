// State that all parts of the page share: the games, the settings, the URL.
import { signal, useEffect, useState } from "./vendor/preact.js";
import * as storage from "./vendor/storage.js";
import { kept } from "./kept.js";
import { ask, define } from "./link.js";
import { t } from "./text.js";

export { kept };

/** @typedef {import("./messages").Game} Game */

/** The game that is shown on the first visit. */
export const FIRST_GAME = "courier";

/** The games that can be played. @type {import("./vendor/preact.js").Signal<import("./messages").GameSummary[]>} */
export const games = signal([]);

/** The name under which the review of games is stored. */
export const REVIEW = "review";

/** Returns whether an earlier visit has stored a review of games. */
export async function reviewKept() {
  return ((await storage.get(REVIEW)) ?? []).length > 0;
}

/** A message for the user, which disappears after a few seconds. */
export const notice = signal("");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;

/** @param {unknown} problem */
export function say(problem) {
  notice.value = problem instanceof Error ? problem.message : String(problem);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.value = ""), 6000);
}

/** Copies text to the clipboard, and says so. @param {string} text */
export function copy(text) {
  navigator.clipboard.writeText(text).then(() => say(t("copied")), say);
}

/** @type {import("./vendor/preact.js").Signal<"system" | "light" | "dark">} */
export const theme = kept("theme", "system");
/** Whether boards with levels are shown stacked. */
export const stacked = kept("stacked", false);
/** The two angles of the stacked board, in degrees. */
export const angles = kept("angles", { turn: -28, tilt: 30 });
export const threads = kept("threads", 1);
export const hash = kept("hash", 64);

/** @type {Map<string, Promise<Game>>} */
const views = new Map();

/** Returns the description of a game. @param {string} name @returns {Promise<Game>} */
export function view(name) {
  let known = views.get(name);
  if (!known) {
    known = ask("game", { game: name });
    known.catch(() => views.delete(name));
    views.set(name, known);
  }
  return known;
}

/** The side of a square in a small picture, in pixels. */
const SMALL = 12;
/** @type {Map<string, Promise<string>>} */
const pictures = new Map();

/**
 * Draws a game's start position as a small picture, and returns the picture's URL.
 * @param {string} name
 * @returns {Promise<string>}
 */
export function picture(name) {
  let known = pictures.get(name);
  if (!known) {
    known = ask("picture", { position: { game: name }, size: SMALL }).then(
      ({ svg }) => `data:image/svg+xml,${encodeURIComponent(svg)}`,
    );
    known.catch(() => pictures.delete(name));
    pictures.set(name, known);
  }
  return known;
}

/** Returns a function that asks for the squares that a piece could reach. @param {string} game */
export function reachIn(game) {
  return async (/** @type {string} */ piece, /** @type {string} */ square) =>
    (await ask("reach", { game, piece, square })).marks;
}

/** Returns the description of a game; `null` until it has arrived. @param {string | undefined} name */
export function useGame(name) {
  const [found, setFound] = useState(/** @type {Game | null} */ (null));
  const known = games.value;
  useEffect(() => {
    if (!name) return;
    let current = true;
    view(name).then((game) => current && setFound(game), say);
    return () => {
      current = false;
    };
  }, [name, known]);
  return found?.name === name ? found : null;
}

/** Returns the pieces on the squares in a game's start position; empty until they have arrived. @param {string} name */
export function useStart(name) {
  const [start, setStart] = useState("");
  const known = games.value;
  useEffect(() => {
    let current = true;
    ask("position", { position: { game: name } }).then(({ pieces }) => current && setStart(pieces), say);
    return () => {
      current = false;
    };
  }, [name, known]);
  return start;
}

/** The user's own games: the text of each definition, by the game's name. */
export const own = signal(/** @type {Record<string, string>} */ ({}));
const OWN = "own games";

/** Stores the user's own game. @param {string} name @param {string} text */
export async function keepGame(name, text) {
  own.value = { ...own.value, [name]: text };
  views.delete(name);
  pictures.delete(name);
  await storage.set(OWN, own.value);
  await listGames();
}

/** Deletes the user's own game. @param {string} name */
export async function dropGame(name) {
  const { [name]: _, ...others } = own.value;
  own.value = others;
  games.value = games.value.filter((game) => game.name !== name);
  await storage.set(OWN, own.value);
}

export async function listGames() {
  games.value = (await ask("games")).games;
}

/** Sends the user's own games to the engine, and asks for the list of all games. */
export async function begin() {
  // A browser without storage keeps none of the user's own games. The error is shown when the user saves a game.
  own.value = (await storage.get(OWN).catch(() => undefined)) ?? {};
  for (const text of Object.values(own.value)) await define(text).catch(say);
  await listGames();
}

/**
 * The page and its parameters, from the URL: `#analyse?game=courier&moves=b1c3`.
 * @type {import("./vendor/preact.js").Signal<{ page: string, query: URLSearchParams }>}
 */
export const place = signal(placeOf(location.hash));

/** @param {string} hash */
function placeOf(hash) {
  const [page, query] = hash.replace(/^#/, "").split("?", 2);
  return { page: page || "play", query: new URLSearchParams(query ?? "") };
}

addEventListener("hashchange", () => (place.value = placeOf(location.hash)));

/** @param {string} page @param {Record<string, string>} [query] */
export function go(page, query = {}) {
  const text = new URLSearchParams(query).toString();
  location.hash = text ? `${page}?${text}` : page;
}

/** Returns the URL of a position. @param {import("./messages").PositionRef} position */
export function linkTo(position) {
  const query = new URLSearchParams({ game: position.game });
  if (position.fen) query.set("fen", position.fen);
  if (position.moves?.length) query.set("moves", position.moves.join(","));
  return new URL(`#analyse?${query}`, location.href).href;
}
