// The workshop, where users write and try out their own games.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import {
  EditorState,
  EditorView,
  HighlightStyle,
  StreamLanguage,
  basicSetup,
  indentWithTab,
  keymap,
  lintGutter,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  toml,
} from "./vendor/codemirror.js";
import { Board } from "./board/board.js";
import { handsOf } from "./board/hand.js";
import { GameOptions } from "./families.js";
import { downloadText, pick } from "./files.js";
import { Import } from "./import.js";
import { Learning, current as latestLearning } from "./learning.js";
import { ask, define, search, stop, Superseded } from "./link.js";
import { PieceDiagram } from "./rules.js";
import { Study, current as latestStudy } from "./study.js";
import { dropGame, games, go, keepGame, kept, own, say } from "./state.js";
import { ending } from "./words.js";
import { t } from "./text.js";

/** @typedef {import("./messages").Checked} Checked */
/** @typedef {import("./messages").Game} Game */
/** What is shown next to the draft. @typedef {"board" | "watch" | "study" | "learning"} Shown */

const FIRST = `name = "my-game"
title = "My Game"
summary = "Chess with two leaping elephants for the bishops."
start = "rnekqenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKQENR w - - 0 1"

[board]
files = 8
ranks = 8

[pieces]
R = { name = "Rook", move = "R" }
N = { name = "Knight", move = "N" }
E = { name = "Elephant", move = "FA" }
Q = { name = "Queen", move = "Q" }
K = { name = "King", move = "K", royal = true }

[pieces.P]
name = "Pawn"
move = "fmWfcF"
pawn = true
double-step = 2
en-passant = true
promotes-to = "QREN"
`;

/** The draft, which is stored across reloads. */
const draft = kept("draft", FIRST);
/** Syntax highlighting in the style sheet's colours, so that it follows the light or dark theme. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-name)" },
]);
/** The pause in typing after which the text is checked, in milliseconds. */
const PAUSE = 250;

export function Workshop() {
  const [checked, setChecked] = useState(/** @type {Checked | null} */ (null));
  const [importing, setImporting] = useState(false);
  const [shown, setShown] = useState(/** @type {Shown} */ (firstShown()));
  const abilities = useAbilities();
  const editor = useRef(/** @type {EditorView | null} */ (null));

  /** @param {string} text */
  const replace = (text) => {
    const view = editor.current;
    view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  };
  const check = async () => {
    const text = draft.peek();
    const found = await ask("check", { text });
    if (text !== draft.peek()) return;
    setChecked(found);
    const view = editor.current;
    if (!view) return;
    const { doc } = view.state;
    /** @type {"error" | "warning"} */
    const severity = found.mistake ? "error" : "warning";
    const marks = (found.mistake ? [found.mistake] : found.failures).map(({ line: number, column, message }) => {
      const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
      const from = Math.min(line.from + column - 1, line.to);
      return { from, to: Math.max(from, line.to), severity, message };
    });
    view.dispatch(setDiagnostics(view.state, marks));
  };
  /** Keeps the game, so that it can be played everywhere on the page. */
  const keep = async () => {
    const kept = await define(draft.peek());
    if (!kept.game) throw new Error(t("workshop.mistaken"));
    await keepGame(kept.game.name, draft.peek());
    return kept.game.name;
  };
  const game = checked?.game ?? null;
  /** Returns a button that switches between `what` and the board. @param {Shown} what @param {string} words */
  const toggle = (what, words) =>
    html`<button onClick=${() => setShown(shown === what ? "board" : what)} aria-pressed=${shown === what}>${words}</button>`;
  return html`<div class="page workshop">
    <div class="editor">
      <div class="row">
        <label>${t("workshop.from")} <select value="" onChange=${async (/** @type {any} */ event) => {
          const name = event.target.value;
          event.target.value = "";
          if (own.value[name]) return replace(own.value[name]);
          try {
            const { text } = await ask("template", { game: name });
            replace(ofOnesOwn(text));
          } catch (error) {
            say(error);
          }
        }}><option value="">…</option>
          ${Object.keys(own.value).length > 0 ? html`<optgroup label=${t("workshop.own")}>${Object.keys(own.value).map((name) => html`<option value=${name}>${name}</option>`)}</optgroup>` : null}
          <${GameOptions} games=${games.value.filter((each) => !own.value[each.name])} />
        </select></label>
        <button onClick=${() => setImporting(!importing)} aria-expanded=${importing} title=${t("workshop.import.words")}>${t("workshop.import")}</button>
        <button onClick=${() =>
          pick(".toml,text/plain")
            .then((text) => text !== null && replace(text))
            .catch(say)}>${t("open")}</button>
        <button disabled=${!game} onClick=${() => downloadText(`${game?.name}.toml`, draft.value, "application/toml")}>${t("workshop.export")}</button>
      </div>
      ${
        importing
          ? html`<${Import} onCancel=${() => setImporting(false)} onImport=${(/** @type {string} */ text) => {
              setImporting(false);
              replace(text);
            }} />`
          : null
      }
      <${Editor} view=${editor} onChange=${(/** @type {string} */ text) => (draft.value = text)} onPause=${() => check().catch(say)} />
      <${Verdict} checked=${checked} />
    </div>
    <div class="preview">
      <div class="buttons">
        ${
          game
            ? html`<button class="main" onClick=${() => keep().then((name) => go("play", { game: name }), say)}>${t("rules.play")}</button>
          ${toggle("watch", shown === "watch" ? t("stop") : t("workshop.watch"))}`
            : null
        }
        ${abilities.study ? toggle("study", t("study")) : null}
        ${abilities.learn ? toggle("learning", t("learning")) : null}
        ${
          game
            ? html`<button onClick=${() => keep().then((name) => say(t("workshop.kept", { game: name })), say)}>${t("save")}</button>
          ${own.value[game.name] ? html`<button onClick=${() => dropGame(game.name).catch(say)}>${t("workshop.forget")}</button>` : null}`
            : null
        }
      </div>
      <h1>${game ? game.title : t("part.workshop")}</h1>
      ${game ? null : html`<p class="faint">${t("workshop.words")}</p>`}
      ${shown === "study" ? html`<${Study} game=${game?.name ?? null} text=${draft.value} />` : null}
      ${shown === "learning" ? html`<${Learning} game=${game?.name ?? null} text=${draft.value} checked=${checked} />` : null}
      ${
        game && checked?.position && (shown === "board" || shown === "watch")
          ? html`<${Preview} game=${game} position=${checked.position} watching=${shown === "watch"} />`
          : null
      }
    </div>
  </div>`;
}

/**
 * Returns what is shown first: the study or the learning that is still running, otherwise the board.
 * @returns {Shown}
 */
function firstShown() {
  if (latestStudy.peek()?.running) return "study";
  if (latestLearning.peek()?.running) return "learning";
  return "board";
}

/** Returns which optional requests the engine supports. */
function useAbilities() {
  const [found, setFound] = useState({ study: false, learn: false });
  useEffect(() => {
    ask("abilities").then(setFound, say);
  }, []);
  return found;
}

/**
 * Shows a correct draft: the board, on which two engines play if `watching` is set, the rules and the pieces.
 * @param {{ game: Game, position: import("./messages").Position, watching: boolean }} props
 */
function Preview({ game, position, watching }) {
  return html`${
    watching
      ? html`<${Watch} key=${draft.value} game=${game} start=${position} />`
      : html`<div class="diagram large"><${Board} game=${game} pieces=${position.pieces} still=${true} /></div>`
  }
    <h2>${t("workshop.rules")}</h2>
    <ul>${game.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
    <h2>${t("rules.pieces")}</h2>
    <div class="pieces">${game.pieces.map((piece) => html`<${PieceDiagram} key=${game.name + piece.letter} game=${game} piece=${piece} />`)}</div>`;
}

/** Returns the text with a new name, because the name of the built-in game is taken. @param {string} text */
function ofOnesOwn(text) {
  const renamed = text
    .replace(/^name = "([^"]*)"/m, 'name = "my-$1"')
    .replace(/^title = "([^"]*)"/m, 'title = "My $1"');
  // The settings for XBoard do not apply to a changed game.
  return renamed.replace(/\n\[xboard\][^[]*/, "\n");
}

/** @param {{ checked: Checked | null }} props */
function Verdict({ checked }) {
  if (!checked) return null;
  const { mistake, game, position, lints, tests, failures, uncounted } = checked;
  if (mistake) {
    return html`<p class="problem verdict" role="alert">${t("workshop.problem", { ...mistake })}</p>`;
  }
  return html`<div class="verdict" role="status">
    <p>${t("workshop.correct", { pieces: game?.pieces.length ?? 0, turns: position?.turns.length ?? 0 })}</p>
    ${lints.map((lint) => html`<p class="doubt">${t("workshop.doubt", { text: lint })}</p>`)}
    ${failures.map(({ line, column, message }) => html`<p class="problem">${t("workshop.problem", { line, column, message })}</p>`)}
    ${tests > 0 && failures.length === 0 ? html`<p>${tests === 1 ? t("workshop.test") : t("workshop.tests", { number: tests })}</p>` : null}
    ${uncounted > 0 ? html`<p class="faint">${t("workshop.uncounted", { number: uncounted })}</p>` : null}
  </div>`;
}

/** @param {{ view: { current: EditorView | null }, onChange: (text: string) => void, onPause: () => void }} props */
function Editor({ view, onChange, onPause }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const changed = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      onChange(update.state.doc.toString());
      clearTimeout(timer);
      timer = setTimeout(onPause, PAUSE);
    });
    const made = new EditorView({
      parent: /** @type {HTMLElement} */ (box.current),
      state: EditorState.create({
        doc: draft.peek(),
        extensions: [
          basicSetup,
          keymap.of([indentWithTab]),
          StreamLanguage.define(toml),
          syntaxHighlighting(COLOURS),
          lintGutter(),
          EditorView.lineWrapping,
          changed,
          EditorView.contentAttributes.of({ "aria-label": t("workshop.file") }),
        ],
      }),
    });
    view.current = made;
    onPause();
    return () => {
      clearTimeout(timer);
      made.destroy();
      view.current = null;
    };
  }, []);
  return html`<div class="code" ref=${box}></div>`;
}

/**
 * Shows two engines playing the draft.
 * @param {{ game: Game, start: import("./messages").Position }} props
 */
function Watch({ game, start }) {
  const [position, setPosition] = useState(start);
  const [words, setWords] = useState("");
  useEffect(() => {
    let current = true;
    const moves = /** @type {string[]} */ ([]);
    const play = async () => {
      let now = start;
      while (current && !now.outcome && moves.length < 400) {
        const best = await search("search", {
          position: { game: game.name, moves },
          limits: { time: 250 },
          settings: { level: 7, hash: 16 },
        });
        if (!best.turn || !current) return;
        moves.push(best.turn.text);
        now = await ask("position", { position: { game: game.name, moves } });
        if (!current) return;
        setPosition(now);
        setWords(t("moves.number", { number: moves.length }));
      }
      if (now.outcome) setWords(t("workshop.over", { end: ending(now.outcome), number: moves.length }));
    };
    play().catch((error) => error instanceof Superseded || say(error));
    return () => {
      current = false;
      stop(0);
    };
  }, []);
  return html`<div class="diagram large"><${Board} game=${game} pieces=${position.pieces} hands=${handsOf(position)} last=${position.last?.squares} check=${position.check} /></div>
    <p role="status">${words}</p>`;
}
