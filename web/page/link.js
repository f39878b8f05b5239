// The connection to the engine: requests and replies, over a socket or through workers. Requests lost with a connection
// are repeated.
import { signal } from "./vendor/preact.js";
import { address, remember } from "./again.js";
import { engine, role } from "./config.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Replies} Replies */
/** @typedef {{ body: any, resolve: (reply: any) => void, reject: (error: Error) => void, onLine?: (passing: any) => void }} Pending */

/** Whether the engine is connected. */
export const connected = signal(false);
/** Whether connecting has failed repeatedly, so that the user must restart the program. */
export const gone = signal(false);

/** @type {Map<number, Pending>} */
const pending = new Map();
/** The running searches, by engine. @type {Map<number, number>} */
const searches = new Map();
/** Files of the user's own games, which are sent first on every new connection. @type {Map<string, string>} */
const definitions = new Map();
let last = 0;
/**
 * @typedef {{ send(message: object): void, lose(): void }} Carrier a connection that sends messages, and can be closed
 */
/** @type {Carrier | null} */
let carrier = null;

/**
 * Sends a request and waits for the reply.
 * @template {keyof Replies} K
 * @param {K} request
 * @param {object} [content]
 * @param {(passing: any) => void} [onLine] is called with each reply before the last one: a line of a search, or a game
 * @returns {Promise<Replies[K]>}
 */
export function ask(request, content = {}, onLine) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    const body = { ...content, request };
    pending.set(id, { body, resolve, reject, onLine });
    carrier?.send({ id, ...body });
  });
}

/** The error of a search that was cancelled by a newer search. */
export class Superseded extends Error {}

/**
 * Searches with one of the two engines, or lets it play against itself, or learn. An earlier search by that engine is
 * cancelled.
 * @param {"search" | "judge" | "self-play" | "learn"} request
 * @param {{ engine?: number } & Record<string, unknown>} content
 * @param {(passing: any) => void} [onLine]
 * @returns {Promise<any>}
 */
export function search(request, content, onLine) {
  const number = content.engine ?? 0;
  forget(number);
  const answer = ask(request, content, onLine);
  const id = last;
  searches.set(number, id);
  const done = () => searches.get(number) === id && searches.delete(number);
  answer.then(done, done);
  return answer;
}

/** Cancels the search of an engine; further replies to it are ignored. */
export function stop(number = 0) {
  // Nobody waits for the search any more, so an error while stopping it does not matter.
  if (forget(number)) ask("stop", { engine: number }).catch(() => {});
}

/** Stops the search of an engine, which then returns its best move; games against itself end without results. */
export function finish(number = 0) {
  return ask("stop", { engine: number });
}

/** @param {number} number */
function forget(number) {
  const id = searches.get(number);
  if (id === undefined) return false;
  searches.delete(number);
  const entry = pending.get(id);
  pending.delete(id);
  entry?.reject(new Superseded("given up"));
  return true;
}

/**
 * Sends the user's own game to the engine, now and on every later connection.
 * @param {string} text
 * @returns {Promise<import("./messages").Checked>}
 */
export async function define(text) {
  const checked = await ask("define", { text });
  if (checked.game) definitions.set(checked.game.name, text);
  return checked;
}

/** The replies that are followed by others. */
const PASSING = ["line", "played", "learning"];

/** @param {any} message */
function receive(message) {
  const entry = pending.get(message.id);
  if (!entry) return;
  if (PASSING.includes(message.reply)) {
    entry.onLine?.(message);
    return;
  }
  pending.delete(message.id);
  if (message.reply === "error") entry.reject(new Error(message.message));
  else entry.resolve(message);
}

/** @param {Carrier} opened */
function open(opened) {
  carrier = opened;
  for (const text of definitions.values()) opened.send({ id: 0, request: "define", text });
  for (const [id, { body }] of pending) opened.send({ id, ...body });
  connected.value = true;
}

/** Closes the connection as if it were lost, for tests. */
export function lose() {
  carrier?.lose();
}

function closed() {
  carrier = null;
  connected.value = false;
}

/** The delay before the first attempt to connect again, and the longest delay between attempts, in milliseconds. */
const [FIRST_DELAY, LONGEST_DELAY] = [250, 5000];
/** The number of failed attempts to connect after which the program is considered to have ended. */
export const MOST_CALLS = 4;

/** Opens a socket to the program. @param {string} name its URL, relative to this page */
export function socketTo(name) {
  const url = new URL(name, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.hash = "";
  return new WebSocket(url);
}

/** Returns the milliseconds until the next attempt to connect. @param {number} calls the number of failed attempts */
export function delayAfter(calls) {
  return Math.min(FIRST_DELAY * 2 ** calls, LONGEST_DELAY);
}

/** @param {number} calls the number of failed attempts before this one */
function connectSocket(calls = 0) {
  const socket = socketTo("socket");
  socket.onopen = () => {
    calls = 0;
    gone.value = false;
    open({ send: (message) => send(socket, message), lose: () => socket.close() });
    // Without the key the page still works, until the program is restarted.
    if (role !== "guest") remember().catch((error) => console.warn(error));
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    closed();
    reconnect(calls);
  };
}

/** The maximum length of a message in bytes: the program closes the connection if a message is longer. */
const LONGEST = 4 << 20;

/**
 * Sends a message, or replies with an error if it is too long.
 * @param {WebSocket} socket
 * @param {{ id?: number }} message
 */
function send(socket, message) {
  const text = JSON.stringify(message);
  // A code unit takes up to three bytes in UTF-8.
  const fits = 3 * text.length <= LONGEST || new Blob([text]).size <= LONGEST;
  if (fits) socket.send(text);
  else {
    receive({
      id: message.id,
      reply: "error",
      message: t("too-long", { most: LONGEST >> 20 }),
    });
  }
}

/**
 * Tries to connect until the program is reachable again. If the program has a new URL, opens the page there, which
 * finds everything that this page has stored.
 */
async function reconnect(/** @type {number} */ calls) {
  gone.value = calls >= MOST_CALLS;
  await new Promise((resolve) => setTimeout(resolve, delayAfter(calls)));
  const found = await address();
  if (found === new URL(".", location.href).href) connectSocket(calls + 1);
  else if (found) location.replace(found + location.hash);
  else reconnect(calls + 1);
}

export async function connect() {
  if (engine === "socket") return connectSocket();
  const { Workers } = await import("./workers.js");
  new Workers(receive, open, closed);
}
