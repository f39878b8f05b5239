// Reviewing many games: each position is judged in the background, and the review resumes after a reload.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import * as storage from "./vendor/storage.js";
import { open as analyse } from "./analyse.js";
import { NumberField } from "./fields.js";
import { downloadText, pgnOf, pick, textOf } from "./files.js";
import { Judgements, accuracies, annotated, players } from "./judgements.js";
import { JUDGE, judge } from "./judging.js";
import { ask, stop } from "./link.js";
import { limits, Reading, readGames } from "./reading.js";
import { REVIEW, go, kept, say, useGame } from "./state.js";
import { percent } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./judgements.js").Reviewed} Reviewed */

/** @type {import("./vendor/preact.js").Signal<Reviewed[]>} */
const reviewed = signal([]);
const progress = signal(0);
const effort = kept("review nodes", 20_000);
/** The minimum number of positions that are judged before the review is stored again. */
const BATCH = 8;
/** For many games, which take long to store, the minimum is the number of games divided by this number. */
const GAMES_A_POSITION = 50;
/** The number of games that are listed at a time. */
const LISTED = 100;
let loaded = false;

/**
 * Opens the games of a PGN.
 * @param {string} text
 * @returns {Promise<boolean>} false if the user has cancelled the reading
 */
async function openFile(text) {
  const found = await readGames(text);
  if (!found) return false;
  const { records } = found;
  if (!found.complete) say(t("review.too-many", { number: records.length }));
  stop(JUDGE);
  reviewed.value = records.map((record) => ({
    record,
    judged: Array(record.error ? 0 : record.moves.length + 1).fill(null),
  }));
  await storage.set(REVIEW, reviewed.peek());
  judge(source);
  return true;
}

/** Restores the review that an earlier visit stored, and continues it. */
export async function resume() {
  if (loaded) return;
  loaded = true;
  reviewed.value = (await storage.get(REVIEW)) ?? [];
  judge(source);
}

let since = 0;
/** @type {import("./judging.js").Source} */
const source = {
  games: () => reviewed.peek(),
  nodes: () => effort.peek(),
  async onJudged(last) {
    progress.value++;
    if (++since < Math.max(BATCH, reviewed.peek().length / GAMES_A_POSITION) && !last) return;
    since = 0;
    await storage.set(REVIEW, reviewed.peek());
  },
};

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
        : html`<div class="room drop"><p>${game ? game.record.error : t("review.drop", { limits: limits() })}</p></div>
        <div class="panel"><h1>${t("part.review")}</h1><p>${t("review.words")}</p></div>`
    }
    <div class="games">
      <div class="buttons">
        <button class="main" title=${t("files.limits", { limits: limits() })} onClick=${() => pick(".pgn,text/plain").then(openText).catch(say)}>${t("files.open-pgn")}</button>
        <${NumberField} label=${t("review.nodes")} value=${effort} least=${1000} most=${1e9} step=${1000} />
      </div>
      <${Reading} />
      ${
        total > 0
          ? html`<label class="progress">${done < total ? t("review.progress", { done, total }) : t("review.done", { total })}
        <progress max=${total} value=${done}></progress></label>`
          : null
      }
      ${
        all.length > LISTED
          ? html`<div class="buttons pages">
        <button disabled=${from === 0} onClick=${() => setFrom(from - LISTED)} aria-label=${t("review.earlier")}>‹</button>
        <span>${t("review.page", { from: from + 1, to: Math.min(from + LISTED, all.length), number: all.length })}</span>
        <button disabled=${from + LISTED >= all.length} onClick=${() => setFrom(from + LISTED)} aria-label=${t("review.later")}>›</button>
      </div>`
          : null
      }
      <ol>${all.slice(from, from + LISTED).map((each, place) => {
        const i = from + place;
        const [white, black] = players(each);
        const [forWhite, forBlack] = accuracies(each);
        const left = each.judged.filter((judged) => !judged).length;
        const state = left > 0 ? t("review.left", { number: left }) : `${percent(forWhite)} – ${percent(forBlack)}`;
        return html`<li key=${i}><button aria-current=${i === chosen ? "true" : undefined} onClick=${() => {
          setChosen(i);
          setPly(0);
        }}>
          <span>${white} – ${black} <b>${each.record.result}</b></span>
          <span class="faint">${each.record.error ? t("review.broken") : state}</span>
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
      <button onClick=${() => open().catch(say)}>${t("part.analyse")}</button>
      <button onClick=${() => save().catch(say)}>${t("files.save-pgn")}</button>
    </div>
  <//>`;
}
