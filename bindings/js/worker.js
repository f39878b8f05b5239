// Runs a desk in a worker of a browser or of Node. The first message sets up the desk; all other messages are requests.

import { content, once } from "./load.js";
import * as engine from "./pkg/kurier.js";

/**
 * @typedef {object} Setup
 * @property {WebAssembly.Module} module
 * @property {boolean} [workshop] whether `module` is the larger module, which supports imports and studies and has its
 *   bindings in another file
 * @property {number} hash the maximum size of the transposition table, in MiB
 * @property {SharedArrayBuffer} [stop] memory shared with the page: the number of the latest search that must end
 */

/** Ends the worker with an error that is reported to its page. @param {unknown} error */
function die(error) {
    setTimeout(() => {
        throw error;
    });
}

/** @typedef {engine.Desk | import("./pkg/workshop/kurier.js").Desk} Desk */

/** @param {{ post: (message: unknown) => void, listen: (listener: (message: any) => void) => void }} port */
function serve({ post, listen }) {
    /** @type {Desk | undefined} */
    let desk;
    let search = 0;
    /** Messages are handled in order, even if one of them waits for a file. */
    let done = Promise.resolve();

    /**
     * The files of the package that have been requested but not loaded into the desk yet.
     * @type {Map<string, Promise<Uint8Array>>}
     */
    const files = new Map();

    /** Returns the content of a file of the package, which may have been requested already. @param {string} path */
    const file = (path) => once(files, path, () => content(path));

    /** @param {Setup} setup */
    async function open({ module, workshop, hash, stop }) {
        const { Desk, initSync } = workshop ? await import("./pkg/workshop/kurier.js") : engine;
        initSync({ module });
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
            const message = JSON.stringify(request);
            for (let path = desk.missingFile(message); path; path = desk.missingFile(message)) {
                desk.loadFile(request.game ?? request.position.game, path, await file(path));
                files.delete(path);
            }
            search = number;
            desk.handle(message);
            // A game begins with moves of the book, so the network can arrive while the player thinks. If loading
            // fails, the next request loads the network again and reports the error.
            const network = request.request === "search" && desk.missingEvaluation(request.position.game);
            if (network) file(network).catch(() => {});
        } catch (error) {
            post({ id: request.id, reply: "error", message: error instanceof Error ? error.message : String(error) });
            // After a trap the state of the module is unreliable, so the worker ends and the desk starts a new one.
            if (error instanceof WebAssembly.RuntimeError) die(error);
        }
    }

    listen((message) => {
        done = done.then(async () => {
            if (desk) return answer(desk, message);
            desk = await open(message);
            post({ ready: true });
        });
        done.catch(die);
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
