// Loads the engine once in each page, process or worker.

import { initSync } from "./pkg/kurier.js";

/** The requested modules, by URL. @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/**
 * Opens a file of the package.
 * @param {URL} file
 */
async function open(file) {
    if (file.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return new Response(await readFile(file));
    }
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    return response;
}

/** @param {URL} file */
async function compile(file) {
    const response = await open(file);
    // Streaming compilation needs the right content type, which plain file servers do not always send.
    return response.headers.get("content-type")?.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Returns the request that is stored under a key, or starts one with `ask`. A failed request is removed, so that the
 * next call starts it again.
 * @template T
 * @param {Map<string, Promise<T>>} pending
 * @param {string} key
 * @param {() => Promise<T>} ask
 */
export function once(pending, key, ask) {
    const asked = pending.get(key) ?? ask();
    pending.set(key, asked);
    asked.catch(() => pending.delete(key));
    return asked;
}

/** Compiles a module once. @param {URL} file */
const compiled = (file) => once(modules, file.href, () => compile(file));

/**
 * Loads the WebAssembly module, and prepares it for use outside of workers.
 * @param {boolean} [workshop] whether to load the larger module instead, which supports imports and studies and is used
 *   only by workers
 * @returns {Promise<WebAssembly.Module>} the module, for workers
 */
export async function load(workshop = false) {
    if (workshop) return compiled(new URL("./pkg/workshop/kurier_bg.wasm", import.meta.url));
    const module = await compiled(new URL("./pkg/kurier_bg.wasm", import.meta.url));
    initSync({ module });
    return module;
}

/**
 * Returns the content of a file of the package: a network, weights or an opening book.
 * @param {string} path its path in the folder `pkg`
 */
export async function content(path) {
    const [folder, name] = path.split("/");
    // Bundlers find files by URLs that are written like these two.
    const file =
        folder === "books"
            ? new URL(`./pkg/books/${name}`, import.meta.url)
            : new URL(`./pkg/networks/${name}`, import.meta.url);
    return new Uint8Array(await (await open(file)).arrayBuffer());
}
