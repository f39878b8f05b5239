// The engine in workers, which only the static page uses: it replaces this file with its own.

/**
 * Three workers, one for the rules and one for each engine.
 */
export class Workers {
  /**
   * @param {(message: any) => void} _receive receives the replies
   * @param {(carrier: import("./link.js").Carrier) => void} _open is called when requests can be sent
   * @param {() => void} _closed is called when requests can no longer be sent
   */
  constructor(_receive, _open, _closed) {
    throw new Error("this page has no engine of its own");
  }
}
