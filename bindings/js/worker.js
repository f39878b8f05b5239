// Runs a desk in a worker of a browser or of Node. The first message sets it up, all others are requests.

import { load } from "./load.js";
import { Desk } from "./pkg/kurier.js";

/**
 * @typedef {object} Setup
 * @property {WebAssembly.Module} module
 * @property {number} hash MiB
 * @property {SharedArrayBuffer} [stop] a number: searches up to this one shall end
 */

/** @param {{ post: (message: unknown) => void, listen: (listener: (message: any) => void) => void }} port */
function serve({ post, listen }) {
    /** @type {Promise<Desk> | undefined} */
    let desk;
    let search = 0;

    /** @param {Setup} setup */
    async function open({ module, hash, stop }) {
        await load(module);
        const last = stop && new Int32Array(stop);
        const interrupted = () => last !== undefined && Atomics.load(last, 0) >= search;
        return new Desk((json) => post(JSON.parse(json)), () => performance.now(), interrupted, hash);
    }

    listen(async (message) => {
        if (!desk) {
            desk = open(message);
            await desk;
            post({ ready: true });
            return;
        }
        const { number, ...request } = message;
        const ready = await desk;
        search = number;
        try {
            ready.handle(JSON.stringify(request));
        } catch (error) {
            post({ id: request.id, reply: "error", message: error instanceof Error ? error.message : String(error) });
        }
    });
}

if (typeof self === "object" && typeof self.postMessage === "function") {
    serve({
        post: (message) => self.postMessage(message),
        listen: (listener) => self.addEventListener("message", (event) => listener(event.data)),
    });
} else {
    const { parentPort } = await import("node:worker_threads");
    if (!parentPort) throw new Error("this is a worker");
    serve({
        post: (message) => parentPort.postMessage(message),
        listen: (listener) => parentPort.on("message", listener),
    });
}
