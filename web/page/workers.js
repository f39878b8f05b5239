// The engine in workers: only the static page has it, and brings its own file of this name.

/**
 * Three workers, one for the rules and one for each engine.
 */
export class Workers {
  /**
   * @param {(message: any) => void} _receive gets the replies
   * @param {(carrier: import("./link.js").Carrier) => void} _open is called when requests can be sent
   * @param {() => void} _closed is called when they cannot any more
   */
  constructor(_receive, _open, _closed) {
    throw new Error("this page has no engine of its own");
  }
}
