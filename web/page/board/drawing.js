// Circles and arrows that the user draws on the board with the right mouse button.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { Arrow } from "./shapes.js";

/** @typedef {{ from: string, to: string, colour: string }} Stroke `from` equals `to` for a circle */

/** Returns the colour of a stroke, which the modifier keys choose. @param {MouseEvent} event */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [one, other] = [shiftKey || ctrlKey, altKey || metaKey];
  return one ? (other ? "yellow" : "red") : other ? "blue" : "green";
}

/**
 * Returns the strokes with `stroke` added. It replaces an older stroke between the same squares; if that had the same
 * colour, the older stroke is removed and none is added.
 * @param {Stroke[]} strokes
 * @param {Stroke} stroke
 */
function toggled(strokes, stroke) {
  const same = strokes.find(({ from, to }) => from === stroke.from && to === stroke.to);
  const others = strokes.filter((each) => each !== same);
  return same?.colour === stroke.colour ? others : [...others, stroke];
}

/** Keeps the strokes on a board until its pieces change. @param {string} pieces */
export function useDrawing(pieces) {
  const [strokes, setStrokes] = useState(/** @type {Stroke[]} */ ([]));
  const [growing, setGrowing] = useState(/** @type {Stroke | null} */ (null));
  const begun = useRef(/** @type {Stroke | null} */ (null));
  const grow = (/** @type {Stroke | null} */ stroke) => {
    begun.current = stroke;
    setGrowing(stroke);
  };
  useLayoutEffect(() => {
    setStrokes([]);
    grow(null);
  }, [pieces]);
  return {
    strokes: growing ? [...strokes, growing] : strokes,
    /** @param {string | null} square @param {MouseEvent} event */
    begin: (square, event) => grow(square ? { from: square, to: square, colour: colourOf(event) } : null),
    /** Moves the end of the stroke; returns whether there is a stroke. @param {string | null} square */
    move(square) {
      const stroke = begun.current;
      if (stroke && square && square !== stroke.to) grow({ ...stroke, to: square });
      return stroke !== null;
    },
    /** Ends the stroke, and returns it. */
    end() {
      const stroke = begun.current;
      if (stroke) setStrokes(toggled(strokes, stroke));
      grow(null);
      return stroke;
    },
    clear: () => setStrokes((before) => (before.length > 0 ? [] : before)),
  };
}

/**
 * @param {{ strokes: Stroke[], middle: (square: string) => { x: number, y: number, scale: number } }} props
 */
export function Drawing({ strokes, middle }) {
  return strokes.map(({ from, to, colour }) => {
    const { x, y, scale } = middle(from);
    return from === to
      ? html`<circle key=${from} class=${`ring ${colour}`} cx=${x} cy=${y} r=${44 * scale} />`
      : html`<${Arrow} key=${from + to} from=${middle(from)} to=${middle(to)} colour=${colour} />`;
  });
}
