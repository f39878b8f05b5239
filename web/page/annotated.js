// The page of `kurier annotate --html`: reviewed games in one file, without an engine.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { Judgements, players, tag } from "./judgements.js";
import { t } from "./text.js";

/** @typedef {import("./judgements.js").Reviewed & { positions: import("./messages").Position[] }} Annotated */

/** @type {{ rules: Record<string, import("./messages").Game>, games: Annotated[] }} */
const { rules, games } = JSON.parse(document.getElementById("games")?.textContent ?? "");

/** Returns the position that the file's URL names: `#2.15` is the position after 15 turns of the second game. */
function placeOf() {
  const [, number = "1", turns = "0"] = /^#(\d+)\.(\d+)$/.exec(location.hash) ?? [];
  const chosen = Math.min(Math.max(Number(number), 1), games.length) - 1;
  return { chosen, ply: Math.min(Number(turns), games[chosen].positions.length - 1) };
}

/** @param {Annotated} game */
function about(game) {
  return [rules[game.record.game].title, tag(game, "Event"), tag(game, "Date")].filter(Boolean).join(" · ");
}

function Page() {
  const [{ chosen, ply }, setPlace] = useState(placeOf);
  const [flipped, setFlipped] = useState(false);
  useEffect(() => {
    const onHash = () => setPlace(placeOf());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  const go = (/** @type {number} */ game, /** @type {number} */ turns) => {
    history.replaceState(null, "", `#${game + 1}.${turns}`);
    setPlace({ chosen: game, ply: turns });
  };
  const game = games[chosen];
  const title = players(game).join(" – ");
  useEffect(() => {
    document.title = `${title} · Kurier`;
  }, [title]);
  return html`
    <header>
      <span class="name">Kurier</span>
      <span class="faint">${about(game)}</span>
      ${
        games.length > 1
          ? html`<select class="theme" aria-label=${t("game")} value=${chosen}
          onChange=${(/** @type {any} */ event) => {
            go(Number(event.target.value), 0);
            event.target.blur();
          }}>
        ${games.map((each, i) => html`<option value=${i}>${i + 1}. ${players(each).join(" – ")} ${each.record.result}</option>`)}
      </select>`
          : null
      }
    </header>
    <main><div class="page">
      <${Judgements} key=${chosen} rules=${rules[game.record.game]} game=${game} position=${game.positions[ply]} ply=${ply}
        onPly=${(/** @type {number} */ turns) => go(chosen, turns)} flipped=${flipped} onFlip=${() => setFlipped(!flipped)} />
    </div></main>`;
}

const frame = /** @type {HTMLElement} */ (document.getElementById("page"));
frame.replaceChildren();
render(html`<${Page} />`, frame);
