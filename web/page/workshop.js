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
import { downloadText, pick } from "./files.js";
import { ask, define, search, stop, Superseded } from "./link.js";
import { PieceDiagram } from "./rules.js";
import { dropGame, games, go, keepGame, kept, own, say } from "./state.js";
import { ending } from "./words.js";

/** @typedef {import("./messages").Checked} Checked */

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
/** The colours of the style sheet, so that they follow light and dark. */
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
  const [watching, setWatching] = useState(false);
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
    const { mistake } = found;
    const { doc } = view.state;
    /** @type {any[]} */
    let marks = [];
    if (mistake) {
      const line = doc.line(Math.min(Math.max(mistake.line, 1), doc.lines));
      const from = Math.min(line.from + mistake.column - 1, line.to);
      marks = [{ from, to: Math.max(from, line.to), severity: "error", message: mistake.message }];
    }
    view.dispatch(setDiagnostics(view.state, marks));
  };
  /** Keeps the game, so that it can be played everywhere on the page. */
  const keep = async () => {
    const kept = await define(draft.peek());
    if (!kept.game) throw new Error("The game has a mistake.");
    await keepGame(kept.game.name, draft.peek());
    return kept.game.name;
  };
  const importIni = async () => {
    const text = await pick(".ini,text/plain");
    if (text === null) return;
    const { games: found } = await ask("import", { text });
    const good = found.filter((game) => game.text !== null);
    if (good.length === 0) {
      throw new Error(
        found.flatMap((game) => game.mistakes.map((m) => `${game.name}, line ${m.line}: ${m.message}`))[0] ??
          "There is no game in it.",
      );
    }
    for (const game of good.slice(1)) {
      if ((await define(game.text ?? "")).game) await keepGame(game.name, game.text ?? "");
    }
    replace(good[0].text ?? "");
    say(`${good.length} of ${found.length} games imported.`);
  };

  const game = checked?.game ?? null;
  return html`<div class="page workshop">
    <div class="editor">
      <div class="row">
        <label>Begin from <select value="" onChange=${async (/** @type {any} */ event) => {
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
          ${Object.keys(own.value).length > 0 ? html`<optgroup label="Your games">${Object.keys(own.value).map((name) => html`<option value=${name}>${name}</option>`)}</optgroup>` : null}
          <optgroup label="Built in">${games.value.filter((each) => !own.value[each.name]).map((each) => html`<option value=${each.name}>${each.title}</option>`)}</optgroup>
        </select></label>
        <button onClick=${() => importIni().catch(say)} title="A game of Fairy-Stockfish's variants.ini">Import ini</button>
        <button onClick=${() =>
          pick(".toml,text/plain")
            .then((text) => text !== null && replace(text))
            .catch(say)}>Open</button>
        <button disabled=${!game} onClick=${() => downloadText(`${game?.name}.toml`, draft.value, "application/toml")}>Export</button>
      </div>
      <${Editor} view=${editor} onChange=${(/** @type {string} */ text) => (draft.value = text)} onPause=${() => check().catch(say)} />
      <${Verdict} checked=${checked} />
    </div>
    <div class="preview">
      ${
        game && checked?.position
          ? html`
        <div class="buttons">
          <button class="main" onClick=${() => keep().then((name) => go("play", { game: name }), say)}>Play it</button>
          <button onClick=${() => setWatching(!watching)} aria-pressed=${watching}>${watching ? "Stop" : "Two engines play it"}</button>
          <button onClick=${() => keep().then((name) => say(`${name} is kept in this browser.`), say)}>Save</button>
          ${own.value[game.name] ? html`<button onClick=${() => dropGame(game.name).catch(say)}>Forget</button>` : null}
        </div>
        <h1>${game.title}</h1>
        ${
          watching
            ? html`<${Watch} key=${draft.value} game=${game} start=${checked.position} />`
            : html`
          <div class="diagram large"><${Board} game=${game} pieces=${checked.position.pieces} still=${true} /></div>`
        }
        <h2>The rules</h2>
        <ul>${game.rules.map((rule) => html`<li>${rule}</li>`)}</ul>
        <h2>The pieces</h2>
        <div class="pieces">${game.pieces.map((piece) => html`<${PieceDiagram} key=${game.name + piece.letter} game=${game} piece=${piece} />`)}</div>
      `
          : html`<h1>Workshop</h1><p class="faint">The board appears when the text is a game.</p>`
      }
    </div>
  </div>`;
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
  const { mistake, game, position, lints } = checked;
  if (mistake) {
    return html`<p class="problem verdict" role="alert">Line ${mistake.line}, column ${mistake.column}: ${mistake.message}</p>`;
  }
  return html`<div class="verdict" role="status">
    <p>A correct game: ${game?.pieces.length} kinds of pieces, ${position?.turns.length} first moves.</p>
    ${lints.map((lint) => html`<p class="doubt">Doubt: ${lint}</p>`)}
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
          EditorView.contentAttributes.of({ "aria-label": "The game's file" }),
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
 * @param {{ game: import("./messages").Game, start: import("./messages").Position }} props
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
        setWords(`${moves.length} moves`);
      }
      if (now.outcome) setWords(`${ending(now.outcome)}, after ${moves.length} moves`);
    };
    play().catch((error) => error instanceof Superseded || say(error));
    return () => {
      current = false;
      stop(0);
    };
  }, []);
  return html`<div class="diagram large"><${Board} game=${game} pieces=${position.pieces} last=${position.last?.squares} check=${position.check} /></div>
    <p role="status">${words}</p>`;
}
