// Takes the screenshots docs/images/browser-*.png in Chromium, with the program that was built last.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { answered, click, launch, middle, myTurn, program, settle, site } from "./test/board.js";

const place = await site();
const browser = await launch();
const image = (name) => fileURLToPath(new URL(`../docs/images/browser-${name}.png`, import.meta.url));

/**
 * Takes a picture of a part of the page, once it has settled. The command's arguments select pictures; by default, all.
 */
async function shoot(name, address, ready, options = {}) {
  if (process.argv.length > 2 && !process.argv.includes(name)) return;
  const page = await browser.open(new URL(address, place.url).href, options);
  await ready(page);
  await settle(page);
  await page.screenshot({ path: image(name) });
  await page.context().close();
}

const LEAPALE = "zb1yb3,zb6yb3,xa2yb3,ua5ub4,uf2ue3,zf5ze4,vf2wf3,vf5wf4,ua2ub3,za5zb4,yd2yc3,uf5ue4";
await shoot("stacked", `#analyse?game=courierleapale&moves=${LEAPALE}`, async (page) => {
  await page.locator("button:has-text('Stacked')").click();
  await page.locator(".lines button").first().waitFor();
  await page.waitForTimeout(6000);
  await page.mouse.move(...(await middle(page, "yb3")));
  await page.waitForTimeout(600);
});
await shoot("analysis", "#analyse?game=courier&moves=b1c3,b8c6,k1j3,k8j6,d2d3", async (page) => {
  await page.waitForTimeout(8000);
});
await shoot("play", "#play?game=de-la-dama&side=White&level=3", async (page) => {
  await myTurn(page);
  await answered(page, () => click(page, "g2", "g4"));
  await click(page, "f1");
});
await shoot("workshop", "#workshop", async (page) => {
  await page.locator(".verdict").waitFor();
  await page.waitForTimeout(500);
});
await shoot("dark", "#analyse?game=metamachy", (page) => page.waitForTimeout(4000), { colorScheme: "dark" });
await shoot(
  "phone",
  "#play?game=leap-multi&side=White&level=2",
  async (page) => {
    await myTurn(page);
  },
  { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
);

// The page of `kurier annotate`.
const folder = mkdtempSync(join(tmpdir(), "kurier-"));
const file = join(folder, "game.html");
const games = join(folder, "games.pgn");
const quietly = { stdio: ["ignore", "ignore", "ignore"] };
const players = ["Anna", "Bert"].flatMap((name, i) => ["--engine", `cmd=self name=${name} nodes=${300 - 200 * i}`]);
execFileSync(program, ["match", ...players, "--variant", "de-la-dama", "--concurrency", "1", "--pgn", games], quietly);
execFileSync(program, ["annotate", games, "--nodes", "20000", "--html", file], quietly);
await shoot("annotated", pathToFileURL(file).href, async (page) => {
  await page.locator(".moves .blunder, .moves .mistake").first().click();
  await page.locator(".words:has-text('Better')").waitFor();
});
rmSync(folder, { recursive: true });

await browser.close();
place.stop();
if (browser.errors.length > 0) throw new Error(browser.errors.join("\n"));
