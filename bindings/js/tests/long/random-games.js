// Plays the random games of the engine's `random-games` in JavaScript and prints the same lines if all is well.
//
//     cargo run --release -p engine-tests --bin random-games -- 200000 60 > native.txt
//     node bindings/js/tests/long/random-games.js 200000 60 | diff - native.txt

import { Variant, variants } from "../../kurier.js";

const [games, plies] = process.argv.slice(2).map(Number);

/**
 * @param {import("../../kurier.js").Board} board
 * @param {number} seed
 */
function play(board, seed) {
    let state = seed;
    for (let ply = 0; ply < plies; ply++) {
        const moves = board.legalMoves();
        if (moves.length === 0 || board.outcome()) return;
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        board.push(moves[(state >>> 0) % moves.length]);
    }
}

const names = variants();
for (const name of names) {
    let digest = 0;
    let turns = 0;
    const start = new Variant(name).board();
    for (let game = 0; game < Math.ceil(games / names.length); game++) {
        const board = start.copy();
        play(board, game + 1);
        turns += board.history.length;
        const result = board.outcome()?.result.length ?? 0;
        digest = Math.imul(digest ^ Number(BigInt.asUintN(32, board.key())) ^ result, 16_777_619);
        board.free();
    }
    console.log(name, turns, digest >>> 0);
}
