// Where the engine is: in workers, as WebAssembly.
export const engine = "workers";
