// The location of the engine: behind the socket of `kurier serve`. The static page replaces this file.
/** @type {"socket" | "workers"} */
export const engine = "socket";
