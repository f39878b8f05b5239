// The list of moves, with its variations.
import { html, useEffect, useLayoutEffect, useRef } from "./vendor/preact.js";
import { stacked } from "./state.js";
import { SIGNS, sideName, signsOf, written } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./tree").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @param {{ tree: Tree, version: number, first: { side: string, number: number }, onGo: (node: Node) => void,
 *   onMenu?: (node: Node) => void }} props `version` changes with the tree
 */
export function Moves({ tree, first, onGo, onMenu }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const box = list.current;
    const now = /** @type {HTMLElement | null} */ (box?.querySelector(".now"));
    if (box && now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
  }, [tree.current]);

  const white = first.side === "White";
  /** Returns the number before a turn. @param {number} ply @param {boolean} always */
  const number = (ply, always) => {
    const from = white ? ply : ply + 1;
    const whole = first.number + Math.floor(from / 2);
    return from % 2 === 0 ? `${whole}.` : always ? `${whole}…` : "";
  };

  /** @param {string} text */
  const comment = (text) => (written(text) ? html`<span class="comment">${written(text)}</span> ` : null);

  /** @param {Node} node @param {number} ply @param {boolean} begins */
  const entry = (node, ply, begins) => html`<span class="turn" key=${node.id}>
    ${begins ? comment(node.before) : null}
    ${number(ply, begins) ? html`<i>${number(ply, begins)}</i>` : null}
    <button class=${`${tree.current === node ? "now" : ""} ${SIGNS[node.sign] ?? ""}`} onClick=${() => onGo(node)}
      onContextMenu=${(/** @type {Event} */ event) => {
        event.preventDefault();
        onMenu?.(node);
      }}
      aria-current=${tree.current === node ? "true" : undefined}>${node.san}${signsOf(node)}</button>
    ${comment(node.comment)}
  </span> `;

  /**
   * Lists what follows a node: its main line, with each variation in brackets after the turn it replaces.
   * @param {Node} node
   * @param {number} ply
   * @param {boolean} begins
   * @returns {unknown[]}
   */
  const line = (node, ply, begins) => {
    const parts = [];
    for (let at = node, here = ply, start = begins; at.children.length > 0; here++) {
      const [main, ...others] = at.children;
      parts.push(entry(main, here, start));
      start = others.length > 0 || Boolean(main.comment);
      for (const other of others) {
        parts.push(
          html`<span class="variation" key=${`v${other.id}`}>(${entry(other, here, true)}${line(other, here + 1, false)}) </span>`,
        );
      }
      at = main;
    }
    return parts;
  };

  return html`<div class="moves" ref=${list} role="group" aria-label=${t("moves")} tabindex="0">
    ${comment(tree.root.comment)}
    ${line(tree.root, 0, true)}
    ${tree.root.children.length === 0 ? html`<span class="faint">${t("moves.none")}</span>` : null}
  </div>`;
}

/**
 * Calls `onKey` for every key. The handler is renewed before the next paint, so that the next key already acts on the
 * new position.
 * @param {(event: KeyboardEvent) => void} onKey
 */
export function useKeyboard(onKey) {
  useLayoutEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/**
 * Shows the buttons for stepping through a game, and handles their keys.
 * @param {{ tree: Tree, onGo: (node: Node) => void, onFlip: () => void, children?: unknown }} props
 */
export function Steps({ tree, onGo, onFlip, children }) {
  const back = () => tree.current.parent && onGo(tree.current.parent);
  const on = () => tree.current.children[0] && onGo(tree.current.children[0]);
  const start = () => onGo(tree.root);
  const end = () => onGo(tree.end());
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: back, ArrowRight: on, Home: start, End: end, f: onFlip };
  useKeyboard((event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const typing = target.closest("input, textarea, select, .cm-editor, [role=application]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  return html`<div class="steps">
    <button onClick=${start} title=${t("steps.start.key")} aria-label=${t("steps.start")}>«</button>
    <button onClick=${back} title=${t("steps.back.key")} aria-label=${t("steps.back")}>‹</button>
    <button onClick=${on} title=${t("steps.on.key")} aria-label=${t("steps.on")}>›</button>
    <button onClick=${end} title=${t("steps.end.key")} aria-label=${t("steps.end")}>»</button>
    <button onClick=${onFlip} title=${t("steps.flip.key")} aria-label=${t("steps.flip")}>⇅</button>
    ${children}
  </div>`;
}

/** Tells a screen reader the last turn. @param {{ position: import("./messages").Position }} props */
export function LastTurn({ position: { last, side, check } }) {
  const words = last ? t("spoken.turn", { side: sideName(side === "White" ? "Black" : "White"), move: last.san }) : "";
  return html`<p class="unseen last-turn" aria-live="polite">${check ? `${words}; ${t("spoken.check")}` : words}</p>`;
}

/** Shows a button to stack the levels. @param {{ game: import("./messages").Game }} props */
export function SpaceButton({ game }) {
  if (game.levels.length < 2) return null;
  return html`<button aria-pressed=${stacked.value} onClick=${() => (stacked.value = !stacked.value)}
    title=${t("levels.words")}>${stacked.value ? t("levels.flat") : t("levels.stacked")}</button>`;
}
