// Loads the engine: once in each page, process or worker.

import { initSync } from "./pkg/kurier.js";

/** @type {Promise<WebAssembly.Module> | undefined} */
let loading;

/** @returns {Promise<WebAssembly.Module>} */
async function compile() {
    const file = new URL("./pkg/kurier_bg.wasm", import.meta.url);
    if (file.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(file));
    }
    const response = await fetch(file);
    if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
    // Streaming wants the right content type, which plain servers of files do not always send.
    return response.headers.get("content-type")?.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Makes the engine ready. A worker is handed the module that the page has compiled.
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
