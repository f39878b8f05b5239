// Tests of the example page in Chromium, served by a plain file server. As on most servers, there is no shared memory.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { FLAGS as flags, program, serveFolder } from "./serving.js";

/** @type {{ url: string, close: () => void }} */
let server;
before(async () => {
    server = await serveFolder(fileURLToPath(new URL("..", import.meta.url)));
});
after(() => server.close());

test("the example plays in Chromium", { skip: !existsSync(program) && "it is not installed" }, async (t) => {
    const browser = await chromium.launch({ executablePath: program, args: flags });
    try {
        const page = await browser.newPage();
        /** @type {string[]} */
        const errors = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(`${server.url}example/index.html`);
        await page.waitForSelector("#board svg");
        assert.equal((await page.textContent("#moves"))?.split(" ").length, 26);
        await page.fill("#move", "Nc9");
        await page.press("#move", "Enter");
        await page.waitForFunction(() => document.querySelector("#state")?.textContent?.includes("c9"));
        await page.fill("#move", "Nc3");
        await page.press("#move", "Enter");
        await page.waitForFunction(() => document.querySelector("#state")?.textContent === "black to move");
        await page.waitForFunction(() => document.querySelector("#state")?.textContent === "white to move");
        await page.selectOption("#games", "courierleapale");
        await page.waitForFunction(() => (document.querySelectorAll("#board svg rect").length ?? 0) > 200);
        const stopped = await page.evaluate(async () => {
            const file = "/kurier.js";
            const { Board, Engine } = await import(file);
            const engine = new Engine();
            const board = new Board("courier");
            let lines = 0;
            const running = engine.search(board, {}, { onLine: () => lines++ });
            while (lines < 5) await new Promise((resolve) => setTimeout(resolve, 10));
            const begun = performance.now();
            await engine.stop();
            const took = performance.now() - begun;
            return {
                took,
                legal: board.legalMoves().includes((await running).move),
                shared: "SharedArrayBuffer" in globalThis,
            };
        });
        assert.deepEqual([stopped.legal, stopped.shared], [true, false]);
        t.diagnostic(`stopped after ${stopped.took} ms`);
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
    }
});

test(
    "the element shows a game and is an opponent",
    { skip: !existsSync(program) && "it is not installed" },
    async () => {
        const browser = await chromium.launch({ executablePath: program, args: flags });
        try {
            const page = await browser.newPage();
            await page.goto(`${server.url}example/index.html`);
            await page.evaluate(async () => {
                const file = "/element.js";
                await import(file);
                document.body.innerHTML =
                    '<kurier-board game="courier" moves="1. Nc3 Nc6" play="white" time="50"></kurier-board>';
            });
            const board = page.locator("kurier-board");
            await board.locator("[part=state]", { hasText: "White to move" }).waitFor();
            assert.match((await board.locator("[part=line]").textContent()) ?? "", /1. Nc3 Nc6/);
            // The picture has a margin of 44 around squares of side 100. The clicks move the knight from k1 to l3.
            const box = await board.locator("svg").boundingBox();
            assert.ok(box);
            const [width, height] = [1288, 888];
            for (const [file, rank] of [
                [10, 0],
                [11, 2],
            ]) {
                const [x, y] = [(44 + file * 100 + 50) / width, (44 + (7 - rank) * 100 + 50) / height];
                await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
            }
            await page.waitForFunction(() => {
                const element = /** @type {import("../element.js").KurierBoard} */ (
                    document.querySelector("kurier-board")
                );
                return element.moves.length === 4 && element.moves[2] === "Nl3" && element.ply === 4;
            });
        } finally {
            await browser.close();
        }
    },
);
