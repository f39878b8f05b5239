// Input fields.
import { html, useState } from "./vendor/preact.js";
import { t } from "./text.js";

/** The largest number of nodes per move that the program allows for games against itself. */
const MOST_NODES = 100_000;

/**
 * Shows a field for a whole number, which takes effect when it is complete. What the user is typing is not lost when
 * the page around the field changes.
 * @param {{ label: string, value: import("./vendor/preact.js").Signal<number>, least: number, most: number,
 *   step?: number }} props
 */
export function NumberField({ label, value, least, most, step = 1 }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const take = (/** @type {string} */ text) => {
    value.value = Math.min(most, Math.max(least, Math.round(Number(text)) || least));
    setTyped(null);
  };
  return html`<label>${label} <input type="number" min=${least} max=${most} step=${step} value=${typed ?? value.value}
    onInput=${(/** @type {any} */ event) => setTyped(event.target.value)}
    onChange=${(/** @type {any} */ event) => take(event.target.value)} /></label>`;
}

/**
 * Shows a field for the number of nodes that the program searches for each move of games against itself.
 * @param {{ value: import("./vendor/preact.js").Signal<number> }} props
 */
export function NodesField({ value }) {
  return html`<${NumberField} label=${t("study.nodes")} value=${value} least=${1} most=${MOST_NODES} />`;
}
