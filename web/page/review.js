// Reviewing many games: each position is judged in the background, and the review resumes after a reload.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import * as storage from "./vendor/storage.js";
import { open as analyse } from "./analyse.js";
import { NumberField } from "./fields.js";
import { downloadText, pgnOf, pick, textOf } from "./files.js";
import { Judgements, accuracies, annotated, players } from "./judgements.js";
import { ask, search, stop, Superseded } from "./link.js";
import { LIMITS, Reading, readGames } from "./reading.js";
import { go, kept, say, useGame } from "./state.js";
import { percent } from "./words.js";

/** @typedef {import("./judgements.js").Reviewed} Reviewed */

const STORE = "review";
/** @type {import("./vendor/preact.js").Signal<Reviewed[]>} */
const reviewed = signal([]);
const progress = signal(0);
const effort = kept("review nodes", 20_000);
/** The minimum number of positions that are judged before the review is stored again. */
const BATCH = 8;
/** The number of games divided by this number is also a minimum, because storing many games takes long. */
const GAMES_A_POSITION = 50;
/** The number of games that are listed at a time. */
const LISTED = 100;
let working = false;
let loaded = false;

/** Opens the games of a text. @param {string} text @returns {Promise<boolean>} false if the user has cancelled the reading */
async function openFile(text) {
  const found = await readGames(text);
  if (!found) return false;
  const { records } = found;
  if (!found.complete) say(`The first ${records.length} games are reviewed: there are too many.`);
  stop(1);
  reviewed.value = records.map((record) => ({
    record,
    judged: Array(record.error ? 0 : record.moves.length + 1).fill(null),
  }));
  await storage.set(STORE, reviewed.peek());
  work();
  return true;
}

/** Restores the review that an earlier visit stored, and continues it. */
export async function resume() {
  if (loaded) return;
  loaded = true;
  reviewed.value = (await storage.get(STORE)) ?? [];
  work();
}

/** Judges the remaining positions game by game, each game from its end backwards. */
async function work() {
  if (working) return;
  working = true;
  try {
    let since = 0;
    for (let next = unfinished(); next;) {
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
      next = unfinished();
      if (++since >= Math.max(BATCH, reviewed.peek().length / GAMES_A_POSITION) || !next) {
        since = 0;
        await storage.set(STORE, reviewed.peek());
      }
    }
  } catch (error) {
    if (!(error instanceof Superseded)) say(error);
  } finally {
    working = false;
  }
  // Another file may have been opened meanwhile.
  if (unfinished() && loaded) setTimeout(work, 100);
}

function unfinished() {
  for (const game of reviewed.peek()) {
    const ply = game.judged.lastIndexOf(null);
    if (ply >= 0) return { game, ply };
  }
  return null;
}

export function Review() {
  const [chosen, setChosen] = useState(0);
  const [ply, setPly] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const [over, setOver] = useState(false);
  const [from, setFrom] = useState(0);
  useEffect(() => {
    resume().catch(say);
  }, []);
  progress.value;
  const all = reviewed.value;
  const game = all[chosen];
  const openText = async (/** @type {string | null} */ text) => {
    if (!text || !(await openFile(text))) return;
    setChosen(0);
    setPly(0);
    setFrom(0);
  };
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) textOf(file).then(openText).catch(say);
  };
  const total = all.reduce((sum, each) => sum + each.judged.length, 0);
  const done = all.reduce((sum, each) => sum + each.judged.filter(Boolean).length, 0);
  return html`<div class=${`page review ${over ? "over" : ""}`} onDrop=${drop} onDragOver=${(
    /** @type {Event} */ event,
  ) => {
    event.preventDefault();
    setOver(true);
  }}
      onDragLeave=${() => setOver(false)}>
    ${
      game && !game.record.error
        ? html`<${One} key=${`${chosen} ${game.record.number} ${all.length}`} game=${game} ply=${ply} onPly=${setPly} flipped=${flipped} onFlip=${() => setFlipped(!flipped)} />`
        : html`<div class="room drop"><p>${game ? game.record.error : `Drop a PGN here, of one game or many: ${LIMITS}.`}</p></div>
        <div class="panel"><h1>Review</h1><p>Every position of every game is judged in the background: what it is worth, what was best, which
        turns were mistakes, how accurately each side played. It goes on where it was when the page is opened again.</p></div>`
    }
    <div class="games">
      <div class="buttons">
        <button class="main" title=${`A file of games, ${LIMITS}`} onClick=${() => pick(".pgn,text/plain").then(openText).catch(say)}>Open PGN</button>
        <${NumberField} label="Nodes a position" value=${effort} least=${1000} most=${1e9} step=${1000} />
      </div>
      <${Reading} />
      ${
        total > 0
          ? html`<label class="progress">${done < total ? `Reviewing: ${done} of ${total} positions` : `All ${total} positions are reviewed`}
        <progress max=${total} value=${done}></progress></label>`
          : null
      }
      ${
        all.length > LISTED
          ? html`<div class="buttons pages">
        <button disabled=${from === 0} onClick=${() => setFrom(from - LISTED)} aria-label="Earlier games">‹</button>
        <span>Games ${from + 1} to ${Math.min(from + LISTED, all.length)} of ${all.length}</span>
        <button disabled=${from + LISTED >= all.length} onClick=${() => setFrom(from + LISTED)} aria-label="Later games">›</button>
      </div>`
          : null
      }
      <ol>${all.slice(from, from + LISTED).map((each, place) => {
        const i = from + place;
        const [white, black] = players(each);
        const [forWhite, forBlack] = accuracies(each);
        const left = each.judged.filter((judged) => !judged).length;
        const state = left > 0 ? `${left} to go` : `${percent(forWhite)} – ${percent(forBlack)}`;
        return html`<li key=${i}><button aria-current=${i === chosen ? "true" : undefined} onClick=${() => {
          setChosen(i);
          setPly(0);
        }}>
          <span>${white} – ${black} <b>${each.record.result}</b></span>
          <span class="faint">${each.record.error ? "cannot be played" : state}</span>
        </button></li>`;
      })}</ol>
    </div>
  </div>`;
}

/** @param {{ game: Reviewed, ply: number, onPly: (ply: number) => void, flipped: boolean, onFlip: () => void }} props */
function One({ game, ply, onPly, flipped, onFlip }) {
  const { record } = game;
  const rules = useGame(record.game);
  const [position, setPosition] = useState(/** @type {import("./messages").Position | null} */ (null));
  useEffect(() => {
    let current = true;
    const moves = record.moves.slice(0, ply).map((move) => move.text);
    ask("position", { position: { game: record.game, fen: record.fen, moves } }).then(
      (found) => current && setPosition(found),
      say,
    );
    return () => {
      current = false;
    };
  }, [record, ply]);
  if (!rules || !position) return html`<div class="room"></div><div class="panel"></div>`;
  const open = () => {
    const opened = annotated(game);
    opened.current = opened.line(opened.root)[ply];
    return analyse(opened).then(() => go("analyse"));
  };
  const save = async () =>
    downloadText(`game-${record.number}.pgn`, await pgnOf(annotated(game), record.tags, record.result));
  return html`<${Judgements} rules=${rules} game=${game} position=${position} ply=${ply} onPly=${onPly} flipped=${flipped} onFlip=${onFlip}>
    <div class="buttons">
      <button onClick=${() => open().catch(say)}>Analyse</button>
      <button onClick=${() => save().catch(say)}>Save PGN</button>
    </div>
  <//>`;
}
