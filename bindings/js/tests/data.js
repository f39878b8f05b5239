// The tables of the engine's own tests, computed by an independent implementation of the rules.

import { readFileSync, readdirSync } from "node:fs";

const folder = new URL("../../../engine-tests/data/", import.meta.url);

/** @param {(name: string) => boolean} wanted */
function read(wanted) {
    const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl") && wanted(name));
    const lines = files.flatMap((name) => readFileSync(new URL(name, folder), "utf8").trim().split("\n"));
    return lines.map((line) => JSON.parse(line));
}

/** Positions, depths and perft counts. */
export const rows = read((name) => !name.startsWith("games-"));

/** Games, with their final positions and how they ended. */
export const games = read((name) => name.startsWith("games-"));

/**
 * Returns a source of pseudo-random numbers (xorshift), the same in every run.
 * @param {number} seed
 */
export function randomness(seed) {
    let state = seed;
    return (/** @type {number} */ below) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
}
