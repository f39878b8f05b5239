// The engine in workers: the desk of the JavaScript package takes the place of the socket.
import { Desk } from "./engine/desk.js";
import { keep } from "./offline.js";

/** The size of each engine's transposition table, in MiB. */
const HASH = 64;

export class Workers {
  /**
   * @param {(message: any) => void} receive is called with each reply
   * @param {(carrier: import("../page/link.js").Carrier) => void} open is called when requests can be sent
   * @param {() => void} closed is called when requests can no longer be sent
   */
  constructor(receive, open, closed) {
    const begin = () => {
      const lose = () => {
        desk.close();
        closed();
        begin();
      };
      // A worker that dies without a search may have lost a request, so all pending requests are repeated.
      const desk = new Desk((message) => (message.id === 0 ? lose() : receive(message)), { hash: HASH });
      open({
        send(message) {
          desk.send(/** @type {any} */ (message));
          if (moved(/** @type {any} */ (message))) keep();
        },
        lose,
      });
    };
    begin();
  }
}

/**
 * Returns whether a request shows that somebody has made a move.
 * @param {{ request: string, position?: any }} message
 */
function moved({ request, position }) {
  return request === "play" || request === "practise" || (position?.moves?.length ?? 0) > 0;
}
