// Analysis, review, rules, workshop, and the frame around them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import {
  accessible,
  answered,
  becomes,
  choose,
  click,
  dots,
  draft,
  inTime,
  myTurn,
  ownGame,
  playSome,
  serve,
  site,
  standing,
  stands,
  turns,
  visit,
} from "./board.js";

const { url, open } = visit();

/** Returns the best of a few measurements, because other programs on the machine slow some of them down. */
async function best(measure, enough) {
  const found = [];
  do found.push(await measure());
  while (found.length < 4 && !enough(found.at(-1)));
  return enough(found.at(-1)) ? found.at(-1) : found;
}

test("lines grow and are played on click; variations stay over a reload; a link reproduces the position", async () => {
  const page = await open("#analyse?game=courier&moves=b1c3,b8c6");
  const third = page.locator(".lines li:first-child button").nth(2);
  await third.waitFor();
  await page.locator(".thinking p:has-text('depth')").waitFor();
  // The bar shows the score of the best line.
  await becomes(
    () => page.evaluate(() => document.querySelector(".bar").title === document.querySelector(".lines b").textContent),
    true,
  );
  await third.click();
  await page.locator(".moves .turn:nth-child(5)").waitFor();
  const played = await page.locator(".moves button").allTextContents();
  assert.equal(played.length, 5);
  // Another turn from the position before makes a variation.
  await page.keyboard.press("ArrowLeft");
  await page.locator(".moves .turn:nth-child(4) .now").waitFor();
  await page.fill(".typed input", "a1a3");
  await page.keyboard.press("Enter");
  await page.locator(".moves .variation").waitFor();
  const all = await page.locator(".moves button").allTextContents();
  await page.goto(url("#analyse"));
  await page.reload();
  await page.locator(".moves button").first().waitFor();
  assert.deepEqual(await page.locator(".moves button").allTextContents(), all);
  assert.equal((await standing(page)).c3, "N");
});

test("an impossible position is refused in words", async () => {
  const page = await open("#analyse?game=chess");
  await page.locator("button:has-text('Set up')").click();
  await page.locator("button:has-text('Empty board')").click();
  await page.locator(".setup .problem:has-text('kings instead of one')").waitFor();
  await page.locator(".palette button[title='White King']").click();
  await click(page, "e1");
  await page.locator(".palette button[title='Black King']").click();
  await click(page, "e8");
  await page.locator(".setup:has-text('The game is over here: king against king.')").waitFor();
  await page.locator(".palette button[title='White Rook']").click();
  await click(page, "e4");
  await page.locator(".setup .problem:has-text('Black is in check')").waitFor();
  assert.ok(await page.locator("button:has-text('Use it')").isDisabled());
  await click(page, "e4", "d4");
  await page.locator("button:has-text('Use it'):enabled").click();
  await page.locator(".fen code:has-text('4k3/8/8/8/3R4/8/8/4K3 w')").waitFor({ state: "attached" });
});

test("a PGN of thirty games is reviewed, over a reload", { timeout: 600_000 }, async () => {
  const games = [...Array(30).keys()]
    .map((i) => `[White "A${i}"]\n[Black "B"]\n[Variant "shatranj"]\n\n1. e3 e6 2. Nf3 Nc6 3. Nd4 Nxd4 4. h3 *\n`)
    .join("\n");
  const page = await open("#review");
  await page.locator("input[type=number]").fill("1000");
  await page.locator("h2, .drop").first().waitFor();
  const chooser = page.waitForEvent("filechooser");
  await page.locator("button:has-text('Open PGN')").click();
  await (await chooser).setFiles({ name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(games) });
  await page.locator("progress").waitFor();
  await page.waitForFunction(() => document.querySelector("progress").value >= 40);
  await page.reload();
  await page.locator("progress").waitFor();
  const kept = await page.evaluate(() => document.querySelector("progress").value);
  assert.ok(kept >= 30, `${kept} positions were kept`);
  await page.locator("text=All 240 positions are reviewed").waitFor({ timeout: 480_000 });
  assert.equal(await page.locator(".games li").count(), 30);
  await page.locator(".moves .blunder, .moves .mistake").first().waitFor();
  await page.locator(".graph[aria-label$='mistakes: 0']").waitFor({ state: "detached" });
  await becomes(async () => (await dots(page, "blunder")) + (await dots(page, "mistake")) > 30, true);
  assert.match(await page.locator(".accuracy").textContent(), /White \d+ %, Black \d+ %/);
});

/** Runs in the page: holds back the parts of a file that have been read; each function in `held` releases one. */
function holdRecords() {
  globalThis.held = [];
  for (const { prototype } of [WebSocket, Worker]) {
    const { set } = Object.getOwnPropertyDescriptor(prototype, "onmessage");
    const hold = (listener) => (event) => {
      const message = typeof event.data === "string" ? JSON.parse(event.data) : event.data;
      if (message.reply === "records") globalThis.held.push(() => listener(event));
      else listener(event);
    };
    Object.defineProperty(prototype, "onmessage", {
      set(listener) {
        set.call(this, hold(listener));
      },
    });
  }
}

test("the reading of many games is seen, and can be left", async () => {
  const page = await open("about:blank");
  await page.addInitScript(holdRecords);
  await page.goto(url("#review"));
  await page.locator(".drop:has-text('up to 4 MB, 20,000 games')").waitFor();
  const openMany = async (/** @type {number} */ games) => {
    const chooser = page.waitForEvent("filechooser");
    await page.locator("button:text-is('Open PGN')").click();
    await (
      await chooser
    ).setFiles({ name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from("1. e4 *\n".repeat(games)) });
  };
  const held = () => page.evaluate(() => globalThis.held.length);
  const letGo = () => page.evaluate(() => globalThis.held.splice(0).forEach((listener) => listener()));
  await openMany(16_000);
  await page.locator(".reading:has-text('Reading: 0 games so far')").waitFor();
  await becomes(held, 1);
  await letGo();
  await becomes(held, 1);
  assert.match(await page.locator(".reading").textContent(), /Reading: [1-9][\d,]+ games so far/);
  const part = await page.locator(".reading progress").evaluate(({ value }) => value);
  assert.ok(part > 0 && part < 0.5, String(part));
  await page.locator(".reading button:text-is('Cancel')").click();
  await page.locator(".reading").waitFor({ state: "detached" });
  await letGo();
  // All other requests are answered.
  await page.goto(url("#rules?game=chess"));
  await page.locator(".piece-rules .mark").first().waitFor();
  await page.goto(url("#review"));
  await page.locator(".drop").waitFor();
  assert.equal(await page.locator(".games li").count(), 0);
  assert.equal(await held(), 0, "nothing more was asked for");
  // Another file is read to its end; a hundred of its many games are listed at a time.
  await openMany(230);
  await becomes(held, 1);
  await letGo();
  await becomes(() => page.locator(".games li").count(), 100);
  for (let n = 0; n < 2; n++) await page.locator("button[aria-label='Later games']").click();
  await page.locator(".pages:has-text('Games 201 to 230 of 230')").waitFor();
  assert.equal(await page.locator(".games li").count(), 30);
});

test("a game is invented, mistaken, mended, played and watched", async () => {
  const page = await open("#workshop");
  await page.locator(".verdict:has-text('A correct game')").waitFor();
  await page.locator(".cm-line").filter({ hasText: /^E = / }).click();
  await page.keyboard.press("Home");
  await page.keyboard.type('E = { name = "Zebra", move = "?" } #');
  const problem = page.locator(".problem.verdict");
  await problem.waitFor();
  assert.match(await problem.textContent(), /^Line 13, column \d+: /);
  await page.locator(".cm-lintRange-error").waitFor();
  // The line may be wrapped.
  for (const key of ["Home", "Home", "Shift+End", "Shift+End"]) await page.keyboard.press(key);
  await page.keyboard.type('E = { name = "Zebra", move = "(3,2)" ');
  await page.locator(".verdict:has-text('first moves')").waitFor();
  await page.locator(".piece-rules h3:has-text('Zebra')").waitFor();
  await page.locator("button:has-text('Two engines play it')").click();
  await page.locator(".preview p:has-text('moves')").waitFor();
  await page.locator("button:has-text('Play it')").click();
  await myTurn(page);
  await playSome(page, 0);
  await page.reload();
  await myTurn(page);
  assert.match(await page.locator(".panel h1").textContent(), /My Game/);
});

test("tests of a game are run while it is written", async () => {
  const page = await open("#workshop");
  const pawns = ownGame(
    { name: "pawns", start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", files: 8, ranks: 8 },
    'promotes-to = "P"\n',
  );
  await draft(page, `${pawns}[tests.first]\nlegal = ["e3"]\nillegal = ["Kd1"]\n`);
  await page.locator(".verdict .problem:has-text('test `first`: Kd1 is legal')").waitFor();
  await page.locator(".cm-lintRange-warning").waitFor();
  await draft(page, `${pawns}[tests.first]\nlegal = ["e3"]\nillegal = ["Kd3"]\n`);
  await page.locator(".verdict:has-text('The test passes.')").waitFor();
});

test("a page at rest does nothing", async () => {
  const page = await open("#rules?game=courierleapale");
  await page.locator(".piece-rules h3").first().waitFor();
  const metrics = await page.context().newCDPSession(page);
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  /** Returns the seconds of processor time since the page was opened. */
  const busy = async () =>
    (await metrics.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  await page.waitForTimeout(1000);
  const before = await busy();
  await page.waitForTimeout(1000);
  const spent = (await busy()) - before;
  assert.ok(spent < 0.2, `${spent} s of one second`);
});

test("a board of 26 files fits the window", async () => {
  const start = "12k13/26/26/pppppppppppppppppppppppppp/26/PPPPPPPPPPPPPPPPPPPPPPPPPP/26/26/12K13 w - - 0 1";
  const wide = ownGame({ name: "wide", start, files: 26, ranks: 9 }, 'promotes-to = "R"\n');
  const page = await open("#workshop");
  await draft(page, wide);
  await page.locator(".verdict:has-text('first moves')").waitFor();
  const board = page.locator(".diagram.large .board").first();
  assert.equal(await board.locator("polygon").count(), 26 * 9);
  const frame = await board.boundingBox();
  for (const corner of ["a1", "z9"]) {
    const box = await board.locator(`polygon[data-square=${corner}]`).boundingBox();
    assert.ok(box.x >= frame.x && box.x + box.width <= frame.x + frame.width, `${corner} is in the window`);
  }
});

test("games of Fairy-Stockfish are imported", async () => {
  const page = await open("#workshop");
  await page.locator(".verdict").waitFor();
  const chooser = page.waitForEvent("filechooser");
  await page.locator("button:has-text('Import')").click();
  await page.locator("button:has-text('Choose a file')").click();
  await (
    await chooser
  ).setFiles({
    name: "variants.ini",
    mimeType: "text/plain",
    buffer: Buffer.from(
      "[mychess:chess]\nking = -\ncommoner = k\n[doubleknights:chess]\nstartFen = nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1\n",
    ),
  });
  await page.locator(".verdict:has-text('first moves')").waitFor();
  await page.locator(".cm-line:has-text('doubleknights')").waitFor();
});

test("an Interactive Diagram is pasted and played", async () => {
  const page = await open("#workshop");
  await page.locator(".verdict").waitFor();
  await page.locator("button:has-text('Import')").click();
  const diagram = `<div class="idiagram">files=6 ranks=6 promoChoice=RN royal=4 satellite=mini
    pawn::ifmnDfmWfceF::a2-f2 knight:N:::b1,e1 rook::::a1,f1 king::::d1 </div>`;
  await page.locator(".import textarea").fill(diagram.replace("royal", "teleport=1 royal"));
  await page.locator("button:has-text('Translate')").click();
  await page.locator(".import .problem:has-text('Line 1: `teleport` is not a supported key')").waitFor();
  await page.locator(".import textarea").fill(diagram);
  await page.locator("button:has-text('Translate')").click();
  await page.locator(".verdict:has-text('A correct game: 4 kinds of pieces, 17 first moves')").waitFor();
  await page.locator("button:text-is('Play it')").click();
  await myTurn(page);
});

test("rules are shown for games of every family", async () => {
  const page = await open("#rules");
  await page.locator("select[aria-label=Game] option").nth(1).waitFor({ state: "attached" });
  const options = page.locator("select[aria-label=Game] option");
  assert.ok((await options.count()) >= 24);
  // Three games of each family.
  const games = await page
    .locator("select[aria-label=Game] optgroup option:nth-child(-n+3)")
    .evaluateAll((options) => options.map((option) => [option.value, option.textContent.replace(/ \([^(]*$/, "")]));
  for (const [name, title] of games) {
    await page.goto(url(`#rules?game=${name}`));
    await page.locator(".rules h1").getByText(title, { exact: true }).waitFor();
    await page.locator(".piece-rules .mark").first().waitFor();
    await page.locator(".sources a[href^=http]").waitFor();
  }
});

test("two engines play a game while one watches", async () => {
  const page = await open("#play?game=leap&side=none&level=1");
  await page.locator(".moves .turn:nth-of-type(6)").waitFor();
});

test("two tabs think beside each other, each for itself", async () => {
  const one = await open("#analyse?game=chess");
  const two = await open("#analyse?game=leap");
  for (const page of [one, two, one]) await page.locator(".lines li:first-child button").first().waitFor();
  assert.notDeepEqual(await standing(one), await standing(two));
});

test("a game survives a reload, and a lost connection", async () => {
  const page = await open("#play?game=chess&side=White&level=1");
  await myTurn(page);
  await answered(page, () => click(page, "e2", "e4"));
  const before = await standing(page);
  await page.reload();
  await myTurn(page);
  assert.deepEqual(await standing(page), before);
  if (!process.env.SITE) {
    await page.evaluate(async () => (await import("./link.js")).lose());
    await page.locator(".lost").waitFor();
    await page.locator(".lost").waitFor({ state: "detached" });
  } else {
    await page.evaluate(async () => (await import("./link.js")).lose());
  }
  await playSome(page, 3);
  assert.equal(await turns(page), 4);
});

test(
  "the program is killed: the page says so, and goes on by itself with the next one",
  { skip: process.env.SITE && "only with a program" },
  async () => {
    const one = await serve();
    const { port } = new URL(one.url);
    const page = await open(`${one.url}#play?game=chess&side=White&level=1`, { ignoreErrors: true });
    await myTurn(page);
    await answered(page, () => click(page, "e2", "e4"));
    const before = await page.locator(".moves .turn").allTextContents();
    process.kill(one.pid, "SIGKILL");
    await page.locator(".lost:has-text('connecting')").waitFor();
    await page.locator(".lost:has-text('Kurier has ended')").waitFor();
    // A program that takes over the port receives no secret and is not trusted.
    const heard = [];
    const thief = createServer((request, response) => {
      heard.push(request.url + JSON.stringify(request.headers));
      response.end(`${"0".repeat(32)} ${"0".repeat(64)}`);
    });
    await new Promise((resolve) => thief.listen(Number(port), "127.0.0.1", resolve));
    await becomes(() => Promise.resolve(heard.length > 0), true);
    thief.closeAllConnections();
    await new Promise((resolve) => thief.close(resolve));
    const token = new URL(one.url).pathname.split("/")[1];
    for (const request of heard) assert.ok(request.startsWith("/again/") && !request.includes(token), request);
    assert.equal(new URL(page.url()).pathname, `/${token}/`);
    // A turn that is played meanwhile is not lost either. No reply of Black's can capture the pawn.
    await click(page, "c2", "c3", "g2", "g4");
    const two = await serve(port);
    assert.notEqual(two.url, one.url);
    await page.waitForURL(`${two.url}#**`);
    await page.locator(".moves .turn:nth-of-type(4)").waitFor();
    assert.deepEqual(
      await page
        .locator(".moves .turn")
        .allTextContents()
        .then((texts) => texts.slice(0, 3)),
      before.concat("2.c3"),
    );
    await stands(page, "c3", "P");
    two.stop();
  },
);

test("workers that die are replaced", { skip: !process.env.SITE && "only the static page" }, async () => {
  const page = await open("#play?game=chess&side=White&level=1", { ignoreErrors: true });
  await myTurn(page);
  await answered(page, () => click(page, "e2", "e4"));
  assert.ok(page.workers().length >= 2, "the rules and an engine");
  // When one worker dies, the others are replaced as well.
  await page
    .workers()[0]
    .evaluate(
      () =>
        void setTimeout(() => {
          throw new Error("a crash");
        }),
    )
    .catch(() => {});
  await answered(page, () => click(page, "d2", "d3"));
  assert.equal(await turns(page), 4);
});

test("hint, draw, clock and resignation", async () => {
  const page = await open("#play");
  await choose(page, "courier");
  await page.locator("label:has-text('Level') select").selectOption("1");
  await page.locator("label:has-text('Minutes') input").fill("2");
  await page.locator("button:has-text('Begin')").click();
  await myTurn(page);
  const clocks = () => page.locator(".clock").allTextContents();
  assert.deepEqual(await clocks(), ["2:00", "2:00"]);
  await page.locator("button:has-text('Hint')").click();
  await page.locator(".board .arrow").waitFor();
  assert.match(await page.locator(".hint-words").textContent(), /\S \S.*\.$/, "the hint says why");
  await page.locator("button:has-text('Offer draw')").click();
  await page.locator(".notice:has-text('declines the draw')").waitFor();
  await playSome(page, 2);
  assert.equal(await page.locator(".board .arrow").count(), 0, "the hint was for the position before");
  const [, mine] = await clocks();
  await page.waitForFunction((text) => document.querySelectorAll(".clock")[1].textContent < text, mine);
  await page.locator("button:has-text('Resign')").click();
  await page.locator(".result:has-text('0-1'):has-text('White resigns')").waitFor();
  const stopped = await clocks();
  await page.waitForTimeout(1200);
  assert.deepEqual(await clocks(), stopped);
  // Two people at one board agree.
  await page.goto(url("#play?game=chess&side=both"));
  await myTurn(page);
  await page.locator("button:has-text('Offer draw')").click();
  await page.locator(".result:has-text('A draw by agreement')").waitFor();
});

test("a position is saved as a picture, PNG and SVG", async () => {
  const page = await open("#analyse?game=courierleapale");
  await page.locator("summary:has-text('Position and files')").click();
  for (const [format, beginning] of [
    ["PNG", "\x89PNG"],
    ["SVG", "<svg"],
  ]) {
    const download = page.waitForEvent("download");
    await page.locator(`button:has-text("Save ${format}")`).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), `courierleapale.${format.toLowerCase()}`);
    const bytes = readFileSync(await file.path());
    assert.ok(bytes.length > 10_000 && bytes.toString("latin1").startsWith(beginning), format);
  }
});

test(
  "the static page works without a network after the first move",
  { skip: !process.env.SITE && "only the static page" },
  async () => {
    const own = await site();
    const page = await open(`${own.url}#play?game=courier&side=White&level=1`);
    await myTurn(page);
    // Nothing is stored before the first move.
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    await playSome(page, 0);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller && globalThis.crossOriginIsolated);
    own.stop();
    await page.goto(`${own.url}#play?game=courierleapale&side=White&level=1`);
    await page.reload();
    await myTurn(page);
    await playSome(page, 0);
  },
);

test("the static page offers to be installed", { skip: !process.env.SITE && "only the static page" }, async () => {
  const page = await open();
  await page.locator(".new-game").waitFor();
  await page.evaluate(() => {
    globalThis.asked = 0;
    const event = new Event("beforeinstallprompt", { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt: async () => globalThis.asked++ }));
  });
  await page.locator(".settings summary").click();
  await page.locator("button:text-is('Install as an app')").click();
  assert.equal(await page.evaluate(() => globalThis.asked), 1);
  await page.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await page.locator(".install").waitFor({ state: "detached" });
});

test(
  "the static page loads the network of a game when that is played",
  { skip: !process.env.SITE && "only the static page" },
  async () => {
    // A service worker would fetch all networks, so that the page works offline.
    const page = await open("", { serviceWorkers: "block" });
    const loaded = [];
    page.on("request", (request) => request.url().endsWith(".net") && loaded.push(request.url().split("/").at(-1)));
    await page.goto(url("#play?game=courierviii&side=White&level=1"));
    await myTurn(page);
    await playSome(page, 0);
    await becomes(() => loaded.join(), "courierviii.net");
  },
);

test("a search in the browser stops within 50 ms", { skip: !process.env.SITE && "only the static page" }, async (t) => {
  const page = await open("#analyse?game=courierleapale");
  await page.locator(".lines button").first().waitFor();
  const soon = (/** @type {number} */ took) => took < 50;
  const took = await best(async () => {
    await page.waitForTimeout(1500);
    const spent = await page.evaluate(async () => {
      const { finish } = await import("./link.js");
      const start = performance.now();
      await finish(0);
      return performance.now() - start;
    });
    // Restarts the engine for another measurement.
    for (const state of ["on", "off"]) await page.locator(`button:has-text('Engine ${state}')`).click();
    return spent;
  }, soon);
  inTime(t, soon(took), `stopped after ${took} ms`);
});

test(
  "no part of the page has an accessibility fault",
  {
    skip: process.env.SITE && process.env.GAMES && "in the long form: the page is the same as with a program",
    timeout: 600_000,
  },
  async () => {
    for (const scheme of ["light", "dark"]) {
      const page = await open("", { colorScheme: scheme });
      await page.locator(".new-game").waitFor();
      await accessible(page, `new game, ${scheme}`);
      for (const [part, sign] of [
        ["play?game=leap-multi&side=White", ".moves"],
        ["analyse?game=courierleapale", ".lines button"],
        ["review", ".drop"],
        ["rules?game=courier", ".piece-rules .mark"],
        ["workshop", ".verdict"],
        ["learn?game=courier", ".lesson-steps button"],
        ["puzzles", ".rules h1"],
      ]) {
        await page.goto(url(`#${part}`));
        await page.locator(sign).first().waitFor();
        await accessible(page, `${part}, ${scheme}`);
      }
    }
  },
);

test("the first paint comes within a second", async (t) => {
  const early = (/** @type {number} */ painted) => painted < 1000;
  const painted = await best(async () => {
    const page = await open();
    await page.locator(".new-game").waitFor();
    const time = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    await page.context().close();
    return time;
  }, early);
  inTime(t, early(painted), `first paint after ${painted} ms`);
});

test("the page has its sixty frames a second while the engine thinks and its lines come in", async (t) => {
  const wanted = 55;
  for (const [game, space] of [
    ["courier", false],
    ["courierleapale", false],
    ["courierleapale", true],
  ]) {
    await t.test(`${game}${space ? ", stacked" : ""}`, async () => {
      const page = await open(`#analyse?game=${game}`);
      if (space) await page.locator("button:has-text('Stacked')").click();
      await page.locator(".lines button").first().waitFor();
      const metrics = await page.context().newCDPSession(page);
      await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
      /** Returns the seconds of processor time that the page's thread has had. */
      const busy = async () =>
        (await metrics.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
      const fluent = ({ frames, lines }) => frames >= wanted && lines >= 3;
      const found = await best(
        async () => {
          // Lines come fastest when a search begins.
          await page.locator("button:has-text('Engine on')").click();
          await page.locator(".lines").waitFor({ state: "detached" });
          const before = await busy();
          const counted = await page.evaluate(countFrames);
          return { ...counted, busy: ((await busy()) - before) / 2 };
        },
        (measured) => fluent(measured) && measured.busy < 0.15,
      );
      for (const { busy } of [found].flat()) assert.ok(busy < 0.15, `the page takes ${busy} of each second`);
      // On a busy machine the frame rate says little about the page, but its processor time does.
      inTime(t, fluent(found), `${game}: ${JSON.stringify(found)}`);
      await page.context().close();
    });
  }
});

/** Runs in the page: starts the engine, and counts frames a second and changes of its lines for two seconds. */
function countFrames() {
  return new Promise((resolve) => {
    let [frames, lines] = [0, 0];
    const observer = new MutationObserver(() => lines++);
    observer.observe(document.querySelector(".panel"), { subtree: true, childList: true, characterData: true });
    const start = performance.now();
    const next = () => {
      const took = performance.now() - start;
      if (took < 2000) {
        frames++;
        requestAnimationFrame(next);
      } else {
        observer.disconnect();
        resolve({ frames: Math.round((1000 * frames) / took), lines });
      }
    };
    requestAnimationFrame(next);
    [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === "Engine off").click();
  });
}
