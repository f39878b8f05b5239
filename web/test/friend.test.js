// A game between two people on two machines in a network: `kurier serve --invite`.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import WebSocket from "ws";
import { accessible, becomes, click, launch, serve, stands, turns } from "./board.js";

let program, browser;
/** The pages of a test. */
const opened = [];
before(async () => {
  program = await serve("0", ["--invite=127.0.0.1"]);
  browser = await launch();
});
// A page whose link has ended would try to connect again and again.
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
after(async () => {
  await browser?.close();
  program?.stop();
  assert.deepEqual(browser?.errors, []);
});

/** Opens a page until the test ends. */
async function open(url, options) {
  const page = await browser.open(url, options);
  opened.push(page);
  return page;
}

/** Opens the host's page, and invites a guest to a game. Returns the page and the link of the guest. */
async function invite(game, { side = "White", minutes = "0" } = {}) {
  const host = await open(`${program.url}#friend`);
  if ((await host.locator(".invitation, .room").first().getAttribute("class")).includes("room")) {
    await host.locator("button:text-is('New game')").click();
  }
  await host.locator(".invitation label:has-text('Game') select").selectOption(game);
  await host.locator(".invitation label:has-text('You play') select").selectOption({ label: side });
  await host.locator(".invitation label:has-text('Minutes') input").fill(minutes);
  const before = await host.locator(".player-link").allTextContents();
  await host.locator("button:text-is('Invite')").click();
  await becomes(async () => {
    const [link] = await host.locator(".player-link").allTextContents();
    return Boolean(link) && link !== before[0];
  }, true);
  return { host, link: await host.locator(".player-link").textContent() };
}

/** Opens the socket of a game directly, which no page would do. @param {URL} address */
function socketOf(address) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.href.replace("http", "ws"), { origin: address.origin });
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error("refused"));
  });
}

/** Waits until a side is to move on a page. */
const toMove = (page, side) => page.locator(`.player.turn[data-side=${side}]`).waitFor();

/** Plays turns, each a pair of squares, for the two players alternately, and waits until both pages show them. */
async function play(players, ...moves) {
  let number = await turns(players[0]);
  for (const [from, to] of moves) {
    await click(players[number % 2], from, to);
    number++;
    for (const page of players) await becomes(() => turns(page), number);
  }
}

test("no other machine reaches Kurier unless the user asks for it, and then the terminal says so", async () => {
  assert.match(program.printed, /Other machines in the network reach 127\.0\.0\.1:\d+, and there only the game/);
  const alone = await serve();
  try {
    assert.doesNotMatch(alone.printed, /Other machines/);
    const page = await open(`${alone.url}#friend`, { ignoreErrors: true });
    await page.locator(".new-game").waitFor();
    assert.equal(await page.locator("nav a[href='#friend']").count(), 0);
    await assert.rejects(socketOf(new URL("friend", alone.url)));
  } finally {
    alone.stop();
  }
});

test("a friend needs nothing but the link: both play, take back, agree to a draw, and have the game", async () => {
  const { host, link } = await invite("chess");
  await host.locator(".links .qr svg path").waitFor({ state: "attached" });
  await host.locator(".links:has-text('Other machines in your network reach this game')").waitFor();
  await accessible(host, "the invitation");
  const guest = await open(link, { viewport: { width: 360, height: 740 } });
  await toMove(guest, "White");
  assert.deepEqual(await guest.locator("nav a").allTextContents(), ["Friend", "Rules"]);
  assert.equal(
    await guest.locator(".player").last().getAttribute("data-side"),
    "Black",
    "the guest sees the board from Black's side",
  );
  await host.locator(".player:has-text('your friend'):not(:has-text('away'))").waitFor();
  await play([host, guest], ["e2", "e4"], ["e7", "e5"], ["d2", "d4"]);
  // The guest cannot move for White.
  await toMove(guest, "Black");
  await click(guest, "g1", "f3");
  assert.equal(await turns(guest), 3);
  await host.locator("button:text-is('Take back')").click();
  await guest.locator(".offer:has-text('take back') button:text-is('Accept')").click();
  await becomes(() => turns(host), 2);
  await becomes(() => turns(guest), 2);
  await stands(guest, "d2", "P");
  await guest.locator("button:text-is('Offer draw')").click();
  await host.locator(".offer:has-text('draw') button:text-is('Decline')").click();
  await guest.locator(".offer").waitFor({ state: "detached" });
  await host.locator("button:text-is('Offer draw')").click();
  await guest.locator(".offer button:text-is('Accept')").click();
  for (const page of [host, guest]) {
    await page.locator(".result:has-text('½–½'):has-text('A draw by agreement')").waitFor();
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("kurier.friend games")));
    assert.deepEqual([kept.length, kept[0].result, kept[0].saved.game], [1, "1/2-1/2", "chess"]);
    const download = page.waitForEvent("download");
    await page.locator("button:text-is('Save PGN')").click();
    assert.equal((await download).suggestedFilename(), "chess.pgn");
  }
  await accessible(guest, "the guest's game");
});

test("a turn is chosen ahead while the friend thinks", async () => {
  const { host, link } = await invite("chess", { side: "Black" });
  const guest = await open(link);
  await toMove(guest, "White");
  await stands(host, "e7", "p");
  await stands(host, "e2", "P");
  await click(host, "e7", "e5");
  await becomes(() => host.locator(".cell.ahead").count(), 2);
  await click(guest, "e2", "e4");
  await stands(guest, "e5", "p");
  assert.equal(await turns(guest), 2);
});

test("connections come and go, and the game stays", async () => {
  const { host, link } = await invite("courier", { minutes: "5" });
  const guest = await open(link);
  await toMove(guest, "White");
  await play([host, guest], ["b1", "c3"], ["b8", "c6"]);
  await host.locator(".clock.running").waitFor();
  await guest.evaluate(async () => (await import("./friend-link.js")).lose());
  await guest.evaluate(async () => (await import("./link.js")).lose());
  await play([host, guest], ["k1", "j3"]);
  await guest.reload();
  await becomes(() => turns(guest), 3);
  await guest.close();
  await host.locator(".player:has-text('away')").waitFor();
  const again = await open(link);
  await becomes(() => turns(again), 3);
  await host.locator("button:text-is('Resign')").click();
  await again.locator(".result:has-text('0-1'):has-text('White resigns')").waitFor();
});

test("spectators watch, and cannot do anything", async () => {
  const { host, link } = await invite("leap");
  await host.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await host.locator("button:text-is('Copy link for spectators')").click();
  const watched = await host.evaluate(() => navigator.clipboard.readText());
  const watcher = await open(watched);
  await watcher.locator("text=You are watching this game.").waitFor();
  await host.locator("text=Watching: 1").waitFor();
  for (const name of ["Resign", "Offer draw", "Take back"]) {
    assert.equal(await watcher.locator(`button:text-is('${name}')`).count(), 0, name);
  }
  // What the buttons do not offer, the server refuses.
  for (const order of [
    { order: "play", ply: 0, text: "a3a4" },
    { order: "resign" },
    { order: "invite", game: "chess" },
  ]) {
    await watcher.evaluate(async (what) => (await import("./friend-link.js")).send(what), order);
    await watcher.locator(".notice").waitFor();
  }
  assert.equal(await turns(host), 0);
  await click(host, "a3", "a4");
  await stands(watcher, "a4", "P");
  // A guest has no engine, and no other page of this server.
  const refused = await watcher.evaluate(async () => {
    const { ask } = await import("./link.js");
    const asked = ["search", "read-pgn", "define"].map((request) =>
      ask(request, { position: { game: "leap" }, text: "" }).then(
        () => "done",
        (error) => error.message,
      ),
    );
    return Promise.all(asked);
  });
  for (const words of refused) assert.match(words, /for one game, without an engine/);
  const place = new URL(link);
  for (const path of ["/", `/${"0".repeat(32)}/`, `${new URL(program.url).pathname}`]) {
    assert.equal((await fetch(new URL(path, place))).status, 404, path);
  }
  assert.equal((await fetch(link, { headers: { origin: "http://elsewhere" } })).status, 403);
});

test("an invitation to another game ends the links of the game before", async () => {
  const { link } = await invite("chess");
  assert.equal((await fetch(link)).status, 200);
  await invite("leap");
  assert.equal((await fetch(link)).status, 404);
});

test("a game that was not finished is continued with a new link", async () => {
  const { host, link } = await invite("chess");
  const guest = await open(link);
  await toMove(guest, "White");
  await play([host, guest], ["e2", "e4"], ["e7", "e5"]);
  await guest.context().close();
  await host.locator("button:text-is('New game')").click();
  await host.locator("button:text-is('Continue the last game')").click();
  // From the order on, the page shows only a link that works.
  const renewed = await host.locator(".player-link").textContent();
  assert.notEqual(renewed, link);
  const again = await open(renewed);
  await becomes(() => turns(again), 2);
  await play([host, again], ["d2", "d4"]);
});
