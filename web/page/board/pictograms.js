// Pictograms of pieces: a token with a picture of the piece's moves, made from the rules of its game.
import { reachIn } from "../state.js";
import { signal } from "../vendor/preact.js";

/** @typedef {import("../messages").Game} Game */
/** @typedef {{ df: number, dr: number, dl: number, mark: string }} Step the distance in files, ranks and levels */

/** The radius of the token, and the radius of the area in which the moves are drawn. */
const [RADIUS, INSIDE] = [44, 33];
/** The greatest distance that is drawn as a leap. */
const FARTHEST = 3;

/**
 * The shapes of the pieces of a game, by letter; empty until they are drawn.
 * @type {Map<Game, import("../vendor/preact.js").Signal<Record<string, string>>>}
 */
const drawn = new Map();

/** Returns the pictograms of a game's pieces, and draws them when they are first wanted. @param {Game} game */
export function pictograms(game) {
  const known = drawn.get(game);
  if (known) return known;
  const shapes = signal(/** @type {Record<string, string>} */ ({}));
  drawn.set(game, shapes);
  draw(game).then(
    (made) => (shapes.value = made),
    () => drawn.delete(game),
  );
  return shapes;
}

/** Draws both sides' pieces of a game. @param {Game} game */
async function draw(game) {
  const reach = reachIn(game.name);
  const places = new Map(game.squares.map((square) => [square.name, square]));
  const middle = innermost(game);
  const letters = game.pieces.flatMap(({ letter, royal }) => [
    { letter, royal },
    { letter: letter.toLowerCase(), royal },
  ]);
  const shapes = letters.map(async ({ letter, royal }) => {
    const marks = await reach(letter, middle.name);
    const steps = marks.flatMap(([name, mark]) => {
      const square = places.get(name);
      if (!square) return [];
      return [
        {
          df: square.file - middle.file,
          dr: square.rank - middle.rank,
          dl: square.level - middle.level,
          mark,
        },
      ];
    });
    return [letter, pictogram(steps, royal)];
  });
  return Object.fromEntries(await Promise.all(shapes));
}

/** Returns the square that is farthest from the edges. @param {Game} game */
function innermost(game) {
  const levels = Math.max(1, game.levels.length);
  const off = (/** @type {import("../messages").Square} */ { file, rank, level }) =>
    Math.hypot(2 * file + 1 - game.files, 2 * rank + 1 - game.ranks, 2 * level + 1 - levels);
  return game.squares.reduce((best, square) => (off(square) < off(best) ? square : best));
}

/**
 * Draws the moves of a piece: a line for a slide, a dot for a leap, a cross for a leap that can only capture, an open
 * dot for a leap that cannot capture, and a ring for a square on another level.
 * @param {Step[]} steps
 * @param {boolean} royal
 */
function pictogram(steps, royal) {
  const has = (/** @type {number} */ df, /** @type {number} */ dr, /** @type {number} */ dl) =>
    steps.some((step) => step.df === df && step.dr === dr && step.dl === dl);
  const slides = steps.filter(
    ({ df, dr, dl }) =>
      dl === 0 && Math.max(Math.abs(df), Math.abs(dr)) === 1 && [2, 3].every((far) => has(far * df, far * dr, 0)),
  );
  const onSlide = (/** @type {Step} */ { df, dr, dl }) => {
    const far = Math.max(Math.abs(df), Math.abs(dr));
    return dl === 0 && slides.some((slide) => slide.df * far === df && slide.dr * far === dr);
  };
  const leaps = steps.filter(
    (step) => Math.max(Math.abs(step.df), Math.abs(step.dr), Math.abs(step.dl)) <= FARTHEST && !onSlide(step),
  );
  const widest = Math.max(2, ...leaps.map(({ df, dr }) => Math.max(Math.abs(df), Math.abs(dr))));
  const unit = INSIDE / widest / 1.12;
  const at = (/** @type {number} */ df, /** @type {number} */ dr) =>
    `${(50 + df * unit).toFixed(1)} ${(50 - dr * unit).toFixed(1)}`;
  const ends = slides.map(({ df, dr }) => {
    const long = (INSIDE + 3) / Math.hypot(df, dr) / unit;
    return `M50 50L${at(df * long, dr * long)}`;
  });
  const dots = leaps.map(({ df, dr, dl, mark }) => {
    const [x, y] = at(df, dr).split(" ");
    if (dl !== 0) return `<circle cx="${x}" cy="${y}" r="8" fill="none" stroke="currentColor" stroke-width="2.5"/>`;
    if (mark === "capture") {
      return `<path d="M${x} ${y}m-4.5 -4.5l9 9m0 -9l-9 9" stroke="currentColor" stroke-width="3.5"/>`;
    }
    if (mark === "quiet") {
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="none" stroke="currentColor" stroke-width="3"/>`;
    }
    return `<circle cx="${x}" cy="${y}" r="5" fill="currentColor" stroke="none"/>`;
  });
  const crown = royal ? '<path d="M35 17l-5 -15l11 6l9 -7l9 7l11 -6l-5 15z" stroke-width="3.5"/>' : "";
  return (
    `<circle cx="50" cy="50" r="${RADIUS}"/>` +
    `<path d="${ends.join("")}" stroke="currentColor" stroke-width="5" fill="none"/>` +
    `<circle cx="50" cy="50" r="4" fill="currentColor" stroke="none"/>${[...new Set(dots)].join("")}${crown}`
  );
}
