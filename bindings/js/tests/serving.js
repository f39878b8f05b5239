// A plain file server, and the browser that visits it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** The path of the browser's executable. */
export const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** The command-line flags of the browser. */
export const FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-sync",
];

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/**
 * Serves the files of a folder. As on most servers, pages have no shared memory.
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serveFolder(folder) {
    const server = createServer(async ({ url }, response) => {
        const path = new URL(url ?? "/", "http://localhost").pathname;
        const name = path.endsWith("/") ? `${path}index.html` : path;
        try {
            const body = await readFile(join(folder, normalize(name)));
            response.setHeader("content-type", TYPES[extname(name)] ?? "text/plain").end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
