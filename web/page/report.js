// The report on a game that has ended: the accuracy of both sides, the graph, the mistakes.
import { html, useEffect } from "./vendor/preact.js";
import { Graph } from "./evaluation.js";
import { Accuracy, Verdict, annotate } from "./judgements.js";
import { abandon, judge } from "./judging.js";
import { t } from "./text.js";

/** @typedef {import("./game.js").PlayedGame} PlayedGame */
/** @typedef {import("./tree").Node} Node */

/** The number of nodes to which the search of a position is limited. */
const NODES = 20_000;

/** Returns a played game in the form in which games are judged. @param {PlayedGame} played */
function reviewed(played) {
  const { tree, judged } = played;
  const moves = tree
    .line(tree.root)
    .slice(1)
    .map(({ text, san }) => ({ text, san, comment: "" }));
  const record = { number: 1, game: tree.game, tags: [], fen: tree.fen, moves, result: "*", error: null };
  return { record, judged };
}

/** Judges a game that has ended. @param {PlayedGame} played */
function useJudge(played) {
  const { tree } = played;
  useEffect(() => {
    const line = tree.line(tree.root);
    if (played.judged.length !== line.length) played.judged = Array(line.length).fill(null);
    const games = [reviewed(played)];
    const source = {
      games: () => games,
      nodes: () => NODES,
      onJudged: (/** @type {boolean} */ last) => {
        // A turn may have been taken back in the meantime.
        if (!played.result.peek()) return abandon(source);
        annotate(line, games[0].judged);
        if (last) played.judgedAll();
        played.version.value++;
      },
    };
    judge(source);
    return () => abandon(source);
  }, [played, tree.count]);
}

/**
 * @param {{ played: PlayedGame, version: number, outcome: import("./messages").Outcome | null,
 *   onGo: (node: Node) => void }} props `version` changes with the judgements
 */
export function Report({ played, outcome, onGo }) {
  useJudge(played);
  const { tree } = played;
  const game = reviewed(played);
  const line = tree.line(tree.root);
  const ply = tree.depth(tree.current);
  const left = game.judged.filter((each) => !each).length;
  return html`<section aria-label=${t("report")}>
    ${
      left > 0
        ? html`<label class="progress">${t("report.judging")} <progress max=${line.length} value=${line.length - left}></progress></label>`
        : html`<${Accuracy} game=${game} />`
    }
    <${Verdict} judged=${game.judged} ply=${ply} outcome=${outcome} />
    <${Graph} line=${line} now=${ply} onGo=${(/** @type {number} */ at) => onGo(line[at])} />
  </section>`;
}
