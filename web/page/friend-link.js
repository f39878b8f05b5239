// The socket to the server's game against a friend. It is opened again whenever it is lost.
import { signal } from "./vendor/preact.js";
import { delayAfter, socketTo } from "./link.js";

/** The number of attempts since the socket was open; 0 while it is open. */
export const attempts = signal(0);

/** @type {WebSocket | null} */
let socket = null;

/**
 * The turn that is sent when the socket is open again. The server refuses it if the game has changed in the meantime.
 * @type {object | null}
 */
let waiting = null;

/**
 * Sends an order to the server. Without a connection, a turn is sent later, and all other orders are dropped.
 * @param {{ order: string } & Record<string, unknown>} order
 */
export function send(order) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order));
  else if (order.order === "play") waiting = order;
}

/**
 * Connects, and calls a function with each view of the game, and another with each problem.
 * @param {(view: import("./messages").FriendView) => void} onView
 * @param {(problem: string) => void} onProblem
 */
export function connect(onView, onProblem) {
  socket = socketTo("friend");
  socket.onopen = () => {
    attempts.value = 0;
    if (waiting) socket?.send(JSON.stringify(waiting));
    waiting = null;
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if ("problem" in message) onProblem(message.problem);
    else onView(message);
  };
  socket.onclose = () => {
    setTimeout(() => connect(onView, onProblem), delayAfter(attempts.value++));
  };
}

/** Closes the socket as if it were lost, for tests. */
export function lose() {
  socket?.close();
}
