// The engine in workers: the desk of the JavaScript package answers what the socket does elsewhere.
import { Desk } from "./engine/desk.js";

/** MiB of each engine's table. */
const HASH = 64;

export class Workers {
  /**
   * @param {(message: any) => void} receive gets the replies
   * @param {(carrier: import("../page/link.js").Carrier) => void} open is called when requests can be sent
   * @param {() => void} closed is called when they cannot any more
   */
  constructor(receive, open, closed) {
    const begin = () => {
      const lose = () => {
        desk.close();
        closed();
        begin();
      };
      // A worker that dies without a search may have taken a request with it: all that wait are asked again.
      const desk = new Desk((message) => (message.id === 0 ? lose() : receive(message)), { hash: HASH });
      open({ send: (message) => desk.send(/** @type {any} */ (message)), lose });
    };
    begin();
  }
}
