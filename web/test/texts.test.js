// The page's text, in all languages.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, PIECES, language, t, typeName } from "../page/text.js";

const page = new URL("../page/", import.meta.url);
const { en, ...others } = LANGUAGES;

/** Returns the names in braces in a string. */
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every language has every text, with the same values in it", () => {
  assert.ok(Object.keys(others).length > 0);
  for (const [name, texts] of Object.entries(others)) {
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), name);
    for (const key of Object.keys(en)) {
      assert.ok(texts[key].trim(), `${name}: ${key}`);
      assert.deepEqual(names(texts[key]), names(en[key]), `${name}: ${key}`);
    }
  }
});

test("every text is used", () => {
  const modules = readdirSync(page, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".js") && !/^(vendor|texts)/.test(path),
  );
  const code = modules.map((path) => readFileSync(new URL(path, page), "utf8")).join("\n");
  for (const key of Object.keys(en)) {
    // Some keys are composed at run time: `board.${colour}`.
    const beginning = key.slice(0, key.lastIndexOf(".") + 1);
    const used = code.includes(`"${key}"`) || (beginning && code.includes(`\`${beginning}\${`));
    assert.ok(used, key);
  }
});

test("pieces have names in the language that is chosen", () => {
  for (const [name, names] of Object.entries(PIECES)) {
    assert.ok(name in LANGUAGES);
    assert.ok(Object.values(names).every((own) => own.trim()));
  }
  language.value = "de";
  assert.deepEqual(["Courier", "Fool", "Khon"].map(typeName), ["Kurier", "Schleich", "Khon"]);
  language.value = "en";
  assert.equal(typeName("Courier"), "Courier");
});

test("a text is found in the language that is chosen", () => {
  language.value = "de";
  assert.equal(t("player.engine", { level: t("level", { level: 3 }) }), "Kurier, Stufe 3");
  language.value = "en";
  assert.equal(t("player.engine", { level: t("level", { level: 3 }) }), "Kurier, level 3");
  language.value = "no such language";
  assert.ok(t("white"));
});
