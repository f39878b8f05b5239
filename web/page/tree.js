// A game with its variations: a tree of turns.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} parent
 * @property {Node[]} children the first is the main line
 * @property {string} text the turn in coordinate notation
 * @property {string} san
 * @property {string} before the comment before the turn, if it begins a variation
 * @property {string} comment the comment after the turn; at the root, the comment before the first turn
 * @property {string[]} glyphs as in PGN; the first may be an annotation symbol such as `!`
 * @property {string} sign the annotation symbol of the engine's verdict, such as `??`; empty if there is none
 * @property {number | null} expectation White's expected points, 0 to 1; `null` until searched
 * @property {string} score
 */

/** @typedef {[string, string, Saved[], string?, string?, (number | null)?, string?, string[]?, string?]} Saved */

/** Joins two comments. @param {string} one @param {string} other */
const joined = (one, other) => [one, other].filter(Boolean).join(" ");

export class Tree {
  /**
   * @param {string} game
   * @param {string | null} [fen] the position in which the game began; `null` for the game's start position
   */
  constructor(game, fen = null) {
    this.game = game;
    this.fen = fen;
    /** @type {[string, string][]} the tags of the PGN that it comes from */
    this.tags = [];
    this.result = "*";
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
    return {
      id: this.count++,
      parent,
      children: [],
      text,
      san,
      before: "",
      comment: "",
      glyphs: [],
      sign: "",
      expectation: null,
      score: "",
    };
  }

  /**
   * Returns the child of a node to which a turn leads, and adds the child if the node does not have it yet.
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

  /** Returns the turns that lead to a node. @param {Node} [node] */
  moves(node = this.current) {
    /** @type {string[]} */
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.push(at.text);
    return moves.reverse();
  }

  /**
   * Returns the position of a node in the form that requests use.
   * @param {Node} [node]
   * @returns {import("./messages").PositionRef}
   */
  position(node = this.current) {
    return { game: this.game, fen: this.fen, moves: this.moves(node) };
  }

  /** Returns the nodes from the start through a node to the end of its line. @param {Node} [through] */
  line(through = this.current) {
    const nodes = [through];
    while (nodes[0].parent) nodes.unshift(nodes[0].parent);
    for (let at = through; at.children.length > 0;) nodes.push((at = at.children[0]));
    return nodes;
  }

  /** Returns the last node of the line through a node. @param {Node} [through] */
  end(through = this.current) {
    return /** @type {Node} */ (this.line(through).at(-1));
  }

  /** Returns the number of turns before a node. @param {Node} node */
  depth(node) {
    let depth = 0;
    for (let at = node; at.parent; at = at.parent) depth++;
    return depth;
  }

  /** Removes a node and everything after it. @param {Node} node */
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

  /** Returns the tree as plain data. */
  save() {
    /** @param {Node} node @returns {Saved} */
    const saved = (node) => [
      node.text,
      node.san,
      node.children.map(saved),
      node.comment,
      node.sign,
      node.expectation,
      node.score,
      node.glyphs,
      node.before,
    ];
    const { game, fen, tags, result } = this;
    return { game, fen, tree: saved(this.root), at: this.path(), tags, result };
  }

  /** Returns the index of the child at each step to the current node. */
  path() {
    const path = [];
    for (let at = this.current; at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
    return path;
  }

  /** Creates the tree of a game from a PGN. @param {import("./messages").RecordView} record */
  static of(record) {
    const made = new Tree(record.game, record.fen);
    made.tags = record.tags;
    made.result = record.result;
    made.root.comment = record.preamble ?? "";
    /** @param {Node} from @param {import("./messages").WrittenTurn[]} moves */
    const add = (from, moves) => {
      let node = from;
      for (const move of moves) {
        const next = made.add(node, move);
        // A variation may begin with the turns of the line that it leaves.
        next.before = joined(next.before, move.before ?? "");
        next.comment = joined(next.comment, move.comment);
        next.glyphs = [...new Set([...next.glyphs, ...(move.glyphs ?? [])])];
        for (const variation of move.variations ?? []) add(node, variation);
        node = next;
      }
    };
    add(made.root, record.moves);
    return made;
  }

  /** @param {{ game: string, fen: string | null, tree: Saved, at: number[], tags?: [string, string][], result?: string }} data */
  static load(data) {
    const tree = new Tree(data.game, data.fen);
    tree.tags = data.tags ?? [];
    tree.result = data.result ?? "*";
    /** @param {import("./tree").Node} node @param {Saved} saved */
    const fill = (
      node,
      [, , children, comment = "", sign = "", expectation = null, score = "", glyphs = [], before = ""],
    ) => {
      Object.assign(node, { comment, sign, expectation, score, glyphs, before });
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
