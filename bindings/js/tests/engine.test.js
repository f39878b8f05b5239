// Engines in Node workers: they find moves, stop at once, and can search again after a stop.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Board, Engine, Variant, variants } from "../kurier.js";
import { Desk } from "../desk.js";

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("it plays every game", async () => {
    const engine = new Engine({ hash: 1 });
    for (const name of variants()) {
        const board = new Board(name);
        const result = await engine.search(board, { nodes: 300 });
        assert.ok(board.legalMoves().includes(result.move ?? ""), name);
    }
    engine.close();
});

test("it finds a mate, in lines that grow", async () => {
    const engine = new Engine({ hash: 1 });
    const board = new Board("chess", "6k1/5ppp/8/8/8/8/8/KR5R w - - 0 1");
    /** @type {import("../kurier.js").Line[]} */
    const lines = [];
    const result = await engine.search(board, { depth: 5 }, { lines: 2, onLine: (line) => lines.push(line) });
    assert.equal(result.san, "Rb8#");
    assert.equal(result.score.mate, 1);
    assert.ok(lines.length >= 4 && lines.some((line) => line.line === 2));
    engine.close();
});

for (const shared of [true, false]) {
    test(`a search stops at once, ${shared ? "by shared memory" : "by ending the worker"}`, async (t) => {
        const engine = new Engine({ hash: 4, shared });
        const board = new Board("courier");
        await engine.search(board, { depth: 1 });
        for (let again = 0; again < 3; again++) {
            let begun = false;
            const running = engine.search(board, {}, { onLine: () => (begun = true) });
            while (!begun) await sleep(5);
            await sleep(100);
            const stopped = performance.now();
            await engine.stop();
            const result = await running;
            t.diagnostic(`stopped after ${performance.now() - stopped} ms`);
            assert.ok(result.depth > 1 && board.legalMoves().includes(result.move ?? ""));
        }
        engine.close();
    });

    test(`a new search ends the one before (${shared})`, async () => {
        const engine = new Engine({ hash: 1, shared });
        const board = new Board("leap");
        /** @type {number[]} */
        const ended = [];
        const searches = [1, 2, 3].map((number) =>
            engine.search(board, number < 3 ? {} : { depth: 3 }).then(
                () => ended.push(number),
                () => ended.push(number),
            ),
        );
        await Promise.all(searches);
        assert.deepEqual(ended, [1, 2, 3]);
        engine.close();
    });
}

test("time is kept to", async () => {
    const engine = new Engine({ hash: 4 });
    const board = new Board("courier");
    await engine.search(board, { depth: 1 });
    const result = await engine.search(board, { time: 300 });
    assert.ok(result.time >= 250 && result.time < 600, `${result.time} ms`);
    engine.close();
});

test("it explains its evaluation, with and without a network", async () => {
    const engine = new Engine({ hash: 1 });
    for (const [name, has] of /** @type {const} */ ([
        ["courier", true],
        ["raumschach", false],
    ])) {
        const explanation = await engine.explain(new Board(name));
        assert.deepEqual(explanation.terms[0].name, "material");
        assert.equal(explanation.network !== null, has, name);
        assert.equal(explanation.hand_crafted + (explanation.network ?? 0), explanation.score);
    }
    engine.close();
});

/** The native program, if it has been built. */
const program = process.env.KURIER ?? fileURLToPath(new URL("../../../target/release/kurier", import.meta.url));

test(
    "the same work finds the same as the native program",
    { skip: !existsSync(program) && "it is not built" },
    async () => {
        const games = { courier: 9, "leap-multi": 8, courierleapale: 6, chess: 9 };
        for (const [name, depth] of Object.entries(games)) {
            const commands = [
                "uci",
                `setoption name UCI_Variant value ${name}`,
                "setoption name Hash value 16",
                "isready",
            ];
            const input = [...commands, `go depth ${depth}`, ""].join("\n");
            const native = await converse(program, input);
            const expected = native.findLast((line) => line.includes(` depth ${depth} `) && line.includes(" pv "));
            const [, score] = expected?.match(/score cp (-?\d+) nodes/) ?? [];
            const [, nodes, pv] = expected?.match(/ nodes (\d+) .* pv (.*)/) ?? [];
            const engine = new Engine({ hash: 16 });
            /** @type {any} */
            let last;
            await engine.search(new Board(name), { depth }, { onLine: (line) => (last = line) });
            assert.deepEqual(
                [last.score.cp, last.nodes, last.moves.join(" ")],
                [Number(score), Number(nodes), pv],
                name,
            );
            engine.close();
        }
    },
);

/**
 * Returns the output of a UCI engine up to its move.
 * @param {string} file
 * @param {string} input
 * @returns {Promise<string[]>}
 */
async function converse(file, input) {
    const child = spawn(file, [], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.write(input);
    const lines = [];
    for await (const line of createInterface(child.stdout)) {
        lines.push(line);
        if (line.startsWith("bestmove")) break;
    }
    child.stdin.end("quit\n");
    return lines;
}

test("a game of one's own is played", async () => {
    const text = readFileSync(new URL("../../../variants/shatranj.toml", import.meta.url), "utf8");
    const mine = text.replace('name = "shatranj"', 'name = "mine"');
    const board = Variant.load(mine).board();
    const engine = new Engine({ hash: 1 });
    await assert.rejects(engine.search(board, { depth: 1 }), /mine/);
    await assert.rejects(engine.load("name = 3"), { line: 1 });
    await engine.load(mine);
    const result = await engine.search(board, { depth: 3 });
    assert.ok(board.legalMoves().includes(result.move ?? ""));
    engine.close();
});

test("the desk answers rules while an engine searches", async () => {
    /** @type {any[]} */
    const replies = [];
    const desk = new Desk((reply) => replies.push(reply));
    const position = { game: "courierleapale" };
    desk.send({ id: 1, request: "search", position });
    while (!replies.some((reply) => reply.id === 1)) await sleep(10);
    desk.send({ id: 2, request: "position", position });
    while (!replies.some((reply) => reply.id === 2)) await sleep(10);
    assert.ok(replies.find((reply) => reply.id === 2).turns.length > 20);
    desk.send({ id: 3, request: "stop" });
    desk.send({ id: 4, request: "nonsense" });
    desk.send({ id: 5, request: "search", position, engine: 7 });
    while (![3, 4, 5].every((id) => replies.some((reply) => reply.id === id))) await sleep(10);
    assert.deepEqual(replies.filter((reply) => reply.id === 1).at(-1).reply, "best");
    assert.deepEqual(
        [4, 5].map((id) => replies.find((reply) => reply.id === id).reply),
        ["error", "error"],
    );
    desk.close();
});
