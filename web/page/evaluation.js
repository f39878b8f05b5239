// The engine's evaluation: the bar, the lines, the graph.
import { html, useEffect, useRef } from "./vendor/preact.js";
import Plot from "./vendor/uplot.js";
import { SIGNS } from "./words.js";

/**
 * Draws White's expected points as a bar next to the board.
 * @param {{ expectation: number, flipped: boolean, text: string }} props
 */
export function Bar({ expectation, flipped, text }) {
  const share = `${(100 * expectation).toFixed(1)}%`;
  return html`<div class=${flipped ? "bar flipped" : "bar"} role="img" aria-label=${`Evaluation ${text}`} title=${text}>
    <div style=${{ height: share }}></div></div>`;
}

/**
 * Lists the best lines; a click on a move plays the line up to this move.
 * @param {{ lines: import("./messages").Line[], first: { side: string, number: number }, wanted: number,
 *   onPlay: (moves: string[], san: string[]) => void, onPoint?: (moves: string[]) => void }} props
 */
export function Lines({ lines, first, wanted, onPlay, onPoint }) {
  const rows = [...Array(wanted).keys()].map((i) => lines[i]);
  return html`<ol class="lines" aria-label="Best lines">
    ${rows.map(
      (
        line,
        i,
      ) => html`<li key=${i} onMouseEnter=${() => line && onPoint?.(line.moves)} onMouseLeave=${() => onPoint?.([])}>
      <b class=${line && line.score.expectation >= 0.5 ? "for-white" : "for-black"}>${line ? `${line.exact ? "" : "~"}${line.score.text}` : "…"}</b>
      ${
        line
          ? html`<span>${line.san.map(
              (san, ply) => html`<span class="ply" key=${ply}>${numberBefore(first, ply)}
        <button onClick=${() => onPlay(line.moves.slice(0, ply + 1), line.san.slice(0, ply + 1))}>${san}</button></span> `,
            )}</span>`
          : null
      }
    </li>`,
    )}
  </ol>`;
}

/** @param {{ side: string, number: number }} first @param {number} ply */
function numberBefore(first, ply) {
  const from = first.side === "White" ? ply : ply + 1;
  const number = first.number + Math.floor(from / 2);
  if (from % 2 === 0) return html`<i>${number}.</i>`;
  return ply === 0 ? html`<i>${number}…</i>` : null;
}

/** Shortens a large number: `12k`, `34.5M`. @param {number} number */
export function short(number) {
  if (number < 10_000) return String(number);
  if (number < 10_000_000) return `${Math.floor(number / 1000)}k`;
  return `${(number / 1e6).toFixed(1)}M`;
}

/**
 * Draws White's expected points along a line of a game, with a dot for each mistake.
 * @param {{ line: import("./tree").Node[], now: number, onGo: (ply: number) => void }} props
 */
export function Graph({ line, now, onGo }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const plot = useRef(/** @type {any} */ (null));
  const go = useRef(onGo);
  const at = useRef(now);
  const signs = useRef(/** @type {string[]} */ ([]));
  go.current = onGo;
  at.current = now;
  signs.current = line.map((node) => node.sign);
  const data = [
    line.map((_, i) => i),
    line.map(({ expectation }) => (expectation === null ? null : 100 * expectation)),
  ];
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = new Plot(
      {
        width: element.clientWidth || 300,
        height: 110,
        // Room for a dot at the end.
        padding: [8, 8, 8, 0],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false },
        scales: { x: { time: false }, y: { range: [0, 100] } },
        axes: [
          { show: false },
          {
            size: 58,
            stroke: "#8d7b6a",
            splits: () => [0, 50, 100],
            values: () => ["Black", "", "White"],
            grid: { stroke: "#8d7b6a55" },
            font: "12px system-ui",
          },
        ],
        series: [{}, { stroke: "#24619a", width: 2, fill: "#24619a22", spanGaps: true, points: { size: 5 } }],
        hooks: {
          draw: [
            (/** @type {any} */ u) => {
              const x = u.valToPos(at.current, "x", true);
              u.ctx.save();
              u.ctx.strokeStyle = "#d0762a";
              u.ctx.lineWidth = 2;
              u.ctx.beginPath();
              u.ctx.moveTo(x, u.bbox.top);
              u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
              u.ctx.stroke();
              dots(u, signs.current);
              u.ctx.restore();
            },
          ],
        },
      },
      /** @type {any} */ (data),
      element,
    );
    plot.current = made;
    const click = () => typeof made.cursor.idx === "number" && go.current(made.cursor.idx);
    made.over.addEventListener("click", click);
    const observer = new ResizeObserver(
      () => element.clientWidth > 0 && made.setSize({ width: element.clientWidth, height: 110 }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, []);
  useEffect(() => {
    plot.current?.setData(data);
  }, [JSON.stringify(data), signs.current.join(), now]);
  const mistakes = signs.current.filter((sign) => SIGNS[sign]).length;
  return html`<div class="graph" ref=${box} role="img" aria-label=${`Evaluation over the game, mistakes: ${mistakes}`}></div>`;
}

/**
 * Marks the mistakes on a plot, in the colours of their words.
 * @param {any} u
 * @param {string[]} signs one for each point
 */
function dots(u, signs) {
  const { devicePixelRatio: scale } = globalThis;
  const style = getComputedStyle(u.root);
  signs.forEach((sign, i) => {
    const value = u.data[1][i];
    if (!SIGNS[sign] || typeof value !== "number") return;
    u.ctx.beginPath();
    u.ctx.arc(u.valToPos(i, "x", true), u.valToPos(value, "y", true), 5 * scale, 0, 2 * Math.PI);
    u.ctx.fillStyle = style.getPropertyValue(`--${SIGNS[sign]}`);
    u.ctx.strokeStyle = style.getPropertyValue("--sheet");
    u.ctx.lineWidth = scale;
    u.ctx.fill();
    u.ctx.stroke();
  });
}
