// The location of the engine: in workers, as WebAssembly.
export const engine = "workers";
// Without a server, nobody can be invited.
export const role = "alone";
