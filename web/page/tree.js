// A game with its variations: a tree of turns.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {string} text the turn in coordinates
 * @property {string} san
 * @property {string} comment
 * @property {string} sign
 * @property {number | null} expectation White's expected points, once searched
 * @property {string} score
 */

/** @typedef {[string, string, Saved[], string?, string?, (number | null)?, string?]} Saved */

export class Tree {
  /**
   * @param {string} game
   * @param {string | null} [fen] where it began, if not at the game's start
   */
  constructor(game, fen = null) {
    this.game = game;
    this.fen = fen;
    this.count = 0;
    this.root = this.node(null, "", "");
    this.current = this.root;
  }

  /**
   * @param {Node | null} parent
   * @param {string} text
   * @param {string} san
   * @returns {Node}
   */
  node(parent, text, san) {
    return { id: this.count++, parent, children: [], text, san, comment: "", sign: "", expectation: null, score: "" };
  }

  /**
   * Goes on from a node by a turn; one that is known already is not added twice.
   * @param {Node} parent
   * @param {{ text: string, san: string }} turn
   */
  add(parent, turn) {
    const known = parent.children.find((child) => child.text === turn.text);
    if (known) return known;
    const added = this.node(parent, turn.text, turn.san);
    parent.children.push(added);
    return added;
  }

  /** The turns to a node. @param {Node} [node] */
  moves(node = this.current) {
    /** @type {string[]} */
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.push(at.text);
    return moves.reverse();
  }

  /** A position for the engine. @param {Node} [node] @returns {import("./messages").PositionRef} */
  position(node = this.current) {
    return { game: this.game, fen: this.fen, moves: this.moves(node) };
  }

  /** The nodes from the start through a node to the end of its line. @param {Node} [through] */
  line(through = this.current) {
    const nodes = [through];
    while (nodes[0].parent) nodes.unshift(nodes[0].parent);
    for (let at = through; at.children.length > 0; ) nodes.push((at = at.children[0]));
    return nodes;
  }

  /** The number of turns before a node. @param {Node} node */
  depth(node) {
    let depth = 0;
    for (let at = node; at.parent; at = at.parent) depth++;
    return depth;
  }

  /** Takes a node and all after it away. @param {Node} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.line(this.current).includes(node) || this.isBelow(this.current, node)) this.current = parent;
  }

  /** @param {Node} node @param {Node} above */
  isBelow(node, above) {
    for (let at = /** @type {Node | null} */ (node); at; at = at.parent) if (at === above) return true;
    return false;
  }

  /** Makes a variation the main line, all the way up. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** As plain data. */
  save() {
    /** @param {Node} node @returns {Saved} */
    const saved = (node) => [
      node.text, node.san, node.children.map(saved), node.comment, node.sign, node.expectation, node.score,
    ];
    return { game: this.game, fen: this.fen, tree: saved(this.root), at: this.path() };
  }

  /** Which child was taken on each step to the current node. */
  path() {
    const path = [];
    for (let at = this.current; at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
    return path;
  }

  /** The tree of a game of a PGN. @param {import("./messages").RecordView} record */
  static of(record) {
    const made = new Tree(record.game, record.fen);
    /** @param {Node} from @param {import("./messages").WrittenTurn[]} moves */
    const add = (from, moves) => {
      let node = from;
      for (const move of moves) {
        const next = made.add(node, move);
        next.comment = move.comment;
        for (const variation of move.variations ?? []) add(node, variation);
        node = next;
      }
    };
    add(made.root, record.moves);
    return made;
  }

  /** @param {{ game: string, fen: string | null, tree: Saved, at: number[] }} data */
  static load(data) {
    const tree = new Tree(data.game, data.fen);
    /** @param {import("./tree").Node} node @param {Saved} saved */
    const fill = (node, [, , children, comment = "", sign = "", expectation = null, score = ""]) => {
      Object.assign(node, { comment, sign, expectation, score });
      for (const child of children) {
        const next = tree.node(node, child[0], child[1]);
        node.children.push(next);
        fill(next, child);
      }
    };
    fill(tree.root, data.tree);
    for (const step of data.at) tree.current = tree.current.children[step] ?? tree.current;
    return tree;
  }
}
