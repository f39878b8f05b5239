// The desk of a page without a server. It accepts the same messages as the server's socket; workers answer them.

import { load } from "./load.js";

/**
 * A message and its number. `docs/browser.md` of the program describes requests and replies.
 * @typedef {{ id: number, request: string, [field: string]: any }} Request
 * @typedef {{ id: number, reply: string, [field: string]: any }} Reply
 */

/**
 * @typedef {object} Options
 * @property {number} [hash] MiB of each engine's transposition table; 32 by default
 * @property {boolean} [shared] whether to stop searches through shared memory, if available; true by default.
 *   Otherwise the worker is terminated, and its transposition table is lost
 */

/** The number of engines, each with a worker. The worker for the rules has the index after the last engine. */
const ENGINES = 2;
const RULES = ENGINES;

/** The number of workers that may play the games of a study at once. More would need much memory. */
const PLAYERS = 4;
/**
 * The number of games that a worker is given at a time. It prepares the rules for every such share, which takes up to a
 * third as long as a game at 500 nodes a turn.
 */
const SHARE = 5;

/** Replies that end a search. */
const LAST = ["best", "judged", "error"];

/** Returns the message to the user about a worker that has died. @param {unknown} error */
function failure(error) {
    const words = error instanceof Error ? error.message : /** @type {any} */ (error)?.message;
    return `the engine has failed: ${words ?? "its worker cannot be started"}`;
}

/** A worker, in a browser or in Node. */
class Port {
    /** @type {Promise<{ post: (message: unknown) => void, end: () => void }>} */
    #worker;

    /**
     * @param {(message: any) => void} onMessage
     * @param {(error: unknown) => void} onError
     * @param {Omit<import("./worker.js").Setup, "module">} setup
     */
    constructor(onMessage, onError, setup) {
        this.#worker = this.#open(onMessage, onError, setup);
        this.#worker.catch(onError);
    }

    /** @param {unknown} message */
    post(message) {
        this.#worker.then(
            (worker) => worker.post(message),
            () => {},
        );
    }

    end() {
        this.#worker.then(
            (worker) => worker.end(),
            () => {},
        );
    }

    /**
     * @param {(message: any) => void} onMessage
     * @param {(error: unknown) => void} onError
     * @param {Omit<import("./worker.js").Setup, "module">} setup
     */
    async #open(onMessage, onError, setup) {
        const module = await load(setup.workshop);
        if (typeof Worker === "function") {
            // Bundlers find the file of a worker by a URL that is written like this.
            const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
            worker.onmessage = (event) => onMessage(event.data);
            worker.onerror = onError;
            worker.postMessage({ module, ...setup });
            return { post: worker.postMessage.bind(worker), end: () => worker.terminate() };
        }
        const { Worker: NodeWorker } = await import("node:worker_threads");
        const worker = new NodeWorker(new URL("./worker.js", import.meta.url));
        worker.on("message", onMessage);
        worker.on("error", onError);
        worker.postMessage({ module, ...setup });
        return { post: worker.postMessage.bind(worker), end: () => void worker.terminate() };
    }
}

/**
 * Divides a request for games among workers. No other request is divided.
 * @param {Request} request
 * @returns {Request[]}
 */
function shares(request) {
    const { numbers } = request;
    if (!Array.isArray(numbers) || numbers.length === 0) return [request];
    const size = Math.min(SHARE, Math.ceil(numbers.length / PLAYERS));
    const count = Math.ceil(numbers.length / size);
    return Array.from(Array(count).keys(), (share) => ({
        ...request,
        numbers: numbers.slice(size * share, size * (share + 1)),
    }));
}

/**
 * Workers that answer one request and then end. They run the larger engine, which supports imports and studies. A
 * worker that finishes its share of the request takes the next.
 */
class Crew {
    /** The workers that have not finished. @type {Port[]} */
    #ports;
    /** @type {Request[]} */
    #shares;
    #onReply;

    /**
     * @param {Request} request
     * @param {Request[]} own requests that define the user's own games
     * @param {number} hash
     * @param {(reply: Reply) => void} onReply receives the replies to the request
     */
    constructor(request, own, hash, onReply) {
        const { id } = request;
        this.#shares = shares(request);
        this.#onReply = onReply;
        const cores = globalThis.navigator?.hardwareConcurrency ?? PLAYERS;
        this.#ports = this.#shares.splice(0, Math.min(cores, PLAYERS)).map((share) => {
            const port = new Port(
                (reply) => reply.id === id && this.#receive(port, reply),
                (error) => this.#receive(port, { id, reply: "error", message: failure(error) }),
                { hash, workshop: true },
            );
            // Replies whose number differs from the request's number are ignored.
            for (const game of own) port.post({ ...game, id: id === 0 ? 1 : 0 });
            port.post(share);
            return port;
        });
    }

    /** Ends the workers. No reply follows. */
    end() {
        for (const port of this.#ports) port.end();
        this.#ports = [];
    }

    /**
     * @param {Port} port
     * @param {Reply} reply
     */
    #receive(port, reply) {
        if (!this.#ports.includes(port)) return;
        if (reply.reply === "done") {
            const next = this.#shares.shift();
            if (next) return port.post(next);
            // The others are still playing.
            if (this.#ports.length > 1) {
                port.end();
                this.#ports.splice(this.#ports.indexOf(port), 1);
                return;
            }
        }
        if (reply.reply !== "played") this.end();
        this.#onReply(reply);
    }
}

/** A worker, and the search that it is running. */
class Seat {
    /** @type {Port | undefined} */
    port;
    /** @type {Request | undefined} */
    running;
    /**
     * The workers that play instead of this one while games of the engine against itself are running.
     * @type {Crew | undefined}
     */
    crew;
    /** The last line of the running search. */
    /** @type {Reply | undefined} */
    line;
    /** The number of searches that the worker has started. */
    started = 0;
    /** The callbacks for the end of the running search. */
    /** @type {(() => void)[]} */
    waiting = [];
    /** @type {Int32Array | undefined} */
    stop;
}

export class Desk {
    #seats = Array.from({ length: ENGINES + 1 }, () => new Seat());
    /** @type {(reply: Reply) => void} */
    #onReply;
    #hash;
    #shared;
    /** The workers that play, study or translate games. @type {Set<Crew>} */
    #crews = new Set();
    /** The requests that define the user's own games, for workers that start later. */
    /** @type {Map<string, Request>} */
    #own = new Map();
    /**
     * Callbacks for the desk's own requests, by number. The numbers count down from the largest, to differ from users'
     * numbers.
     */
    /** @type {Map<number, (reply: Reply) => void>} */
    #inner = new Map();
    #numbers = 2 ** 32 - 1;

    /**
     * @param {(reply: Reply) => void} onReply receives the replies; each has the number of its request
     * @param {Options} [options]
     */
    constructor(onReply, { hash = 32, shared = true } = {}) {
        this.#onReply = onReply;
        this.#hash = hash;
        this.#shared = shared && typeof SharedArrayBuffer === "function";
    }

    /**
     * Passes a request to the workers. Their replies are passed to the constructor's `onReply`.
     * @param {Request} request
     */
    send(request) {
        switch (request.request) {
            case "search":
            case "judge":
            case "self-play":
                this.#search(request);
                break;
            case "import":
            case "study":
                this.#hire(request, () => {});
                break;
            case "abilities":
                // The worker for the rules runs an engine that does not support studies.
                this.#ask(request, (reply) => this.#onReply({ ...reply, id: request.id, study: true }));
                break;
            case "stop":
                this.#stop(request);
                break;
            case "check":
            case "define":
                this.#check(request);
                break;
            default:
                this.#post(RULES, request);
        }
    }

    /** Ends all workers. No reply follows. */
    close() {
        this.#onReply = () => {};
        for (const seat of this.#seats) seat.port?.end();
        for (const crew of this.#crews) crew.end();
        this.#crews.clear();
        this.#seats = this.#seats.map(() => new Seat());
    }

    /** @param {Request} request */
    #engine(request) {
        const engine = request.engine ?? 0;
        return Number.isInteger(engine) && engine >= 0 && engine < ENGINES ? engine : undefined;
    }

    /** @param {Request} request */
    #search(request) {
        const engine = this.#engine(request);
        if (engine === undefined) return this.#refuse(request, "there is no such engine");
        const seat = this.#seats[engine];
        const begin = () => {
            seat.running = request;
            seat.line = undefined;
            if (request.request === "self-play") {
                seat.crew = this.#hire(request, () => this.#ended(seat));
                return;
            }
            this.#post(engine, request);
            // If the worker is terminated, the worker for the rules completes the result from the search's last line,
            // so it must know the position.
            if (!seat.stop && request.position) {
                this.#ask({ request: "position", position: request.position }, () => {});
            }
        };
        if (!seat.running) return begin();
        seat.waiting.push(begin);
        this.#interrupt(engine);
    }

    /**
     * Starts workers for a request that only the larger engine supports.
     * @param {Request} request
     * @param {() => void} onEnd is called after the last reply
     */
    #hire(request, onEnd) {
        const crew = new Crew(request, Array.from(this.#own.values()), this.#hash, (reply) => {
            this.#onReply(reply);
            if (reply.reply === "played") return;
            this.#crews.delete(crew);
            onEnd();
        });
        this.#crews.add(crew);
        return crew;
    }

    /** @param {Request} request */
    #stop(request) {
        const engine = this.#engine(request);
        if (engine === undefined) return this.#refuse(request, "there is no such engine");
        const seat = this.#seats[engine];
        const done = () => this.#onReply({ id: request.id, reply: "done" });
        if (!seat.running) return queueMicrotask(done);
        seat.waiting.push(done);
        this.#interrupt(engine);
    }

    /** @param {Request} request */
    #check(request) {
        this.#ask(request, (reply) => {
            const name = reply.game?.name;
            if (name) {
                // The latest draft replaces earlier ones.
                this.#own.delete(name);
                this.#own.set(name, request);
                for (const [engine, seat] of this.#seats.entries()) {
                    if (engine !== RULES && seat.port) this.#post(engine, { ...request, id: this.#quiet() });
                }
            }
            this.#onReply({ ...reply, id: request.id });
        });
    }

    /**
     * @param {Request} request
     * @param {string} message
     */
    #refuse(request, message) {
        queueMicrotask(() => this.#onReply({ id: request.id, reply: "error", message }));
    }

    /** Returns a number for a request whose replies are ignored. */
    #quiet() {
        const id = this.#numbers--;
        this.#inner.set(id, () => {});
        return id;
    }

    /**
     * Sends one of the desk's own requests to the worker for the rules, and passes the reply to `then`.
     * @param {Omit<Request, "id">} request
     * @param {(reply: Reply) => void} then
     */
    #ask(request, then) {
        const id = this.#numbers--;
        this.#inner.set(id, then);
        this.#post(RULES, /** @type {Request} */ ({ ...request, id }));
    }

    /**
     * @param {number} place
     * @param {Request} request
     */
    #post(place, request) {
        const seat = this.#seats[place];
        if (!seat.port) {
            const stop = this.#shared && place !== RULES ? new SharedArrayBuffer(4) : undefined;
            seat.stop = stop && new Int32Array(stop);
            seat.started = 0;
            const port = new Port(
                (message) => seat.port === port && this.#receive(place, message),
                (error) => seat.port === port && this.#lose(place, error),
                { hash: this.#hash, stop },
            );
            seat.port = port;
            for (const own of this.#own.values()) port.post({ ...own, id: this.#quiet(), number: 0 });
        }
        if (seat.running === request) seat.started += 1;
        seat.port.post({ ...request, number: seat.running === request ? seat.started : 2 ** 31 - 1 });
    }

    /**
     * Handles a message from a worker.
     * @param {number} place
     * @param {Reply & { ready?: boolean }} reply
     */
    #receive(place, reply) {
        if (reply.ready) return;
        const inner = this.#inner.get(reply.id);
        if (inner) {
            this.#inner.delete(reply.id);
            return inner(reply);
        }
        const seat = this.#seats[place];
        const last = seat.running?.id === reply.id && LAST.includes(reply.reply);
        if (reply.reply === "line" && reply.line === 1) seat.line = reply;
        this.#onReply(reply);
        if (last) this.#ended(seat);
    }

    /** @param {Seat} seat */
    #ended(seat) {
        seat.running = undefined;
        seat.crew = undefined;
        const waiting = seat.waiting;
        seat.waiting = [];
        // If several searches wait, the first begins, and the others wait for its end.
        for (const [index, next] of waiting.entries()) {
            next();
            if (seat.running) {
                seat.waiting = waiting.slice(index + 1);
                if (seat.waiting.length) this.#interrupt(this.#seats.indexOf(seat));
                break;
            }
        }
    }

    /**
     * Interrupts the running search of an engine: through shared memory if possible, otherwise by terminating the
     * worker. Games of the engine against itself end with their workers.
     * @param {number} engine
     */
    #interrupt(engine) {
        const seat = this.#seats[engine];
        const { running, crew, line, port } = seat;
        if (running && crew) {
            crew.end();
            this.#crews.delete(crew);
            // The games that have ended were sent when they ended.
            this.#onReply({ id: running.id, reply: "done" });
            this.#ended(seat);
            return;
        }
        if (seat.stop) {
            Atomics.store(seat.stop, 0, seat.started);
            return;
        }
        if (!running || !port) return;
        port.end();
        seat.port = undefined;
        const end = (/** @type {Reply} */ reply) => {
            if (seat.running !== running) return;
            this.#onReply({ ...reply, id: running.id });
            this.#ended(seat);
        };
        if (running.request !== "search" || !line) {
            end({ id: running.id, reply: "error", message: "stopped" });
            return;
        }
        this.#ask({ request: "play", position: running.position, text: line.moves[0] }, (after) => {
            const { score, depth, nodes, time, moves } = line;
            end({
                id: running.id,
                reply: "best",
                turn: after.last,
                ponder: moves[1] ?? null,
                score,
                depth,
                nodes,
                time,
            });
        });
    }

    /**
     * Reports that a worker has died.
     * @param {number} place
     * @param {unknown} error
     */
    #lose(place, error) {
        const seat = this.#seats[place];
        seat.port = undefined;
        const message = failure(error);
        if (!seat.running) return this.#onReply({ id: 0, reply: "error", message });
        this.#onReply({ id: seat.running.id, reply: "error", message });
        this.#ended(seat);
    }
}
