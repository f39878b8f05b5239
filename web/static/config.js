// The location of the engine: in workers, as WebAssembly.
export const engine = "workers";
// Nobody is invited without a server.
export const role = "alone";
