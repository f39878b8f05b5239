// Builds the static page: `node site.js [FOLDER]`, by default into site/. Any web server can serve the folder; the
// engine runs in the browser. The JavaScript package in ../bindings/js must have been built.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const engine = join(here, "..", "bindings", "js");
const folder = resolve(process.argv[2] ?? join(here, "site"));

if (!existsSync(join(engine, "pkg", "kurier_bg.wasm"))) {
  console.error("site: the JavaScript package is not built (bindings/js/build)");
  process.exit(2);
}

/**
 * The parts of the site, by the extensions of their files.
 * @type {Record<string, "engine" | "networks" | "books" | "puzzles">}
 */
const PARTS = { ".wasm": "engine", ".net": "networks", ".toml": "networks", ".book": "books", ".json": "puzzles" };

/**
 * The folder of the larger engine, which supports imports and studies. It counts as a part of its own, because a
 * visitor loads it only for the first import or study.
 */
const WORKSHOP = join(folder, "engine", "pkg", "workshop");

/** @param {string} path */
const served = (path) => !path.endsWith(".d.ts");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(here, "page"), folder, { recursive: true, filter: served });
for (const file of ["config.js", "workers.js", "offline.js", "embed.html", "embed.js"]) {
  cpSync(join(here, "static", file), join(folder, file));
}
for (const file of ["desk.js", "element.js", "kurier.js", "worker.js", "load.js", "pkg"]) {
  cpSync(join(engine, file), join(folder, "engine", file), { recursive: true, filter: served });
}

/** @param {string} path @returns {string[]} */
function below(path) {
  return readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    return statSync(inside).isDirectory() ? below(inside) : [inside];
  });
}

const files = below(folder).sort();
// Visitors need no comments. Each module keeps its own file, so that a visitor loads only what is opened.
for (const file of files.filter((name) => /\.(js|css)$/.test(name) && !name.includes("vendor"))) {
  const { code } = await transform(readFileSync(file, "utf8"), {
    loader: file.endsWith(".css") ? "css" : "js",
    format: file.endsWith(".css") ? undefined : "esm",
    target: "es2022",
    minify: true,
  });
  writeFileSync(file, code);
}
const digest = createHash("sha256");
const size = { engine: 0, workshop: 0, networks: 0, books: 0, puzzles: 0, page: 0 };
for (const file of files) {
  const bytes = readFileSync(file);
  digest.update(relative(folder, file)).update("\0").update(bytes);
  const part = dirname(file) === WORKSHOP ? "workshop" : (PARTS[extname(file)] ?? "page");
  size[part] += gzipSync(bytes, { level: 9 }).length;
}
const sizes = Object.entries(size)
  .map(([part, bytes]) => `${part} ${(bytes / 1e6).toFixed(2)} MB`)
  .join(", ");
const names = ["./", ...files.map((file) => relative(folder, file))];
const worker = readFileSync(join(here, "static", "sw.js"), "utf8")
  .replace('"VERSION"', JSON.stringify(`kurier ${digest.digest("hex").slice(0, 16)}`))
  .replace('["FILES"]', JSON.stringify(names));
writeFileSync(join(folder, "sw.js"), worker);
console.log(`${relative(process.cwd(), folder) || "."}: ${files.length + 1} files, compressed: ${sizes}`);
// The first visit should be fast on a mobile connection, so imports, studies, networks, books and puzzles are loaded
// when they are needed. A test measures what a first visit loads.
const MOST = 1.6e6;
if (size.engine + size.page > MOST) {
  console.error(`site: engine and page are larger than ${MOST / 1e6} MB`);
  process.exit(1);
}
