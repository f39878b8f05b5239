// Loads the engine once in each page, process or worker.

import { initSync } from "./pkg/kurier.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;

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

async function compile() {
    const response = await open(new URL("./pkg/kurier_bg.wasm", import.meta.url));
    // Streaming compilation needs the right content type, which plain file servers do not always send.
    return response.headers.get("content-type")?.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Loads the WebAssembly module. A worker passes the module that its page has compiled; otherwise it is compiled here.
 * @param {WebAssembly.Module} [compiled]
 * @returns {Promise<WebAssembly.Module>} the module, for workers
 */
export function load(compiled) {
    loading ??= (async () => {
        const module = compiled ?? (await compile());
        initSync({ module });
        return module;
    })();
    return loading;
}

/**
 * Returns the content of a file of the package: a network, weights or an opening book.
 * @param {string} path its path in the folder `pkg`
 */
export async function content(path) {
    const [folder, name] = path.split("/");
    // Bundlers find files by addresses that are written like these two.
    const file =
        folder === "books"
            ? new URL(`./pkg/books/${name}`, import.meta.url)
            : new URL(`./pkg/networks/${name}`, import.meta.url);
    return new Uint8Array(await (await open(file)).arrayBuffer());
}
