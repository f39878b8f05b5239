// Learns games that are being edited: the engine plays them against itself, learns from the games, and keeps what wins.
import { html, signal, useEffect, useState } from "./vendor/preact.js";
import { NodesField, NumberField } from "./fields.js";
import { download, downloadText } from "./files.js";
import { JUDGE } from "./judging.js";
import { ask, finish, search, Superseded } from "./link.js";
import { kept, say } from "./state.js";
import { t } from "./text.js";
import { timeInWords } from "./words.js";

/** @typedef {import("./messages").Elo} Elo */
/** @typedef {import("./messages").Learned} Learned */
/** @typedef {import("./messages").Learning} Progress */

/**
 * A game that the engine learns.
 * @typedef {object} Subject
 * @property {string} game the name of the game
 * @property {string} text the file of the game
 * @property {Learned | null} learned what was learned so far
 * @property {{ minutes: number, progress: Progress | null } | null} running
 */

/** The longest time for which the engine learns in one go: a week, in minutes. */
const MOST_MINUTES = 7 * 24 * 60;

const minutes = kept("learning.minutes", 10);
const nodes = kept("learning.nodes", 500);

/**
 * The latest game. It is learned while other parts of the page are shown.
 * @type {import("./vendor/preact.js").Signal<Subject | null>}
 */
export const current = signal(null);

/**
 * Learns a game for a few minutes, or continues the run.
 * @param {string} game
 * @param {string} text
 * @param {Learned | null} before
 */
async function learn(game, text, before) {
  const running = { minutes: minutes.peek(), progress: null };
  const show = (/** @type {Partial<Subject>} */ change) => {
    current.value = { game, text, running, learned: before, ...change };
  };
  show({});
  try {
    // The budget of a run includes the time that it has spent so far.
    const budget = { seconds: Math.ceil(before?.spent ?? 0) + 60 * running.minutes };
    const onProgress = (/** @type {Progress} */ progress) => show({ running: { ...running, progress } });
    // The number of nodes can only be chosen for a new run.
    const begun = before ? {} : { nodes: nodes.peek() };
    const { learned } = await search("learn", { engine: JUDGE, game, text, budget, ...begun }, onProgress);
    show({ running: null, learned });
    // From now on the engines play with what was learned.
    await ask("learned", { game, text });
  } catch (error) {
    // A review may need the engine; learning can be continued after it.
    if (!(error instanceof Superseded)) say(error);
    const { learned } = await ask("learned", { game, text }).catch(() => ({ learned: before }));
    show({ running: null, learned });
  }
}

/**
 * Shows what has been learned about a game so far, unless a game is being learned.
 * @param {string} game
 * @param {string} text
 */
async function look(game, text) {
  if (current.peek()?.running) return;
  const { learned } = await ask("learned", { game, text });
  if (!current.peek()?.running) current.value = { game, text, learned, running: null };
}

/** Deletes what was learned about a game. @param {Subject} subject */
async function forget({ game, text }) {
  const { learned } = await ask("forget", { game, text });
  current.value = { game, text, learned, running: null };
}

/** Returns a difference in Elo, and its error, in words. @param {Elo} elo */
function eloInWords({ difference, error }) {
  const rounded = Math.round(difference);
  return t("learning.elo", { elo: rounded < 0 ? `−${-rounded}` : `+${rounded}`, error: Math.round(error) });
}

/**
 * Shows what is learned about a game that is being edited.
 * @param {{ game: string | null, text: string, checked: object | null }} props `game` is its name, or `null` if its
 *   file has a mistake; `checked` changes with every check of the file
 */
export function Learning({ game, text, checked }) {
  const subject = current.value;
  const running = subject?.running;
  useEffect(() => {
    if (game) look(game, text).catch(say);
  }, [checked]);
  const learned = subject?.text === text ? subject.learned : null;
  return html`<section class="card learning" aria-label=${t("learning")}>
    <p>${t("learning.words")}</p>
    ${
      running
        ? html`<${Running} running=${running} />`
        : html`<div class="row">
          <${NumberField} label=${t("learning.minutes")} value=${minutes} least=${1} most=${MOST_MINUTES} />
          ${learned ? null : html`<${NodesField} value=${nodes} />`}
          <button class="main" disabled=${!game} onClick=${() => learn(game ?? "", text, learned)}>${learned ? t("learning.continue") : t("learning.begin")}</button>
        </div>`
    }
    ${subject?.learned ? html`<${Result} game=${subject.game} learned=${subject.learned} running=${Boolean(running)} />` : null}
    ${subject && learned && !running ? html`<${Forget} subject=${subject} />` : null}
  </section>`;
}

/** Asks again before hours of learning are deleted. @param {{ subject: Subject }} props */
function Forget({ subject }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return html`<div class="row"><button onClick=${() => setAsked(true)}>${t("learning.forget")}</button></div>`;
  }
  return html`<div class="row" role="group" aria-label=${t("learning.forget")}>
    <span>${t("learning.forget.words", { game: subject.game })}</span>
    <button onClick=${() => forget(subject).catch(say)}>${t("learning.forget.yes")}</button>
    <button onClick=${() => setAsked(false)}>${t("learning.forget.no")}</button>
  </div>`;
}

/** @param {{ running: NonNullable<Subject["running"]> }} props */
function Running({ running: { minutes, progress } }) {
  const whole = 60_000 * minutes;
  const words = progress
    ? [
        t("learning.generation", { number: progress.generation }),
        t(`learning.stage.${progress.stage}`, { number: progress.games }),
        eloInWords(progress.elo),
        ...(progress.left === null ? [] : [t("study.left", { time: timeInWords(progress.left) })]),
      ]
    : [];
  const done = progress && progress.left !== null ? Math.max(0, whole - progress.left) : undefined;
  return html`<div class="reading">
    <label class="progress">${words.length > 0 ? words.join(", ") : t("waiting")} <progress max=${whole} value=${done}></progress></label>
    <button onClick=${() => finish(JUDGE).catch(say)}>${t("stop")}</button>
  </div>`;
}

/** @param {{ game: string, learned: Learned, running: boolean }} props */
function Result({ game, learned: { spent, generations, elo, best }, running }) {
  const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return html`${
    running
      ? null
      : html`<p role="status">${t("learning.over", { game, time: timeInWords(1000 * spent), elo: eloInWords(elo) })} ${best ? t("learning.used") : t("learning.nothing")}</p>`
  }
    ${
      best
        ? html`<div class="row">
          <button onClick=${() => download(best.name, new Blob([bytes(best.content)]))}>${t("study.save", { name: best.name })}</button>
          ${
            best.definition
              ? html`<button onClick=${() => downloadText(`${game}.toml`, best.definition ?? "", "application/toml")}>${t("study.save", { name: `${game}.toml` })}</button>`
              : null
          }
        </div>`
        : null
    }
    ${generations.length > 0 ? html`<${Generations} generations=${generations} />` : null}`;
}

/** @param {{ generations: Learned["generations"] }} props */
function Generations({ generations }) {
  return html`<table class="standings"><thead><tr>
      ${/** @type {const} */ (["what", "games", "match", "taken"]).map((column) => html`<th scope="col">${t(`learning.column.${column}`)}</th>`)}
    </tr></thead>
    <tbody>${generations.map(
      ({ kind, games, match_games, elo, taken }) => html`<tr>
        <td>${t(`learning.kind.${kind}`)}</td>
        <td>${games}</td>
        <td>${elo ? t("learning.match", { elo: eloInWords(elo), number: match_games }) : t("learning.few")}</td>
        <td>${taken ? t("learning.yes") : t("learning.no")}</td></tr>`,
    )}</tbody></table>`;
}
