// A reviewed game: the board, the turns with their verdicts, and the graph.
import { html, useState } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { Bar, Graph } from "./evaluation.js";
import { Moves, SpaceButton, Steps, useKeyboard } from "./moves.js";
import { PieceCard } from "./pieces.js";
import { Tree } from "./tree.js";
import { ending, firstPly, percent, sideName } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Judged} Judged */
/**
 * @typedef {{ record: import("./messages").RecordView, judged: (Judged | null)[] }} Reviewed a judgement of each
 *   position, `null` until it is available
 */

/**
 * Returns the value of a tag of a game; an empty string if it is unknown.
 * @param {Reviewed} game
 * @param {string} name
 */
export function tag({ record }, name) {
  const value = record.tags.find(([known]) => known === name)?.[1] ?? "";
  return value.startsWith("?") ? "" : value;
}

/** Returns the names of the players. @param {Reviewed} game */
export function players(game) {
  return [tag(game, "White") || sideName("White"), tag(game, "Black") || sideName("Black")];
}

/**
 * Returns the accuracy of each side, which is the mean over its turns; `null` for a side without judged turns.
 * @param {Reviewed} game
 */
export function accuracies({ record, judged }) {
  const blackFirst = record.fen?.split(/\s+/)[1] === "b";
  return [0, 1].map((side) => {
    const values = record.moves.flatMap((_, ply) =>
      (ply % 2 === side) !== blackFirst ? (judged[ply]?.accuracy ?? []) : [],
    );
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  });
}

/** Matches the remarks of an earlier review about a turn. */
const EARLIER = /\s*\b(Inaccuracy|Mistake|Blunder); better [^;]*\([^()]*\)$/;

/**
 * Writes judgements into the turns of a line: what each position is worth, and a remark on each mistake.
 * @param {import("./tree").Node[]} line
 * @param {(Judged | null)[]} judged
 */
export function annotate(line, judged) {
  line.forEach((node, ply) => {
    const here = judged[ply];
    const before = ply > 0 ? judged[ply - 1] : null;
    node.expectation = here?.score.expectation ?? null;
    node.score = here?.score.text ?? "";
    node.comment = node.comment.replace(EARLIER, "");
    if (before?.verdict) {
      node.sign = before.sign ?? "";
      const words = `${before.verdict}; better ${before.san.join(" ")} (${before.score.text})`;
      node.comment = node.comment ? `${node.comment} ${words}` : words;
    }
  });
}

/** Returns the game with the verdicts, as a tree. @param {Reviewed} game */
export function annotated({ record, judged }) {
  const tree = Tree.of(record);
  annotate(tree.line(tree.root), judged);
  return tree;
}

/** @param {NonNullable<Judged["verdict"]>} verdict */
function verdictKey(verdict) {
  return /** @type {const} */ ({
    Inaccuracy: "verdict.inaccuracy",
    Mistake: "verdict.mistake",
    Blunder: "verdict.blunder",
  })[verdict];
}

/** Shows how accurately both sides have played. @param {{ game: Reviewed }} props */
export function Accuracy({ game }) {
  const [white, black] = accuracies(game);
  const counts = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]).map((kind) => {
    const count = game.judged.filter((each) => each?.verdict?.toLowerCase() === kind).length;
    return `${count} ${t(count === 1 ? kind : `many.${kind}`)}`;
  });
  return html`<p class="accuracy">${t("accuracy")}: ${t("white")} <b>${percent(white)}</b>, ${t("black")} <b>${percent(black)}</b>
    <span class="faint"> · ${counts.join(", ")}</span></p>`;
}

/**
 * Shows what a position is worth, whether the turn before it was a mistake, and what is best now.
 * @param {{ judged: (Judged | null)[], ply: number, outcome: import("./messages").Outcome | null }} props
 */
export function Verdict({ judged, ply, outcome }) {
  const here = judged[ply];
  const before = ply > 0 ? judged[ply - 1] : null;
  return html`<p class="words"><b>${here?.score.text ?? "…"}</b> ${outcome ? html`${ending(outcome)} ` : null}${here?.table ? `${t("table", { verdict: here.table })} ` : null}${
    before?.verdict
      ? html`<span class=${before.verdict.toLowerCase()}>${t(verdictKey(before.verdict))}</span> ${t("better", { moves: before.san.join(" "), score: before.score.text })}`
      : here?.san.length
        ? html`<span class="faint">${t("best-now", { depth: here.depth, moves: here.san.join(" ") })}</span>`
        : null
  }</p>`;
}

/**
 * @param {{ rules: import("./messages").Game, game: Reviewed, position: import("./messages").Position, ply: number,
 *   onPly: (ply: number) => void, flipped: boolean, onFlip: () => void, children?: unknown }} props `position` is the
 *   position after `ply` turns; `children` are shown at the bottom
 */
export function Judgements({ rules, game, position, ply, onPly, flipped, onFlip, children }) {
  const { record, judged } = game;
  const [asked, setAsked] = useState(/** @type {string | null} */ (null));
  const tree = annotated(game);
  const path = tree.line(tree.root);
  tree.current = path[ply] ?? tree.root;
  const here = judged[ply];
  const nextMistake = () => {
    const next = judged.findIndex((each, i) => i >= ply && each?.verdict);
    if (next >= 0) onPly(next + 1);
  };
  useKeyboard((event) => {
    const typing = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select");
    if (event.key === "m" && !typing && !event.ctrlKey && !event.altKey && !event.metaKey) nextMistake();
  });
  const goTo = (/** @type {import("./tree").Node} */ node) => onPly(path.indexOf(node));
  return html`<div class="room with-bar">
      <${Bar} expectation=${here?.score.expectation ?? 0.5} flipped=${flipped} text=${here?.score.text ?? ""} />
      <${Board} game=${rules} pieces=${position.pieces} hands=${handsOf(position)} flipped=${flipped} last=${position.last?.squares} check=${position.check}
        arrows=${here?.best ? [here.best.squares] : []} onInspect=${setAsked} />
    </div>
    <div class="panel">
      <h1>${players(game).join(" – ")} ${record.result === "*" ? "" : record.result}</h1>
      <${Accuracy} game=${game} />
      <${Verdict} judged=${judged} ply=${ply} outcome=${position.outcome} />
      ${asked ? html`<${PieceCard} game=${rules} letter=${asked} onClose=${() => setAsked(null)} />` : null}
      <${Moves} tree=${tree} version=${ply} first=${firstPly(record.fen ?? rules.start)} onGo=${goTo} />
      <${Steps} tree=${tree} onGo=${goTo} onFlip=${onFlip}>
        <button onClick=${nextMistake} title=${t("next-mistake.key")} aria-label=${t("next-mistake")}>?</button><${SpaceButton} game=${rules} />
      <//>
      <${Graph} line=${path} now=${ply} onGo=${onPly} />
      ${children}
    </div>`;
}
