// Where the engine is: behind the socket of `kurier serve`. The static page has another file here.
/** @type {"socket" | "workers"} */
export const engine = "socket";
