// The rules of a game, made from its definition: for reading and for printing.
import { html, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { MarkShape } from "./board/shapes.js";
import { GameOptions } from "./families.js";
import { ask } from "./link.js";
import { FIRST_GAME, games, go, place, say, useGame, useStart } from "./state.js";
import { t, typeName } from "./text.js";

/** @typedef {import("./messages").Game} Game */
/** @typedef {import("./messages").GameSummary} GameSummary */

export function Rules() {
  const asked = place.value.query.get("game");
  const [chosen, setChosen] = useState(FIRST_GAME);
  const name = asked ?? chosen;
  const game = useGame(name);
  const start = useStart(name);
  const choose = (/** @type {string} */ next) => {
    setChosen(next);
    go("rules", { game: next });
  };
  if (!game || start.length !== game.squares.length) return html`<p class="waiting faint">…</p>`;
  return html`<article class="rules">
    <div class="row no-print">
      <select aria-label=${t("game")} value=${game.name} onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        <${GameOptions} games=${games.value} text=${(/** @type {GameSummary} */ each) => `${each.title} (${each.size})`} />
      </select>
      <button onClick=${() => go("play", { game: game.name })} class="main">${t("rules.play")}</button>
      <button onClick=${() => go("analyse", { game: game.name })}>${t("rules.analyse")}</button>
      <button onClick=${() => print()}>${t("print")}</button>
    </div>
    <${RulesOf} game=${game} start=${start} />
  </article>`;
}

/** @param {{ game: Game, start: string }} props */
export function RulesOf({ game, start }) {
  return html`
    <h1>${game.title}</h1>
    <p>${game.summary} ${game.history}</p>
    ${
      /^https?:/.test(game.link) && URL.canParse(game.link)
        ? html`<p class="sources">${t("rules.source")} <a href=${game.link} rel="noreferrer">${new URL(game.link).host}</a>.</p>`
        : null
    }
    <div class="diagram large" style=${{ aspectRatio: ratio(game) }}><${Board} game=${game} pieces=${start} still=${true} reach=${undefined} /></div>
    <h2>${t("rules.game")}</h2>
    <ul>${game.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
    <h2>${t("rules.pieces")}</h2>
    <${Legend} />
    <div class="pieces">${game.pieces.map((piece) => html`<${PieceDiagram} key=${game.name + piece.letter} game=${game} piece=${piece} />`)}</div>`;
}

/** @param {Game} game */
function ratio(game) {
  const levels = Math.max(1, game.levels.length);
  const columns = levels <= 3 ? levels : Math.ceil(levels / 2);
  return `${game.files * columns} / ${game.ranks * Math.ceil(levels / columns)}`;
}

function Legend() {
  const marks = [
    ["both", t("mark.both")],
    ["quiet", t("mark.quiet")],
    ["capture", t("mark.capture")],
    ["first", t("mark.first")],
  ];
  return html`<p class="legend">${marks.map(
    ([mark, words]) => html`<span><svg viewBox="-25 -25 50 50" width="22" height="22" aria-hidden="true">
    <${MarkShape} mark=${mark} /></svg> ${words}</span>`,
  )}</p>`;
}

/**
 * Shows a piece and where it can go; a click on a square moves the piece there.
 * @param {{ game: Game, piece: import("./messages").Piece }} props
 */
export function PieceDiagram({ game, piece }) {
  const [square, setSquare] = useState(/** @type {string | null} */ (null));
  const [reach, setReach] = useState(/** @type {{ square: string, marks: [string, string][] } | null} */ (null));
  useEffect(() => {
    let current = true;
    ask("reach", { game: game.name, piece: piece.letter, square }).then((found) => current && setReach(found), say);
    return () => {
      current = false;
    };
  }, [game, piece, square]);
  const pieces = reach
    ? game.squares.map(({ name }) => (name === reach.square ? piece.letter : ".")).join("")
    : ".".repeat(game.squares.length);
  return html`<section class="piece-rules card">
    <h3>${typeName(piece.name)} <small>(${piece.letter})</small></h3>
    <div class="diagram" style=${{ aspectRatio: ratio(game) }}><${Board} game=${game} pieces=${pieces} marks=${reach?.marks ?? []} still=${true} onEdit=${setSquare} /></div>
    ${piece.words.map((sentence) => html`<p>${sentence}</p>`)}
    <p class="faint">${piece.royal ? t("piece.king") : t("piece.value", { value: (piece.value / 100).toFixed(1) })} Betza: <code>${piece.betza}</code></p>
  </section>`;
}
