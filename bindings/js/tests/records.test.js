// Files of games are read, written and read again through the desk.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Desk } from "../desk.js";

const folder = new URL("../../../engine-tests/data/records/", import.meta.url);

/** Tags that follow from the game itself. */
const DERIVED = ["Result", "Variant", "SetUp", "FEN", "PlyCount", "Termination"];

/** Decodes a file: as UTF-8, or as Latin-1 if it is not valid UTF-8. @param {URL} file */
function textOf(file) {
    const bytes = readFileSync(file);
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return bytes.toString("latin1");
    }
}

/** Opens a desk whose requests return promises. */
function open() {
    /** @type {Map<number, (reply: any) => void>} */
    const asked = new Map();
    const desk = new Desk((reply) => asked.get(reply.id)?.(reply));
    let id = 0;
    /** @param {{ request: string, [field: string]: any }} request @returns {Promise<any>} */
    const ask = (request) =>
        new Promise((resolve) => {
            asked.set(++id, resolve);
            desk.send({ id, ...request });
        });
    return { ask, close: () => desk.close() };
}

/** @param {any} view @param {any} again */
function agrees(view, again) {
    for (const key of ["game", "fen", "preamble", "moves", "result"]) assert.deepEqual(again[key], view[key], key);
    /** @param {[string, string]} tag */
    const told = ([name, value]) => !DERIVED.includes(name) && /[^?. ]/.test(value);
    for (const [name, value] of view.tags.filter(told)) {
        assert.equal(again.tags.find((/** @type {[string, string]} */ [known]) => known === name)?.[1], value);
    }
}

test("files of games are written as they are read", async () => {
    const { ask, close } = open();
    try {
        let seen = 0;
        for (const name of readdirSync(folder)) {
            const { records, message } = await ask({ request: "read-pgn", text: textOf(new URL(name, folder)) });
            if (name === "utf-16.pgn") {
                assert.match(message ?? records[0].error, /UTF-16/);
                continue;
            }
            for (const view of records.filter((/** @type {any} */ record) => !record.error)) {
                const { text } = await ask({ request: "write-pgn", record: view });
                const {
                    records: [again],
                } = await ask({ request: "read-pgn", text });
                agrees(view, again);
                seen++;
            }
        }
        assert.ok(seen >= 20, `${seen}`);
    } finally {
        close();
    }
});

test("glyphs and the comment before the first move are told", async () => {
    const { ask, close } = open();
    try {
        const {
            records: [view],
        } = await ask({ request: "read-pgn", text: "{Before} 1. e4! {after} e5?! $14 ({odd} 1... -- 2. d4) *" });
        assert.equal(view.preamble, "Before");
        assert.deepEqual(
            view.moves.map((/** @type {any} */ move) => move.glyphs),
            [["!"], ["?!", "$14"]],
        );
        assert.match(view.moves[1].comment, /-- 2\. d4/);
        const { text } = await ask({ request: "write-pgn", record: view });
        assert.match(text, /\{Before\} 1\. e4! \{after\} 1\.\.\. e5\?! \$14/);
    } finally {
        close();
    }
});
