// Solving the puzzles of a set, as `kurier puzzles` writes them, one after the other.
import { signal } from "./vendor/preact.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Position} Position */
/** @typedef {import("./messages").Turn} Turn */
/** @typedef {{ id: string, fen: string, goal: string, solution: string[], san: string[], themes: string[], rating: number }} Puzzle */
/** @typedef {{ format: number, game: string, puzzles: Puzzle[] }} PuzzleSet */

/**
 * The user's record in the puzzles of one game: the user's rating, and for each puzzle that was tried, by id, whether
 * it has been solved.
 * @typedef {{ rating: number, tried: Record<string, boolean> }} Tries
 */

/**
 * `open`: the user is to move; `wrong`: the last turn was not the solution; `solved`; `shown`: the solution was shown.
 * @typedef {"open" | "wrong" | "solved" | "shown"} State
 */

/** The version of the format that is read. */
const FORMAT = 1;
/** The rating of a user who has solved nothing yet. */
export const FIRST_RATING = 800;
/** The maximum change in the rating after one puzzle. */
const STEP = 40;

/**
 * Parses a set of puzzles; throws an error, with a message for the user, if the text is not such a set.
 * @param {string} text
 * @returns {PuzzleSet}
 */
export function readSet(text) {
  /** @type {any} */
  let set;
  try {
    set = JSON.parse(text);
  } catch {
    throw new Error(t("puzzles.bad"));
  }
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isTexts = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isText);
  const isPuzzle = (/** @type {any} */ puzzle) =>
    [puzzle?.id, puzzle?.fen, puzzle?.goal].every(isText) &&
    [puzzle.solution, puzzle.san, puzzle.themes].every(isTexts) &&
    puzzle.solution.length % 2 === 1 &&
    Number.isFinite(puzzle.rating);
  const good = set?.format === FORMAT && isText(set.game) && Array.isArray(set.puzzles) && set.puzzles.length > 0;
  if (!good || !set.puzzles.every(isPuzzle)) throw new Error(t("puzzles.bad"));
  return set;
}

/**
 * Returns a rating after a puzzle, by the Elo formula.
 * @param {number} rating
 * @param {number} puzzle the rating of the puzzle
 * @param {boolean} solved
 */
export function rated(rating, puzzle, solved) {
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  return Math.round(rating + STEP * (Number(solved) - expected));
}

export class Trainer {
  /** @type {import("./vendor/preact.js").Signal<Puzzle>} */
  puzzle;
  /** @type {import("./vendor/preact.js").Signal<Position | null>} */
  position = signal(null);
  /** @type {import("./vendor/preact.js").Signal<State>} */
  state = signal("open");
  /** @type {import("./vendor/preact.js").Signal<Tries>} */
  record;

  #engine;
  #keep;
  /** The turns that have been played in the puzzle. @type {string[]} */
  #played = [];
  /** The id of the puzzle that the user failed last: solving it right afterwards changes nothing. */
  #failed = "";
  /** The number of the last request: replies to earlier ones are ignored. */
  #asked = 0;

  /**
   * @param {Pick<typeof import("./link.js"), "ask">} engine
   * @param {PuzzleSet} set
   * @param {Tries} record
   * @param {(record: Tries) => void} keep receives the record after every puzzle
   */
  constructor(engine, set, record, keep) {
    this.#engine = engine;
    this.#keep = keep;
    this.set = set;
    this.record = signal(record);
    this.puzzle = signal(this.#choose());
  }

  /**
   * Chooses a puzzle: one that has not been tried yet or, if all have been tried, one that has not been solved; among
   * these, the one whose rating is nearest to the user's.
   */
  #choose() {
    const { rating, tried } = this.record.peek();
    const far = (/** @type {Puzzle} */ puzzle) =>
      Math.abs(puzzle.rating - rating) + (puzzle.id in tried ? (tried[puzzle.id] ? 2e6 : 1e6) : 0);
    const last = this.puzzle?.peek();
    const others = this.set.puzzles.filter((puzzle) => puzzle !== last);
    return (others.length > 0 ? others : this.set.puzzles).reduce((best, one) => (far(one) < far(best) ? one : best));
  }

  /** Shows the puzzle from its beginning. */
  async begin() {
    this.#played = [];
    await this.#show("open");
  }

  /** Shows the next puzzle. */
  next() {
    this.puzzle.value = this.#choose();
    return this.begin();
  }

  /** Shows the position after the turns that have been played. @param {State} state */
  async #show(state) {
    const asked = ++this.#asked;
    const position = await this.#engine.ask("position", {
      position: { game: this.set.game, fen: this.puzzle.peek().fen, moves: this.#played },
    });
    if (asked !== this.#asked) return;
    const over = state === "solved" || state === "shown";
    this.position.value = over ? { ...position, turns: [] } : position;
    this.state.value = state;
  }

  /** Plays the user's turn, and the reply if the turn is right. @param {Turn} turn */
  async play(turn) {
    const position = this.position.peek();
    if (!position || !["open", "wrong"].includes(this.state.peek())) return;
    const { solution, fen } = this.puzzle.peek();
    const { length } = this.#played;
    const asked = ++this.#asked;
    const after = await this.#engine.ask("position", {
      position: { game: this.set.game, fen, moves: [...this.#played, turn.text] },
    });
    if (asked !== this.#asked) return;
    // Every turn that wins the game at once is right.
    const wins = after.outcome?.winner === position.side;
    if (turn.text !== solution[length] && !wins) {
      this.#settle(false);
      this.state.value = "wrong";
      // The board takes the turn back when it gets a new list of turns.
      this.position.value = { ...position, turns: [...position.turns] };
      return;
    }
    const solved = wins || length + 1 === solution.length;
    this.#played = [...this.#played, turn.text, ...(solved ? [] : [solution[length + 1]])];
    if (solved) this.#settle(true);
    await this.#show(solved ? "solved" : "open");
  }

  /** Plays the solution to its end. */
  async show() {
    this.#settle(false);
    this.#played = this.puzzle.peek().solution;
    await this.#show("shown");
  }

  /** Records whether a puzzle was solved. Only the first attempt changes the rating. @param {boolean} solved */
  #settle(solved) {
    const { id, rating } = this.puzzle.peek();
    const record = this.record.peek();
    if (id in record.tried) {
      // A puzzle that was failed before and is solved now is not chosen again, but does not change the rating.
      if (!solved || record.tried[id] || this.#failed === id) return;
      this.record.value = { ...record, tried: { ...record.tried, [id]: true } };
    } else {
      this.record.value = {
        rating: rated(record.rating, rating, solved),
        tried: { ...record.tried, [id]: solved },
      };
      if (!solved) this.#failed = id;
    }
    this.#keep(this.record.peek());
  }
}
