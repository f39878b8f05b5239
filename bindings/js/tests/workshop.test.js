// What only the larger engine supports, through a desk in Node: the engine plays games against itself in workers,
// studies the games, and translates games of other programs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Desk } from "../desk.js";

/** @typedef {import("../desk.js").Reply} Reply */

/** A game that ends soon. */
const SMALL = `name = "small"
start = "k3/4/4/K2R w - - 0 1"
[board]
files = 4
ranks = 4
[pieces]
K = { name = "King", move = "K", royal = true }
R = { name = "Rook", move = "R" }
`;

/**
 * Opens a desk. `replies` holds all its replies, and `ask` sends a request and waits for the last reply to it.
 * @param {import("../desk.js").Options} [options]
 */
function open(options) {
    /** @type {Reply[]} */
    const replies = [];
    /** @type {Map<number, { onPlayed?: () => void, resolve: (reply: Reply) => void }>} */
    const asked = new Map();
    const desk = new Desk(
        (reply) => {
            replies.push(reply);
            if (reply.reply === "line") return;
            if (reply.reply === "played") return asked.get(reply.id)?.onPlayed?.();
            asked.get(reply.id)?.resolve(reply);
        },
        { hash: 1, ...options },
    );
    /** @param {object} request @param {() => void} [onPlayed] @returns {Promise<Reply>} */
    const ask = (request, onPlayed) =>
        new Promise((resolve) => {
            const id = asked.size + 1;
            asked.set(id, { onPlayed, resolve });
            desk.send(/** @type {any} */ ({ ...request, id }));
        });
    /** Returns the games that were played, as PGN, by number. */
    const games = () => {
        const played = replies.filter(({ reply }) => reply === "played");
        return new Map(played.map(({ number, pgn }) => /** @type {[number, string]} */ ([number, pgn])));
    };
    return { desk, replies, ask, games };
}

test("games are played and studied", async () => {
    const { desk, ask, games } = open();
    assert.equal((await ask({ request: "abilities" })).study, true);
    const settings = { nodes: 10, seed: 1 };
    const numbers = [0, 1, 2];
    const work = { request: "self-play", game: "courierviii", settings, engine: 1 };
    assert.equal((await ask({ ...work, numbers })).reply, "done");
    assert.deepEqual(Array.from(games().keys()).sort(), numbers);
    const [third] = numbers.slice(-1);
    const before = games().get(third);
    // A game depends on its number, not on the worker that plays it.
    assert.equal((await ask({ ...work, numbers: [third] })).reply, "done");
    assert.equal(games().get(third), before);
    const texts = Array.from(games().values()).join("");
    const studied = await ask({ request: "study", game: "courierviii", settings, games: texts });
    assert.equal(studied.reply, "studied", studied.message);
    assert.ok(studied.verdict.length > 0);
    assert.match(studied.page, /3 games of Kurier against itself, 10 nodes a move/);
    assert.match(studied.page, /mean of all positions/);
    assert.equal(JSON.parse(studied.numbers).games, 3);
    desk.close();
});

test("a game of one's own is played and studied, by its name", async () => {
    const { desk, ask, games } = open();
    const settings = { nodes: 10 };
    const work = { request: "self-play", game: "small", settings, numbers: [0, 1] };
    assert.match((await ask(work)).message, /small/);
    await ask({ request: "define", text: SMALL });
    assert.equal((await ask(work)).reply, "done");
    const studied = await ask({
        request: "study",
        game: "small",
        settings,
        games: Array.from(games().values()).join(""),
    });
    assert.equal(studied.reply, "studied", studied.message);
    desk.close();
});

for (const shared of [true, false]) {
    test(`games are stopped, ${shared ? "with" : "without"} shared memory`, async () => {
        const { desk, replies, ask } = open({ shared });
        // More games than any machine can play during this test.
        const numbers = Array.from(Array(100_000).keys());
        const work = { request: "self-play", game: "courierviii", settings: { nodes: 10 }, engine: 1, numbers };
        /** @type {string[]} */
        const ended = [];
        let running = Promise.resolve();
        const begin = () =>
            new Promise((resolve) => {
                running = ask(work, () => resolve(undefined)).then(({ reply }) => void ended.push(reply));
            });
        await begin();
        await ask({ request: "stop", engine: 1 }).then(() => ended.push("stop"));
        await running;
        assert.deepEqual(ended, ["done", "stop"]);
        // A search by the other engine leaves the games alone; a search by this engine ends them.
        await begin();
        const search = { request: "search", position: { game: "courierviii" }, limits: { depth: 2 } };
        assert.equal((await ask({ ...search, engine: 0 })).reply, "best");
        assert.equal(ended.length, 2);
        const best = ask({ ...search, engine: 1 }).then(({ reply }) => ended.push(reply));
        await running;
        await best;
        assert.deepEqual(ended.slice(2), ["done", "best"]);
        // No reply follows for the games that were interrupted.
        const before = replies.length;
        await ask({ request: "position", position: { game: "courierviii" } });
        assert.equal(replies.length, before + 1);
        desk.close();
    });
}

test("games of other programs are translated", async () => {
    const { desk, ask } = open();
    const file = "[half:chess]\nboardWidth = 4\n[odd:chess]\nnoSuchKey = 1\n[plain:chess]\nstalemateValue = loss\n";
    const { games } = await ask({ request: "import", text: file });
    const plain = games.find((/** @type {any} */ game) => game.name === "plain");
    assert.match(plain.text, /stalemate = "loss"/);
    const odd = games.find((/** @type {any} */ game) => game.name === "odd");
    assert.equal(odd.text, null);
    assert.equal(odd.mistakes[0].line, 4);
    const checked = await ask({ request: "check", text: plain.text });
    assert.equal(checked.mistake, null);
    assert.equal((await ask({ request: "import", text: "not a file" })).reply, "error");
    desk.close();
});

test("what cannot be played is refused", async () => {
    const { desk, ask } = open();
    for (const request of [
        { request: "self-play", game: "courierviii", numbers: "all" },
        { request: "self-play", game: "courierviii", numbers: [0], engine: 7 },
        { request: "self-play", game: "no such game", numbers: [0, 1, 2, 3, 4, 5] },
        { request: "study", game: "courierviii", games: "" },
    ]) {
        assert.equal((await ask(request)).reply, "error");
    }
    assert.equal((await ask({ request: "self-play", game: "courierviii", numbers: [] })).reply, "done");
    desk.close();
});
