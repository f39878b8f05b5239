// A game in progress: against the engine, between two people, or between two engines. It does not depend on the screen.
import { signal } from "./vendor/preact.js";
import { chosenAhead } from "./board/ahead.js";
import { Superseded } from "./link.js";
import { Tree } from "./tree.js";
import { ending, sideName } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Position} Position */
/** @typedef {import("./tree").Node} Node */
/** @typedef {"White" | "Black"} Side */
/** @typedef {{ result: string, words: string }} Result */

/**
 * @typedef {object} Options
 * @property {string} game
 * @property {Side | "both" | "none"} side the side that the user plays
 * @property {number} level 1 to 10; 10 is full strength
 * @property {number} other the level of Black when two engines play
 * @property {number} minutes the minutes on each clock at the start; 0 for a game without clocks
 * @property {number} increment the seconds that a clock gains with each turn
 */

/**
 * A game as plain data.
 * @typedef {{ options: Options, saved: ReturnType<Tree["save"]>, result: Result | null, clock: [number, number],
 *   judged?: (import("./messages").Judged | null)[] }} Kept
 */

/**
 * The move that the engine would play, with what it does, and the depth of the search.
 * @typedef {{ san: string, merits: import("./messages").Merit[], depth: number }} Hint
 */

/**
 * The source of positions and moves for a game: the module `link.js`, or a substitute.
 * @typedef {Pick<typeof import("./link.js"), "ask" | "search" | "stop"> & { connected: { peek(): boolean } }} Engine
 */

/**
 * The owner of a game: `keep` receives the game after every change, `say` receives messages for the user.
 * @typedef {{ keep(kept: Kept): void, say(problem: unknown): void }} Owner
 */

export const sides = /** @type {const} */ (["White", "Black"]);

/** The maximum time for a move of the engine without a clock, in milliseconds. */
const THINKING = 2000;
/** The maximum time for a move without a clock when two engines play, in milliseconds. */
const WATCHING = 700;
/** The delay of the next request after a search was cancelled, in milliseconds. */
const AFTER_STOP = 50;
/** The delay of the next request after the engine has failed, in milliseconds. */
const AFTER_FAILURE = 2000;
/** The number of turns that must be played before the engine agrees to a draw. */
const EARLIEST_DRAW = 20;

export class PlayedGame {
  /** The position that is shown. @type {import("./vendor/preact.js").Signal<Position | null>} */
  shown = signal(null);
  /** Changes whenever the tree or its current node changes. */
  version = signal(0);
  thinking = signal(false);
  /**
   * The squares of the move that the engine would play.
   * @type {import("./vendor/preact.js").Signal<string[] | null>}
   */
  hint = signal(null);
  /** Why the engine would play this move. @type {import("./vendor/preact.js").Signal<Hint | null>} */
  why = signal(null);
  /**
   * The turn that the user has chosen while the opponent is to move.
   * @type {import("./vendor/preact.js").Signal<import("./board/ahead.js").FromTo | null>}
   */
  ahead = signal(null);
  /** @type {import("./vendor/preact.js").Signal<Result | null>} */
  result = signal(null);
  /**
   * A judgement of each position of a game that has ended, `null` until it is available.
   * @type {(import("./messages").Judged | null)[]}
   */
  judged = [];
  /**
   * The milliseconds left on the clocks, White's first.
   * @type {import("./vendor/preact.js").Signal<[number, number]>}
   */
  clock;

  #engine;
  #owner;
  /** The node of the shown position. @type {Node | null} */
  #shownNode = null;
  #searching = false;
  #watched = false;

  /**
   * @param {Engine} engine
   * @param {Owner} owner
   * @param {Options} options
   * @param {Tree} [tree]
   */
  constructor(engine, owner, options, tree = new Tree(options.game)) {
    this.#engine = engine;
    this.#owner = owner;
    this.options = options;
    this.tree = tree;
    this.clock = signal([options.minutes * 60_000, options.minutes * 60_000]);
  }

  /** Restores a stored game, at the end of its line. @param {Engine} engine @param {Owner} owner @param {Kept} kept */
  static load(engine, owner, kept) {
    const game = new PlayedGame(engine, owner, kept.options, Tree.load(kept.saved));
    game.tree.current = game.tree.end();
    game.result.value = kept.result;
    game.clock.value = kept.clock;
    game.judged = kept.judged ?? [];
    return game;
  }

  #keep() {
    const { options, tree, result, clock, judged } = this;
    this.#owner.keep({ options, saved: tree.save(), result: result.peek(), clock: clock.peek(), judged });
  }

  /** Stores the game after all its positions have been judged. */
  judgedAll() {
    this.#keep();
  }

  /** Returns who plays a side. @param {Side} side @returns {"you" | "engine"} */
  player(side) {
    return this.options.side === "both" || this.options.side === side ? "you" : "engine";
  }

  /** Returns the level of the engine that plays a side. @param {Side} side */
  level(side) {
    return this.options.side === "none" && side === "Black" ? this.options.other : this.options.level;
  }

  /** Whether the user may move in the position that is shown. */
  get mine() {
    const position = this.shown.value;
    return (
      Boolean(position) &&
      !this.result.value &&
      !this.thinking.value &&
      this.#atEnd() &&
      this.player(/** @type {Position} */ (position).side) === "you"
    );
  }

  /** The side whose next turn the user may choose now, while the opponent is to move; `null` if there is none. */
  get waiting() {
    const { side } = this.options;
    const position = this.shown.value;
    if (side === "both" || side === "none" || !position || position.outcome || this.result.value) return null;
    return this.#atEnd() && position.side !== side ? side : null;
  }

  #atEnd() {
    return this.tree.current.children.length === 0;
  }

  /** Resumes the game, which is now shown. */
  async enter() {
    if (this.#watched) return;
    this.#watched = true;
    await this.#show();
    this.#keep();
    await this.#think();
  }

  /** Suspends the game: the engine does not think about a game that is not shown. */
  leave() {
    this.#watched = false;
    this.#engine.stop(0);
  }

  async #show() {
    const wanted = this.tree.current;
    const position = await this.#engine.ask("position", { position: this.tree.position() });
    if (this.tree.current !== wanted) return;
    this.shown.value = position;
    this.#shownNode = wanted;
    this.version.value++;
    if (position.outcome && this.#atEnd() && !this.result.peek()) {
      this.#finish(position.outcome.result, ending(position.outcome));
    }
  }

  /** @param {string} score @param {string} words */
  #finish(score, words) {
    this.result.value = { result: score, words };
    this.ahead.value = null;
    this.thinking.value = false;
    this.#engine.stop(0);
    this.#keep();
  }

  /** Plays a turn of either side. @param {{ text: string, san: string }} turn */
  async #push(turn) {
    const side = this.shown.peek()?.side;
    if (this.options.minutes > 0 && side) {
      const left = /** @type {[number, number]} */ ([...this.clock.peek()]);
      left[sides.indexOf(side)] += this.options.increment * 1000;
      this.clock.value = left;
    }
    this.tree.current = this.tree.add(this.tree.current, turn);
    this.#forgetHint();
    // The engine may be disconnected, and the page may be reloaded before it is back.
    this.#keep();
    await this.#show();
  }

  /** Plays the user's turn, then the engine's reply. @param {{ text: string, san: string }} turn */
  async play(turn) {
    // While the engine is disconnected, the board shows the position before the last turn.
    if (this.tree.current !== this.#shownNode) return;
    await this.#push(turn);
    await this.#think();
  }

  /** Plays the turn that the user has chosen ahead, if it is legal now. */
  async #playAhead() {
    const chosen = this.ahead.peek();
    const position = this.shown.peek();
    this.ahead.value = null;
    const turn = chosen && position && this.mine ? chosenAhead(position.turns, chosen) : undefined;
    if (turn) await this.#push(turn);
  }

  /** Shows another position of the game. @param {Node} node */
  async goTo(node) {
    this.ahead.value = null;
    this.#forgetHint();
    this.tree.current = node;
    await this.#show();
    await this.#think();
  }

  /** Returns the position in which the engine must move now; `null` if it need not move. */
  #engineToMove() {
    const position = this.shown.peek();
    const here = this.#watched && this.#atEnd() && this.tree.current === this.#shownNode;
    if (!here || !position || position.outcome || this.result.peek()) return null;
    return this.player(position.side) === "engine" ? position : null;
  }

  /**
   * Returns the random number with which the engine chooses a move of the opening book. A game of two engines is played
   * without a book: its first moves would pass too fast to watch.
   */
  #bookChoice() {
    return this.options.side === "none" ? null : Math.floor(Math.random() * 2 ** 32);
  }

  /** Lets the engine play while it is to move. */
  async #think() {
    if (this.#searching) return;
    this.#searching = true;
    let pause = AFTER_STOP;
    try {
      for (let position = this.#engineToMove(); position; position = this.#engineToMove()) {
        const node = this.tree.current;
        this.thinking.value = true;
        const best = await this.#engine.search("search", {
          position: this.tree.position(),
          limits: this.#limits(),
          settings: { level: this.level(position.side), book: this.#bookChoice(), hash: 64 },
        });
        this.thinking.value = false;
        // Meanwhile, the user may have resigned, left the game, or taken back a turn.
        if (!this.#engineToMove() || this.tree.current !== node || !best.turn) break;
        await this.#push(best.turn);
        await this.#playAhead();
      }
    } catch (error) {
      if (!(error instanceof Superseded)) {
        this.#owner.say(error);
        pause = AFTER_FAILURE;
      }
    } finally {
      this.#searching = false;
      this.thinking.value = false;
    }
    // The user may have resumed the game before the cancelled search ended.
    if (this.#engineToMove() && this.#engine.connected.peek()) setTimeout(() => this.#think(), pause);
  }

  #limits() {
    const { minutes, increment, side } = this.options;
    if (minutes === 0) return { time: side === "none" ? WATCHING : THINKING };
    return { clock: this.clock.peek().map((ms) => Math.max(1, Math.round(ms))), increment: increment * 1000 };
  }

  /** Takes back turns up to the last position in which the user was to move. */
  async takeBack() {
    const { side: first } = await this.#engine.ask("position", {
      position: { game: this.tree.game, fen: this.tree.fen },
    });
    const sideAt = (/** @type {number} */ ply) => sides[(sides.indexOf(first) + ply) % 2];
    const line = this.tree.line();
    const ply = line.slice(0, -1).findLastIndex((_, ply) => this.player(sideAt(ply)) === "you");
    if (ply < 0) return this.#owner.say(t("take-back.none"));
    this.#engine.stop(0);
    line[ply].children = [];
    this.judged = [];
    this.tree.current = line[ply];
    this.result.value = null;
    this.#forgetHint();
    this.ahead.value = null;
    this.#keep();
    await this.#show();
  }

  /** Asks the engine for the best move, and shows it as a hint together with what it achieves. */
  async suggest() {
    const node = this.tree.current;
    const best = await this.#judge(300_000);
    if (!best?.turn) return;
    const { squares, san, text } = best.turn;
    const { merits } = await this.#engine.ask("why", { position: this.tree.position(), text });
    if (this.tree.current !== node) return;
    this.hint.value = squares;
    this.why.value = { san, merits, depth: best.depth };
  }

  #forgetHint() {
    this.hint.value = null;
    this.why.value = null;
  }

  resign() {
    const side = this.options.side === "both" ? this.shown.peek()?.side : this.options.side;
    if (side === "White" || side === "Black") {
      this.#finish(side === "White" ? "0-1" : "1-0", t("end.resigns", { side: sideName(side) }));
    }
  }

  async offerDraw() {
    if (this.options.side === "both") return this.#finish("1/2-1/2", t("end.agreement"));
    const best = await this.#judge(200_000);
    if (!best) return;
    const forWhite = best.score.cp ?? (best.score.mate ?? 0) * 10_000;
    const forEngine = this.options.side === "White" ? -forWhite : forWhite;
    if (forEngine <= 0 && this.tree.depth(this.tree.current) >= EARLIEST_DRAW) {
      this.#finish("1/2-1/2", t("end.agreement"));
    } else this.#owner.say(t("draw.declined"));
  }

  /**
   * Searches the position at full strength; returns `null` if the search was cancelled or failed, or is no longer
   * needed.
   * @param {number} nodes
   * @returns {Promise<import("./messages").Best | null>}
   */
  async #judge(nodes) {
    const node = this.tree.current;
    try {
      const best = await this.#engine.search("search", {
        position: this.tree.position(),
        limits: { nodes, time: 1000 },
      });
      return this.tree.current === node && !this.result.peek() ? best : null;
    } catch (error) {
      if (!(error instanceof Superseded)) this.#owner.say(error);
      return null;
    }
  }

  /** Deducts time from the clock of the side to move. The first move is not timed. @param {number} ms */
  tick(ms) {
    const position = this.shown.peek();
    const still = this.options.minutes === 0 || this.result.peek() || this.tree.root.children.length === 0;
    if (still || !position || position.outcome || !this.#atEnd() || !this.#engine.connected.peek()) return;
    const left = /** @type {[number, number]} */ ([...this.clock.peek()]);
    const side = sides.indexOf(position.side);
    left[side] = Math.max(0, left[side] - ms);
    this.clock.value = left;
    if (left[side] === 0) {
      this.#finish(side === 0 ? "0-1" : "1-0", t("end.time", { side: sideName(sides[1 - side]) }));
    }
  }
}
