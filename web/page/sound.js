// Short sounds for turns, made by the browser itself. They are off until the user switches them on.
import { useEffect, useRef } from "./vendor/preact.js";
import { kept } from "./kept.js";

/** @typedef {import("./messages").Position} Position */
/** @typedef {"turn" | "capture" | "check" | "end"} Sound */

export const sounds = kept("sounds", false);

/**
 * The tones of each sound: the time in seconds at which a tone begins, and its frequency in Hz.
 * @type {Record<Sound, [number, number][]>}
 */
const TONES = {
  turn: [[0, 330]],
  capture: [
    [0, 220],
    [0.05, 165],
  ],
  check: [
    [0, 440],
    [0.09, 587],
  ],
  end: [
    [0, 392],
    [0.14, 523],
    [0.28, 659],
  ],
};
/** The length of a tone in seconds, and its volume. */
const [LENGTH, VOLUME] = [0.12, 0.25];

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound if sounds are on. @param {Sound} sound */
export function play(sound) {
  if (!sounds.peek()) return;
  context ??= new AudioContext();
  // A browser stays silent until the user has touched the page.
  context.resume().catch(() => {});
  for (const [delay, frequency] of TONES[sound]) {
    const start = context.currentTime + delay;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: VOLUME });
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}

/**
 * Returns the sound of the turn between two positions.
 * @param {Position} before
 * @param {Position} after
 * @returns {Sound}
 */
export function soundOf(before, after) {
  const count = (/** @type {Position} */ { pieces }) => [...pieces].filter((letter) => letter !== ".").length;
  if (after.outcome) return "end";
  if (after.check) return "check";
  return count(after) < count(before) ? "capture" : "turn";
}

/** Plays the sound of each turn that is shown. @param {Position} position */
export function useSounds(position) {
  const before = useRef(position);
  useEffect(() => {
    if (position !== before.current && position.last) play(soundOf(before.current, position));
    before.current = position;
  }, [position]);
}
