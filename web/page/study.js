// Studies of games that are being edited: the engine plays them against itself, and the page shows the results.
import { html, signal, useEffect, useRef } from "./vendor/preact.js";
import { NodesField, NumberField } from "./fields.js";
import { downloadText } from "./files.js";
import { JUDGE } from "./judging.js";
import { ask, finish, search, Superseded } from "./link.js";
import { kept, say, theme } from "./state.js";
import { t } from "./text.js";
import { timeInWords } from "./words.js";

/** @typedef {import("./messages").Played} Played */

/**
 * @typedef {object} Running
 * @property {number} begun the time at which the engine began, in milliseconds
 * @property {number} before the number of games that there were at that time
 */
/**
 * A game that is studied, with the games that the engine has played, and the result.
 * @typedef {object} Subject
 * @property {string} game the name of the game
 * @property {string} text the file of the game
 * @property {number} wanted the number of games
 * @property {{ nodes: number }} settings
 * @property {Map<number, string>} games the games as PGN, by number
 * @property {Running | null} running
 * @property {import("./messages").Study | null} result
 */

/** The largest number of games. Even if all of them are long, they fit into the request to study them. */
const MOST_GAMES = 400;

const number = kept("study.games", 200);
const nodes = kept("study.nodes", 500);

/**
 * The latest study; the user may visit other parts of the page while its games are played.
 * @type {import("./vendor/preact.js").Signal<Subject | null>}
 */
export const current = signal(null);

/** Begins a study of a game. @param {string} game @param {string} text */
function begin(game, text) {
  const settings = { nodes: nodes.peek() };
  const wanted = number.peek();
  return play({ game, text, wanted, settings, games: new Map(), running: null, result: null });
}

/** Plays the games that a study lacks, and shows the results of all its games. @param {Subject} subject */
async function play(subject) {
  const { game, text, wanted, settings, games } = subject;
  const running = { begun: performance.now(), before: games.size };
  const show = (/** @type {Partial<Subject>} */ change) => (current.value = { ...subject, running, ...change });
  const numbers = Array.from(Array(wanted).keys()).filter((each) => !games.has(each));
  show({});
  try {
    await search("self-play", { engine: JUDGE, game, text, numbers, settings }, (/** @type {Played} */ played) => {
      games.set(played.number, played.pgn);
      // If the connection is lost, only the games that are still missing are requested again.
      numbers.splice(numbers.indexOf(played.number), 1);
      show({});
    });
  } catch (error) {
    // A review may need the engine; the study can be continued after it.
    if (!(error instanceof Superseded)) say(error);
  }
  try {
    // Threads finish games in any order.
    const sorted = Array.from(games).toSorted(([one], [other]) => one - other);
    const all = sorted.map(([, pgn]) => pgn).join("");
    const result = games.size > 0 ? await ask("study", { game, text, settings, games: all }) : null;
    show({ running: null, result });
  } catch (error) {
    say(error);
    show({ running: null });
  }
}

/**
 * Shows the study of a game that is being edited.
 * @param {{ game: string | null, text: string }} props `game` is its name, or `null` if its file has a mistake
 */
export function Study({ game, text }) {
  const subject = current.value;
  const running = subject?.running;
  return html`<section class="card study" aria-label=${t("study")}>
    <p>${t("study.words")}</p>
    ${
      running
        ? html`<${Progress} subject=${subject} running=${running} />`
        : html`<div class="row">
          <${NumberField} label=${t("study.games")} value=${number} least=${1} most=${MOST_GAMES} />
          <${NodesField} value=${nodes} />
          <button class="main" disabled=${!game} onClick=${() => begin(game ?? "", text)}>${t("study.begin")}</button>
        </div>`
    }
    ${subject && !running ? html`<${Result} subject=${subject} changed=${subject.text !== text} />` : null}
  </section>`;
}

/** @param {{ subject: Subject, running: Running }} props */
function Progress({ subject: { games, wanted }, running: { begun, before } }) {
  const played = games.size - before;
  const left = played > 0 ? ((performance.now() - begun) / played) * (wanted - games.size) : null;
  return html`<div class="reading">
    <label class="progress">${t("study.progress", { played: games.size, wanted })}${left === null ? null : html`, ${t("study.left", { time: timeInWords(left) })}`}
      <progress max=${wanted} value=${games.size}></progress></label>
    <button onClick=${() => finish(JUDGE).catch(say)}>${t("stop")}</button>
  </div>`;
}

/** @param {{ subject: Subject, changed: boolean }} props `changed` says whether the game's file has changed since */
function Result({ subject, changed }) {
  const { game, games, wanted, result } = subject;
  const save = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ type) => html`<button
    onClick=${() => downloadText(`${game}-${name}`, text, type)}>${t("study.save", { name })}</button>`;
  return html`<p role="status">${t("study.over", { game, number: games.size })} ${changed ? t("study.changed") : null}</p>
    <div class="row">
      ${games.size < wanted ? html`<button onClick=${() => play(subject)}>${t("study.continue")}</button>` : null}
      ${
        result
          ? html`${save("study.html", result.page, "text/html")} ${save("study.json", result.numbers, "application/json")}
          ${save("games.pgn", Array.from(games.values()).join(""), "application/x-chess-pgn")}`
          : null
      }
    </div>
    ${result ? html`<${Page} page=${result.page} />` : null}`;
}

/** Shows the page of a study, as high as its content. @param {{ page: string }} props */
function Page({ page }) {
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  const look = theme.value;
  useEffect(() => {
    const element = /** @type {HTMLIFrameElement} */ (frame.current);
    const fit = () => {
      const root = element.contentDocument?.documentElement;
      if (!root) return;
      root.dataset.theme = look;
      // The height of the root element follows its content; the height of the document would never shrink.
      element.style.height = `${Math.ceil(root.getBoundingClientRect().height)}px`;
    };
    const resized = new ResizeObserver(fit);
    resized.observe(element);
    element.addEventListener("load", fit);
    fit();
    return () => {
      resized.disconnect();
      element.removeEventListener("load", fit);
    };
  }, [page, look]);
  // The page has no scripts, and none could run.
  return html`<iframe ref=${frame} title=${t("study.page")} sandbox="allow-same-origin" srcdoc=${page}></iframe>`;
}
