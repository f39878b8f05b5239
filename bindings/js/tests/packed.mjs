// Uses the package as it is installed: `.ci/javascript` copies this file into an otherwise empty folder.

import { Board, Engine, variants } from "kurier";

const engine = new Engine({ hash: 1 });
for (const name of variants()) {
    const board = new Board(name);
    /** @type {import("kurier").Result} */
    const result = await engine.search(board, { nodes: 200 });
    if (!result.move || !board.legalMoves().includes(result.move)) throw new Error(`${name}: ${result.move}`);
}
engine.close();
console.log(`packed: moves in ${variants().length} games`);
