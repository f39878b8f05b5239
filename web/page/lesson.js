// A lesson in progress: its steps, and what the user has reached in the step that is shown.
import { signal } from "./vendor/preact.js";

/** @typedef {import("./messages").LessonStep} LessonStep */
/** @typedef {import("./messages").Position} Position */
/** @typedef {import("./messages").Turn} Turn */

/**
 * `open`: the goal is not reached yet; `wrong`: the last turn was not what is asked for; `over`: the game ended before
 * the goal was reached; `done`: the goal is reached.
 * @typedef {"open" | "wrong" | "over" | "done"} State
 */

/**
 * The source of positions: the module `link.js`, or a substitute.
 * @typedef {Pick<typeof import("./link.js"), "ask">} Engine
 */

export class Lesson {
  /** The index of the step that is shown. */
  index = signal(0);
  /** @type {import("./vendor/preact.js").Signal<Position | null>} */
  position = signal(null);
  /** @type {import("./vendor/preact.js").Signal<State>} */
  state = signal("open");
  /** The squares that are still to be visited. @type {import("./vendor/preact.js").Signal<string[]>} */
  stars = signal([]);
  /**
   * The squares of the turn that is shown as the next one of the solution.
   * @type {import("./vendor/preact.js").Signal<string[] | null>}
   */
  shown = signal(null);
  /** The indices of the steps that have been done. @type {import("./vendor/preact.js").Signal<number[]>} */
  done;

  #engine;
  #keep;
  /**
   * The number of turns of the solution that have been played since it was shown; `null` if it is not shown.
   * @type {number | null}
   */
  #following = null;
  /** The number of times that a position was requested: only the reply to the last request counts. */
  #asked = 0;

  /**
   * @param {Engine} engine
   * @param {Pick<import("./messages").Game, "name" | "squares">} game
   * @param {LessonStep[]} steps at least one
   * @param {number[]} done the steps that were done earlier
   * @param {(done: number[]) => void} keep receives the steps that have been done, after every change
   */
  constructor(engine, game, steps, done, keep) {
    this.#engine = engine;
    this.#keep = keep;
    this.game = game;
    this.steps = steps;
    this.done = signal(done.filter((index) => index in steps));
  }

  get step() {
    return this.steps[this.index.value];
  }

  /** Shows a step from its beginning. @param {number} index */
  async open(index) {
    if (!(index in this.steps)) return;
    const { fen, visit } = this.steps[index];
    const asked = ++this.#asked;
    const position = await this.#engine.ask("position", { position: { game: this.game.name, fen } });
    if (asked !== this.#asked) return;
    this.index.value = index;
    this.stars.value = visit;
    this.state.value = "open";
    this.shown.value = null;
    this.#following = null;
    this.position.value = position;
  }

  /** Shows the step from its beginning again. */
  again() {
    return this.open(this.index.peek());
  }

  /** Shows the first step that has not been done, or the first step if all have been done. */
  begin() {
    const first = this.steps.findIndex((_, index) => !this.done.peek().includes(index));
    return this.open(Math.max(0, first));
  }

  /** Shows the step from its beginning, with the first turn of its solution. */
  async show() {
    await this.again();
    this.#following = 0;
    this.#point();
  }

  /** Shows the next turn of the solution if the user is following the solution. */
  #point() {
    const text = this.#following === null ? undefined : this.step.solution[this.#following];
    const turn = this.position.peek()?.turns.find((turn) => turn.text === text);
    this.shown.value = turn?.squares ?? null;
  }

  /** Plays the user's turn. @param {Turn} turn */
  async play(turn) {
    const position = this.position.peek();
    const { step } = this;
    if (!position || this.state.peek() === "done") return;
    const visits = step.visit.length > 0;
    if (!visits && !step.turns.includes(turn.text)) {
      this.state.value = "wrong";
      // The board takes the turn back when it gets a new list of turns.
      this.position.value = { ...position, turns: [...position.turns] };
      return;
    }
    const subject = this.#isSubject(position, turn);
    const asked = ++this.#asked;
    const game = this.game.name;
    const next = visits
      ? await this.#engine.ask("practise", { game, fen: position.fen, text: turn.text })
      : await this.#engine.ask("play", { position: { game, fen: position.fen }, text: turn.text });
    if (asked !== this.#asked) return;
    if (subject) this.stars.value = this.stars.peek().filter((square) => !turn.squares.slice(1).includes(square));
    const done = !visits || this.stars.peek().length === 0;
    this.state.value = done ? "done" : next.outcome ? "over" : "open";
    this.position.value = done ? { ...next, turns: [] } : next;
    if (this.#following !== null) {
      this.#following = step.solution[this.#following] === turn.text ? this.#following + 1 : null;
    }
    this.#point();
    if (done) this.#finish();
  }

  /** Returns whether a turn moves the piece that the step is about. @param {Position} position @param {Turn} turn */
  #isSubject({ pieces }, turn) {
    const place = this.game.squares.findIndex(({ name }) => name === turn.squares[0]);
    return pieces[place] === this.step.piece;
  }

  #finish() {
    const index = this.index.peek();
    if (this.done.peek().includes(index)) return;
    this.done.value = [...this.done.peek(), index];
    this.#keep(this.done.peek());
  }
}
