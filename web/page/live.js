// The page of a running tournament: boards, clocks, evaluations, standings, the SPRT. It is read-only.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { clockText, useTicks } from "./clock.js";
import { AXIS, usePlot } from "./evaluation.js";
import { Moves } from "./moves.js";
import { t } from "./text.js";
import { Tree } from "./tree.js";
import { firstPly } from "./words.js";

/** @typedef {import("./messages").LiveState} State */
/** @typedef {import("./messages").LiveGame} Game */

/** @type {{ rules: Record<string, import("./messages").Game> }} */
const { rules } = JSON.parse(document.getElementById("games")?.textContent ?? "");

/** The interval at which the state is read, in milliseconds. */
const READING = 1000;

/** Reads the state repeatedly until the tournament is over. */
function useLive() {
  const [state, setState] = useState(/** @type {{ state: State, at: number } | null} */ (null));
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let current = true;
    const read = async () => {
      let over = false;
      try {
        const reply = await fetch("state.json", { cache: "no-store" });
        if (!reply.ok) throw new Error(String(reply.status));
        const found = await reply.json();
        over = found.over;
        if (current) setState({ state: found, at: performance.now() });
        setLost(false);
      } catch {
        setLost(true);
      }
      if (current && !over) setTimeout(read, READING);
    };
    read();
    return () => {
      current = false;
    };
  }, []);
  return { state, lost };
}

/**
 * Returns the score in an engine's comment, in centipawns from White's point of view.
 * @param {string} comment
 * @param {boolean} white whether it is a comment on White's turn
 */
function scoreOf(comment, white) {
  const found = /^([+-])(M?)([\d.]+)/.exec(comment);
  if (!found) return null;
  const size = found[2] ? 10_000 : 100 * Number(found[3]);
  return (found[1] === "-") === white ? -size : size;
}

/**
 * Draws a line chart over the moves of a game, or over the games of a tournament.
 * @param {{ label: string, data: (number | null)[][], range: [number, number], colours: string[] }} props
 */
function Chart({ label, data, range, colours }) {
  const options = {
    height: 130,
    cursor: { show: false },
    scales: { x: { time: false }, y: { range: () => range } },
    axes: [{ show: false }, { ...AXIS, size: 50 }],
    series: [{}, ...colours.map((stroke) => ({ stroke, width: 2, spanGaps: true, points: { show: false } }))],
  };
  const box = usePlot(data, options, { anew: [JSON.stringify(range)] });
  return html`<div class="graph" ref=${box} role="img" aria-label=${label}></div>`;
}

/** Shows a clock, which runs by itself. @param {{ left: number | null, since: number | null }} props */
function RunningClock({ left, since }) {
  useTicks(since !== null);
  if (left === null) return null;
  const now = since === null ? left : Math.max(0, left - (performance.now() - since));
  return html`<span class=${`clock ${since === null ? "" : "running"}`}>${clockText(now)}</span>`;
}

/** @param {{ game: Game, at: number, over: boolean }} props `at` is the time at which the state was read */
function Running({ game, at, over }) {
  const view = rules[game.variant];
  const { position } = game;
  const tree = new Tree(game.variant, game.fen);
  for (const { san } of game.moves) tree.current = tree.add(tree.current, { text: String(tree.count), san });
  const first = firstPly(game.fen ?? view.start);
  const whiteAt = (/** @type {number} */ ply) => (ply % 2 === 0) === (first.side === "White");
  const scores = game.moves.map(({ comment }, ply) => scoreOf(comment, whiteAt(ply)));
  const limited = (/** @type {boolean} */ white) =>
    scores.map((score, ply) =>
      score !== null && whiteAt(ply) === white ? Math.max(-1000, Math.min(1000, score)) / 100 : null,
    );
  const player = (/** @type {0 | 1} */ side, /** @type {string} */ name) => {
    const turn = !over && (position.side === "White") === (side === 0);
    const last = scores.findLast((score, ply) => score !== null && whiteAt(ply) === (side === 0));
    return html`<div class=${turn ? "player turn" : "player"}>
      <span class=${side === 0 ? "disc" : "disc black"}></span><span>${name}</span>
      ${last === undefined || last === null ? null : html`<span class="faint score">${last >= 0 ? "+" : "−"}${Math.abs(last) >= 10_000 ? "M" : (Math.abs(last) / 100).toFixed(2)}</span>`}
      <${RunningClock} left=${game.clocks[side]} since=${turn ? at - game.thinking : null} />
    </div>`;
  };
  return html`<section class="live-game" aria-label=${`${game.white} – ${game.black}`}>
    <h2>${t("live.game", { number: game.game + 1, game: view.title })}</h2>
    ${player(1, game.black)}
    <${Board} game=${view} pieces=${position.pieces} hands=${handsOf(position)} last=${position.last?.squares} check=${position.check} />
    ${player(0, game.white)}
    <${Chart} label=${t("live.scores")} data=${[scores.map((_, ply) => ply), limited(true), limited(false)]} range=${[-10, 10]} colours=${["#d0762a", "#24619a"]} />
    <p class="legend faint">${t("live.side")} <i></i>${game.white} <i class="black"></i>${game.black}</p>
    <${Moves} tree=${tree} version=${tree.count} first=${first} onGo=${() => {}} />
  </section>`;
}

/** @param {{ state: State }} props */
function Standings({ state: { standings, llr, results, total } }) {
  const all = standings.engines.filter(({ opponent, variant }) => !opponent && variant === "overall");
  const rows = (all.length > 0 ? all : standings.engines).toSorted((a, b) => b.points - a.points);
  const many = Object.keys(rules).length > 1;
  const { sprt } = standings;
  return html`<div class="panel">
    <h2>${t("live.standings", { done: standings.games, total })}</h2>
    <table class="standings"><thead><tr><th>${t("live.engine")}</th><th>${t("live.points")}</th><th>${t("live.games")}</th>
      <th>${t("live.wins")}</th></tr></thead>
      <tbody>${rows.map(
        (
          row,
        ) => html`<tr><td>${row.engine}${many && row.variant !== "overall" ? html` <small>${row.variant}</small>` : null}</td><td>${row.points}</td><td>${row.games}</td>
        <td>+${row.wins} =${row.draws} −${row.losses}</td></tr>`,
      )}</tbody></table>
    ${
      sprt
        ? html`<h2>${t("live.sprt", { llr: sprt.llr.toFixed(2), low: sprt.bounds[0].toFixed(2), high: sprt.bounds[1].toFixed(2) })}</h2>
      <${Chart} label=${t("live.sprt-graph")} data=${[llr.map((_, game) => game), llr, llr.map(() => sprt.bounds[0]), llr.map(() => sprt.bounds[1])]}
        range=${[Math.min(-3, sprt.bounds[0]) - 0.5, Math.max(3, sprt.bounds[1]) + 0.5]} colours=${["#24619a", "#b3251e", "#2f6f4f"]} />`
        : null
    }
    <h2>${t("live.results")}</h2>
    <p><a href="games.pgn">games.pgn</a> · <a href="state.json">state.json</a></p>
    <ol class="results">${results
      .toReversed()
      .map(
        (each) =>
          html`<li key=${each.game} value=${each.game + 1}>${each.white} – ${each.black} <b>${each.result}</b> <span class="faint">${each.ending}</span></li>`,
      )}</ol>
  </div>`;
}

function Page() {
  const { state, lost } = useLive();
  const title = state?.state.event ?? "";
  useEffect(() => {
    document.title = title ? `${title} · Kurier` : "Kurier";
  }, [title]);
  if (!state) return html`<p class="waiting faint">${t(lost ? "live.lost" : "waiting")}</p>`;
  const { games, over } = state.state;
  return html`<header><h1 class="name">${title}</h1>
    <span class=${lost ? "lost" : "faint"} role="status">${t(over ? "live.over" : lost ? "live.lost" : "live.running", { number: games.length })}</span></header>
    <main><div class="page live">
      <div class="live-games">${games.map((game) => html`<${Running} key=${game.game} game=${game} at=${state.at} over=${over} />`)}
        ${games.length === 0 ? html`<p class="faint">${t(over ? "live.over" : "live.between")}</p>` : null}</div>
      <${Standings} state=${state.state} />
    </div></main>`;
}

const frame = /** @type {HTMLElement} */ (document.getElementById("page"));
frame.replaceChildren();
render(html`<${Page} />`, frame);
