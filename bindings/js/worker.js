// Runs a desk in a worker of a browser or of Node. The first message sets up the desk, all other messages are requests.

import { load, network } from "./load.js";
import { Desk } from "./pkg/kurier.js";

/**
 * @typedef {object} Setup
 * @property {WebAssembly.Module} module
 * @property {number} hash the maximum size of the transposition table, in MiB
 * @property {SharedArrayBuffer} [stop] memory shared with the page: the number of the latest search that must end
 */

/** @param {{ post: (message: unknown) => void, listen: (listener: (message: any) => void) => void }} port */
function serve({ post, listen }) {
    /** @type {Desk | undefined} */
    let desk;
    let search = 0;
    /** Messages are handled in order, even if one of them waits for a network. */
    let done = Promise.resolve();

    /** @param {Setup} setup */
    async function open({ module, hash, stop }) {
        await load(module);
        const last = stop && new Int32Array(stop);
        const interrupted = () => last !== undefined && Atomics.load(last, 0) >= search;
        return new Desk(
            (json) => post(JSON.parse(json)),
            () => performance.now(),
            interrupted,
            hash,
        );
    }

    /**
     * @param {Desk} desk
     * @param {any} message
     */
    async function answer(desk, { number, ...request }) {
        try {
            if (["search", "judge", "explain"].includes(request.request)) {
                const { game } = request.position;
                const missing = desk.missingNetwork(game);
                if (missing) desk.loadNetwork(game, await network(missing));
            }
            search = number;
            desk.handle(JSON.stringify(request));
        } catch (error) {
            post({ id: request.id, reply: "error", message: error instanceof Error ? error.message : String(error) });
            // After a trap the state of the module is unreliable, so the worker ends and the desk starts a new one.
            if (error instanceof WebAssembly.RuntimeError) {
                setTimeout(() => {
                    throw error;
                });
            }
        }
    }

    listen((message) => {
        done = done.then(async () => {
            if (desk) return answer(desk, message);
            desk = await open(message);
            post({ ready: true });
        });
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
