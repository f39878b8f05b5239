// Sends the socket messages that no page would send.
import assert from "node:assert/strict";
import { on } from "node:events";
import { get } from "node:http";
import { after, before, test } from "node:test";
import WebSocket from "ws";
import { PATIENCE, becomes, inTime, serve } from "./board.js";

let place, address;
before(async () => {
  place = await serve();
  address = new URL(place.url);
});
after(() => place?.stop());

/** Returns the status of a plain request. */
function status(path, headers = {}) {
  return new Promise((resolve, reject) => {
    get({ host: address.hostname, port: address.port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

function open(path = `${address.pathname}socket`, headers = { origin: address.origin }) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${address.host}${path}`, { headers });
    // Replies wait here until they are read. A wait for a reply ends when the socket closes.
    socket.replies = on(socket, "message", { close: ["close"] });
    socket.closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("open", () => resolve(socket));
    socket.on("unexpected-response", (_, response) => reject(new Error(String(response.statusCode))));
    socket.on("error", reject);
  });
}

/** Returns the next reply; `undefined` if the socket closes before it. */
async function next(socket) {
  const { value, done } = await socket.replies.next();
  return done ? undefined : JSON.parse(String(value[0]));
}

async function reply(socket) {
  const answer = await next(socket);
  assert.ok(answer, "the socket closes before the reply");
  return answer;
}

/** Waits for a reply of a kind. */
async function until(socket, kind) {
  while ((await reply(socket)).reply !== kind);
}

/**
 * Opens a tab that the server answers. The server refuses a tab with code 1013 as long as it has too many, and it may
 * notice long after the client that a tab is closed.
 */
async function admitted() {
  for (const end = Date.now() + PATIENCE; ;) {
    const socket = await open();
    socket.send(JSON.stringify({ id: 1, request: "games" }));
    const answer = await next(socket);
    if (answer) {
      assert.equal(answer.reply, "games");
      return socket;
    }
    assert.equal(await socket.closed, 1013);
    assert.ok(Date.now() < end, "closed tabs make room");
  }
}

/** Closes tabs and waits until the clients know it. */
async function close(...tabs) {
  for (const tab of tabs) tab.close();
  await Promise.all(tabs.map((tab) => tab.closed));
}

/** Fails if the server does not answer a new tab. */
async function alive() {
  await close(await admitted());
}

test("wrong tokens, hosts and origins are refused", async () => {
  assert.equal(await status(address.pathname), 200);
  assert.equal(await status("/"), 404);
  assert.equal(await status(`/${"0".repeat(32)}/`), 404);
  assert.equal(await status(`${address.pathname}../Cargo.toml`), 404);
  assert.equal(await status(`/${"0".repeat(32)}/key`), 404);
  assert.equal(await status(`/again/${"0".repeat(32)}`), 200);
  for (const nonce of ["", "key", "socket", "0".repeat(33), `${"0".repeat(32)}/key`]) {
    assert.equal(await status(`/again/${nonce}`), 400, nonce);
  }
  assert.equal(await status(`/again/${"0".repeat(32)}`, { origin: "http://evil.example" }), 403);
  assert.equal(await status(address.pathname, { host: "evil.example" }), 403);
  assert.equal(await status(address.pathname, { origin: "http://evil.example" }), 403);
  await assert.rejects(open(`/${"0".repeat(32)}/socket`), /404/);
  await assert.rejects(open(undefined, { origin: "http://evil.example" }), /403/);
  await assert.rejects(open(undefined, {}), /403/);
});

test("garbage is answered in words, and the socket stays open", async () => {
  const socket = await open();
  for (const text of [
    "",
    "{",
    "[]",
    "null",
    '{"id":-1}',
    '{"id":1,"request":"dance"}',
    "\u0000\u{10ffff}",
    "9".repeat(100_000),
  ]) {
    const answer = reply(socket);
    socket.send(text);
    assert.equal((await answer).reply, "error", text.slice(0, 40));
  }
  const wrong = reply(socket);
  socket.send(JSON.stringify({ id: 5, request: "position", position: { game: "courier", fen: "8/8", moves: [] } }));
  assert.match((await wrong).message, /ranks|squares/);
  await close(socket);
  await alive();
});

test("giant messages close the socket and nothing else", async () => {
  const socket = await open();
  socket.on("error", () => {});
  socket.send("x".repeat(6 << 20));
  await socket.closed;
  await alive();
});

test("ten thousand messages in a second close the socket and nothing else", async () => {
  const socket = await open();
  socket.on("error", () => {});
  for (let i = 0; i < 10_000; i++) socket.send(JSON.stringify({ id: i, request: "games" }));
  // Messages that were still on their way may hide the reason.
  assert.ok([1006, 1008].includes(await socket.closed));
  await alive();
});

test("tabs are limited in number, and closed ones make room", async () => {
  const tabs = await Promise.all([...Array(32)].map(() => admitted()));
  const extra = await open();
  assert.equal(await extra.closed, 1013);
  await close(...tabs);
  await alive();
});

test("a search stops within 50 ms, and ends with its tab", async (t) => {
  // The server may still count the tabs that the test of their limit has closed.
  const socket = await admitted();
  const search = { id: 1, request: "search", position: { game: "courierleapale" } };
  socket.send(JSON.stringify(search));
  assert.equal((await reply(socket)).reply, "line");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const took = [];
  for (let id = 2; took.length < 5; id += 2) {
    const start = performance.now();
    socket.send(JSON.stringify({ id, request: "stop" }));
    await until(socket, "best");
    took.push(performance.now() - start);
    await until(socket, "done");
    socket.send(JSON.stringify({ ...search, id: id + 1 }));
    await until(socket, "line");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const text = `stopped after ${took.map((ms) => Math.round(ms)).join(", ")} ms`;
  inTime(t, took.sort((a, b) => a - b)[2] < 50, text);
  socket.terminate();
  await becomes(async () => (await load()) < 0.5, true);
});

/** Returns the share of a processor that the server uses. */
async function load() {
  const { readFileSync } = await import("node:fs");
  const ticks = () => {
    const words = readFileSync(`/proc/${place.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(words[11]) + Number(words[12]);
  };
  const before = ticks();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return (ticks() - before) / 100;
}
