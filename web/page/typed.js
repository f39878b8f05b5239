// A field for typed moves.
import { html, useState } from "./vendor/preact.js";
import { ask } from "./link.js";
import { t } from "./text.js";

/**
 * Shows a field for typed moves.
 * @param {{ enabled: boolean, position: () => object, onTurn: (turn: any) => void }} props
 */
export function MoveInput({ enabled, position, onTurn }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim() || !enabled) return;
    try {
      const reply = await ask("play", { position: position(), text: text.trim() });
      setText("");
      setProblem("");
      if (reply.last) onTurn(reply.last);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<form class="typed" onSubmit=${submit}>
    <input aria-label=${t("typed")} placeholder=${t("typed.example")} value=${text} disabled=${!enabled} autocomplete="off"
      spellcheck=${false} onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    <button disabled=${!enabled}>${t("part.play")}</button>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>` : null}
  </form>`;
}
