// Input fields.
import { html, useState } from "./vendor/preact.js";

/**
 * A field for a whole number, which takes effect when it is complete. What the user is typing stays while the page
 * around the field changes.
 * @param {{ label: string, value: import("./vendor/preact.js").Signal<number>, least: number, most: number, step?: number }} props
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
