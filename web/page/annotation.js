// The editor for what people write about a turn: annotation symbols, and a comment.
import { html, useEffect, useState } from "./vendor/preact.js";
import { t } from "./text.js";
import { GLYPHS, ON_MOVES, glyphOf, glyphsWithVerdict, machine, written } from "./words.js";

/** @typedef {import("./tree").Node} Node */

/** The annotation symbols that are offered, for the turn and for the position after it. */
const OFFERED = [
  ["$3", "$1", "$5", "$6", "$2", "$4"],
  ["$10", "$13", "$14", "$15", "$16", "$17", "$18", "$19"],
];

/**
 * Gives a turn an annotation symbol in place of another of its kind, or removes the symbol if the turn has it.
 * @param {Node} node
 * @param {string} glyph such as `$1`
 */
function toggleGlyph(node, glyph) {
  const rates = (/** @type {string} */ each) => ON_MOVES.test(each);
  const has = glyphsOf(node).includes(glyph);
  const others = node.glyphs.filter((each) => rates(each) !== rates(glyph));
  // As in a PGN: a symbol that rates a turn is written as such, all others as numbers.
  node.glyphs = has ? others : rates(glyph) ? [GLYPHS[glyph], ...others] : [...others, glyph];
  // The user's rating of a turn replaces the engine's verdict.
  if (rates(glyph)) node.sign = "";
}

/** Returns the annotation symbols of a turn as numbers: `$1` for `!`. @param {Node} node */
function glyphsOf(node) {
  return glyphsWithVerdict(node).map(glyphOf);
}

/** Shows the editor, which is closed at first. @param {{ node: Node, onChange: () => void }} props */
export function Annotation({ node, onChange }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
    <summary>${t("annotation")}</summary>
    ${open ? html`<${Editor} node=${node} onChange=${onChange} />` : null}
  </details>`;
}

/** @param {{ node: Node, onChange: () => void }} props */
function Editor({ node, onChange }) {
  const [text, setText] = useState(written(node.comment));
  useEffect(() => setText(written(node.comment)), [node, node.comment]);
  const keep = (/** @type {string} */ words) => {
    // Keep the clock times and evaluations that programs have written.
    node.comment = [machine(node.comment), words.trim()].filter(Boolean).join(" ");
    onChange();
  };
  const present = glyphsOf(node);
  return html`<div class="annotation">
    ${
      node.parent
        ? OFFERED.map(
            (
              row,
              i,
            ) => html`<div class="glyphs" role="group" aria-label=${t(i === 0 ? "annotation.turn" : "annotation.position")}>
      ${row.map(
        (glyph) =>
          html`<button aria-pressed=${present.includes(glyph)} onClick=${() => {
            toggleGlyph(node, glyph);
            onChange();
          }}>${GLYPHS[glyph]}</button>`,
      )}
    </div>`,
          )
        : null
    }
    <label>${t(node.parent ? "annotation.comment" : "annotation.before")}
      <textarea rows="3" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}
        onChange=${(/** @type {any} */ event) => keep(event.target.value)}></textarea></label>
  </div>`;
}
