// Builds page/vendor/ from the packages that package-lock.json names: one ES module for each library, and one file with
// all licences. `node vendor.js` writes the folder, `node vendor.js --check` tests whether the folder matches the lock
// file.
import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "page", "vendor");
const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8"));

const LIBRARIES = {
  "preact.js": `
    export * from "preact";
    export * from "preact/hooks";
    export * from "@preact/signals";
    import { h } from "preact";
    import htm from "htm";
    export const html = htm.bind(h);`,
  "codemirror.js": `
    export { EditorView, basicSetup } from "codemirror";
    export { keymap } from "@codemirror/view";
    export { EditorState } from "@codemirror/state";
    export { indentWithTab } from "@codemirror/commands";
    export { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
    export { tags } from "@lezer/highlight";
    export { setDiagnostics, lintGutter } from "@codemirror/lint";
    export { toml } from "@codemirror/legacy-modes/mode/toml";`,
  "storage.js": `export { get, set, del, keys } from "idb-keyval";`,
  "uplot.js": `export { default } from "uplot";`,
};

/** @returns {Promise<Map<string, string>>} the files by their names */
async function files() {
  const made = new Map();
  const used = new Set();
  for (const [name, contents] of Object.entries(LIBRARIES)) {
    const result = await build({
      stdin: { contents, resolveDir: here, loader: "js" },
      bundle: true,
      format: "esm",
      target: "es2022",
      minify: true,
      legalComments: "none",
      metafile: true,
      write: false,
    });
    for (const input of Object.keys(result.metafile.inputs)) {
      const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
      if (found) used.add(found[1]);
    }
    made.set(name, result.outputFiles[0].text);
  }
  used.add("uplot");
  made.set("uplot.css", readFileSync(join(here, "node_modules", "uplot", "dist", "uPlot.min.css"), "utf8"));
  made.set(
    "licences.txt",
    [...used]
      .sort()
      .map(licence)
      .join("\n" + "=".repeat(100) + "\n\n"),
  );
  return made;
}

/** @param {string} name */
function licence(name) {
  const folder = join(here, "node_modules", name);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no licence file`);
  const { version } = lock.packages[`node_modules/${name}`];
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

const made = await files();
if (process.argv.includes("--check")) {
  const wrong = [...made].filter(([name, text]) => {
    const path = join(target, name);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  const extra = readdirSync(target).filter((name) => !made.has(name) && !name.endsWith(".d.ts"));
  if (wrong.length > 0 || extra.length > 0) {
    console.error("page/vendor is not what the lock gives:", ...wrong.map(([name]) => name), ...extra);
    process.exit(1);
  }
} else {
  mkdirSync(target, { recursive: true });
  for (const [name, text] of made) writeFileSync(join(target, name), text);
}
