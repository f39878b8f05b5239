// Signals whose values are kept in the browser's storage.
import { signal } from "./vendor/preact.js";

/**
 * Creates a signal whose value is kept in the browser's storage.
 * @template T
 * @param {string} name
 * @param {T} initial
 */
export function kept(name, initial) {
  const key = `kurier.${name}`;
  /** @type {T} */
  let value = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) value = JSON.parse(text);
  } catch {
    // A stored value that can no longer be read is replaced by the initial value.
  }
  const made = signal(value);
  made.subscribe((next) => {
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full or forbidden storage must not stop the game.
    }
  });
  return made;
}
