// The package as people use it: packed, installed, checked by TypeScript and bundled by Vite. The example with
// chessgroundx is played in Chromium.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { FLAGS, program, serveFolder } from "./serving.js";

const here = fileURLToPath(new URL("..", import.meta.url));
const modules = join(here, "node_modules");

/** Why the test cannot run; `false` if it can. */
const skip =
    (spawnSync("npm", ["--version"]).status !== 0 && "there is no npm") ||
    (!existsSync(join(modules, "vite")) && "Vite is not installed (npm ci)") ||
    (!existsSync(program) && "there is no Chromium");

test("the example with chessgroundx is checked, bundled and played", { skip }, async () => {
    const project = mkdtempSync(join(tmpdir(), "kurier-bundle-"));
    try {
        cpSync(join(here, "example", "chessground"), project, { recursive: true });
        const installed = join(project, "node_modules", "kurier");
        mkdirSync(installed, { recursive: true });
        const packing = ["pack", "--silent", "--pack-destination", project];
        const archive = execFileSync("npm", packing, { cwd: here, encoding: "utf8" }).trim();
        execFileSync("tar", ["xzf", join(project, archive), "-C", installed, "--strip-components=1"]);
        for (const name of ["chessgroundx", "vite", "@types"]) {
            symlinkSync(join(modules, name), join(project, "node_modules", name));
        }
        const run = (/** @type {string[]} */ ...words) => {
            const { status, stdout, stderr } = spawnSync("node", words, { cwd: project, encoding: "utf8" });
            assert.equal(status, 0, stdout + stderr);
        };
        run(join(modules, "typescript", "bin", "tsc"));
        run(join(modules, "vite", "bin", "vite.js"), "build", "--logLevel", "warn");
        const assets = readdirSync(join(project, "dist", "assets"));
        for (const kind of [/\.wasm$/, /^worker-.*\.js$/, /^courier-.*\.net$/, /^courier-.*\.book$/]) {
            assert.ok(
                assets.some((name) => kind.test(name)),
                `${kind}: ${assets}`,
            );
        }
        // One module with the engine, and the larger one, which also supports studies.
        assert.equal(assets.filter((name) => name.endsWith(".wasm")).length, 2);
        await play(join(project, "dist"));
    } finally {
        rmSync(project, { recursive: true, force: true });
    }
});

/** Plays two moves of the bundled example. @param {string} folder */
async function play(folder) {
    const server = await serveFolder(folder);
    const browser = await chromium.launch({ executablePath: program, args: FLAGS });
    try {
        const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
        /** @type {string[]} */
        const errors = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.goto(server.url);
        // The chess pieces with which chessgroundx begins fade away.
        const pieces = "cg-board piece:not(.ghost, .fading)";
        await page.waitForFunction((all) => document.querySelectorAll(all).length === 48, pieces);
        const box = await page.locator("cg-board").boundingBox();
        assert.ok(box);
        const click = async (/** @type {number} */ file, /** @type {number} */ rank) => {
            await page.mouse.click(box.x + ((file - 0.5) * box.width) / 12, box.y + ((8.5 - rank) * box.height) / 8);
        };
        for (const [file, rank] of [
            [2, 1],
            [3, 3],
        ]) {
            await click(file, rank);
        }
        const state = (/** @type {string} */ text) =>
            page.waitForFunction((wanted) => document.querySelector("#state")?.textContent === wanted, text);
        await state("black to move");
        await state("white to move");
        // The squares of Black's move are highlighted, and a click on the knight shows where it can go.
        assert.equal(await page.locator("square.last-move").count(), 2);
        await click(3, 3);
        await page.waitForSelector("square.move-dest");
        assert.ok((await page.locator("square.move-dest").count()) >= 3);
        if (process.env.PICTURE) await page.screenshot({ path: process.env.PICTURE });
        assert.deepEqual(errors, []);
    } finally {
        await browser.close();
        server.close();
    }
}
