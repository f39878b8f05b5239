// Reviewing many games: each position is judged in the background, and the work goes on after a reload.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import * as storage from "./vendor/storage.js";
import { Board } from "./board/board.js";
import { Bar, Graph } from "./evaluation.js";
import { downloadText, pgnOf, pick } from "./files.js";
import { open as analyse, treeOf } from "./analyse.js";
import { ask, search, stop, Superseded } from "./link.js";
import { Moves, SpaceButton, Steps } from "./moves.js";
import { firstPly } from "./play.js";
import { go, kept, say, useGame } from "./state.js";

/** @typedef {import("./messages").RecordView} RecordView */
/** @typedef {import("./messages").Judged} Judged */
/** @typedef {{ record: RecordView, judged: (Judged | null)[] }} Reviewed */

const STORE = "review";
/** @type {import("./vendor/preact.js").Signal<Reviewed[]>} */
const reviewed = signal([]);
const progress = signal(0);
const effort = kept("review nodes", 20_000);
/** How many positions are judged between two times that all is kept. */
const BATCH = 8;
let working = false;
let loaded = false;

/** @param {string} text */
async function openFile(text) {
  const { records } = await ask("read-pgn", { text });
  stop(1);
  reviewed.value = records.map((record) => ({ record, judged: Array(record.error ? 0 : record.moves.length + 1).fill(null) }));
  await storage.set(STORE, reviewed.peek());
  work();
}

/** What was kept of an earlier visit. */
export async function resume() {
  if (loaded) return;
  loaded = true;
  reviewed.value = (await storage.get(STORE)) ?? [];
  work();
}

/** Judges all that is not judged yet, game by game, from the end of each backwards. */
async function work() {
  if (working) return;
  working = true;
  try {
    let since = 0;
    for (let next = unfinished(); next; next = unfinished()) {
      const { game, ply } = next;
      const { record, judged } = game;
      const texts = record.moves.map((move) => move.text);
      const after = judged[ply + 1];
      const found = await search("judge", {
        engine: 1,
        position: { game: record.game, fen: record.fen, moves: texts.slice(0, ply) },
        limits: { nodes: effort.peek() },
        next: after ? { text: texts[ply], expectation: after.score.expectation } : null,
      });
      judged[ply] = found;
      progress.value++;
      if (++since >= BATCH || ply === 0) {
        since = 0;
        await storage.set(STORE, reviewed.peek());
      }
    }
  } catch (error) {
    if (!(error instanceof Superseded)) say(error);
  } finally {
    working = false;
  }
  // Another file may have come meanwhile.
  if (unfinished() && loaded) setTimeout(work, 100);
}

function unfinished() {
  for (const game of reviewed.peek()) {
    const ply = game.judged.lastIndexOf(null);
    if (ply >= 0) return { game, ply };
  }
  return null;
}

/** @param {Reviewed} game */
function tags({ record }) {
  const tag = (/** @type {string} */ name) => record.tags.find(([known]) => known === name)?.[1] ?? "?";
  return { white: tag("White"), black: tag("Black"), event: tag("Event") };
}

/** How well each side has played: the mean of its turns. @param {Reviewed} game */
function accuracies({ record, judged }) {
  const blackFirst = record.fen?.split(/\s+/)[1] === "b";
  return [0, 1].map((side) => {
    const values = record.moves.flatMap((_, ply) => ((ply % 2 === side) !== blackFirst ? judged[ply]?.accuracy ?? [] : []));
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  });
}

/** The game with the verdicts, as a tree. @param {Reviewed} game */
function annotated({ record, judged }) {
  const tree = treeOf(record);
  tree.line(tree.root).forEach((node, ply) => {
    const here = judged[ply];
    const before = ply > 0 ? judged[ply - 1] : null;
    node.expectation = here?.score.expectation ?? null;
    node.score = here?.score.text ?? "";
    if (before?.verdict) {
      node.sign = before.sign ?? "";
      node.comment = `${before.verdict}; better ${before.san.join(" ")} (${before.score.text})`;
    }
  });
  return tree;
}

export function Review() {
  const [chosen, setChosen] = useState(0);
  const [ply, setPly] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const [over, setOver] = useState(false);
  useEffect(() => {
    resume().catch(say);
  }, []);
  progress.value;
  const all = reviewed.value;
  const game = all[chosen];
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    const text = await event.dataTransfer?.files[0]?.text();
    if (text) openFile(text).then(() => { setChosen(0); setPly(0); }, say);
  };
  const total = all.reduce((sum, each) => sum + each.judged.length, 0);
  const done = all.reduce((sum, each) => sum + each.judged.filter(Boolean).length, 0);
  return html`<div class=${`page review ${over ? "over" : ""}`} onDrop=${drop} onDragOver=${(/** @type {Event} */ event) => { event.preventDefault(); setOver(true); }}
      onDragLeave=${() => setOver(false)}>
    ${game && !game.record.error ? html`<${One} key=${`${chosen} ${game.record.number} ${all.length}`} game=${game} ply=${ply} onPly=${setPly} flipped=${flipped} onFlip=${() => setFlipped(!flipped)} />`
      : html`<div class="room drop"><p>${game ? game.record.error : "Drop a PGN here, of one game or many."}</p></div>
        <div class="panel"><h1>Review</h1><p>Every position of every game is judged in the background: what it is worth, what was best, which
        turns were mistakes, how accurately each side played. It goes on where it was when the page is opened again.</p></div>`}
    <div class="games">
      <div class="buttons">
        <button class="main" onClick=${async () => { const text = await pick(".pgn,text/plain"); if (text) openFile(text).then(() => setChosen(0), say); }}>Open PGN</button>
        <label>Nodes a position <input type="number" min="1000" step="1000" value=${effort.value}
          onChange=${(/** @type {any} */ event) => (effort.value = Math.max(1000, Number(event.target.value) || 20_000))} /></label>
      </div>
      ${total > 0 ? html`<label class="progress">${done < total ? `Reviewing: ${done} of ${total} positions` : `All ${total} positions are reviewed`}
        <progress max=${total} value=${done}></progress></label>` : null}
      <ol>${all.map((each, i) => {
        const { white, black } = tags(each);
        const [forWhite, forBlack] = accuracies(each);
        const left = each.judged.filter((judged) => !judged).length;
        return html`<li key=${i}><button aria-current=${i === chosen ? "true" : undefined} onClick=${() => { setChosen(i); setPly(0); }}>
          <span>${white} – ${black} <b>${each.record.result}</b></span>
          <span class="faint">${each.record.error ? "cannot be played" : left > 0 ? `${left} to go` : `${percent(forWhite)} – ${percent(forBlack)}`}</span>
        </button></li>`;
      })}</ol>
    </div>
  </div>`;
}

/** @param {number | null} value */
function percent(value) {
  return value === null ? "–" : `${value.toFixed(0)} %`;
}

/** @param {{ game: Reviewed, ply: number, onPly: (ply: number) => void, flipped: boolean, onFlip: () => void }} props */
function One({ game, ply, onPly, flipped, onFlip }) {
  const { record, judged } = game;
  const rules = useGame(record.game);
  const [position, setPosition] = useState(/** @type {import("./messages").Position | null} */ (null));
  useEffect(() => {
    let current = true;
    const moves = record.moves.slice(0, ply).map((move) => move.text);
    ask("position", { position: { game: record.game, fen: record.fen, moves } }).then((found) => current && setPosition(found), say);
    return () => {
      current = false;
    };
  }, [record, ply]);
  const tree = annotated(game);
  const path = tree.line(tree.root);
  tree.current = path[ply] ?? tree.root;
  const here = judged[ply];
  const before = ply > 0 ? judged[ply - 1] : null;
  const [white, black] = accuracies(game);
  const { white: whiteName, black: blackName } = tags(game);
  if (!rules || !position) return html`<div class="room"></div><div class="panel"></div>`;
  const counts = ["Inaccuracy", "Mistake", "Blunder"].map((word) => judged.filter((each) => each?.verdict === word).length);
  const nextMistake = () => {
    const next = judged.findIndex((each, i) => i >= ply && each?.verdict);
    if (next >= 0) onPly(next + 1);
  };
  const goTo = (/** @type {import("./tree").Node} */ node) => onPly(path.indexOf(node));
  return html`<div class="room with-bar">
      <${Bar} expectation=${here?.score.expectation ?? 0.5} flipped=${flipped} text=${here?.score.text ?? ""} />
      <${Board} game=${rules} pieces=${position.pieces} flipped=${flipped} last=${position.last?.squares} check=${position.check}
        arrows=${here?.best ? [here.best.squares] : []} />
    </div>
    <div class="panel">
      <h1>${whiteName} – ${blackName} ${record.result}</h1>
      <p class="accuracy">Accuracy: White <b>${percent(white)}</b>, Black <b>${percent(black)}</b>
        <span class="faint"> · ${counts[0]} inaccuracies, ${counts[1]} mistakes, ${counts[2]} blunders</span></p>
      <p class="words"><b>${here?.score.text ?? "…"}</b> ${before?.verdict ? html`<span class=${before.verdict.toLowerCase()}>${before.verdict}</span> Better: ${before.san.join(" ")}`
        : here?.san.length ? html`<span class="faint">Best now: ${here.san.join(" ")}</span>` : null}</p>
      <${Moves} tree=${tree} version=${progress.value} first=${firstPly(record.fen ?? rules.start)} onGo=${goTo} />
      <${Steps} tree=${tree} onGo=${goTo} onFlip=${onFlip}>
        <button onClick=${nextMistake} title="Next mistake">?</button><${SpaceButton} game=${rules} />
      <//>
      <${Graph} values=${path.map((node) => node.expectation)} now=${ply} onGo=${onPly} />
      <div class="buttons">
        <button onClick=${() => { const opened = annotated(game); opened.current = opened.line(opened.root)[ply]; analyse(opened).then(() => go("analyse"), say); }}>Analyse</button>
        <button onClick=${() => pgnOf(annotated(game), record.tags, record.result).then((text) => downloadText(`game-${record.number}.pgn`, text), say)}>Save PGN</button>
      </div>
    </div>`;
}
