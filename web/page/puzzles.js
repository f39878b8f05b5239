// Puzzles: a set that belongs to the page, or a file written by `kurier puzzles`, solved one after the other.
import { html, signal, useEffect } from "./vendor/preact.js";
import * as storage from "./vendor/storage.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { pick } from "./files.js";
import { ask } from "./link.js";
import { SpaceButton } from "./moves.js";
import { games, go, kept, reachIn, say, useGame, view } from "./state.js";
import { t } from "./text.js";
import { FIRST_RATING, Trainer, readSet } from "./trainer.js";
import { firstPly, sideName } from "./words.js";

/**
 * The user's results in the puzzles of each game.
 * @type {import("./vendor/preact.js").Signal<Record<string, import("./trainer.js").Tries>>}
 */
const tries = kept("puzzles", {});
/**
 * The puzzle that is shown, and its set; `null` without a set.
 * @type {import("./vendor/preact.js").Signal<Trainer | null>}
 */
const training = signal(null);
/**
 * The names of the games whose sets belong to the page; a set is loaded when it is opened.
 * @type {import("./vendor/preact.js").Signal<string[]>}
 */
const shipped = signal([]);
const SET = "puzzles";

/** Opens a set of puzzles. @param {import("./trainer.js").PuzzleSet} set */
async function begin(set) {
  const { game } = set;
  await view(game);
  const record = tries.peek()[game] ?? { rating: FIRST_RATING, tried: {} };
  const trainer = new Trainer({ ask }, set, record, (now) => (tries.value = { ...tries.peek(), [game]: now }));
  await trainer.begin();
  training.value = trainer;
}

/** Opens the set of the last visit. */
async function resume() {
  const text = await storage.get(SET);
  if (typeof text === "string" && !training.peek()) await begin(readSet(text));
}

/** Opens a set and keeps it. @param {string | null} text the set, or `null` if the user has chosen no file */
async function open(text) {
  if (text === null) return;
  await begin(readSet(text));
  await storage.set(SET, text);
}

/** Lets the user choose a file. */
const load = async () => open(await pick(".json,application/json"));

/** Returns the text of a file in the page's folder of sets. @param {string} name */
async function shippedText(name) {
  const reply = await fetch(`puzzles/${name}.json`);
  if (!reply.ok) throw new Error(`puzzles/${name}.json: ${reply.status}`);
  return reply.text();
}

/** Opens the set of a game that belongs to the page. @param {string} game */
const openShipped = async (game) => open(await shippedText(game));

/** Closes the set, so that another one can be chosen. */
async function close() {
  training.value = null;
  await storage.del(SET);
}

/** Loads the list of the sets that belong to the page. */
async function list() {
  shipped.value = JSON.parse(await shippedText("index"));
}

export function Puzzles() {
  useEffect(() => {
    if (!training.peek()) resume().catch(say);
    if (!shipped.peek().length) list().catch(say);
  }, []);
  const trainer = training.value;
  const game = useGame(trainer?.set.game);
  const position = trainer?.position.value;
  const choose = html`<button onClick=${() => load().catch(say)}>${t("puzzles.choose")}</button>`;
  if (!trainer || !game || !position) {
    const sets = games.value.filter((game) => shipped.value.includes(game.name));
    return html`<article class="rules"><h1>${t("part.puzzles")}</h1><p>${t("puzzles.intro")}</p>
      <div class="buttons sets">${sets.map(
        ({ name, title }) => html`<button onClick=${() => openShipped(name).catch(say)}>${title}</button>`,
      )}</div>
      <p>${t("puzzles.words")}</p><p><code>kurier puzzles courier</code></p><div class="buttons">${choose}</div></article>`;
  }
  return html`<div class="page puzzles">
    <div class="room">
      <${Board} game=${game} pieces=${position.pieces} hands=${handsOf(position)} flipped=${firstSide(trainer) === "Black"} turns=${position.turns}
        last=${position.last?.squares} check=${position.check} reach=${reachIn(game.name)}
        onTurn=${(/** @type {import("./messages").Turn} */ turn) => trainer.play(turn).catch(say)} />
    </div>
    <div class="panel"><${Puzzle} game=${game} trainer=${trainer} />
      <div class="buttons"><button onClick=${() => close().catch(say)}>${t("puzzles.sets")}</button>${choose}<${SpaceButton} game=${game} /></div></div>
  </div>`;
}

/** Returns the side that solves the puzzle. @param {Trainer} trainer */
function firstSide(trainer) {
  return firstPly(trainer.puzzle.value.fen).side;
}

/**
 * Shows the task, and how far the user has come with it.
 * @param {{ game: import("./messages").Game, trainer: Trainer }} props
 */
function Puzzle({ game, trainer }) {
  const puzzle = trainer.puzzle.value;
  const state = trainer.state.value;
  const { rating, tried } = trainer.record.value;
  const solved = Object.values(tried).filter(Boolean).length;
  const over = state === "solved" || state === "shown";
  const states = { open: "", wrong: t("puzzles.wrong"), solved: t("puzzles.solved"), shown: puzzle.san.join(" ") };
  const run = (/** @type {Promise<void>} */ done) => done.catch(say);
  return html`<section class="card">
    <h1>${game.title}</h1>
    <p class="task">${t("puzzles.task", { side: sideName(firstSide(trainer)), goal: puzzle.goal })}</p>
    <p class=${`state ${state}`} role="status">${states[state]}</p>
    ${over ? html`<p>${t("puzzles.about", { id: puzzle.id, rating: puzzle.rating, themes: puzzle.themes.join(", ") })}</p>` : null}
    <p class="faint">${t("puzzles.score", { rating, solved, tried: Object.keys(tried).length, all: trainer.set.puzzles.length })}</p>
    <div class="buttons">
      <button class=${over ? "main" : ""} onClick=${() => run(trainer.next())}>${t("lesson.next")}</button>
      <button onClick=${() => run(trainer.show())} disabled=${over}>${t("puzzles.show")}</button>
      <button onClick=${() => go("analyse", { game: game.name, fen: puzzle.fen })} disabled=${!over}>${t("part.analyse")}</button>
    </div>
  </section>`;
}
