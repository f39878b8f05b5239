// The data structures for chessground and chessops, compared with what these packages use themselves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { read, write } from "chessgroundx/fen.js";
import { allKeys } from "chessgroundx/util.js";
import { Chess } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { parseFen } from "chessops/fen";

import { Bridge, dests, fenWith, keyOf, shown, squareOf } from "../chessground.js";
import { Board, Variant, variants } from "../kurier.js";
import { randomness } from "./data.js";

/** @typedef {import("chessops/types").SquareName} SquareName */

/**
 * Plays random moves, and calls `see` in each position.
 * @param {Board} board
 * @param {number} plies
 * @param {(board: Board) => void} see
 */
function wander(board, plies, see) {
    const random = randomness(1 + board.files * board.ranks);
    for (let ply = 0; ply <= plies; ply++) {
        see(board);
        const moves = board.legalMoves();
        if (moves.length === 0) return;
        board.push(moves[random(moves.length)]);
    }
}

/** The games whose boards chessground can show. */
const flat = variants().filter((name) => {
    const { files, ranks, levels } = new Variant(name);
    return levels === 1 && files <= 16 && ranks <= 16;
});

test("destinations in chess are those of chessops", () => {
    let compared = 0;
    for (let game = 0; game < 4; game++) {
        wander(new Board("chess", game % 2 ? "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1" : undefined), 60, (board) => {
            const position = Chess.fromSetup(parseFen(board.fen()).unwrap()).unwrap();
            if (position.isEnd()) return;
            // chessops lists castling twice: as a move to the king's target square, and as a move to the rook's square.
            const ownRook = (/** @type {string} */ square) =>
                board.pieceAt(square)?.name === "Rook" && board.pieceAt(square)?.color === board.turn;
            const theirs = [...chessgroundDests(position)].map(([from, to]) => [
                from,
                to.filter((square) => !ownRook(square)).sort(),
            ]);
            const ours = [...dests(board)].map(([from, to]) => [from, to.sort()]);
            assert.deepEqual(ours.sort(), theirs.sort(), board.fen());
            compared++;
        });
    }
    assert.ok(compared > 150, `${compared}`);
});

test("steps from square to square reach every move of every game", () => {
    let chains = 0;
    for (const name of variants()) {
        wander(new Board(name), 12, (board) => {
            /** @type {Set<string>} */
            const reached = new Set();
            /** @type {string[][]} */
            const paths = [...board.dests()].flatMap(([from, to]) => to.map((square) => [from, square]));
            for (const path of paths) {
                for (const { move, route } of board.choices(path)) {
                    if (route.length === path.length) reached.add(move);
                }
                if (path.length > 2) chains++;
                for (const square of board.dests(path).get(path[path.length - 1]) ?? []) paths.push([...path, square]);
            }
            // A drop begins in the hand, on no square.
            const moves = board
                .legalMoves()
                .filter((move) => !move.includes("@"))
                .sort();
            assert.deepEqual([...reached].sort(), board.isEnd() ? [] : moves, `${name} ${board.fen()}`);
        });
    }
    assert.ok(chains > 0);
});

test("chessgroundx reads and writes the pieces of every flat game without loss", () => {
    assert.ok(flat.length > 20 && flat.includes("courier") && flat.includes("grand"));
    for (const name of flat) {
        wander(new Board(name), 8, (board) => {
            const fen = board.fen();
            const { dimensions } = shown(board);
            const placement = write(read(fen, dimensions), dimensions);
            assert.equal(fenWith(board, placement), fen);
            const copy = board.copy();
            copy.setFen(fenWith(board, placement));
            assert.equal(copy.fen(), fen);
        });
    }
});

test("keys name squares as chessgroundx does", () => {
    for (const name of ["courier", "grand", "gigachess"]) {
        const game = new Variant(name);
        const keys = allKeys({ width: game.files, height: game.ranks });
        assert.deepEqual(game.squares.map((square) => keyOf(square)).sort(), keys.sort());
        assert.deepEqual(keys.map(squareOf).sort(), game.squares.sort());
    }
    assert.equal(keyOf("c10"), "c:");
    assert.throws(() => dests(new Board("raumschach")), /flat boards/);
});

test("what is shown: the side to move, check, the last move, royal pieces", () => {
    const board = new Board("courier");
    const start = shown(board, "white");
    assert.deepEqual([start.turnColor, start.check, start.lastMove], ["white", false, undefined]);
    assert.deepEqual([start.dimensions, start.kingRoles], [{ width: 12, height: 8 }, ["k-piece"]]);
    assert.equal(start.movable.color, "white");
    board.push("Nc3");
    assert.deepEqual([shown(board).turnColor, shown(board).lastMove], ["black", ["b1", "c3"]]);
    assert.equal(shown(new Board("chess", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1")).check, "black");
    const mate = shown(new Board("chess", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"));
    assert.deepEqual([mate.movable.color, mate.movable.dests.size], [undefined, 0]);
});

/** A stand-in for chessground's board that records its configuration. */
class Ground {
    /** @type {any} */
    config = {};
    /** @param {any} config */
    set(config) {
        this.config = config;
    }
}

test("the bridge plays moves, asks for a promotion, and takes back what is not chosen", async () => {
    const ground = new Ground();
    const board = new Board("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    /** @type {(string | null)[]} */
    let asked = [];
    let wanted = "N";
    /** @type {string[]} */
    const told = [];
    const bridge = new Bridge(ground, board, {
        choose: async (moves) => {
            asked = moves.map(({ promotion }) => promotion);
            return moves.find(({ promotion }) => promotion === wanted);
        },
        onMove: ({ san }) => told.push(san),
    });
    wanted = "none";
    assert.equal(await bridge.move("a7", "a8"), undefined);
    assert.deepEqual([asked.sort(), board.history, told], [["B", "N", "Q", "R"], [], []]);
    assert.equal(ground.config.fen, board.fen());
    wanted = "N";
    assert.equal((await bridge.move("a7", "a8"))?.move, "a7a8n");
    assert.deepEqual([ground.config.turnColor, ground.config.lastMove, told], ["black", ["a7", "a8"], ["a8=N"]]);
    assert.equal(await bridge.move("a8", "b6"), undefined);
    assert.equal(board.history.length, 1);
});

test("the bridge plays a chain of captures step by step", async () => {
    const ground = new Ground();
    const board = new Board("leap64-multi", "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1");
    const bridge = new Bridge(ground, board);
    assert.equal(await bridge.move("b1", "b3"), undefined);
    assert.deepEqual([ground.config.turnColor, [...ground.config.movable.dests]], ["white", [["b3", ["b5"]]]]);
    assert.equal((await bridge.move("b3", "b5"))?.move, "b1b3b5");
    assert.deepEqual(ground.config.lastMove, ["b1", "b3", "b5"]);
});

test("what chessops has: whether a move is legal and a game has ended", () => {
    const board = new Board("chess", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    assert.deepEqual([board.isLegal("e1e8"), board.isLegal("Re8#"), board.isLegal("e1d2")], [true, true, false]);
    assert.equal(board.isEnd(), false);
    board.push("Re8");
    assert.deepEqual([board.isEnd(), board.outcome()?.winner, board.dests().size], [true, "white", 0]);
    assert.match(board.pieceSvg("k"), /^<svg[^]*<\/svg>$/);
    assert.throws(() => board.pieceSvg("X"), /no piece 'X'/);
});
