// The location of the engine: in workers, as WebAssembly.
export const engine = "workers";
