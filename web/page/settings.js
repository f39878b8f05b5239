// The settings of the page: colours, pieces, sounds, language.
import { html } from "./vendor/preact.js";
import { offer } from "./install.js";
import { BOARD_COLOURS, PIECE_SETS, boardColours, pieceSet } from "./look.js";
import { play, sounds } from "./sound.js";
import { say, theme } from "./state.js";
import { LANGUAGES, language, t } from "./text.js";

/**
 * @template {string} T
 * @param {{ label: string, value: import("./vendor/preact.js").Signal<T>, options: [T, string][], class?: string }} props
 */
function Select({ label, value, options, class: name }) {
  return html`<label>${label} <select class=${name} aria-label=${label} value=${value.value}
    onChange=${(/** @type {any} */ event) => (value.value = event.target.value)}>
    ${options.map(([option, text]) => html`<option value=${option}>${text}</option>`)}
  </select></label>`;
}

export function Settings() {
  const close = (/** @type {KeyboardEvent} */ event) => {
    const details = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (event.key !== "Escape" || !details.open) return;
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  return html`<details class="settings" onKeyDown=${close}>
    <summary aria-label=${t("settings")} title=${t("settings")}><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path
      d="M4 7h9m5 0h2M4 17h2m5 0h9" /><circle cx="15.5" cy="7" r="2.5" /><circle cx="8.5" cy="17" r="2.5" /></svg></summary>
    <div class="card">
      <${Select} class="theme" label=${t("colours")} value=${theme} options=${[
        ["system", t("colours.system")],
        ["light", t("colours.light")],
        ["dark", t("colours.dark")],
      ]} />
      <${Select} label=${t("board")} value=${boardColours} options=${BOARD_COLOURS.map((each) => [each, t(`board.${each}`)])} />
      <${Select} label=${t("pieces")} value=${pieceSet} options=${PIECE_SETS.map((each) => [each, t(`pieces.${each}`)])} />
      <${Select} label=${t("language")} value=${language} options=${[
        ["system", t("language.system")],
        ...Object.entries(LANGUAGES).map(([name, texts]) => [name, texts["language.name"]]),
      ]} />
      <label class="choice"><input type="checkbox" checked=${sounds.value} onChange=${(/** @type {any} */ event) => {
        sounds.value = event.target.checked;
        play("turn");
      }} /> ${t("sounds")}</label>
      ${offer.value ? html`<button class="install" onClick=${() => offer.value?.prompt().catch(say)}>${t("install")}</button>` : null}
    </div>
  </details>`;
}
