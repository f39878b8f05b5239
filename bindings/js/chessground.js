// Shows a board with chessground, and plays the moves that the user makes there.
//
// chessground supports a single board, 8 by 8 squares with the six chess pieces. Its fork chessgroundx supports flat
// boards of up to 16 by 16 squares, with one piece for each letter. Both are free software under the GPL, and not part
// of this package.

/**
 * @typedef {import("./pkg/kurier.js").Board} Board
 * @typedef {import("./pkg/kurier.js").LegalMove} LegalMove
 * @typedef {import("./pkg/kurier.js").Color} Color
 */

/** The number of files and ranks that the keys of chessground can name. */
const MOST = 16;
/**
 * The character code that rank 0 would have. The characters of the ranks are consecutive: `1` to `9`, then `:` for rank
 * 10.
 */
const BEFORE_RANKS = "0".charCodeAt(0);

/**
 * Returns chessground's key for a square: `l8` for `l8`, but `a:` for `a10`, because a key has two characters.
 * @template {string} [K=string]
 * @param {string} square
 * @returns {K}
 */
export function keyOf(square) {
    const rank = String.fromCharCode(BEFORE_RANKS + Number(square.slice(1)));
    return /** @type {K} */ (square[0] + rank);
}

/**
 * Returns the square that a key of chessground names: the inverse of `keyOf`.
 * @param {string} key
 */
export function squareOf(key) {
    return `${key[0]}${key.charCodeAt(1) - BEFORE_RANKS}`;
}

/**
 * Refuses boards that chessground cannot show.
 * @param {Board} board
 */
function check({ variant, files, ranks, levels }) {
    if (levels > 1 || files > MOST || ranks > MOST) {
        throw new RangeError(`chessground shows flat boards of up to ${MOST} by ${MOST} squares, ${variant} is larger`);
    }
}

/**
 * Returns where the pieces of the side to move can go, as chessground's `movable.dests`. A chain of captures is entered
 * square by square: given `path`, the squares that have been entered, the function returns where the chain can continue
 * from the last of them.
 * @template {string} [K=string]
 * @param {Board} board
 * @param {string[]} [path]
 * @returns {Map<K, K[]>}
 * @throws {RangeError} if chessground cannot show the board
 */
export function dests(board, path = []) {
    check(board);
    /** @type {Map<K, K[]>} */
    const keys = new Map();
    for (const [from, to] of board.dests(path)) {
        keys.set(keyOf(from), /** @type {K[]} */ (to.map((square) => keyOf(square))));
    }
    return keys;
}

/**
 * A position for the method `set` of chessground. chessground itself has no use for `dimensions` and `kingRoles`.
 * @template {string} K
 * @typedef {object} Shown
 * @property {string} fen
 * @property {Color} turnColor
 * @property {Color | false} check the side that is in check
 * @property {K[] | undefined} lastMove
 * @property {{ width: number, height: number }} dimensions
 * @property {Role[]} kingRoles the names of the royal pieces
 * @property {{ free: false, color: Color | "both" | undefined, dests: Map<K, K[]> }} movable
 */

/**
 * @typedef {"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m"} FirstLetter
 * @typedef {"n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"} LastLetter
 */

/**
 * The name of a piece in chessgroundx, such as `k-piece`, by its letter.
 * @typedef {`${FirstLetter | LastLetter}-piece`} Role
 */

/**
 * Returns the position of a board in the form that chessground expects: `ground.set(shown(board))`.
 * @template {string} [K=string]
 * @param {Board} board
 * @param {Color | "both"} [color] the side whose pieces can be moved; by default both
 * @returns {Shown<K>}
 * @throws {RangeError} if chessground cannot show the board
 */
export function shown(board, color = "both") {
    const royal = board.pieceTypes().filter((piece) => piece.royal);
    return {
        fen: board.fen(),
        turnColor: board.turn,
        check: board.isCheck() && board.turn,
        lastMove: board.lastMove?.map((square) => keyOf(square)),
        dimensions: { width: board.files, height: board.ranks },
        kingRoles: royal.map(({ letter }) => /** @type {Role} */ (`${letter.toLowerCase()}-piece`)),
        movable: { free: false, color: board.isEnd() ? undefined : color, dests: dests(board) },
    };
}

/**
 * Returns the FEN of a board, with the pieces of a placement from chessground's `getFen()` in place of the board's own.
 * @param {Board} board
 * @param {string} placement
 */
export function fenWith(board, placement) {
    return [placement, ...board.fen().split(" ").slice(1)].join(" ");
}

/**
 * @typedef {object} BridgeOptions
 * @property {Color | "both"} [color] the side that the user plays; both by default
 * @property {(moves: LegalMove[]) => LegalMove | undefined | Promise<LegalMove | undefined>} [choose] asks which of
 *   several moves is meant, for example about a promotion; `undefined` takes the piece back. By default the first move
 *   is played
 * @property {(move: LegalMove) => void} [onMove] is called after each move of the user
 */

/** Keeps a chessground board and a `Board` in step. */
export class Bridge {
    #ground;
    #board;
    #color;
    #choose;
    #onMove;
    /** The squares of the unfinished move. @type {string[]} */
    #path = [];

    /**
     * Shows the position of the board, and plays the user's moves on it.
     * @param {{ set(config: any): void }} ground the board of chessground or chessgroundx
     * @param {Board} board
     * @param {BridgeOptions} [options]
     * @throws {RangeError} if chessground cannot show the board
     */
    constructor(ground, board, { color = "both", choose = ([first]) => first, onMove = () => {} } = {}) {
        this.#ground = ground;
        this.#board = board;
        this.#color = color;
        this.#choose = choose;
        this.#onMove = onMove;
        this.show();
    }

    /** Shows the position of the board. Call this after every change to the board that was not made by the user. */
    show() {
        this.#path = [];
        const { movable, ...position } = shown(this.#board, this.#color);
        const after = (/** @type {string} */ orig, /** @type {string} */ dest) => void this.move(orig, dest);
        this.#ground.set({ ...position, movable: { ...movable, events: { after } } });
    }

    /**
     * Plays a move from its keys, as chessground reports it through `movable.events.after`. In a chain of captures,
     * each step is a separate move in chessground.
     * @param {string} orig
     * @param {string} dest
     * @returns {Promise<LegalMove | undefined>} the move; `undefined` if it is not complete, was taken back or is not
     *   legal
     */
    async move(orig, dest) {
        if (this.#path.length === 0) this.#path = [squareOf(orig)];
        this.#path.push(squareOf(dest));
        const path = this.#path;
        const begun = this.#board.choices(path);
        const complete = begun.some(({ route }) => route.length === path.length);
        if (begun.length > 0 && !complete) {
            // After each step chessground passes the turn to the opponent, so pass it back.
            const movable = { dests: dests(this.#board, path) };
            this.#ground.set({ turnColor: this.#board.turn, movable });
            return undefined;
        }
        const move = begun.length > 1 ? await this.#choose(begun) : begun[0];
        // The position may have changed while the user was choosing.
        if (path !== this.#path) return undefined;
        if (move) this.#board.push(move.move);
        this.show();
        if (move) this.#onMove(move);
        return move;
    }
}
