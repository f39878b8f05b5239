// What a first visit of the static page loads before the first move of a game: the server counts what it sends.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { becomes, click, launch, myTurn, serveFolder } from "./board.js";

/** The most that may be sent before the first move by a server that compresses with Brotli, in bytes. */
const MOST = 1_000_000;
/** The most by a server that compresses with gzip. */
const MOST_GZIP = 1_400_000;

const skip = !process.env.SITE && "only the static page";

/**
 * What was sent to the page of the running test, in the order of the requests.
 * @type {{ path: string, body: Buffer }[]}
 */
let sent = [];
/** The servers, one for each page: a page goes on loading what it needs offline while the next test runs. */
const servers = [];
let browser;
before(async () => {
  if (!skip) browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const server of servers) server.stop();
});

/** Begins a game as a first visitor, and waits until nothing is loaded any more. @param {string} part */
async function begin(part) {
  /** @type {typeof sent} */
  const files = [];
  const server = await serveFolder(/** @type {string} */ (process.env.SITE), (path, body) =>
    files.push({ path, body }),
  );
  servers.push(server);
  sent = files;
  const page = await browser.open(new URL(part, server.url).href);
  if (!part) await page.locator("button:text-is('Begin')").click();
  await myTurn(page);
  await page.waitForLoadState("networkidle");
  return page;
}

/** @param {string} ending */
const loaded = (ending) => sent.map(({ path }) => path).filter((path) => path.endsWith(ending));

/** Compares what was sent with the bounds, and reports it. @param {import("node:test").TestContext} t */
function small(t) {
  const size = { uncompressed: 0, gzip: 0, Brotli: 0 };
  for (const { body } of sent) {
    size.uncompressed += body.length;
    size.gzip += gzipSync(body, { level: 6 }).length;
    size.Brotli += brotliCompressSync(body).length;
  }
  t.diagnostic(`${sent.length} files, in bytes: ${JSON.stringify(size)}`);
  // The engine is there, once, and so is the page.
  assert.deepEqual(loaded(".wasm"), ["engine/pkg/kurier_bg.wasm"]);
  for (const needed of ["index.html", "main.js", "play.js", "engine/worker.js"]) {
    assert.ok(loaded(needed).length > 0, `${needed} is not among ${loaded("")}`);
  }
  for (const later of [
    "codemirror.js",
    "uplot.js",
    "review.js",
    "workshop.js",
    "trainer.js",
    "lesson.js",
    "workshop/kurier.js",
    ".net",
    "sw.js",
  ]) {
    assert.deepEqual(loaded(later), []);
  }
  assert.ok(size.Brotli < MOST, `${size.Brotli} bytes with Brotli`);
  assert.ok(size.gzip < MOST_GZIP, `${size.gzip} bytes with gzip`);
}

test("a first visit is below 1 MB before the first move", { skip }, async (t) => {
  const page = await begin("");
  small(t);
  assert.deepEqual(loaded(".book"), []);
  await click(page, "b1", "c3");
  await myTurn(page);
  // The reply comes from the book of the game; the network and everything that the page needs offline follow.
  assert.deepEqual(loaded("courier.book").slice(0, 1), ["engine/pkg/books/courier.book"]);
  await becomes(() => loaded("/courier.net").length > 0 && loaded("sw.js").length > 0, true);
});

test("a visitor who plays Black meets a move of the book, which needs no network", { skip }, async () => {
  await begin("#play?game=courier&side=Black&level=1");
  const network = sent.findIndex(({ path }) => path.endsWith(".net") || path === "sw.js");
  // What follows the first move of a game is fetched after it.
  sent = sent.slice(0, network < 0 ? sent.length : network);
  assert.deepEqual(loaded(".book"), ["engine/pkg/books/courier.book"]);
});
