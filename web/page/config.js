// The location of the engine: behind the socket of `kurier serve`. The static page replaces this file.
/** @type {"socket" | "workers"} */
export const engine = "socket";
/**
 * What this page is for: the user of this machine alone, who may also invite a friend (`host`), or somebody at another
 * machine who plays or watches one game (`guest`). The server replaces this file.
 * @type {"alone" | "host" | "guest"}
 */
export const role = "alone";
