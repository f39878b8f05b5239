// The page's text, in the user's language.
import { kept } from "./kept.js";
import { de } from "./texts/de.js";
import { en } from "./texts/en.js";
import { piecesDe } from "./texts/pieces-de.js";

/** @typedef {keyof typeof en} Key */

/** The text in each language. @type {Record<string, Record<Key, string>>} */
export const LANGUAGES = { en, de };

/** The names of pieces in languages other than English. @type {Record<string, Record<string, string>>} */
export const PIECES = { de: piecesDe };

/** The language that the user has chosen: a key of `LANGUAGES`, or `system` for the browser's language. */
export const language = kept("language", "system");

/** Returns the language in which the page is shown now: a key of `LANGUAGES`. */
export function spoken() {
  const { value } = language;
  if (value in LANGUAGES) return value;
  const [wanted] = (globalThis.navigator?.language ?? "").split("-");
  return wanted in LANGUAGES ? wanted : "en";
}

/**
 * Returns the text for a key. Each `{name}` in it is replaced by the value of that name.
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  return LANGUAGES[spoken()][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Returns the name of a type of piece in the user's language, if it has one. @param {string} name the English name */
export function typeName(name) {
  return PIECES[spoken()]?.[name] ?? name;
}
