// The rules, compared with the tables of an independent implementation and with ffish.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { Board, Variant, variants } from "../kurier.js";
import { games, randomness, rows } from "./data.js";

const MOST_NODES = 50_000;

test("perft tables", () => {
    const table = rows.filter((row) => row.nodes <= MOST_NODES);
    assert.ok(table.length > 400);
    for (const row of table) {
        const board = new Board(row.variant, row.fen);
        assert.equal(board.perft(row.depth), BigInt(row.nodes), row.fen);
        assert.deepEqual(board.legalMoves().sort(), row.moves, row.fen);
        if (row.result) assert.equal(board.outcome()?.result, row.result);
        board.free();
    }
});

test("whole games", () => {
    for (const game of games) {
        const board = new Board(game.variant);
        for (const move of game.moves) {
            assert.equal(board.outcome(), undefined);
            assert.equal(board.push(move), move);
        }
        assert.equal(board.fen(), game.final_fen);
        assert.equal(board.outcome()?.result ?? null, game.result);
        for (const move of game.moves.toReversed()) assert.equal(board.pop(), move);
        assert.equal(board.pop(), undefined);
        assert.equal(board.fen(), new Board(game.variant).fen());
    }
});

/** Loads ffish. Its loader mistakes Node for a browser if there is a `fetch`. */
async function loadFfish() {
    const { fetch } = globalThis;
    Reflect.deleteProperty(globalThis, "fetch");
    const listeners = process.listeners("unhandledRejection");
    const ffish = createRequire(import.meta.url)("ffish");
    await new Promise((resolve) => (ffish.onRuntimeInitialized = () => resolve(undefined)));
    globalThis.fetch = fetch;
    // The listener of ffish would end the process on any unhandled rejection.
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
    return ffish;
}

test("moves are those of ffish", async () => {
    const ffish = await loadFfish();
    const random = randomness(1);
    let compared = 0;
    for (const name of ["chess", "shatranj", "courier"]) {
        for (let game = 0; game < 5; game++) {
            const board = new Board(name);
            while (!board.outcome() && board.history.length < 100) {
                const moves = board.legalMoves().sort();
                const theirs = new ffish.Board(name, board.fen());
                assert.deepEqual(theirs.legalMoves().split(" ").sort(), moves, board.fen());
                theirs.delete();
                board.push(moves[random(moves.length)]);
                compared++;
            }
        }
    }
    assert.ok(compared > 500);
});

test("every game opens, plays and is drawn", () => {
    assert.ok(variants().length >= 24);
    for (const name of variants()) {
        const variant = new Variant(name);
        const board = variant.board();
        assert.equal(board.variant, name);
        assert.equal(board.perft(1), BigInt(board.legalMoveCount()));
        for (const depth of [256, 1e8, 2 ** 32 + 1, -1, 0.5, NaN]) {
            assert.throws(() => board.perft(depth), /from 0 to 255/);
        }
        board.push(board.legalMoves()[0]);
        const svg = board.svg({ size: 20, flipped: true, arrows: [board.legalMoves()[0]] });
        assert.ok(svg.startsWith("<svg") && svg.endsWith("</svg>\n"));
        assert.ok(variant.squares.length <= variant.files * variant.ranks * variant.levels);
        const piece = variant.squares.map((square) => board.pieceAt(square)).find((found) => found);
        assert.ok(piece && variant.pieceSvg(piece.name).startsWith("<svg"));
    }
});

test("pieces, notation, chains, ends", () => {
    const board = new Board("chess");
    assert.deepEqual(board.pieceAt("b1"), { symbol: "N", color: "white", name: "Knight" });
    assert.equal(board.pieceAt("e4"), undefined);
    assert.equal(board.push("Nf3"), "g1f3");
    assert.equal(board.turn, "black");
    assert.equal(board.san("g8f6"), "Nf6");
    assert.equal(board.parse("Nf6"), "g8f6");
    const copy = board.copy();
    copy.pop();
    assert.deepEqual([board.history, copy.history], [["g1f3"], []]);

    const leap = new Board("leap64-multi", "4k3/8/8/1p6/7p/1p6/8/1R3K2 w - - 0 1");
    assert.deepEqual(leap.route("b1b3b5"), ["b1", "b3", "b5"]);
    const bared = new Board("leap64", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert.deepEqual(bared.outcome(), { winner: "white", reason: "bare king", result: "1-0" });
});

test("what is refused is an error in words", () => {
    const board = new Board("chess");
    assert.throws(() => board.push("e2e5"), /the Pawn cannot go from e2 to e5/);
    assert.throws(() => board.setFen("8/8/8/8/8/8/8/8 w - - 0 1"), /kings/);
    assert.throws(() => board.pieceAt("z9"), /no square 'z9'/);
    assert.throws(() => board.svg(/** @type {any} */ ({ colour: "red" })), /unknown field/);
    assert.throws(() => new Board("chss"), /unknown variant 'chss'/);
    assert.throws(() => Variant.load('name = "mine"\nstart = 3\n'), { message: /expected a text/, line: 2, column: 9 });
    assert.equal(board.fen(), new Board("chess").fen());
});
