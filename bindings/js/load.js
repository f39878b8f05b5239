// Loads the engine once in each page, process or worker.

import { initSync } from "./pkg/kurier.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;

/**
 * Opens a file of the package.
 * @param {string} path
 */
async function open(path) {
    const file = new URL(path, import.meta.url);
    if (file.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return new Response(await readFile(file));
    }
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    return response;
}

async function compile() {
    const response = await open("./pkg/kurier_bg.wasm");
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
 * Returns the content of a network file.
 * @param {string} name
 */
export async function network(name) {
    return new Uint8Array(await (await open(`./pkg/networks/${name}`)).arrayBuffer());
}
