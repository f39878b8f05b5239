// A game against a friend at another machine. The server keeps the game; this page follows it and sends orders.
import { signal } from "./vendor/preact.js";
import { chosenAhead } from "./board/ahead.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree").Node} Node */
/** @typedef {import("./messages").FriendView} View */
/** @typedef {"White" | "Black"} Side */

/**
 * @typedef {object} Table what a game needs from the page around it
 * @property {typeof import("./link.js").ask} ask
 * @property {(order: { order: string } & Record<string, unknown>) => void} send sends an order to the server
 * @property {(game: FriendGame) => void} keep is called after each change
 * @property {() => number} now the time in milliseconds
 */

export class FriendGame {
  /** The latest state that the server has sent. @type {import("./vendor/preact.js").Signal<View | null>} */
  view = signal(null);
  /** The position that is shown. @type {import("./vendor/preact.js").Signal<import("./messages").Position | null>} */
  shown = signal(null);
  /** Changes whenever the tree or its current node changes. */
  version = signal(0);
  /**
   * The turn that the user has chosen while the friend is to move.
   * @type {import("./vendor/preact.js").Signal<import("./board/ahead.js").FromTo | null>}
   */
  ahead = signal(null);
  tree = new Tree("");

  #table;
  /** The node of the shown position. @type {Node | null} */
  #shownNode = null;
  /** The time at which the server's last message arrived. */
  #told = 0;
  /** The chain of views that are being shown: each waits for the one before it. */
  #work = Promise.resolve();

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** The side of the user; `null` for a spectator. */
  get you() {
    return this.view.value?.you ?? null;
  }

  /** Whether the user may move in the position that is shown. */
  get mine() {
    const [view, position] = [this.view.value, this.shown.value];
    return Boolean(view && position && !view.end && view.you === position.side && this.#atEnd());
  }

  /** The side whose next turn the user may choose now; `null` if there is none. */
  get waiting() {
    const [view, position] = [this.view.value, this.shown.value];
    if (!view?.you || !position || view.end || position.outcome || !this.#atEnd()) return null;
    return position.side === view.you ? null : view.you;
  }

  #atEnd() {
    return this.tree.current.children.length === 0;
  }

  /** Accepts the state of the game from the server, and shows it. @param {View} view */
  see(view) {
    this.#told = this.#table.now();
    this.view.value = view;
    this.#work = this.#work.then(() => this.#follow(view));
    return this.#work;
  }

  /** Changes the tree so that it contains the moves of the server's game. @param {View} view */
  async #follow(view) {
    if (!view.game) {
      this.shown.value = null;
      return;
    }
    if (this.tree.game !== view.game || this.tree.fen !== (view.fen ?? null)) {
      this.tree = new Tree(view.game, view.fen ?? null);
    }
    const { tree } = this;
    const wasAtEnd = this.#atEnd();
    let node = tree.root;
    for (const [ply, text] of (view.moves ?? []).entries()) {
      const known = node.children[0];
      if (known?.text !== text) {
        node.children = [];
        const moves = (view.moves ?? []).slice(0, ply + 1);
        const { last } = await this.#table.ask("position", { position: { game: tree.game, fen: tree.fen, moves } });
        tree.add(node, last ?? { text, san: text });
      }
      node = node.children[0];
    }
    const takenBack = node.children.length > 0;
    node.children = [];
    // A new turn does not disturb a user who is looking at an earlier position, and a friend who reconnects does not
    // disturb a user who is about to move.
    const stays = node === tree.current ? this.#shownNode === node : !wasAtEnd && !takenBack;
    if (stays) this.version.value++;
    else await this.goTo(node);
    this.#table.keep(this);
    this.#playAhead();
  }

  #playAhead() {
    const [chosen, position] = [this.ahead.peek(), this.shown.peek()];
    if (!chosen || !position || position.side !== this.view.peek()?.you) return;
    this.ahead.value = null;
    const turn = this.mine ? chosenAhead(position.turns, chosen) : undefined;
    if (turn) this.play(turn);
  }

  /** Shows another position of the game. @param {Node} node */
  async goTo(node) {
    this.tree.current = node;
    const position = await this.#table.ask("position", { position: this.tree.position() });
    if (this.tree.current !== node) return;
    this.shown.value = position;
    this.#shownNode = node;
    this.version.value++;
  }

  /** Sends the user's turn to the server. @param {{ text: string }} turn */
  play({ text }) {
    this.#table.send({ order: "play", ply: this.view.peek()?.moves?.length ?? 0, text });
  }

  /** Returns the milliseconds that a side has left now; `null` without clocks. @param {Side} side */
  left(side) {
    const view = this.view.value;
    if (!view?.clock) return null;
    const left = view.clock[side === "White" ? 0 : 1];
    const passed = view.running && view.side === side ? this.#table.now() - this.#told : 0;
    return Math.max(0, left - passed);
  }

  /** Claims a win on time if the side to move has no time left. */
  claimTime() {
    const view = this.view.peek();
    if (!view?.running || !view.you || !view.side || view.end) return;
    if (this.left(view.side) === 0) this.#table.send({ order: "claim-time" });
  }
}
