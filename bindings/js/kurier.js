// Rules and engine for Node and browsers. The rules answer immediately; engines search in workers.

import { Desk } from "./desk.js";
import { load } from "./load.js";

await load();

export { Board, Variant, variants } from "./pkg/kurier.js";

/**
 * @typedef {import("./pkg/kurier.js").Color} Color
 * @typedef {import("./pkg/kurier.js").Piece} Piece
 * @typedef {import("./pkg/kurier.js").PieceType} PieceType
 * @typedef {import("./pkg/kurier.js").LegalMove} LegalMove
 * @typedef {import("./pkg/kurier.js").Outcome} Outcome
 * @typedef {import("./pkg/kurier.js").DrawingOptions} DrawingOptions
 */

/**
 * The limits of a search. Without any limit, the search runs until it is stopped.
 * @typedef {object} Limits
 * @property {number} [time] the thinking time in milliseconds
 * @property {number} [nodes] the number of nodes to search
 * @property {number} [depth] the depth in turns
 */

/**
 * A score from White's point of view.
 * @typedef {object} Score
 * @property {string} text as text for the user, such as `+0.31` or `mate -3`
 * @property {number | null} cp centipawns; `null` for a forced mate or a finished game
 * @property {number | null} mate full moves to a forced mate, negative if Black wins; `null` if no mate is forced
 * @property {number} expectation White's expected points, 0 to 1
 */

/**
 * A line of play that a running search has found.
 * @typedef {object} Line
 * @property {number} line the rank of the line: 1 for the best
 * @property {number} depth the depth in turns
 * @property {Score} score
 * @property {boolean} exact whether the score is exact; otherwise it is a bound
 * @property {number} nodes the number of nodes searched so far
 * @property {number} nps the speed of the search in nodes per second
 * @property {number} time the time since the start of the search in milliseconds
 * @property {string[]} moves the moves in coordinate notation
 * @property {string[]} san the moves in algebraic notation
 */

/**
 * The result of a search.
 * @typedef {object} Result
 * @property {string | null} move the best move in coordinate notation; `null` if there is no legal move
 * @property {string | null} san the best move in algebraic notation
 * @property {string | null} ponder the expected reply in coordinate notation; `null` if the search found none
 * @property {Score} score
 * @property {number} depth the depth of the last complete iteration, in turns
 * @property {number} nodes the number of nodes searched
 * @property {number} time the duration of the search in milliseconds
 */

/**
 * The terms of a static evaluation. Scores are in centipawns; the score of a term is a pair for middlegame and endgame.
 * @typedef {object} Explanation
 * @property {{ name: string, white: [number, number], black: [number, number] }[]} terms each term's scores
 * @property {number} middlegame how much of the middlegame is left, in percent
 * @property {number} scale the percentage of an advantage that counts, less than 100 in endings that are hard to win
 * @property {number} tempo the bonus for the side to move
 * @property {number} hand_crafted the hand-crafted evaluation that results from the values above, for the side to move
 * @property {number | null} network what the network adds, for the side to move; `null` without a network
 * @property {number} score the evaluation, for the side to move
 */

/**
 * @typedef {object} EngineOptions
 * @property {number} [hash] MiB of the transposition table; 32 by default
 * @property {number} [level] the playing strength, 1 to 10; full strength by default
 * @property {boolean} [shared] whether to stop searches through shared memory, if available; true by default
 */

/** @param {import("./pkg/kurier.js").Board} board */
function positionOf(board) {
    return { game: board.variant, fen: board.startFen, moves: board.history };
}

/** Finds moves in a worker. A new search ends the previous one. Node does not exit until `close` has been called. */
export class Engine {
    #desk;
    #settings;
    #id = 0;
    /** @type {Map<number, { onLine?: (line: Line) => void, resolve: (reply: any) => void, reject: (error: Error) => void }>} */
    #asked = new Map();

    /** @param {EngineOptions} [options] */
    constructor({ hash = 32, level, shared } = {}) {
        this.#settings = level === undefined ? { hash } : { hash, level };
        this.#desk = new Desk((reply) => this.#receive(reply), { hash, shared });
    }

    /**
     * Loads your own variant into this engine, which can then search positions of the variant.
     * @param {string} text its definition, in TOML
     */
    async load(text) {
        const { mistake } = await this.#ask({ request: "check", text });
        if (mistake) throw Object.assign(new Error(mistake.message), { line: mistake.line, column: mistake.column });
    }

    /**
     * Searches for the best move.
     * @param {import("./pkg/kurier.js").Board} board
     * @param {Limits} limits
     * @param {{ lines?: number, onLine?: (line: Line) => void }} [options] the number of lines, and a
     *   function that receives each line
     * @returns {Promise<Result>}
     */
    async search(board, limits, { lines = 1, onLine } = {}) {
        const position = positionOf(board);
        const settings = { ...this.#settings, lines };
        const { turn, ...rest } = await this.#ask({ request: "search", position, limits, settings }, onLine);
        const { ponder, score, depth, nodes, time } = rest;
        return { move: turn?.text ?? null, san: turn?.san ?? null, ponder, score, depth, nodes, time };
    }

    /**
     * Returns the static evaluation, term by term, even while a search runs.
     * @param {import("./pkg/kurier.js").Board} board
     * @returns {Promise<Explanation>}
     */
    async explain(board) {
        const { terms, middlegame, scale, tempo, hand_crafted, network, score } = await this.#ask({
            request: "explain",
            position: positionOf(board),
        });
        return { terms, middlegame, scale, tempo, hand_crafted, network, score };
    }

    /** Stops a running search; its promise is then fulfilled with the best move so far. */
    async stop() {
        await this.#ask({ request: "stop" });
    }

    /** Ends the workers. The promises of running searches are rejected. */
    close() {
        this.#desk.close();
        for (const { reject } of this.#asked.values()) reject(new Error("the engine is closed"));
        this.#asked.clear();
    }

    /**
     * @param {{ request: string, [field: string]: any }} request
     * @param {(line: Line) => void} [onLine]
     * @returns {Promise<any>}
     */
    #ask(request, onLine) {
        const id = ++this.#id;
        return new Promise((resolve, reject) => {
            this.#asked.set(id, { onLine, resolve, reject });
            this.#desk.send({ id, ...request });
        });
    }

    /** @param {import("./desk.js").Reply} reply */
    #receive(reply) {
        const asked = this.#asked.get(reply.id);
        if (reply.reply === "line") return asked?.onLine?.(/** @type {any} */ (reply));
        this.#asked.delete(reply.id);
        if (reply.reply === "error") return asked?.reject(new Error(reply.message));
        asked?.resolve(reply);
    }
}
