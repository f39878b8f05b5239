// Clocks: their text, and how they run on the screen.
import { html, useEffect, useState } from "./vendor/preact.js";

/** The time in milliseconds below which a clock shows tenths of a second. */
const LOW = 10_000;
/** The interval at which the clocks are updated, in milliseconds. */
export const TICK = 100;

/**
 * Redraws a component at every tick while its clock is running.
 * @param {boolean} running
 * @param {() => void} [onTick]
 */
export function useTicks(running, onTick) {
  const [, setTime] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setTime(performance.now());
      onTick?.();
    }, TICK);
    return () => clearInterval(timer);
  }, [running]);
}

/** Shows a player's clock, which warns when little time is left. @param {{ left: number, running: boolean }} props */
export function Clock({ left, running }) {
  return html`<span class=${`clock ${running ? "running" : ""} ${left < LOW ? "low" : ""}`}>${clockText(left)}</span>`;
}

/**
 * Returns the text of a clock: minutes and seconds, or tenths of a second if little time is left.
 * @param {number} ms
 */
export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  if (100 * tenths < LOW) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
