// The opening explorer: the opening book's statistics for the shown position.
import { html, useEffect, useState } from "./vendor/preact.js";
import { ask } from "./link.js";
import { kept, say } from "./state.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Turn} Turn */

const opened = kept("explorer", true);

/**
 * Lists the moves of the opening book with their games, results and scores; a click on a move plays it.
 * @param {{ position: object, onPlay: (turn: Turn) => void, onPoint: (moves: string[]) => void }} props
 */
export function Explorer({ position, onPlay, onPoint }) {
  const [known, setKnown] = useState(/** @type {{ of: string, book: import("./messages").Book } | null} */ (null));
  const shown = JSON.stringify(position);
  useEffect(() => {
    if (!opened.value) return;
    let current = true;
    ask("book", { position }).then((book) => current && setKnown({ of: shown, book }), say);
    return () => {
      current = false;
    };
  }, [shown, opened.value]);
  // The moves of the previous position are hidden, because they could be clicked by mistake.
  const book = known?.of === shown ? known.book : null;
  return html`<details class="explorer" open=${opened.value} onToggle=${(/** @type {any} */ event) => (opened.value = event.target.open)}>
    <summary>${t("book")}</summary>
    ${
      !book
        ? html`<p class="faint">…</p>`
        : book.moves.length === 0
          ? html`<p class="faint">${t(book.positions > 0 ? "book.unknown" : "book.none")}</p>`
          : html`<table>
      <thead><tr><th>${t("book.move")}</th><th>${t("book.games")}</th><th>${t("book.results")}</th><th>${t("book.score")}</th></tr></thead>
      <tbody>${book.moves.map(
        ({ turn, white, draws, black, score }) => html`<tr key=${turn.text}
          onMouseEnter=${() => onPoint([turn.text])} onMouseLeave=${() => onPoint([])}>
        <td><button onClick=${() => onPlay(turn)}>${turn.san}</button></td><td>${white + draws + black}</td>
        <td><${Results} white=${white} draws=${draws} black=${black} /></td><td>${score?.text ?? "–"}</td></tr>`,
      )}</tbody></table>`
    }
  </details>`;
}

/** The smallest share, in percent, whose number fits into its part of the bar. */
const READABLE = 26;

/** Shows results as a bar with three parts. @param {{ white: number, draws: number, black: number }} props */
function Results({ white, draws, black }) {
  const games = white + draws + black;
  if (games === 0) return html`<span class="faint">–</span>`;
  const shares = { white, draws, black };
  const percent = (/** @type {number} */ part) => Math.round((100 * part) / games);
  const words = t("book.shares", { white: percent(white), draws: percent(draws), black: percent(black) });
  return html`<span class="results-bar" role="img" aria-label=${words} title=${words}>${Object.entries(shares)
    .filter(([, part]) => part > 0)
    .map(
      ([name, part]) =>
        html`<span key=${name} class=${name} style=${{ flexGrow: part }}>${percent(part) >= READABLE ? `${percent(part)} %` : ""}</span>`,
    )}</span>`;
}
