// The workshop's form for importing other programs' games, from pasted text or a file.
import { html, useState } from "./vendor/preact.js";
import { pick } from "./files.js";
import { ask, define } from "./link.js";
import { keepGame, say } from "./state.js";
import { t } from "./text.js";

/** The maximum number of problems to show. */
const MOST = 20;

/**
 * @param {{ onImport: (text: string) => void, onCancel: () => void }} props `onImport` takes the first translated game;
 *   further ones are kept in the browser
 */
export function Import({ onImport, onCancel }) {
  const [text, setText] = useState("");
  const [problems, setProblems] = useState(/** @type {string[]} */ ([]));
  const take = async (/** @type {string} */ text) => {
    const { games } = await ask("import", { text });
    const good = games.filter((game) => game.text !== null);
    if (good.length === 0) {
      const several = games.length > 1;
      const found = games.flatMap((game) =>
        game.mistakes.map((m) =>
          several
            ? t("import.line-of", { game: game.name, line: m.line, message: m.message })
            : t("import.line", { line: m.line, message: m.message }),
        ),
      );
      setProblems(found.length > 0 ? found : [t("import.none")]);
      return;
    }
    for (const game of good.slice(1)) {
      if ((await define(game.text ?? "")).game) await keepGame(game.name, game.text ?? "");
    }
    say(t("import.done", { good: good.length, all: games.length }));
    onImport(good[0].text ?? "");
  };
  const tell = (/** @type {any} */ error) => setProblems([error?.message ?? String(error)]);
  return html`<form class="import" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    take(text).catch(tell);
  }}>
    <label>${t("import.words")}
      <textarea rows="8" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
    <div class="buttons">
      <button class="main" disabled=${text.trim() === ""}>${t("import.translate")}</button>
      <button type="button" onClick=${() =>
        pick(".ini,.html,.htm,.txt,text/plain,text/html")
          .then((text) => (text === null ? undefined : take(text)))
          .catch(tell)}>${t("import.choose")}</button>
      <button type="button" onClick=${onCancel}>${t("cancel")}</button>
    </div>
    ${problems.length > 0 ? html`<ul class="problem" role="alert">${problems.slice(0, MOST).map((problem) => html`<li>${problem}</li>`)}</ul>` : null}
    ${problems.length > MOST ? html`<p class="problem">${t("import.more", { number: problems.length - MOST })}</p>` : null}
  </form>`;
}
