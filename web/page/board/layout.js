// The positions of the squares in the picture: levels side by side, or stacked in perspective.

/** @typedef {import("../messages").Game} Game */
/** @typedef {import("../messages").Square} Square */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {(square: Square) => Point[]} corners of a square
 * @property {(square: Square) => Point & { scale: number }} middle of a square, and how large a piece is there
 * @property {{ text: string, x: number, y: number, large?: boolean }[]} labels
 * @property {number[]} order the levels in drawing order
 */

/** The side of a square, in units of the picture. */
export const CELL = 100;
const STRIP = 34;
const HEADING = 46;
const GAP = 26;
/** The margin on the right and at the top. */
const EDGE = 6;

/**
 * Lays out levels side by side, in the number of columns that makes them largest.
 * @param {Game} game
 * @param {boolean} flipped
 * @param {number} aspect the ratio of width to height of the available space
 * @returns {Layout}
 */
export function flat(game, flipped, aspect) {
  const levels = Math.max(1, game.levels.length);
  const heading = levels > 1 ? HEADING : 0;
  const gap = levels > 1 ? GAP : 0;
  const wide = game.files * CELL + STRIP + gap;
  const high = game.ranks * CELL + STRIP + heading;
  let columns = 1;
  let best = 0;
  for (let tried = 1; tried <= levels; tried++) {
    const [width, height] = [tried * wide, Math.ceil(levels / tried) * high];
    const size = Math.min(aspect / width, 1 / height);
    if (size > best * 1.02) [best, columns] = [size, tried];
  }
  const origin = (/** @type {number} */ level) => ({
    x: (level % columns) * wide + STRIP + gap / 2,
    y: Math.floor(level / columns) * high + heading + EDGE,
  });
  const column = (/** @type {number} */ file) => (flipped ? game.files - 1 - file : file) * CELL;
  const row = (/** @type {number} */ rank) => (flipped ? rank : game.ranks - 1 - rank) * CELL;
  const corner = (/** @type {Square} */ { file, rank, level }) => {
    const { x, y } = origin(level);
    return { x: x + column(file), y: y + row(rank) };
  };
  const labels = [];
  for (let level = 0; level < levels; level++) {
    const { x, y } = origin(level);
    for (let file = 0; file < game.files; file++) {
      labels.push({
        text: String.fromCharCode(97 + file),
        x: x + column(file) + CELL / 2,
        y: y + game.ranks * CELL + STRIP / 2,
      });
    }
    for (let rank = 0; rank < game.ranks; rank++) {
      labels.push({ text: String(rank + 1), x: x - STRIP / 2, y: y + row(rank) + CELL / 2 });
    }
    if (levels > 1) {
      labels.push({ text: game.levels[level], x: x + (game.files * CELL) / 2, y: y - heading / 2, large: true });
    }
  }
  return {
    width: columns * wide + EDGE,
    height: Math.ceil(levels / columns) * high + EDGE,
    corners(square) {
      const { x, y } = corner(square);
      return [
        { x, y },
        { x: x + CELL, y },
        { x: x + CELL, y: y + CELL },
        { x, y: y + CELL },
      ];
    },
    middle(square) {
      const { x, y } = corner(square);
      return { x: x + CELL / 2, y: y + CELL / 2, scale: 1 };
    },
    labels,
    order: [...Array(levels).keys()],
  };
}

/**
 * Lays out levels above each other, seen from the side. If there is room, each lower level is shifted to the right, so
 * that the levels hide less of each other.
 * @param {Game} game
 * @param {boolean} flipped
 * @param {number} aspect the ratio of width to height of the available space
 * @param {{ turn: number, tilt: number }} angles in degrees
 * @returns {Layout}
 */
export function stack(game, flipped, aspect, angles) {
  const levels = Math.max(1, game.levels.length);
  const turn = ((angles.turn + (flipped ? 180 : 0)) * Math.PI) / 180;
  const tilt = (angles.tilt * Math.PI) / 180;
  const [across, along] = [game.files * CELL, game.ranks * CELL];
  const radius = Math.hypot(across, along) / 2;
  const heightWith = (/** @type {number} */ rise) =>
    (levels - 1) * rise * Math.cos(tilt) + 2 * radius * Math.sin(tilt) + CELL;
  const loose = Math.max(1.5 * radius * Math.sin(tilt), 1.5 * CELL) / Math.cos(tilt);
  const room = (aspect * heightWith(loose) - 2 * radius) / Math.max(1, levels - 1);
  const shift = Math.min(Math.max(0, room), 0.6 * radius);
  const rise = loose * (1 - (0.22 * shift) / (0.6 * radius));
  const distance = 5.5 * Math.max(radius, (rise * levels) / 2, (shift * levels) / 2);
  /**
   * @param {number} file
   * @param {number} rank
   * @param {number} level each may be a fraction, for points between squares
   */
  const project = (file, rank, level) => {
    const x = file * CELL - across / 2;
    const z = rank * CELL - along / 2;
    const up = ((levels - 1) / 2 - level) * rise;
    const right = x * Math.cos(turn) - z * Math.sin(turn) + (level - (levels - 1) / 2) * shift;
    const away = x * Math.sin(turn) + z * Math.cos(turn);
    const depth = distance + away * Math.cos(tilt) - up * Math.sin(tilt);
    const scale = distance / depth;
    return { x: right * scale, y: -(away * Math.sin(tilt) + up * Math.cos(tilt)) * scale, scale };
  };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const level of [0, levels - 1]) {
    for (const [file, rank] of [
      [0, 0],
      [game.files, 0],
      [0, game.ranks],
      [game.files, game.ranks],
    ]) {
      const { x, y } = project(file, rank, level);
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  left -= 60;
  top -= 80;
  right += 60;
  bottom += 50;
  const at = (/** @type {number} */ file, /** @type {number} */ rank, /** @type {number} */ level) => {
    const { x, y, scale } = project(file, rank, level);
    return { x: x - left, y: y - top, scale };
  };
  const labels = [];
  // The coordinates are at the near edges of the lowest level, the letter of each level at one of its corners.
  const low = levels - 1;
  const nearRank =
    project(game.files / 2, 0, low).y > project(game.files / 2, game.ranks, low).y ? -0.45 : game.ranks + 0.45;
  const nearFile =
    project(0, game.ranks / 2, low).x < project(game.files, game.ranks / 2, low).x ? -0.45 : game.files + 0.45;
  for (let file = 0; file < game.files; file++) {
    labels.push({ text: String.fromCharCode(97 + file), ...at(file + 0.5, nearRank, low) });
  }
  for (let rank = 0; rank < game.ranks; rank++) {
    labels.push({ text: String(rank + 1), ...at(nearFile, rank + 0.5, low) });
  }
  for (let level = 0; level < levels; level++) {
    const corners = [
      [0, 0],
      [game.files, 0],
      [0, game.ranks],
      [game.files, game.ranks],
    ];
    const ends = corners.map(([file, rank]) => at(file, rank, level)).sort((a, b) => b.x - a.x);
    labels.push({ text: game.levels[level] ?? "", x: ends[0].x + 30, y: ends[0].y, large: true });
  }
  return {
    width: right - left,
    height: bottom - top,
    corners: ({ file, rank, level }) => [
      at(file, rank, level),
      at(file + 1, rank, level),
      at(file + 1, rank + 1, level),
      at(file, rank + 1, level),
    ],
    middle: ({ file, rank, level }) => at(file + 0.5, rank + 0.5, level),
    labels,
    order: [...Array(levels).keys()].reverse(),
  };
}
