// The engine's evaluation: the bar, the lines, the graph.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { SIGNS, verdictOf } from "./words.js";
import { t } from "./text.js";

/**
 * Draws White's expected points as a bar next to the board.
 * @param {{ expectation: number, flipped: boolean, text: string }} props
 */
export function Bar({ expectation, flipped, text }) {
  const share = `${(100 * expectation).toFixed(1)}%`;
  return html`<div class=${flipped ? "bar flipped" : "bar"} role="img" aria-label=${t("evaluation", { text })} title=${text}>
    <div style=${{ height: share }}></div></div>`;
}

/**
 * Lists the best lines; a click on a move plays the line up to this move.
 * @param {{ lines: import("./messages").Line[], first: { side: string, number: number }, wanted: number,
 *   onPlay: (moves: string[], san: string[]) => void, onPoint?: (moves: string[]) => void }} props
 */
export function Lines({ lines, first, wanted, onPlay, onPoint }) {
  const rows = [...Array(wanted).keys()].map((i) => lines[i]);
  return html`<ol class="lines" aria-label=${t("lines")}>
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

/** The style of an axis with values. */
export const AXIS = { stroke: "#8d7b6a", grid: { stroke: "#8d7b6a55" }, font: "12px system-ui" };

/** Returns the class of plots, which is loaded when the first plot is shown; `undefined` until then. */
function usePlotLibrary() {
  const [library, setLibrary] = useState(/** @type {typeof import("./vendor/uplot.js") | null} */ (null));
  useEffect(() => {
    let current = true;
    import("./vendor/uplot.js").then((loaded) => current && setLibrary(loaded));
    return () => {
      current = false;
    };
  }, []);
  return library?.default;
}

/**
 * Draws a plot into the element that gets the returned reference, as wide as the element.
 * @param {(number | null)[][]} data
 * @param {{ height: number } & Record<string, unknown>} options uPlot's options, except the ones that all plots share
 * @param {{ anew?: unknown[], again?: unknown[] }} [inputs] values whose change creates a new plot, because the options
 *   depend on them, and values whose change redraws the plot
 */
export function usePlot(data, options, { anew = [], again = [] } = {}) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const plot = useRef(/** @type {any} */ (null));
  const Plot = usePlotLibrary();
  useEffect(() => {
    const element = box.current;
    if (!element || !Plot) return;
    const { height } = options;
    // The padding leaves room for a dot at the end.
    const shared = { width: element.clientWidth || 300, padding: [8, 8, 8, 0], legend: { show: false } };
    const made = new Plot(/** @type {any} */ ({ ...shared, ...options }), /** @type {any} */ (data), element);
    plot.current = made;
    const observer = new ResizeObserver(
      () => element.clientWidth > 0 && made.setSize({ width: element.clientWidth, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [Plot, ...anew]);
  useEffect(() => plot.current?.setData(data), [JSON.stringify(data), ...again]);
  return box;
}

/**
 * Draws White's expected points along a line of a game, with a dot for each mistake.
 * @param {{ line: import("./tree").Node[], now: number, onGo: (ply: number) => void }} props
 */
export function Graph({ line, now, onGo }) {
  const go = useRef(onGo);
  const at = useRef(now);
  const signs = useRef(/** @type {string[]} */ ([]));
  go.current = onGo;
  at.current = now;
  signs.current = line.map(verdictOf);
  const data = [
    line.map((_, i) => i),
    line.map(({ expectation }) => (expectation === null ? null : 100 * expectation)),
  ];
  const click = (/** @type {any} */ u) => typeof u.cursor.idx === "number" && go.current(u.cursor.idx);
  const options = {
    height: 110,
    cursor: { drag: { x: false, y: false }, y: false },
    scales: { x: { time: false }, y: { range: [0, 100] } },
    axes: [
      { show: false },
      { ...AXIS, size: 58, splits: () => [0, 50, 100], values: () => [t("black"), "", t("white")] },
    ],
    series: [{}, { stroke: "#24619a", width: 2, fill: "#24619a22", spanGaps: true, points: { size: 5 } }],
    hooks: {
      init: [(/** @type {any} */ u) => u.over.addEventListener("click", () => click(u))],
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
  };
  const box = usePlot(data, options, { again: [signs.current.join(), now] });
  const mistakes = signs.current.filter((sign) => SIGNS[sign]).length;
  return html`<div class="graph" ref=${box} role="img" aria-label=${t("graph", { number: mistakes })}></div>`;
}

/**
 * Draws a dot for each mistake on a plot, in the colour that marks the mistake in the list of moves.
 * @param {any} u
 * @param {string[]} signs the annotation symbol of each point, or an empty string
 */
function dots(u, signs) {
  const { devicePixelRatio: scale } = globalThis;
  const style = getComputedStyle(u.root);
  signs.forEach((sign, i) => {
    if (!SIGNS[sign]) return;
    // A turn of somebody else's game may have an annotation symbol without a value.
    const value = u.data[1][i] ?? 50;
    u.ctx.beginPath();
    u.ctx.arc(u.valToPos(i, "x", true), u.valToPos(value, "y", true), 5 * scale, 0, 2 * Math.PI);
    u.ctx.fillStyle = style.getPropertyValue(`--${SIGNS[sign]}`);
    u.ctx.strokeStyle = style.getPropertyValue("--sheet");
    u.ctx.lineWidth = scale;
    u.ctx.fill();
    u.ctx.stroke();
  });
}
